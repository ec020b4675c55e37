#include "hrefkit/http/body.h"

#include <vector>

#include "hrefkit/http/codings/coding.h"

namespace hrefkit::http {

namespace {

/// No body has been coded more often; a longer list is an attack.
constexpr std::size_t max_codings = 16;

void undo_one(Coding coding, std::string& body, std::string& spare, std::size_t limit,
              BodyNotes& notes) {
  switch (coding) {
    case Coding::identity:
      return;
    case Coding::unknown:
      notes.unknown_coding = true;
      return;
    case Coding::chunked:
      notes.ended_early |= undo_chunked(body) == Chunks::cut;
      return;
    case Coding::gzip:
    case Coding::deflate:
    case Coding::brotli:
    case Coding::zstd:
      break;
  }
  const Decoded result = undo(coding, body, spare, limit);
  notes.ended_early |= result == Decoded::cut;
  notes.damaged |= result == Decoded::broken;
  notes.wrong_checksum |= result == Decoded::wrong_checksum;
  notes.over_limit |= result == Decoded::limited;
  if (result != Decoded::missing) body.swap(spare);
}

void undo_field(Fields const& fields, std::string_view name, std::string& body, std::string& spare,
                std::size_t limit, BodyNotes& notes) {
  const auto value = fields.joined(name);
  if (!value) return;
  std::vector<Coding> codings = codings_in(*value);
  if (codings.size() > max_codings) codings.assign(1, Coding::unknown);
  for (auto coding = codings.rbegin(); coding != codings.rend(); ++coding) {
    undo_one(*coding, body, spare, limit, notes);
    if (*coding == Coding::unknown) return;
  }
}

}  // namespace

BodyNotes undo_codings(Fields const& fields, std::string& body, std::string& spare,
                       std::size_t limit) {
  BodyNotes notes;
  undo_field(fields, "Transfer-Encoding", body, spare, limit, notes);
  undo_field(fields, "Content-Encoding", body, spare, limit, notes);
  return notes;
}

}  // namespace hrefkit::http
