#include "hrefkit/cli/options/option_set.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::cli {

namespace {

using Id = OptionId;
using Group = OptionGroup;
using enum Unasked;

// clang-format off
constexpr std::array table{
    OptionRow{Id::files_from, "--files-from", "FILE", Group::input, in_folder,
              "Read more inputs from FILE, one on each line; empty lines and lines that begin with "
              "# do not count; - is standard input"},
    OptionRow{Id::null_separated, "-0,--null", "", Group::input, allowed,
              "In the file of --files-from a NUL byte ends each name, as find -print0 writes it"},
    OptionRow{Id::url, "--url", "URL", Group::input, allowed, "Address of the one input"},
    OptionRow{Id::site_url, "--site-url", "URL", Group::input, allowed,
              "Address of the root: a file's address is this and its path below the root [file: "
              "URLs]"},
    OptionRow{Id::root, "--root", "DIR", Group::input, in_folder,
              "The root, the folder that --site-url stands for [the input folder; the working "
              "folder for single files]"},
    OptionRow{Id::index, "--index", "NAME,...", Group::input, allowed,
              "Files that a server shows for a folder [index.html,index.htm]"},
    OptionRow{Id::extensions, "--extensions", "EXT,...", Group::input, allowed,
              "Extensions that a server adds: with html, page means page.html"},
    OptionRow{Id::index_written, "--index", "NAME,...", Group::input, allowed,
              "Write the file that a server shows for a folder: with index.html, docs/ becomes "
              "docs/index.html"},
    OptionRow{Id::extensions_written, "--extensions", "EXT,...", Group::input, allowed,
              "Write the extension that a server adds: with html, page becomes page.html where that "
              "file exists"},
    OptionRow{Id::extension_type, "--ext", "EXT=TYPE", Group::input, allowed,
              "Read files with that extension as TYPE: a media type, or a known extension such as "
              "html; --ext =html is for names without one"},
    OptionRow{Id::include_file, "--include", "GLOB", Group::input, allowed,
              "In folders, read only the files that GLOB matches, by their path below the folder"},
    OptionRow{Id::exclude_file, "--exclude", "GLOB", Group::input, allowed,
              "In folders, do not read the files and folders that GLOB matches"},
    OptionRow{Id::exclude_file_path, "--exclude-path", "GLOB", Group::input, allowed,
              "In folders, do not read the files and folders that GLOB matches"},
    OptionRow{Id::hidden, "--hidden", "", Group::input, allowed,
              "Read files and folders whose names begin with a dot, too"},
    OptionRow{Id::follow_outside, "--follow-outside", "", Group::input, refused,
              "Follow links that lead out of a folder that is walked"},
    OptionRow{Id::content_type, "--content-type", "TYPE", Group::input, allowed,
              "Media type of the inputs, as in a Content-Type header"},
    OptionRow{Id::encoding, "--encoding", "LABEL", Group::input, allowed,
              "Encoding of the inputs; it overrides what they declare, but not a byte order mark"},
    OptionRow{Id::encoding_fallback, "--encoding-fallback", "LABEL", Group::input, allowed,
              "Encoding of pages that declare none; auto is UTF-8 where all bytes are valid "
              "[windows-1252]"},
    OptionRow{Id::batch, "--batch", "", Group::input, refused,
              "Read one JSON object a line from standard input, and answer each with one line"},
    OptionRow{Id::document_batch, "--batch", "", Group::input, refused,
              "Read documents from standard input, one JSON object a line, and answer each with one "
              "line"},
    OptionRow{Id::standard, "--standard", "NAME", Group::reading, allowed,
              "Standard for reading URLs"},
    OptionRow{Id::xml_base, "--xml-base", "WHEN", Group::reading, allowed, "Where xml:base counts"},
    OptionRow{Id::base, "--base", "URL", Group::reading, allowed,
              "Base URL of relative references"},
    OptionRow{Id::query_encoding, "--encoding", "LABEL", Group::reading, allowed,
              "Encoding of the document around the URL, for its query [utf-8]"},
    OptionRow{Id::compare, "--compare", "", Group::reading, allowed,
              "Read under all standards, and name the first difference"},
    OptionRow{Id::creator, "--creator", "URL", Group::reading, allowed,
              "Base URL of the document that created an about:blank input"},
    OptionRow{Id::container, "--container", "URL", Group::reading, allowed,
              "Base URL of the document around an about:srcdoc input"},
    OptionRow{Id::scripting, "--scripting", "", Group::reading, allowed,
              "Take noscript content for text, as with scripts on"},
    OptionRow{Id::engine, "--engine", "NAME", Group::reading, allowed,
              "What finds the links; the answers are the same"},
    OptionRow{Id::isolate, "--isolate", "", Group::reading, allowed,
              "Read each document in a process of its own: a crash affects that document only"},
    OptionRow{Id::kinds, "--kinds", "KIND,...", Group::selection, allowed,
              "Only links of these kinds"},
    OptionRow{Id::elements, "--elements", "NAME,...", Group::selection, allowed,
              "Only links of these elements"},
    OptionRow{Id::also, "--also", "WHAT,...", Group::selection, allowed,
              "Report the URLs of social cards, JSON-LD or import maps, too"},
    OptionRow{Id::templates, "--templates", "", Group::selection, allowed,
              "Report links in template content, too"},
    OptionRow{Id::unique, "--unique", "", Group::selection, allowed,
              "Print each URL once, where it comes first"},
    OptionRow{Id::records, "--records", "TYPE,...", Group::selection, allowed,
              "Only records of these types"},
    OptionRow{Id::max_body, "--max-body", "SIZE", Group::selection, allowed,
              "Read at most SIZE bytes of a body, its codings undone; K, M and G count [256M]"},
    OptionRow{Id::missing, "--missing", "", Group::selection, allowed,
              "Only links to what the archive does not have"},
    OptionRow{Id::cdxj, "--cdxj", "FILE", Group::selection, in_folder,
              "Index of what the archive has, for --missing; without it the inputs tell"},
    OptionRow{Id::include_path, "--include-path", "GLOB", Group::selection, allowed,
              "Report these pages only, by their path below the folder"},
    OptionRow{Id::exclude_path, "--exclude-path", "GLOB", Group::selection, allowed,
              "Do not report these pages"},
    OptionRow{Id::exclude, "--exclude", "REGEX", Group::selection, allowed,
              "Ignore findings about URLs that REGEX matches; .hrefkitignore has one on each line"},
    OptionRow{Id::exclude_url, "--exclude", "REGEX", Group::selection, allowed,
              "Leave links alone whose URL REGEX matches"},
    OptionRow{Id::rules, "--rules", "RULE,...", Group::selection, allowed, "Only these rules"},
    OptionRow{Id::severity, "--severity", "RULE=LEVEL", Group::selection, allowed,
              "Severity of a rule: error, warning, note (reported, but no reason to fail) or off"},
    OptionRow{Id::external, "--external", "WHAT", Group::selection, offline,
              "What is done with links to other sites"},
    OptionRow{Id::orphans, "--orphans", "", Group::selection, allowed,
              "Report pages that no other page leads to"},
    OptionRow{Id::baseline, "--baseline", "FILE", Group::selection, in_folder,
              "Report only findings that FILE does not list"},
    OptionRow{Id::update_baseline, "--update-baseline", "", Group::selection, refused,
              "Write the findings of this run to the file of --baseline"},
    OptionRow{Id::set_base, "--set-base", "HREF", Group::changes, allowed,
              "Set the href of the base element, or put one into head"},
    OptionRow{Id::remove_base, "--remove-base", "", Group::changes, allowed,
              "Remove every base element with an href"},
    OptionRow{Id::new_url, "--new-url", "URL", Group::changes, allowed,
              "Give the document another address"},
    OptionRow{Id::set_xml_base, "--set-xml-base", "SELECTOR=VALUE", Group::changes, allowed,
              "Set xml:base on the elements that SELECTOR matches: a CSS selector of types, ids, "
              "classes, attributes, descendants and children, or an index path such as 0.1.2"},
    OptionRow{Id::remove_xml_base, "--remove-xml-base", "SELECTOR", Group::changes, allowed,
              "Remove xml:base from the elements that SELECTOR matches"},
    OptionRow{Id::to, "--to", "FORM", Group::changes, allowed,
              "Form of the references; links to other sites can only become absolute"},
    OptionRow{Id::rebase, "--rebase", "OLD=NEW", Group::changes, allowed,
              "Replace OLD by NEW at the start of URLs; pages below OLD move, too"},
    OptionRow{Id::map, "--map", "FILE", Group::changes, in_folder,
              "Replace single URLs: FILE has lines of two URLs with a tab between, or of JSON"},
    OptionRow{Id::drop_base, "--drop-base", "", Group::changes, allowed,
              "Remove base elements; every link keeps its target"},
    OptionRow{Id::drop_xml_base, "--drop-xml-base", "", Group::changes, allowed,
              "Remove xml:base attributes; every link keeps its target"},
    OptionRow{Id::move_to, "--move-to", "URL", Group::changes, allowed,
              "Give the page another address; every link keeps its target"},
    OptionRow{Id::keep, "--keep", "WHAT,...", Group::changes, allowed,
              "Links that are left alone: canonical, alternate, og, fragments, or none "
              "[canonical,alternate,og]"},
    OptionRow{Id::local, "--local", "DIR", Group::changes, in_folder,
              "Point links to the files in DIR, a mirror of sites, where the files exist"},
    OptionRow{Id::move, "--move", "SELECTOR", Group::changes, allowed,
              "Move the first element that SELECTOR matches"},
    OptionRow{Id::into, "--into", "FILE", Group::changes, in_folder,
              "The file whose body the element moves into"},
    OptionRow{Id::into_url, "--into-url", "URL", Group::changes, allowed, "Address of that file"},
    OptionRow{Id::set, "--set", "PART=VALUE", Group::changes, allowed,
              "Set a part as the API's setter does: href, protocol, username, password, host, "
              "hostname, port, pathname, search, hash"},
    OptionRow{Id::format, "-f,--format", "FORMAT", Group::output, allowed, "Format of the results"},
    OptionRow{Id::edit_format, "-f,--format", "FORMAT", Group::output, allowed,
              "Report each change in this format"},
    OptionRow{Id::output, "-o,--output", "FILE", Group::output, refused,
              "Write the results to FILE, which is replaced when all is done and an input was read"},
    OptionRow{Id::output_folder, "-o,--output", "DIR", Group::output, refused,
              "Write the pages below DIR, under the names that they have in their folder"},
    OptionRow{Id::copy_assets, "--copy-assets", "", Group::output, refused,
              "Copy all other files of the folder to the DIR of -o, too"},
    OptionRow{Id::in_place, "--in-place", "", Group::output, refused,
              "Replace the files themselves"},
    OptionRow{Id::backup, "--backup", "SUFFIX", Group::output, refused,
              "Keep each replaced file as NAME and SUFFIX; a file is not replaced where that name "
              "exists"},
    OptionRow{Id::dry_run, "--dry-run", "", Group::output, allowed,
              "Write no page; report the changes"},
    OptionRow{Id::diff, "--diff", "", Group::output, allowed,
              "Print the changes as a unified diff; pages are written only with -o or --in-place"},
    OptionRow{Id::verify, "--verify", "WHEN", Group::output, allowed,
              "Read each new page again, and leave it as it was unless every link leads where it "
              "should"},
    OptionRow{Id::csv_guard, "--csv-guard", "", Group::output, allowed,
              "In CSV, put ' before a text that a spreadsheet would take for a formula"},
    OptionRow{Id::csv_bom, "--csv-bom", "", Group::output, allowed,
              "Begin CSV with a byte order mark, which tells Excel that it is UTF-8"},
    OptionRow{Id::sort, "--sort", "", Group::output, allowed,
              "Sort the lines, and print each once"},
    OptionRow{Id::compress, "--compress", "HOW", Group::output, allowed,
              "Compression of the results"},
    OptionRow{Id::fail_on, "--fail-on", "WHAT", Group::output, allowed,
              "Exit with 1 if there are any"},
    OptionRow{Id::fail_on_severity, "--fail-on", "LEVEL", Group::output, allowed,
              "Exit with 1 if there are findings of this severity"},
    OptionRow{Id::watch, "--watch", "", Group::running, refused,
              "Check again whenever a file changes, until it is ended"},
    OptionRow{Id::jobs, "-j,--jobs", "N", Group::running, allowed,
              "Work on N files at once [one for each processor]"},
    OptionRow{Id::quiet, "-q,--quiet", "", Group::running, allowed,
              "Print errors, but no warnings and no summary"},
    OptionRow{Id::verbose, "-v,--verbose", "", Group::running, allowed,
              "Print notes, too, and each file that was skipped"},
    OptionRow{Id::progress, "--progress", "WHEN", Group::running, allowed,
              "Count files on standard error"},
    OptionRow{Id::no_progress, "--no-progress", "", Group::running, allowed,
              "The same as --progress never"},
    OptionRow{Id::color, "--color", "WHEN", Group::running, allowed, "Use colours"},
    OptionRow{Id::config, "-c,--config", "FILE", Group::running, refused,
              "Read options from FILE; without it from .hrefkit.toml, which may not write files, read "
              "other folders or wait"},
    OptionRow{Id::generate, "--generate", "WHAT", Group::output, refused,
              "Print the manual page, or the script by which a shell completes command lines"},
};
// clang-format on

static_assert([] {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].id != static_cast<OptionId>(i)) return false;
  }
  return table.size() == static_cast<std::size_t>(OptionId::generate) + 1;
}());

/// A key and its rule.
struct KeyRule {
  std::string_view key;
  Unasked unasked;
};

/// Rules of options that are still to come: the row of such an option has to agree.
constexpr std::array keys_to_come{
    KeyRule{"allow-private", refused}, KeyRule{"ca-file", refused},
    KeyRule{"cache", refused},         KeyRule{"cookie-jar", refused},
    KeyRule{"extract", refused},       KeyRule{"header", refused},
    KeyRule{"insecure", refused},      KeyRule{"keep-urls", in_folder},
    KeyRule{"mount", maps_in_folder},  KeyRule{"proxy", refused},
    KeyRule{"redirects", in_folder},   KeyRule{"report", refused},
    KeyRule{"resolve", refused},
};

/// True where `names`, such as "-o,--output", has the option `--key`.
constexpr bool has_long_name(std::string_view names, std::string_view key) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, end);
    if (name.starts_with("--") && name.substr(2) == key) return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

/// The key of an option: "output" of "-o,--output".
constexpr std::string_view key_of(OptionRow const& row) {
  return row.names.substr(row.names.rfind("--") + 2);
}

/// One key has one rule, whichever command has the option.
static_assert(
    [] {
      for (OptionRow const& row : table) {
        if (row.unasked == allowed) continue;
        const std::string_view key = key_of(row);
        for (OptionRow const& other : table) {
          if (row.unasked != other.unasked && has_long_name(other.names, key)) return false;
        }
      }
      return true;
    }(),
    "one key has two rules");
static_assert(
    [] {
      for (KeyRule const& rule : keys_to_come) {
        for (OptionRow const& row : table) {
          if (row.unasked != rule.unasked && has_long_name(row.names, rule.key)) return false;
        }
      }
      return true;
    }(),
    "a rule of keys_to_come was forgotten");

/// A file or a folder of any place is not for a configuration that is read unasked.
static_assert(
    [] {
      for (OptionRow const& row : table) {
        const bool is_path = row.value.find("FILE") != row.value.npos ||
                             row.value.find("DIR") != row.value.npos ||
                             row.value.find("PATH") != row.value.npos;
        if (is_path && (row.unasked == allowed || row.unasked == offline)) return false;
      }
      return true;
    }(),
    "a path may lead anywhere");

}  // namespace

std::string_view title(OptionGroup group) {
  static constexpr text::EnumTable<OptionGroup::running> names({
      {OptionGroup::input, "Input"},
      {OptionGroup::reading, "Reading"},
      {OptionGroup::selection, "Selection"},
      {OptionGroup::changes, "Changes"},
      {OptionGroup::output, "Output"},
      {OptionGroup::running, "Running"},
  });
  return names[group].name;
}

OptionRow const& option_row(OptionId id) {
  return table[static_cast<std::size_t>(id)];
}

Unasked unasked_rule(std::string_view key) {
  for (OptionRow const& row : table) {
    if (has_long_name(row.names, key)) return row.unasked;
  }
  for (KeyRule const& rule : keys_to_come) {
    if (rule.key == key) return rule.unasked;
  }
  return refused;
}

bool takes_next_word(std::string_view word) {
  for (OptionRow const& row : table) {
    if (row.value.empty()) continue;
    for (std::string_view names = row.names; !names.empty();) {
      const std::size_t end = std::min(names.find(','), names.size());
      if (names.substr(0, end) == word) return true;
      names.remove_prefix(std::min(end + 1, names.size()));
    }
  }
  return false;
}

std::string joined(std::span<std::string const> names, std::string_view separator) {
  std::string list;
  for (std::string const& name : names) {
    if (!list.empty()) list += separator;
    list += name;
  }
  return list;
}

std::string unknown_choice(std::string_view word, std::span<std::string const> names) {
  std::string message = "'";
  message += word;
  message += "' is not one of ";
  message += joined(names);
  return message + did_you_mean(word, names);
}

template <>
std::span<Choice<When> const> choices<When>() {
  static constexpr std::array<Choice<When>, 3> table{
      {{When::automatic, "auto"}, {When::always, "always"}, {When::never, "never"}}};
  return table;
}

template <>
std::span<Choice<Also> const> choices<Also>() {
  static constexpr std::array<Choice<Also>, 3> table{
      {{Also::meta, "meta"}, {Also::json_ld, "jsonld"}, {Also::import_map, "importmap"}}};
  return table;
}

template <>
std::span<Choice<Format> const> choices<Format>() {
  static constexpr std::array<Choice<Format>, 4> table{{{Format::text, "text"},
                                                        {Format::json, "json"},
                                                        {Format::jsonl, "jsonl"},
                                                        {Format::csv, "csv"}}};
  return table;
}

template <>
std::span<Choice<html::XmlBase> const> choices<html::XmlBase>() {
  using html::XmlBase;
  static constexpr std::array<Choice<XmlBase>, 3> table{
      {{XmlBase::on, "on"}, {XmlBase::namespaced, "namespaced"}, {XmlBase::off, "off"}}};
  return table;
}

template <>
std::span<Choice<html::Engine> const> choices<html::Engine>() {
  return named_choices<html::Engine::dom>();
}

template <>
std::span<Choice<html::LinkKind> const> choices<html::LinkKind>() {
  return named_choices<html::LinkKind::metadata>();
}

template <>
std::span<Choice<url::Standard> const> choices<url::Standard>() {
  return named_choices<url::Standard::web_address>();
}

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
