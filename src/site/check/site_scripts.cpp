#include "hrefkit/site/check/site_scripts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/script_follower.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

/// The scripts of a site; their numbers are those of its pages.
class SiteScripts final : public ScriptSource {
 public:
  SiteScripts(Site const& site, SiteRedirects const& redirects)
      : site_(site), targets_(site, redirects) {}

  std::string url_of(std::uint32_t script) const override {
    return site_.url(site_.pages()[script]);
  }

  std::optional<std::uint32_t> find_script(std::string_view url) override {
    const TargetPlace place = targets_.find(url::without_fragment(url));
    const std::uint32_t page =
        place.kind == PlaceKind::file ? site_.page_number(place.entry) : no_entry;
    const bool is_script = page != no_entry && site_.is_script(page);
    return is_script ? std::optional(page) : std::nullopt;
  }

  void find_links(std::uint32_t script, html::ScriptPage const& page,
                  html::LinkSink const& sink) override {
    if (!open_page(site_, script, page_) || !page_.binary.empty()) return;
    page_.options.also.scripts = true;
    page_.options.script_page = page;
    static_cast<void>(finder_.find(page_.source, page_.options, sink));
  }

 private:
  Site const& site_;
  TargetFinder targets_;
  html::LinkFinder finder_;
  PageFile page_;
};

}  // namespace

void follow_scripts(ScriptGraph& graph, Site const& site, SiteRedirects const& redirects) {
  SiteScripts scripts(site, redirects);
  follow_scripts(graph, scripts);
}

}  // namespace hrefkit::site
