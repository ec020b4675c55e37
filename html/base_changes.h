// Changes of a document's base URLs, named by selectors and made all together.
//
//   BaseChanges changes;
//   changes.set_base = "/elsewhere/";
//   changes.xml_bases.push_back({"article.note", "notes/"});
//   const auto made = make_base_changes(changes, contexts, recorder);
//   if (!made) std::cerr << made.error().message;
//   recorder.report(print);  // what the changes did to each URL
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/document_options.h"
#include "hrefkit/html/effect_report.h"  // IWYU pragma: export
#include "hrefkit/html/live_contexts.h"  // IWYU pragma: export
#include "hrefkit/html/live_document.h"  // IWYU pragma: export

namespace hrefkit::html {

/// An xml:base attribute that is set on the elements that a selector matches; removed where it has
/// no value.
struct XmlBaseChange {
  std::string selector = {};
  std::optional<std::string> value = {};
};

/// The changes, applied in this order. Selectors (selector.h) name elements of the document as it
/// was before them all.
struct BaseChanges {
  /// The options that the document was read with, and its new address in them: absolute.
  std::optional<DocumentOptions> new_address = {};
  bool remove_base = false;                   ///< every base element with an href
  std::optional<std::string> set_base = {};   ///< href for the base element that counts
  std::vector<XmlBaseChange> xml_bases = {};  ///< two with different values for an element fail
  std::string move = {};  ///< selector; its first element goes to the end of the other document's
                          ///< body; empty: none moves
};

/// Errors of a change.
enum class BaseChangeError : std::uint8_t {
  selector,       ///< a text is not a supported selector
  no_match,       ///< no element matches a selector
  contradiction,  ///< two changes give one element different values
  no_head,        ///< the document has no head element to put a base element into
  move,           ///< the element cannot be inserted at its new place
  unused_base,    ///< the base element that `set_base` sets is not used
};

/// The error, and a message with the selectors that it is about.
struct BaseChangeFailure {
  BaseChangeError error;
  std::string message;
};

/// Applies the changes to the file's own document in `contexts`, which `recorder` watches. `into`
/// and `into_recorder` are those of the file into which an element moves; null if none moves. Fails
/// before anything is changed, except for the errors `move` and `unused_base`. On success, the
/// recorders report the URLs of the changed file after a reload (EffectRecorder::read_anew).
tl::expected<void, BaseChangeFailure> make_base_changes(BaseChanges const& changes,
                                                        LiveContexts& contexts,
                                                        EffectRecorder& recorder,
                                                        LiveContexts const* into = nullptr,
                                                        EffectRecorder* into_recorder = nullptr);

}  // namespace hrefkit::html
