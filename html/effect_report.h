// The effects of changes of base URLs on each URL of a file.
//
//   EffectRecorder recorder(contexts, {});
//   contexts.main().set_attribute(base, "href", "/elsewhere/");
//   recorder.report([](UrlEffect const& effect) { print(effect); });
//
// The recorder stores a few bytes for each element that has URLs. The URLs are resolved when they
// are reported, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/live_contexts.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

// The effect of a base URL change on the URLs of an element (HTML Standard 2.4.3 and HTML5 (W3C
// draft) 2.6.5, "Dynamic changes to base URLs").

/// The name used in output: "hyperlink", "cite", "none", "reload".
std::string_view name(BaseEffect effect);

/// The effect on the URLs in `row` of `element`; never `reload`. A link element
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

/// A message for users.
std::string_view message(Hazard hazard);

/// One URL of an affected element. It lives until the call of the sink ends.
struct UrlEffect {
  std::uint32_t context = 0;  ///< of the file that the element was in at first
  NodeId element = no_node;   ///< in that context, before the changes
  LinkRow const* row = nullptr;
  Namespace ns = Namespace::html;  ///< of the element
  std::string_view name = {};      ///< its local name
  std::string_view raw = {};       ///< the value, or its one candidate, before the changes
  std::uint32_t index = 0;         ///< counts the candidates of one value
  text::Span span = {};            ///< as written, in the file's text
  LinkKind kind = LinkKind::hyperlink;
  BaseEffect effect = BaseEffect::none;
  std::optional<std::string> before = {};  ///< its URL; nullopt where it did not resolve
  std::optional<std::string> after = {};   ///< its URL after all changes
  /// An open page still uses the fetched or frozen URL `before`, though resolving it again, or
  /// reloading the changed page, gives `after`.
  bool stale = false;
  std::vector<Hazard> hazards = {};
  /// The URLs of this report are past their budget (url_budget.h): `before` and `after` are empty.
  bool too_long = false;

  bool changed() const { return before != after; }
};

/// Receives the effects in the order of their places.
using EffectSink = std::function<void(UrlEffect const&)>;

/// Records the URLs of a file, and from then on the elements that are affected.
class EffectRecorder {
 public:
  /// The contexts must outlive this, and be changed only while it lives.
  EffectRecorder(LiveContexts& contexts, AlsoFind also);
  EffectRecorder(EffectRecorder const&) = delete;
  EffectRecorder& operator=(EffectRecorder const&) = delete;
  ~EffectRecorder();

  /// Moves element `id` of this file's own document into that of the file `into`, below `parent` as
  /// its last child. The effects on the element and its descendants are part of this report. All
  /// moves are into one file.
  tl::expected<NodeId, InsertError> move(NodeId id, EffectRecorder& into, NodeId parent);

  /// Call it once, after the last change: `after` is then the URL in the changed file after a
  /// reload (LiveContexts::read_anew). URLs that only the reload changes are reported with the
  /// effect `none`: those in srcdoc documents, which keep the base URL that they inherited when
  /// they were loaded, and those under a frozen base URL.
  void read_anew();

  /// Reports the URLs of all elements that have been affected and are still in a document's tree,
  /// in the order of their places in the file. Documents in frames that were removed are left out:
  /// a frame that is inserted elsewhere loads a new document. Costs time linear in the size of the
  /// file and of the URLs, each time.
  void report(EffectSink const& sink) const;

 private:
  struct State;
  class Reporter;

  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::html
