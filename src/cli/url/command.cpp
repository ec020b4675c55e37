#include "hrefkit/cli/url/command.h"

#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/url/batch.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

// Compares one reference under all four standards, and finds the steps at which their results
// differ.

/// The steps of parsing a reference, in the order of the parts that they decide.
enum class UrlStep : std::uint8_t {
  reference,  ///< whether the text is a reference, and its base
  scheme,
  credentials,
  host,
  port,
  path,
  query,
  fragment,
};

/// "host" and so on.
std::string_view name(UrlStep step);

/// The results of all standards for one input.
class UrlComparison {
 public:
  using Result = url::Result<url::AnyUrl>;

  UrlComparison(std::string_view input, std::optional<std::string_view> base,
                text::Encoding encoding);

  /// In the order of `all_standards`. A base that does not parse is an error under its standard.
  std::vector<Result> const& results() const { return results_; }

  /// The steps at which the standards differ, in order; empty when all agree. A standard that fails
  /// at a step has no result for later steps.
  std::vector<UrlStep> const& differences() const { return differences_; }

  /// True when the input is a URL under at least one standard.
  bool any_url() const;

  /// Appends lines for people.
  void append_text(std::string& out, Display display) const;

  /// Appends {"input":...,"base":...,"whatwg":{...}, ... ,"differences":["host"]}.
  void append_json(RowBuffer& out) const;

 private:
  struct Outcome {
    enum Kind : std::uint8_t { piece, failed_before, failure, fails_later };
    Kind kind;
    std::string text;  ///< the piece, or the failure's message
  };
  static Outcome outcome(Result const& result, UrlStep step);
  bool differ_at(UrlStep step) const;
  void append_first_difference(std::string& out, Display display) const;

  std::string input_;
  std::optional<std::string> base_;
  std::vector<Result> results_;
  std::vector<UrlStep> differences_;
};

using url::Error;
using url::Standard;

constexpr std::size_t standard_width = 13;
constexpr std::size_t section_width = 30;

/// The place in each standard that defines a step: section and state, or step of the algorithm. The
/// rows are in the order of UrlStep, the columns in that of `all_standards`.
struct StepRow {
  UrlStep step;
  std::string_view name;   ///< in JSON
  std::string_view title;  ///< in text
  std::array<std::string_view, url::all_standards.size()> sections;
};

constexpr std::array step_table{
    StepRow{UrlStep::reference,
            "reference",
            "syntax of the reference",
            {"4.4, no scheme state", "5.2, no scheme state", "2.6.2, RFC 3986's grammar",
             "2, RFC 3986's grammar"}},
    StepRow{UrlStep::scheme,
            "scheme",
            "scheme",
            {"4.4, scheme state", "5.2, scheme state", "2.6.3 steps 9 and 10", "3 steps 9 and 10"}},
    StepRow{UrlStep::credentials,
            "credentials",
            "credentials",
            {"4.4, authority state", "5.2, authority state", "2.6.3, as written", "3, as written"}},
    StepRow{
        UrlStep::host,
        "host",
        "host parser",
        {"3.5, host parser", "4.2, host parser", "2.6.3 step 6, IDNA2003", "3 step 6, IDNA2003"}},
    StepRow{UrlStep::port,
            "port",
            "port",
            {"4.4, port state", "5.2, port state", "2.6.3, as written", "3, as written"}},
    StepRow{UrlStep::path,
            "path",
            "path",
            {"4.4, path states", "5.2, relative path state", "2.6.3 step 7, RFC 3986 5.2.4",
             "3 step 7, RFC 3986 5.2.4"}},
    StepRow{UrlStep::query,
            "query",
            "query",
            {"4.4, query state", "5.2, query state", "2.6.3 step 8", "3 step 8"}},
    StepRow{UrlStep::fragment,
            "fragment",
            "fragment",
            {"4.4, fragment state", "5.2, fragment state", "2.6.3, as written", "3, as written"}},
};

static_assert([] {
  for (std::size_t i = 0; i < step_table.size(); ++i) {
    if (step_table[i].step != static_cast<UrlStep>(i)) return false;
  }
  return true;
}());

/// The step at which an error occurs.
UrlStep step_of(Error error) {
  switch (error) {
    case Error::relative_without_base:
    case Error::no_grammar_match:
    case Error::too_long:
    case Error::empty:
    case Error::bare_specifier:
    case Error::page_base:
      return UrlStep::reference;
    case Error::scheme_restriction:
      return UrlStep::scheme;
    case Error::missing_host:
    case Error::invalid_host:
    case Error::invalid_domain:
    case Error::invalid_ipv4:
    case Error::invalid_ipv6:
      return UrlStep::host;
    case Error::invalid_port:
      return UrlStep::port;
  }
  return UrlStep::reference;
}

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  out.append(width > text.size() ? width - text.size() : 1, ' ');
}

/// The piece of a serialised URL that a step decides, its delimiters included. The API's attributes
/// would hide differences: they hide an empty query, and HTML5's have no path for mailto:.
std::string_view piece_at(std::string_view href, UrlStep step) {
  const url::UrlOffsets at = url::find_offsets(href);
  const auto between = [href](std::size_t begin, std::size_t end) {
    return href.substr(begin, end - begin);
  };
  switch (step) {
    case UrlStep::reference:
      return {};
    case UrlStep::scheme:
      return between(0, at.scheme_end);
    case UrlStep::credentials:
      return at.has_host() ? between(at.scheme_end + 3, at.host_begin) : std::string_view();
    case UrlStep::host:
      return between(at.host_begin, at.host_end);
    case UrlStep::port:
      return between(at.host_end, at.path_begin);
    case UrlStep::path:
      return between(at.path_begin, at.query_begin);
    case UrlStep::query:
      return between(at.query_begin, at.fragment_begin);
    case UrlStep::fragment:
      return href.substr(at.fragment_begin);
  }
  return {};
}

UrlComparison::Result resolve(std::string_view input, std::optional<std::string_view> base,
                              url::ResolveOptions options) {
  const auto resolver = url::Resolver::with_optional_base(base, options);
  if (!resolver) return tl::unexpected(resolver.error());
  return url::AnyUrl::parse(input, *resolver);
}

std::string_view title(UrlStep step) {
  return step_table[static_cast<std::size_t>(step)].title;
}

std::string_view name(UrlStep step) {
  return step_table[static_cast<std::size_t>(step)].name;
}

UrlComparison::UrlComparison(std::string_view input, std::optional<std::string_view> base,
                             text::Encoding encoding)
    : input_(input), base_(base) {
  for (Standard standard : url::all_standards) {
    results_.push_back(resolve(input, base, {.standard = standard, .encoding = encoding}));
  }
  for (StepRow const& row : step_table) {
    if (differ_at(row.step)) differences_.push_back(row.step);
  }
}

bool UrlComparison::any_url() const {
  return std::any_of(results_.begin(), results_.end(),
                     [](Result const& result) { return result.has_value(); });
}

/// The outcome of a step under one standard: a piece of its URL, or, where the standard fails,
/// whether it fails before, at or after the step.
UrlComparison::Outcome UrlComparison::outcome(Result const& result, UrlStep step) {
  if (result) return {Outcome::piece, std::string(piece_at(result->href(), step))};
  const UrlStep failed = step_of(result.error());
  if (failed < step) return {Outcome::failed_before, ""};
  if (failed == step) return {Outcome::failure, std::string(message(result.error()))};
  return {Outcome::fails_later, std::string(message(result.error()))};
}

/// True when one standard fails at the step and another passes it, or when two pieces differ.
bool UrlComparison::differ_at(UrlStep step) const {
  std::optional<std::string> piece;
  bool some_fail = false;
  bool some_go_on = false;
  for (Result const& result : results_) {
    const Outcome found = outcome(result, step);
    if (found.kind == Outcome::failure) some_fail = true;
    if (found.kind == Outcome::fails_later) some_go_on = true;
    if (found.kind != Outcome::piece) continue;
    some_go_on = true;
    if (piece && *piece != found.text) return true;
    piece = found.text;
  }
  return some_fail && some_go_on;
}

void UrlComparison::append_text(std::string& out, Display display) const {
  append_padded(out, "input", standard_width);
  append_printable(out, input_, display);
  out += '\n';
  if (base_) {
    append_padded(out, "base", standard_width);
    append_printable(out, *base_, display);
    out += '\n';
  }
  for (std::size_t i = 0; i < results_.size(); ++i) {
    append_padded(out, name(url::all_standards[i]), standard_width);
    if (results_[i]) {
      append_printable(out, results_[i]->href(), display);
    } else {
      out += "error: ";
      out += code(results_[i].error());
    }
    out += '\n';
  }
  if (differences_.empty()) {
    out += any_url() ? "No difference.\n" : "No difference: it is an error under every standard.\n";
    return;
  }
  append_first_difference(out, display);
  if (differences_.size() == 1) return;
  out += "Other differences:";
  for (std::size_t i = 1; i < differences_.size(); ++i) {
    out += i == 1 ? " " : ", ";
    out += title(differences_[i]);
  }
  out += '\n';
}

void UrlComparison::append_first_difference(std::string& out, Display display) const {
  StepRow const& row = step_table[static_cast<std::size_t>(differences_.front())];
  out += "First difference: ";
  out += row.title;
  out += '\n';
  for (std::size_t i = 0; i < results_.size(); ++i) {
    const Outcome found = outcome(results_[i], row.step);
    if (found.kind == Outcome::failed_before) continue;
    out += "  ";
    append_padded(out, name(url::all_standards[i]), standard_width);
    append_padded(out, row.sections[i], section_width);
    if (found.kind == Outcome::fails_later) out += "passes, fails later: ";
    append_printable(out, found.text.empty() ? "(nothing)" : found.text, display);
    out += '\n';
  }
}

void UrlComparison::append_json(RowBuffer& out) const {
  JsonWriter json(out);
  json.begin_object();
  json.member("input", input_);
  if (base_) json.member("base", *base_);
  std::string storage;
  for (std::size_t i = 0; i < results_.size(); ++i) {
    json.key(name(url::all_standards[i]));
    if (results_[i]) {
      append_answer(out, results_[i]->values(storage));
    } else {
      append_error_answer(out, code(results_[i].error()));
    }
  }
  json.key("differences");
  json.begin_array();
  for (const UrlStep step : differences_) json.string(name(step));
  json.end_array();
  json.end_object();
}

constexpr std::size_t name_width = 10;

void append_row(std::string& out, std::string_view name, std::string_view value,
                std::string_view readable, Display display) {
  out += name;
  if (!value.empty()) {
    out.append(name_width - name.size(), ' ');
    append_printable(out, value, display);
    if (readable != value) {
      out += "  (";
      append_printable(out, readable, display);
      out += ')';
    }
  }
  out += '\n';
}

/// The readable form of an attribute's value; most values are readable.
std::string readable(url::AnyUrl const& url, url::UrlAttributeValues const& values,
                     url::UrlAttribute attribute) {
  const std::string_view value = values[attribute];
  if (attribute == url::UrlAttribute::pathname) return url::display_component(value);
  if (attribute != url::UrlAttribute::host && attribute != url::UrlAttribute::hostname) {
    return std::string(value);
  }
  std::string host = url.unicode_hostname();
  return host += value.substr(values[url::UrlAttribute::hostname].size());
}

}  // namespace

void append_table(std::string& out, std::string_view input, url::AnyUrl const& url,
                  Display display) {
  std::string storage;
  const url::UrlAttributeValues values = url.values(storage);
  append_row(out, "input", input, input, display);
  for (std::size_t i = 0; i < url::url_attribute_names.size(); ++i) {
    const auto attribute = static_cast<url::UrlAttribute>(i);
    append_row(out, name(attribute), values[attribute], readable(url, values, attribute), display);
  }
}

namespace {

/// `hrefkit url`: prints, changes and compares the parts of URLs under the four standards. Of the
/// common options it has the standard, the encoding, and where results and messages go.
struct UrlCommand final : Command {
  UrlCommand()
      : Command({"url", "Print the parts of URLs, changed and compared",
                 "hrefkit url --base https://docs.example/a/ '../b c'\n"
                 "hrefkit url --compare 'http:\\\\host\\path'",
                 "A URL does not parse."}) {}

  void add_options(OptionSet& options) override {
    options.arguments("URL", urls, "URLs, or references where there is a base");
    add_url_options(options, common);
    options.text("--base", base);
    options.texts("--set", changes);
    options.flag("--compare", compare);
    options.flag("--batch", batch);
    options.exclude("--compare", "--set");
    options.exclude("--batch", "--set");
    options.exclude("--batch", "--compare");
    options.choice({"--format", "Format of the results"}, format, format_names);
    add_result_options(options, common);
  }

  int run(Environment const& environment) const override;

  std::vector<std::string> urls = {};
  std::string base = {};
  std::vector<std::string> changes = {};  ///< "PART=VALUE", in the order given
  Format format = Format::text;
  bool compare = false;
  bool batch = false;
};

/// A part to set, as the command line gives it.
struct PartChange {
  url::UrlAttribute part;
  std::string value;
};

text::Encoding encoding_of(UrlCommand const& command) {
  return command.common.encoding.value_or(text::Encoding::utf_8);
}

std::optional<std::string_view> base_of(UrlCommand const& command) {
  if (command.base.empty()) return std::nullopt;
  return command.base;
}

std::vector<PartChange> changes_of(UrlCommand const& command) {
  std::vector<PartChange> changes;
  for (std::string const& text : command.changes) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw UsageError("--set", "'" + text + "' is not PART=VALUE");
    }
    const std::string wanted = text.substr(0, equals);
    const auto part = url::url_attribute_from_name(wanted);
    if (!part || !has_setter(command.common.standard, *part)) {
      throw UsageError(
          "--set", std::string(name(command.common.standard)) + " has no setter '" + wanted + "'");
    }
    changes.push_back({*part, text.substr(equals + 1)});
  }
  return changes;
}

url::Resolver resolver_of(UrlCommand const& command) {
  absolute_url("--base", command.base, command.common.standard);  // throws if it is invalid
  auto resolver = url::Resolver::with_optional_base(
      base_of(command), {.standard = command.common.standard, .encoding = encoding_of(command)});
  if (!resolver) {
    throw UsageError("--base", "'" + url::masked_url(command.base) + "' is not an absolute URL: " +
                                   std::string(message(resolver.error())));
  }
  return *std::move(resolver);
}

/// The columns of CSV: the URL's parts.
constexpr auto url_columns = [] {
  std::array<std::string_view, url::url_attribute_names.size() + 2> columns{"input"};
  std::copy(url::url_attribute_names.begin(), url::url_attribute_names.end(), columns.begin() + 1);
  columns.back() = "error";
  return columns;
}();

/// The same with --compare: the URL under each standard, and the steps at which they differ.
std::span<std::string_view const> comparison_columns() {
  static const auto columns = [] {
    std::array<std::string_view, url::all_standards.size() + 3> names{"input", "base"};
    for (std::size_t i = 0; i < url::all_standards.size(); ++i) {
      names.at(i + 2) = name(url::all_standards[i]);
    }
    names.back() = "differences";
    return names;
  }();
  return columns;
}

/// The URLs of the command line, read or compared one by one.
class UrlRun {
 public:
  UrlRun(UrlCommand const& command, Environment const& environment, Output& output,
         Messages& messages)
      : command_(command),
        resolver_(resolver_of(command)),
        changes_(changes_of(command)),
        messages_(messages),
        style_(row_style(command.format, command.common, environment)),
        sink_(style_, command.compare ? comparison_columns() : std::span(url_columns),
              [&](auto text) { return output.write(text); }) {}

  /// Returns an ExitCode.
  int run() {
    bool all_are_urls = true;
    sink_.begin();
    for (std::string const& given : command_.urls) {
      const std::string input = text::to_valid_utf8(given);
      row_.clear();
      const bool is_url = command_.compare ? compare(input) : show(given, input);
      all_are_urls = all_are_urls && is_url;
      sink_.emit(row_.view());
    }
    sink_.end();
    return all_are_urls ? exit_clean : exit_findings;
  }

 private:
  bool compare(std::string const& input) {
    const UrlComparison comparison(input, base_of(command_), encoding_of(command_));
    switch (style_.format) {
      case Format::text: {
        std::string text;
        comparison.append_text(text, style_.display);
        write_text(text);
        break;
      }
      case Format::csv:
        write_csv(comparison, input);
        break;
      case Format::json:
      case Format::jsonl:
        write_json([&] { comparison.append_json(row_); });
        break;
    }
    return comparison.any_url();
  }

  /// A hint for a file name, or for a host without its scheme, in place of a URL.
  static std::string hint(std::string const& given, url::Error error) {
    boost::system::error_code ignored;
    if (error != url::Error::relative_without_base || given.empty()) return {};
    if (!boost::filesystem::exists(given, ignored)) {
      const std::string meant = url_with_scheme(given);
      return meant.empty() ? "" : "; did you mean " + url::masked_url(meant) + '?';
    }
    const std::string reader(reading_command(given));
    return "; it is a file: did you mean hrefkit " + reader + ' ' + shell_word(given) + '?';
  }

  bool show(std::string const& given, std::string const& input) {
    const auto url = read(input);
    if (!url) messages_.error(input, std::string(message(url.error())) + hint(given, url.error()));
    switch (style_.format) {
      case Format::text:
        if (url) {
          std::string text;
          append_table(text, input, *url, style_.display);
          write_text(text);
        }
        break;
      case Format::csv:
        write_csv(url, input);
        break;
      case Format::json:
      case Format::jsonl:
        write_json([&] { append_json(url); });
        break;
    }
    return url.has_value();
  }

  void append_json(url::Result<url::AnyUrl> const& url) {
    if (url) {
      std::string storage;
      append_answer(row_, url->values(storage));
    } else {
      append_error_answer(row_, code(url.error()));
    }
  }

  void write_csv(url::Result<url::AnyUrl> const& url, std::string const& input) {
    std::string storage;
    const url::UrlAttributeValues values = url ? url->values(storage) : url::UrlAttributeValues{};
    CsvRow row(row_, style_);
    row.begin();
    row.field(input);
    for (const std::string_view value : values) row.field(value);
    row.field(url ? std::string_view() : code(url.error()));
    row.end();
  }

  void write_csv(UrlComparison const& comparison, std::string const& input) {
    CsvRow row(row_, style_);
    row.begin();
    row.field(input);
    row.field(command_.base);
    for (UrlComparison::Result const& result : comparison.results()) {
      row.field(result ? std::string(result->href())
                       : "error: " + std::string(code(result.error())));
    }
    std::string differences;
    for (const UrlStep step : comparison.differences()) {
      if (!differences.empty()) differences += ' ';
      differences += name(step);
    }
    row.field(differences);
    row.end();
  }

  /// Entries have an empty line between them.
  void write_text(std::string_view text) {
    if (any_text_) row_.literal("\n");
    any_text_ = true;
    row_.append(text);
  }

  template <typename Append>
  void write_json(Append append) {
    row_.append(row_prefix(style_.format));
    append();
    row_.append(row_suffix(style_.format));
  }

  url::Result<url::AnyUrl> read(std::string const& input) {
    url::ValidationNotes notes;
    auto url = url::AnyUrl::parse(input, resolver_, command_.common.verbose ? &notes : nullptr);
    for (url::ValidationNote const& note : notes) {
      messages_.note(input,
                     std::string(name(note.error)) + " at byte " + std::to_string(note.offset));
    }
    for (PartChange const& change : changes_) {
      if (!url) break;
      const auto set = url->set(change.part, change.value);
      if (!set) url = tl::unexpected(set.error());
    }
    return url;
  }

  UrlCommand const& command_;
  url::Resolver resolver_;
  std::vector<PartChange> changes_;
  Messages& messages_;
  RowStyle style_;
  RowSink sink_;
  RowBuffer row_;  // of one URL
  bool any_text_ = false;
};

/// The result of a run.
struct Outcome {
  int exit_code;
  std::size_t inputs_read;  ///< URLs, or lines of standard input
};

Outcome run_batch(UrlCommand const& command, Environment const& environment, Output& output,
                  Messages& messages) {
  const Display display = row_style(Format::jsonl, command.common, environment).display;
  resolver_of(command);  // a default base that does not parse is wrong usage
  UrlDefaults defaults{.encoding = encoding_of(command), .standard = command.common.standard};
  if (!command.base.empty()) defaults.base = command.base;
  UrlBatch batch(std::move(defaults), display, output, messages);
  if (!batch.run(environment.in)) return {exit_error, batch.lines()};
  return {exit_clean, batch.lines() + 1};  // an empty standard input was read, too
}

/// Refuses options that exclude each other.
void check(UrlCommand const& command) {
  if (command.batch && !command.urls.empty()) {
    throw UsageError("--batch", "reads standard input and takes no URL");
  }
  if (!command.batch && command.urls.empty()) {
    throw NoInput("no URL given; --batch reads them from standard input",
                  "which URL shall be parsed?");
  }
}

int UrlCommand::run(Environment const& environment) const {
  check(*this);
  Messages messages(environment, common);
  const OutputGuard guard(common, environment);
  if (batch) guard.check_input("-");
  Output output(common.output, environment.out, batch ? Contents::json : contents_of(format));
  Outcome outcome{.exit_code = exit_clean, .inputs_read = urls.size()};
  if (!output.error()) {
    if (batch) {
      outcome = run_batch(*this, environment, output, messages);
    } else {
      outcome.exit_code = UrlRun(*this, environment, output, messages).run();
    }
  }
  output.finish(outcome.inputs_read);
  if (messages.report(output.error())) return exit_error;
  messages.summary();
  return outcome.exit_code;
}

}  // namespace

std::unique_ptr<Command> make_url_command() {
  return std::make_unique<UrlCommand>();
}

}  // namespace hrefkit::cli
