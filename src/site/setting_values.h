// Settings as text: how the options of the command, the keys of a configuration file and the
// bindings parse a value, and the sentence for a wrong one.
//
//   std::size_t retries = 2;
//   Setting setting = number(retries, 0, 100);
//   auto store = setting.read({"101"});  // an error: "'101' is not a whole number from 0 to 100"
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/extra_attributes.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::site {

/// A parsed value, or an error message.
template <typename T>
using Parsed = tl::expected<T, std::string>;

/// The index, from 0, of an invalid value among several, and the error message.
struct WrongValue {
  std::size_t index;
  std::string message;
};

/// Values of a setting as they are given.
using Texts = std::vector<std::string>;

/// Stores parsed values in their variable.
using StoreValues = std::function<void()>;

/// Parses all values of a setting, without storing them.
using ReadValues = std::function<tl::expected<StoreValues, WrongValue>(Texts const&)>;

/// A setting that is bound to a variable.
struct Setting {
  ReadValues read;
  bool is_repeatable = false;
  bool is_flag = false;  ///< its values are "true" and "false"
  /// A flag that may have a value behind "="; alone, its value is "true".
  bool is_optional = false;
  Texts names = {};     ///< of a choice
  Texts defaults = {};  ///< the names that the variable has now
};

// Sentences.

/// The names alone.
template <typename T>
Texts names_of(text::EnumNames<T> names) {
  Texts all;
  for (auto const& row : names) all.emplace_back(row.name);
  return all;
}

/// The names with `separator` between.
std::string joined(std::span<std::string const> names, std::string_view separator = ", ");

/// The one of `known` that needs the fewest changes of a character to become `word`; the empty
/// string when it is hardly a typing error: one change for a short word, two for one of six letters
/// or more.
std::string closest(std::string_view word, std::span<std::string const> known);

/// "; did you mean X?" as the end of a message, or the empty string.
std::string did_you_mean(std::string_view word, std::span<std::string const> known);

/// Translates another spelling of a value, such as "md" for "markdown"; other words are returned
/// unchanged.
std::string_view usual_value(std::string_view word);

/// Longer lists of names have a help topic. The only one is that of the rules of check.
inline constexpr std::size_t max_listed = 20;

/// The error for a word that is not one of `names`.
std::string unknown_choice(std::string_view word, std::span<std::string const> names);

/// The maximum number of values of a setting where hrefkit compares every link or path with every
/// value. A configuration file in a cloned folder could otherwise set thousands of them.
inline constexpr std::size_t max_compared_values = 1000;

/// Returns an error for the first value past `max_compared_values`, or nullopt.
std::optional<WrongValue> find_one_too_many(Texts const& values);

// Parsers of one value.

Parsed<std::string> as_given(std::string const& text);

Parsed<std::size_t> parse_number(std::string const& text, std::size_t min, std::size_t max);

/// Parses a number of bytes: "1000", "64K", "256M", "2G".
Parsed<std::size_t> parse_size(std::string const& text);

/// "a, b" as two items. Repeated commas are allowed; a list without items, or with one that is
/// white space, is an error.
Parsed<Texts> items_of(std::string_view list);

// Settings. The last one of several values wins, unless they make a list.

/// Parses each value by `parse`, a Parsed<T>(std::string const&).
template <typename Parse>
auto parse_all(Texts const& given, Parse const& parse)
    -> tl::expected<std::vector<typename decltype(parse(given.front()))::value_type>, WrongValue> {
  std::vector<typename decltype(parse(given.front()))::value_type> values;
  for (std::string const& text : given) {
    auto read = parse(text);
    if (!read) return tl::unexpected(WrongValue{values.size(), std::move(read.error())});
    values.push_back(std::move(*read));
  }
  return values;
}

/// All values, which `parse`, a tl::expected<T, WrongValue>(Texts const&), parses together.
template <typename T, typename Parse>
Setting together(T& variable, Parse parse) {
  return {.read = [&variable, parse](Texts const& given) -> tl::expected<StoreValues, WrongValue> {
            auto values = parse(given);
            if (!values) return tl::unexpected(std::move(values.error()));
            return [&variable, values = std::move(*values)] { variable = values; };
          },
          .is_repeatable = true};
}

/// One value; those before it must be valid, too.
template <typename T, typename Parse = Parsed<std::string> (*)(std::string const&)>
Setting one(T& variable, Parse parse = as_given) {
  Setting setting = together(variable, [parse](Texts const& given) {
    return parse_all(given, parse).map([](auto all) {
      return typename decltype(all)::value_type(all.back());  // of bits it would be a reference
    });
  });
  setting.is_repeatable = false;
  return setting;
}

/// A list with an item for each value.
template <typename T, typename Parse = Parsed<std::string> (*)(std::string const&)>
Setting each(std::vector<T>& variable, Parse parse = as_given) {
  return together(variable, [parse](Texts const& given) { return parse_all(given, parse); });
}

/// A list whose values are lists with commas between; white space around each item is dropped.
template <typename T, typename Parse = Parsed<std::string> (*)(std::string const&)>
Setting items(std::vector<T>& variable, Parse parse = as_given) {
  const auto parse_list = [parse](std::string const& list) -> Parsed<std::vector<T>> {
    const auto texts = items_of(list);
    if (!texts) return tl::unexpected(texts.error());
    return parse_all(*texts, parse).map_error([](WrongValue wrong) { return wrong.message; });
  };
  return together(variable, [parse_list](Texts const& given) {
    return parse_all(given, parse_list).map([](auto const& lists) {
      std::vector<T> all;
      for (std::vector<T> const& list : lists) all.insert(all.end(), list.begin(), list.end());
      return all;
    });
  });
}

template <typename T>
auto parse_choice(text::EnumNames<T> names) {
  return [names](std::string const& word) -> Parsed<T> {
    if (const auto value = value_of(names, word)) return *value;
    if (const auto value = value_of(names, usual_value(word))) return *value;
    return tl::unexpected(unknown_choice(word, names_of(names)));
  };
}

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

/// One of `names`. `Value` is an enum or an optional one, which has no default.
template <typename Value>
Setting choice(Value& variable, text::EnumNames<EnumOf<Value>> names) {
  Setting setting = one(variable, parse_choice(names));
  setting.names = names_of(names);
  if constexpr (std::is_enum_v<Value>) setting.defaults.emplace_back(name_of(names, variable));
  return setting;
}

/// Several of `names`, with commas between.
template <typename T>
Setting choices(std::vector<T>& variable, text::EnumNames<std::type_identity_t<T>> names) {
  Setting setting = items(variable, parse_choice(names));
  setting.names = names_of(names);
  for (const T value : variable) setting.defaults.emplace_back(name_of(names, value));
  return setting;
}

Setting flag(bool& variable);

/// A whole number; `Number` is std::size_t or an optional one.
template <typename Number>
Setting number(Number& variable, std::size_t min, std::size_t max) {
  return one(variable,
             [min, max](std::string const& text) { return parse_number(text, min, max); });
}

/// Parses the suffix of a file that is kept: not empty, without "/".
Parsed<std::string> parse_suffix(std::string const& text);

/// Patterns of paths (path_glob.h), whose length and number are limited.
Setting globs(Texts& variable);

// Settings that several commands have.

/// URLs that are links only on request.
enum class Also : std::uint8_t {
  meta,
  json_ld,
  import_map,
  speculation_rules,
  modules,
  external,  ///< of `check`: links to other sites in the list of links
};

/// Those that all commands know. `modules` is what scripts name, which most commands read always.
inline constexpr text::EnumTable<Also::speculation_rules> also_names({
    {Also::meta, "meta"},
    {Also::json_ld, "jsonld"},
    {Also::import_map, "importmap"},
    {Also::speculation_rules, "speculationrules"},
});

/// The attributes of the setting `attribute`; null: none. Copies share them: links refer to them.
using SharedAttributes = std::shared_ptr<html::ExtraAttributes const>;

html::AlsoFind also_find(std::span<Also const> also, SharedAttributes const& attributes);

/// An extension of files, and their type.
struct ExtensionType {
  std::string extension;  ///< without its dot; empty: names without one
  html::ContentType type = html::ContentType::html;
  bool is_svg = false;
};

FileRules extension_rules(std::span<ExtensionType const> types);

/// Names of the index files of folders: at most 100.
Setting index_names(Texts& variable);

/// Extensions that a server adds, stored without leading dots: at most 100.
Setting served_extensions(Texts& variable);

/// "EXT=TYPE".
Setting extension_types(std::vector<ExtensionType>& variable);

/// "ELEMENT[NAME]=GRAMMAR".
Setting extra_attributes(SharedAttributes& variable);

}  // namespace hrefkit::site
