// The host of a URL as graphs of the web name it.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::archive {

/// The host of a serialised URL with its labels in reverse order: "org.example" for
/// "https://www.example.org/". A leading "www" is dropped if two labels remain. Empty for URLs
/// without a host, for IP addresses, for names of one label and for names that are not valid in
/// DNS.
std::string reversed_host(std::string_view url);

}  // namespace hrefkit::archive
