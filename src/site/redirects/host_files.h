// The redirects in the files by which hosts are configured: netlify.toml, vercel.json and
// firebase.json.
//
//   {"redirects": [{"source": "/old/:path*", "destination": "/new/:path*"}]}
//
// Their patterns are made patterns of a `_redirects` file: one splat, and placeholders for single
// names. A regular expression becomes a placeholder or, where it can take a slash, the splat: a
// rule then fits more paths than on the host, so that a link is called broken too seldom rather
// than too often.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/redirects.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// What vercel.json and firebase.json say of paths.
struct HostSettings {
  std::optional<bool> clean_urls = {};      ///< `/page` is page.html, which redirects there
  std::optional<bool> trailing_slash = {};  ///< paths end with a slash, or must not
};

/// What one such file holds.
struct HostFile {
  std::vector<Redirect> rules;           ///< in the order in which the host asks them
  std::vector<text::Span> broken_lines;  ///< entries that are no rules
  HostSettings settings;
  std::string fault;  ///< why the file is not TOML or JSON; empty where it is
};

/// Reads a file. `bytes` are UTF-8 without a byte order mark; offsets count in them. `syntax` is
/// one of the three.
HostFile read_host_file(std::string_view bytes, RedirectSyntax syntax);

}  // namespace hrefkit::site
