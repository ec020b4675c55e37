// IPv4 addresses as the URL standard reads and writes them (sections 3.5, 3.6).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/url/characters/note_writer.h"
#include "hrefkit/url/error.h"

namespace hrefkit::url {

/// "Ends in a number checker": whether a domain (ASCII, not empty) is to be read as IPv4.
bool ends_in_a_number(std::string_view domain);

/// "IPv4 parser": the address, its first part in the highest byte. One to four parts, each
/// decimal, octal ("0…") or hexadecimal ("0x…"). Fails with Error::invalid_ipv4. Notes have
/// offset 0.
tl::expected<std::uint32_t, Error> parse_ipv4(std::string_view domain, NoteWriter const& notes);

/// "IPv4 serializer": four decimal numbers.
void append_ipv4(std::string& out, std::uint32_t address);

}  // namespace hrefkit::url
