// Markup that is costly for a parser, in any length.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace hrefkit::test {

/// A document that begins with `head`, repeats `piece`, in which each `#` becomes a number of its
/// own, and ends with `tail`.
struct NastyMarkup {
  std::string_view name;
  std::string_view head;
  std::string_view piece;
  std::string_view tail{};

  /// The document with at least `size` bytes before its tail.
  std::string document(std::size_t size) const;
};

/// Nesting of all kinds, many attributes, unclosed markup, long values, templates, SVG.
std::span<NastyMarkup const> nasty_markup();

}  // namespace hrefkit::test
