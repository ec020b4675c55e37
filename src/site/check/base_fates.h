// Which base elements of a page count.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/link.h"
#include "hrefkit/site/check/page_file.h"

namespace hrefkit::site {

/// One page after the other.
class BaseFates {
 public:
  /// Begins a page, which must outlive the questions.
  void begin(PageFile const& page);

  /// True for a base element that sets the base URL of its document. `link` is its href, which
  /// resolves to `url`; empty where it does not. To be asked for each link of kind `base` once, in
  /// order.
  bool counts(html::Link const& link, std::string_view url);

 private:
  void read_tree();

  PageFile const* page_ = nullptr;
  std::vector<std::uint32_t> contexts_with_base_;
  std::optional<bool> needs_tree_;           // nothing before the first question
  std::vector<std::uint32_t> used_in_tree_;  // where their hrefs stand, sorted
};

}  // namespace hrefkit::site
