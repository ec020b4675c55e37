#include "hrefkit/url/error.h"

#include "hrefkit/text/enum_table.h"

namespace hrefkit::url {

namespace {

struct ErrorRow {
  Error value;
  std::string_view name;
  std::string_view message;
};

// clang-format off
constexpr text::EnumTable<Error::page_base, ErrorRow> errors({
    {Error::relative_without_base, "relative-without-base", "the reference is relative and has no base URL"},
    {Error::missing_host, "missing-host", "the host is missing"},
    {Error::invalid_host, "invalid-host", "the host has a character that is not allowed there"},
    {Error::invalid_domain, "invalid-domain", "the host is not a valid domain name"},
    {Error::invalid_ipv4, "invalid-ipv4", "the host ends in a number, but is not an IPv4 address"},
    {Error::invalid_ipv6, "invalid-ipv6", "the host in brackets is not an IPv6 address"},
    {Error::invalid_port, "invalid-port", "the port is not a number from 0 to 65535"},
    {Error::no_grammar_match, "no-grammar-match", "the reference does not match RFC 3986's grammar"},
    {Error::scheme_restriction, "scheme-restriction", "the URL breaks a rule of its scheme"},
    {Error::too_long, "too-long", "the URL is longer than 4 GiB"},
    {Error::empty, "empty", "the value is empty"},
    {Error::bare_specifier, "bare-specifier", "no import map says where this name of a module leads"},
    {Error::page_base, "page-base", "it is relative to the page that runs the script, which is not known"},
});
// clang-format on

}  // namespace

std::string_view code(Error error) {
  return errors[error].name;
}

std::string_view message(Error error) {
  return errors[error].message;
}

}  // namespace hrefkit::url
