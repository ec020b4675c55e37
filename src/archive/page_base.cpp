#include "hrefkit/archive/page_base.h"

#include <string_view>
#include <utility>

#include "hrefkit/html/context.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::archive {

namespace {

bool may_have_base(html::SourceText const& source) {
  constexpr std::string_view tag = "<base";
  if (source.content_type == html::ContentType::xml) {  // elements may have prefixes
    return source.text.find(tag.substr(1)) != std::string_view::npos;
  }
  return source.content_type == html::ContentType::html &&
         text::find_ignoring_ascii_case(source.text, tag) != std::string_view::npos;
}

/// The same from the document's tree, for the few pages that have a base element and no links.
html::LinkBase base_of_tree(html::SourceText const& source, html::DocumentOptions const& options) {
  html::Notes notes;
  html::ContextTree tree(source, options, notes);
  html::DocumentBase const& own = tree.contexts().front().base;
  return {tree.base_url(own.base, source.encoding.encoding).resolver, own.source};
}

}  // namespace

html::LinkBase const* own_base(html::LinkBlock const& block) {
  for (html::Link const& link : block.links) {
    const bool is_own = block.contexts[link.context].path.empty();
    const bool resolves_by_it = link.kind != html::LinkKind::base &&
                                link.kind != html::LinkKind::css &&
                                link.kind != html::LinkKind::refresh && !link.local;
    if (is_own && resolves_by_it) return &block.bases[link.base];
  }
  return nullptr;
}

std::optional<html::LinkBase> find_page_base(html::LinkFinder& finder,
                                             html::SourceText const& source,
                                             html::DocumentOptions const& options) {
  auto resolver =
      url::Resolver::with_base(options.url, {options.standard, source.encoding.encoding});
  if (!resolver) return std::nullopt;
  html::LinkBase base{.resolver = std::move(*resolver)};
  if (!may_have_base(source)) return base;
  bool is_found = false;
  const auto take = [&](html::LinkBlock const& block) {
    html::LinkBase const* const own = own_base(block);
    if (own == nullptr) return html::Flow::go_on;
    base = *own;
    is_found = true;
    return html::Flow::stop;
  };
  static_cast<void>(finder.find(source, options, {.links = take}));
  return is_found ? base : base_of_tree(source, options);
}

}  // namespace hrefkit::archive
