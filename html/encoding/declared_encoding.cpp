// How a meta declaration is found.
//
// The standard lets a browser prescan the first kilobyte as plain bytes (13.2.3.2, "prescan a byte
// stream to determine its encoding"), and then has the parser act on the first real meta element
// ("change the encoding", 13.2.3.4), which reads the document again. Browsers run their tokenizer
// ahead instead, and so does this: a meta in a comment, a script or a title is text, and
// a meta past the first kilobyte counts as long as the document is still in its head.
//
// OMITTED: the prescan as bytes, which would take `<meta charset=` in a script for a declaration.
// The step is optional, no browser engine does it any more, and a real meta wins over what it
// finds.
#include "hrefkit/html/encoding/declared_encoding.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/raw_text.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

constexpr std::string_view opening = "@charset \"";
constexpr std::string_view closing = "\";";
/// The declaration must be in the first bytes of the style sheet.
constexpr std::size_t max_rule = 1024;

}  // namespace

std::optional<Encoding> encoding_in_charset_rule(std::string_view bytes) {
  if (!bytes.starts_with(opening)) return std::nullopt;
  const std::string_view rest = bytes.substr(0, max_rule).substr(opening.size());
  const std::size_t quote = rest.find('"');
  if (quote == rest.npos || rest.substr(quote, closing.size()) != closing) return std::nullopt;
  return encoding_from_ascii_label(rest.substr(0, quote));
}

namespace {

using text::Encoding;

/// "An ASCII space or control character", by which the standard means bytes up to 0x20.
constexpr text::ByteSet space_or_control = text::ByteSet::range(0x00, 0x20);

}  // namespace

std::optional<Encoding> utf_16_of_xml_declaration(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("<\0?\0x\0"sv)) return Encoding::utf_16le;
  if (bytes.starts_with("\0<\0?\0x"sv)) return Encoding::utf_16be;
  return std::nullopt;
}

std::optional<Encoding> encoding_in_xml_declaration(std::string_view bytes) {
  // Steps 1 to 3: what is between `<?xml` and the next `>`.
  if (!bytes.starts_with("<?xml")) return std::nullopt;
  const std::size_t declaration_end = bytes.find('>');
  if (declaration_end == bytes.npos) return std::nullopt;
  std::string_view rest = bytes.substr(0, declaration_end);
  // Steps 4 to 9: `encoding`, `=` and spaces.
  constexpr std::string_view keyword = "encoding";
  const std::size_t found = rest.find(keyword);
  if (found == rest.npos) return std::nullopt;
  rest.remove_prefix(found + keyword.size());
  text::skip(rest, space_or_control);
  if (!rest.starts_with('=')) return std::nullopt;
  rest.remove_prefix(1);
  text::skip(rest, space_or_control);
  // Steps 10 to 15: the label between two quotes, without spaces.
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return std::nullopt;
  const std::size_t quote = rest.find(rest.front(), 1);
  if (quote == rest.npos) return std::nullopt;
  const std::string_view label = rest.substr(1, quote - 1);
  if (text::length_until(label, space_or_control) != label.size()) return std::nullopt;
  // Steps 16 to 18: a declaration that could be read as ASCII is not in UTF-16.
  return encoding_from_ascii_label(label);
}

namespace {

using text::Encoding;

/// Tags that begin before this offset are read wherever they are.
constexpr std::size_t prescan_length = 1024;

/// The elements of a head. Any other tag ends the head here.
constexpr std::array<std::string_view, 8> head_elements{"base",   "link",   "meta",  "noscript",
                                                        "object", "script", "style", "title"};
static_assert(std::is_sorted(head_elements.begin(), head_elements.end()));

/// True when the head goes on after a tag.
bool stays_in_head(Tag const& tag, std::string_view bytes) {
  if (!tag.is_end && (tag.is(bytes, "html") || tag.is(bytes, "head"))) return true;
  return std::any_of(head_elements.begin(), head_elements.end(),
                     [&](std::string_view name) { return tag.is(bytes, name); });
}

/// The encoding of a label in a meta element.
std::optional<Encoding> encoding_of(std::string_view label) {
  const auto encoding = encoding_from_ascii_label(label);
  return encoding == Encoding::x_user_defined ? Encoding::windows_1252 : encoding;
}

// The steps of the prescan for a meta element (13.2.3.2): charset counts before content, and that
// only beside http-equiv=content-type.
std::optional<Encoding> declared_encoding(Tag const& meta, std::string_view bytes) {
  if (const auto charset = meta.value(bytes, "charset")) return encoding_of(*charset);
  const auto pragma = meta.value(bytes, "http-equiv");
  if (!pragma || !text::equals_ignoring_ascii_case(*pragma, "content-type")) return std::nullopt;
  const auto content = meta.value(bytes, "content");
  return content ? encoding_in_content_attribute(*content) : std::nullopt;
}

/// The prescan reads noscript as without scripting.
void follow_content_model(Tag const& start_tag, std::string_view bytes, TagTokenizer& tokenizer) {
  const TagName name = tag_name(start_tag.name.in(bytes));
  const ContentModel model = content_model_of(name, false);
  if (model != ContentModel::data) tokenizer.set_content_model(model, name);
}

}  // namespace

std::optional<Encoding> encoding_in_content_attribute(std::string_view content) {
  constexpr std::string_view keyword = "charset";
  // Steps 2 to 4: the first "charset" with a `=` after it.
  std::string_view rest = content;
  do {
    const std::size_t found = text::find_ignoring_ascii_case(rest, keyword);
    if (found == rest.npos) return std::nullopt;
    rest.remove_prefix(found + keyword.size());
    text::skip(rest, text::ascii_whitespace);
  } while (!rest.starts_with('='));
  // Steps 5 and 6: a quoted label, or one up to white space or a semicolon.
  rest.remove_prefix(1);
  text::skip(rest, text::ascii_whitespace);
  if (rest.empty()) return std::nullopt;
  if (rest.front() == '"' || rest.front() == '\'') {
    const std::size_t quote = rest.find(rest.front(), 1);
    if (quote == rest.npos) return std::nullopt;
    return encoding_of(rest.substr(1, quote - 1));
  }
  return encoding_of(rest.substr(0, rest.find_first_of("\t\n\f\r ;")));
}

std::optional<Encoding> find_meta_encoding(std::string_view bytes) {
  TagTokenizer tokenizer(bytes);
  Tag tag;
  bool in_head = true;
  while (tokenizer.next(tag)) {
    if (!in_head && tag.span.begin >= prescan_length) break;
    if (!tag.is_end) {
      if (tag.is(bytes, "meta")) {
        if (const auto encoding = declared_encoding(tag, bytes)) return encoding;
      }
      follow_content_model(tag, bytes, tokenizer);
    }
    in_head = in_head && stays_in_head(tag, bytes);
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
