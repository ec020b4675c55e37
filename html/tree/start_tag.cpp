#include "hrefkit/html/tree/start_tag.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

using enum TagName;

bool has(std::string_view text, Tag const& tag, std::string_view lower_name) {
  return tag.attribute(text, lower_name) != nullptr;
}

/// True when the attribute is there and its value is one of `values`, in any ASCII case.
bool has_value(std::string_view text, Tag const& tag, std::string_view name,
               std::initializer_list<std::string_view> values) {
  const auto value = tag.value(text, name);
  return value && std::any_of(values.begin(), values.end(), [&](std::string_view v) {
           return text::equals_ignoring_ascii_case(*value, v);
         });
}

std::uint64_t hash_of_value(std::string_view raw) {
  const std::uint64_t seed = text::process_hash_key()[0];
  if (!needs_decoding(raw)) return text::hash64(raw, seed);
  std::string value;
  decode_attribute_value(raw, value, nullptr);
  return text::hash64(value, seed);
}

/// The sum over all attributes does not depend on their order.
FormattingTag formatting_tag(std::string_view text, Tag const& tag) {
  constexpr std::uint64_t odd_factor = 0x9E3779B97F4A7C15;
  FormattingTag formatting{.attributes = static_cast<std::uint32_t>(tag.attributes.size()),
                           .begin = tag.span.begin};
  for (TagAttribute const& attribute : tag.attributes) {
    const std::uint64_t hash =
        hash_name(attribute.name.in(text)) * odd_factor ^ hash_of_value(attribute.value.in(text));
    formatting.identity += hash * odd_factor;
  }
  return formatting;
}

}  // namespace

StartTagFacts start_tag_facts(std::string_view text, Tag const& tag, TagName name) {
  StartTagFacts facts{.self_closing = tag.self_closing};
  if (tag_groups::formatting_names.contains(name)) facts.formatting = formatting_tag(text, tag);
  switch (name) {
    case font:
      facts.styles_font =
          has(text, tag, "color") || has(text, tag, "face") || has(text, tag, "size");
      break;
    case annotation_xml:
      facts.annotates_html =
          has_value(text, tag, "encoding", {"text/html", "application/xhtml+xml"});
      break;
    case input:
      facts.is_hidden_input = has_value(text, tag, "type", {"hidden"});
      break;
    case template_:
      facts.names_shadow_root = has_value(text, tag, "shadowrootmode", {"open", "closed"});
      facts.names_marker = !tag.value(text, "for").value_or("").empty();
      break;
    default:
      break;
  }
  return facts;
}

StartTagFacts start_tag_facts(std::string_view written, TagName name) {
  TagTokenizer tokenizer(written);
  Tag tag;
  tokenizer.next(tag);
  return start_tag_facts(written, tag, name);
}

}  // namespace hrefkit::html
