// The text of redirects in the formats of hosts and servers.
//
//   RedirectLines lines(RedirectFormat::nginx);
//   lines.add({"/old.html", "/new.html"});     // location = "/old.html" { return 301 ...; }
//
// Each format is one that `check` reads (redirects.h), and each writes what its host takes: no more
// rules and bytes than the host reads, and characters that mean something in it are escaped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/site/host.h"
#include "hrefkit/site/move/redirect_fold.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::site {

/// A format of redirects.
enum class RedirectFormat : std::uint8_t {
  netlify,
  cloudflare,
  vercel,
  firebase,
  gitlab,
  azure,
  nginx,
  apache,
  html,  ///< pages that only redirect, for hosts without redirects
};

inline constexpr text::EnumTable<RedirectFormat::html> redirect_format_names({
    {RedirectFormat::netlify, "netlify"},
    {RedirectFormat::cloudflare, "cloudflare"},
    {RedirectFormat::vercel, "vercel"},
    {RedirectFormat::firebase, "firebase"},
    {RedirectFormat::gitlab, "gitlab"},
    {RedirectFormat::azure, "azure"},
    {RedirectFormat::nginx, "nginx"},
    {RedirectFormat::apache, "apache"},
    {RedirectFormat::html, "html"},
});

/// The host that reads the format.
Host host_of(RedirectFormat format);

/// How `check` reads it.
RedirectSyntax syntax_of(RedirectFormat format);

/// True for a format that has rules for folders.
bool has_folder_rules(RedirectFormat format);

/// The addresses of a page for which the format needs rules of their own, as paths: others of its
/// addresses are led by these. `path` is that of a file, percent-encoded.
std::vector<std::string> rule_paths(RedirectFormat format, std::string_view path);

/// One rule as the format writes it: lines, each with its end, or an object of JSON. Empty if the
/// format cannot say it.
std::string rule_text(RedirectFormat format, MoveRule const& rule);

/// A line that the format passes over; empty in JSON, which has no comments.
std::string comment_text(RedirectFormat format, std::string_view text);

/// The text of a file with these rules alone.
std::string file_text(RedirectFormat format, std::vector<std::string> const& rules,
                      std::string_view comments);

/// Says which limit of the host a file exceeds; nothing if it is within all.
tl::expected<void, std::string> check_limits(RedirectFormat format, std::string_view text);

/// A page that redirects to `target`, a URL or reference. `canonical` is the whole new address;
/// empty if it is not known.
std::string stub_page(std::string_view target, std::string_view canonical);

}  // namespace hrefkit::site
