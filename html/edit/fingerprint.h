// What a link is to be after a change, in 64 bits: a page may have very many links.
#pragma once

#include <cstdint>
#include <string_view>

#include "hrefkit/html/link.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::html {

/// Whether a link is judged by the URL to which it leads or by what is written.
enum class JudgedBy : std::uint8_t { url, raw };

/// Makes fingerprints. They depend on a random number of the process, so that nobody can write a
/// page with two links that share one.
class Fingerprints {
 public:
  Fingerprints() : seed_(text::process_hash_key()[0]) {}

  /// The fingerprint of a link that leads to `value`, or has it as its raw value. Two different
  /// links share one with a probability of 2 to the power of -63.
  std::uint64_t of(Link const& link, std::string_view value, JudgedBy by) const {
    std::uint64_t mixed = text::hash64(value, seed_);
    const auto mix = [&](std::uint64_t part) {
      constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
      mixed = (mixed ^ part) * odd;
      mixed ^= mixed >> 29;
    };
    mix(name_mark(link.element));
    mix(name_mark(link.attribute));
    mix(std::uint64_t{link.context} << 32 | link.index);
    mix(static_cast<std::uint64_t>(link.kind) << 8 | static_cast<std::uint64_t>(link.ns));
    return (mixed & ~std::uint64_t{1}) | static_cast<std::uint64_t>(by);
  }

 private:
  /// A number for the name of an element or an attribute. Most names are short: these are told
  /// apart by their bytes alone.
  std::uint64_t name_mark(std::string_view name) const {
    if (name.size() > sizeof(std::uint64_t)) return text::hash64(name, seed_);
    std::uint64_t mark = 0;
    for (const char c : name) mark = mark << 8 | static_cast<unsigned char>(c);
    return mark;
  }

  std::uint64_t seed_;
};

inline JudgedBy judged_by(std::uint64_t fingerprint) {
  return static_cast<JudgedBy>(fingerprint & 1);
}

}  // namespace hrefkit::html
