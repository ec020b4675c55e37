// Writes redirects for the pages of a site that moved, and proves them.
//
//   auto written = write_redirects({.format = RedirectFormat::netlify, .site = new_site, ...});
//   written->text    // "/old.html /new.html 301\n"
//
// There is a rule from each address of a page that is gone to the page's new address. Rules of a
// file that is there stay byte for byte, but for a target that moved. Rules for whole folders are
// made where they are right for every address (redirect_fold.h). The file is then read as `check`
// reads it, and each old address is followed: it must end at the new page.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/site/compare/compare.h"
#include "hrefkit/site/move/redirect_text.h"  // IWYU pragma: export
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// What it refers to must outlive the call.
struct RedirectRequest {
  RedirectFormat format = RedirectFormat::netlify;
  Site const& site;      ///< NEW, with the rules of the format's host (`host_of`)
  Site const& old_site;  ///< OLD
  std::span<LostPage const> pages;
  std::string_view existing = {};  ///< the bytes of the file that is there
  bool folds = true;               ///< make rules for whole folders
};

/// A page that redirects, in place of one that is gone.
struct StubPage {
  std::string path;  ///< below the root
  std::string text;
};

struct WrittenRedirects {
  std::string text;                   ///< of the file; empty for pages of HTML
  std::vector<StubPage> stubs;        ///< of the format `html`
  std::size_t rules = 0;              ///< that were added, those of folders among them
  std::size_t folders = 0;            ///< of them
  std::size_t retargeted = 0;         ///< rules that were there, and lead elsewhere now
  std::vector<std::string> warnings;  ///< sentences for the user
  std::vector<bool> is_led;           ///< by page: its old address ends at its new one
};

/// The error is a sentence: the file that is there cannot be read or has a loop, or the rules
/// exceed a limit of the host.
tl::expected<WrittenRedirects, std::string> write_redirects(RedirectRequest const& request);

}  // namespace hrefkit::site
