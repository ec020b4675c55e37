// Where a link with a finding is to lead: the table of repairs.
//
//   case-mismatch             the file whose path differs in letter case only
//   missing-file,             the file that the path means with an extension, an index or without a
//   outside-site              slash, with other %XX, or without the path of the site or with it
//                             twice
//   missing-fragment          the id of that page in another letter case or with other %XX
//   redirected-link,          where the redirects end
//   external-redirected       the same, where they are to last and stay on the host
//   insecure-own-url          the same with https
//   double-slash              the same with one slash
//   suspicious-url            the scheme that was meant
//   base-moves-fragment       the fragment in this page
//
// There is a repair only where exactly one target fits: of "Guide.html" and "GUIDE.html" neither is
// the one that "guide.html" means. A file of that name in another folder, or one of a similar name,
// is a suggestion for people, and never a repair. A target must be fine itself: it works, without a
// redirect, has the id that the link asks for, and is what the element can use.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/redirect_findings.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// True for the rules of the table.
bool may_be_fixed(Rule rule);

/// The scheme that "htps" was meant to be, in `url`, as an absolute URL; nothing where several are
/// as near, or where what follows does not fit.
std::optional<std::string> with_meant_scheme(std::string_view url);

/// The ids of pages, by what they are without regard to letter case and percent-encoding. Each page
/// that is asked for is read once. May be used by several threads.
class IdForms {
 public:
  explicit IdForms(Site const& site) : site_(site) {}

  /// The only id of the page that is `id` but for letter case and percent-encoding.
  std::optional<std::string> find_only(std::uint32_t page, std::string_view id);

 private:
  struct Form {
    std::string id;
    bool is_shared = false;  // by different ids
  };
  using Forms = std::unordered_map<std::string, Form, text::SeededHasher>;

  Forms read(std::uint32_t page);

  Site const& site_;
  std::mutex mutex_;
  std::map<std::uint32_t, Forms> known_;
  PageFile page_;
  html::LinkFinder finder_;
};

/// Finds the targets. One for each thread.
class FixTargets {
 public:
  /// All must outlive this.
  FixTargets(CheckedSite const& checked, CheckOptions const& options, IdForms& ids)
      : checked_(checked),
        options_(options),
        ids_(ids),
        targets_(checked.site, checked.redirects) {}

  /// The absolute URL to which the link of a finding on page `page` is to lead.
  std::optional<std::string> find(Finding const& finding, std::uint32_t page);

 private:
  std::optional<std::string> find_any(Finding const& finding, std::uint32_t page);
  std::optional<std::string> find_path(Finding const& finding) const;
  std::optional<std::string> find_id(Finding const& finding);
  std::optional<std::string> end_of_redirects(Finding const& finding);
  bool works(std::string& url, Finding const& finding, std::uint32_t page);

  CheckedSite checked_;
  CheckOptions const& options_;
  IdForms& ids_;
  TargetFinder targets_;
};

}  // namespace hrefkit::site
