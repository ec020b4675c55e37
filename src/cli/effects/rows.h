// Rows of the effects of changes of base URLs.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/base_changes.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

/// The effects on the URLs of one file. They are computed at each visit.
struct FileEffects {
  std::string name;  ///< the name of the file, as bytes
  std::string file;  ///< the name shown, valid UTF-8
  html::LiveContexts const& contexts;
  html::EffectRecorder const& recorder;
  std::string_view text;  ///< of the file

  /// Visits the effects in the order of their places, each with its place and its number.
  using Visitor =
      std::function<void(html::UrlEffect const&, text::LineColumn place, std::size_t number)>;
  void visit(Visitor const& visitor) const;
};

/// The numbers of effects, by their outcome.
struct EffectCounts {
  std::size_t updated = 0;   ///< hyperlinks and citations with another URL now
  std::size_t stale = 0;     ///< others that have another URL, in an open page after a reload only
  std::size_t reloaded = 0;  ///< fetched again, from another URL
  std::size_t unchanged = 0;
  std::size_t too_long = 0;  ///< not reported: the URLs exceed their budget
  std::size_t hazards = 0;

  std::size_t all() const { return updated + stale + reloaded + unchanged + too_long; }
  /// Those that have another URL when the page is published so.
  std::size_t changed() const { return updated + stale + reloaded; }
  void add(html::UrlEffect const& effect);
};

/// "9 links".
std::string counted_urls(EffectCounts const& counts);

/// "; 7 change when published so (2 of them not in an open page), 2 unchanged; 3 risky changes";
/// empty where no URL is affected.
std::string summary_details(EffectCounts const& counts);

/// The outcome for a URL, in a word: "updated", "stale", "reloaded", "unchanged".
std::string_view outcome(html::UrlEffect const& effect);

/// The columns of CSV.
inline constexpr std::array<std::string_view, 14> effect_columns{
    "file",  "element", "attribute", "line",  "column", "effect",  "before",
    "after", "changed", "raw",       "index", "ns",     "context", "hazards"};

/// Receives text, chunk by chunk.
using TextSink = std::function<void(std::string_view)>;

/// Writes the rows of all files, of which the first is the input, and returns their numbers.
EffectCounts write_effect_rows(RowSink& sink, std::vector<FileEffects> const& files,
                               RowStyle const& style);

}  // namespace hrefkit::cli
