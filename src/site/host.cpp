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
  bool has_extensions;  // `/page` is page.html
  HostRules rules;
};

// Netlify serves `/page.html` where it is asked for; its "pretty URLs" change the links of pages.
constexpr text::EnumTable<Host::s3, HostRow> hosts({
    {Host::plain, "plain", false, {}},
    {Host::github_pages, "github-pages", true, {.hides_underscores = true}},
    {Host::netlify,
     "netlify",
     true,
     {.slash_after_page = SlashAfterPage::redirect, .page_before_folder = true}},
    {Host::cloudflare_pages,
     "cloudflare-pages",
     true,
     {.slash_after_page = SlashAfterPage::redirect,
      .drops_extension = true,
      .drops_index = true,
      .rules_come_first = true}},
    {Host::vercel, "vercel", false, {.adds_slash = false}},
    {Host::azure,
     "azure",
     true,
     {.slash_after_page = SlashAfterPage::redirect, .adds_slash = false}},
    {Host::s3, "s3", false, {}},
});

}  // namespace

std::string_view name(Host host) {
  return hosts[host].name;
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
