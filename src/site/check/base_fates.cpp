#include "hrefkit/site/check/base_fates.h"

#include <algorithm>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::site {

namespace {

/// What hides base elements from their document, moves them, or forbids them.
bool may_rule_bases_out(std::string_view text) {
  return text.find("<?marker") != text.npos || text.find("<?start") != text.npos ||
         text::find_ignoring_ascii_case(text, "shadowrootmode") != std::string_view::npos ||
         text::find_ignoring_ascii_case(text, "content-security-policy") != std::string_view::npos;
}

}  // namespace

void BaseFates::begin(PageFile const& page) {
  page_ = &page;
  contexts_with_base_.clear();
  needs_tree_.reset();
  last_fate_.reset();
}

/// FAST: in most pages the first base element of each document counts.
bool BaseFates::counts(html::Link const& link, std::string_view url) {
  if (!needs_tree_) {
    needs_tree_ = may_rule_bases_out(page_->source.text);
    if (*needs_tree_) read_tree();
  }
  if (*needs_tree_) {
    const auto found = std::lower_bound(
        in_tree_.begin(), in_tree_.end(), link.span.begin,
        [](TreeBase const& base, std::uint32_t begin) { return base.begin < begin; });
    const bool is_known = found != in_tree_.end() && found->begin == link.span.begin;
    last_fate_ = is_known ? std::optional(found->fate) : std::nullopt;
    return last_fate_ == html::BaseElementFate::used;
  }
  auto& known = contexts_with_base_;
  if (std::find(known.begin(), known.end(), link.context) != known.end()) return false;
  known.push_back(link.context);
  return !url.empty() && !html::has_unusable_scheme(url);
}

void BaseFates::read_tree() {
  in_tree_.clear();
  html::Notes notes;
  const html::ContextTree tree(page_->source, page_->options, notes);
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) {
    html::Context const& context = tree.contexts()[i];
    for (html::BaseElement const& element : context.base.elements) {
      const auto href = context.document.find_attribute(element.node, "href");
      if (href) in_tree_.push_back({tree.to_file(i, href->span).begin, element.fate});
    }
  }
  std::sort(in_tree_.begin(), in_tree_.end(),
            [](TreeBase const& a, TreeBase const& b) { return a.begin < b.begin; });
}

}  // namespace hrefkit::site
