#include "hrefkit/cli/io/isolated_document.h"

#include "hrefkit/cli/io/isolated.h"
#include "hrefkit/site/ordered_run.h"

namespace hrefkit::cli {

namespace {

/// What the worker process hands over.
enum Piece : char { piece_rows = 'r', piece_findings = 'f' };

}  // namespace

void read_isolated(DocumentJob& job, IsolatedRows const& rows,
                   std::function<void(std::function<bool()> const& give_part)> const& read) {
  const auto work = [&](PieceSink& out) {
    const auto hand_over = [&] { return out.give(piece_rows, rows.pack()); };
    read([&] { return rows.bytes() < site::result_piece || hand_over(); });
    hand_over();
    out.give(piece_findings, pack_findings(job));
  };
  const auto failure = run_isolated(work, [&](char piece, std::string_view bytes) {
    if (piece == piece_findings) {
      unpack_findings(bytes, job);
      return true;
    }
    rows.unpack(bytes);
    return rows.give_part();
  });
  if (failure) job.error = *failure;
  job.standard_input = {};
}

}  // namespace hrefkit::cli
