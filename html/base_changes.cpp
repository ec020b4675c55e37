#include "hrefkit/html/base_changes.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/live_document.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/selector.h"

namespace hrefkit::html {

namespace {

using Failure = BaseChangeFailure;

tl::unexpected<Failure> fail(BaseChangeError error, std::string message) {
  return tl::unexpected<Failure>(Failure{error, std::move(message)});
}

/// The elements of the changes, found before the first change.
struct Targets {
  std::vector<std::vector<NodeId>> xml_bases = {};  // of each change
  NodeId move = no_node;
};

tl::expected<std::vector<NodeId>, Failure> select(Document const& document,
                                                  std::string const& text) {
  const auto selector = parse_selector(text);
  if (!selector) return fail(BaseChangeError::selector, selector.error().message);
  std::vector<NodeId> found = select_elements(document, *selector);
  if (found.empty()) return fail(BaseChangeError::no_match, "no element matches '" + text + "'");
  return found;
}

/// An error if two changes give one element different values; else empty.
std::string contradiction(BaseChanges const& changes, Targets const& targets) {
  std::map<NodeId, std::size_t> settled;  // element to change
  for (std::size_t i = 0; i < changes.xml_bases.size(); ++i) {
    for (const NodeId element : targets.xml_bases[i]) {
      const auto [known, is_new] = settled.emplace(element, i);
      XmlBaseChange const& other = changes.xml_bases[known->second];
      XmlBaseChange const& change = changes.xml_bases[i];
      if (is_new || other.value == change.value) continue;
      return "the changes of xml:base contradict each other: '" + other.selector + "' and '" +
             change.selector + "' match the same element";
    }
  }
  return {};
}

tl::expected<Targets, Failure> find_targets(Document const& document, BaseChanges const& changes) {
  Targets targets;
  for (XmlBaseChange const& change : changes.xml_bases) {
    auto found = select(document, change.selector);
    if (!found) return tl::make_unexpected(found.error());
    targets.xml_bases.push_back(std::move(*found));
  }
  if (!changes.move.empty()) {
    const auto found = select(document, changes.move);
    if (!found) return tl::make_unexpected(found.error());
    targets.move = found->front();
  }
  if (std::string wrong = contradiction(changes, targets); !wrong.empty()) {
    return fail(BaseChangeError::contradiction, std::move(wrong));
  }
  return targets;
}

/// Removes every HTML base element with an href. The last one is removed first, so that no other
/// one becomes the one that counts.
void remove_bases(LiveDocument& live) {
  Document const& document = live.document();
  std::vector<NodeId> found;
  for (NodeId id = document.root(); id != no_node; id = document.next_in_tree(id)) {
    if (document.is_html(id, "base") && !document[id].is_apart() &&
        document.find_attribute(id, "href")) {
      found.push_back(id);
    }
  }
  std::reverse(found.begin(), found.end());
  for (const NodeId id : found) live.remove(id);
}

/// The head element, or `no_node`.
NodeId head_of(Document const& document) {
  for (const NodeId id : select_elements(document, "head")) {
    if (document.is_html(id, "head")) return id;
  }
  return no_node;
}

/// Sets the href of the base element that counts, or inserts one as the first child of head.
void set_base(LiveDocument& live, std::string const& href) {
  if (live.base_element() != no_node) {
    live.set_attribute(live.base_element(), "href", href);
    return;
  }
  const NodeId head = head_of(live.document());
  const NodeId base = live.create_element(Namespace::html, "base");
  live.set_attribute(base, "href", href);
  static_cast<void>(live.insert(base, head, live.document()[head].first_child));
}

/// The body element, or the root element where the document has no body.
NodeId body_of(Document const& document) {
  const std::vector<NodeId> root = select_elements(document, "0");
  if (root.empty()) return document.root();
  for (NodeId id = document[root.front()].first_child; id != no_node; id = document[id].next) {
    if (document.is_html(id, "body")) return id;
  }
  return root.front();
}

}  // namespace

tl::expected<void, BaseChangeFailure> make_base_changes(BaseChanges const& changes,
                                                        LiveContexts& contexts,
                                                        EffectRecorder& recorder,
                                                        LiveContexts const* into,
                                                        EffectRecorder* into_recorder) {
  LiveDocument& live = contexts.main();
  const auto targets = find_targets(live.document(), changes);
  if (!targets) return tl::make_unexpected(targets.error());
  assert(targets->move == no_node || (into != nullptr && into_recorder != nullptr));
  const bool has_base = live.base_element() != no_node && !changes.remove_base;
  if (changes.set_base && !has_base && head_of(live.document()) == no_node) {
    return fail(BaseChangeError::no_head,
                "the document has no head element to put a base element into");
  }
  if (changes.new_address) {
    live.set_address(changes.new_address->url, fallback_of_file(*changes.new_address));
  }
  if (changes.remove_base) remove_bases(live);
  if (changes.set_base) set_base(live, *changes.set_base);
  for (std::size_t i = 0; i < changes.xml_bases.size(); ++i) {
    if (changes.xml_bases[i].value) {
      live.set_xml_base(targets->xml_bases[i], *changes.xml_bases[i].value);
    } else {
      live.remove_xml_base(targets->xml_bases[i]);
    }
  }
  if (targets->move != no_node) {
    const auto moved =
        recorder.move(targets->move, *into_recorder, body_of(into->main().document()));
    if (!moved) return fail(BaseChangeError::move, std::string(message(moved.error())));
  }
  if (changes.set_base && live.base_status() != BaseElementStatus::used) {
    return fail(BaseChangeError::unused_base, "the base element that is set does not count: " +
                                                  std::string(name(live.base_status())));
  }
  recorder.read_anew();
  if (into_recorder != nullptr) into_recorder->read_anew();
  return {};
}

}  // namespace hrefkit::html
