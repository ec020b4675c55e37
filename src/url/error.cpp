#include "hrefkit/url/error.h"

namespace hrefkit::url {

std::string_view code(Error error) {
  switch (error) {
    case Error::relative_without_base:
      return "relative-without-base";
    case Error::missing_host:
      return "missing-host";
    case Error::invalid_host:
      return "invalid-host";
    case Error::invalid_domain:
      return "invalid-domain";
    case Error::invalid_ipv4:
      return "invalid-ipv4";
    case Error::invalid_ipv6:
      return "invalid-ipv6";
    case Error::invalid_port:
      return "invalid-port";
    case Error::no_grammar_match:
      return "no-grammar-match";
    case Error::too_long:
      return "too-long";
  }
  return {};
}

std::string_view message(Error error) {
  switch (error) {
    case Error::relative_without_base:
      return "the reference is relative and there is no base URL that it can be relative to";
    case Error::missing_host:
      return "the URL has no host where its scheme demands one";
    case Error::invalid_host:
      return "the host holds a character that no host may hold";
    case Error::invalid_domain:
      return "the host is not a domain name that IDNA accepts";
    case Error::invalid_ipv4:
      return "the host ends in a number but is not an IPv4 address";
    case Error::invalid_ipv6:
      return "the host in brackets is not an IPv6 address";
    case Error::invalid_port:
      return "the port is not a number from 0 to 65535";
    case Error::no_grammar_match:
      return "the reference does not match RFC 3986's grammar, even with HTML5's exceptions";
    case Error::too_long:
      return "the URL is longer than 4 GiB";
  }
  return {};
}

}  // namespace hrefkit::url
