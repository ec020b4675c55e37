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

// Netlify serves `/page.html` where it is asked for; its "pretty URLs" change the links of pages.
constexpr text::EnumTable<Host::s3, HostRow> hosts({
    {Host::plain, "plain", "A file server", false, {}},
    {Host::github_pages, "github-pages", "GitHub Pages", true, {.hides_underscores = true}},
    {Host::netlify,
     "netlify",
     "Netlify, with pretty URLs",
     true,
     {.slash_after_page = SlashAfterPage::redirect, .page_before_folder = true}},
    {Host::cloudflare_pages,
     "cloudflare-pages",
     "Cloudflare Pages, and Workers with auto-trailing-slash",
     true,
     {.slash_after_page = SlashAfterPage::redirect,
      .drops_extension = true,
      .drops_index = true,
      .rules_come_first = true}},
    {Host::vercel, "vercel", "Vercel without cleanUrls", false, {.adds_slash = false}},
    {Host::azure,
     "azure",
     "Azure Static Web Apps",
     true,
     {.slash_after_page = SlashAfterPage::redirect, .adds_slash = false}},
    {Host::s3, "s3", "The website endpoint of Amazon S3", false, {}},
});

}  // namespace

std::string_view name(Host host) {
  return hosts[host].name;
}

std::string_view description(Host host) {
  return hosts[host].description;
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
