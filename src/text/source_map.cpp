// Text in a legacy encoding changes between characters of different lengths at every word, so runs
// are many and short: most are packed into one word.
#include "hrefkit/text/source_map.h"

#include <algorithm>
#include <iterator>

namespace hrefkit::text {

namespace {

// A packed run: from the lowest bit on, text unit, source unit and count. Where one of them is too
// large, the word is `unpacked`, and the three follow in words of their own.
constexpr unsigned unit_bits = 4;
constexpr std::uint32_t unit_limit = (1 << unit_bits) - 1;
constexpr std::uint32_t count_limit = 1 << (32 - 2 * unit_bits);
constexpr std::uint32_t unpacked = UINT32_MAX;

}  // namespace

SourceMap SourceMap::starting_at(std::uint32_t source_offset) {
  SourceMap map;
  map.append_skipped(source_offset);
  return map;
}

void SourceMap::begin_run(std::uint32_t text_unit, std::uint32_t source_unit) {
  auto const& [last_text, last_source, count] = last_run_;
  if (count != 0 && !is_ignored_) {
    if (closed_runs_.size() >= next_checkpoint_) set_checkpoint();
    if (last_text < unit_limit && last_source < unit_limit && count < count_limit) {
      closed_runs_.push_back(last_text | last_source << unit_bits | count << (2 * unit_bits));
    } else {
      closed_runs_.insert(closed_runs_.end(), {unpacked, last_text, last_source, count});
    }
    last_run_text_ += last_text * count;
    last_run_source_ += last_source * count;
  }
  last_run_ = {text_unit, source_unit, 0};
}

void SourceMap::set_checkpoint() {
  const auto code = static_cast<std::uint32_t>(closed_runs_.size());
  checkpoints_.push_back({last_run_text_, last_run_source_, code});
  next_checkpoint_ = code + words_a_checkpoint;
}

SourceMap::Run SourceMap::read_run(std::size_t& code) const {
  const std::uint32_t word = closed_runs_[code++];
  if (word != unpacked) {
    return {word & unit_limit, word >> unit_bits & unit_limit, word >> (2 * unit_bits)};
  }
  const Run run{closed_runs_[code], closed_runs_[code + 1], closed_runs_[code + 2]};
  code += 3;
  return run;
}

Span SourceMap::to_source(Span text_range) const {
  const std::uint32_t begin = to_source(text_range.begin);
  if (text_range.empty()) return {begin, begin};
  const Character last = character_at(text_range.end - 1);
  return {begin, last.begin + last.length};
}

SourceMap::Character SourceMap::character_at(std::uint32_t text_offset) const {
  const auto within = [](Run const& run, std::uint32_t source, std::uint32_t offset) {
    return Character{source + offset / run.text_unit * run.source_unit, run.source_unit};
  };
  if (text_offset >= last_run_text_) {
    const std::uint32_t offset = text_offset - last_run_text_;
    const std::uint32_t length = last_run_.text_unit * last_run_.count;
    if (offset < length) return within(last_run_, last_run_source_, offset);
    return {last_run_source_ + last_run_.source_unit * last_run_.count + (offset - length), 1};
  }
  const auto after =
      std::upper_bound(checkpoints_.begin(), checkpoints_.end(), text_offset,
                       [](std::uint32_t offset, Checkpoint const& c) { return offset < c.text; });
  auto [text, source, start] =
      after == checkpoints_.begin() ? Checkpoint{0, 0, 0} : *std::prev(after);
  std::size_t code = start;
  while (true) {
    const Run run = read_run(code);
    const std::uint32_t length = run.text_unit * run.count;
    if (text_offset - text < length) return within(run, source, text_offset - text);
    text += length;
    source += run.source_unit * run.count;
  }
}

}  // namespace hrefkit::text
