#include "hrefkit/cli/options/option_set.h"

#include <CLI/CLI.hpp>

#include "hrefkit/site/path_glob.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::cli {

namespace {

std::string group_of(OptionId id) {
  return std::string(title(option_row(id).group));
}

/// A transformation of a list's item: white space around it is dropped.
std::string strip_item(std::string& item) {
  item = std::string(text::strip_ascii_whitespace(item));
  return item.empty() ? "an item of the list is empty" : "";
}

Parsed<std::size_t> parse_number(std::string const& text, std::size_t least, std::size_t most) {
  const auto number = text::parse_decimal<std::size_t>(text);
  if (number && *number >= least && *number <= most) return *number;
  return tl::unexpected("'" + text + "' is not a whole number from " + std::to_string(least) +
                        " to " + std::to_string(most));
}

}  // namespace

std::string OptionSet::help_with_names(OptionId id, std::vector<std::string> const& names,
                                       std::string_view standard) {
  std::string help(option_row(id).help);
  help += ": ";
  help += joined(names);
  if (!standard.empty()) {
    help += " [";
    help += standard;
    help += ']';
  }
  return help;
}

CLI::Option* OptionSet::add(OptionId id, std::string const& help, Check check, StoreAll store) {
  OptionRow const& row = option_row(id);
  CLI::Option* option = command_.add_option(
      std::string(row.names),
      CLI::callback_t([store = std::move(store)](CLI::results_t const& results) {
        store(results);
        return true;
      }),
      help);
  option->option_text(std::string(row.value))->group(group_of(id));
  if (check) {
    option->check(
        CLI::Validator([check = std::move(check)](std::string& text) { return check(text); }, ""));
  }
  return option;
}

void OptionSet::add_one(OptionId id, std::string help, Check check, Store store) {
  add(id, help, std::move(check), [store = std::move(store)](std::vector<std::string> const& all) {
    store(all.back());
  })->take_last();
}

void OptionSet::add_list(OptionId id, std::string help, Check check, StoreAll store) {
  add(id, help, std::move(check), std::move(store))
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false)
      ->delimiter(',')
      ->transform(CLI::Validator(strip_item, ""));
}

void OptionSet::add_texts(OptionId id, Check check, StoreAll store) {
  add(id, std::string(option_row(id).help), std::move(check), std::move(store))
      ->expected(1, CLI::detail::expected_max_vector_size)
      ->allow_extra_args(false);
}

void OptionSet::arguments(std::string const& name, std::vector<std::string>& values,
                          std::string const& help) {
  command_.add_option(name, values, help)->option_text('[' + name + "...]");
}

void OptionSet::argument(std::string const& name, std::vector<std::string>& values,
                         std::string const& help) {
  command_.add_option(name, values, help)->option_text(name);
}

void OptionSet::flag(OptionId id, bool& value) {
  OptionRow const& row = option_row(id);
  command_.add_flag(std::string(row.names), value, std::string(row.help))
      ->disable_flag_override()
      ->group(group_of(id));
}

void OptionSet::text(OptionId id, std::string& value) {
  add_one(id, std::string(option_row(id).help), {},
          [&value](std::string const& text) { value = text; });
}

void OptionSet::text(OptionId id, std::optional<std::string>& value) {
  add_one(id, std::string(option_row(id).help), {},
          [&value](std::string const& text) { value = text; });
}

void OptionSet::texts(OptionId id, std::vector<std::string>& values) {
  add_texts(id, {}, [&values](std::vector<std::string> const& all) { values = all; });
}

void OptionSet::globs(OptionId id, std::vector<std::string>& values) {
  parsed_texts(id, values, [](std::string const& glob) -> Parsed<std::string> {
    if (glob.size() <= site::max_glob_bytes) return glob;
    return tl::unexpected(
        "a pattern of " + std::to_string(glob.size()) +
        " bytes is longer than a path can be: " + std::to_string(site::max_glob_bytes) + " bytes");
  });
}

void OptionSet::list(OptionId id, std::vector<std::string>& values) {
  add_list(id, std::string(option_row(id).help), {},
           [&values](std::vector<std::string> const& all) { values = all; });
}

void OptionSet::number(OptionId id, std::size_t& value, std::size_t least, std::size_t most) {
  parsed(id, value,
         [least, most](std::string const& text) { return parse_number(text, least, most); });
}

CLI::Option* OptionSet::find(OptionId id) const {
  const std::string_view names = option_row(id).names;
  return command_.get_option(std::string(names.substr(names.rfind(',') + 1)));  // npos + 1 is 0
}

void OptionSet::tell_choices(OptionId id, std::vector<std::string> const& names) {
  find(id)->type_name(joined(names, {&choice_separator, 1}));
}

void OptionSet::exclude(OptionId one, OptionId other) {
  find(one)->excludes(find(other));
}

}  // namespace hrefkit::cli
