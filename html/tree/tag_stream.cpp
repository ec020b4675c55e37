#include "hrefkit/html/tree/tag_stream.h"

#include <algorithm>
#include <string>

#include "hrefkit/html/dom/shadow_root.h"
#include "hrefkit/html/names/tag_groups.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

TagAttribute const* find(std::string_view text, Tag const& tag, std::string_view lower_name) {
  for (TagAttribute const& attribute : tag.attributes) {
    if (text::equals_ignoring_ascii_case(attribute.name.in(text), lower_name)) return &attribute;
  }
  return nullptr;
}

/// True when the attribute is there and its value one of `values`, in any ASCII case.
bool has_value(std::string_view text, Tag const& tag, std::string_view name,
               std::initializer_list<std::string_view> values) {
  TagAttribute const* attribute = find(text, tag, name);
  if (attribute == nullptr) return false;
  std::string value;
  decode_attribute_value(attribute->value.in(text), value, nullptr);
  return std::any_of(values.begin(), values.end(), [&](std::string_view v) {
    return text::equals_ignoring_ascii_case(value, v);
  });
}

}  // namespace

StartTagFacts start_tag_facts(std::string_view text, Tag const& tag, TagName name) {
  StartTagFacts facts{.self_closing = tag.self_closing};
  if (name == TagName::font) {
    facts.styles_font = find(text, tag, "color") != nullptr || find(text, tag, "face") != nullptr ||
                        find(text, tag, "size") != nullptr;
  } else if (name == TagName::annotation_xml) {
    facts.annotates_html = has_value(text, tag, "encoding", {"text/html", "application/xhtml+xml"});
  } else if (name == TagName::input) {
    facts.is_hidden_input = has_value(text, tag, "type", {"hidden"});
  } else if (name == TagName::template_) {
    facts.names_shadow_root = find(text, tag, shadow_root_attribute) != nullptr;
  }
  return facts;
}

std::uint32_t& TagStream::open_count(std::string_view written) {
  if (name_ != TagName::unknown) return open_[static_cast<std::size_t>(name_)];
  std::size_t hash = written.size();
  for (const char c : written.substr(0, 16)) {
    hash = hash * 31 + static_cast<unsigned char>(text::to_ascii_lower(c));
  }
  return open_[tag_name_count + hash % (open_.size() - tag_name_count)];
}

bool TagStream::next() {
  if (!read()) return false;
  std::uint32_t& open = open_count(tag_.name.in(text_));
  apply(open > 0 ? OpenElsewhere::likely : OpenElsewhere::no);
  if (tag_.is_end) {
    if (open > 0) --open;
  } else if (outcome_.fate == TagFate::inserted && outcome_.ns == Namespace::html &&
             outcome_.content == ContentModel::data && !tag_groups::void_elements.contains(name_)) {
    ++open;
  }
  return true;
}

bool TagStream::read() {
  const bool found = tokenizer_.next(tag_);
  if (state_.wants_text()) state_.text(preceding_text().in(text_));
  if (found) name_ = tag_name(tag_.name.in(text_));
  return found;
}

void TagStream::apply(OpenElsewhere open, std::optional<bool> frameset_ok) {
  const std::string_view written = tag_.name.in(text_);
  if (tag_.is_end) {
    state_.end_tag(name_, written, open);
  } else {
    facts_ = start_tag_facts(text_, tag_, name_);
    facts_.frameset_ok = frameset_ok;
    outcome_ = state_.start_tag(name_, written, facts_);
    if (outcome_.content != ContentModel::data) {
      tokenizer_.set_content_model(outcome_.content,
                                   tag_names[static_cast<std::size_t>(name_) - 1]);
    }
  }
  tokenizer_.set_cdata(state_.in_foreign_content() ? Cdata::section : Cdata::comment);
}

}  // namespace hrefkit::html
