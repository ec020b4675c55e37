// Selecting elements: selectors of CSS, or an index path such as `0.1.2`.
//
//   auto selector = parse_selector("article > a[href^='/'], #menu");
//   if (!selector) std::cerr << selector.error().message;
//   for (NodeId id : select_elements(document, *selector)) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/dom.h"

namespace hrefkit::html {

/// How an attribute's value is compared (Selectors 4, section 6).
enum class AttributeMatch : std::uint8_t {
  present,    ///< [a]
  equals,     ///< [a=b]
  word,       ///< [a~=b]; also a class
  dash,       ///< [a|=b]
  prefix,     ///< [a^=b]
  suffix,     ///< [a$=b]
  substring,  ///< [a*=b]
};

/// Whether letter case counts in an attribute's value.
enum class ValueCase : std::uint8_t { by_attribute, ignored, counts };

/// One condition on an attribute.
struct AttributeCondition {
  std::string name = {};
  std::string lower_name = {};  ///< for elements of HTML
  AttributeMatch match = AttributeMatch::present;
  std::string value = {};
  ValueCase value_case = ValueCase::by_attribute;
};

/// The relation of an element to the one that the compound before describes.
enum class Combinator : std::uint8_t { none, descendant, child };

/// A compound selector: conditions on one element.
struct CompoundSelector {
  Combinator combinator = Combinator::none;         ///< `none` begins a selector of the list
  bool is_last = false;                             ///< ends a selector of the list
  std::string type = {};                            ///< empty: any element
  std::string lower_type = {};                      ///< for elements of HTML
  std::vector<AttributeCondition> attributes = {};  ///< ids and classes are among them
};

/// A parsed list of selectors, or an index path.
struct Selector {
  std::vector<CompoundSelector> compounds = {};  ///< those of all selectors of the list
  std::string path = {};                         ///< in place of compounds
};

/// Why a text is not a supported selector.
struct SelectorError {
  std::string message = {};   ///< a message for users, with the place
  std::size_t character = 0;  ///< the place in code points, from 1
};

/// The parser rejects a text with more compounds. A Selector that a program builds may have any
/// number.
inline constexpr std::size_t max_compounds = 64;

/// Parses `text` (UTF-8): a list of selectors (Selectors 4) of types, `*`, ids, classes, attributes
/// with all six comparisons and the flags `i` and `s`, descendants and children; or an index path,
/// which counts element children from the document node on: `0` is the root element, `0.1` its
/// second child. Everything else of CSS is an error that names it and its place.
tl::expected<Selector, SelectorError> parse_selector(std::string_view text);

/// The elements of the document's tree that the selector matches, in tree order; those in template
/// content are not found. Types and names of attributes match elements of HTML without regard to
/// ASCII case, ids and classes with it, and values of attributes as HTML Standard 4.16.2 says.
/// Takes time linear in the document; an element also costs the compounds of the selector that name
/// its id, one of its classes, its type or one of its attributes.
std::vector<NodeId> select_elements(Document const& document, Selector const& selector);

/// The same for a text; a text that does not parse matches no element.
std::vector<NodeId> select_elements(Document const& document, std::string_view selector);

/// True if an element meets the conditions of a compound; its combinator does not count.
bool meets_compound(Document const& document, NodeId element, CompoundSelector const& compound);

/// Where a selector at the start of `text` ends, which is before the first `=` that stands neither
/// in brackets nor in quotes nor behind a backslash; npos where there is no such `=`.
std::size_t find_equals_after_selector(std::string_view text);

}  // namespace hrefkit::html
