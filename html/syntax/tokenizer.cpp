#include "hrefkit/html/syntax/tokenizer.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/attribute_value.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

// Removing duplicate attributes.

/// FAST: up to this number, attributes are compared in pairs; more are sorted.
constexpr std::size_t few_attributes = 16;

void remove_among_few(std::string_view text, std::vector<TagAttribute>& attributes) {
  for (std::size_t i = 1; i < attributes.size();) {
    const std::string_view name = attributes[i].name.in(text);
    const auto current = attributes.begin() + static_cast<std::ptrdiff_t>(i);
    const bool seen = std::any_of(attributes.begin(), current, [&](TagAttribute const& earlier) {
      return same_name(earlier.name.in(text), name);
    });
    if (seen) {
      attributes.erase(current);
    } else {
      ++i;
    }
  }
}

struct HashedName {
  std::uint64_t hash;
  std::string_view name;
  std::uint32_t index;  ///< of the attribute

  bool is_like(HashedName const& other) const {
    return hash == other.hash && same_name(name, other.name);
  }
};

/// Orders by hash, names with equal hashes by name, and equal names in source order. The hash is
/// not seeded, so an author can choose colliding names; ordering them by name avoids quadratic
/// time.
bool comes_before(HashedName const& a, HashedName const& b) {
  if (a.hash != b.hash) return a.hash < b.hash;
  const int order = compare_names(a.name, b.name);
  return order != 0 ? order < 0 : a.index < b.index;
}

void remove_among_many(std::string_view text, std::vector<TagAttribute>& attributes) {
  std::vector<HashedName> names;
  names.reserve(attributes.size());
  for (TagAttribute const& attribute : attributes) {
    const std::string_view name = attribute.name.in(text);
    names.push_back({hash_name(name), name, static_cast<std::uint32_t>(names.size())});
  }
  std::sort(names.begin(), names.end(), comes_before);
  std::vector<bool> duplicate(attributes.size());
  for (std::size_t i = 1; i < names.size(); ++i) {
    duplicate[names[i].index] = names[i - 1].is_like(names[i]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    if (!duplicate[i]) attributes[kept++] = attributes[i];
  }
  attributes.resize(kept);
}

/// Removes every attribute whose name occurs earlier in the list ("duplicate-attribute", HTML
/// standard 13.2.5.33), in time n log n. Spans refer to `text`.
void remove_duplicate_attributes(std::string_view text, std::vector<TagAttribute>& attributes) {
  if (attributes.size() <= few_attributes) {
    remove_among_few(text, attributes);
  } else {
    remove_among_many(text, attributes);
  }
}

using text::make_span;
using namespace tag_syntax;

}  // namespace

bool Tag::is(std::string_view text, std::string_view lower_name) const {
  return text::equals_ignoring_ascii_case(name.in(text), lower_name);
}

TagAttribute const* Tag::attribute(std::string_view text, std::string_view lower_name) const {
  for (TagAttribute const& attribute : attributes) {
    if (text::equals_ignoring_ascii_case(attribute.name.in(text), lower_name)) return &attribute;
  }
  return nullptr;
}

std::optional<std::string> Tag::value(std::string_view text, std::string_view lower_name) const {
  TagAttribute const* const found = attribute(text, lower_name);
  if (found == nullptr) return std::nullopt;
  std::string value;
  decode_attribute_value(found->value.in(text), value, nullptr);
  return value;
}

void TagTokenizer::restart(std::size_t at) {
  at_ = at;
  model_ = ContentModel::data;
}

void TagTokenizer::set_content_model(ContentModel model, TagName name) {
  model_ = model;
  text_element_ = name;
}

bool TagTokenizer::next(Tag& tag) {
  assert(text_.size() <= text::max_text_bytes);
  const std::size_t begin = at_;
  const bool found = find_tag(tag);
  preceding_text_ = make_span(begin, found ? tag.span.begin : at_);
  if (!found) at_ = text_.size();
  return found;
}

bool TagTokenizer::find_tag(Tag& tag) {
  if (model_ != ContentModel::data) {
    const std::size_t end_tag = find_content_end(text_, at_, model_, text_element_);
    model_ = ContentModel::data;
    at_ = end_tag;
    if (end_tag == text_.size()) return false;
    return read_tag(end_tag, end_tag + 2, tag);
  }
  // 13.2.5.1 "data state"
  while (true) {
    const std::size_t less_than = text_.find('<', at_);
    if (less_than == text_.npos) {
      at_ = text_.size();
      return false;
    }
    if (open_tag(less_than, tag)) return true;
    if (at_ == less_than) return false;
  }
}

// 13.2.5.6 "tag open state" and 13.2.5.7 "end tag open state". False without a tag: then `at_` was
// advanced, or it is at `less_than` if the end of the text cuts the tag off.
bool TagTokenizer::open_tag(std::size_t less_than, Tag& tag) {
  const std::size_t after = less_than + 1;
  const char c = after < text_.size() ? text_[after] : '\0';
  if (text::ascii_alpha.contains(c)) return read_tag(less_than, after, tag);
  if (c == '!') {
    at_ = skip_markup_declaration(text_, less_than, cdata_);
  } else if (c == '?') {
    at_ = skip_bogus_comment(text_, after);
  } else if (c == '/' && after + 1 < text_.size()) {
    if (text::ascii_alpha.contains(text_[after + 1])) return read_tag(less_than, after + 1, tag);
    at_ = skip_bogus_comment(text_, after + 1);
  } else {
    at_ = after;
  }
  return false;
}

// 13.2.5.8 "tag name state"
bool TagTokenizer::read_tag(std::size_t less_than, std::size_t name, Tag& tag) {
  at_ = name + text::length_until(text_.substr(name), tag_name_end);
  tag.is_end = text_[less_than + 1] == '/';
  tag.self_closing = false;
  tag.name = make_span(name, at_);
  if (!read_attributes(tag)) {
    at_ = less_than;
    return false;
  }
  tag.span = make_span(less_than, at_);
  if (!keeps_duplicates_) remove_duplicate_attributes(text_, attributes_);
  tag.attributes = attributes_;
  return true;
}

// 13.2.5.32 "before attribute name state", 13.2.5.34 "after attribute name state" and 13.2.5.40
// "self-closing start tag state". False at the end of the text.
bool TagTokenizer::read_attributes(Tag& tag) {
  attributes_.clear();
  while (true) {
    skip_white_space();
    if (at_ == text_.size()) return false;
    if (text_[at_] == '>') {
      ++at_;
      return true;
    }
    if (text_[at_] == '/') {
      ++at_;
      tag.self_closing = at_ < text_.size() && text_[at_] == '>';
    } else if (!read_attribute()) {
      return false;
    }
  }
}

// 13.2.5.33 "attribute name state". A leading `=` belongs to the name.
bool TagTokenizer::read_attribute() {
  const std::size_t name = at_;
  at_ = name + 1 + text::length_until(text_.substr(name + 1), attribute_name_end);
  TagAttribute attribute;
  attribute.name = make_span(name, at_);
  attribute.value = make_span(at_, at_);
  skip_white_space();
  if (at_ < text_.size() && text_[at_] == '=') {
    ++at_;
    if (!read_value(attribute)) return false;
  }
  attributes_.push_back(attribute);
  return at_ < text_.size();
}

// 13.2.5.35 "before attribute value state" to 13.2.5.38
bool TagTokenizer::read_value(TagAttribute& attribute) {
  skip_white_space();
  if (at_ == text_.size()) return false;
  const char first = text_[at_];
  if (first == '"' || first == '\'') {
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find(first, begin);
    if (end == text_.npos) return false;
    attribute.value = make_span(begin, end);
    attribute.quote = first;
    at_ = end + 1;
    return true;
  }
  const std::size_t begin = at_;
  at_ += text::length_until(text_.substr(begin), unquoted_value_end);
  attribute.value = make_span(begin, at_);
  return true;
}

void TagTokenizer::skip_white_space() {
  at_ += text::run_length(text_.substr(at_), white_space);
}

}  // namespace hrefkit::html
