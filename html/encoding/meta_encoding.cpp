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
#include "hrefkit/html/encoding/meta_encoding.h"

#include <algorithm>
#include <array>
#include <string>

#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

using text::Encoding;

/// Tags that begin before this offset are read wherever they stand.
constexpr std::size_t prescan_length = 1024;

/// What may stand in a head. Any other tag ends the head here.
constexpr std::array<std::string_view, 8> head_elements{"base",   "link",   "meta",  "noscript",
                                                        "object", "script", "style", "title"};
static_assert(std::is_sorted(head_elements.begin(), head_elements.end()));

struct ContentModelRow {
  std::string_view element;
  ContentModel model;
};

/// The elements in which there are no tags (13.2.6.4); noscript has them, as without scripting.
constexpr std::array content_models{
    ContentModelRow{"iframe", ContentModel::raw_text},
    ContentModelRow{"noembed", ContentModel::raw_text},
    ContentModelRow{"noframes", ContentModel::raw_text},
    ContentModelRow{"plaintext", ContentModel::plain_text},
    ContentModelRow{"script", ContentModel::script_data},
    ContentModelRow{"style", ContentModel::raw_text},
    ContentModelRow{"textarea", ContentModel::rcdata},
    ContentModelRow{"title", ContentModel::rcdata},
    ContentModelRow{"xmp", ContentModel::raw_text},
};

/// True when the head goes on after a tag.
bool stays_in_head(Tag const& tag, std::string_view bytes) {
  if (!tag.is_end && (tag.is(bytes, "html") || tag.is(bytes, "head"))) return true;
  return std::any_of(head_elements.begin(), head_elements.end(),
                     [&](std::string_view name) { return tag.is(bytes, name); });
}

std::string attribute_value(TagAttribute const& attribute, std::string_view bytes) {
  std::string value;
  decode_attribute_value(attribute.value.in(bytes), value, nullptr);
  return value;
}

// The steps of the prescan for a meta element (13.2.3.2): charset counts before content, and that
// only beside http-equiv=content-type.
std::optional<Encoding> declared_encoding(Tag const& meta, std::string_view bytes) {
  bool got_pragma = false;
  bool has_charset = false;
  std::optional<Encoding> charset;
  std::optional<Encoding> content;
  for (TagAttribute const& attribute : meta.attributes) {
    const std::string name = text::to_ascii_lower(attribute.name.in(bytes));
    if (name == "http-equiv") {
      got_pragma =
          text::equals_ignoring_ascii_case(attribute_value(attribute, bytes), "content-type");
    } else if (name == "content") {
      content = encoding_in_content_attribute(attribute_value(attribute, bytes));
    } else if (name == "charset") {
      has_charset = true;
      charset = text::encoding_from_label(attribute_value(attribute, bytes));
    }
  }
  if (has_charset) return charset;
  return got_pragma ? content : std::nullopt;
}

/// A declaration that could be read as ASCII is not in UTF-16.
Encoding as_declared(Encoding encoding) {
  switch (encoding) {
    case Encoding::utf_16be:
    case Encoding::utf_16le:
      return Encoding::utf_8;
    case Encoding::x_user_defined:
      return Encoding::windows_1252;
    default:
      return encoding;
  }
}

void follow_content_model(Tag const& start_tag, std::string_view bytes, TagTokenizer& tokenizer) {
  for (ContentModelRow const& row : content_models) {
    if (start_tag.is(bytes, row.element)) tokenizer.set_content_model(row.model, row.element);
  }
}

/// The offset of `word` in ASCII lower case or not, at or after `from`.
std::size_t find_ignoring_case(std::string_view text, std::string_view word, std::size_t from) {
  const auto found =
      std::search(text.begin() + static_cast<std::ptrdiff_t>(from), text.end(), word.begin(),
                  word.end(), [](char a, char b) { return text::to_ascii_lower(a) == b; });
  return found == text.end() ? text.npos : static_cast<std::size_t>(found - text.begin());
}

std::size_t skip_white_space(std::string_view text, std::size_t from) {
  while (from < text.size() && text::ascii_whitespace.contains(text[from])) ++from;
  return from;
}

}  // namespace

std::optional<Encoding> encoding_in_content_attribute(std::string_view content) {
  constexpr std::string_view keyword = "charset";
  // Steps 2 to 4: the first "charset" with a `=` after it.
  std::size_t position = 0;
  do {
    const std::size_t found = find_ignoring_case(content, keyword, position);
    if (found == content.npos) return std::nullopt;
    position = skip_white_space(content, found + keyword.size());
  } while (position < content.size() && content[position] != '=');
  if (position == content.size()) return std::nullopt;
  // Steps 5 and 6: a quoted label, or one up to white space or a semicolon.
  position = skip_white_space(content, position + 1);
  const std::string_view rest = content.substr(position);
  if (rest.empty()) return std::nullopt;
  if (rest.front() == '"' || rest.front() == '\'') {
    const std::size_t quote = rest.find(rest.front(), 1);
    if (quote == rest.npos) return std::nullopt;
    return text::encoding_from_label(rest.substr(1, quote - 1));
  }
  return text::encoding_from_label(rest.substr(0, rest.find_first_of("\t\n\f\r ;")));
}

std::optional<Encoding> find_meta_encoding(std::string_view bytes) {
  TagTokenizer tokenizer(bytes);
  Tag tag;
  bool in_head = true;
  while (tokenizer.next(tag)) {
    if (!in_head && tag.span.begin >= prescan_length) break;
    if (!tag.is_end) {
      if (tag.is(bytes, "meta")) {
        if (const auto encoding = declared_encoding(tag, bytes)) return as_declared(*encoding);
      }
      follow_content_model(tag, bytes, tokenizer);
    }
    in_head = in_head && stays_in_head(tag, bytes);
  }
  return std::nullopt;
}

}  // namespace hrefkit::html
