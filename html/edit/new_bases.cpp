#include "hrefkit/html/edit/new_bases.h"

#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/edit/reference.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/url/result.h"

namespace hrefkit::html {

namespace {

std::size_t depth_of(LinkBlock const& block, std::uint32_t context) {
  std::size_t depth = 0;
  for (; context != 0; context = block.contexts[context].parent) ++depth;
  return depth;
}

}  // namespace

/// True for a link that may be the base of the HTML in a feed's item. More links are found than are
/// bases; each is written as in the new page.
bool ResultingBases::is_item_link(Link const& link) const {
  const bool is_named_so = link.element == "link" || link.element == "guid";
  return task_.options.document.feed_base == FeedBase::item && is_named_so &&
         is_feed_namespace(link.ns);
}

NewBase const& NewBases::of(LinkBlock const& block, std::uint32_t number) {
  if (number >= made_.size()) made_.resize(block.bases.size());
  auto& made = made_[number];
  LinkBase const& old = block.bases[number];
  // A page may have blocks with different lists of bases.
  if (made && made->source == old.source && made->old.base().data() == old.resolver.base().data()) {
    return made->base;
  }
  const std::string url = url_of(old);
  const bool same = url == old.resolver.base();
  const url::ResolveOptions options = old.resolver.options();
  const url::Resolver resolver = same ? old.resolver : BaseUrl(url, options).resolver;
  const bool follows = task_.moves() && old.resolver.base() == task_.old_fallback;
  made.emplace(Made{old.resolver, old.source, NewBase{resolver, same, follows}});
  if (task_.is_read_again()) {
    const bool goes = old.source == BaseSource::base && !declared_;
    made->base.again =
        goes ? url::Resolver::with_base(task_.old_fallback, options).value_or(old.resolver)
             : old.resolver;
  }
  return made->base;
}

std::string NewBases::url_of(LinkBase const& base) const {
  const std::string_view old = base.resolver.base();
  if (keeps_all_) return std::string(old);
  if (base.source == BaseSource::base) return declared_.value_or(task_.fallback);
  const bool is_page = base.source == BaseSource::document && old == task_.old_page;
  return is_page ? task_.page : std::string(old);
}

ResultingBases::ResultingBases(RewriteTask const& task, std::span<XmlBaseAttribute const> removed,
                               IsDropped is_dropped)
    : task_(task), removed_(removed), is_dropped_(std::move(is_dropped)) {
  if (task_.moves()) {
    new_ = bases_at(task_.page, task_.source, [this](LinkBlock const&, Link const& link) {
      return !is_neutral_base(task_.options, link) &&
             (link.kind != LinkKind::base || !is_dropped_(link));
    });
  }
  std::string text;
  std::size_t level = 0;  // the depth of documents whose base elements are changed next
  if (task_.options.drop_base || !removed_.empty()) {
    if (change_bases(0, text)) find_bases(text);
  } else {
    if (change_bases(std::nullopt, text)) find_bases(text);
    while (level < has_bases_at_.size() && !has_bases_at_[level]) ++level;
    ++level;
  }
  for (; level < has_bases_at_.size() && !is_too_large_; ++level) {
    if (has_bases_at_[level] && change_bases(level + 1, text)) find_bases(text);
  }
}

/// Sets `new_` and `again_` to the bases of the links in a text.
void ResultingBases::find_bases(std::string_view text) {
  const SourceText source =
      source_from_text(text, task_.source.content_type, task_.source.encoding.encoding);
  const auto counts = [this](LinkBlock const&, Link const& link) {
    return !is_neutral_base(task_.options, link);
  };
  new_ = bases_at(task_.page, source, counts);
  if (task_.is_read_again()) again_ = bases_at(task_.old_page, source, counts);
}

/// The bases of the links for which `counts` is true, if the text has the URL `url`.
ResultingBases::Bases ResultingBases::bases_at(std::string const& url, SourceText const& source,
                                               CountsLink const& counts) const {
  Bases found;
  DocumentOptions document = task_.options.document;
  document.url = url;
  const auto add_bases = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      if (!counts(block, link)) continue;
      // A page may have blocks with different lists of bases; most links have the same base as the
      // link before.
      url::Resolver const& base = block.bases[link.base].resolver;
      if (found.bases.empty() || found.bases.back().base().data() != base.base().data() ||
          found.bases.back().options().encoding != base.options().encoding) {
        found.bases.push_back(base);
      }
      found.base_of.push_back(static_cast<std::uint32_t>(found.bases.size() - 1));
    }
  };
  static_cast<void>(task_.finder.find(source, document, {.links = add_bases, .with_places = true}));
  return found;
}

bool ResultingBases::needs_base(Link const& link, LinkBase const& base) const {
  RewriteOptions const& options = task_.options;
  const bool is_xml_base = base.source == BaseSource::xml_base;
  const bool may_go =
      is_xml_base ? options.drop_xml_base : options.drop_base && base.source != BaseSource::item;
  const bool goes = may_go && base.resolver.base() != task_.old_fallback;
  return goes && !is_fixed(link) && shape_of(link.raw) && !base.resolver.resolve("x");
}

/// Sets `text` to the page without the dropped base elements and attributes, and with the new base
/// elements of documents at a depth below `depth`; without a depth, of the outermost documents that
/// have any. False if that is the text of the last call, or the page as it is.
bool ResultingBases::change_bases(std::optional<std::size_t> depth, std::string& text) {
  static const EditSink no_report;
  std::optional<LinkPlan> plan;
  const auto begin_plan = [&] {
    plan.emplace(task_, no_report);
    for (XmlBaseAttribute const& attribute : removed_) {
      plan->edits().replace(attribute.place, attribute.new_value);
    }
  };
  begin_plan();
  std::size_t max_depth = depth.value_or(SIZE_MAX);
  std::size_t number = 0;
  has_bases_at_.clear();
  const auto plan_block = [&](LinkBlock const& block) {
    for (std::size_t i = 0; i < block.links.size(); ++i) {
      Link const& link = block.links[i];
      if (link.kind == LinkKind::base && is_dropped_(link)) {
        plan->plan_dropped_base(block, i);
        continue;
      }
      if (is_neutral_base(task_.options, link)) continue;
      const std::size_t own = number++;
      if (task_.moves() && own == follows_.size() && own < new_.base_of.size()) {
        follows_.push_back(new_.base(own).base() != block.bases[link.base].resolver.base());
      }
      if (!needs_base_ && needs_base(link, block.bases[link.base])) needs_base_ = link.span;
      if (link.kind != LinkKind::base && !is_item_link(link)) continue;
      const std::size_t own_depth = depth_of(block, link.context);
      if (own_depth >= has_bases_at_.size()) has_bases_at_.resize(own_depth + 1);
      has_bases_at_[own_depth] = true;
      if (own_depth >= max_depth) continue;
      if (!depth && own_depth + 1 < max_depth) {  // the documents before this one are further in
        max_depth = own_depth + 1;
        begin_plan();
      }
      static_cast<void>(plan->plan_link(block, i, of(own, block.bases[link.base])));
      is_too_large_ = plan->is_too_large();
      if (is_too_large_) return Flow::stop;
    }
    return Flow::go_on;
  };
  static_cast<void>(task_.finder.find(task_.source, task_.options.document,
                                      {.links = plan_block, .with_places = true}));
  if (is_too_large_) return false;
  if (plan->edits().empty()) return false;
  plan->edits().sort();
  std::string changed = plan->edits().apply({.bytes = task_.source.text});
  if (changed == text) return false;
  text = std::move(changed);
  return true;
}

NewBase ResultingBases::of(std::size_t number, LinkBase const& old) const {
  NewBase base{old.resolver};
  if (number < new_.base_of.size()) {
    base.resolver = new_.base(number);
    base.same = base.resolver.base() == old.resolver.base() &&
                base.resolver.options().encoding == old.resolver.options().encoding;
  }
  base.follows = number < follows_.size() && follows_[number];
  if (task_.is_read_again()) {
    const bool is_found = number < again_.base_of.size();
    base.again = is_found ? again_.base(number) : old.resolver;
  }
  return base;
}

}  // namespace hrefkit::html
