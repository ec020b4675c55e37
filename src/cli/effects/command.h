// `hrefkit effects`: what a change of base URL does to each URL of a document.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/options/options.h"

namespace hrefkit::cli {

/// What `effects` prints: rows in one of the formats, or a page for people.
enum class EffectsFormat : std::uint8_t { text, json, jsonl, csv, html };

/// What makes `effects` exit with 1.
enum class EffectsFinding : std::uint8_t { hazards };

/// What `effects` was asked for.
struct EffectsCommand {
  CommonOptions common;
  std::optional<std::string> set_base;
  bool remove_base = false;
  std::string new_url;
  std::vector<std::string> set_xml_base;
  std::vector<std::string> remove_xml_base;
  std::string move;
  std::string into;
  std::string into_url;
  EffectsFormat format = EffectsFormat::text;
  std::optional<EffectsFinding> fail_on;
};

/// Adds the command's options, which are parsed into `command`.
void add_options(OptionSet& options, EffectsCommand& command);

/// Runs it. Returns an ExitCode; throws UsageError for options that cannot be followed.
int run_effects(EffectsCommand const& command, Environment const& environment);

}  // namespace hrefkit::cli
