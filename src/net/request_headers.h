// The header fields of a request: those of --header where they may go, and the client's own where
// the user gives none of that name.
//
//   --header 'https://a.example/docs X-Token: 1'   to URLs that begin so
//   --header 'X-Token: 1'                          to the first origin, until a redirect leaves it
#pragma once

#include <string_view>
#include <vector>

#include "hrefkit/net/client.h"

namespace hrefkit::net {

/// What decides about the fields of a request. The views are valid during the call.
struct HeaderTarget {
  std::string_view url;     ///< as it is requested
  std::string_view origin;  ///< of `url`
  bool is_first_origin = false;
  std::string_view authorization;  ///< of this origin; may be empty
  std::string_view cookies;
  std::string_view user_agent;  ///< may be empty
};

std::vector<Header> request_headers(ClientOptions const& options, HeaderTarget const& target);

}  // namespace hrefkit::net
