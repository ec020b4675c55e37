#include "hrefkit/cli/resolve_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <new>
#include <optional>
#include <thread>
#include <unordered_set>
#include <utility>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/link_rows.h"
#include "hrefkit/cli/messages.h"
#include "hrefkit/cli/output.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/ordered.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

namespace {

/// One document on its way from an input to rows.
struct Job {
  site::Input input;
  std::string bytes;
  std::string text;  // where it is not the bytes themselves
  FileRows rows;
  html::Notes notes;
  std::vector<text::LineColumn> places;  // of the notes
  std::optional<std::string> error;
};

RowOptions row_options(ResolveCommand const& command, Environment const& environment) {
  RowOptions options;
  options.format = *format_from_name(command.format);
  const bool to_terminal = environment.out_is_terminal && command.common.output.empty();
  options.display = to_terminal ? Display::terminal : Display::stream;
  options.color = options.format == Format::text &&
                  is_on(command.common.color, to_terminal && !environment.no_color);
  options.elements = command.elements;
  for (std::string const& wanted : command.kinds) {
    options.kinds.push_back(*html::link_kind_from_name(wanted));
  }
  return options;
}

/// One run of the command.
class Run {
 public:
  Run(ResolveCommand const& command, site::InputOptions inputs, Environment const& environment)
      : command_(command),
        environment_(environment),
        document_(document_options(command.common)),
        read_(read_options(command.common)),
        rows_(row_options(command, environment)),
        messages_(environment, command.common),
        output_(command.common.output, environment.out),
        inputs_(std::move(inputs), [this](auto trouble, std::string const& path,
                                          std::string const& why) { report(trouble, path, why); }) {
  }

  int run() {
    if (output_.error()) return finish();
    output_.write(rows_begin(rows_.format));
    const std::size_t threads = command_.common.jobs != 0
                                    ? command_.common.jobs
                                    : std::max(1U, std::thread::hardware_concurrency());
    site::run_in_order<Job>(
        threads, [this](Job& job) { return take(job); }, [this](Job& job) { work(job); },
        [this](Job& job) { return give(job); });
    output_.write(rows_end(rows_.format, any_rows_));
    output_.finish();
    return finish();
  }

 private:
  int finish() {
    if (const auto error = output_.error()) {
      messages_.error("", *error);
      return exit_error;
    }
    if (failed_) return exit_error;
    return command_.fail_on == "unresolvable" && unresolvable_ ? exit_findings : exit_clean;
  }

  void report(site::Walk::Trouble trouble, std::string const& path, std::string const& why) {
    if (trouble == site::Walk::Trouble::loop) {
      messages_.warning(path, why);
    } else {
      messages_.error(path, why);
      failed_ = true;
    }
  }

  /// Standard input is read here, where one thread at a time is.
  bool take(Job& job) {
    auto input = inputs_.next();
    if (!input) return false;
    job.input = std::move(*input);
    if (job.input.path == "-") {
      site::read_stream(environment_.in, job.bytes);
    }
    return true;
  }

  void work(Job& job) {
    job.rows.clear();
    job.notes.clear();
    job.places.clear();
    job.error.reset();
    try {
      find_links(job);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
  }

  void find_links(Job& job) {
    if (job.input.path != "-") {
      if (const auto read = site::read_file(job.input.path, job.bytes); !read) {
        job.error = read.error();
        return;
      }
    }
    const html::EncodingOptions encoding = read_.for_input(job.input);
    const auto source = html::decode_source(job.bytes, encoding, job.text, job.notes);
    if (!source) {
      job.error = message(source.error());
      return;
    }
    html::DocumentOptions options = document_;
    options.url = job.input.url;
    options.content_type = encoding.content_type;
    options.resolve.encoding = source->encoding.encoding;
    RowWriter writer(rows_, job.input.path, command_.unique, job.rows);
    html::find_links(
        source->text, source->map.is_identity() ? nullptr : &source->map, options,
        [&](html::LinkBlock const& block) { writer.write(block); }, job.notes);
    text::LineCursor cursor(source->text);
    for (html::Note const& note : job.notes) job.places.push_back(cursor.at(note.span.begin));
  }

  bool give(Job& job) {
    messages_.progress();
    for (std::size_t i = 0; i < job.places.size(); ++i) say(job, job.notes[i], job.places[i]);
    if (job.error) {
      messages_.error(job.input.path, *job.error);
      failed_ = true;
      return true;
    }
    unresolvable_ |= job.rows.unresolvable != 0;
    return command_.unique ? give_unique(job.rows) : give_rows(job.rows.rows);
  }

  void say(Job const& job, html::Note const& note, text::LineColumn place) {
    std::string subject = job.input.path;
    if (note.span.begin != note.span.end) {
      subject += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
    }
    if (is_warning(note.kind)) {
      messages_.warning(subject, note.message);
    } else {
      messages_.note(subject, note.message);
    }
  }

  bool give_rows(std::string_view rows) {
    if (rows.empty()) return true;
    // In JSON every row begins with what stands between two: drop it before the very first.
    if (!any_rows_) rows.remove_prefix(rows_between(rows_.format).size());
    any_rows_ = true;
    return output_.write(rows);
  }

  bool give_unique(FileRows const& rows) {
    std::size_t row_begin = 0;
    std::size_t url_begin = 0;
    for (RowMark const& mark : rows.marks) {
      std::string url = rows.urls.substr(url_begin, mark.url_end - url_begin);
      const bool is_new = url.empty() || seen_.insert(std::move(url)).second;
      const std::string_view row =
          std::string_view(rows.rows).substr(row_begin, mark.row_end - row_begin);
      if (is_new && !give_rows(row)) return false;
      row_begin = mark.row_end;
      url_begin = mark.url_end;
    }
    return true;
  }

  ResolveCommand const& command_;
  Environment const& environment_;
  html::DocumentOptions document_;
  ReadOptions read_;
  RowOptions rows_;
  Messages messages_;
  Output output_;
  site::InputSequence inputs_;
  std::unordered_set<std::string> seen_;  // the URLs printed, with --unique
  std::atomic<bool> failed_ = false;
  bool unresolvable_ = false;
  bool any_rows_ = false;
};

}  // namespace

CLI::App* add_resolve_command(CLI::App& app, ResolveCommand& command) {
  CLI::App* sub = app.add_subcommand("resolve", "Print every link with its absolute URL");
  add_input_options(*sub, command.common);
  sub->add_option("--format", command.format, "text, json, jsonl or csv [text]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "json", "jsonl", "csv"}));
  sub->add_option("--kinds", command.kinds, "Only links of these kinds, with commas between")
      ->option_text("KIND,...")
      ->delimiter(',')
      ->check(CLI::Validator(
          [](std::string const& kind) {
            return html::link_kind_from_name(kind) ? std::string() : "'" + kind + "' is no kind";
          },
          ""));
  sub->add_option("--elements", command.elements, "Only links of these elements")
      ->option_text("NAME,...")
      ->delimiter(',');
  sub->add_flag("--unique", command.unique, "Print each URL once, where it is first met");
  sub->add_option("--fail-on", command.fail_on, "Exit with 1 if there are such links: unresolvable")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"unresolvable"}));
  add_output_options(*sub, command.common);
  return sub;
}

int run_resolve(ResolveCommand const& command, Environment const& environment) {
  return Run(command, input_options(command.common, environment.in), environment).run();
}

}  // namespace hrefkit::cli
