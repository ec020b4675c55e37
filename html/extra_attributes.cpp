#include "hrefkit/html/extra_attributes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "hrefkit/html/link.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::html {

namespace {

/// A grammar by its name, and the kind of its links.
struct Grammar {
  std::string_view name;
  LinkGrammar grammar;
  LinkKind kind;
};

constexpr std::array grammars{
    Grammar{"url", LinkGrammar::url, LinkKind::resource},
    Grammar{"srcset", LinkGrammar::srcset, LinkKind::image},
    Grammar{"css", LinkGrammar::css, LinkKind::css},
    Grammar{"list", LinkGrammar::space_list, LinkKind::resource},
    Grammar{"refresh", LinkGrammar::refresh, LinkKind::refresh},
};

constexpr text::ByteSet ends_name = text::ascii_whitespace | text::ByteSet("\"'<>/=[]");

bool is_name(std::string_view text) {
  return !text.empty() && std::none_of(text.begin(), text.end(),
                                       [](char c) { return c == 0 || ends_name.contains(c); });
}

/// True if the link table has the pair. With a condition, an attribute that only some elements of
/// that name have as a link is another one.
bool is_in_table(std::string_view element, std::string_view attribute, bool has_condition) {
  const auto rows = link_rows();
  return std::any_of(rows.begin(), rows.end(), [&](LinkRow const& row) {
    if (has_condition && row.rule == LinkRule::http_equiv_refresh) return false;
    return row.attribute_ns == Namespace::none && row.attribute == attribute &&
           (text::equals_ignoring_ascii_case(row.element, element) ||
            (row.element == "*" && row.element_ns == Namespace::html));
  });
}

}  // namespace

tl::expected<void, std::string> ExtraAttributes::add(std::string_view text) {
  const auto refuse = [&](std::string const& why) {
    return tl::make_unexpected("'" + std::string(text) + "' " + why);
  };
  const std::size_t first = text.find('[');
  const std::size_t close = text.rfind("]=");
  const std::size_t open = close == text.npos ? close : text.rfind('[', close);
  if (first == text.npos || open == text.npos) {
    return refuse("is not ELEMENT[NAME]=GRAMMAR, such as img[data-src]=url");
  }
  Row row{text::to_ascii_lower(text.substr(0, first)),
          text::to_ascii_lower(text.substr(open + 1, close - open - 1)),
          std::string(text.substr(first, open - first)),
          {},
          {}};
  if (row.element != "*" && !is_name(row.element)) return refuse("names no element");
  if (!is_name(row.attribute)) return refuse("names no attribute");
  const std::string_view name = text.substr(close + 2);
  const auto grammar = std::find_if(grammars.begin(), grammars.end(),
                                    [&](Grammar const& known) { return known.name == name; });
  if (grammar == grammars.end()) {
    return refuse("has no grammar that is known: url, srcset, css, list or refresh");
  }
  if (!row.condition.empty()) {
    auto selector = parse_selector("*" + row.condition);
    if (!selector) return refuse("has a condition that is none: " + selector.error().message);
    if (selector->compounds.size() != 1 || !row.condition.ends_with(']')) {
      return refuse("may have conditions on attributes of its element alone");
    }
    row.met = std::move(selector->compounds.front());
  }
  if (is_in_table(row.element, row.attribute, !row.condition.empty())) {
    return refuse("is among the attributes that are read anyway");
  }
  Rows& rows = by_names_[key(row.element, row.attribute)];
  const auto is_same = [&](Row const* other) { return other->condition == row.condition; };
  if (std::any_of(rows.begin(), rows.end(), is_same)) return refuse("is given twice");
  if (rows.size() == max_rows) {
    return refuse("is one too many: " + std::to_string(max_rows) + " for an attribute are allowed");
  }
  Row& kept = rows_.emplace_back(std::move(row));
  kept.row.element = kept.element;
  kept.row.attribute = kept.attribute;
  kept.row.kind = grammar->kind;
  kept.row.grammar = grammar->grammar;
  kept.row.source = "given for a run";
  rows.push_back(&kept);
  marks_.set(mark(kept.attribute));
  return {};
}

std::string ExtraAttributes::key(std::string_view element, std::string_view attribute) {
  std::string key;
  for (const char c : element) key += text::to_ascii_lower(c);
  key += ' ';
  for (const char c : attribute) key += text::to_ascii_lower(c);
  return key;
}

/// FAST: a number by which most attributes differ.
std::size_t ExtraAttributes::mark(std::string_view attribute) {
  if (attribute.empty()) return 0;
  const auto lower = [](char c) { return static_cast<unsigned char>(text::to_ascii_lower(c)); };
  return (attribute.size() * 31 + std::size_t{lower(attribute.front())} * 7 +
          lower(attribute.back())) %
         256;
}

ExtraAttributes::Rows const* ExtraAttributes::find_exact(std::string_view element,
                                                         std::string_view attribute) const {
  const auto found = by_names_.find(key(element, attribute));
  return found == by_names_.end() ? nullptr : &found->second;
}

LinkRow const* ExtraAttributes::find(Document const& document, NodeId element,
                                     std::string_view attribute) const {
  if (!marks_.test(mark(attribute))) return nullptr;
  for (const std::string_view name : {document[element].name, std::string_view("*")}) {
    Rows const* const rows = find_exact(name, attribute);
    if (rows == nullptr) continue;
    for (Row const* row : *rows) {
      const bool is_met = row->condition.empty() || meets_compound(document, element, row->met);
      if (is_met) return &row->row;
    }
  }
  return nullptr;
}

}  // namespace hrefkit::html
