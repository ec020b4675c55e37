// A path that is passed over, and why.
#pragma once

#include <cstdint>
#include <string>

namespace hrefkit::site {

/// A path and why it is not read.
struct Trouble {
  enum class Kind : std::uint8_t {
    unreadable,  ///< it cannot be read
    empty,       ///< a folder without pages
    loop,        ///< a link that leads back into a folder that holds it
    outside,     ///< a link that leads out of the folder that is walked
    elsewhere,   ///< a link to what is read under another name
  };
  Kind kind;
  std::string path;  ///< as it is shown
  std::string why;   ///< a phrase for people
};

}  // namespace hrefkit::site
