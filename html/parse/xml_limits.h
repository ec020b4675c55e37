// What reading an XML document may cost, beyond its own bytes.
//
// A document type can ask for much more than it is long: entities and default attributes come again
// with each reference and each element. So what they bring is counted against a budget in
// proportion to the text.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hrefkit::html {

/// More than any real document type has of entities that refer to others. The parser recurses once
/// for each entity within an entity.
inline constexpr std::size_t nested_entities_limit = 1000;

/// Entities may expand to this many times the text, once they have expanded to many bytes.
inline constexpr float amplification_limit = 4.0F;
inline constexpr unsigned long long amplification_threshold = 2 << 20;

/// Each open element costs the parser 144 bytes.
inline constexpr std::size_t nesting_limit = 250'000;

/// At most this many errors of namespaces are noted one by one.
inline constexpr std::size_t namespace_notes_limit = 10;

/// An amount that may be spent: a fixed part, and so much for each byte of the text.
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

/// The steps that the parser may take to look through declared attributes. It looks through those
/// of an element's type for each element, for each attribute of the element, and for each
/// declaration. A step takes about a nanosecond.
inline XmlBudget declaration_steps_budget(std::size_t text_size) {
  return {50'000'000, 100, text_size};
}

}  // namespace hrefkit::html
