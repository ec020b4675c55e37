#include "hrefkit/html/links/dom_links.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "hrefkit/html/links/element_urls.h"
#include "hrefkit/html/xml_base.h"

namespace hrefkit::html {

namespace {

/// Collects the links of all contexts.
class Collector {
 public:
  Collector(ContextTree const& tree, DocumentOptions const& options, Notes& notes)
      : tree_(tree), options_(options), notes_(notes) {}

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
    contexts_.push_back({context.path});
    add_bases(context);
    const std::size_t first_scope = bases_.size();
    const std::size_t first_note = notes_.size();
    const BaseScopes scopes(*document_, options_.xml_base, document_base_, bases_, notes_);
    for (std::size_t i = first_scope; i < bases_.size(); ++i) to_file(bases_[i].declared);
    for (std::size_t i = first_note; i < notes_.size(); ++i) to_file(notes_[i].span);
    ElementUrls& urls = urls_.emplace_back(*document_, options_.also);
    for (NodeId id = document_->root(); id != no_node; id = document_->next_in_tree(id)) {
      Node const& node = (*document_)[id];
      if (node.type != NodeType::element || node.clone) continue;
      if ((node.inert && !options_.templates) || node.is_shadow_root) continue;
      base_ = scopes.at(id);
      collect_element(id, urls);
    }
  }

  /// Makes a place in the context's text one in the file's.
  void to_file(text::Span& span) const {
    span = {tree_.to_file(context_, span.begin), tree_.to_file(context_, span.end)};
  }

  void add_bases(Context const& context) {
    url::ResolveOptions resolve = options_.resolve;
    resolve.encoding = context.encoding;
    DocumentBase const& base = context.base;
    const auto add = [&](std::string_view url, BaseSource source, text::Span declared) {
      bases_.push_back({url::Resolver::with_base(url, resolve).value_or(url::Resolver(resolve)),
                        source, declared});
      return static_cast<std::uint32_t>(bases_.size() - 1);
    };
    fallback_base_ = add(base.fallback.url, base.fallback.source, {});
    document_base_ = fallback_base_;
    if (base.source == BaseSource::base) {
      text::Span declared = document_->find_attribute(base.element, "href")->span;
      to_file(declared);
      document_base_ = add(base.url, base.source, declared);
    }
  }

  void collect_element(NodeId id, ElementUrls& urls) {
    Node const& node = (*document_)[id];
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
  Notes& notes_;
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
                    DocumentOptions const& options, LinkSink const& sink, Notes& notes) {
  Collector collector(tree, options, notes);
  collector.collect();
  collector.give(map, sink);
}

}  // namespace hrefkit::html
