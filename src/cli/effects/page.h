// What changes of base URLs do, as a page for people: the documents' tree with each URL before and
// after. The page stands alone, loads nothing, runs only its own script, which searches and
// filters, and escapes all that came from input.
#pragma once

#include <string>
#include <vector>

#include "hrefkit/cli/effects/outline.h"
#include "hrefkit/cli/effects/rows.h"

namespace hrefkit::cli {

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
};

/// Writes the page. `outlines` has one for each file; each is used once. Returns the numbers of the
/// effects.
EffectCounts write_effect_page(PieceSink const& sink, PageFacts const& facts,
                               std::vector<FileEffects> const& files,
                               std::vector<Outline>& outlines);

}  // namespace hrefkit::cli
