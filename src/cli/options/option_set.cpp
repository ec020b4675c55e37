#include "hrefkit/cli/options/option_set.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <system_error>

#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"

namespace hrefkit::cli {

namespace {

using option_rows::table;

}  // namespace

std::string_view title(OptionGroup group) {
  static constexpr text::EnumTable<OptionGroup::running> names({
      {OptionGroup::input, "Input"},
      {OptionGroup::reading, "Reading"},
      {OptionGroup::selection, "Selection"},
      {OptionGroup::changes, "Changes"},
      {OptionGroup::network, "Network"},
      {OptionGroup::output, "Output"},
      {OptionGroup::running, "Running"},
  });
  return names[group].name;
}

OptionRow const* find_row(std::string_view key) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](auto& row) { return row.key() == key; });
  return found == table.end() ? nullptr : &*found;
}

ImplicitConfig unasked_rule(std::string_view key) {
  OptionRow const* const row = find_row(key);
  return row == nullptr ? ImplicitConfig::refused : row->unasked;
}

bool takes_next_word(std::string_view word) {
  return std::any_of(table.begin(), table.end(), [&](OptionRow const& row) {
    const bool is_short = row.names.starts_with(word) && row.names.substr(word.size(), 1) == ",";
    const bool is_long = word.starts_with("--") && word.substr(2) == row.key();
    return !row.value.empty() && (is_short || is_long);
  });
}

std::string joined(std::span<std::string const> names, std::string_view separator) {
  std::string list;
  for (std::string const& name : names) {
    if (!list.empty()) list += separator;
    list += name;
  }
  return list;
}

namespace {

/// Longer lists of names have a help topic. The only one is that of the rules of check.
constexpr std::size_t max_listed = 16;

}  // namespace

std::string unknown_choice(std::string_view word, std::span<std::string const> names) {
  const std::string meant = did_you_mean(word, names);
  std::string message = "'";
  message += word;
  if (names.size() > max_listed) {
    return message + "' is unknown" + (meant.empty() ? "; hrefkit help rules lists them" : meant);
  }
  message += "' is not one of ";
  message += joined(names);
  return message + meant;
}

std::optional<WrongValue> find_one_too_many(std::vector<std::string> const& values) {
  if (values.size() <= max_compared_values) return std::nullopt;
  return WrongValue{max_compared_values, "is one too many: at most 1,000 may be given"};
}

namespace {

Parsed<std::string> as_given(std::string const& text) {
  return text;
}

}  // namespace

bool BoundOption::is_settled() const {
  const auto is_given = [](CLI::Option const* other) { return other->count() > 0; };
  const auto excluded = option->get_excludes();
  return is_given(option) || std::any_of(excluded.begin(), excluded.end(), is_given);
}

void OptionSet::read_command_line() const {
  for (BoundOption const& bound : bound_) {
    if (bound.option->count() == 0) continue;
    const auto store = bound.read(bound.is_flag() ? Texts{"true"} : bound.option->results());
    if (!store) throw CLI::ValidationError(bound.option->get_name(), store.error().message);
    (*store)();
  }
}

std::vector<OptionRow> OptionSet::conditional() const {
  std::vector<OptionRow> rows;
  for (BoundOption const& bound : bound_) {
    if (bound.row.needs != Needs::nothing && bound.option->count() > 0) rows.push_back(bound.row);
  }
  return rows;
}

std::string OptionSet::command() const {
  return command_.get_name();
}

Parsed<std::vector<std::string>> OptionSet::items_of(std::string_view list) {
  const auto empty_item = tl::unexpected<std::string>("an item of the list is empty");
  std::vector<std::string> items;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view item = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (item.empty()) continue;
    items.emplace_back(text::strip_ascii_whitespace(item));
    if (items.back().empty()) return empty_item;
  }
  if (items.empty()) return empty_item;
  return items;
}

std::string OptionSet::help_with_names(Option const& option, std::vector<std::string> const& names,
                                       std::string_view standard) {
  std::string help(option.row.help);
  if (names.size() > max_listed) return help;
  help += ": ";
  help += joined(names);
  if (!standard.empty()) {
    help += " [";
    help += standard;
    help += ']';
  }
  return help;
}

void OptionSet::add(Option const& option, std::string const& help, bool is_repeatable,
                    ReadValues read) {
  CLI::Option* added = command_.add_option(std::string(option.row.names), CLI::callback_t(), help);
  added->option_text(std::string(option.row.value))->group(std::string(title(option.row.group)));
  if (is_repeatable) {
    added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
  } else {
    added->take_last();
  }
  bound_.push_back({option.row, is_repeatable, added, std::move(read)});
}

void OptionSet::arguments(std::string const& name, std::vector<std::string>& values,
                          std::string const& help, std::string const& usage) {
  command_.add_option(name, values, help)->option_text(usage.empty() ? '[' + name + "...]" : usage);
}

void OptionSet::argument(std::string const& name, std::vector<std::string>& values,
                         std::string const& help) {
  command_.add_option(name, values, help)->option_text(name);
}

void OptionSet::flag(Option const& option, bool& value) {
  const std::string help(option.row.help);
  CLI::Option* added = command_.add_flag(std::string(option.row.names), help);
  added->disable_flag_override()->group(std::string(title(option.row.group)));
  bound_.push_back({option.row, false, added, [&value](Texts const& given) {
                      return [&value, is_on = given.back() == "true"] { value = is_on; };
                    }});
}

void OptionSet::texts(Option const& option, std::vector<std::string>& values) {
  parsed_texts(option, values, as_given);
}

void OptionSet::word(Option const& option, std::string& value,
                     std::vector<std::string> const& names) {
  const auto parse = [names](std::string const& given) -> Parsed<std::string> {
    if (std::find(names.begin(), names.end(), given) != names.end()) return given;
    return tl::unexpected(unknown_choice(given, names));
  };
  add_one(option, help_with_names(option, names, {}), value, parse);
  set_choices(option, names);
}

void OptionSet::globs(Option const& option, std::vector<std::string>& values) {
  const auto parse_glob = [](std::string const& glob) -> Parsed<std::string> {
    if (glob.size() <= site::max_glob_bytes) return glob;
    return tl::unexpected(
        "a pattern of " + std::to_string(glob.size()) +
        " bytes is longer than a path can be: " + std::to_string(site::max_glob_bytes) + " bytes");
  };
  parsed_together(option, values,
                  [parse_glob](Texts const& given) -> tl::expected<Texts, WrongValue> {
                    if (auto wrong = find_one_too_many(given))
                      return tl::make_unexpected(*std::move(wrong));
                    return parse_all(given, parse_glob);
                  });
}

void OptionSet::list(Option const& option, std::vector<std::string>& values) {
  add_list(option, std::string(option.row.help), values, as_given);
}

void OptionSet::number(Option const& option, std::size_t& value, std::size_t min, std::size_t max) {
  parsed(option, value, [min, max](std::string const& text) -> Parsed<std::size_t> {
    const auto number = text::parse_decimal<std::size_t>(text);
    if (number && *number >= min && *number <= max) return *number;
    std::string wrong = "'" + text + "' is not a whole number";
    if (max == std::numeric_limits<std::size_t>::max()) {
      if (min != 0) wrong += " of at least " + std::to_string(min);
    } else {
      wrong += " from " + std::to_string(min) + " to " + std::to_string(max);
    }
    return tl::unexpected(std::move(wrong));
  });
}

Parsed<std::size_t> parse_size(std::string const& text) {
  constexpr std::uint64_t max_size = std::uint64_t{4} << 30;
  std::uint64_t size = 0;
  char const* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, size);
  const std::string unit = text::to_ascii_lower(std::string_view(rest, end));
  const int shift = unit.empty() ? 0 : unit == "k" ? 10 : unit == "m" ? 20 : unit == "g" ? 30 : -1;
  const bool is_valid =
      error == std::errc() && shift >= 0 && size != 0 && size <= max_size >> shift;
  if (!is_valid) return tl::unexpected("'" + text + "' is not a size from 1 to 4G, such as 256M");
  size <<= shift;
  return static_cast<std::size_t>(std::min<std::uint64_t>(size, text::max_text_bytes));
}

BoundOption const* OptionSet::find(std::string_view key) const {
  const auto found = std::find_if(bound_.begin(), bound_.end(),
                                  [&](BoundOption const& bound) { return bound.row.key() == key; });
  return found == bound_.end() ? nullptr : &*found;
}

void OptionSet::set_choices(Option const& option, std::vector<std::string> const& names) {
  find(option.row.key())->option->type_name(joined(names, {&choice_separator, 1}));
}

void OptionSet::exclude(Option const& one, Option const& other) {
  find(one.row.key())->option->excludes(find(other.row.key())->option);
}

}  // namespace hrefkit::cli
