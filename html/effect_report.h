// What some changes of a file's base URLs did to each of its URLs.
//
//   EffectRecorder recorder(contexts, {});
//   contexts.main().set_attribute(base, "href", "/elsewhere/");
//   recorder.report([](UrlEffect const& effect) { print(effect); });
//
// The recorder keeps a few bytes for each element that carries URLs. What the URLs resolve to is
// found out when they are reported, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/dom.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/live_contexts.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

// What an element does about each of its URLs when it is affected by a base URL change (HTML
// Standard 2.4.3 and HTML5 (W3C draft) 2.6.5, "Dynamic changes to base URLs").

/// The name used in output: "hyperlink", "cite", "none", "reload".
std::string_view name(BaseEffect effect);

/// The effect on the URL, or URLs, that stand in `row` of `element`; never `reload`. A link element
/// creates a hyperlink only where its `rel` does. The older standards count the `cite` of section
/// and article, the living one does not, and counts the `ping` of hyperlinks.
BaseEffect base_effect(Document const& document, NodeId element, LinkRow const& row,
                       url::Standard standard);

/// The changes that usually break something.
enum class Hazard : std::uint8_t {
  fragment_leaves_page,  ///< a hyperlink to a fragment of its own page now leads to another page
  empty_leaves_page,     ///< an empty href, which is a link to its own page, now leads elsewhere
  origin_changes,        ///< the URL has another origin
  stops_resolving,       ///< it was a URL, and does not resolve any more
};

/// The name used in output, such as "fragment-leaves-page".
std::string_view name(Hazard hazard);

/// A sentence for people.
std::string_view message(Hazard hazard);

/// One URL of an element that is affected. It lives as long as the call that tells of it.
struct UrlEffect {
  std::uint32_t context = 0;  ///< of the file that the element was in at first
  NodeId element = no_node;   ///< there, before the changes
  LinkRow const* row = nullptr;
  Namespace ns = Namespace::html;  ///< of the element
  std::string_view name = {};      ///< its local name
  std::string_view raw = {};       ///< the value, or its one candidate, before the changes
  std::uint32_t index = 0;         ///< counts the candidates of one value
  text::Span span = {};            ///< as written, in the file's text
  LinkKind kind = LinkKind::hyperlink;
  BaseEffect effect = BaseEffect::none;
  std::optional<std::string> before = {};  ///< its URL; nothing where it did not resolve
  std::optional<std::string> after = {};   ///< its URL after all changes
  /// What was fetched, or frozen, keeps the URL before, though a read now gives another.
  bool stale = false;
  std::vector<Hazard> hazards = {};
  /// The URLs of this report are past their budget (url_budget.h): `before` and `after` are empty.
  bool too_long = false;

  bool changed() const { return before != after; }
};

/// Takes the effects in the order of their places.
using EffectSink = std::function<void(UrlEffect const&)>;

/// Remembers the URLs of a file as they are, and which elements are affected from then on.
class EffectRecorder {
 public:
  /// The contexts must outlive this, and be changed only while it lives.
  EffectRecorder(LiveContexts& contexts, AlsoFind also);
  EffectRecorder(EffectRecorder const&) = delete;
  EffectRecorder& operator=(EffectRecorder const&) = delete;
  ~EffectRecorder();

  /// Moves element `id` of this file's own document into that of the file `into`, below `parent` as
  /// its last child. What becomes of the element and of what is below it stands in this report. All
  /// moves are into one file.
  tl::expected<NodeId, InsertError> move(NodeId id, EffectRecorder& into, NodeId parent);

  /// Tells of the URLs of all elements that have been affected and are still in a document's tree,
  /// in the order of their places in the file. Documents in frames that were taken out of theirs
  /// are left out: a frame that is inserted elsewhere loads a new document. Takes time linear in
  /// the size of the file and of the URLs, each time.
  void report(EffectSink const& sink) const;

 private:
  struct State;
  class Reporter;

  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::html
