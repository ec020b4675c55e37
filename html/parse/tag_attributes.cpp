#include "hrefkit/html/parse/tag_attributes.h"

#include <cstddef>
#include <set>
#include <utility>

#include "hrefkit/html/names/foreign_names.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

void set_from_source(Document& document, SourcedString& string, SourceDecoder decode) {
  const std::string_view raw = string.span.in(document.text());
  if (!needs_decoding(raw)) {
    string.value = raw;
    return;
  }
  std::string value;
  text::SourceMap map;
  decode(raw, value, &map);
  string.value = document.keep(std::move(value));
  if (!map.is_identity()) string.map = document.keep(std::move(map));
}

namespace {

void append_piece(Document& document, NodeId parent, text::Span span, SourceDecoder decode) {
  if (span.empty()) return;
  SourcedString text;
  text.span = span;
  set_from_source(document, text, decode);
  document.append_text(parent, text);
}

/// Appends the text between two tags.
void append_between_tags(Document& document, NodeId parent, text::Span span) {
  const std::string_view text = document.text().substr(0, span.end);
  std::size_t begin = span.begin;  // of the current text
  std::size_t at = text.find('<', begin);
  while (at != text.npos) {
    const std::string_view rest = text.substr(at);
    const bool is_section = rest.starts_with(cdata_start);
    std::size_t end = at + 1;
    if (rest.starts_with("<!")) {
      end = skip_markup_declaration(text, at, Cdata::section);
    } else if (rest.starts_with("<?") || rest.starts_with("</")) {
      end = skip_bogus_comment(text, at + (rest[1] == '/' ? 2 : 1));
    } else {
      at = text.find('<', end);  // a lone `<`
      continue;
    }
    append_piece(document, parent, text::make_span(begin, at), decode_text);
    if (is_section) {
      const std::size_t first = at + cdata_start.size();
      const bool is_closed =
          end - first >= cdata_end.size() && text.substr(0, end).ends_with(cdata_end);
      const std::size_t last = is_closed ? end - cdata_end.size() : end;
      append_piece(document, parent, text::make_span(first, last), decode_raw_text);
    }
    begin = end;
    at = text.find('<', end);
  }
  append_piece(document, parent, text::make_span(begin, text.size()), decode_text);
}

}  // namespace

void append_foreign_text(Document& document, NodeId parent, text::Span span) {
  // FAST: most texts have no markup.
  if (span.in(document.text()).find('<') == std::string_view::npos) {
    return append_piece(document, parent, span, decode_text);
  }
  TagTokenizer tags(document.text().substr(0, span.end));
  tags.set_cdata(Cdata::section);
  tags.restart(span.begin);
  Tag tag;
  while (tags.next(tag)) append_between_tags(document, parent, tags.preceding_text());
  append_between_tags(document, parent, tags.preceding_text());
}

std::string_view kept_lower_name(Document& document, std::string_view written) {
  std::string name;
  decode_raw_text(written, name, nullptr);
  name = text::to_ascii_lower(name);
  return name == written ? written : document.keep_name(name);
}

Attribute attribute_from_tag(Document& document, TagAttribute const& written) {
  Attribute attribute;
  attribute.span = written.value;
  attribute.name = kept_lower_name(document, written.name.in(document.text()));
  set_from_source(document, attribute, decode_attribute_value);
  return attribute;
}

namespace {

Attribute make_attribute(Document& document, Namespace ns, TagAttribute const& written) {
  Attribute attribute = attribute_from_tag(document, written);
  if (ns != Namespace::html) {
    const AdjustedName adjusted = adjust_foreign_attribute(attribute.name, ns);
    attribute.name = adjusted.name;
    attribute.ns = adjusted.ns;
  }
  return attribute;
}

}  // namespace

std::string_view element_name(Document& document, Namespace ns, std::string_view written) {
  const std::string_view name = kept_lower_name(document, written);
  if (ns == Namespace::html) return name == "image" ? "img" : name;
  const std::string_view mixed = ns == Namespace::svg ? svg_tag_name(name) : std::string_view();
  return mixed.empty() ? name : mixed;
}

void append_attributes(Document& document, Namespace ns, std::span<TagAttribute const> attributes) {
  for (TagAttribute const& written : attributes) {
    document.append_attribute(make_attribute(document, ns, written));
  }
}

Tag const& TagReader::read(text::Span span) {
  tokenizer_.restart(span.begin);
  tokenizer_.next(tag_);
  return tag_;
}

void TagReader::append(Namespace ns, text::Span span) {
  append_attributes(document_, ns, read(span).attributes);
}

void TagReader::append_merged(std::span<text::Span const> spans) {
  std::set<std::string_view> names;
  for (text::Span const& span : spans) {
    for (TagAttribute const& written : read(span).attributes) {
      const Attribute attribute = make_attribute(document_, Namespace::html, written);
      if (names.insert(attribute.name).second) document_.append_attribute(attribute);
    }
  }
}

}  // namespace hrefkit::html
