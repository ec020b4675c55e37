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
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <type_traits>  // IWYU pragma: keep
#include <utility>
#include <vector>

#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/text/enum_table.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace hrefkit::cli {

/// The names alone.
template <typename T>
std::vector<std::string> names_of(text::EnumNames<T> names) {
  std::vector<std::string> all;
  for (auto const& row : names) all.emplace_back(row.name);
  return all;
}

/// The values and names of a table with more columns.
template <auto Last, typename Row>
constexpr auto named_values(text::EnumTable<Last, Row> const& table) {
  std::array<text::EnumName<decltype(Last)>, text::EnumTable<Last, Row>::row_count> all{};
  for (Row const& row : table) all[static_cast<std::size_t>(row.value)] = {row.value, row.name};
  return all;
}

/// The names with `separator` between.
std::string joined(std::span<std::string const> names, std::string_view separator = ", ");

/// The error for a word that is not one of `names`.
std::string unknown_choice(std::string_view word, std::span<std::string const> names);

/// Separates the names of choices in CLI11's type name of an option, from which completion scripts
/// read them.
inline constexpr char choice_separator = '|';

/// A parsed value, or an error message.
template <typename T>
using Parsed = tl::expected<T, std::string>;

/// The enum type of a variable of type `Value`: an enum or an optional one.
template <typename Value>
struct EnumOfValue {
  using type = Value;
};
template <typename Enum>
struct EnumOfValue<std::optional<Enum>> {
  using type = Enum;
};
template <typename Value>
using EnumOf = typename EnumOfValue<Value>::type;

/// The index, from 0, of an invalid value among several, and the error message.
struct WrongValue {
  std::size_t index;
  std::string message;
};

/// The maximum number of values of an option where hrefkit compares every link or path with every
/// value. A configuration file in a cloned folder could otherwise set thousands of them.
inline constexpr std::size_t max_compared_values = 1000;

/// Returns an error for the first value past `max_compared_values`, or nullopt.
std::optional<WrongValue> find_one_too_many(std::vector<std::string> const& values);

/// Stores parsed values in their variable.
using StoreValues = std::function<void()>;

/// Parses all values of an option, without storing them.
using ReadValues =
    std::function<tl::expected<StoreValues, WrongValue>(std::vector<std::string> const&)>;

/// An option that is bound to a variable.
struct BoundOption {
  OptionRow row;
  bool is_repeatable;
  CLI::Option* option;  ///< knows whether the command line has it
  ReadValues read;      ///< the values of a flag are "true" or "false"

  bool is_flag() const { return row.value.empty(); }
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

  void flag(Option const& option, bool& value);

  /// A value that `parse`, a Parsed<T>(std::string const&), parses.
  template <typename T, typename Parse>
  void parsed(Option const& option, T& value, Parse parse) {
    add_one(option, std::string(option.row.help), value, parse);
  }

  /// `Text` is std::string or an optional one.
  template <typename Text>
  void text(Option const& option, Text& value) {
    parsed(option, value, [](std::string const& given) -> Parsed<std::string> { return given; });
  }

  /// A whole number.
  void number(Option const& option, std::size_t& value, std::size_t min, std::size_t max);

  /// One of `names`. `Value` is an enum or an optional one, which has no default.
  template <typename Value>
  void choice(Option const& option, Value& value, text::EnumNames<EnumOf<Value>> names) {
    std::string standard;
    if constexpr (std::is_enum_v<Value>) standard = name_of(names, value);
    add_one(option, help_with_names(option, names_of(names), standard), value, parse_choice(names));
    set_choices(option, names_of(names));
  }

  /// One of `names`, which are found at run time.
  void word(Option const& option, std::string& value, std::vector<std::string> const& names);

  /// May be repeated; `parse`, a Parsed<T>(std::string const&), parses each value.
  template <typename T, typename Parse>
  void parsed_texts(Option const& option, std::vector<T>& values, Parse parse) {
    add(option, std::string(option.row.help), true,
        [&values, parse](Texts const& given) { return stored(values, parse_all(given, parse)); });
  }

  /// May be repeated; `parse`, a tl::expected<T, WrongValue>(std::vector<std::string> const&),
  /// parses all values together.
  template <typename T, typename Parse>
  void parsed_together(Option const& option, T& value, Parse parse) {
    add(option, std::string(option.row.help), true,
        [&value, parse](Texts const& given) { return stored(value, parse(given)); });
  }

  void texts(Option const& option, std::vector<std::string>& values);

  /// The same for patterns of paths (site/path_glob.h), whose length and number are limited.
  void globs(Option const& option, std::vector<std::string>& values);

  /// Items with commas between; white space around each is dropped.
  void list(Option const& option, std::vector<std::string>& values);

  /// Several of `names`, with commas between.
  template <typename T>
  void choices_list(Option const& option, std::vector<T>& values,
                    text::EnumNames<std::type_identity_t<T>> names) {
    std::vector<std::string> standard;
    for (const T value : values) standard.emplace_back(name_of(names, value));
    add_list(option, help_with_names(option, names_of(names), joined(standard)), values,
             parse_choice(names));
    set_choices(option, names_of(names));
  }

  /// The two options cannot be used together.
  void exclude(Option const& one, Option const& other);

  /// Parses the values of the command line. Throws CLI::ValidationError for the first invalid one.
  void read_command_line() const;

  /// The options of the command line that need something (Needs).
  std::vector<OptionRow> conditional() const;

  std::span<BoundOption const> all() const { return bound_; }

  /// The option with that long name ("output", of --output); null where the command has none.
  BoundOption const* find(std::string_view key) const;

 private:
  using Texts = std::vector<std::string>;
  template <typename Parse>
  using ValueOf = typename std::invoke_result_t<Parse, std::string const&>::value_type;

  template <typename T>
  static auto parse_choice(text::EnumNames<T> names) {
    return [names](std::string const& word) -> Parsed<T> {
      if (const auto value = value_of(names, word)) return *value;
      if (const auto value = value_of(names, usual_value(word))) return *value;
      return tl::unexpected(unknown_choice(word, names_of(names)));
    };
  }

  template <typename Parse>
  static tl::expected<std::vector<ValueOf<Parse>>, WrongValue> parse_all(Texts const& given,
                                                                         Parse const& parse) {
    std::vector<ValueOf<Parse>> values;
    for (std::string const& text : given) {
      auto read = parse(text);
      if (!read) return tl::unexpected(WrongValue{values.size(), std::move(read.error())});
      values.push_back(std::move(*read));
    }
    return values;
  }

  /// The function that stores `values` in `variable`, if they are valid.
  template <typename T, typename Values>
  static tl::expected<StoreValues, WrongValue> stored(T& variable, Values values) {
    if (!values) return tl::unexpected(std::move(values.error()));
    return [&variable, values = std::move(*values)] { variable = values; };
  }

  /// The last value wins; those before it must be valid, too.
  template <typename T, typename Parse>
  void add_one(Option const& option, std::string const& help, T& value, Parse parse) {
    add(option, help, false, [&value, parse](Texts const& given) {
      return stored(value, parse_all(given, parse).map([](auto all) { return all.back(); }));
    });
  }

  template <typename T, typename Parse>
  void add_list(Option const& option, std::string const& help, std::vector<T>& values,
                Parse parse) {
    const auto parse_list = [parse](std::string const& list) -> Parsed<std::vector<T>> {
      const auto items = items_of(list);
      if (!items) return tl::unexpected(items.error());
      return parse_all(*items, parse).map_error([](WrongValue wrong) { return wrong.message; });
    };
    add(option, help, true, [&values, parse_list](Texts const& given) {
      return stored(values, parse_all(given, parse_list).map(concatenated<T>));
    });
  }

  template <typename T>
  static std::vector<T> concatenated(std::vector<std::vector<T>> const& lists) {
    std::vector<T> all;
    for (std::vector<T> const& list : lists) all.insert(all.end(), list.begin(), list.end());
    return all;
  }

  /// "a, b" as two items. Repeated commas are allowed; a list without items, or with one that is
  /// white space, is an error.
  static Parsed<std::vector<std::string>> items_of(std::string_view list);

  static std::string help_with_names(Option const& option, Texts const& names,
                                     std::string_view standard);

  void add(Option const& option, std::string const& help, bool is_repeatable, ReadValues read);

  /// Registers the values of the option, for the completion of shells.
  void set_choices(Option const& option, Texts const& names);

  CLI::App& command_;
  std::vector<BoundOption> bound_;
};

/// Parses a number of bytes: "1000", "64K", "256M", "2G".
Parsed<std::size_t> parse_size(std::string const& text);

}  // namespace hrefkit::cli
