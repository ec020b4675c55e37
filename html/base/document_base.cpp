#include "hrefkit/html/base/document_base.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

using url::Standard;

/// A meta element with policies: its offset, and the policies in force after it.
struct PolicyMeta {
  std::uint32_t offset = 0;
  std::string_view content = {};
  PolicyId policies = 0;
};

/// The base elements and policies of a document, found in one walk over the tree.
struct Declarations {
  std::vector<BaseElement> bases;  // status `used` means "not ruled out yet"
  std::vector<PolicyMeta> policies;
};

Declarations find_declarations(Document const& document, Standard standard) {
  Declarations found;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    const Node node = document[id];
    if (node.type != NodeType::element || node.clone) continue;
    if (node.name == "base") {
      found.bases.push_back({id, rule_out_base_element(document, id, standard)});
    } else if (standard == Standard::whatwg && is_policy_meta(document, id)) {
      found.policies.push_back(
          {node.source.begin, document.find_attribute(id, "content")->value, 0});
    }
  }
  for (RemovedBase const& removed : document.removed_bases()) {
    found.bases.push_back({removed.element, BaseElementStatus::removed});
  }
  return found;
}

/// The policies in force at each offset of a document.
class PoliciesByPlace {
 public:
  PoliciesByPlace(std::vector<PolicyMeta> metas, PolicyId inherited, PolicyTable& table,
                  std::string_view self)
      : metas_(std::move(metas)), inherited_(inherited) {
    const auto by_offset = [](PolicyMeta const& a, PolicyMeta const& b) {
      return a.offset < b.offset;
    };
    std::stable_sort(metas_.begin(), metas_.end(), by_offset);
    PolicyId last = inherited;
    for (PolicyMeta& meta : metas_) last = meta.policies = table.append(last, meta.content, self);
  }

  /// The policies in force when the parser reached byte `offset`.
  PolicyId before(std::uint32_t offset) const {
    const auto after = std::partition_point(
        metas_.begin(), metas_.end(), [&](PolicyMeta const& meta) { return meta.offset < offset; });
    return after == metas_.begin() ? inherited_ : std::prev(after)->policies;
  }

  /// The policies in force at the end.
  PolicyId all() const { return metas_.empty() ? inherited_ : metas_.back().policies; }

 private:
  std::vector<PolicyMeta> metas_;  // in the order of the source
  PolicyId inherited_;
};

/// The indices of the base elements that were, at some time of the parse, the first in tree order
/// among those read so far. In source order, so the last one is the first of the complete document.
std::vector<std::size_t> successive_firsts(Document const& document,
                                           std::vector<BaseElement> const& bases) {
  // An element was the first at some time only if no element before it in tree order is also before
  // it in the source.
  std::vector<std::size_t> firsts;
  std::uint32_t earliest = UINT32_MAX;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (bases[i].status != BaseElementStatus::used) continue;
    const std::uint32_t offset = document[bases[i].node].source.begin;
    if (offset >= earliest) continue;
    earliest = offset;
    firsts.push_back(i);
  }
  std::reverse(firsts.begin(), firsts.end());
  return firsts;
}

/// The base elements that the parser removed and that have an href, in source order.
std::vector<RemovedBase> removed_with_href(Document const& document) {
  std::vector<RemovedBase> removed = document.removed_bases();
  std::erase_if(removed, [&](RemovedBase const& base) {
    return !document.find_attribute(base.element, "href");
  });
  const auto is_before = [&](RemovedBase const& a, RemovedBase const& b) {
    return document[a.element].source.begin < document[b.element].source.begin;
  };
  std::stable_sort(removed.begin(), removed.end(), is_before);
  return removed;
}

/// Adds the epochs of removed base elements. Such an element applies until it is removed, unless
/// another one before it does; elements that are read in the meantime apply after that.
template <typename EpochOf>
std::vector<BaseEpoch> with_removed(std::vector<BaseEpoch> const& lasting,
                                    std::vector<RemovedBase> const& removed, BaseId fallback,
                                    EpochOf epoch_of) {
  std::vector<BaseEpoch> epochs;
  std::uint32_t free_from = 0;
  std::size_t next = 0;
  for (RemovedBase const& base : removed) {
    BaseEpoch epoch = epoch_of(base.element);
    epoch.from = std::max(epoch.from, free_from);
    const bool is_second = next > 0 || (!lasting.empty() && lasting[0].from < epoch.from);
    if (is_second || epoch.from >= base.at) continue;
    epochs.push_back(epoch);
    BaseEpoch after{base.at, no_node, fallback, BaseElementStatus::used};
    for (; next < lasting.size() && lasting[next].from < base.at; ++next) after = lasting[next];
    after.from = base.at;
    epochs.push_back(after);
    free_from = base.at;
  }
  epochs.insert(epochs.end(), lasting.begin() + static_cast<std::ptrdiff_t>(next), lasting.end());
  return epochs;
}

/// Sets the document base URL from the last epoch, whose element has the index `index`.
void use_last_epoch(DocumentBase& base, std::size_t index) {
  for (BaseElement& element : base.elements) {
    if (element.status == BaseElementStatus::used) element.status = BaseElementStatus::second;
  }
  BaseEpoch const& last = base.epochs.back();
  base.elements[index].status = last.status;
  base.base = last.base;
  if (last.status == BaseElementStatus::used) {
    base.source = BaseSource::base;
    base.element = last.element;
  }
}

}  // namespace

BaseElementStatus rule_out_base_element(Document const& document, NodeId id, Standard standard) {
  const Node node = document[id];
  // Base elements in the HTML parts of a feed do not apply to the feed.
  const bool may_apply = node.ns == Namespace::html && !is_feed(root_namespace(document));
  if (!may_apply) return BaseElementStatus::not_html;
  if (node.inert) return BaseElementStatus::in_template;
  if (node.in_shadow) return BaseElementStatus::in_shadow_tree;
  if (!document.find_attribute(id, "href")) return BaseElementStatus::no_href;
  if (standard == Standard::web_address && !document.is_html(node.parent, "head")) {
    return BaseElementStatus::outside_head;
  }
  return BaseElementStatus::used;
}

bool is_policy_meta(Document const& document, NodeId id) {
  if (!document.is_html(id, "meta") || document[id].inert) return false;
  // The pragma applies in a child of head only, which has no shadow root.
  if (!document.is_html(document[id].parent, "head")) return false;
  const auto pragma = document.find_attribute(id, "http-equiv");
  return pragma && text::equals_ignoring_ascii_case(pragma->value, "content-security-policy") &&
         document.find_attribute(id, "content").has_value();
}

StoredFallback store_fallback(BaseStore& store, FallbackBase const& fallback,
                              text::Encoding encoding) {
  return {store.bases.add(fallback.url, encoding), fallback.source,
          store.bases.add(fallback.self, encoding)};
}

tl::expected<std::string, BaseElementStatus> base_from_href(std::string_view href,
                                                            url::Resolver const& resolver,
                                                            PolicyTable& policies,
                                                            PolicyId in_force) {
  // Steps 1 to 3: parse href with the fallback base URL; xml:base does not count.
  const bool living = resolver.options().standard == Standard::whatwg;
  auto resolved = resolver.resolve(href);
  if (!resolved) return tl::make_unexpected(BaseElementStatus::unresolvable);
  if (living && has_unusable_scheme(*resolved)) {
    return tl::make_unexpected(BaseElementStatus::unusable_scheme);
  }
  const BaseElementStatus status = policies.judge(in_force, *resolved);
  if (status != BaseElementStatus::used) return tl::make_unexpected(status);
  return *std::move(resolved);
}

tl::expected<std::string, BaseElementStatus> base_from_href(std::string_view href,
                                                            std::string_view self,
                                                            url::Resolver const& resolver,
                                                            DocumentOptions const& options) {
  PolicyTable policies(0);
  const PolicyId in_force = policies_of_options(policies, options, self);
  return base_from_href(href, resolver, policies, in_force);
}

tl::expected<BaseId, BaseElementStatus> base_from_href(std::string_view href, BaseId fallback,
                                                       BaseStore& store, PolicyId in_force) {
  if (!store.bases.count_work(0)) return tl::make_unexpected(BaseElementStatus::over_budget);
  BaseUrl const& outer = store.bases[fallback];
  const auto url = base_from_href(href, outer.resolver, store.policies, in_force);
  store.bases.count_work(url ? url->size() : outer.url().size());
  if (!url) return tl::make_unexpected(url.error());
  const auto base = store.bases.add_within_budget(*url, outer.resolver.options().encoding);
  if (!base) return tl::make_unexpected(BaseElementStatus::over_budget);
  return *base;
}

PolicyId policies_of_options(PolicyTable& policies, DocumentOptions const& options,
                             std::string_view self) {
  PolicyId last = 0;
  if (options.standard != Standard::whatwg) return last;
  for (std::string const& header : options.content_security_policies) {
    last = policies.append(last, header, self);
  }
  return last;
}

DocumentBase document_base(Document const& document, StoredFallback const& fallback,
                           BaseStore& store, PolicyId policies) {
  DocumentBase base;
  base.fallback = base.base = fallback.url;
  base.fallback_source = base.source = fallback.source;
  base.self = fallback.self;
  Declarations found = find_declarations(document, store.bases.standard());
  base.elements = std::move(found.bases);
  const PoliciesByPlace by_place(std::move(found.policies), policies, store.policies,
                                 store.bases[fallback.self].url());
  base.policies = by_place.all();
  const std::vector<std::size_t> firsts = successive_firsts(document, base.elements);
  const auto epoch_of = [&](NodeId id) {
    const std::uint32_t offset = document[id].source.begin;
    const auto url = base_from_href(document.find_attribute(id, "href")->value, fallback.url, store,
                                    by_place.before(offset));
    return BaseEpoch{offset, id, url.value_or(fallback.url),
                     url ? BaseElementStatus::used : url.error()};
  };
  for (const std::size_t i : firsts) base.epochs.push_back(epoch_of(base.elements[i].node));
  if (!firsts.empty()) use_last_epoch(base, firsts.back());
  if (!document.removed_bases().empty()) {
    base.epochs = with_removed(base.epochs, removed_with_href(document), fallback.url, epoch_of);
  }
  return base;
}

}  // namespace hrefkit::html
