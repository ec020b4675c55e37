// What the command prints of a URL, under any standard: href, origin and the nine attributes.
#pragma once

#include <string>

namespace hrefkit::url {

/// The parts of a URL as strings, each with the prefix or suffix that the API gives it ("http:",
/// "?q", "#f"); empty where there is nothing.
struct Components {
  std::string href;
  std::string origin;
  std::string protocol;
  std::string username;
  std::string password;
  std::string host;
  std::string hostname;
  std::string port;
  std::string pathname;
  std::string search;
  std::string hash;
};

}  // namespace hrefkit::url
