// Which base elements of a page count.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_url.h"
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

  /// What became of the base element that was asked for last, where that takes the tree.
  std::optional<html::BaseElementFate> last_fate() const { return last_fate_; }

 private:
  /// A base element in the tree.
  struct TreeBase {
    std::uint32_t begin = 0;  ///< where its href stands
    html::BaseElementFate fate = html::BaseElementFate::used;
  };

  void read_tree();

  PageFile const* page_ = nullptr;
  std::vector<std::uint32_t> contexts_with_base_;
  std::optional<bool> needs_tree_;  // nothing before the first question
  std::vector<TreeBase> in_tree_;   // sorted by place
  std::optional<html::BaseElementFate> last_fate_;
};

}  // namespace hrefkit::site
