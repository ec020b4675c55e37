// A URI in the parts that SURT keys are made of.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hrefkit::archive {

/// The parts of a URI. A part that is not there is empty: the field's tools do not tell an empty
/// query from none.
struct HandyUrl {
  std::string scheme;           ///< as written
  std::string host;             ///< without brackets and userinfo
  std::string port;             ///< digits without leading zeros
  bool has_wrong_port = false;  ///< what stands for the port is no number from 0 to 65535
  std::optional<std::string> path;
  std::string query;
};

/// Splits a URI as RFC 2396's expression does (appendix B), after white space at the ends, tabs and
/// line ends are gone. Without a scheme it is taken for "http". A doubled "http://" counts once.
/// Where "http:" has no host, the first segment of the path is the host.
HandyUrl split_handy_url(std::string_view uri);

}  // namespace hrefkit::archive
