#include "hrefkit/cli/url/command.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/url/answer.h"
#include "hrefkit/cli/url/batch.h"
#include "hrefkit/cli/url/comparison.h"
#include "hrefkit/cli/url/table.h"
#include "hrefkit/text/encoding.h"
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

url::Standard standard_of(UrlCommand const& command) {
  return *url::standard_from_name(command.common.standard);
}

text::Encoding encoding_of(UrlCommand const& command) {
  if (command.common.encoding.empty()) return text::Encoding::utf_8;
  return *text::encoding_from_label(command.common.encoding);
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
      throw CLI::ValidationError("--set", "'" + text + "' is not PART=VALUE");
    }
    const std::string wanted = text.substr(0, equals);
    const auto part = url::url_attribute_from_name(wanted);
    if (!part || !has_setter(standard_of(command), *part)) {
      throw CLI::ValidationError("--set",
                                 command.common.standard + " has no setter '" + wanted + "'");
    }
    changes.push_back({*part, text.substr(equals + 1)});
  }
  return changes;
}

url::Resolver resolver_of(UrlCommand const& command) {
  auto resolver = url::Resolver::with_optional_base(
      base_of(command), {.standard = standard_of(command), .encoding = encoding_of(command)});
  if (!resolver) {
    throw CLI::ValidationError("--base", "'" + command.base + "' is not an absolute URL: " +
                                             std::string(message(resolver.error())));
  }
  return *std::move(resolver);
}

Display display_of(UrlCommand const& command, Environment const& environment) {
  const bool to_terminal = environment.out_is_terminal && command.common.output.empty();
  return to_terminal ? Display::terminal : Display::stream;
}

/// The URLs of the command line, read or compared one by one.
class Run {
 public:
  Run(UrlCommand const& command, Environment const& environment, Output& output, Messages& messages)
      : command_(command),
        resolver_(resolver_of(command)),
        changes_(changes_of(command)),
        output_(output),
        messages_(messages),
        display_(display_of(command, environment)) {}

  /// Returns an ExitCode.
  int run() {
    bool all_are_urls = true;
    if (command_.format == "json") output_.write("[");
    for (std::string const& given : command_.urls) {
      const std::string input = to_valid_utf8(given);
      const bool is_url = command_.compare ? compare(input) : show(input);
      all_are_urls = all_are_urls && is_url;
    }
    if (command_.format == "json") output_.write("\n]\n");
    return all_are_urls ? exit_clean : exit_findings;
  }

 private:
  bool compare(std::string const& input) {
    const UrlComparison comparison(input, base_of(command_), encoding_of(command_));
    if (command_.format == "text") {
      std::string text;
      comparison.append_text(text, display_);
      write_text(text);
    } else {
      RowBuffer json;
      comparison.append_json(json);
      write_json(json.view());
    }
    return comparison.any_url();
  }

  bool show(std::string const& input) {
    const auto url = read(input);
    if (!url) messages_.error(input, message(url.error()));
    if (command_.format != "text") {
      show_json(url);
    } else if (url) {
      std::string text;
      append_table(text, input, *url, display_);
      write_text(text);
    }
    return url.has_value();
  }

  void show_json(url::Result<url::AnyUrl> const& url) {
    RowBuffer json;
    if (url) {
      std::string storage;
      append_answer(json, url->values(storage));
    } else {
      append_error_answer(json, code(url.error()));
    }
    write_json(json.view());
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

  void write_text(std::string_view text) {
    if (any_written_) output_.write("\n");
    output_.write(text);
    any_written_ = true;
  }

  void write_json(std::string_view json) {
    std::string text;
    if (command_.format == "json" && any_written_) text += ",\n";
    if (display_ == Display::terminal) {
      append_printable_json(text, json);
    } else {
      text += json;
    }
    if (command_.format == "jsonl") text += '\n';
    output_.write(text);
    any_written_ = true;
  }

  UrlCommand const& command_;
  url::Resolver resolver_;
  std::vector<Change> changes_;
  Output& output_;
  Messages& messages_;
  Display display_;
  bool any_written_ = false;
};

int run_batch(UrlCommand const& command, Environment const& environment, Output& output,
              Messages& messages) {
  resolver_of(command);  // a default base that does not parse is wrong usage
  UrlDefaults defaults{.standard = command.common.standard};
  if (!command.base.empty()) defaults.base = command.base;
  if (!command.common.encoding.empty()) defaults.encoding = command.common.encoding;
  return UrlBatch(std::move(defaults), output, messages).run(environment.in) ? exit_clean
                                                                             : exit_error;
}

/// Refuses options that exclude each other.
void check(UrlCommand const& command) {
  if (command.batch && !command.urls.empty()) {
    throw CLI::ValidationError("--batch", "reads standard input and takes no URL");
  }
  if (!command.batch && command.urls.empty()) {
    throw CLI::ValidationError("URL", "no URL given; --batch reads them from standard input");
  }
}

}  // namespace

CLI::App* add_url_command(CLI::App& app, UrlCommand& command) {
  CLI::App* sub = app.add_subcommand("url", "Print, change and compare the parts of URLs");
  sub->add_option("URL", command.urls, "URLs, or references if --base is given");
  sub->add_option("--base", command.base, "Base URL of relative references")->option_text("URL");
  add_url_options(*sub, command.common);
  auto* set = sub->add_option("--set", command.changes,
                              "Set a part as the API's setter does: href, protocol, username, "
                              "password, host, hostname, port, pathname, search, hash")
                  ->option_text("PART=VALUE");
  auto* compare = sub->add_flag("--compare", command.compare,
                                "Compare all standards and name the first difference")
                      ->excludes(set);
  sub->add_flag("--batch", command.batch,
                "Read one JSON object per line from standard input and answer each with one")
      ->excludes(set)
      ->excludes(compare);
  sub->add_option("--format", command.format, "text, json or jsonl [text; --batch: jsonl]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "json", "jsonl"}));
  add_result_options(*sub, command.common);
  return sub;
}

int run_url(UrlCommand const& command, Environment const& environment) {
  check(command);
  Messages messages(environment, command.common);
  Output output(command.common.output, environment.out);
  int exit_code = exit_clean;
  if (!output.error()) {
    exit_code = command.batch ? run_batch(command, environment, output, messages)
                              : Run(command, environment, output, messages).run();
  }
  output.finish();
  if (const auto error = output.error()) {
    messages.error("", *error);
    return exit_error;
  }
  return exit_code;
}

}  // namespace hrefkit::cli
