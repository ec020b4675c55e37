// Addresses as the system has them.
#pragma once

#include <sys/socket.h>
#include <optional>

#include "hrefkit/net/address_rules.h"

namespace hrefkit::net {

/// The address of IPv4 or IPv6 in a socket's; nullopt for other families. The memory behind
/// `address` is as long as its family asks for.
std::optional<IpAddress> address_of(sockaddr const& address);

}  // namespace hrefkit::net
