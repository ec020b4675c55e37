// What changes of base URLs do, as a page for people: hazards, and the documents' tree with each
// URL before and after. See format/html_page.h for the frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/effects/rows.h"
#include "hrefkit/html/effect_report.h"
#include "hrefkit/html/live_contexts.h"

namespace hrefkit::cli {

// The tree of a file's documents, cut down to the elements that carry URLs.
//
// It is copied before the changes are made, since an element that moves leaves the tree: four bytes
// for each node. Rows are made one after the other, for effects in the order of their places.

/// One row of the outline: an element, or a chain of elements of which each is the only one that
/// matters in the one before.
struct OutlineRow {
  std::uint32_t level = 0;  ///< how deep it stands among the rows
  std::string label = {};   ///< "body > div#main > ul.list"
};

/// The place of the elements in a file's documents, frames included.
class Outline {
 public:
  explicit Outline(html::LiveContexts const& contexts);

  /// Notes an element that has a row. All are noted before the first row is made.
  void note(html::UrlEffect const& effect);

  /// The row of an effect's element. The rows of elements around it that have not come yet go to
  /// `branches` first.
  OutlineRow const& row_of(html::UrlEffect const& effect,
                           std::function<void(OutlineRow const&)> const& branches);

 private:
  struct Place {
    std::uint32_t context;
    html::NodeId node;
    bool operator==(Place const&) const = default;
  };

  /// What is known of a node.
  struct Mark {
    bool noted : 1 = false;         ///< it, or an element in it, has a row of an effect
    bool has_effects : 1 = false;   ///< it carries URLs itself
    bool has_child : 1 = false;     ///< an element in it is noted
    bool has_children : 1 = false;  ///< more than one is
    bool open : 1 = false;          ///< it is around the row that came last, or is that
  };

  /// An element around the row that came last.
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
  OutlineRow row_;  // the one that came last
};

/// A URL of the document before and after.
struct BeforeAfter {
  std::string before;
  std::string after;
};

/// What the page shows besides the effects.
struct PageFacts {
  std::vector<std::string> changes;  ///< what was done, a sentence each
  BeforeAfter address;
  BeforeAfter base;
  std::string standard;
  std::string date;     ///< of --date
  std::string version;  ///< of hrefkit
};

/// Writes the page. `outlines` has one for each file; each is used once. Returns the numbers of the
/// effects.
EffectCounts write_effect_page(TextSink const& sink, PageFacts const& facts,
                               std::vector<FileEffects> const& files,
                               std::vector<Outline>& outlines);

// What two URLs have in common.

/// The bytes that two URLs share at their beginnings and at their ends.
struct CommonEnds {
  std::size_t prefix = 0;
  std::size_t suffix = 0;
};

/// The common ends of two URLs in whole components: what lies between them begins and ends at a
/// slash, at `?`, at `#`, or at an end of the URL.
CommonEnds common_ends(std::string_view a, std::string_view b);

}  // namespace hrefkit::cli
