// Attributes that hold URLs though no standard says so, such as those of scripts that load images
// late: rows that a run adds to the link table.
//
//   html::ExtraAttributes extra;
//   if (auto added = extra.add("img[data-src]=url"); !added) puts(added.error().c_str());
//   static_cast<void>(extra.add("meta[name=thumbnail][content]=url"));
//   options.also.attributes = &extra;
#pragma once

#include <bitset>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/selector.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::html {

/// A set of such attributes. Add all before use; then several threads may read it. It
/// must outlive the links that are found with it.
class ExtraAttributes {
 public:
  ExtraAttributes() = default;
  ExtraAttributes(ExtraAttributes const&) = delete;  // links refer to its rows
  ExtraAttributes& operator=(ExtraAttributes const&) = delete;

  /// Adds "ELEMENT[NAME]=GRAMMAR": ELEMENT is a local name, or `*` for any element; GRAMMAR is
  /// `url`, `srcset`, `css`, `list` (URLs with white space between) or `refresh`. Conditions on
  /// other attributes may follow ELEMENT, as in selectors (selector.h):
  /// `meta[name=X][content]=url`, `img[class~="lazy" i][data-src]=url`; of those that an element
  /// meets the first one counts. Fails with a message for other texts, for a pair that the link
  /// table has already, and for what this set has.
  tl::expected<void, std::string> add(std::string_view text);

  bool empty() const { return rows_.empty(); }

  /// The row of an element's attribute in no namespace that the link table does not have; null for
  /// none. An element's own row comes before the row of `*`. Letter case does not count in names.
  LinkRow const* find(Document const& document, NodeId element, std::string_view attribute) const;

 private:
  struct Row {
    std::string element;    // in lower case
    std::string attribute;  // in lower case
    std::string condition;  // as written; empty: none
    CompoundSelector met;   // what it means
    LinkRow row;
  };
  using Rows = std::vector<Row const*>;

  /// An element costs the conditions for its attributes.
  static constexpr std::size_t max_rows = 64;

  Rows const* find_exact(std::string_view element, std::string_view attribute) const;
  static std::string key(std::string_view element, std::string_view attribute);
  static std::size_t mark(std::string_view attribute);

  std::deque<Row> rows_;
  std::unordered_map<std::string, Rows, text::SeededHasher> by_names_;
  std::bitset<256> marks_;  // of the attributes
};

}  // namespace hrefkit::html
