#include "hrefkit/cli/io/spilled_rows.h"

#include <cstdio>
#include <string>

namespace hrefkit::cli {

namespace {

/// The maximum for one file: beyond it, its thread waits.
constexpr std::uint64_t max_aside = std::uint64_t{4} << 30;

}  // namespace

bool SpilledRows::add(std::string_view rows) {
  if (is_refused_ || rows.size() > max_aside - size_) return false;
  pieces_.push_back(rows.size());
  if (!file_) file_.reset(std::tmpfile());
  const bool is_written = file_ &&
                          std::fwrite(rows.data(), 1, rows.size(), file_.get()) == rows.size() &&
                          std::fflush(file_.get()) == 0;
  is_refused_ = !is_written;
  if (is_written) {
    size_ += rows.size();
  } else {
    pieces_.pop_back();  // its incomplete bytes are never read
  }
  return is_written;
}

bool SpilledRows::emit(std::function<bool(std::string_view)> const& write) {
  if (pieces_.empty()) return true;
  std::rewind(file_.get());
  std::string piece;
  bool goes_on = true;
  for (std::size_t i = 0; i < pieces_.size() && goes_on; ++i) {
    piece.resize(pieces_[i]);
    if (std::fread(piece.data(), 1, piece.size(), file_.get()) != piece.size()) {
      fail_at_unnamed_file();
    }
    goes_on = write(piece);
  }
  clear();
  return goes_on;
}

void SpilledRows::clear() {
  file_.reset();
  pieces_.clear();
  size_ = 0;
  is_refused_ = false;
}

}  // namespace hrefkit::cli
