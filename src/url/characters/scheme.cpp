#include "hrefkit/url/characters/scheme.h"

#include <algorithm>
#include <array>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::url {

std::size_t find_port_colon(std::string_view host_and_port) {
  bool inside_brackets = false;
  for (std::size_t i = 0; i < host_and_port.size(); ++i) {
    const char c = host_and_port[i];
    if (c == '[') inside_brackets = true;
    if (c == ']') inside_brackets = false;
    if (c == ':' && !inside_brackets) return i;
  }
  return std::string_view::npos;
}

std::size_t find_non_digit(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size() && text::ascii_digit.contains(text[i])) ++i;
  return i;
}

std::optional<std::uint16_t> parse_port(std::string_view digits) {
  std::uint32_t port = 0;
  for (char c : digits) {
    port = port * 10 + static_cast<std::uint32_t>(c - '0');
    if (port > 0xFFFF) return std::nullopt;
  }
  return static_cast<std::uint16_t>(port);
}

namespace {

/// A set of standards.
using Standards = std::uint8_t;

constexpr Standards only(Standard standard) {
  return static_cast<Standards>(1U << static_cast<unsigned>(standard));
}

constexpr Standards older =
    only(Standard::whatwg_2012) | only(Standard::html5) | only(Standard::web_address);
constexpr Standards all = older | only(Standard::whatwg);

struct SchemeRow {
  std::string_view name;
  SchemeKind kind;
  std::string_view port;  ///< the default port, or empty
  Standards standards;    ///< those that treat it as a server's scheme
};

constexpr std::array scheme_table{
    SchemeRow{"ftp", SchemeKind::ftp, "21", all},
    SchemeRow{"file", SchemeKind::file, "", all},
    SchemeRow{"http", SchemeKind::http, "80", all},
    SchemeRow{"https", SchemeKind::https, "443", all},
    SchemeRow{"ws", SchemeKind::ws, "80", all},
    SchemeRow{"wss", SchemeKind::wss, "443", all},
    SchemeRow{"gopher", SchemeKind::not_special, "70", older},
};

constexpr std::optional<std::uint16_t> number(std::string_view digits) {
  if (digits.empty()) return std::nullopt;
  unsigned value = 0;
  for (char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  return static_cast<std::uint16_t>(value);
}

constexpr std::size_t special_count = static_cast<std::size_t>(SchemeKind::wss);

/// The default ports of special schemes, by kind.
constexpr auto special_ports = [] {
  std::array<std::optional<std::uint16_t>, special_count + 1> ports{};
  for (std::size_t i = 0; i < special_count; ++i) ports[i + 1] = number(scheme_table[i].port);
  return ports;
}();

constexpr bool table_is_consistent() {
  for (std::size_t i = 0; i < scheme_table.size(); ++i) {
    const bool special = (scheme_table[i].standards & only(Standard::whatwg)) != 0;
    if (special != (i < special_count) || special != is_special(scheme_table[i].kind)) return false;
    if (special && static_cast<std::size_t>(scheme_table[i].kind) != i + 1) return false;
  }
  return true;
}
static_assert(table_is_consistent(), "the special schemes come first, in the order of SchemeKind");

SchemeRow const* find_row(std::string_view scheme, Standard standard) {
  const auto* const row =
      std::find_if(scheme_table.begin(), scheme_table.end(), [&](SchemeRow const& candidate) {
        return (candidate.standards & only(standard)) != 0 &&
               text::equals_ignoring_ascii_case(candidate.name, scheme);
      });
  return row == scheme_table.end() ? nullptr : row;
}

}  // namespace

SchemeKind scheme_kind(std::string_view scheme) {
  if (scheme.size() < 2 || scheme.size() > 5) return SchemeKind::not_special;
  for (std::size_t i = 0; i < special_count; ++i) {
    SchemeRow const& row = scheme_table[i];
    if (row.name[0] == scheme[0] && row.name == scheme) return row.kind;
  }
  return SchemeKind::not_special;
}

std::optional<std::uint16_t> default_port(SchemeKind kind) {
  return special_ports[static_cast<std::size_t>(kind)];
}

bool is_server_scheme(std::string_view scheme, Standard standard) {
  return find_row(scheme, standard) != nullptr;
}

std::string_view default_port(std::string_view scheme, Standard standard) {
  SchemeRow const* const row = find_row(scheme, standard);
  return row == nullptr ? std::string_view() : row->port;
}

}  // namespace hrefkit::url
