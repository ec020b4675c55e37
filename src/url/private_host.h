// Private hosts: this machine itself, and those of a private network.
//
//   is_private_host("app.localhost");   // true
//   is_private_host("192.168.0.7");     // true
//   is_private_host("[fd00::1]");       // true
//   is_private_host("h.example");       // false: no name is looked up
#pragma once

#include <string_view>

namespace hrefkit::url {

/// True for localhost, for names below it, and for private addresses (`private_block` in
/// ip_address.h; those for documentation are among them), written as IPv4, IPv6, or IPv4 within
/// IPv6. `host` is a host as the URL Standard serialises it, IPv6 in brackets.
bool is_private_host(std::string_view host);

/// True for "invalid" and names below it, which no name server knows (RFC 6761, 6.4).
bool is_invalid_host(std::string_view host);

/// The host of an absolute URL that the URL Standard serialised, IPv6 in brackets; empty without
/// one. It lives as long as the URL.
std::string_view host_of(std::string_view url);

/// The same as `is_private_host` for the host of an absolute URL that the URL Standard serialised;
/// false without a host.
bool has_private_host(std::string_view url);

}  // namespace hrefkit::url
