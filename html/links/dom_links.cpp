#include "hrefkit/html/links/dom_links.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/links/element_urls.h"

namespace hrefkit::html {

namespace {

/// Collects the links of all contexts.
class Collector {
 public:
  Collector(ContextTree const& tree, DocumentOptions const& options)
      : tree_(tree), options_(options) {}

  void collect() {
    for (std::size_t i = 0; i < tree_.contexts().size(); ++i) collect_context(i);
    const auto by_place = [](Link const& a, Link const& b) { return a.span.begin < b.span.begin; };
    if (!std::is_sorted(links_.begin(), links_.end(), by_place)) {
      std::stable_sort(links_.begin(), links_.end(), by_place);
    }
  }

  void give(text::SourceMap const* map, LinkSink const& sink) const {
    sink({links_, bases_, contexts_, tree_.contexts().front().document.text(), map});
  }

 private:
  void collect_context(std::size_t index) {
    Context const& context = tree_.contexts()[index];
    context_ = index;
    document_ = &context.document;
    contexts_.push_back({tree_.path(index)});
    add_bases(context.base);
    ElementUrls& urls = urls_.emplace_back(*document_, options_.also);
    auto next = context.scopes.begin();
    const auto declare = [&](NodeId id, std::uint32_t around) -> std::optional<std::uint32_t> {
      if (next == context.scopes.end() || next->element != id) return std::nullopt;
      BaseScope const& scope = *next++;
      if (!scope.usable) return around;
      const auto declared = find_xml_base(*document_, id, options_.xml_base);
      return add_base(scope.base, BaseSource::xml_base, declared->span);
    };
    const auto visit = [&](NodeId id, std::uint32_t base) {
      const Node node = (*document_)[id];
      if (node.type != NodeType::element || node.clone) return;
      if ((node.inert && !options_.templates) || node.is_shadow_root) return;
      base_ = base;
      collect_element(id, urls);
    };
    walk_scopes(*document_, document_->root(), document_base_, declare, visit);
  }

  /// Makes a place in the context's text one in the file's.
  void to_file(text::Span& span) const {
    span = {tree_.to_file(context_, span.begin), tree_.to_file(context_, span.end)};
  }

  std::uint32_t add_base(BaseId id, BaseSource source, text::Span declared) {
    to_file(declared);
    bases_.push_back({tree_.base_url(id).resolver, source, declared});
    return static_cast<std::uint32_t>(bases_.size() - 1);
  }

  void add_bases(DocumentBase const& base) {
    bases_.push_back({tree_.base_url(base.fallback).resolver, base.fallback_source, {}});
    fallback_base_ = document_base_ = static_cast<std::uint32_t>(bases_.size() - 1);
    if (base.source != BaseSource::base) return;
    const auto href = document_->find_attribute(base.element, "href");
    document_base_ = add_base(base.base, BaseSource::base, href->span);
  }

  void collect_element(NodeId id, ElementUrls& urls) {
    const Node node = (*document_)[id];
    for (ElementUrl const& url : urls.of(id)) {
      Link link;
      link.element = node.name;
      link.attribute = attribute_name(*url.row);
      link.raw = url.raw;
      link.span = url.span;
      to_file(link.span);
      link.index = url.index;
      link.base = url.row->kind == LinkKind::base ? fallback_base_ : base_;
      link.context = static_cast<std::uint32_t>(context_);
      link.ns = node.ns;
      link.kind = url.kind;
      links_.push_back(link);
    }
  }

  ContextTree const& tree_;
  DocumentOptions const& options_;
  std::vector<Link> links_;
  std::vector<LinkBase> bases_;
  std::vector<LinkContext> contexts_;
  std::deque<ElementUrls> urls_;  // one a context; links view their strings

  // Of the context that is being read.
  std::size_t context_ = 0;
  Document const* document_ = nullptr;
  std::uint32_t fallback_base_ = 0;
  std::uint32_t document_base_ = 0;
  std::uint32_t base_ = 0;
};

}  // namespace

void find_dom_links(ContextTree const& tree, text::SourceMap const* map,
                    DocumentOptions const& options, LinkSink const& sink) {
  Collector collector(tree, options);
  collector.collect();
  collector.give(map, sink);
}

}  // namespace hrefkit::html
