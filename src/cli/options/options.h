// The options that commands share, parsed once into typed values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>  // IWYU pragma: keep
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/option_table.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

/// When to use a feature of terminals.
enum class When : std::uint8_t {
  automatic,  ///< on a terminal
  always,
  never,
};

using site::Also;
using site::also_names;

// The names of values that several commands have.

inline constexpr text::EnumTable<When::never> when_names({
    {When::automatic, "auto"},
    {When::always, "always"},
    {When::never, "never"},
});
inline constexpr text::EnumTable<Format::csv> format_names({
    {Format::text, "text"},
    {Format::json, "json"},
    {Format::jsonl, "jsonl"},
    {Format::csv, "csv"},
});

/// A format that some commands have.
struct FormatText {
  std::string_view name;
  std::string_view extension;  ///< of files of -o that have it without --format; may be empty
  std::string_view meaning;    ///< a phrase for the help
};

std::span<FormatText const> format_texts();

/// The name of the format for the extension of `file`, the value of -o: "json",
/// "junit" for ".xml", "?" for an unknown one. Empty for a name without an extension.
std::string_view format_name_of(std::string_view file);

/// The format of a run: that of --format; else the one of `names` for the extension of `file`; else
/// the first of them, which is text.
template <typename Enum>
Enum chosen_format(std::optional<Enum> requested, text::EnumNames<std::type_identity_t<Enum>> names,
                   std::string_view file) {
  if (requested) return *requested;
  return text::value_of(names, format_name_of(file)).value_or(Enum{});
}

/// True where the extension of `file` chooses no format, so that text is written.
template <typename Enum>
bool chooses_no_format(std::optional<Enum> requested,
                       text::EnumNames<std::type_identity_t<Enum>> names, std::string_view file) {
  const std::string_view name = format_name_of(file);
  return !requested && !name.empty() && !text::value_of(names, name);
}

/// A media type that documents can have, with the charset parameter or an empty text.
struct DeclaredType {
  html::ContentType type = html::ContentType::html;
  std::string charset;
};

/// The common options. URLs are strings here, as their parser depends on the
/// standard.
struct CommonOptions {
  std::vector<std::string> inputs;
  std::string files_from;
  bool null_separated = false;  ///< the list of --files-from has NUL terminators
  std::string url;
  std::string site_url;
  std::string root;
  url::Standard standard = url::Standard::whatwg;
  html::XmlBase xml_base = html::XmlBase::on;
  html::FeedBase feed_base = html::FeedBase::feed;
  std::optional<DeclaredType> content_type;
  std::optional<text::Encoding> encoding;
  html::EncodingFallback encoding_fallback;
  std::string creator;
  std::string container;
  bool scripting = false;
  bool templates = false;
  bool follow_outside = false;
  bool isolate = false;  ///< read each document in a process of its own
  std::vector<site::ExtensionType> extension_types;
  std::vector<std::string> include;  ///< globs
  std::vector<std::string> exclude;  ///< globs, of --exclude
  std::vector<std::string> exclude_path;
  std::vector<std::string> exclude_url;  ///< regular expressions
  bool hidden = false;
  std::vector<Also> also;
  site::SharedAttributes attributes;
  /// The URL of each input folder without --site-url; empty: its file: URL. Set by a command.
  std::string folder_url;
  std::string_view command_name = {};  ///< for messages that depend on it; a command sets it
  bool reads_url_lists = false;        ///< read robots.txt and the like; a command sets it
  bool reads_scripts = false;          ///< read scripts; a command sets it
  bool looks_at_bytes = false;         ///< detect HTML in files of unknown type; a command sets it
  std::string output;                  ///< a path; empty: standard output
  std::string output_folder;           ///< a folder to which a command writes pages; it is not read
  bool csv_guard = false;
  bool csv_bom = false;
  std::size_t jobs = 0;  ///< 0: one for each processor
  bool quiet = false;
  bool verbose = false;
  When progress = When::automatic;
  bool no_progress = false;
  When color = When::automatic;
  std::string config;          ///< --config, which is parsed before the other options: see config.h
  std::string unasked_config;  ///< the configuration that was read unasked; empty: none was
  std::vector<std::string> unasked_names;  ///< its options that say how hosts are asked
  bool is_list_unasked = false;  ///< `files_from` comes from that configuration, not from the user
  std::vector<OptionRow> conditional;  ///< options of the command line that need something
};

/// Adds the options that select inputs and say how they are read.
void add_input_options(OptionSet& options, CommonOptions& common);

/// The same without the arguments, for a command that describes its own.
void add_input_file_options(OptionSet& options, CommonOptions& common);

/// The same for a command that reads one document.
void add_document_options(OptionSet& options, CommonOptions& common);
/// Adds those of them for documents of known type and address.
void add_page_options(OptionSet& options, CommonOptions& common);
/// Adds those that select which URLs of a page are links.
void add_link_options(OptionSet& options, CommonOptions& common);
/// The same with other values of --also.
void add_link_options(OptionSet& options, CommonOptions& common, Option const& also,
                      text::EnumNames<Also> names);

/// Adds the options for URLs outside of documents: --standard, --encoding.
void add_url_options(OptionSet& options, CommonOptions& common);

/// Adds the options for results and messages.
void add_result_options(OptionSet& options, CommonOptions& common);

/// The same without --output, and those for work on many files.
void add_running_options(OptionSet& options, CommonOptions& common);

/// Adds the options of `add_result_options`, and those for work on many files.
void add_output_options(OptionSet& options, CommonOptions& common,
                        Option const& output = "--output");

/// Parses `value` as an absolute URL and serialises it; an empty value gives an empty string.
/// Throws UsageError, which names `option`, if it does not parse.
std::string absolute_url(std::string const& option, std::string const& value,
                         url::Standard standard);

/// The same for the URL of a folder: without query and fragment, with a '/' at the end. Throws
/// UsageError.
std::string folder_url(std::string const& option, std::string const& value, url::Standard standard);

/// The names in the file of --files-from; `standard_input` serves "-". Throws UsageError, also if
/// standard input is another input, and for a name that leads out of the working folder if only a
/// configuration that was read unasked names the file.
std::vector<std::string> listed_inputs(CommonOptions const& common, std::istream& standard_input);

/// The options for parsing documents. Throws UsageError for URLs that are not absolute.
html::DocumentOptions document_options(CommonOptions const& common);

/// The options for the encoding of one input. The result views strings of `common`.
html::EncodingOptions encoding_options(CommonOptions const& common, site::Input const& input);

/// The inputs; `standard_input` serves --files-from -. Throws UsageError.
site::InputOptions input_options(CommonOptions const& common, std::istream& standard_input);

/// The contents of rows in a format, for the filter of CI commands (log_commands.h).
constexpr Contents contents_of(Format format) {
  return is_json(format) ? Contents::json : Contents::text;
}

/// How rows are printed: --color and the terminal decide.
RowStyle row_style(Format format, CommonOptions const& common, Environment const& environment);

/// How many threads may work at once: --jobs, or one for each processor. At least 1.
std::size_t thread_count(CommonOptions const& common);

/// True if a feature is on; `automatic` is the result for When::automatic.
bool is_on(When when, bool automatic);

// Wrong usage of the command line.

/// Invalid options or arguments. The message is for the user; it names the option.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  UsageError(std::string const& option, std::string const& message)
      : std::runtime_error(option + ": " + message) {}
};

/// The command line names no input. `question` asks for it where an option took the word that may
/// have been meant as the input: "which folder shall be checked?".
class NoInput : public UsageError {
 public:
  NoInput(std::string const& message, char const* question_)
      : UsageError(message), question(question_) {}
  char const* question;
};

}  // namespace hrefkit::cli
