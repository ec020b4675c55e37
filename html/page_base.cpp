#include "hrefkit/html/page_base.h"

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/context.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/scan/scan_links.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::html {

namespace {

bool may_have_base(SourceText const& source) {
  constexpr std::string_view tag = "<base";
  switch (source.content_type) {
    case ContentType::html:
      return text::find_ignoring_ascii_case(source.text, tag) != std::string_view::npos;
    case ContentType::xml:  // elements may have prefixes
      return source.text.find(tag.substr(1)) != std::string_view::npos;
    default:
      return false;
  }
}

}  // namespace

LinkBase const* own_base(LinkBlock const& block) {
  for (Link const& link : block.links) {
    LinkBase const& base = block.bases[link.base];
    const bool is_own = block.contexts[link.context].path.empty() && !is_of_scope(base.source) &&
                        link.kind != LinkKind::css &&
                        relative_to(row_of(link), link.raw) == RelativeTo::element;
    if (is_own) return &base;
  }
  return nullptr;
}

void learn_base(std::optional<LinkBase>& base, LinkBlock const& block) {
  if (base) return;
  if (LinkBase const* const own = own_base(block); own != nullptr) base = *own;
}

std::optional<LinkBase> base_without_links(SourceText const& source,
                                           DocumentOptions const& options) {
  const auto fallback = file_base(options, source.encoding.encoding);
  if (!fallback) return std::nullopt;
  if (!may_have_base(source)) return LinkBase{fallback->resolver, fallback->fallback.source, {}};
  if (auto found = scan::LinkScanner().find_base(source, options, *fallback)) {
    return std::move(found->base);
  }
  Notes notes;
  ContextTree tree(source, options, notes);
  DocumentBase const& own = tree.contexts().front().base;
  return LinkBase{tree.base_url(own.base, source.encoding.encoding).resolver, own.source};
}

std::optional<LinkBase> find_page_base(LinkFinder& finder, SourceText const& source,
                                       DocumentOptions const& options) {
  if (!may_have_base(source)) return base_without_links(source, options);
  std::optional<LinkBase> base;
  const auto on_links = [&](LinkBlock const& block) {
    learn_base(base, block);
    return base ? Flow::stop : Flow::go_on;
  };
  static_cast<void>(finder.find(source, options, {.links = on_links}));
  return base ? base : base_without_links(source, options);
}

}  // namespace hrefkit::html
