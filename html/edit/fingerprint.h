// What a link is to be after a change, in 64 bits: a page may have very many links.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "hrefkit/html/link.h"

namespace hrefkit::html {

/// Whether a link is judged by the URL to which it leads or by what is written.
enum class JudgedBy : std::uint8_t { url, raw };

/// A number for the name of an element or an attribute. Most names are short: these are told apart
/// by their bytes alone.
inline std::uint64_t name_mark(std::string_view name) {
  if (name.size() > sizeof(std::uint64_t)) return std::hash<std::string_view>()(name);
  std::uint64_t mark = 0;
  for (const char c : name) mark = mark << 8 | static_cast<unsigned char>(c);
  return mark;
}

/// The fingerprint of a link that leads to `value`, or has it as its raw value. Two different links
/// share one with a probability of 2 to the power of -63.
inline std::uint64_t fingerprint(Link const& link, std::string_view value, JudgedBy by) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
  std::uint64_t mixed = std::hash<std::string_view>()(value);
  const auto mix = [&](std::uint64_t part) {
    mixed = (mixed ^ part) * odd;
    mixed ^= mixed >> 29;
  };
  mix(name_mark(link.element));
  mix(name_mark(link.attribute));
  mix(std::uint64_t{link.context} << 32 | link.index);
  mix(static_cast<std::uint64_t>(link.kind) << 8 | static_cast<std::uint64_t>(link.ns));
  return (mixed & ~std::uint64_t{1}) | static_cast<std::uint64_t>(by);
}

inline JudgedBy judged_by(std::uint64_t fingerprint) {
  return static_cast<JudgedBy>(fingerprint & 1);
}

}  // namespace hrefkit::html
