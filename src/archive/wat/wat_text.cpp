#include "hrefkit/archive/wat/wat_text.h"

#include <charconv>
#include <cstddef>
#include <system_error>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

void append_json_escape(std::string& out, char c) {
  constexpr std::string_view letters = "b\bf\fn\nr\rt\t\"\"\\\\";
  for (std::size_t i = 0; i < letters.size(); i += 2) {
    if (letters[i + 1] != c) continue;
    out += '\\';
    out += letters[i];
    return;
  }
  out += "\\u00";
  text::append_hex(out, c);
}

void begin_member(std::string& out, std::string_view key) {
  out += out.ends_with('{') ? "\"" : ",\"";
  out += key;
  out += "\":";
}

/// True for a reference without a semicolon that the reference extractor leaves in an attribute.
bool stays(std::string_view text, std::size_t length) {
  return text[length - 1] != ';' && text[1] != '#' && length < text.size() &&
         (text[length] == '-' || text[length] == '_');
}

/// The UTF-16 code units of the code point that begins with this byte of UTF-8; 0 inside of one.
std::size_t utf16_units_of(char byte) {
  if (text::is_continuation_byte(byte)) return 0;
  return static_cast<unsigned char>(byte) >= 0xF0 ? 2 : 1;
}

/// The number of a numeric reference; 0x110000 where it is too large.
char32_t number_of(std::string_view reference) {
  constexpr std::uint32_t past_unicode = 0x110000;
  std::string_view digits = reference.substr(2);
  const bool is_hex = digits[0] == 'x' || digits[0] == 'X';
  if (is_hex) digits.remove_prefix(1);
  std::uint32_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
  return error == std::errc() ? number : past_unicode;
}

/// Appends what the reference extractor makes of numbers for which browsers have U+FFFD.
class OddNumbers {
 public:
  void append(std::string& out, char32_t number) {
    if (number == 0) {
      out += '\0';
    } else if (text::is_surrogate(number)) {
      append_surrogate(out, number);
    } else {
      text::append_utf8(out, text::replacement_character);
    }
  }

 private:
  void append_surrogate(std::string& out, char32_t unit) {
    const bool is_low = text::is_low_surrogate(unit);
    if (is_low && high_ != 0 && behind_high_ == out.size()) {
      out.pop_back();
      text::append_utf8(out, text::code_point_of(high_, unit));
      high_ = 0;
      return;
    }
    out += '?';
    high_ = is_low ? 0 : unit;
    behind_high_ = out.size();
  }

  char32_t high_ = 0;  // stands as "?" before `behind_high_`
  std::size_t behind_high_ = 0;
};

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (;;) {
    const std::size_t run = text::json_run_length(text);
    out += text.substr(0, run);
    if (run == text.size()) break;
    append_json_escape(out, text[run]);
    text.remove_prefix(run + 1);
  }
  out += '"';
}

void append_json_member(std::string& out, std::string_view key, std::string_view text) {
  begin_member(out, key);
  append_json_string(out, text);
}

void append_json_member(std::string& out, std::string_view key, std::int64_t value) {
  append_json_member(out, key, std::string_view(std::to_string(value)));
}

std::string_view decode_references(std::string_view raw, html::ReferencePlace place,
                                   References references, std::string& buffer) {
  std::size_t ampersand = text::find_near(raw, '&', 0);
  if (ampersand == raw.size()) return raw;
  const bool is_reference = references == References::reference;
  const bool keeps = is_reference && place == html::ReferencePlace::attribute;
  OddNumbers odd_numbers;
  buffer.clear();
  while (ampersand != std::string_view::npos) {
    buffer += raw.substr(0, ampersand);
    raw.remove_prefix(ampersand);
    const auto found = html::match_character_reference(raw, place);
    if (found && is_reference && raw[1] == '#' && found->first == text::replacement_character) {
      odd_numbers.append(buffer, number_of(raw.substr(0, found->length)));
      raw.remove_prefix(found->length);
    } else if (found && !(keeps && stays(raw, found->length))) {
      text::append_utf8(buffer, found->first);
      if (found->second != 0) text::append_utf8(buffer, found->second);
      raw.remove_prefix(found->length);
    } else {
      buffer += '&';
      raw.remove_prefix(1);
    }
    ampersand = raw.find('&');
  }
  buffer += raw;
  return buffer;
}

Utf16Prefix first_utf16_units(std::string_view text, std::size_t count) {
  if (text.size() <= count) return {text};
  std::size_t units = 0;
  for (std::size_t end = 0; end < text.size(); ++end) {
    const std::size_t more = utf16_units_of(text[end]);
    if (more == 0) continue;
    if (units + more > count) return {text.substr(0, end), units < count};
    units += more;
  }
  return {text};
}

std::size_t count_utf16_units(std::string_view text) {
  std::size_t units = text::ascii_run_length(text);
  for (const char c : text.substr(units)) units += utf16_units_of(c);
  return units;
}

std::string_view cut_data_url(std::string_view url) {
  constexpr std::size_t longest = 128;
  if (!url.starts_with("data:")) return url;
  const std::string_view beginning = first_utf16_units(url, longest + 1).text;
  const std::size_t comma = beginning.find(',', 5);
  if (comma == std::string_view::npos) return first_utf16_units(url, longest).text;
  if (comma == 5) return url;
  if (comma == 6) return "data:,";  // so the reference has it
  return url.substr(0, comma + 1);
}

}  // namespace hrefkit::archive
