// The redirects of a folder: where an address leads that it has no file for.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/site/host.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

class TargetFinder;

class FolderRedirects {
 public:
  ~FolderRedirects();
  FolderRedirects(FolderRedirects const&) = delete;
  FolderRedirects& operator=(FolderRedirects const&) = delete;

  /// Reads the folder's names, the files of redirects in its root, and further `files` (paths).
  /// Fails with a sentence if the folder or one of these cannot be read.
  static tl::expected<std::unique_ptr<FolderRedirects>, std::string> read(
      SiteOptions options, Host host, std::span<std::string const> files);

  Site const& site() const { return site_; }
  bool empty() const { return redirects_.empty(); }

  /// The address of the file to which a rule leads from `url`; nullopt if the folder has a file
  /// there, or no rule leads to one.
  std::optional<std::string> end_of(std::string_view url);

 private:
  explicit FolderRedirects(Site site);

  Site site_;
  SiteRedirects redirects_;
  std::unique_ptr<TargetFinder> finder_;
};

}  // namespace hrefkit::site
