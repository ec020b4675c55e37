// The topics of `hrefkit help TOPIC`: what belongs to no single command or option. Their lists are
// made from the tables of rules, hosts, formats and options.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "hrefkit/cli/usage/outline.h"

namespace hrefkit::cli {

struct Topic {
  std::string_view name;   ///< "rules"
  std::string_view title;  ///< what it explains
  /// The text, in lines of at most `width` columns where words allow. `program` has the options of
  /// all commands.
  std::string (*text)(CommandOutline const& program, std::size_t width);
};

std::span<Topic const> topics();

/// The topic with that name; null for an unknown name.
Topic const* find_topic(std::string_view name);

}  // namespace hrefkit::cli
