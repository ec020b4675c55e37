#include "hrefkit/html/base_changes.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/live/selector_matcher.h"
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
  std::vector<XmlBaseEdit> xml_bases = {};  // in tree order; the values view `BaseChanges`
  NodeId move = no_node;
};

tl::expected<Selector, Failure> parse(std::string const& text) {
  auto selector = parse_selector(text);
  if (!selector) return fail(BaseChangeError::selector, selector.error().message);
  return *std::move(selector);
}

tl::unexpected<Failure> no_match(std::string const& selector) {
  return fail(BaseChangeError::no_match, "no element matches '" + selector + "'");
}

/// Two changes that give one element different values.
struct Contradiction {
  std::size_t first = 0;
  std::size_t second = 0;
};

/// Finds the elements of the changes of xml:base in one walk, however many changes there are.
class XmlBaseTargets {
 public:
  explicit XmlBaseTargets(std::vector<XmlBaseChange> const& changes)
      : changes_(changes), is_matched_(changes.size()) {}

  /// Fails for the first selector that is not supported, or matches nothing.
  tl::expected<void, Failure> find(Document const& document) {
    std::vector<Selector> selectors;
    std::optional<Failure> wrong;
    for (XmlBaseChange const& change : changes_) {
      auto selector = parse(change.selector);
      if (!selector) {
        wrong = std::move(selector.error());
        break;
      }
      selectors.push_back(*std::move(selector));
    }
    match_selectors(document, selectors,
                    [this](NodeId id, std::span<std::uint32_t const> found) { take(id, found); });
    for (std::size_t i = 0; i < selectors.size(); ++i) {
      if (!is_matched_[i]) return no_match(changes_[i].selector);
    }
    if (wrong) return tl::make_unexpected(*std::move(wrong));
    return {};
  }

  std::vector<XmlBaseEdit> release_edits() { return std::move(edits_); }

  /// An error if two changes give one element different values; else empty.
  std::string contradiction() const {
    if (!contradiction_) return {};
    return "the changes of xml:base contradict each other: '" +
           changes_[contradiction_->first].selector + "' and '" +
           changes_[contradiction_->second].selector + "' match the same element";
  }

 private:
  void take(NodeId id, std::span<std::uint32_t const> found) {
    XmlBaseChange const& first = changes_[found.front()];
    edits_.push_back({id, first.value});
    for (const std::uint32_t change : found) {
      is_matched_[change] = true;
      if (changes_[change].value == first.value) continue;
      if (!contradiction_ || change < contradiction_->second)
        contradiction_ = {found.front(), change};
    }
  }

  std::vector<XmlBaseChange> const& changes_;
  std::vector<bool> is_matched_;
  std::vector<XmlBaseEdit> edits_;
  std::optional<Contradiction> contradiction_;
};

tl::expected<Targets, Failure> find_targets(Document const& document, BaseChanges const& changes) {
  Targets targets;
  XmlBaseTargets xml_bases(changes.xml_bases);
  if (auto found = xml_bases.find(document); !found) return tl::make_unexpected(found.error());
  targets.xml_bases = xml_bases.release_edits();
  if (!changes.move.empty()) {
    const auto selector = parse(changes.move);
    if (!selector) return tl::make_unexpected(selector.error());
    const std::vector<NodeId> found = select_elements(document, *selector);
    if (found.empty()) return no_match(changes.move);
    targets.move = found.front();
  }
  if (std::string wrong = xml_bases.contradiction(); !wrong.empty()) {
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
  if (!targets->xml_bases.empty()) live.change_xml_bases(targets->xml_bases);
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
