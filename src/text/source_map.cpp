#include "hrefkit/text/source_map.h"

#include <algorithm>
#include <iterator>

namespace hrefkit::text {

SourceMap SourceMap::starting_at(std::uint32_t source_offset) {
  SourceMap map;
  if (source_offset != 0) map.append_skipped(source_offset);
  return map;
}

void SourceMap::append_skipped(std::uint32_t source_bytes) {
  source_end_ += source_bytes;
  runs_.push_back({text_end_, source_end_, 1, 1});
}

std::uint32_t SourceMap::to_source(std::uint32_t text_offset) const {
  const auto after = std::upper_bound(
      runs_.begin(), runs_.end(), text_offset,
      [](std::uint32_t offset, Run const& run) { return offset < run.text_begin; });
  if (after == runs_.begin()) return text_offset;
  Run const& run = *std::prev(after);
  return run.source_begin + (text_offset - run.text_begin) / run.text_unit * run.source_unit;
}

}  // namespace hrefkit::text
