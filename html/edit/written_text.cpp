#include "hrefkit/html/edit/written_text.h"

#include <algorithm>

#include "hrefkit/html/character_reference.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet not_allowed_unquoted = text::ascii_whitespace | ByteSet("\"'=<>`");

/// No character reference is longer, except one with many digits, of which the first decide.
constexpr std::size_t longest_reference = 40;

/// True when the `&` at `at` of `value` would be read as the start of a reference.
bool is_read_as_reference(std::string_view value, std::size_t at, ReferencePlace place,
                          std::string_view following) {
  const std::string_view rest = value.substr(at, longest_reference);
  if (rest.size() == longest_reference || following.empty()) {
    return match_character_reference(rest, place).has_value();
  }
  std::string text(rest);
  text += following.substr(0, longest_reference);
  return match_character_reference(text, place).has_value();
}

void append_numeric(std::string& out, char c) {
  out += "&#";
  out += std::to_string(static_cast<unsigned>(static_cast<unsigned char>(c)));
  out += ';';
}

std::string_view quote_reference(char quote) {
  return quote == '"' ? "&quot;" : "&#39;";
}

/// What may need a reference somewhere in HTML.
constexpr ByteSet html_special = text::ascii_whitespace | ByteSet("&<>\"'");

/// True for 16 bytes without any of `html_special`. Compilers make vector instructions of this.
bool is_plain_block(char const* bytes) {
  unsigned char special = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    const auto c = static_cast<unsigned char>(bytes[i]);
    special |= static_cast<unsigned char>(c <= ' ');
    special |= static_cast<unsigned char>(c == '&');
    special |= static_cast<unsigned char>((c | 2) == '>');
    special |= static_cast<unsigned char>(c == '"');
    special |= static_cast<unsigned char>(c == '\'');
  }
  return special == 0;
}

/// The length of the part before the first of `html_special`.
std::size_t plain_length(std::string_view value) {
  std::size_t at = 0;
  while (value.size() - at >= 16 && is_plain_block(value.data() + at)) at += 16;
  while (at < value.size() && !html_special.contains(value[at])) ++at;
  return at;
}

void append_html(std::string& out, std::string_view value, TextKind kind, char quote,
                 std::string_view following) {
  const bool is_attribute = kind == TextKind::html_attribute;
  const bool is_unquoted = quote == 0 && is_attribute;
  // After `&lt` an `=` keeps that from being a reference; the reference to `=` would not.
  const auto place =
      is_attribute && !is_unquoted ? ReferencePlace::attribute : ReferencePlace::text;
  const std::size_t plain = is_unquoted ? 0 : plain_length(value);
  out += value.substr(0, plain);
  for (std::size_t i = plain; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '&' && is_read_as_reference(value, i, place, following)) {
      out += "&amp;";
    } else if (c == '<' && kind == TextKind::html_text) {
      out += "&lt;";
    } else if (quote != 0 && c == quote) {
      out += quote_reference(quote);
    } else if (is_unquoted && not_allowed_unquoted.contains(c)) {
      append_numeric(out, c);
    } else if (c == '\r') {
      out += "&#13;";
    } else {
      out += c;
    }
  }
}

void append_xml(std::string& out, std::string_view value, char quote) {
  for (const char c : value) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>' && quote == 0) {
      out += "&gt;";
    } else if (quote != 0 && c == quote) {
      out += quote_reference(quote);
    } else if (quote != 0 && (c == '\t' || c == '\n' || c == '\r')) {
      append_numeric(out, c);
    } else {
      out += c;
    }
  }
}

}  // namespace

char quote_for(std::string_view value, char around) {
  const char first = other_quote(around);
  if (value.find(first) == std::string_view::npos) return first;
  const char second = other_quote(first);
  return value.find(second) == std::string_view::npos ? second : first;
}

Delimiter find_delimiter(std::string_view text, text::Span value) {
  const std::size_t begin = value.begin;
  const char before = begin == 0 ? '\0' : text[begin - 1];
  if (is_quote(before)) return {Quoting::quoted, before};
  if (!value.empty()) return {Quoting::unquoted, 0};
  std::size_t at = begin;
  while (at > 0 && text::ascii_whitespace.contains(text[at - 1])) --at;
  return {at > 0 && text[at - 1] == '=' ? Quoting::missing : Quoting::valueless, 0};
}

bool needs_quotes(std::string_view value) {
  return value.empty() || std::any_of(value.begin(), value.end(),
                                      [](char c) { return not_allowed_unquoted.contains(c); });
}

void append_written(std::string& out, std::string_view value, TextKind kind, char quote,
                    std::string_view following) {
  switch (kind) {
    case TextKind::html_attribute:
    case TextKind::html_text:
      append_html(out, value, kind, quote, following);
      break;
    case TextKind::xml_attribute:
    case TextKind::xml_text:
      append_xml(out, value, kind == TextKind::xml_attribute ? quote : '\0');
      break;
    case TextKind::raw_text:
    case TextKind::cdata:
      out += value;
      break;
  }
}

std::string_view reference_end(std::string_view before, std::string_view value, TextKind kind) {
  if (kind != TextKind::html_attribute && kind != TextKind::html_text) return {};
  if (value.empty() || before.empty() || !text::ascii_alphanumeric.contains(before.back())) {
    return {};
  }
  const std::string_view last =
      before.substr(before.size() - std::min(before.size(), longest_reference));
  const std::size_t begin = last.rfind('&');
  if (begin == std::string_view::npos) return {};
  const auto place =
      kind == TextKind::html_attribute ? ReferencePlace::attribute : ReferencePlace::text;
  std::string reference(last.substr(begin));
  const std::size_t size = reference.size();
  const auto alone = match_character_reference(reference, place);
  if (!alone || alone->length != size) return {};
  const auto joined = match_character_reference(reference.append(value), place);
  return joined && joined->length == size ? std::string_view() : ";";
}

}  // namespace hrefkit::html
