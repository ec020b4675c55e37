#include "hrefkit/site/check/ignored_uses.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/link.h"
#include "hrefkit/site/check/page_elements.h"

namespace hrefkit::site {

IgnoredUses::IgnoredUses(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
                         CheckOptions const& options)
    : site_(site), judge_(site, redirects, hash, defaults_) {
  page_.options.xml_base = options.xml_base;
  page_.options.feed_base = options.feed_base;
}

bool IgnoredUses::has(AnchorUse const& use) {
  if (use.from != number_) read(use.from);
  return mentions_ignore_ && !std::binary_search(wanted_.begin(), wanted_.end(), use.key());
}

/// Most pages mention no ignore attribute: then no link is ignored, and no tree is built.
void IgnoredUses::read(std::uint32_t number) {
  number_ = number;
  wanted_.clear();
  PageElements elements(page_);
  mentions_ignore_ = open_page(site_, number, page_).has_value() && page_.binary.empty() &&
                     elements.may_be_ignored();
  if (!mentions_ignore_) return;
  judge_.begin(page_, elements);
  const auto judge_block = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      const Verdict verdict = judge_.judge(link, block);
      if (verdict.outcome != Outcome::fragment || elements.is_ignored(link)) continue;
      wanted_.push_back(verdict.use.key());
    }
  };
  mentions_ignore_ =
      finder_.find(page_.source, page_.options, {.links = judge_block, .with_rels = true})
          .has_value();  // else the scan pass has reported it
  std::sort(wanted_.begin(), wanted_.end());
}

}  // namespace hrefkit::site
