#include "hrefkit/html/edit/resulting_bases.h"

#include <algorithm>

namespace hrefkit::html {

namespace {

std::size_t depth_of(LinkBlock const& block, std::uint32_t context) {
  std::size_t depth = 0;
  for (; context != 0; context = block.contexts[context].parent) ++depth;
  return depth;
}

}  // namespace

struct ResultingBases::Parts {
  SourceText const& source;
  RewriteOptions const& options;
  PageAddresses const& addresses;
  MapUrl const& map_url;
  std::span<XmlBaseAttribute const> removed;
  IsDropped const& is_dropped;
  LinkFinder& finder;
};

ResultingBases::ResultingBases(SourceText const& source, RewriteOptions const& options,
                               PageAddresses const& addresses, MapUrl const& map_url,
                               std::span<XmlBaseAttribute const> removed, IsDropped is_dropped,
                               LinkFinder& finder) {
  const Parts parts{source, options, addresses, map_url, removed, is_dropped, finder};
  std::string text;
  // Without bases to write: what is dropped goes.
  change_bases(parts, 0, text);
  read(parts, text);
  for (std::size_t depth = 1; depth <= deepest_ && !is_too_large_; ++depth) {
    if (change_bases(parts, depth, text)) read(parts, text);
  }
}

/// Reads the bases of the links of a text.
void ResultingBases::read(Parts const& parts, std::string_view text) {
  deepest_ = 0;
  read_at(parts.addresses.page, parts, text, new_);
  if (parts.addresses.moves() && parts.options.file_stays)
    read_at(parts.addresses.old_page, parts, text, again_);
}

void ResultingBases::read_at(std::string const& url, Parts const& parts, std::string_view text,
                             Bases& found) {
  found.bases.clear();
  found.base_of.clear();
  const SourceText source =
      source_from_text(text, parts.source.content_type, parts.source.encoding.encoding);
  DocumentOptions document = parts.options.document;
  document.url = url;
  const auto take = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      // Blocks of one page may have several lists of bases; most links have the base of the last.
      url::Resolver const& base = block.bases[link.base].resolver;
      if (found.bases.empty() || found.bases.back().base().data() != base.base().data() ||
          found.bases.back().options().encoding != base.options().encoding) {
        found.bases.push_back(base);
      }
      found.base_of.push_back(static_cast<std::uint32_t>(found.bases.size() - 1));
      if (link.kind != LinkKind::base) continue;
      deepest_ = std::max(deepest_, depth_of(block, link.context) + 1);
    }
  };
  static_cast<void>(parts.finder.find(source, document, {.links = take, .with_places = true}));
}

/// The text with what is dropped removed, and with the base elements of documents less deep than
/// `depth` as they will be. False when no base element changes.
bool ResultingBases::change_bases(Parts const& parts, std::size_t depth, std::string& text) {
  static const TakeEdit no_report;
  LinkPlan plan(parts.source, parts.options, parts.addresses, parts.map_url, no_report);
  for (XmlBaseAttribute const& attribute : parts.removed) plan.edits().replace(attribute.place, {});
  std::size_t number = 0;
  std::size_t dropped = 0;
  const auto take = [&](LinkBlock const& block) {
    for (std::size_t i = 0; i < block.links.size(); ++i) {
      Link const& link = block.links[i];
      if (link.kind == LinkKind::base && parts.is_dropped(link)) {
        plan.take_dropped(block, i);
        ++dropped;
        continue;
      }
      const std::size_t own = number++;
      if (link.kind != LinkKind::base || depth_of(block, link.context) >= depth) continue;
      static_cast<void>(plan.take_link(block, i, of(own, block.bases[link.base])));
      is_too_large_ = plan.is_too_large();
      if (is_too_large_) return Flow::stop;
    }
    return Flow::go_on;
  };
  static_cast<void>(parts.finder.find(parts.source, parts.options.document,
                                      {.links = take, .with_places = true}));
  if (is_too_large_) return false;
  plan.edits().settle();
  text = plan.edits().apply_to_text(parts.source.text);
  return plan.changes() != dropped;
}

NewBase ResultingBases::of(std::size_t number, LinkBase const& old) const {
  if (number >= new_.base_of.size()) return {old.resolver, true};  // the proof finds that
  url::Resolver const& found = new_.bases[new_.base_of[number]];
  const bool same = found.base() == old.resolver.base() &&
                    found.options().encoding == old.resolver.options().encoding;
  NewBase base{found, same};
  if (number < again_.base_of.size()) base.again = again_.bases[again_.base_of[number]];
  return base;
}

}  // namespace hrefkit::html
