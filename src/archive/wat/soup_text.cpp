#include "hrefkit/archive/wat/soup_text.h"

#include <algorithm>

#include "hrefkit/archive/wat/java_character.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

/// What the reference turns into a space: controls and the no-break space.
constexpr bool becomes_space(char32_t c) {
  return c <= 0x20 || c == 0x7F || c == 0xA0;
}

/// The last code point of a text that is not empty.
char32_t last_code_point(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text::is_continuation_byte(text[at])) --at;
  return text::decode_utf8(text, at).code_point;
}

bool ends_in_space(std::string_view text, bool in_pre) {
  const char32_t last = last_code_point(text);
  return is_java_space(last) || (!in_pre && becomes_space(last));
}

}  // namespace

void SoupText::look_at_passed() {
  if (passed_.empty()) return;
  // References are short: one that ends the text begins in its last bytes.
  const std::size_t tail = passed_.size() > 40 ? passed_.size() - 40 : 0;
  const char last = passed_.back();
  std::string_view text = passed_;
  if ((last == ';' || text::ascii_alphanumeric.contains(last)) &&
      passed_.find('&', tail) != std::string_view::npos) {
    text = decode_references(passed_.substr(tail), html::ReferencePlace::text,
                             References::reference, decoded_);
  }
  after_space_ = ends_in_space(text, passed_in_pre_);
  passed_ = {};
}

std::string_view SoupText::take(std::string_view raw, bool in_pre) {
  look_at_passed();
  const std::string_view text =
      decode_references(raw, html::ReferencePlace::text, References::reference, decoded_);
  if (!in_pre) return cut(normalize(text));
  if (!text.empty()) after_space_ = is_java_space(last_code_point(text));
  return cut(text);
}

std::string_view SoupText::cut(std::string_view text) {
  const Utf16Prefix prefix = first_utf16_units(text, longest_soup_text);
  if (!prefix.splits_pair) return prefix.text;
  cut_.assign(prefix.text) += '?';
  return cut_;
}

/// The beginning of the text, as much as is kept, with white space in its new form.
std::string_view SoupText::normalize(std::string_view text) {
  constexpr std::size_t most_bytes = 4 * longest_soup_text;
  constexpr std::size_t longest_character = 4;
  if (text.empty()) return {};
  const bool begins_fine = !after_space_ || text.front() != ' ';
  // FAST: most texts stay as they are. Byte by byte they took 2 % of the time.
  if (begins_fine && text.size() <= longest_soup_text && text::is_single_spaced(text)) {
    after_space_ = text.back() == ' ';
    return text;
  }
  text_.resize(most_bytes + longest_character);
  char* out = text_.data();
  char const* const full = out + most_bytes;
  for (std::size_t i = 0; i < text.size() && out < full;) {
    if (text[i] > ' ' && text[i] < '\x7F') {
      *out++ = text[i++];
      after_space_ = false;
      continue;
    }
    const text::Utf8Step step = text::decode_utf8(text, i);
    const char32_t c = becomes_space(step.code_point) ? U' ' : step.code_point;
    const bool is_space = is_java_space(c);
    if (c != U' ') {
      if (!is_space || !after_space_) out = std::copy_n(text.data() + i, step.length, out);
    } else if (!after_space_) {
      *out++ = ' ';
    }
    after_space_ = is_space;
    i += step.length;
  }
  after_space_ = ends_in_space(text, false);
  return {text_.data(), static_cast<std::size_t>(out - text_.data())};
}

void AnchorText::clear() {
  text_.clear();
  length_ = 0;
}

void AnchorText::append(std::string_view text) {
  const Utf16Prefix prefix = first_utf16_units(text, longest_soup_text - length_);
  std::string_view clipped = prefix.text;
  const bool after_space = text_.empty() || text_.back() == ' ';
  if (after_space && clipped.starts_with(' ')) clipped.remove_prefix(1);
  text_ += clipped;
  length_ += count_utf16_units(clipped);
  if (!prefix.splits_pair) return;
  text_ += '?';
  ++length_;
}

void AnchorText::separate() {
  if (text_.empty() || text_.back() == ' ' || text_.back() == '\n') return;
  text_ += ' ';
  ++length_;
}

std::string_view AnchorText::trimmed() const {
  return java_trim(text_);
}

std::string_view java_trim(std::string_view text) {
  while (!text.empty() && static_cast<unsigned char>(text.front()) <= 0x20) text.remove_prefix(1);
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20) text.remove_suffix(1);
  return text;
}

}  // namespace hrefkit::archive
