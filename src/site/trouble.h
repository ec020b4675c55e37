// A path that is passed over, and why.
#pragma once

#include <cstdint>
#include <string>

namespace hrefkit::site {

/// A path and why it is not read.
struct Trouble {
  enum class Kind : std::uint8_t {
    unreadable,  ///< it cannot be read
    no_address,  ///< it lies outside of the folder that a site's address stands for
    empty,       ///< a folder without pages
    loop,        ///< a link that leads back into a folder that holds it
    outside,     ///< a link that leads out of the folder that is walked
    elsewhere,   ///< a link to what is read under another name
    dangling,    ///< a link that leads to nothing
    lock_file,   ///< an editor's mark that somebody works on a page
    unknown,     ///< a file of a type that nobody names
    hidden,      ///< a page or a folder whose name begins with a dot
    excluded,    ///< a page or a folder that the user does not want
  };
  Kind kind;
  std::string path;  ///< as it is shown; a folder's ends in '/'
  std::string why;   ///< a phrase for people
};

}  // namespace hrefkit::site
