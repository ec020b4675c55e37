// Extended attributes of files. Linux and macOS have functions of the same names, to which macOS
// gives more arguments. Where neither form is there, files keep none.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace hrefkit::site {

/// True where this program can copy extended attributes.
bool has_file_attributes();

/// Gives the open file `to` the extended attributes of the open file `from`. The access control
/// list that Linux keeps as an attribute is copied, too, and removed where `from` has none. An
/// error for an attribute of the user's, or a list, that cannot be kept; what only the system may
/// set is passed over.
tl::expected<void, std::string> copy_file_attributes(int from, int to);

}  // namespace hrefkit::site
