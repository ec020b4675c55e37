#include "hrefkit/html/syntax/markup_declaration.h"

#include "hrefkit/text/byte_scan.h"

namespace hrefkit::html {

namespace {

/// "Comment start state" to "comment end bang state" (13.2.5.43 to 13.2.5.52). `content` is the
/// offset past `<!--`. A comment ends at once with `>` or `->`; otherwise at the first `-->` or
/// `--!>` whose dashes are not the opening ones. A nested `<!--` changes only which error it is.
std::size_t skip_comment(std::string_view text, std::size_t content) {
  // FAST: no calls of memcmp for one byte or two, nor of memchr where the end is near.
  const auto ends_at = [&](std::size_t at) {
    const std::size_t size = at - content;
    if (size < 2) return size == 0 || text[content] == '-';
    if (size > 2 && text[at - 1] == '!') --at;
    return text[at - 1] == '-' && text[at - 2] == '-';
  };
  for (std::size_t at = content; at < text.size(); ++at) {
    at = text::find_near(text, '>', at);
    if (at < text.size() && ends_at(at)) return at + 1;
  }
  return text.size();
}

/// "CDATA section state" (13.2.5.69 to 13.2.5.71).
std::size_t skip_cdata_section(std::string_view text, std::size_t content) {
  const std::size_t end = text.find("]]>", content);
  return end == text.npos ? text.size() : end + 3;
}

}  // namespace

std::size_t skip_bogus_comment(std::string_view text, std::size_t from) {
  const std::size_t end = text.find('>', from);
  return end == text.npos ? text.size() : end + 1;
}

// A doctype ends at its first `>` as a bogus comment does: quotes do not protect one (13.2.5.59,
// "abrupt-doctype-public-identifier").
std::size_t skip_markup_declaration(std::string_view text, std::size_t begin, Cdata cdata) {
  const std::string_view rest = text.substr(begin + 2);
  if (rest.size() > 1 && rest[0] == '-' && rest[1] == '-') return skip_comment(text, begin + 4);
  if (cdata == Cdata::section && rest.starts_with("[CDATA[")) {
    return skip_cdata_section(text, begin + 9);
  }
  return skip_bogus_comment(text, begin + 2);
}

}  // namespace hrefkit::html
