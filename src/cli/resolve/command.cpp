#include "hrefkit/cli/resolve/command.h"

#include <array>
#include <new>
#include <unordered_set>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/row_sink.h"
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
  return {.style = row_style(command.format, command.common, environment),
          .kinds = command.kinds,
          .elements = command.elements};
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
        sink_(rows_.style, link_columns, [this](auto text) { return output_.write(text); }) {}

  int run() {
    if (output_.error()) return finish();  // before any work is done
    sink_.begin();
    site::run_in_order<Job, Worker>(
        documents_.threads(), [this](Job& job) { return documents_.take(job); },
        [this](Job& job, Worker& worker, site::Turn& turn) { work(job, worker, turn); },
        [this](Job& job) { return give(job); });
    sink_.end();
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
    return command_.fail_on && unresolvable_ ? exit_findings : exit_clean;
  }

  /// The bytes of memory that a job keeps for the rows of the next page: most need less.
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
    if (!worker.writer) worker.writer.emplace(rows_, command_.unique);
    RowWriter& writer = *worker.writer;
    writer.begin(job.input.path, job.rows);
    worker.finder.use(command_.engine);
    const auto take_links = [&](html::LinkBlock const& block) {
      writer.write(block);
      return give_early(job.rows, turn) ? html::Flow::go_on : html::Flow::stop;
    };
    const auto take_note = [&](html::Note const& note) { job.notes.push_back(note); };
    const auto found = worker.finder.find(worker.document.source, worker.document.options,
                                          {.links = take_links, .notes = take_note});
    if (!found) job.error = message(found.error());
    Documents::place_notes(job, worker.document);
  }

  /// The rows of a large page are given in parts. False when the output takes no more.
  bool give_early(FileRows& rows, site::Turn& turn) {
    switch (turn.advise(rows.bytes())) {
      case site::Turn::Advice::keep:
        return true;
      case site::Turn::Advice::give:
        return give_links(rows);
      case site::Turn::Advice::drop:
        break;
    }
    rows.clear();
    return false;
  }

  bool give(Job& job) {
    const bool given = !documents_.report(job) || give_links(job.rows);
    job.rows.rows.clear_keeping(kept_rows);
    return given;
  }

  bool give_links(FileRows& rows) {
    unresolvable_ |= rows.unresolvable != 0;
    const bool given = command_.unique ? give_unique(rows) : sink_.give(rows.rows.view());
    rows.clear();
    return given;
  }

  bool give_unique(FileRows const& rows) {
    std::size_t row_begin = 0;
    for (RowMark const& mark : rows.marks) {
      const bool is_new = !mark.url || seen_.insert(*mark.url).second;
      const std::string_view row = rows.rows.view().substr(row_begin, mark.row_end - row_begin);
      if (is_new && !sink_.give(row)) return false;
      row_begin = mark.row_end;
    }
    return true;
  }

  ResolveCommand const& command_;
  RowOptions rows_;
  Messages messages_;
  Documents documents_;
  Output output_;
  RowSink sink_;
  std::unordered_set<text::Hash128, text::Hash128Hasher> seen_;  // URLs printed, with --unique
  bool unresolvable_ = false;
};

}  // namespace

template <>
std::span<Choice<ResolveFinding> const> choices<ResolveFinding>() {
  static constexpr std::array<Choice<ResolveFinding>, 1> table{
      {{ResolveFinding::unresolvable, "unresolvable"}}};
  return table;
}

void add_options(OptionSet& options, ResolveCommand& command) {
  add_input_options(options, command.common);
  options.choice(OptionId::engine, command.engine);
  options.choices_list(OptionId::kinds, command.kinds);
  options.list(OptionId::elements, command.elements);
  options.flag(OptionId::unique, command.unique);
  options.choice(OptionId::format, command.format);
  options.choice(OptionId::fail_on, command.fail_on);
  add_output_options(options, command.common);
}

int run_resolve(ResolveCommand const& command, Environment const& environment) {
  return Run(command, environment).run();
}

}  // namespace hrefkit::cli
