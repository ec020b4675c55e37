// The table of options: how each one is written, its group in the help, and its help text.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hrefkit::cli {

/// The options of all commands, in the order of the help.
enum class OptionId : std::uint8_t {
  // Input
  files_from,
  null_separated,
  url,
  site_url,
  root,
  index,
  extensions,
  index_written,
  extensions_written,
  extension_type,
  include_file,
  exclude_file,
  exclude_file_path,
  hidden,
  follow_outside,
  content_type,
  encoding,
  encoding_fallback,
  batch,
  document_batch,
  // Reading
  standard,
  xml_base,
  base,
  query_encoding,
  compare,
  creator,
  container,
  scripting,
  engine,
  isolate,
  // Selection
  kinds,
  elements,
  also,
  templates,
  unique,
  records,
  max_body,
  missing,
  cdxj,
  include_path,
  exclude_path,
  exclude,
  exclude_url,
  rules,
  severity,
  external,
  orphans,
  baseline,
  update_baseline,
  // Changes
  set_base,
  remove_base,
  new_url,
  set_xml_base,
  remove_xml_base,
  to,
  rebase,
  map,
  drop_base,
  drop_xml_base,
  move_to,
  keep,
  local,
  move,
  into,
  into_url,
  set,
  // Output
  format,
  edit_format,
  output,
  output_folder,
  copy_assets,
  in_place,
  backup,
  dry_run,
  diff,
  verify,
  csv_guard,
  csv_bom,
  sort,
  compress,
  fail_on,
  fail_on_severity,
  // Running
  watch,
  jobs,
  quiet,
  verbose,
  progress,
  no_progress,
  color,
  config,
  generate,
};

enum class OptionGroup : std::uint8_t { input, reading, selection, changes, output, running };

inline constexpr std::array all_option_groups{OptionGroup::input,     OptionGroup::reading,
                                              OptionGroup::selection, OptionGroup::changes,
                                              OptionGroup::output,    OptionGroup::running};

/// The group's title in the help.
std::string_view title(OptionGroup group);

/// What a configuration that is read unasked may say for an option: see unasked.h.
enum class Unasked : std::uint8_t {
  allowed,         ///< any value
  in_folder,       ///< a relative path that stays in the configuration's folder
  maps_in_folder,  ///< NAME=PATH with such a path
  offline,         ///< any value but `check`, which uses the network
  refused,         ///< no value: the option writes, reads other places, uses the network or waits
};

/// One option.
struct OptionRow {
  OptionId id;
  std::string_view names;  ///< "-o,--output"
  std::string_view value;  ///< what the help shows for its value, "FILE"; empty for a flag
  OptionGroup group;
  Unasked unasked;
  std::string_view help;  ///< names of values and the default are added where they are known
};

/// The row of an option.
OptionRow const& option_row(OptionId id);

/// The rule for the key `key` of a configuration that is read unasked: that of the option with this
/// long name ("output", of --output). Keys without an option are refused.
Unasked unasked_rule(std::string_view key);

/// True for an option, as written on a command line, whose value is the next word: "--format", "-j"
/// (but not "--format=csv" nor "-j2").
bool takes_next_word(std::string_view word);

}  // namespace hrefkit::cli
