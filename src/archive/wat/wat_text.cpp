#include "hrefkit/archive/wat/wat_text.h"

#include <cstddef>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hex.h"
#include "hrefkit/text/json_run.h"
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
  std::size_t ampersand = raw.find('&');
  if (ampersand == std::string_view::npos) return raw;
  const bool keeps =
      references == References::reference && place == html::ReferencePlace::attribute;
  buffer.clear();
  while (ampersand != std::string_view::npos) {
    buffer += raw.substr(0, ampersand);
    raw.remove_prefix(ampersand);
    const auto found = html::match_character_reference(raw, place);
    if (found && !(keeps && stays(raw, found->length))) {
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

std::string_view first_code_points(std::string_view text, std::size_t count) {
  if (text.size() <= count) return text;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (!text::is_continuation_byte(text[end]) && count-- == 0) break;
  }
  return text.substr(0, end);
}

std::string_view cut_data_url(std::string_view url) {
  constexpr std::size_t longest = 128;
  if (!url.starts_with("data:")) return url;
  const std::string_view beginning = first_code_points(url, longest + 1);
  const std::size_t comma = beginning.find(',', 5);
  if (comma == std::string_view::npos) return first_code_points(url, longest);
  if (comma == 5) return url;
  if (comma == 6) return "data:,";  // so the reference has it
  return url.substr(0, comma + 1);
}

}  // namespace hrefkit::archive
