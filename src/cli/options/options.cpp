#include "hrefkit/cli/options/options.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <span>
#include <thread>
#include <tl/expected.hpp>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t max_jobs = 1024;

Parsed<text::Encoding> parse_label(std::string const& label) {
  if (const auto encoding = text::encoding_from_label(label)) return *encoding;
  return tl::unexpected("unknown encoding label '" + label + "'");
}

Parsed<html::EncodingFallback> parse_fallback(std::string const& label) {
  html::EncodingFallback fallback;
  if (label == "auto") {
    fallback.utf_8_if_valid = true;
    return fallback;
  }
  const auto encoding = parse_label(label);
  if (!encoding) return tl::unexpected(encoding.error());
  fallback.encoding = *encoding;
  return fallback;
}

Parsed<DeclaredType> parse_content_type(std::string const& value) {
  if (const auto media = html::parse_media_type(value)) {
    if (const auto type = html::content_type_of(media->essence)) {
      return DeclaredType{*type, media->charset.value_or("")};
    }
  }
  return tl::unexpected("'" + value +
                        "' is not a media type of HTML, XML, CSS or web app manifests");
}

/// "-" is standard output, as without the option.
Parsed<std::string> parse_output(std::string const& file) {
  return file == "-" ? std::string() : file;
}

/// A name in the file of --files-from, with its terminator.
struct ListedName {
  std::string_view text;
  std::string_view rest;
};

ListedName next_name(std::string_view list, char end) {
  const std::size_t length = std::min(list.find(end), list.size());
  return {list.substr(0, length), list.substr(std::min(length + 1, list.size()))};
}

bool is_name(std::string_view line) {
  return line.find_first_not_of(" \t") != std::string_view::npos && !line.starts_with('#');
}

/// The names in the file that --files-from names; "-" is standard input.
std::vector<std::string> read_list(CommonOptions const& common, std::istream& standard_input) {
  std::string const& path = common.files_from;
  std::string bytes;
  const auto read =
      path == "-" ? site::read_stream(standard_input, bytes) : site::read_file(path, bytes);
  if (!read) throw UsageError("--files-from", path + ": " + read.error());
  std::vector<std::string> names;
  std::size_t number = 0;
  const auto refuse = [&](std::string const& why) {
    throw UsageError("--files-from", path + ":" + std::to_string(number) + ": " + why);
  };
  for (std::string_view rest = bytes; !rest.empty();) {
    const ListedName next = next_name(rest, common.null_separated ? '\0' : '\n');
    std::string_view name = next.text;
    rest = next.rest;
    ++number;
    if (!common.null_separated) {
      if (name.find('\0') != std::string_view::npos) {
        refuse("holds a NUL byte; -0 is for lists in which a NUL byte ends each name");
      }
      if (name.ends_with('\r')) name.remove_suffix(1);
    }
    if (common.null_separated ? name.empty() : !is_name(name)) continue;
    names.emplace_back(name);
    if (common.is_list_unasked && !may_list_unasked(names.back())) {
      refuse(refused_unasked("'" + names.back() + "'"));
    }
  }
  return names;
}

void add_standard_option(OptionSet& options, CommonOptions& common) {
  options.choice("--standard", common.standard, text::names_up_to<url::Standard::web_address>());
}

/// Adds the options for the address of a document and for how it is read.
void add_reading_options(OptionSet& options, CommonOptions& common) {
  options.text("--url", common.url);
  options.text("--site-url", common.site_url);
  options.text("--root", common.root);
  options.parsed("--content-type", common.content_type, parse_content_type);
  options.parsed("--encoding", common.encoding, parse_label);
  add_standard_option(options, common);
  options.text("--creator", common.creator);
  options.text("--container", common.container);
  add_page_options(options, common);
}

site::FileRules file_rules(CommonOptions const& common) {
  site::FileRules rules = site::extension_rules(common.extension_types);
  for (std::string const& glob : common.include) rules.add_include(glob);
  for (std::string const& glob : common.exclude) rules.add_exclude(glob);
  for (std::string const& glob : common.exclude_path) rules.add_exclude(glob);
  if (common.hidden) rules.read_hidden();
  if (common.reads_url_lists) rules.read_url_lists();
  if (common.reads_scripts) rules.read_scripts();
  if (common.looks_at_bytes) rules.look_at_bytes();
  return rules;
}

/// Refuses a --root that is not a folder, and standard input if --site-url cannot give it an
/// address.
void check_root(CommonOptions const& common, site::InputOptions const& inputs) {
  boost::system::error_code error;
  if (!common.root.empty() && !boost::filesystem::is_directory(common.root, error)) {
    const std::string why = error ? error.message() : "Not a directory";
    throw UsageError("--root", common.root + ": " + why);
  }
  const bool has_site_address = inputs.url.empty() && !inputs.site_url.empty();
  if (has_site_address &&
      std::find(inputs.paths.begin(), inputs.paths.end(), "-") != inputs.paths.end()) {
    throw UsageError("--site-url",
                     "standard input has no path below a root: give its address with --url");
  }
}

/// Adds the options for standard error, and the configuration file.
void add_message_options(OptionSet& options, CommonOptions& common) {
  options.flag("--quiet", common.quiet);
  options.flag("--verbose", common.verbose);
  options.exclude("--verbose", "--quiet");
  options.choice("--color", common.color, when_names);
  options.text("--config", common.config);
}

/// The same, and the options of CSV.
void add_row_options(OptionSet& options, CommonOptions& common) {
  options.flag("--csv-guard", common.csv_guard);
  options.flag("--csv-bom", common.csv_bom);
  add_message_options(options, common);
}

void add_work_options(OptionSet& options, CommonOptions& common) {
  options.number("--jobs", common.jobs, 1, max_jobs);
  options.choice("--progress", common.progress, when_names);
  options.flag("--no-progress", common.no_progress);
  options.exclude("--no-progress", "--progress");
}

}  // namespace

void add_page_options(OptionSet& options, CommonOptions& common) {
  options.parsed("--encoding-fallback", common.encoding_fallback, parse_fallback);
  options.choice("--xml-base", common.xml_base, html::xml_base_names);
  options.flag("--scripting", common.scripting);
}

void add_link_options(OptionSet& options, CommonOptions& common) {
  add_link_options(options, common, "--also", also_names);
}

void add_link_options(OptionSet& options, CommonOptions& common, Option const& also,
                      text::EnumNames<Also> names) {
  options.choices_list(also, common.also, names);
  options.bind("--attribute", site::extra_attributes(common.attributes));
  options.flag("--templates", common.templates);
}

std::span<FormatText const> format_texts() {
  // clang-format off
  static constexpr std::array<FormatText, 16> rows{{
      {"text",     ".txt",   "Lines for people"},
      {"json",     ".json",  "One array, with an object for each row"},
      {"jsonl",    ".jsonl", "An object on each line, as soon as it is known"},
      {"csv",      ".csv",   "A table, with the keys of JSON as its columns"},
      {"html",     ".html",  "A page for people, in one file"},
      {"markdown", ".md",    "A summary for a comment or a job's page"},
      {"sarif",    ".sarif", "SARIF, for code scanning"},
      {"junit",    ".xml",   "JUnit, for the test reports of CI"},
      {"github",   "",       "Annotations of GitHub Actions"},
      {"gitlab",   "",       "Code Quality of GitLab"},
      {"pages",    "",       "An object for each capture"},
      {"wat",      ".wat",   "WAT: records with the metadata of WARC records"},
      {"cdxj",     ".cdxj",  "An index line for each record"},
      {"cdx",      ".cdx",   "The same in the older form with eleven fields"},
      {"edges",    "",       "Pairs of hosts of which one links to the other"},
      {"hosts",    "",       "The list of all hosts"},
  }};
  // clang-format on
  return rows;
}

std::string_view format_name_of(std::string_view file) {
  // Further extensions of the same formats.
  constexpr std::array<std::array<std::string_view, 2>, 3> others{
      {{".htm", "html"}, {".log", "text"}, {".out", "text"}}};
  const std::string_view name = site::name_part(file);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  for (FormatText const& row : format_texts()) {
    if (text::equals_ignoring_ascii_case(name.substr(dot), row.extension)) return row.name;
  }
  for (auto const& [extension, format] : others) {
    if (text::equals_ignoring_ascii_case(name.substr(dot), extension)) return format;
  }
  return "?";
}

void add_input_options(OptionSet& options, CommonOptions& common) {
  options.arguments("INPUT", common.inputs, "Files, folders, or - for standard input");
  add_input_file_options(options, common);
}

void add_input_file_options(OptionSet& options, CommonOptions& common) {
  options.text("--files-from", common.files_from);
  options.flag("--null", common.null_separated);
  add_reading_options(options, common);
  options.bind("--ext", site::extension_types(common.extension_types));
  options.globs("--include", common.include);
  options.globs("--exclude-path", common.exclude_path);
  options.flag("--hidden", common.hidden);
  options.flag("--follow-outside", common.follow_outside);
}

void add_document_options(OptionSet& options, CommonOptions& common) {
  options.argument("INPUT", common.inputs, "A file, or - for standard input");
  add_reading_options(options, common);
}

void add_url_options(OptionSet& options, CommonOptions& common) {
  add_standard_option(options, common);
  options.parsed(
      {"--encoding",
       "Encoding of the document that holds the URL; the query is encoded in it [utf-8]"},
      common.encoding, parse_label);
}

void add_output_options(OptionSet& options, CommonOptions& common, Option const& output) {
  options.parsed(output, common.output, parse_output);
  add_running_options(options, common);
}

void add_running_options(OptionSet& options, CommonOptions& common) {
  add_row_options(options, common);
  add_work_options(options, common);
}

void add_result_options(OptionSet& options, CommonOptions& common) {
  options.parsed("--output", common.output, parse_output);
  add_row_options(options, common);
}

std::string absolute_url(std::string const& option, std::string const& value,
                         url::Standard standard) {
  if (value.empty()) return {};
  const auto url = url::Resolver({.standard = standard}).resolve(value);
  if (url) return *url;
  std::string text = "'" + url::masked_url(value) + "' is not an absolute URL";
  const std::string meant = url_with_scheme(value);
  if (!meant.empty()) {
    text += "; did you mean " + meant + '?';
  } else if (url.error() != url::Error::relative_without_base) {
    text += ": " + std::string(message(url.error()));
  }
  throw UsageError(option, text);
}

std::string folder_url(std::string const& option, std::string const& value,
                       url::Standard standard) {
  std::string url = absolute_url(option, value, standard);
  if (url.empty()) return url;
  url.resize(url::without_query(url).size());
  if (!url.ends_with('/')) url += '/';
  const auto base = url::Resolver::with_base(url, {.standard = standard});
  if (!base || !base->resolve("page")) {
    const std::string meant = url_with_scheme(value);
    throw UsageError(option, "'" + url::masked_url(value) + "' cannot be the address of a folder" +
                                 (meant.empty() ? "" : "; did you mean " + meant + '?'));
  }
  return url;
}

std::vector<std::string> listed_inputs(CommonOptions const& common, std::istream& standard_input) {
  if (common.null_separated && common.files_from.empty()) {
    throw UsageError("--null", "is about the file of --files-from, which is not given");
  }
  if (common.files_from.empty()) return {};
  std::vector<std::string> listed = read_list(common, standard_input);
  const auto has_standard_input = [](std::vector<std::string> const& paths) {
    return std::find(paths.begin(), paths.end(), "-") != paths.end();
  };
  if (common.files_from == "-" &&
      (has_standard_input(common.inputs) || has_standard_input(listed))) {
    throw UsageError("--files-from",
                     "standard input can be read only once: it is the list, and an input");
  }
  return listed;
}

html::DocumentOptions document_options(CommonOptions const& common) {
  html::DocumentOptions document;
  document.standard = common.standard;
  document.creator = absolute_url("--creator", common.creator, common.standard);
  document.container = absolute_url("--container", common.container, common.standard);
  document.xml_base = common.xml_base;
  document.feed_base = common.feed_base;
  document.scripting = common.scripting;
  document.templates = common.templates;
  document.also = site::also_find(common.also, common.attributes);
  document.also.scripts = common.reads_scripts;
  return document;
}

html::EncodingOptions encoding_options(CommonOptions const& common, site::Input const& input) {
  html::EncodingOptions options{.content_type = input.content_type,
                                .encoding = common.encoding,
                                .fallback = common.encoding_fallback};
  if (common.content_type) {
    options.content_type = common.content_type->type;
    options.transport_charset = common.content_type->charset;
  }
  return options;
}

site::InputOptions input_options(CommonOptions const& common, std::istream& standard_input) {
  site::InputOptions inputs;
  inputs.paths = common.inputs;
  const std::vector<std::string> more = listed_inputs(common, standard_input);
  inputs.paths.insert(inputs.paths.end(), more.begin(), more.end());
  if (inputs.paths.empty() && !common.files_from.empty()) {
    throw UsageError("--files-from", common.files_from + " names no input");
  }
  if (inputs.paths.empty()) {
    throw NoInput("no input: name files, folders, or - for standard input",
                  "which file or folder shall be read?");
  }
  inputs.walk.follow_outside = common.follow_outside;
  inputs.walk.files = file_rules(common);
  inputs.walk.avoided = common.output_folder;
  inputs.root = common.root;
  inputs.url = absolute_url("--url", common.url, common.standard);
  inputs.site_url = folder_url("--site-url", common.site_url, common.standard);
  const bool has_folder = std::any_of(inputs.paths.begin(), inputs.paths.end(), site::is_folder);
  if (has_folder && inputs.site_url.empty()) inputs.folder_url = common.folder_url;
  if (!inputs.url.empty()) {
    boost::system::error_code error;
    if (inputs.paths.size() > 1 || boost::filesystem::is_directory(inputs.paths.front(), error)) {
      throw UsageError("--url", "is the address of one document; use --site-url for several");
    }
  }
  check_root(common, inputs);
  return inputs;
}

RowStyle row_style(Format format, CommonOptions const& common, Environment const& environment) {
  const bool to_terminal = environment.out_is_terminal && common.output.empty();
  return {.format = format,
          .display = to_terminal ? Display::terminal : Display::stream,
          .color = format == Format::text &&
                   is_on(common.color, (to_terminal && !environment.no_color) ||
                                           (environment.force_color && common.output.empty())),
          .width = environment.width,
          .csv_guard = common.csv_guard,
          .csv_bom = common.csv_bom};
}

std::size_t thread_count(CommonOptions const& common) {
  return common.jobs != 0 ? common.jobs : std::max(1U, std::thread::hardware_concurrency());
}

bool is_on(When when, bool automatic) {
  return when == When::always || (when == When::automatic && automatic);
}

}  // namespace hrefkit::cli
