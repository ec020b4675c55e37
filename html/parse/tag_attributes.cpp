#include "hrefkit/html/parse/tag_attributes.h"

#include <set>

#include "hrefkit/html/dom/decoded_value.h"
#include "hrefkit/html/names/foreign_attribute.h"
#include "hrefkit/html/names/svg_tag_name.h"

namespace hrefkit::html {

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
