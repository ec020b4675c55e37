#include "hrefkit/cli/options/option_set.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <set>
#include <tl/expected.hpp>

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

bool BoundOption::is_settled() const {
  const auto is_given = [](CLI::Option const* other) { return other->count() > 0; };
  const auto excluded = option->get_excludes();
  return is_given(option) || std::any_of(excluded.begin(), excluded.end(), is_given);
}

void OptionSet::read_command_line() const {
  for (BoundOption const& bound : bound_) {
    if (bound.option->count() == 0) continue;
    const auto store =
        bound.setting.read(bound.setting.is_flag ? Texts{"true"} : bound.option->results());
    if (!store) throw CLI::ValidationError(bound.option->get_name(), store.error().message);
    (*store)();
  }
}

std::vector<OptionRow> OptionSet::conditional() const {
  std::vector<OptionRow> rows;
  for (BoundOption const& bound : bound_) {
    if (bound.row.needs != RequiredMode::nothing && bound.option->count() > 0)
      rows.push_back(bound.row);
  }
  return rows;
}

std::string OptionSet::command() const {
  return command_.get_name();
}

void OptionSet::arguments(std::string const& name, std::vector<std::string>& values,
                          std::string const& help, std::string const& usage) {
  command_.add_option(name, values, help)->option_text(usage.empty() ? '[' + name + "...]" : usage);
}

void OptionSet::argument(std::string const& name, std::vector<std::string>& values,
                         std::string const& help) {
  command_.add_option(name, values, help)->option_text(name);
}

namespace {

/// The help's text with the names of the values.
std::string help_text(OptionRow const& row, Setting const& setting) {
  std::string help(row.help);
  if (setting.names.empty() || setting.names.size() > site::max_listed) return help;
  help += ": " + joined(setting.names);
  if (!setting.defaults.empty()) help += " [" + joined(setting.defaults) + ']';
  return help;
}

}  // namespace

void OptionSet::bind_row(OptionRow const& row, Setting setting) {
  const std::string help = help_text(row, setting);
  const std::string names(row.names);
  CLI::Option* added = nullptr;
  if (setting.is_flag) {
    added = command_.add_flag(names, help)->disable_flag_override();
  } else if (setting.is_optional) {
    added = command_.add_flag(names, help);
  } else {
    added = command_.add_option(names, CLI::callback_t(), help);
    added->option_text(std::string(row.value));
    if (setting.is_repeatable) {
      added->expected(1, CLI::detail::expected_max_vector_size)->allow_extra_args(false);
    } else {
      added->take_last();
    }
  }
  added->group(std::string(title(row.group)));
  // For the completion of shells.
  if (!setting.names.empty()) added->type_name(joined(setting.names, {&choice_separator, 1}));
  bound_.push_back({row, std::move(setting), added});
}

void OptionSet::word(Option const& option, std::string& value, Texts const& names) {
  Setting setting = site::one(value, [names](std::string const& given) -> Parsed<std::string> {
    if (std::find(names.begin(), names.end(), given) != names.end()) return given;
    return tl::unexpected(unknown_choice(given, names));
  });
  setting.names = names;
  bind(option, std::move(setting));
}

BoundOption const* OptionSet::find(std::string_view key) const {
  const auto found = std::find_if(bound_.begin(), bound_.end(),
                                  [&](BoundOption const& bound) { return bound.row.key() == key; });
  return found == bound_.end() ? nullptr : &*found;
}

void OptionSet::exclude(Option const& one, Option const& other) {
  find(one.row.key())->option->excludes(find(other.row.key())->option);
}

}  // namespace hrefkit::cli
