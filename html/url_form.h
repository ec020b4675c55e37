// How a rewritten reference is written.
#pragma once

#include <cstdint>

namespace hrefkit::html {

/// The form of a reference.
enum class UrlForm : std::uint8_t {
  as_written,     ///< the style that it has: absolute, root-relative, relative
  absolute,       ///< "https://h/x"
  relative,       ///< "x", "../x", "#f"; absolute where there is no such reference
  root_relative,  ///< "/x"; absolute where there is no such reference
};

}  // namespace hrefkit::html
