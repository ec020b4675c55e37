#include "hrefkit/text/source_map.h"

#include <algorithm>
#include <iterator>

namespace hrefkit::text {

SourceMap SourceMap::starting_at(std::uint32_t source_offset) {
  SourceMap map;
  if (source_offset != 0) map.append_skipped(source_offset);
  return map;
}

void SourceMap::append_character(std::uint32_t text_bytes, std::uint32_t source_bytes) {
  append(text_bytes, source_bytes, 1);
}

void SourceMap::append_copied(std::uint32_t bytes) {
  append(1, 1, bytes);
}

void SourceMap::append_skipped(std::uint32_t source_bytes) {
  source_end_ += source_bytes;
  runs_.push_back({text_end_, source_end_, 1, 1});
}

void SourceMap::append(std::uint32_t text_unit, std::uint32_t source_unit, std::uint32_t count) {
  if (count == 0) return;
  const bool identity_so_far = runs_.empty() && text_unit == 1 && source_unit == 1;
  const bool extends_last = !runs_.empty() && runs_.back().text_unit == text_unit &&
                            runs_.back().source_unit == source_unit;
  if (!identity_so_far && !extends_last) {
    runs_.push_back({text_end_, source_end_, text_unit, source_unit});
  }
  text_end_ += text_unit * count;
  source_end_ += source_unit * count;
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
