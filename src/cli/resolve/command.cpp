#include "hrefkit/cli/resolve/command.h"

#include <CLI/CLI.hpp>
#include <new>
#include <optional>
#include <unordered_set>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/resolve/rows.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/ordered.h"

namespace hrefkit::cli {

namespace {

/// One document on its way from an input to rows.
struct Job : DocumentJob {
  FileRows rows;
};

/// What a thread finds links with.
struct Worker {
  OpenDocument document;
  html::LinkFinder finder;
  std::optional<RowWriter> writer;
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

/// The names of the kinds, with commas between.
std::string all_kinds() {
  std::string names;
  for (std::size_t kind = 0; kind < html::link_kind_count; ++kind) {
    if (!names.empty()) names += ", ";
    names += name(static_cast<html::LinkKind>(kind));
  }
  return names;
}

std::string check_kind(std::string const& kind) {
  if (html::link_kind_from_name(kind)) return {};
  return "'" + kind + "' is no kind; the kinds are " + all_kinds();
}

/// One run of the command.
class Run {
 public:
  Run(ResolveCommand const& command, Environment const& environment)
      : command_(command),
        rows_(row_options(command, environment)),
        messages_(environment, command.common),
        documents_(command.common, environment, messages_),
        output_(command.common.output, environment.out),
        engine_(*html::engine_from_name(command.engine)) {}

  int run() {
    if (output_.error()) return finish();  // before any work is done
    output_.write(rows_begin(rows_.format));
    site::run_in_order<Job, Worker>(
        documents_.threads(), [this](Job& job) { return documents_.take(job); },
        [this](Job& job, Worker& worker, site::Turn& turn) { work(job, worker, turn); },
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
    if (documents_.failed()) return exit_error;
    return command_.fail_on == "unresolvable" && unresolvable_ ? exit_findings : exit_clean;
  }

  /// So many bytes of memory a job keeps for the rows of the next page: most need less.
  static constexpr std::size_t kept_rows = std::size_t{128} << 10;

  void work(Job& job, Worker& worker, site::Turn& turn) {
    try {
      find_links(job, worker, turn);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
    turn.finish(job.rows.bytes());
  }

  void find_links(Job& job, Worker& worker, site::Turn& turn) {
    job.rows.clear();
    if (!documents_.read(job, worker.document)) return;
    html::SourceText const& source = worker.document.source;
    if (!worker.writer) worker.writer.emplace(rows_, command_.unique);
    RowWriter& writer = *worker.writer;
    writer.begin(job.input.path, job.rows);
    worker.finder.use(engine_);
    worker.finder.find(
        source.text, source.map.is_identity() ? nullptr : &source.map, worker.document.options,
        [&](html::LinkBlock const& block) {
          writer.write(block);
          give_early(job.rows, turn);
        },
        job.notes);
    Documents::place_notes(job, worker.document);
  }

  /// The rows of a large page are given in parts.
  void give_early(FileRows& rows, site::Turn& turn) {
    switch (turn.advise(rows.bytes())) {
      case site::Turn::Advice::keep:
        break;
      case site::Turn::Advice::give:
        give_links(rows);
        break;
      case site::Turn::Advice::drop:
        rows.clear();
        break;
    }
  }

  bool give(Job& job) {
    const bool given = !documents_.report(job) || give_links(job.rows);
    job.rows.rows.clear_keeping(kept_rows);
    return given;
  }

  bool give_links(FileRows& rows) {
    unresolvable_ |= rows.unresolvable != 0;
    const bool given = command_.unique ? give_unique(rows) : give_rows(rows.rows.view());
    rows.clear();
    return given;
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
    for (RowMark const& mark : rows.marks) {
      const bool is_new = !mark.url || seen_.insert(*mark.url).second;
      const std::string_view row = rows.rows.view().substr(row_begin, mark.row_end - row_begin);
      if (is_new && !give_rows(row)) return false;
      row_begin = mark.row_end;
    }
    return true;
  }

  ResolveCommand const& command_;
  RowOptions rows_;
  Messages messages_;
  Documents documents_;
  Output output_;
  html::Engine engine_;
  std::unordered_set<text::Hash128, text::Hash128Hasher> seen_;  // URLs printed, with --unique
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
  take_list(*sub->add_option("--kinds", command.kinds, "Only links of these kinds: " + all_kinds())
                 ->option_text("KIND,...")
                 ->check(CLI::Validator(check_kind, "")));
  take_list(*sub->add_option("--elements", command.elements, "Only links of these elements")
                 ->option_text("NAME,..."));
  sub->add_option("--engine", command.engine,
                  "What finds the links: auto, scan, dom; the answers are the same [auto]")
      ->option_text("NAME")
      ->check(CLI::IsMember({"auto", "scan", "dom"}));
  sub->add_flag("--unique", command.unique, "Print each URL once, where it is first met");
  sub->add_option("--fail-on", command.fail_on, "Exit with 1 if there are such links: unresolvable")
      ->option_text("WHAT")
      ->check(CLI::IsMember({"unresolvable"}));
  add_output_options(*sub, command.common);
  return sub;
}

int run_resolve(ResolveCommand const& command, Environment const& environment) {
  return Run(command, environment).run();
}

}  // namespace hrefkit::cli
