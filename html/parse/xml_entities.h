// The entities of an XML document: those that it declares, and the names of HTML where its document
// type has them; and the budget for their expansion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/source_map.h"

namespace hrefkit::html {

/// True for the public identifiers whose external subset is the list of HTML's named character
/// references (HTML Standard 14.2, "Parsing XML documents").
bool has_html_entities(std::string_view public_id);

/// That external subset, as the text of a DTD.
std::string const& html_entities_dtd();

/// The replacement texts of general entities.
class XmlEntities {
 public:
  /// Notes an internal entity. The first declaration of a name counts (XML 1.0, section 4.2).
  void declare(std::string_view name, std::string_view replacement_text);

  /// Makes the names of HTML known, after those that are declared.
  void add_html_names() { html_names_ = true; }

  std::size_t size() const { return declared_.size(); }

  /// The replacement text of an entity, or nullopt when it is unknown: character references in it
  /// are included, entity references are not.
  std::optional<std::string> find(std::string_view name) const;

 private:
  std::map<std::string, std::string, std::less<>> declared_;
  bool html_names_ = false;
};

/// The bytes that XML normalises in an attribute's value (XML 1.0 section 3.3.3).
inline constexpr text::ByteSet normalized_in_xml_attributes{"&\t\n\r"};

/// Replaces `value` with the value of an attribute whose source between the quotes is `raw`, as
/// XML 1.0 normalises it for type CDATA (section 3.3.3), and `map` with the map from `value` to
/// `raw`, in which each reference is one indivisible character. References to unknown entities
/// become empty. It stops once the value is longer than `limit`. `raw` comes from a well-formed
/// document.
void decode_xml_attribute(std::string_view raw, XmlEntities const& entities, std::size_t limit,
                          std::string& value, text::SourceMap& map);

// The budget for parsing an XML document, beyond its own bytes.
//
// A document type can make a document much larger than its text: each reference repeats an entity,
// each element its default attributes. So what they add is counted against a budget in proportion
// to the text.

/// The maximum number of entities that refer to others; real document types have fewer. The parser
/// recurses once for each entity within an entity.
inline constexpr std::size_t nested_entities_limit = 1000;

/// Entities may expand to this many times the text, once the expansion is large.
inline constexpr float amplification_limit = 4.0F;
inline constexpr unsigned long long amplification_threshold = 2 << 20;

/// Each open element costs the parser 144 bytes.
inline constexpr std::size_t nesting_limit = 250'000;

/// At most this many errors of namespaces are noted one by one.
inline constexpr std::size_t namespace_notes_limit = 10;

/// A budget: a fixed part, and a part for each byte of the text.
class XmlBudget {
 public:
  XmlBudget(std::uint64_t fixed, std::uint64_t per_byte, std::size_t text_size)
      : left_(fixed + per_byte * text_size) {}

  /// Spends; false, now and from here on, when there is not enough left.
  bool spend(std::uint64_t amount) {
    if (amount > left_) {
      left_ = 0;
      return false;
    }
    left_ -= amount;
    return true;
  }

 private:
  std::uint64_t left_;
};

/// The bytes that entities and default attributes may add to a document: nodes, attributes, values.
inline XmlBudget added_bytes_budget(std::size_t text_size) {
  return {8 << 20, 4, text_size};
}

/// The steps that the parser may spend on searching declared attributes. It searches those of an
/// element's type for each element, for each attribute of the element, and for each declaration. A
/// step takes about a nanosecond.
inline XmlBudget declaration_steps_budget(std::size_t text_size) {
  return {50'000'000, 100, text_size};
}

}  // namespace hrefkit::html
