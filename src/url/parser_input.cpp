#include "hrefkit/url/parser_input.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::url {

namespace {

constexpr text::ByteSet suspicious = ascii_tab_or_newline | text::non_ascii;

/// True when nothing in `text` is to be removed or replaced.
bool is_clean(std::string_view text) {
  const auto removable = [](char c) { return ascii_tab_or_newline.contains(c); };
  const bool simple =
      std::none_of(text.begin(), text.end(), [](char c) { return suspicious.contains(c); });
  if (simple) return true;
  return std::none_of(text.begin(), text.end(), removable) &&
         text::find_invalid_utf8(text) == text.size();
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
  const auto tab = std::find_if(text_.begin(), text_.end(),
                                [](char c) { return ascii_tab_or_newline.contains(c); });
  if (tab != text_.end()) {
    notes.add(ValidationError::invalid_url_unit,
              start_ + static_cast<std::size_t>(tab - text_.begin()));
  }
  cleaned_.reserve(text_.size());
  if (notes.wanted()) map_.append_skipped(static_cast<std::uint32_t>(start_));
  for (std::size_t i = 0; i < text_.size();) {
    const text::Utf8Step step = text::decode_utf8(text_, i);
    const auto source_bytes = static_cast<std::uint32_t>(step.length);
    if (step.length == 1 && ascii_tab_or_newline.contains(text_[i])) {
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
