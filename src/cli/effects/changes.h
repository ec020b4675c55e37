// The changes that `effects` can make to a document.
#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/effect_report.h"

namespace hrefkit::cli {

/// An xml:base attribute that is set on the elements that a selector matches; removed where it has
/// no value.
struct XmlBaseChange {
  std::string selector;
  std::optional<std::string> value;
};

/// Changes, made in this order. Selectors name elements of the document as it was before them all.
struct Changes {
  std::optional<html::DocumentOptions> new_address;  ///< the options with the new address
  bool remove_base = false;                          ///< every base element with an href
  std::optional<std::string> set_base;               ///< href for the base element that counts
  std::vector<XmlBaseChange> xml_bases;
  std::string move;  ///< selector; its first element goes to the end of the other document's body
};

/// Makes the changes to the main document of `contexts`, which `recorder` watches. `into` is where
/// an element moves to; null where no element moves. Fails with a message, before anything is
/// changed, when a selector matches nothing.
tl::expected<void, std::string> make_changes(Changes const& changes, html::LiveContexts& contexts,
                                             html::EffectRecorder& recorder,
                                             html::LiveContexts const* into,
                                             html::EffectRecorder* into_recorder);

}  // namespace hrefkit::cli
