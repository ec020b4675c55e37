#include "hrefkit/cli/url/command.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/csv_row.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/output_guard.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/cli/url/answer.h"
#include "hrefkit/cli/url/batch.h"
#include "hrefkit/cli/url/comparison.h"
#include "hrefkit/cli/url/table.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/any_url.h"
#include "hrefkit/url/standard.h"
#include "hrefkit/url/url_attribute.h"

namespace hrefkit::cli {

namespace {

/// A part to set, as the command line gives it.
struct Change {
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

std::vector<Change> changes_of(UrlCommand const& command) {
  std::vector<Change> changes;
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
  auto resolver = url::Resolver::with_optional_base(
      base_of(command), {.standard = command.common.standard, .encoding = encoding_of(command)});
  if (!resolver) {
    throw UsageError("--base", "'" + command.base + "' is not an absolute URL: " +
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
class Run {
 public:
  Run(UrlCommand const& command, Environment const& environment, Output& output, Messages& messages)
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
      const bool is_url = command_.compare ? compare(input) : show(input);
      all_are_urls = all_are_urls && is_url;
      sink_.give(row_.view());
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

  bool show(std::string const& input) {
    const auto url = read(input);
    if (!url) messages_.error(input, message(url.error()));
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
    for (Change const& change : changes_) {
      if (!url) break;
      const auto set = url->set(change.part, change.value);
      if (!set) url = tl::unexpected(set.error());
    }
    return url;
  }

  UrlCommand const& command_;
  url::Resolver resolver_;
  std::vector<Change> changes_;
  Messages& messages_;
  RowStyle style_;
  RowSink sink_;
  RowBuffer row_;  // of one URL
  bool any_text_ = false;
};

/// How a run ended.
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
    throw UsageError("URL", "no URL given; --batch reads them from standard input");
  }
}

}  // namespace

void add_options(OptionSet& options, UrlCommand& command) {
  options.arguments("URL", command.urls, "URLs, or references where there is a base");
  add_url_options(options, command.common);
  options.text(OptionId::base, command.base);
  options.texts(OptionId::set, command.changes);
  options.flag(OptionId::compare, command.compare);
  options.flag(OptionId::batch, command.batch);
  options.exclude(OptionId::compare, OptionId::set);
  options.exclude(OptionId::batch, OptionId::set);
  options.exclude(OptionId::batch, OptionId::compare);
  options.choice(OptionId::format, command.format);
  add_result_options(options, command.common);
}

int run_url(UrlCommand const& command, Environment const& environment) {
  check(command);
  Messages messages(environment, command.common);
  const OutputGuard guard(command.common, environment);
  if (command.batch) guard.check_input("-");
  Output output(command.common.output, environment.out);
  Outcome outcome{.exit_code = exit_clean, .inputs_read = command.urls.size()};
  if (!output.error()) {
    if (command.batch) {
      outcome = run_batch(command, environment, output, messages);
    } else {
      outcome.exit_code = Run(command, environment, output, messages).run();
    }
  }
  output.finish(outcome.inputs_read);
  if (messages.report(output.error())) return exit_error;
  messages.summary();
  return outcome.exit_code;
}

}  // namespace hrefkit::cli
