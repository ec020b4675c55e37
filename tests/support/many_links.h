// Pages with very many links of one kind, for tests of how cost grows.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace hrefkit::test {

/// A kind of page.
struct ManyLinks {
  std::string_view name;
  std::string_view content_type;  ///< empty: HTML
  std::string_view begin;
  std::string_view repeated;  ///< "#" stands for a number of its own
  std::size_t links;          ///< of `repeated`
  std::string_view end;

  /// A page with `count` links or a few more.
  std::string page(std::size_t count) const;
};

std::span<ManyLinks const> many_links();

}  // namespace hrefkit::test
