#include "hrefkit/cli/base/command.h"

#include <new>

#include "hrefkit/cli/base/rows.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/site/ordered.h"

namespace hrefkit::cli {

namespace {

/// One document on its way from an input to rows.
struct Job : DocumentJob {
  RowBuffer rows;
};

void write_rows(Job& job, OpenDocument& document, RowStyle const& style) {
  document.options.blank_frames = true;
  document.options.feed_contents = false;  // they are no browsing contexts
  const html::ContextTree tree(document.source, document.options, job.notes);
  // The rows show unusable bases.
  std::erase_if(job.notes,
                [](html::Note const& note) { return note.kind == html::NoteKind::unusable_base; });
  append_base_rows(job.rows, job.input.path, tree, document.options, style);
  Documents::place_notes(job, document);
}

/// Prints the rows of all documents.
void print_rows(Documents& documents, RowSink& sink, RowStyle const& style) {
  const auto work = [&](Job& job, OpenDocument& document, site::Turn& turn) {
    job.rows.clear();
    try {
      if (documents.read(job, document)) write_rows(job, document, style);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
    turn.finish(job.rows.size());
  };
  const auto give = [&](Job& job) { return !documents.report(job) || sink.give(job.rows.view()); };
  sink.begin();
  site::run_in_order<Job, OpenDocument>(
      documents.threads(), [&](Job& job) { return documents.take(job); }, work, give);
  sink.end();
}

}  // namespace

void add_options(OptionSet& options, BaseCommand& command) {
  add_input_options(options, command.common);
  options.choice(OptionId::format, command.format);
  add_output_options(options, command.common);
}

int run_base(BaseCommand const& command, Environment const& environment) {
  const RowStyle style = row_style(command.format, command.common, environment);
  Messages messages(environment, command.common);
  Documents documents(command.common, environment, messages);
  Output output(command.common.output, environment.out);
  RowSink sink(style, base_columns, [&](std::string_view text) { return output.write(text); });
  if (!output.error()) {
    print_rows(documents, sink, style);
    output.finish();
  }
  if (const auto& error = output.error()) {
    messages.error("", *error);
    return exit_error;
  }
  return documents.failed() ? exit_error : exit_clean;
}

}  // namespace hrefkit::cli
