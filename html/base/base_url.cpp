#include "hrefkit/html/base_url.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

namespace {

using url::Standard;

/// A meta element that declares a policy, and where.
struct PolicyMeta {
  std::uint32_t offset;
  std::string_view content;
};

/// What one walk over the tree finds.
struct Declarations {
  std::vector<BaseElement> bases;  // fate `used` stands for "not ruled out yet"
  std::vector<PolicyMeta> policies;
};

Declarations find_declarations(Document const& document, Standard standard) {
  Declarations found;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    Node const& node = document[id];
    if (node.type != NodeType::element || node.clone) continue;
    if (node.name == "base") {
      found.bases.push_back({id, rule_out_base_element(document, id, standard)});
    } else if (standard == Standard::whatwg && is_policy_meta(document, id)) {
      found.policies.push_back({node.source.begin, document.find_attribute(id, "content")->value});
    }
  }
  return found;
}

bool has_unusable_scheme(std::string_view url) {
  return url.starts_with("data:") || url.starts_with("javascript:");
}

/// Decides what base elements come to, one document at a time.
class Decision {
 public:
  Decision(Document const& document, FallbackBase const& fallback, url::ResolveOptions options,
           std::vector<BaseUriPolicy> const& inherited)
      : document_(document),
        fallback_(fallback),
        resolver_(url::Resolver::with_base(fallback.url, options).value_or(url::Resolver(options))),
        inherited_(inherited) {}

  BaseEpoch decide(NodeId id, std::vector<PolicyMeta> const& metas) const {
    const std::uint32_t offset = document_[id].source.begin;
    BaseOutcome outcome = base_from_href(document_.find_attribute(id, "href")->value, fallback_,
                                         resolver_, policies_before(offset, metas));
    return {offset, id, std::move(outcome.url), outcome.fate};
  }

  /// The policies in force when the parser reached byte `offset`.
  std::vector<BaseUriPolicy> policies_before(std::uint32_t offset,
                                             std::vector<PolicyMeta> const& metas) const {
    std::vector<BaseUriPolicy> policies = inherited_;
    for (PolicyMeta const& meta : metas) {
      if (meta.offset < offset) append_base_uri_policies(policies, meta.content, fallback_.self);
    }
    return policies;
  }

 private:
  Document const& document_;
  FallbackBase const& fallback_;
  url::Resolver resolver_;
  std::vector<BaseUriPolicy> const& inherited_;
};

/// The indices of the base elements that were, at some time of the parse, the first in tree order
/// among those read so far; in source order. The last is the first of the whole document.
std::vector<std::size_t> successive_firsts(Document const& document,
                                           std::vector<BaseElement> const& bases) {
  // Walking back in tree order, an element was first at some time only if no earlier element in
  // tree order stands before it in the source.
  std::vector<std::size_t> firsts;
  std::uint32_t earliest = UINT32_MAX;
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (bases[i].fate != BaseElementFate::used) continue;
    const std::uint32_t offset = document[bases[i].node].source.begin;
    if (offset >= earliest) continue;
    earliest = offset;
    firsts.push_back(i);
  }
  std::reverse(firsts.begin(), firsts.end());
  return firsts;
}

}  // namespace

std::string_view name(BaseElementFate fate) {
  switch (fate) {
    case BaseElementFate::used:
      return "used";
    case BaseElementFate::no_href:
      return "no-href";
    case BaseElementFate::second:
      return "second";
    case BaseElementFate::in_template:
      return "in-template";
    case BaseElementFate::in_shadow_tree:
      return "in-shadow-tree";
    case BaseElementFate::not_html:
      return "not-html";
    case BaseElementFate::outside_head:
      return "outside-head";
    case BaseElementFate::unresolvable:
      return "unresolvable";
    case BaseElementFate::unusable_scheme:
      return "unusable-scheme";
    case BaseElementFate::blocked:
      return "blocked";
  }
  return {};
}

BaseElementFate rule_out_base_element(Document const& document, NodeId id, Standard standard) {
  if (document[id].ns != Namespace::html) return BaseElementFate::not_html;
  if (document[id].inert) return BaseElementFate::in_template;
  if (document[id].in_shadow) return BaseElementFate::in_shadow_tree;
  if (document.find_attribute(id, "href") == nullptr) return BaseElementFate::no_href;
  if (standard == Standard::web_address && !document.is_html(document[id].parent, "head")) {
    return BaseElementFate::outside_head;
  }
  return BaseElementFate::used;
}

bool is_policy_meta(Document const& document, NodeId id) {
  if (!document.is_html(id, "meta") || document[id].inert) return false;
  // The pragma counts in a child of head only, which has no shadow root.
  if (!document.is_html(document[id].parent, "head")) return false;
  Attribute const* pragma = document.find_attribute(id, "http-equiv");
  return pragma != nullptr &&
         text::equals_ignoring_ascii_case(pragma->value, "content-security-policy") &&
         document.find_attribute(id, "content") != nullptr;
}

BaseOutcome base_from_href(std::string_view href, FallbackBase const& fallback,
                           url::Resolver const& resolver,
                           std::vector<BaseUriPolicy> const& policies) {
  // Steps 1 to 3: parse href with the fallback base URL; xml:base does not count.
  const bool living = resolver.options().standard == Standard::whatwg;
  auto resolved = resolver.resolve(href);
  if (!resolved) return {fallback.url, BaseElementFate::unresolvable};
  if (living && has_unusable_scheme(*resolved)) {
    return {fallback.url, BaseElementFate::unusable_scheme};
  }
  if (!is_base_allowed(policies, *resolved)) return {fallback.url, BaseElementFate::blocked};
  return {std::move(*resolved), BaseElementFate::used};
}

std::string_view DocumentBase::url_at(std::uint32_t offset) const {
  const auto after = std::partition_point(
      epochs.begin(), epochs.end(), [&](BaseEpoch const& epoch) { return epoch.from < offset; });
  return after == epochs.begin() ? fallback.url : std::prev(after)->url;
}

DocumentBase document_base(Document const& document, FallbackBase fallback,
                           url::ResolveOptions options, std::vector<BaseUriPolicy>& policies) {
  DocumentBase base;
  base.fallback = std::move(fallback);
  base.url = base.fallback.url;
  base.source = base.fallback.source;
  Declarations found = find_declarations(document, options.standard);
  base.elements = std::move(found.bases);
  const Decision decision(document, base.fallback, options, policies);
  const std::vector<std::size_t> firsts = successive_firsts(document, base.elements);
  for (const std::size_t i : firsts) {
    base.epochs.push_back(decision.decide(base.elements[i].node, found.policies));
  }
  if (!firsts.empty()) {
    for (BaseElement& element : base.elements) {
      if (element.fate == BaseElementFate::used) element.fate = BaseElementFate::second;
    }
    BaseEpoch const& last = base.epochs.back();
    base.elements[firsts.back()].fate = last.fate;
    base.url = last.url;
    if (last.fate == BaseElementFate::used) {
      base.source = BaseSource::base;
      base.element = last.element;
    }
  }
  policies = decision.policies_before(UINT32_MAX, found.policies);
  return base;
}

}  // namespace hrefkit::html
