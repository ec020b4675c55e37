// The options of one command: rows of the table, each bound to a typed variable.
//
//   OptionSet options(*app.add_subcommand("resolve", "..."));
//   options.choice(OptionId::standard, common.standard);
//   options.flag(OptionId::unique, command.unique);
//
// A value is checked and read in one step; what reads it serves the command line and the
// configuration file alike. The help text gets the names of the values and the default, which is
// what the variable holds.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

// The table of options: how each one is written, its group in the help, and its help text.

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

/// What a configuration that is read unasked may say for an option: see config.h.
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

// Values that an option can have, and their names. A type's names stand in one table; checking,
// help, suggestions and the configuration file all ask it.

/// A value and its name on the command line.
template <typename T>
struct Choice {
  T value;
  std::string_view name;
};

/// The table of a type: each one is a specialisation of this, in option_set.cpp or beside the type.
template <typename T>
std::span<Choice<T> const> choices();

/// A table of all values of an enum up to `Last`, by the names that its library gives them.
template <auto Last>
std::span<Choice<decltype(Last)> const> named_choices() {
  static const auto table = [] {
    std::array<Choice<decltype(Last)>, static_cast<std::size_t>(Last) + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto value = static_cast<decltype(Last)>(i);
      all[i] = {value, name(value)};
    }
    return all;
  }();
  return table;
}

/// The value of that name.
template <typename T>
std::optional<T> choice_from_name(std::string_view name) {
  for (Choice<T> const& choice : choices<T>()) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

/// The name of a value, which must be in the table.
template <typename T>
std::string_view choice_name(T value) {
  for (Choice<T> const& choice : choices<T>()) {
    if (choice.value == value) return choice.name;
  }
  return {};
}

/// All names in the order of the table.
template <typename T>
std::vector<std::string> choice_names() {
  std::vector<std::string> names;
  for (Choice<T> const& choice : choices<T>()) names.emplace_back(choice.name);
  return names;
}

/// The names with `separator` between.
std::string joined(std::span<std::string const> names, std::string_view separator = ", ");

/// What is wrong with a word that is not one of `names`.
std::string unknown_choice(std::string_view word, std::span<std::string const> names);

}  // namespace hrefkit::cli

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hrefkit::cli {

/// CLI11's type name of an option whose values are choices is their names with this between.
inline constexpr char choice_separator = '|';

/// A value that was read, or what is wrong with it.
template <typename T>
using Parsed = tl::expected<T, std::string>;

class OptionSet {
 public:
  /// `command` must outlive this, and the variables must outlive `command`.
  explicit OptionSet(CLI::App& command) : command_(command) {}

  /// Arguments that are not options; the help calls them `name`.
  void arguments(std::string const& name, std::vector<std::string>& values,
                 std::string const& help);

  /// The same where the usage shows one. The caller refuses more.
  void argument(std::string const& name, std::vector<std::string>& values, std::string const& help);

  void flag(OptionId id, bool& value);

  void text(OptionId id, std::string& value);
  void text(OptionId id, std::optional<std::string>& value);

  /// May be given several times.
  void texts(OptionId id, std::vector<std::string>& values);

  /// The same, each read by `parse`, a Parsed<T>(std::string const&).
  template <typename T, typename Parse>
  void parsed_texts(OptionId id, std::vector<T>& values, Parse parse) {
    add_texts(id, check_by(parse), [&values, parse](std::vector<std::string> const& all) {
      values.clear();
      for (std::string const& text : all) values.push_back(*parse(text));
    });
  }

  /// The same for patterns of paths (site/path_glob.h), which have a longest length.
  void globs(OptionId id, std::vector<std::string>& values);

  /// Items with commas between; white space around each is dropped.
  void list(OptionId id, std::vector<std::string>& values);

  /// A whole number.
  void number(OptionId id, std::size_t& value, std::size_t least, std::size_t most);

  /// Anything that `parse`, a Parsed<T>(std::string const&), reads.
  template <typename T, typename Parse>
  void parsed(OptionId id, T& value, Parse parse) {
    add_one(id, std::string(option_row(id).help), check_by(parse),
            [&value, parse](std::string const& text) { value = *parse(text); });
  }

  /// One of the names of T.
  template <typename T>
  void choice(OptionId id, T& value) {
    add_one(id, help_with_names(id, choice_names<T>(), choice_name(value)),
            check_by(parse_choice<T>),
            [&value](std::string const& text) { value = *choice_from_name<T>(text); });
    tell_choices(id, choice_names<T>());
  }

  /// The same without a default.
  template <typename T>
  void choice(OptionId id, std::optional<T>& value) {
    add_one(id, help_with_names(id, choice_names<T>(), {}), check_by(parse_choice<T>),
            [&value](std::string const& text) { value = choice_from_name<T>(text); });
    tell_choices(id, choice_names<T>());
  }

  /// Several of the names of T, with commas between.
  template <typename T>
  void choices_list(OptionId id, std::vector<T>& values) {
    std::vector<std::string> standard;
    for (const T value : values) standard.emplace_back(choice_name(value));
    add_list(id, help_with_names(id, choice_names<T>(), joined(standard)),
             check_by(parse_choice<T>), [&values](std::vector<std::string> const& items) {
               values.clear();
               for (std::string const& item : items) values.push_back(*choice_from_name<T>(item));
             });
    tell_choices(id, choice_names<T>());
  }

  /// The two options cannot be used together.
  void exclude(OptionId one, OptionId other);

 private:
  /// What is wrong with a value; empty if nothing.
  using Check = std::function<std::string(std::string const&)>;
  using Store = std::function<void(std::string const&)>;
  using StoreAll = std::function<void(std::vector<std::string> const&)>;

  template <typename Parse>
  static Check check_by(Parse parse) {
    return [parse](std::string const& text) {
      const auto read = parse(text);
      return read ? std::string() : read.error();
    };
  }

  template <typename T>
  static Parsed<T> parse_choice(std::string const& text) {
    if (const auto value = choice_from_name<T>(text)) return *value;
    return tl::unexpected(unknown_choice(text, choice_names<T>()));
  }

  static std::string help_with_names(OptionId id, std::vector<std::string> const& names,
                                     std::string_view standard);

  void add_one(OptionId id, std::string help, Check check, Store store);
  void add_texts(OptionId id, Check check, StoreAll store);
  void add_list(OptionId id, std::string help, Check check, StoreAll store);
  CLI::Option* add(OptionId id, std::string const& help, Check check, StoreAll store);
  CLI::Option* find(OptionId id) const;

  /// Has the option know its values, for what shells complete.
  void tell_choices(OptionId id, std::vector<std::string> const& names);

  CLI::App& command_;
};

// The types whose values are chosen by name on the command line.

/// When something is done that depends on a terminal.
enum class When : std::uint8_t {
  automatic,  ///< on a terminal
  always,
  never,
};

/// URLs that are links only where asked for.
enum class Also : std::uint8_t { meta, json_ld, import_map };

template <>
std::span<Choice<When> const> choices<When>();
template <>
std::span<Choice<Also> const> choices<Also>();
template <>
std::span<Choice<Format> const> choices<Format>();
template <>
std::span<Choice<html::XmlBase> const> choices<html::XmlBase>();
template <>
std::span<Choice<html::Engine> const> choices<html::Engine>();
template <>
std::span<Choice<html::LinkKind> const> choices<html::LinkKind>();
template <>
std::span<Choice<url::Standard> const> choices<url::Standard>();

}  // namespace hrefkit::cli
