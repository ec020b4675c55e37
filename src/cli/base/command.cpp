#include "hrefkit/cli/base/command.h"

#include <functional>
#include <new>
#include <optional>

#include "hrefkit/cli/base/rows.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/grouped_number.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/isolated_documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/packed.h"
#include "hrefkit/site/ordered_run.h"

namespace hrefkit::cli {

namespace {

/// One document on its way from an input to rows.
struct Job : DocumentJob {
  RowBuffer rows;
  std::size_t contexts = 0;  ///< documents in the file, those of its frames among them
};

/// The rows so far and the number of documents, as bytes; the rows are cleared.
std::string pack(Job& job) {
  Packer out;
  out.number(job.contexts);
  out.text(job.rows.view());
  job.rows.clear();
  return std::string(out.view());
}

void unpack(std::string_view packed, Job& job) {
  Unpacker in(packed);
  job.contexts = in.count();  // it is known with the last part
  job.rows.append(in.text());
}

/// Hands parts of the rows over by `give_part`, until it returns false.
void write_rows(Job& job, OpenDocument& document, RowStyle const& style,
                std::function<bool()> const& give_part) {
  document.options.blank_frames = true;
  document.options.feed_contents = false;  // they are no browsing contexts
  const html::ContextTree tree(document.source, document.options, job.notes);
  // The rows show unusable bases.
  std::erase_if(job.notes,
                [](html::Note const& note) { return note.kind == html::NoteKind::unusable_base; });
  if (!append_base_rows(job.rows, job.input.path, tree, document.options, style, give_part)) {
    job.notes.push_back({html::NoteKind::urls_too_long,
                         "the base URLs of this page are too long all together: some are left out",
                         {}});
  }
  job.contexts = tree.contexts().size();
  Documents::place_notes(job, document);
}

/// Reads the documents and gives their rows.
class Run {
 public:
  Run(Documents& documents, RowSink& sink, RowStyle const& style, bool isolate)
      : documents_(documents), sink_(sink), style_(style) {
    if (isolate) this->isolate();
  }

  void run() {
    sink_.begin();
    site::run_in_order<Job, OpenDocument>(
        documents_.threads(), [this](Job& job) { return documents_.take(job); },
        [this](Job& job, OpenDocument& document, site::Turn& turn) { work(job, document, turn); },
        [this](Job& job) { return give(job); });
    sink_.end();
  }

  /// How many documents there were, with those of frames.
  std::size_t contexts() const { return contexts_; }

 private:
  void work(Job& job, OpenDocument& document, site::Turn& turn) {
    job.rows.clear();
    job.contexts = 0;
    const auto give_part = [&] { return give_early(job.rows, turn); };
    if (isolated_ && !job.trouble) {
      isolated_->read(job, give_part);
    } else {
      read(job, document, give_part);
    }
    turn.finish(job.rows.size());
  }

  void read(Job& job, OpenDocument& document, std::function<bool()> const& give_part) {
    try {
      if (documents_.read(job, document)) write_rows(job, document, style_, give_part);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
  }

  /// What reads documents in processes of their own.
  void isolate() {
    isolated_.emplace(
        IsolatedSteps<Job>{.read =
                               [this](Job& job, auto const& give_part) {
                                 OpenDocument document;
                                 read(job, document, give_part);
                               },
                           .row_bytes = [](Job const& job) { return job.rows.size(); },
                           .pack = pack,
                           .unpack = unpack});
  }

  /// The rows of a page with many frames are given in parts. False when the output takes no more.
  bool give_early(RowBuffer& rows, site::Turn& turn) {
    const auto clear = [&] { rows.clear(); };
    const auto give = [&] {
      const bool given = sink_.give(rows.view());
      rows.clear();
      return given;
    };
    return turn.give_early(rows.size(), give, clear);
  }

  bool give(Job& job) {
    contexts_ += job.contexts;
    return !documents_.report(job) || sink_.give(job.rows.view());
  }

  Documents& documents_;
  RowSink& sink_;
  RowStyle const& style_;
  std::optional<IsolatedDocuments<Job>> isolated_;
  std::size_t contexts_ = 0;
};

}  // namespace

void add_options(OptionSet& options, BaseCommand& command) {
  add_input_options(options, command.common);
  options.flag(OptionId::isolate, command.common.isolate);
  options.choice(OptionId::format, command.format);
  add_output_options(options, command.common);
}

int run_base(BaseCommand const& command, Environment const& environment) {
  const RowStyle style = row_style(command.format, command.common, environment);
  Messages messages(environment, command.common);
  Documents documents(command.common, environment, messages);
  Output output(command.common.output, environment.out);
  RowSink sink(style, base_columns, [&](std::string_view text) {
    messages.before_rows();
    return output.write(text);
  });
  std::size_t contexts = 0;
  if (!output.error()) {
    Run run(documents, sink, style, command.common.isolate);
    run.run();
    contexts = run.contexts();
    output.finish(documents.counts().files);
  }
  if (messages.report(output.error())) return exit_error;
  if (!output.is_cut_off()) {
    messages.summary(
        run_summary(counted(contexts, "document", "documents"), "", documents.counts()));
  }
  return documents.failed() ? exit_error : exit_clean;
}

}  // namespace hrefkit::cli
