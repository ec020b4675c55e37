// What some changes of a file's base URLs did to each of its URLs.
//
//   EffectRecorder recorder(contexts, {});
//   contexts.main().set_attribute(base, "href", "/elsewhere/");
//   for (UrlEffect const& effect : recorder.report()) print(effect);
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/base_effect.h"
#include "hrefkit/html/links/element_urls.h"
#include "hrefkit/html/live_contexts.h"

namespace hrefkit::html {

/// The changes that hurt in practice.
enum class Hazard : std::uint8_t {
  fragment_leaves_page,  ///< a hyperlink to a fragment of its own page now leads to another page
  empty_leaves_page,     ///< an empty href, which is a link to its own page, now leads elsewhere
  origin_changes,        ///< the URL's origin is another one
  stops_resolving,       ///< it was a URL, and is none now
};

/// The name used in output, such as "fragment-leaves-page".
std::string_view name(Hazard hazard);

/// A sentence for people.
std::string_view message(Hazard hazard);

/// One URL of an element that is affected. Views live as long as the recorder and its documents.
struct UrlEffect {
  std::uint32_t context = 0;  ///< of the file that the element was in at first
  NodeId element = no_node;   ///< there, before the changes
  LinkRow const* row = nullptr;
  Namespace ns = Namespace::html;  ///< of the element
  std::string_view name;           ///< its local name
  std::string_view raw;            ///< the value, or its one candidate, before the changes
  std::uint32_t index = 0;         ///< counts the candidates of one value
  text::Span span;                 ///< as written, in the file's text
  LinkKind kind = LinkKind::hyperlink;
  BaseEffect effect = BaseEffect::none;
  std::optional<std::string> before;  ///< what it resolved to; nothing where it did not
  std::optional<std::string> after;   ///< what it resolves to after all changes
  /// What was fetched, or frozen, stays with the URL before, though a read now gives another.
  bool stale = false;
  std::vector<Hazard> hazards;

  bool changed() const { return before != after; }
};

/// Remembers the URLs of a file as they are, and which elements are affected from then on.
class EffectRecorder {
 public:
  /// The contexts must outlive this, and be changed only while it lives.
  EffectRecorder(LiveContexts& contexts, AlsoFind also);
  EffectRecorder(EffectRecorder const&) = delete;
  EffectRecorder& operator=(EffectRecorder const&) = delete;

  /// Moves element `id` of this file's own document into that of the file `into`, below `parent` as
  /// its last child. What becomes of the element and of what is below it stands in this report. All
  /// moves are into one file.
  tl::expected<NodeId, InsertError> move(NodeId id, EffectRecorder& into, NodeId parent);

  /// The URLs of all elements that have been affected and are still in a document's tree, in the
  /// order of their places in the file. Documents in frames that were taken out of theirs have
  /// none: a frame that is inserted elsewhere loads a new document.
  std::vector<UrlEffect> report() const;

 private:
  /// A URL as it was at first.
  struct Record {
    UrlEffect url;
    std::uint32_t nth;  // among its element's URLs
  };
  struct Final;  // the documents after the changes

  void record_context(std::uint32_t index);
  void mark(std::uint32_t context, NodeId element);
  bool is_marked(std::uint32_t context, NodeId element) const;
  bool is_affected(std::uint32_t context, NodeId element) const;

  LiveContexts& contexts_;
  AlsoFind also_;
  std::vector<std::string> addresses_;        // of the contexts, at first
  std::deque<ElementUrls> urls_;              // one a context; records view their strings
  std::vector<Record> records_;               // in the order of their places
  std::vector<std::vector<bool>> affected_;   // by context and node
  EffectRecorder* into_ = nullptr;            // where elements were moved
  std::unordered_map<NodeId, NodeId> moved_;  // from the main document: old ids and new ones
};

}  // namespace hrefkit::html
