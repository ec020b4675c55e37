// The redirects in the files by which hosts are configured: netlify.toml, vercel.json,
// firebase.json, staticwebapp.config.json and wrangler.toml (also .json and .jsonc).
//
//   {"redirects": [{"source": "/old/:path*", "destination": "/new/:path*"}]}
//
// Their patterns are read by path_patterns.h. Where an expression is not one of RE2, a rule fits
// more paths than on the host, so that a link is called broken too seldom rather than too often.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/site/host.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// What Cloudflare Workers do about the names of pages and slashes.
enum class HtmlHandling : std::uint8_t {
  auto_trailing_slash,
  force_trailing_slash,
  drop_trailing_slash,
  none,
};

/// What vercel.json, firebase.json, staticwebapp.config.json and wrangler.toml say of paths.
struct HostSettings {
  std::optional<bool> clean_urls = {};      ///< `/page` is page.html, which redirects there
  std::optional<bool> trailing_slash = {};  ///< paths end with a slash, or must not
  /// With clean URLs and without `trailing_slash`.
  SlashAfterPage slash_after_page = SlashAfterPage::served;
  SameName same_name = SameName::slash_decides;  ///< with clean URLs
  /// Of a Worker with static assets; nullopt: the file is not one's.
  std::optional<HtmlHandling> html_handling = {};
};

/// What one file of rules holds.
struct HostFile {
  std::vector<Redirect> rules;             ///< in the order in which the host asks them
  std::vector<text::Span> broken_lines;    ///< lines and entries that are no rules
  std::vector<IgnoredRule> ignored_rules;  ///< those that the host drops
  HostSettings settings;
  std::string fault;  ///< why the file is not TOML or JSON; empty where it is
  std::size_t fault_offset = 0;
};

/// Where a file of JSON has its redirects: what is inserted at `offset`, between `before` and
/// `after`, are entries of that list with commas between.
struct RuleList {
  std::size_t offset = 0;
  std::string before = {};
  std::string after = {};
};

/// The list of redirects of vercel.json, firebase.json or staticwebapp.config.json. Fails with a
/// sentence if there is no place for it.
tl::expected<RuleList, std::string> find_rule_list(std::string_view bytes, RedirectSyntax syntax);

/// Reads a file that is not made of lines. Offsets count in `bytes`, UTF-8, which may begin with a
/// byte order mark.
HostFile read_host_file(std::string_view bytes, RedirectSyntax syntax);

}  // namespace hrefkit::site
