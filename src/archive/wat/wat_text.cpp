#include "hrefkit/archive/wat/wat_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <optional>
#include <system_error>
#include <vector>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::archive {

namespace {

/// The indices of the fields, grouped by name, with the groups in the order of their first field.
std::vector<std::uint32_t> grouped(std::span<LaxField const> fields) {
  std::vector<std::uint32_t> order(fields.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return fields[a].name < fields[b].name;
  });
  std::vector<std::uint32_t> first(fields.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_next = i > 0 && fields[order[i]].name == fields[order[i - 1]].name;
    first[order[i]] = is_next ? first[order[i - 1]] : order[i];
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return first[a] < first[b]; });
  return order;
}

}  // namespace

void append_numbers(WatJson& json, std::string_view key,
                    std::initializer_list<std::uint64_t> values) {
  if (values.size() == 0) return;
  json.key(key);
  if (values.size() > 1) json.begin_array();
  for (const std::uint64_t value : values) json.string(std::to_string(value));
  if (values.size() > 1) json.end_array();
}

void append_fields(WatJson& json, std::string_view key, std::span<LaxField const> fields) {
  json.key(key);
  json.begin_object();
  const std::vector<std::uint32_t> order = grouped(fields);
  for (std::size_t i = 0; i < order.size();) {
    std::string const& name = fields[order[i]].name;
    std::size_t end = i + 1;
    while (end < order.size() && fields[order[end]].name == name) ++end;
    json.key(name);
    if (end > i + 1) json.begin_array();
    for (std::size_t k = i; k < end; ++k) json.string(fields[order[k]].value);
    if (end > i + 1) json.end_array();
    i = end;
  }
  json.end_object();
}

namespace {

/// `@/attribute"` of each attribute.
constexpr auto path_ends = [] {
  std::array<ShortText, html_parser_attribute_names.size()> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ((ends[i] += "@/") += html_parser_attribute_names[i]) += "\"";
  }
  return ends;
}();

/// Copies all 16 bytes of `text`, so these must be writable; returns the end of the text.
char* copy(char* out, ShortText const& text) {
  std::memcpy(out, text.bytes.data(), text.bytes.size());
  return out + text.size;
}

}  // namespace

void OpenEntries::clear() {
  if (bytes_.capacity() > text::max_spare_memory) std::string().swap(bytes_);
  size_ = 0;
  is_begun_ = false;
}

/// The write position, with room for `count` bytes and a ShortText after it.
char* OpenEntries::room_for(std::size_t count) {
  const std::size_t needed = size_ + count + sizeof(ShortText::bytes);
  if (needed > bytes_.size()) bytes_.resize(std::max(needed, bytes_.size() + bytes_.size() / 2));
  return bytes_.data() + size_;
}

std::size_t OpenEntries::begin() {
  *room_for(1) = ',';
  return size_++;
}

void OpenEntries::add(ShortText const& start, std::string_view text) {
  const std::size_t run = text::json_run_length(text);
  if (run < text.size()) {
    add_bytes({start.bytes.data(), start.size});
    add_escaped(text);
    return add_bytes("\"");
  }
  char* out = copy(room_for(start.size + run + 1), start);
  out = std::copy_n(text.data(), run, out);
  *out++ = '"';
  size_ = static_cast<std::size_t>(out - bytes_.data());
}

/// Adds a text that needs escapes, in chunks, because escapes make it longer.
void OpenEntries::add_escaped(std::string_view text) {
  constexpr std::size_t piece_size = 4096;
  std::string escaped;
  while (!text.empty()) {
    escaped.clear();
    text::append_json_escaped(escaped, text.substr(0, piece_size));
    text.remove_prefix(std::min(piece_size, text.size()));
    add_bytes(escaped);
  }
}

void OpenEntries::add_bytes(std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), room_for(bytes.size()));
  size_ += bytes.size();
}

void OpenEntries::add_path(std::string_view element, HtmlParserAttribute attribute) {
  char* out = copy(room_for(path_start.size + element.size()), path_start);
  for (const char c : element) *out++ = text::to_ascii_upper(c);
  out = copy(out, path_ends[static_cast<std::size_t>(attribute)]);
  size_ = static_cast<std::size_t>(out - bytes_.data());
}

/// The part of the entry that was not emitted yet.
std::string_view OpenEntries::pending_part(std::size_t begin) {
  if (!is_begun_) bytes_[begin + 1] = '{';
  is_begun_ = true;
  return {bytes_.data() + begin, size_ - begin};
}

std::string_view OpenEntries::end(std::size_t begin) {
  if (is_begun_) {
    add_bytes("}");
    is_begun_ = false;
    return {bytes_.data() + begin, size_ - begin};
  }
  char* const out = room_for(2);
  const bool has_members = size_ > begin + 1;
  out[has_members ? 0 : 1] = '}';
  size_ += has_members ? 1 : 2;
  bytes_[begin + 1] = '{';
  return {bytes_.data() + begin, size_ - begin};
}

namespace {

/// True for a reference without a semicolon that the reference extractor does not decode.
bool stays_undecoded(std::string_view text, std::size_t length) {
  return text[length - 1] != ';' && text[1] != '#' && length < text.size() &&
         (text[length] == '-' || text[length] == '_');
}

/// The number of UTF-16 code units of the code point whose first UTF-8 byte this is; 0 for others.
std::size_t utf16_units_of(char byte) {
  if (text::is_continuation_byte(byte)) return 0;
  return static_cast<unsigned char>(byte) >= 0xF0 ? 2 : 1;
}

/// The number of a numeric reference; 0x110000 if it is too large.
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

/// Decodes as the reference extractor does the numbers that browsers replace by U+FFFD.
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

  char32_t high_ = 0;  // a high surrogate, written as "?" just before `behind_high_`
  std::size_t behind_high_ = 0;
};

}  // namespace

std::string_view decode_references(std::string_view raw, html::ReferencePlace place,
                                   References references, std::string& buffer) {
  std::size_t ampersand = text::find_near(raw, '&', 0);
  if (ampersand == raw.size()) return raw;
  const bool is_reference = references == References::reference;
  const bool is_lenient = is_reference && place == html::ReferencePlace::attribute;
  OddNumbers odd_numbers;
  buffer.clear();
  while (ampersand != std::string_view::npos) {
    buffer += raw.substr(0, ampersand);
    raw.remove_prefix(ampersand);
    const auto found = html::match_character_reference(raw, place);
    if (found && is_reference && raw[1] == '#' && found->first == text::replacement_character) {
      odd_numbers.append(buffer, number_of(raw.substr(0, found->length)));
      raw.remove_prefix(found->length);
    } else if (found && !(is_lenient && stays_undecoded(raw, found->length))) {
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
  constexpr std::size_t max_units = 128;
  if (!url.starts_with("data:")) return url;
  const std::string_view beginning = first_utf16_units(url, max_units + 1).text;
  const std::size_t comma = beginning.find(',', 5);
  if (comma == std::string_view::npos) return first_utf16_units(url, max_units).text;
  if (comma == 5) return url;
  if (comma == 6) return "data:,";  // as in the reference
  return url.substr(0, comma + 1);
}

}  // namespace hrefkit::archive
