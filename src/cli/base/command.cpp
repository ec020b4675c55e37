#include "hrefkit/cli/base/command.h"

#include <CLI/CLI.hpp>
#include <new>

#include "hrefkit/cli/base/rows.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/site/ordered.h"

namespace hrefkit::cli {

namespace {

/// One document on its way from an input to rows.
struct Job : DocumentJob {
  std::string rows;
};

BaseRowOptions row_options(BaseCommand const& command, Environment const& environment) {
  BaseRowOptions options;
  options.json = command.format == "jsonl";
  const bool to_terminal = environment.out_is_terminal && command.common.output.empty();
  options.display = to_terminal ? Display::terminal : Display::stream;
  options.color =
      !options.json && is_on(command.common.color, to_terminal && !environment.no_color);
  return options;
}

void write_rows(Job& job, OpenDocument& document, BaseRowOptions const& options) {
  document.options.blank_frames = true;
  const html::ContextTree tree(document.source.text, document.options, job.notes);
  // The rows say it.
  std::erase_if(job.notes,
                [](html::Note const& note) { return note.kind == html::NoteKind::unusable_base; });
  append_base_rows(job.rows, job.input.path, tree, document.options, options);
  Documents::place_notes(job, document);
}

}  // namespace

CLI::App* add_base_command(CLI::App& app, BaseCommand& command) {
  CLI::App* sub =
      app.add_subcommand("base", "Print the base URL of every browsing context, and why");
  add_input_options(*sub, command.common);
  sub->add_option("--format", command.format, "text or jsonl [text]")
      ->option_text("FORMAT")
      ->check(CLI::IsMember({"text", "jsonl"}));
  add_output_options(*sub, command.common);
  return sub;
}

int run_base(BaseCommand const& command, Environment const& environment) {
  const BaseRowOptions options = row_options(command, environment);
  Messages messages(environment, command.common);
  Documents documents(command.common, environment, messages);
  Output output(command.common.output, environment.out);
  const auto work = [&](Job& job, OpenDocument& document) {
    job.rows.clear();
    try {
      if (documents.read(job, document)) write_rows(job, document, options);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
  };
  const auto give = [&](Job& job) { return !documents.report(job) || output.write(job.rows); };
  if (!output.error()) {
    site::run_in_order<Job, OpenDocument>(
        documents.threads(), [&](Job& job) { return documents.take(job); }, work, give);
    output.finish();
  }
  if (const auto error = output.error()) {
    messages.error("", *error);
    return exit_error;
  }
  return documents.failed() ? exit_error : exit_clean;
}

}  // namespace hrefkit::cli
