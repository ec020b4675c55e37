// What a static host answers: which file it serves for a path, and where it redirects first.
//
//   SiteOptions options{.root = "public"};
//   use_host(Host::netlify, options);   // /about is about.html, /about/ redirects there
//
// Hosts agree on `/folder/` with an index and on the path of a file. They differ in what `/page`
// means where there is page.html, in slashes at the end, in what they publish, and in how they read
// `_redirects`. The presets are what slorber/trailing-slash-guide measured, what the hosts document
// and what their published sources do; each is a table of tests.
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::site {

struct SiteOptions;

/// A host with behaviour that is known.
enum class Host : std::uint8_t {
  plain,             ///< a file server: files, and folders with an index
  github_pages,      ///< GitHub Pages
  gitlab_pages,      ///< GitLab Pages
  netlify,           ///< Netlify, with "pretty URLs", its default
  cloudflare_pages,  ///< Cloudflare Pages, and Workers with `auto-trailing-slash`
  vercel,            ///< Vercel without `cleanUrls`
  azure,             ///< Azure Static Web Apps
  firebase,          ///< Firebase Hosting without `cleanUrls`
  s3,                ///< the website endpoint of Amazon S3
};

/// The name on command lines: "github-pages".
std::string_view name(Host host);

/// What it is: "GitHub Pages".
std::string_view description(Host host);

/// What `/page/` means where there is page.html.
enum class SlashAfterPage : std::uint8_t {
  missing,   ///< nothing
  redirect,  ///< a redirect to `/page`
  served,    ///< the file
};

/// What a path means where there are both.html and the folder both/.
enum class SameName : std::uint8_t {
  slash_decides,  ///< `/both` is both.html, `/both/` is the index of the folder
  page,           ///< both are both.html
  folder,         ///< both are the folder
};

/// What a file of redirects is written in.
enum class RedirectSyntax : std::uint8_t {
  redirects,           ///< `_redirects`, as Netlify reads it
  cloudflare,          ///< `_redirects`, as Cloudflare Pages and Workers read it
  gitlab,              ///< `_redirects`, as GitLab Pages reads it
  netlify_toml,        ///< `[[redirects]]` of netlify.toml
  vercel_json,         ///< "redirects" and "rewrites" of vercel.json
  firebase_json,       ///< "redirects" and "rewrites" of "hosting" in firebase.json
  azure_json,          ///< "routes" and others of staticwebapp.config.json
  headers,             ///< `_headers`, as Netlify reads it: no redirects, but lines that it drops
  cloudflare_headers,  ///< the same as Cloudflare Pages and Workers read it
  wrangler,            ///< "assets" of wrangler.toml, wrangler.json and wrangler.jsonc
  apache,              ///< `Redirect` and `RedirectMatch` of .htaccess and other files of Apache
  nginx,               ///< `return` and `rewrite` in locations, and `map`, of a file of nginx
};

/// How a host finds files, besides its index files and extensions. The defaults are those of
/// `Host::plain`.
struct HostRules {
  SlashAfterPage slash_after_page = SlashAfterPage::missing;
  SameName same_name = SameName::slash_decides;
  bool adds_slash = true;    ///< `/folder` redirects to `/folder/`; else it is the index itself
  bool drops_slash = false;  ///< `/folder/` redirects to `/folder`
  bool pages_end_in_slash = false;      ///< `/page` and `/page.html` redirect to `/page/`
  bool drops_extension = false;         ///< `/page.html` redirects to `/page`
  bool drops_index = false;             ///< `/folder/index.html` redirects to `/folder/`
  bool shows_index_if_missing = false;  ///< what is missing, where there is no 404.html
  /// Names that begin with '_' are not published, unless the root has a file `.nojekyll`.
  bool hides_underscores = false;
  /// It is said to find files whatever the letter case of a path is.
  bool may_ignore_case = false;
  RedirectSyntax redirects = RedirectSyntax::redirects;  ///< of the file `_redirects`
};

/// How a host finds files.
HostRules const& rules_of(Host host);

/// Sets the index files, the extensions and the rules of a host.
void use_host(Host host, SiteOptions& options);

}  // namespace hrefkit::site
