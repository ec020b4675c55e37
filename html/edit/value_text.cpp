#include "hrefkit/html/edit/value_text.h"

#include "hrefkit/html/edit/written_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

using text::ByteSet;

constexpr ByteSet ends_unquoted_url = text::c0_control | ByteSet("\"'()\\ \x7F");
constexpr ByteSet newlines{"\n\r\f"};

/// CSS Syntax 3, 4.3.5: what a string token holds.
void append_css_string(std::string& out, std::string_view text, char quote) {
  for (const char c : text) {
    if (newlines.contains(c)) {
      out += c == '\n' ? "\\a " : c == '\r' ? "\\d " : "\\c ";
      continue;
    }
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
}

std::string css_text(std::string_view reference, char before, char quote) {
  std::string text;
  if (is_quote(before)) {
    append_css_string(text, reference, before);
    return text;
  }
  bool needs_quotes = false;
  for (const char c : reference) needs_quotes |= ends_unquoted_url.contains(c);
  if (!needs_quotes) return std::string(reference);
  const char own = quote == 0 ? quote_for(reference, quote) : other_quote(quote);
  text += own;
  append_css_string(text, reference, own);
  text += own;
  return text;
}

/// Replaces each byte `c` of `text` from `from` on with its escape.
void percent_encode(std::string& text, char c, std::string_view escape, std::size_t from = 0) {
  for (std::size_t at = text.find(c, from); at != std::string::npos; at = text.find(c, at)) {
    text.replace(at, 1, escape);
  }
}

/// True when a refresh would take the start of the URL for its own syntax (HTML Standard, "shared
/// declarative refresh steps", 11.2 to 11.8): the separator of a value that has none yet, `url=`,
/// or a quote.
bool looks_like_refresh(std::string_view reference) {
  if (reference.starts_with(';') || reference.starts_with(',')) return true;
  if (!reference.empty() && is_quote(reference[0])) return true;
  if (!text::equals_ignoring_ascii_case(reference.substr(0, 3), "url")) return false;
  const std::string_view rest = text::strip_ascii_whitespace(reference.substr(3));
  return rest.starts_with('=');
}

std::string refresh_text(std::string_view reference, char before) {
  std::string text(reference);
  if (is_quote(before)) {
    percent_encode(text, before, before == '"' ? "%22" : "%27");
  } else if (looks_like_refresh(text)) {
    text.insert(0, "./");
  }
  return text;
}

/// RFC 8259, section 7.
std::string json_text(std::string_view reference) {
  std::string text;
  for (const char c : reference) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

std::string srcset_text(std::string_view reference) {
  std::string text(reference);
  const std::size_t end = text.find_last_not_of(',') + 1;
  percent_encode(text, ',', "%2C", end);
  if (text.starts_with(',')) text.insert(0, "./");
  return text;
}

}  // namespace

std::string_view value_text(std::string& storage, LinkGrammar grammar, std::string_view reference,
                            char before, char quote) {
  switch (grammar) {
    case LinkGrammar::css:
      return storage = css_text(reference, before, quote);
    case LinkGrammar::refresh:
      return storage = refresh_text(reference, before);
    case LinkGrammar::srcset:
      return storage = srcset_text(reference);
    case LinkGrammar::comma_list:
      storage = reference;
      percent_encode(storage, ',', "%2C");
      return storage;
    case LinkGrammar::json_string:
    case LinkGrammar::json_ld:
    case LinkGrammar::import_map:
      return storage = json_text(reference);
    case LinkGrammar::url:
    case LinkGrammar::trimmed_url:
    case LinkGrammar::space_list:
    case LinkGrammar::document:
      break;
  }
  return reference;
}

bool changes_url(LinkGrammar grammar, std::string_view reference, char before) {
  switch (grammar) {
    case LinkGrammar::refresh:
      return is_quote(before) && reference.find(before) != std::string_view::npos;
    case LinkGrammar::srcset:
      return reference.ends_with(',');
    case LinkGrammar::comma_list:
      return reference.find(',') != std::string_view::npos;
    default:
      return false;
  }
}

}  // namespace hrefkit::html
