#include "hrefkit/url/characters/scheme.h"

#include <array>

namespace hrefkit::url {

namespace {

struct SpecialScheme {
  std::string_view name;
  SchemeKind kind;
  std::optional<std::uint16_t> default_port;
};

// URL standard 4.2, the table of special schemes.
constexpr std::array special_schemes{
    SpecialScheme{"ftp", SchemeKind::ftp, 21},   SpecialScheme{"file", SchemeKind::file, {}},
    SpecialScheme{"http", SchemeKind::http, 80}, SpecialScheme{"https", SchemeKind::https, 443},
    SpecialScheme{"ws", SchemeKind::ws, 80},     SpecialScheme{"wss", SchemeKind::wss, 443},
};

constexpr bool rows_follow_the_enum() {
  for (std::size_t i = 0; i < special_schemes.size(); ++i) {
    if (static_cast<std::size_t>(special_schemes[i].kind) != i + 1) return false;
  }
  return true;
}
static_assert(rows_follow_the_enum());

}  // namespace

SchemeKind scheme_kind(std::string_view scheme) {
  if (scheme.size() < 2 || scheme.size() > 5) return SchemeKind::not_special;
  for (SpecialScheme const& row : special_schemes) {
    if (row.name[0] == scheme[0] && row.name == scheme) return row.kind;
  }
  return SchemeKind::not_special;
}

std::optional<std::uint16_t> default_port(SchemeKind kind) {
  if (!is_special(kind)) return std::nullopt;
  return special_schemes[static_cast<std::size_t>(kind) - 1].default_port;
}

}  // namespace hrefkit::url
