#include "hrefkit/site/move/folder_redirects.h"

#include <utility>

#include "hrefkit/site/check/target_finder.h"

namespace hrefkit::site {

FolderRedirects::FolderRedirects(Site site)
    : site_(std::move(site)), finder_(std::make_unique<TargetFinder>(site_, redirects_)) {}

FolderRedirects::~FolderRedirects() = default;

tl::expected<std::unique_ptr<FolderRedirects>, std::string> FolderRedirects::read(
    SiteOptions options, Host host, std::span<std::string const> files) {
  use_host(host, options);
  use_host_settings(options, host, files);
  auto site = Site::read(std::move(options));
  if (!site) return tl::unexpected(site.error());
  std::unique_ptr<FolderRedirects> folder(new FolderRedirects(*std::move(site)));
  std::string trouble;
  folder->redirects_ = read_site_redirects(
      folder->site_, files, [&](std::string const& path, std::string const& why, bool is_given) {
        if (is_given && trouble.empty()) trouble = path + ": " + why;
      });
  if (!trouble.empty()) return tl::unexpected(trouble);
  return folder;
}

std::optional<std::string> FolderRedirects::end_of(std::string_view url) {
  if (site_.find(url).status == LookupStatus::found) return std::nullopt;
  const TargetPlace end = finder_->find(url);
  const bool is_led = end.kind == PlaceKind::file && end.is_redirected && !end.by_catch_all;
  if (!is_led) return std::nullopt;
  return site_.url(end.entry);
}

}  // namespace hrefkit::site
