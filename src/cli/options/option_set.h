// The options of one command: rows of the table (option_table.h), each bound to a typed variable.
//
//   OptionSet options(*app.add_subcommand("resolve", "..."));
//   options.choice("--standard", common.standard, standard_names());
//   options.flag("--unique", command.unique);
//
// The parser of a value serves both the command line and the configuration file. The help text
// shows the names of the values, and the default, which is the variable's value.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>  // IWYU pragma: keep
#include <utility>
#include <vector>

#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/site/check.h"
#include "hrefkit/text/text.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hrefkit::cli {

using site::closest;
using site::did_you_mean;
using site::joined;
using site::names_of;
using site::parse_choice;
using site::Parsed;
using site::Setting;
using site::Texts;
using site::unknown_choice;
using site::usual_value;

/// The values and names of a table with more columns.
template <auto Last, typename Row>
constexpr auto named_values(text::EnumTable<Last, Row> const& table) {
  std::array<text::EnumName<decltype(Last)>, text::EnumTable<Last, Row>::row_count> all{};
  for (Row const& row : table) all[static_cast<std::size_t>(row.value)] = {row.value, row.name};
  return all;
}

/// Separates the names of choices in CLI11's type name of an option, from which completion scripts
/// read them.
inline constexpr char choice_separator = '|';

/// An option that is bound to a variable.
struct BoundOption {
  OptionRow row;
  Setting setting;
  CLI::Option* option;  ///< knows whether the command line has it

  /// True if the command line has it, or an option that excludes it.
  bool is_settled() const;
};

/// The bound options of one command.
class OptionSet {
 public:
  /// `command` must outlive this, and the variables must outlive `command`.
  explicit OptionSet(CLI::App& command) : command_(command) {}

  std::string command() const;

  /// Arguments that are not options; the help calls them `name`, and the usage `[name...]` unless
  /// it is given.
  void arguments(std::string const& name, std::vector<std::string>& values, std::string const& help,
                 std::string const& usage = {});

  /// The same for a usage that shows one argument. The caller refuses more.
  void argument(std::string const& name, std::vector<std::string>& values, std::string const& help);

  /// Binds any setting (setting_values.h).
  void bind_row(OptionRow const& row, Setting setting);
  void bind(Option const& option, Setting setting) { bind_row(option.row, std::move(setting)); }

  void flag(Option const& option, bool& value) { bind(option, site::flag(value)); }

  /// A value that `parse`, a Parsed<T>(std::string const&), parses.
  template <typename T, typename Parse>
  void parsed(Option const& option, T& value, Parse parse) {
    bind(option, site::one(value, parse));
  }

  /// `Text` is std::string or an optional one.
  template <typename Text>
  void text(Option const& option, Text& value) {
    bind(option, site::one(value));
  }

  /// A whole number.
  void number(Option const& option, std::size_t& value, std::size_t min, std::size_t max) {
    bind(option, site::number(value, min, max));
  }

  /// One of `names`. `Value` is an enum or an optional one, which has no default.
  template <typename Value>
  void choice(Option const& option, Value& value, text::EnumNames<site::EnumOf<Value>> names) {
    bind(option, site::choice(value, names));
  }

  /// One of `names`, which are found at run time.
  void word(Option const& option, std::string& value, Texts const& names);

  /// May be repeated; `parse`, a Parsed<T>(std::string const&), parses each value.
  template <typename T, typename Parse>
  void parsed_texts(Option const& option, std::vector<T>& values, Parse parse) {
    bind(option, site::each(values, parse));
  }

  void texts(Option const& option, Texts& values) { bind(option, site::each(values)); }

  /// The same for patterns of paths (site/path_glob.h), whose length and number are limited.
  void globs(Option const& option, Texts& values) { bind(option, site::globs(values)); }

  /// Items with commas between; white space around each is dropped.
  void list(Option const& option, Texts& values) { bind(option, site::items(values)); }

  /// Several of `names`, with commas between.
  template <typename T>
  void choices_list(Option const& option, std::vector<T>& values,
                    text::EnumNames<std::type_identity_t<T>> names) {
    bind(option, site::choices(values, names));
  }

  /// The two options cannot be used together.
  void exclude(Option const& one, Option const& other);

  /// Parses the values of the command line. Throws CLI::ValidationError for the first invalid one.
  void read_command_line() const;

  /// The options of the command line that need something (RequiredMode).
  std::vector<OptionRow> conditional() const;

  std::span<BoundOption const> all() const { return bound_; }

  /// The option with that long name ("output", of --output); null where the command has none.
  BoundOption const* find(std::string_view key) const;

 private:
  CLI::App& command_;
  std::vector<BoundOption> bound_;
};

}  // namespace hrefkit::cli
