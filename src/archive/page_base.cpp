#include "hrefkit/archive/page_base.h"

#include <string_view>
#include <utility>

#include "hrefkit/html/context.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

constexpr std::string_view base_tag = "<base";
constexpr std::size_t block_size = 64;

/// FAST: false where "<ba" begins at none of the bytes of a block, to which two bytes are added.
/// The number of steps is fixed, so that the compiler makes vectors of them.
bool may_begin_base(char const* bytes) {
  char found = 0;
  for (std::size_t i = 0; i < block_size; ++i) {
    const bool begins =
        (bytes[i] == '<') & ((bytes[i + 1] | 0x20) == 'b') & ((bytes[i + 2] | 0x20) == 'a');
    found = static_cast<char>(found | (begins ? 1 : 0));
  }
  return found != 0;
}

bool has_base_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (text::equals_ignoring_ascii_case(text.substr(at, base_tag.size()), base_tag)) return true;
  }
  return false;
}

bool may_have_base(html::SourceText const& source) {
  const std::string_view text = source.text;
  if (source.content_type == html::ContentType::xml) {  // elements may have prefixes
    return text.find(base_tag.substr(1)) != std::string_view::npos;
  }
  if (source.content_type != html::ContentType::html) return false;
  constexpr std::size_t length = block_size + base_tag.size() - 1;
  std::size_t at = 0;
  for (; at + length <= text.size(); at += block_size) {
    if (may_begin_base(text.data() + at) && has_base_tag(text.substr(at, length))) return true;
  }
  return has_base_tag(text.substr(at));
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
    const bool resolves_by_it =
        link.kind != html::LinkKind::base && link.kind != html::LinkKind::css && !link.local;
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
