// Validation errors: faults in a URL that the parser tolerates, with the URL standard's names
// (1.1).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hrefkit::url {

/// The standard's validation errors, in its table's order.
enum class ValidationError : std::uint8_t {
  domain_to_ascii,
  domain_percent_encoded,
  host_invalid_code_point,
  ipv4_empty_part,
  ipv4_too_few_parts,
  ipv4_too_many_parts,
  ipv4_non_numeric_part,
  ipv4_non_decimal_part,
  ipv4_out_of_range_part,
  ipv6_unclosed,
  ipv6_invalid_compression,
  ipv6_too_many_pieces,
  ipv6_multiple_compression,
  ipv6_invalid_code_point,
  ipv6_too_few_pieces,
  ipv6_piece_leading_zero,
  ipv4_in_ipv6_too_many_pieces,
  ipv4_in_ipv6_invalid_code_point,
  ipv4_in_ipv6_out_of_range_part,
  ipv4_in_ipv6_too_few_parts,
  invalid_url_unit,
  special_scheme_missing_following_solidus,
  missing_scheme_non_relative_url,
  invalid_reverse_solidus,
  invalid_credentials,
  host_missing,
  port_out_of_range,
  port_invalid,
  file_invalid_windows_drive_letter,
  file_invalid_windows_drive_letter_host,
};

/// The name as the standard spells it, such as "invalid-reverse-solidus" or "IPv6-unclosed".
std::string_view name(ValidationError error);

/// One validation error and its place, a byte offset in the parser's input. An error of the whole
/// host is placed at the host's start; a missing part is placed where the parser expected it.
struct ValidationNote {
  ValidationError error = {};
  std::uint32_t offset = 0;

  bool operator==(ValidationNote const&) const = default;
};

/// Notes in the order in which the parser found them.
using ValidationNotes = std::vector<ValidationNote>;

}  // namespace hrefkit::url
