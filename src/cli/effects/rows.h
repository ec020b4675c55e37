// What changes of base URLs do, as rows.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/html/effect_report.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

/// The effects on the URLs of one file.
struct FileEffects {
  std::string file;  ///< the name shown, valid UTF-8
  html::LiveContexts const& contexts;
  std::vector<html::UrlEffect> effects;  ///< in the order of their places
  std::vector<text::LineColumn> places;  ///< of each
};

/// The number of effects of each kind.
struct EffectCounts {
  std::size_t updated = 0;  ///< hyperlinks and cites that are another URL now
  std::size_t stale = 0;    ///< others that a later read would give as another URL
  std::size_t unchanged = 0;
  std::size_t hazards = 0;
};

EffectCounts count_effects(std::vector<FileEffects> const& files);

/// "9 URLs of affected elements: 5 updated, 2 stale, 2 unchanged; 3 hazards".
std::string summary(EffectCounts const& counts);

/// The outcome for a URL in a word: "updated", "stale", "unchanged".
std::string_view outcome(html::UrlEffect const& effect);

/// The columns of CSV.
inline constexpr std::array<std::string_view, 14> effect_columns{
    "file",  "element", "attribute", "line",  "column", "effect",  "before",
    "after", "changed", "raw",       "index", "ns",     "context", "hazards"};

/// Appends the rows of all files, of which the first is the input.
void append_effect_rows(RowBuffer& out, std::vector<FileEffects> const& files,
                        RowStyle const& style);

}  // namespace hrefkit::cli
