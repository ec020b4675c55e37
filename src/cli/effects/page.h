// The effects of changes of base URLs as an HTML page: hazards, and the documents' tree with each
// URL before and after. See format/html_page.h for the frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/effects/rows.h"
#include "hrefkit/html/base_changes.h"
#include "hrefkit/html/dom.h"

namespace hrefkit::cli {

// The tree of a file's documents, reduced to the elements with URLs.
//
// It is copied before the changes are made, since an element that moves leaves the tree: four bytes
// for each node. Rows are made one after the other, for effects in the order of their places.

/// One row of the outline: an element, or a chain of elements. In a chain each element but the
/// first is its parent's only child with effects.
struct OutlineRow {
  std::uint32_t level = 0;  ///< its depth among the rows
  std::string label = {};   ///< "body > div#main > ul.list"
};

/// The place of the elements in a file's documents, frames included.
class Outline {
 public:
  explicit Outline(html::LiveContexts const& contexts);

  /// Marks an element that has a row. Call it for all before the first row is made.
  void note(html::UrlEffect const& effect);

  /// The row of an effect's element. The rows of its ancestors that were not returned yet go to
  /// `branches` first.
  OutlineRow const& row_of(html::UrlEffect const& effect,
                           std::function<void(OutlineRow const&)> const& branches);

 private:
  struct Place {
    std::uint32_t context;
    html::NodeId node;
    bool operator==(Place const&) const = default;
  };

  /// The state of a node.
  struct Mark {
    bool noted : 1 = false;         ///< it, or an element in it, has a row of an effect
    bool has_effects : 1 = false;   ///< it has URLs itself
    bool has_child : 1 = false;     ///< an element in it is marked
    bool has_children : 1 = false;  ///< more than one is
    bool open : 1 = false;          ///< it is an ancestor of the last row, or its element
  };

  /// An ancestor of the last row.
  struct Open {
    Place place;
    std::uint32_t level;
  };

  Mark& mark(Place place) { return marks_[place.context][place.node]; }
  bool is_link_of_chain(Place place);
  Place around(Place place) const;
  std::string label(Place place) const;
  void close_until(Place place);

  html::LiveContexts const& contexts_;
  std::vector<std::vector<html::NodeId>> parents_;  // by context and node
  std::vector<std::vector<Mark>> marks_;            // the same
  std::vector<Open> open_;
  OutlineRow row_;  // the last row
};

/// A URL of the document before and after.
struct BeforeAfter {
  std::string before;
  std::string after;
};

/// The facts on the page besides the effects.
struct PageFacts {
  std::vector<std::string> changes;  ///< the changes, a sentence each
  BeforeAfter address;
  BeforeAfter base;
  std::string standard;
  std::string date;     ///< of --date
  std::string version;  ///< of hrefkit
};

/// Writes the page. `outlines` has one for each file; each is used once. Returns the numbers of
/// effects.
EffectCounts write_effect_page(TextSink const& sink, PageFacts const& facts,
                               std::vector<FileEffects> const& files,
                               std::vector<Outline>& outlines);

// The common parts of two URLs.

/// The bytes that two URLs share at their beginnings and at their ends.
struct CommonEnds {
  std::size_t prefix = 0;
  std::size_t suffix = 0;
};

/// The common ends of two URLs in whole components: what lies between them begins and ends at a
/// slash, at `?`, at `#`, or at an end of the URL.
CommonEnds common_ends(std::string_view a, std::string_view b);

}  // namespace hrefkit::cli
