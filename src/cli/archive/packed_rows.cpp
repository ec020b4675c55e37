#include "hrefkit/cli/archive/packed_rows.h"

#include <algorithm>

namespace hrefkit::cli {

namespace {

constexpr std::size_t member_size = std::size_t{1} << 20;  // bytes of rows in a member

}  // namespace

void PackedRows::add(std::string_view rows, std::string& output) {
  while (!rows.empty()) {
    const std::size_t count = std::min(rows.size(), member_size - rows_.size());
    rows_ += rows.substr(0, count);
    rows.remove_prefix(count);
    if (rows_.size() == member_size) end(output);
  }
}

void PackedRows::end(std::string& output) {
  if (rows_.empty()) return;
  packer_.append_member(output, rows_);
  rows_.clear();
}

}  // namespace hrefkit::cli
