#include "hrefkit/url/living/parser_input.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

namespace {

bool is_tab_or_newline(char c) {
  return ascii_tab_or_newline.contains(c);
}

/// True when one of the eight bytes of `word` is past ASCII or below 0x0E, as tabs and newlines
/// are.
bool is_suspicious(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t high_bits = 0x80 * ones;
  return ((word | (word - 0x0E * ones)) & high_bits) != 0;
}

/// True when nothing in `text` is to be removed or replaced.
bool is_clean(std::string_view text) {
  std::size_t i = 0;
  for (std::uint64_t word = 0; text.size() - i >= sizeof word; i += sizeof word) {
    std::memcpy(&word, text.data() + i, sizeof word);
    if (is_suspicious(word)) break;
  }
  const std::string_view rest = text.substr(i);
  return std::none_of(rest.begin(), rest.end(), is_tab_or_newline) &&
         text::find_invalid_utf8(rest) == rest.size();
}

}  // namespace

ParserInput::ParserInput(std::string_view input, Ends ends, NoteWriter& notes) : text_(input) {
  if (ends == Ends::stripped) strip_ends(notes);
  if (!is_clean(text_)) {
    clean(notes);
  } else if (start_ != 0 && notes.wanted()) {
    map_ = text::SourceMap::starting_at(static_cast<std::uint32_t>(start_));
  }
  notes.set_map(&map_);
}

// Steps 1.2 and 1.3.
void ParserInput::strip_ends(NoteWriter const& notes) {
  const std::string_view stripped = text::strip(text_, c0_control_or_space);
  if (stripped.size() == text_.size()) return;
  start_ = static_cast<std::size_t>(stripped.data() - text_.data());
  notes.add(ValidationError::invalid_url_unit, start_ != 0 ? 0 : stripped.size());
  text_ = stripped;
}

// Steps 2 and 3, and the conversion to scalar values.
void ParserInput::clean(NoteWriter const& notes) {
  const auto tab = std::find_if(text_.begin(), text_.end(), is_tab_or_newline);
  if (tab != text_.end()) {
    notes.add(ValidationError::invalid_url_unit,
              start_ + static_cast<std::size_t>(tab - text_.begin()));
  }
  cleaned_.reserve(text_.size());
  if (notes.wanted()) map_.append_skipped(static_cast<std::uint32_t>(start_));
  for (std::size_t i = 0; i < text_.size();) {
    const text::Utf8Step step = text::decode_utf8(text_, i);
    const auto source_bytes = static_cast<std::uint32_t>(step.length);
    if (is_tab_or_newline(text_[i])) {
      if (notes.wanted()) map_.append_skipped(source_bytes);
    } else {
      const std::size_t before = cleaned_.size();
      text::append_utf8(cleaned_, step.code_point);
      const auto text_bytes = static_cast<std::uint32_t>(cleaned_.size() - before);
      if (notes.wanted()) map_.append_character(text_bytes, source_bytes);
    }
    i += step.length;
  }
  text_ = cleaned_;
}

}  // namespace hrefkit::url
