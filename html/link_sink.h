// What takes the links of a document.
//
//   html::LinkSink sink{.links = [&](html::LinkBlock const& block) { count += block.links.size();
//   }};
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>

#include "hrefkit/html/anchor.h"
#include "hrefkit/html/image_map.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/url_budget.h"

namespace hrefkit::html {

/// What a listener answers: whether it wants more of the document.
enum class Flow : std::uint8_t { go_on, stop };

/// Something that is called with an argument; it returns Flow, or nothing, which means `go_on`. The
/// argument, and all that it refers to, lives until the call ends. A null pointer and an empty
/// std::function give an empty listener.
template <class Argument>
class Listener {
 public:
  /// An empty listener, which is never called.
  Listener() = default;

  template <std::invocable<Argument> Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, Listener>)
      Listener(Function&& function) {  // NOLINT: lambdas are written where listeners are expected
    if constexpr (std::constructible_from<std::remove_cvref_t<Function>, std::nullptr_t>) {
      if (function == nullptr) return;
    }
    if constexpr (std::is_void_v<std::invoke_result_t<Function&, Argument>>) {
      function_ = [function = std::forward<Function>(function)](Argument argument) mutable {
        function(argument);
        return Flow::go_on;
      };
    } else {
      function_ = std::forward<Function>(function);
    }
  }

  /// True where there is something to call.
  explicit operator bool() const { return static_cast<bool>(function_); }

  Flow operator()(Argument argument) const { return function_ ? function_(argument) : Flow::go_on; }

 private:
  std::function<Flow(Argument)> function_;
};

/// Takes what is found in one document. Each listener may be left empty. Once one answers `stop`,
/// none is called again for the document.
struct LinkSink {
  /// Links, in source order, in blocks of at most `largest_link_block`; each place in the source
  /// once. Those of the srcdoc documents in the file are among them.
  Listener<LinkBlock const&> links = {};
  /// Anchors of the file's own document, in source order, in blocks. Links and anchors are in two
  /// orders of their own: which block comes first is not defined.
  Listener<std::span<Anchor const>> anchors = {};
  /// Names of image maps and what asks for them, document after document, each in source order.
  Listener<std::span<ImageMapName const>> image_maps = {};
  /// Notes about the document, before the links that they concern. That the URLs are past their
  /// budget is told behind the last link.
  Listener<Note const&> notes = {};
  /// Whether blocks have the places of their links, and their contexts what is around them.
  bool with_places = false;
  /// Whether blocks have the rel attributes of their links' elements.
  bool with_rels = false;
};

/// Gives notes to a sink, until it answers `stop`.
Flow give(LinkSink const& sink, std::span<Note const> notes);

/// Gives anchors to a sink in blocks, until it answers `stop`.
Flow give(LinkSink const& sink, std::span<Anchor const> anchors);

/// Gives a sink the note that the page's URLs are past their budget, if they are.
Flow give(LinkSink const& sink, UrlBudget const& budget);

/// Gives names of image maps to a sink, if there are any.
Flow give(LinkSink const& sink, std::span<ImageMapName const> names);

}  // namespace hrefkit::html
