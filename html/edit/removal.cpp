#include "hrefkit/html/edit/removal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/parse/xml_prolog.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::html {

namespace {

void append_of_context(std::vector<XmlBaseAttribute>& found, ContextTree const& tree,
                       std::size_t index, XmlBase which, ContentType type) {
  Context const& context = tree.contexts()[index];
  Document const& document = context.document;
  auto next = context.scopes.begin();  // they are in the order of the tree
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    BaseScope const* scope = nullptr;
    if (next != context.scopes.end() && next->element == id) scope = &*next++;
    const Node node = document[id];
    if (node.type != NodeType::element || node.inert || node.clone) continue;
    const auto attribute = find_xml_base(document, id, which);
    // An attribute that only the DTD declares is not on the tag.
    if (!attribute || attribute->span.begin <= node.source.begin) continue;
    XmlBaseAttribute entry;
    entry.element = node.name;
    entry.value = attribute->value;
    entry.context = tree.path(index);
    if (scope != nullptr && scope->usable) entry.url = tree.base_url(scope->base).url();
    for (const text::Span place :
         attribute_removal(document.text(), node.source, "xml:base", type)) {
      entry.place = tree.to_file(index, place);
      found.push_back(entry);
      entry.is_duplicate = true;
      entry.url.clear();
    }
  }
}

}  // namespace

std::vector<XmlBaseAttribute> find_xml_bases(SourceText const& source,
                                             DocumentOptions const& options) {
  std::vector<XmlBaseAttribute> found;
  if (!may_have_xml_base(source)) return found;
  Notes notes;
  const ContextTree tree(source, options, notes);
  // Attributes that do not count are removed as well, so that no other reader uses them.
  const XmlBase removed =
      options.xml_base == XmlBase::namespaced ? XmlBase::namespaced : XmlBase::on;
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) {
    const ContentType type = i == 0 ? source.content_type : ContentType::html;
    append_of_context(found, tree, i, removed, type);
  }
  std::sort(found.begin(), found.end(), [](XmlBaseAttribute const& a, XmlBaseAttribute const& b) {
    return a.place.begin < b.place.begin;
  });
  return found;
}

namespace {

using text::Span;

/// From the name to the end of the value and its closing quote.
Span bare_attribute(Span name, Span value, bool quoted) {
  return {name.begin, std::max(name.end, quoted ? value.end + 1 : value.end)};
}

/// The end of the attribute before a removed one.
enum class EndBefore : std::uint8_t {
  marked,          ///< it ends with a quote, or has no value
  unquoted_value,  ///< a slash directly after it would become part of the value
};

/// A removed attribute.
struct Removed {
  Span place;
  EndBefore before = EndBefore::marked;
};

/// The span to remove: the attribute with the white space before it.
Span whole_attribute(std::string_view text, Removed removed) {
  Span whole = removed.place;
  while (whole.begin > 0 && tag_syntax::white_space.contains(text[whole.begin - 1])) --whole.begin;
  if (whole.end >= text.size() || whole.begin == removed.place.begin) return whole;
  // Keep one white space character if the text after it would join the attribute before it.
  const char next = text[whole.end];
  const bool joins = !tag_syntax::tag_name_end.contains(next) ||
                     (next == '/' && removed.before == EndBefore::unquoted_value);
  if (joins) ++whole.begin;
  return whole;
}

/// The attributes with one name on a tag, including duplicates, and whether it has others.
struct NamedAttributes {
  std::vector<Removed> removed;
  bool others = false;
  EndBefore end_before = EndBefore::marked;  ///< of the last one of the others

  void add(Span bare) {
    if (!removed.empty() && removed.back().place.end == bare.begin) {
      removed.back().place.end = bare.end;
    } else {
      removed.push_back({bare, end_before});
    }
  }
};

/// Includes duplicates: after the first one is removed, the next one would become the attribute.
NamedAttributes html_attributes(std::string_view tag, std::string_view name) {
  NamedAttributes found;
  TagTokenizer tokenizer(tag);
  tokenizer.keep_duplicates();
  Tag read;
  if (!tokenizer.next(read)) return found;
  for (TagAttribute const& attribute : read.attributes) {
    if (text::equals_ignoring_ascii_case(attribute.name.in(tag), name)) {
      found.add(bare_attribute(attribute.name, attribute.value, attribute.quote != 0));
    } else {
      found.others = true;
      const bool is_unquoted = attribute.quote == 0 && !attribute.value.empty();
      found.end_before = is_unquoted ? EndBefore::unquoted_value : EndBefore::marked;
    }
  }
  return found;
}

NamedAttributes xml_attributes(std::string_view tag, std::string_view name) {
  NamedAttributes found;
  XmlStartTag read(tag, text::make_span(0, tag.size()));
  while (const auto attribute = read.next()) {
    if (attribute->name.in(tag) == name) {
      found.add(bare_attribute(attribute->name, attribute->value, true));
    } else {
      found.others = true;
    }
  }
  return found;
}

NamedAttributes attributes(std::string_view tag, std::string_view name, ContentType content_type) {
  return content_type == ContentType::xml ? xml_attributes(tag, name) : html_attributes(tag, name);
}

/// The spans of `text` to remove from `tag`.
std::vector<Span> places_of(NamedAttributes const& found, std::string_view text, Span tag) {
  std::vector<Span> places;
  for (Removed const& removed : found.removed) {
    const Span whole = whole_attribute(tag.in(text), removed);
    places.push_back({whole.begin + tag.begin, whole.end + tag.begin});
  }
  return places;
}

/// The end of the element whose start tag is `tag`, if it has no content; else 0. In HTML a base
/// element ends with its tag.
std::uint32_t element_end(std::string_view text, Span tag, ContentType content_type) {
  if (content_type == ContentType::html) return tag.end;
  if (tag.in(text).ends_with("/>")) return tag.end;
  const std::string_view rest = text.substr(tag.end);
  if (!rest.starts_with("</")) return 0;
  return tag.end + static_cast<std::uint32_t>(rest.find('>') + 1);
}

/// Maximum length of the beginning of a character reference. Numbers with more leading zeros do not
/// occur in pages.
constexpr std::uint32_t max_reference_start = 1024;

/// True if an incomplete character may end before `end`, whose bytes would combine with those that
/// follow. Decoders emit U+FFFD for it, and read its last byte again if that is ASCII.
bool ends_in_cut_character(std::string_view text, std::size_t end) {
  std::string cut;
  text::append_utf8(cut, text::replacement_character);
  const std::size_t length = std::min(end, cut.size() + 1);
  return text.substr(end - length, length).find(cut) != std::string_view::npos;
}

/// True if, without the element, the text before it would form a tag, a character reference, a
/// character or a newline together with the text after it.
bool would_join(std::string_view text, Span element) {
  std::uint32_t begin = element.begin;
  if (begin == 0) return false;
  const char last = text[begin - 1];
  if (last == '<' || last == '/' || ends_in_cut_character(text, begin)) return true;
  if (last == '\r' && text.substr(element.end).starts_with('\n')) return true;
  const std::uint32_t first = begin - std::min(begin, max_reference_start);
  while (begin > first &&
         (text::ascii_alphanumeric.contains(text[begin - 1]) || text[begin - 1] == '#')) {
    --begin;
  }
  return begin > 0 && text[begin - 1] == '&';
}

/// The start of the tag or comment that ends at `end`, up to the end of its name; empty if none
/// ends there, or if it has a `<` or `>` inside.
std::string_view start_of_tag_before(std::string_view text, std::size_t end) {
  if (end == 0 || text[end - 1] != '>') return {};
  const std::size_t begin = text.rfind('<', end - 1);
  if (begin == std::string_view::npos || text.find('>', begin) + 1 < end) return {};
  std::size_t at = begin + 1;
  while (at < end && !tag_syntax::tag_name_end.contains(text[at])) ++at;
  return text.substr(begin, at - begin);
}

bool is_one_of(std::string_view start, std::string_view one, std::string_view other) {
  return text::equals_ignoring_ascii_case(start, one) ||
         text::equals_ignoring_ascii_case(start, other);
}

/// True if, without the element, a newline after it would become the first in a `pre`, where it is
/// ignored (HTML Standard 13.2.6.4.7, a start tag "pre" or "listing"). It may be a character
/// reference.
bool makes_newline_first(std::string_view text, Span element) {
  if (element.end == text.size() || std::string_view("\r\n&").find(text[element.end]) == text.npos)
    return false;
  std::size_t end = element.begin;
  std::string_view start = start_of_tag_before(text, end);
  while (text::equals_ignoring_ascii_case(start, "<base")) {  // it may be removed, too
    end = static_cast<std::size_t>(start.data() - text.data());
    start = start_of_tag_before(text, end);
  }
  return is_one_of(start, "<pre", "<listing");
}

/// True if the element ends a `colgroup`, so that columns after it would join those before it (HTML
/// Standard 13.2.6.4.12, "anything else").
bool ends_column_group(std::string_view text, std::size_t begin) {
  std::string_view start;
  do {
    while (begin > 0 && tag_syntax::white_space.contains(text[begin - 1])) --begin;
    start = start_of_tag_before(text, begin);
    begin = start.empty() ? 0 : static_cast<std::size_t>(start.data() - text.data());
  } while (start.starts_with("<!--"));
  return is_one_of(start, "<colgroup", "<col");
}

/// The offset of the first head tag at or after `from`; npos without one.
std::size_t find_head_tag(std::string_view text, std::size_t from) {
  constexpr std::string_view head = "<head";
  std::size_t at = text::find_ignoring_ascii_case(text, head, from);
  while (at != std::string_view::npos) {
    const std::size_t end = at + head.size();
    if (end < text.size() && tag_syntax::tag_name_end.contains(text[end])) return at;
    at = text::find_ignoring_ascii_case(text, head, end);
  }
  return at;
}

/// True if the marker of a template follows: whether it is in the head decides what the template
/// replaces.
bool precedes_marker(std::string_view text, std::uint32_t begin) {
  return text.find("<?marker", begin) != text.npos || text.find("<?start", begin) != text.npos;
}

constexpr std::string_view doctype = "<!doctype";

/// True if only comments and white space precede `begin`: a doctype may still come.
bool begins_document(std::string_view text, std::uint32_t begin) {
  std::size_t at = 0;
  while (at < begin) {
    if (tag_syntax::white_space.contains(text[at])) {
      ++at;
    } else if (text.substr(at).starts_with("<?")) {
      at = skip_bogus_comment(text, at);
    } else if (text.substr(at).starts_with("<!") &&
               !text::equals_ignoring_ascii_case(text.substr(at, doctype.size()), doctype)) {
      at = skip_markup_declaration(text, at, Cdata::comment);
    } else {
      return false;
    }
  }
  return at == begin;
}

}  // namespace

bool opens_document(std::string_view text, Span tag) {
  const std::size_t head = find_head_tag(text, 0);
  if (head != text.npos && head > tag.begin) return true;
  if (head == text.npos && precedes_marker(text, tag.begin)) return true;
  return begins_document(text, tag.begin) &&
         text::find_ignoring_ascii_case(text, doctype, tag.end) != std::string_view::npos;
}

std::vector<Span> base_removal(std::string_view text, Span tag, ContentType content_type,
                               EmptyBase empty) {
  const NamedAttributes hrefs = attributes(tag.in(text), "href", content_type);
  const std::uint32_t end = element_end(text, tag, content_type);
  const Span element{tag.begin, end};
  const bool reads_else =
      would_join(text, element) ||
      (content_type == ContentType::html &&
       (makes_newline_first(text, element) || ends_column_group(text, tag.begin)));
  const bool may_go = empty == EmptyBase::removed && !reads_else;
  if (!hrefs.others && end != 0 && may_go) return {{tag.begin, end}};
  return places_of(hrefs, text, tag);
}

std::vector<Span> attribute_removal(std::string_view text, Span tag, std::string_view name,
                                    ContentType content_type) {
  return places_of(attributes(tag.in(text), name, content_type), text, tag);
}

}  // namespace hrefkit::html
