// What a link is for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace hrefkit::html {

/// What a link is for.
enum class LinkKind : std::uint8_t {
  hyperlink,
  stylesheet,
  script,
  image,
  media,
  frame,
  object,
  form,
  cite,
  ping,
  refresh,
  base,
  css,
  resource,  ///< all else that a page fetches: icons, manifests, preloads
  metadata,
  module,     ///< what a script imports
  worker,     ///< the script of a worker
  sourcemap,  ///< from what a script or a style sheet was made: for tools
};

inline constexpr std::size_t link_kind_count = static_cast<std::size_t>(LinkKind::sourcemap) + 1;

/// The name used in output, such as "hyperlink".
std::string_view name(LinkKind kind);

/// The kind with that name, if there is one.
std::optional<LinkKind> link_kind_from_name(std::string_view name);

/// Rows leave out a longer rel, in bytes: an element may have very many links, and each row would
/// copy it.
inline constexpr std::size_t max_rel = 4096;

}  // namespace hrefkit::html
