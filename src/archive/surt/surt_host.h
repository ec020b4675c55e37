// Hosts as SURT keys have them.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::archive {

/// The host in its one form: `host` has no escapes any more (any bytes). Other scripts become
/// ASCII by IDNA2003 where it can, dots at the ends and doubled ones go, numbers as inet_aton reads
/// them become a dotted address, all is lower case and escaped once.
std::string surt_host(std::string_view host);

}  // namespace hrefkit::archive
