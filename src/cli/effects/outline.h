// The tree of a file's documents, cut down to the elements that carry URLs.
//
// It is drawn before the changes are made, since an element that moves leaves the tree.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hrefkit/cli/effects/rows.h"
#include "hrefkit/html/live_contexts.h"

namespace hrefkit::cli {

/// One row of the outline: an element, or a chain of elements of which each is the only one that
/// matters in the one before.
struct OutlineRow {
  std::uint32_t level = 0;           ///< how deep it stands among the rows
  std::string label;                 ///< "body > div#main > ul.list"
  std::vector<std::size_t> effects;  ///< numbers of the effects of its last element
};

/// Who is in whom in a file's documents, frames included.
class Outline {
 public:
  explicit Outline(html::LiveContexts const& contexts);

  /// The rows for these effects, in tree order.
  std::vector<OutlineRow> rows(std::vector<html::UrlEffect> const& effects) const;

 private:
  struct Place {
    std::uint32_t context;
    html::NodeId node;
  };
  struct Branch {
    Place place;
    std::vector<std::size_t> children;
    std::vector<std::size_t> effects;
  };
  class Builder;

  Place around(Place place) const;
  std::string label(Place place) const;

  html::LiveContexts const& contexts_;
  std::vector<std::vector<html::NodeId>> parents_;  // by context and node
};

}  // namespace hrefkit::cli
