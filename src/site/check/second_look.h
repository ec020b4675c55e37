// The second look at a page with findings: makes their rows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/site/check/element_facts.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::site {

/// What the first looks at all pages came to. Read only.
struct SiteFacts {
  AnchorSet anchors;                       ///< all ids of all pages
  AnchorSet asked_doubles;                 ///< ids that stand twice and that links ask for
  std::vector<std::uint8_t> flags;         ///< of each page: PageFlag
  bool lacks(AnchorUse const& use) const;  ///< the fragment leads to nothing
};

enum PageFlag : std::uint8_t {
  flag_second_look = 1,
  flag_redirects = 2,  ///< its fragments are not judged
  flag_unread = 4,     ///< nor are those of a page that could not be read
  flag_doubled = 8,    ///< has ids of `asked_doubles`
  flag_usemap = 16,
  flag_orphan = 32,
  flag_linked = 64,  ///< another page leads there
};

/// Takes a finding; false stops.
using Emit = std::function<bool(Finding const&)>;

/// Looks at pages. One for each thread.
class SecondLook {
 public:
  SecondLook(Site const& site, Redirects const& redirects, AnchorHash const& hash,
             FoldedNames const& names, SiteFacts const& facts, CheckOptions const& options);
  ~SecondLook();

  /// Hands the findings of page `number` to `emit`, in source order. `tally` counts the links that
  /// the first look left to this one. Returns why the page cannot be read, or nothing.
  std::optional<std::string> look(std::uint32_t number, CheckSummary& tally, Emit const& emit);

 private:
  class Page;

  Site const& site_;
  AnchorHash const& hash_;
  SiteFacts const& facts_;
  CheckOptions const& options_;
  LinkJudge judge_;
  Suggestions suggestions_;
  PageFile page_;
  html::LinkFinder finder_;
};

}  // namespace hrefkit::site
