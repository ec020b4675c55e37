// Places of a page that still name a host after the links were changed: in scripts, comments, JSON
// and text, which are never changed, so a person has to look at them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/text/span.h"

namespace hrefkit::cli {

/// The hosts that are looked for.
class Leftovers {
 public:
  /// `hosts` are those of --report-leftovers, with or without a port. Throws UsageError for what is
  /// no host.
  explicit Leftovers(std::vector<std::string> const& hosts);

  bool empty() const { return hosts_.empty(); }

  /// Calls `take` with each place in `text` that names a host, in the order of the text: the run of
  /// characters around it that a URL may have, at most 256 bytes. A host that is a part of a longer
  /// name (`old.example` in `www.old.example` or `old.example.org`) is another one. Takes time
  /// linear in the text for each host.
  void find(std::string_view text, std::function<void(text::Span)> const& take) const;

 private:
  std::vector<std::string> hosts_;  // as they may be written: also in ASCII
};

}  // namespace hrefkit::cli
