// Whether the links that ask for an id are to be ignored. The scan pass does not know: only the
// tree of a page has what an element around a link says.
#pragma once

#include <cstdint>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"

namespace hrefkit::site {

/// Reads pages again, and remembers the last: uses are asked for page by page.
class IgnoredUses {
 public:
  IgnoredUses(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
              CheckOptions const& options);

  /// True when all links of the page `use.from` that ask for this id are to be ignored.
  bool has(AnchorUse const& use);

 private:
  void read(std::uint32_t number);

  Site const& site_;
  CheckOptions defaults_;  // fragments are judged whatever the severities are
  LinkJudge judge_;
  PageFile page_;
  html::LinkFinder finder_;
  std::uint32_t number_ = no_entry;  // the page that was read last
  bool mentions_ignore_ = false;
  std::vector<AnchorKey> wanted_;  // what its links ask for that are not ignored, sorted
};

}  // namespace hrefkit::site
