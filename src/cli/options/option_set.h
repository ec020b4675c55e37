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

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/options/choice.h"
#include "hrefkit/cli/options/option_table.h"

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

}  // namespace hrefkit::cli
