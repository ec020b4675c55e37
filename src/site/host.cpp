#include "hrefkit/site/host.h"

#include <string>
#include <vector>

#include "hrefkit/site/site.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::site {

namespace {

struct HostRow {
  Host value;
  std::string_view name;
  std::string_view description;
  bool has_extensions;  // `/page` is page.html
  HostRules rules;
};

// Sources, all as of November 2026:
// - slorber/trailing-slash-guide, "Summary": GitHub Pages, Netlify, Cloudflare Pages, Vercel,
// Azure.
// - GitHub Docs, "About GitHub Pages and Jekyll": names that begin with `_`.
// - gitlab-org/gitlab-pages, internal/serving/disk/reader.go: a folder is asked for first, with an
//   index or without one, and `/page/` is page.html.
// - Netlify serves `/page.html` where it is asked for; its "pretty URLs" change the links of pages.
//   Users report that it finds files in any letter case; its documents do not say so.
// - cloudflare/workers-sdk, packages/workers-shared/asset-worker/src/handler.ts, `html_handling`
//   "auto-trailing-slash".
// - firebase/superstatic, src/middleware/files.js.
// - Amazon S3 User Guide, "Configuring an index document".
constexpr text::EnumTable<Host::s3, HostRow> hosts({
    {Host::plain, "plain", "A file server", false, {}},
    {Host::github_pages, "github-pages", "GitHub Pages", true, {.hides_underscores = true}},
    {Host::gitlab_pages,
     "gitlab-pages",
     "GitLab Pages",
     true,
     {.slash_after_page = SlashAfterPage::served,
      .same_name = SameName::folder,
      .redirects = RedirectSyntax::gitlab}},
    {Host::netlify,
     "netlify",
     "Netlify, with pretty URLs",
     true,
     {.slash_after_page = SlashAfterPage::redirect,
      .same_name = SameName::page,
      .may_ignore_case = true}},
    {Host::cloudflare_pages,
     "cloudflare-pages",
     "Cloudflare Pages, and Workers with auto-trailing-slash",
     true,
     {.slash_after_page = SlashAfterPage::redirect,
      .drops_extension = true,
      .drops_index = true,
      .shows_index_if_missing = true,
      .redirects = RedirectSyntax::cloudflare}},
    {Host::vercel, "vercel", "Vercel without cleanUrls", false, {.adds_slash = false}},
    {Host::azure,
     "azure",
     "Azure Static Web Apps",
     true,
     {.slash_after_page = SlashAfterPage::redirect, .adds_slash = false}},
    {Host::firebase, "firebase", "Firebase Hosting without cleanUrls", false, {}},
    {Host::s3, "s3", "The website endpoint of Amazon S3", false, {}},
});

}  // namespace

std::string_view name(Host host) {
  return hosts[host].name;
}

std::string_view description(Host host) {
  return hosts[host].description;
}

HostRules const& rules_of(Host host) {
  return hosts[host].rules;
}

void use_host(Host host, SiteOptions& options) {
  HostRow const& row = hosts[host];
  options.index = {"index.html"};
  if (host == Host::plain) options.index.emplace_back("index.htm");
  options.extensions.clear();
  if (row.has_extensions) options.extensions.emplace_back("html");
  options.rules = row.rules;
}

}  // namespace hrefkit::site
