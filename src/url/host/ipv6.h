// IPv6 addresses as the URL standard reads and writes them (sections 3.5, 3.6).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/url/characters/note_writer.h"
#include "hrefkit/url/error.h"

namespace hrefkit::url {

/// Eight pieces, the first the most significant.
using Ipv6Address = std::array<std::uint16_t, 8>;

/// "IPv6 parser": `text` is the text between the brackets. Fails with Error::invalid_ipv6.
tl::expected<Ipv6Address, Error> parse_ipv6(std::string_view text, NoteWriter const& notes);

/// "IPv6 serializer": the shortest form, without brackets.
void append_ipv6(std::string& out, Ipv6Address const& address);

}  // namespace hrefkit::url
