// The sentences of findings.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/html/base_url.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/finding.h"

namespace hrefkit::site {

/// What a sentence is about.
struct FindingText {
  Rule rule = Rule::missing_file;
  std::string_view raw = {};
  std::string_view url = {};
  std::string_view later_url =
      {};                        ///< where a link leads that was loaded from `url` before the base
  std::string_view target = {};  ///< path below the root
  std::string_view fragment = {};  ///< decoded
  std::string_view error = {};     ///< why a URL does not resolve
  std::string_view site_url = {};
  std::span<std::string const> index_names = {};  ///< of index files
  std::string_view end = {};                      ///< path to which redirects lead
  std::string_view element = {};
  std::string_view attribute = {};
  bool is_css = false;  ///< the URL is one of CSS
  PathSuggestion const* path = nullptr;
  std::string_view suggestion = {};                     ///< of an id, or of a path below the root
  std::optional<html::BaseElementFate> base_fate = {};  ///< where it is known
};

/// A sentence for people, without a full stop.
std::string sentence(FindingText const& text);

}  // namespace hrefkit::site
