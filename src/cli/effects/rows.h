// What changes of base URLs do, as lines of text or JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/format/printable.h"
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

/// How many there are of what.
struct EffectCounts {
  std::size_t updated = 0;  ///< hyperlinks and cites that are another URL now
  std::size_t stale = 0;    ///< others that would be, were they read again
  std::size_t unchanged = 0;
  std::size_t hazards = 0;
};

EffectCounts count_effects(std::vector<FileEffects> const& files);

/// "9 URLs of affected elements: 5 updated, 2 stale, 2 unchanged; 3 hazards".
std::string summary(EffectCounts const& counts);

/// What became of a URL, in a word: "updated", "stale", "unchanged".
std::string_view outcome(html::UrlEffect const& effect);

/// How rows are printed.
enum class EffectFormat { text, jsonl, json };
struct EffectRowOptions {
  EffectFormat format = EffectFormat::text;
  Display display = Display::stream;
  bool color = false;  ///< text only
};

/// Appends the rows of all files, of which the first is the input.
void append_effect_rows(std::string& out, std::vector<FileEffects> const& files,
                        EffectRowOptions const& options);

}  // namespace hrefkit::cli
