#include "hrefkit/html/media_type.h"

#include <utility>

#include "hrefkit/html/script_type.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet http_white_space{"\t\n\r "};
/// "HTTP quoted-string token code point" (3). Bytes past ASCII are allowed as a part of UTF-8 or of
/// Latin-1; no label has any.
constexpr ByteSet quoted_string_token =
    ByteSet("\t") | ByteSet::range(0x20, 0x7E) | text::non_ascii;

bool is_token(std::string_view text) {
  return !text.empty() && text::is_made_of(text, text::http_token);
}

std::string_view strip_end(std::string_view text) {
  while (!text.empty() && http_white_space.contains(text.back())) text.remove_suffix(1);
  return text;
}

/// Fetch 2.2, "collect an HTTP quoted string" with the "extract value" flag; `rest` begins with
/// the opening quote.
std::string read_quoted_string(std::string_view& rest) {
  std::string value;
  rest.remove_prefix(1);
  while (true) {
    value += text::read_until(rest, ByteSet("\"\\"));
    if (rest.empty()) return value;
    const char quote_or_backslash = rest.front();
    rest.remove_prefix(1);
    if (quote_or_backslash == '"') return value;
    if (rest.empty()) return value + '\\';
    value += rest.front();
    rest.remove_prefix(1);
  }
}

/// One parameter (4.4, step 11); `rest` begins behind the semicolon.
struct Parameter {
  std::string name;
  std::string value;
};
std::optional<Parameter> read_parameter(std::string_view& rest) {
  text::skip(rest, http_white_space);
  Parameter parameter;
  parameter.name = text::to_ascii_lower(text::read_until(rest, ByteSet(";=")));
  if (rest.empty() || rest.front() == ';') return std::nullopt;
  rest.remove_prefix(1);
  if (!rest.empty() && rest.front() == '"') {
    parameter.value = read_quoted_string(rest);
    text::read_until(rest, ByteSet(";"));
  } else {
    parameter.value = strip_end(text::read_until(rest, ByteSet(";")));
    if (parameter.value.empty()) return std::nullopt;
  }
  const bool valid =
      is_token(parameter.name) && text::is_made_of(parameter.value, quoted_string_token);
  return valid ? std::optional(std::move(parameter)) : std::nullopt;
}

// 4.4, "parse a MIME type", for one value.
std::optional<MediaType> parse_one(std::string_view input, TypeSyntax syntax) {
  std::string_view rest = strip(input, http_white_space);
  const std::string_view type = text::read_until(rest, ByteSet("/"));
  if (!is_token(type) || rest.empty()) return std::nullopt;
  rest.remove_prefix(1);
  const bool is_lax = syntax == TypeSyntax::browsers;
  const std::string_view subtype =
      strip_end(text::read_until(rest, ByteSet(is_lax ? "; \t(" : ";")));
  text::read_until(rest, ByteSet(";"));
  if (!is_token(subtype)) return std::nullopt;
  MediaType result;
  result.essence = text::to_ascii_lower(type) + '/' + text::to_ascii_lower(subtype);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    auto parameter = read_parameter(rest);
    if (parameter && parameter->name == "charset" && !result.charset) {
      result.charset = std::move(parameter->value);
    }
  }
  return result;
}

/// Removes the next of several values joined by commas from the front of `rest`, and returns it
/// (Fetch 2.2, "get, decode, and split").
std::string_view read_value(std::string_view& rest) {
  std::string_view left = rest;
  while (true) {
    text::read_until(left, ByteSet("\","));
    if (left.empty() || left.front() == ',') break;
    read_quoted_string(left);
  }
  const std::string_view value = rest.substr(0, rest.size() - left.size());
  rest = left;
  return value;
}

}  // namespace

// Fetch 3.5, "extract a MIME type".
std::optional<MediaType> parse_media_type(std::string_view value, TypeSyntax syntax) {
  std::optional<MediaType> result;
  std::string_view rest = value;
  while (true) {
    auto type = parse_one(read_value(rest), syntax);
    if (type && type->essence != "*/*") {
      const bool keeps_charset = result && result->essence == type->essence && !type->charset;
      if (keeps_charset) type->charset = std::move(result->charset);
      result = std::move(type);
    }
    if (rest.empty()) return result;
    rest.remove_prefix(1);
  }
}

std::optional<ContentType> content_type_of(std::string_view essence) {
  if (essence == "text/html") return ContentType::html;
  if (essence == "text/css") return ContentType::css;
  if (is_javascript_type(essence)) return ContentType::script;
  if (essence == "application/manifest+json" || essence == "application/feed+json") {
    return ContentType::json;
  }
  // MIME Sniffing 4.6, "XML MIME type".
  const bool is_xml =
      essence == "text/xml" || essence == "application/xml" || essence.ends_with("+xml");
  return is_xml ? std::optional(ContentType::xml) : std::nullopt;
}

std::optional<ContentType> page_type_of(std::string_view essence) {
  const auto type = content_type_of(essence);
  return type == ContentType::script ? std::nullopt : type;
}

}  // namespace hrefkit::html
