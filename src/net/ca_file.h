// The certificates of authorities that hosts are verified with: --ca-file, or those of the system.
// Each distribution has its own place for them.
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace hrefkit::net {

/// The error is that of a file that cannot be read, or is not in PEM format.
tl::expected<void, std::string> check_ca_file(std::string const& name);

/// The certificates of authorities where --ca-file names none. Empty: those of the system's
/// libcurl. A libcurl that is linked has none: it runs on any distribution, and each has its own
/// place.
tl::expected<std::string, std::string> default_ca_file();

}  // namespace hrefkit::net
