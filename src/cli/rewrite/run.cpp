#include <array>
#include <new>

#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/rows_aside.h"
#include "hrefkit/cli/rewrite/batch.h"
#include "hrefkit/cli/rewrite/browser_restrictions.h"
#include "hrefkit/cli/rewrite/command.h"
#include "hrefkit/cli/rewrite/edit_rows.h"
#include "hrefkit/cli/rewrite/output_plan.h"
#include "hrefkit/cli/rewrite/unified_diff.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/line_index.h"

namespace hrefkit::cli {

namespace {

/// One page on its way from an input to its place.
struct Job : DocumentJob {
  RowsAside aside;  ///< rows before these, out of memory
  RowBuffer rows;
  std::string text;     ///< the page, or the diff, for standard output
  std::string warning;  ///< printed unless --quiet
  std::string scripts;  ///< the same: how many mention what was changed
  std::string failure;  ///< why the page stays as it was
  std::string place;    ///< of the failure
  PageRefusals refusals;
  std::size_t links = 0;
  std::size_t edits = 0;
  std::size_t unresolvable = 0;
  bool is_passed_over = false;

  void clear_rows() {
    aside.clear();
    rows.clear();
  }

  /// Rows wait until the page is proved. Where they take much memory, they do so on the disk, if
  /// there is room.
  void set_rows_aside() {
    constexpr std::size_t max_rows = std::size_t{16} << 20;
    if (rows.size() > max_rows && aside.add(rows.view())) rows.clear();
  }

  void clear() {
    clear_rows();
    text.clear();
    warning.clear();
    scripts.clear();
    failure.clear();
    place.clear();
    refusals.clear();
    links = 0;
    edits = 0;
    unresolvable = 0;
  }
};

/// What a thread rewrites pages with.
struct Worker {
  OpenDocument document;
  html::Rewriter rewriter;
  ScriptMentions scripts;
};

struct Totals {
  std::size_t changed_pages = 0;
  std::size_t links = 0;
  std::size_t edits = 0;
  std::size_t unresolvable = 0;
};

bool is_faulty(html::Notes const& notes) {
  for (html::Note const& note : notes) {
    if (severity(note.kind) == html::NoteSeverity::fault) return true;
  }
  return false;
}

/// One run of the command.
class Run {
 public:
  Run(RewriteCommand const& command, Environment const& environment,
      site::InputOptions const& inputs, CommonOptions const& common)
      : command_(command),
        settings_(command, inputs),
        format_(command.format.value_or(Format::text)),
        reports_((command.format || command.dry_run) && !command.diff),
        messages_(environment, common),
        documents_(common, environment, messages_),
        plan_(command, inputs, documents_.is_single()),
        style_(row_style(format_, common, environment)),
        output_("", environment.out),
        sink_(style_, edit_columns, [this](auto text) { return output_.write(text); }) {
    check_element_names(command.elements, messages_);
    for (std::string const& warning : settings_.warnings(inputs)) {
      messages_.warning("--rebase", warning);
    }
  }

  int run() {
    if (reports_) sink_.begin();
    site::run_in_order<Job, Worker>(
        documents_.threads(), [this](Job& job) { return take(job); },
        [this](Job& job, Worker& worker, site::Turn& turn) { work(job, worker, turn); },
        [this](Job& job) { return give(job); });
    plan_.copy_assets([this](std::string const& path, std::string const& why, CopyError trouble) {
      if (trouble == CopyError::left_out) return messages_.warning(path, why);
      messages_.error(path, why);
      failed_ = true;
    });
    if (reports_) sink_.end();
    output_.finish(documents_.counts().files);
    return finish();
  }

 private:
  bool take(Job& job) {
    job.is_passed_over = false;
    if (!documents_.take(job)) return false;
    if (job.trouble) {
      using Kind = site::InputError::Kind;
      const bool is_told =
          job.trouble->kind == Kind::unreadable || job.trouble->kind == Kind::dangling;
      if (is_told) plan_.leave_out(job.trouble->path);
      return true;
    }
    if (!job.error.empty()) return true;
    if (auto why = plan_.claim(job.input)) {
      job.is_passed_over = plan_.kind() == PageOutput::in_place;
      job.error = std::move(*why);
    }
    return true;
  }

  void work(Job& job, Worker& worker, site::Turn& turn) {
    job.clear();
    try {
      if (job.error.empty()) rewrite(job, worker);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
    turn.finish(job.rows.size() + job.text.size());
  }

  void rewrite(Job& job, Worker& worker) {
    site::FileStamp stamp;
    if (!job.trouble) {
      auto before = plan_.before_reading(job.input);
      if (!before) {
        job.error = std::move(before.error());
        return;
      }
      stamp = *before;
    }
    if (!documents_.read(job, worker.document)) return pass_over(job);
    OpenDocument const& document = worker.document;
    auto page = rewritten(job, worker);
    job.links = page.links;
    job.unresolvable = page.unresolvable;
    if (!job.error.empty()) return;
    const std::string_view bytes = page.changed ? page.bytes : document.bytes;
    if (command_.diff && page.changed) append_page_diff(job, document, page.bytes);
    if (plan_.kind() == PageOutput::in_place && page.changed && stamp.names > 1) {
      job.warning = "has " + std::to_string(stamp.names) +
                    " names (hard links): only this one gets the new page";
    }
    if (const auto written = plan_.write(job.input, bytes, page.changed, stamp); !written) {
      job.error = written.error();
      return;
    }
    if (plan_.kind() == PageOutput::standard) {
      job.text = page.changed ? std::move(page.bytes) : std::string(document.bytes);
    }
    job.edits = page.edits;
  }

  /// What holds no text is no page. Where the user named it, that is an error.
  void pass_over(Job& job) {
    if (job.skipped.empty()) return;
    if (job.input.is_named) {
      job.error = job.skipped + "; not rewritten";
    } else {
      plan_.pass_over(job.input);
    }
  }

  html::RewriteOptions rewrite_options(Job const& job, OpenDocument const& document) const {
    html::RewriteOptions options;
    options.document = document.options;
    options.encoding = encoding_options(command_.common, job.input);
    const auto addresses = settings_.addresses_of(job.input);
    options.document.url = addresses.before;
    options.new_url = addresses.after;
    options.file_stays = plan_.kind() == PageOutput::in_place;
    options.document.also.meta |= !settings_.policy().keep.og;
    options.document.also.import_map |= looks_for_import_maps(document.source.text);
    options.drop_base = settings_.drops_base();
    options.keep_loaded = !command_.local.empty();
    options.drop_xml_base = command_.drop_xml_base;
    options.verify = command_.verify == Verify::on;
    options.engine = command_.engine;
    return options;
  }

  /// The page after the change; the page as it was where the change failed, which `job` then says.
  html::RewrittenPage rewritten(Job& job, Worker& worker) {
    OpenDocument const& document = worker.document;
    const html::RewriteOptions options = rewrite_options(job, document);
    EditRows rows(style_);
    if (reports_) rows.begin(job.input.path, document.source, job.rows);
    if (!command_.common.quiet) worker.scripts.begin(document.source.text);
    const auto take = [&](html::RewriteEdit const& edit) {
      if (reports_) rows.write(edit);
      job.set_rows_aside();
      worker.scripts.add(edit.link.raw);
      worker.scripts.add(edit.before);
    };
    auto page = worker.rewriter.rewrite(
        document.source, options,
        [&](html::LinkTarget& target) {
          settings_.policy().apply(target);
          if (!command_.common.quiet) refusals_.look_at(target, job.refusals);
        },
        job.notes, take);
    Documents::place_notes(job, document);
    if (page && !is_faulty(job.notes)) {
      note_scripts(job, worker.scripts.count());
      const bool is_sheet = document.source.content_type == html::ContentType::css;
      if (is_sheet && page->edits != 0) job.refusals.changed_sheet = options.document.url;
      return std::move(*page);
    }
    job.clear_rows();
    if (!page) note_failure(job, document, page.error());
    return {};
  }

  /// Import maps stay as they are. Where their URLs would lead elsewhere, that is said. FAST: to
  /// look for them takes a seventh of the time for a page; --to alone moves nothing.
  bool looks_for_import_maps(std::string_view text) const {
    const bool moves = command_.drop_base || !command_.rebase.empty() || !command_.map.empty() ||
                       !command_.local.empty() || !command_.move_to.empty();
    return moves && !command_.common.quiet && command_.engine != html::Engine::scan &&
           text::find_ignoring_ascii_case(text, "importmap") != text.npos;
  }

  static void note_scripts(Job& job, std::size_t count) {
    if (count == 0) return;
    job.scripts = counted(count, "inline script mentions", "inline scripts mention") +
                  " a URL that was changed; scripts stay as they are";
  }

  static void note_failure(Job& job, OpenDocument const& document,
                           html::RewriteFailure const& failure) {
    if (failure.error != html::RewriteError::not_proved) {
      job.error = failure.message;
      return;
    }
    job.failure = failure.message;
    const text::LineColumn at = text::LineCursor(document.source.text).at(failure.offset);
    job.place = job.input.path + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
  }

  void append_page_diff(Job& job, OpenDocument const& document, std::string const& bytes) const {
    const std::string shown = job.input.path == "-" ? "stdin" : job.input.path;
    const std::string old_name = diff_name("a", shown);
    const std::string new_name = diff_name("b", shown);
    const DiffOptions options{old_name, new_name, style_.color, style_.display};
    const auto encoding = document.source.encoding.encoding;
    if (output_encoding(encoding) == encoding) {
      return append_diff(job.text, document.bytes, bytes, options);
    }
    // UTF-16 is shown as text.
    std::string buffer;
    html::Notes notes;
    const auto text =
        html::decode_source(bytes, encoding_options(command_.common, job.input), buffer, notes);
    if (text) append_diff(job.text, document.source.text, text->text, options);
  }

  bool give(Job& job) {
    if (job.is_passed_over) {
      messages_.note(job.input.path, job.error);
      return true;
    }
    if (!documents_.report(job)) return true;
    totals_.links += job.links;
    totals_.edits += job.edits;
    totals_.unresolvable += job.unresolvable;
    if (job.edits != 0) ++totals_.changed_pages;
    refusals_.add(job.input.path, job.refusals);
    if (!job.failure.empty()) {
      not_proved_ = true;
      messages_.error(job.place, job.failure + "; the page stays as it was");
    }
    if (!job.warning.empty()) messages_.warning(job.input.path, job.warning);
    if (!job.scripts.empty()) messages_.warning(job.input.path, job.scripts);
    const bool given = output_.write(job.text) && (!reports_ || give_rows(job));
    job.aside.clear();
    job.rows.clear_keeping(kept_rows);
    return given;
  }

  bool give_rows(Job& job) {
    const auto give = [this](std::string_view rows) { return sink_.give(rows); };
    return job.aside.give(give) && give(job.rows.view());
  }

  void say_totals() {
    std::string changed = "; " + grouped_number(totals_.edits) + " changed on " +
                          counted(totals_.changed_pages, "page", "pages");
    if (totals_.unresolvable != 0) {
      changed += "; " + counted(totals_.unresolvable, "does", "do") + " not resolve";
    }
    changed += unused_entries();
    messages_.summary(
        run_summary(counted(totals_.links, "link", "links"), changed, documents_.counts()));
  }

  /// How many entries of the map are for no link: a misspelt one would stay unseen.
  std::string unused_entries() {
    site::UrlMap const& map = settings_.policy().map;
    const std::vector<std::string_view> unused = map.unused();
    if (unused.empty()) return {};
    for (const std::string_view url : unused)
      messages_.note("--map", "no link leads to " + std::string(url));
    return "; " + grouped_number(unused.size()) + " of " + counted(map.size(), "entry", "entries") +
           " of --map for no link";
  }

  int finish() {
    if (messages_.report(output_.error())) return exit_error;
    refusals_.tell([this](std::string const& path, std::string const& what) {
      messages_.warning(path, what);
    });
    documents_.warn_of_unused();
    settings_.warn_of_unused(messages_);
    say_totals();
    if (failed_ || documents_.failed()) return exit_error;
    return not_proved_ ? exit_findings : exit_clean;
  }

  /// The bytes of memory that a job keeps for the rows of the next page: most need less.
  static constexpr std::size_t kept_rows = std::size_t{128} << 10;

  RewriteCommand const& command_;
  RewriteSettings settings_;
  Format format_;
  bool reports_;
  Messages messages_;
  Documents documents_;
  OutputPlan plan_;
  RowStyle style_;
  Output output_;
  RowSink sink_;
  RemovalOnSignal removal_;
  BrowserRestrictions refusals_{settings_.opens_from_files(), settings_.folder_address(),
                                settings_.policy().local};
  Totals totals_;
  bool failed_ = false;
  bool not_proved_ = false;
};

}  // namespace

int RewriteCommand::run(Environment const& environment) const {
  if (batch) return run_rewrite_batch(*this, environment);
  // --files-from may be standard input, which can be read once.
  CommonOptions completed = common;
  const std::vector<std::string> listed = listed_inputs(completed, environment.in);
  completed.inputs.insert(completed.inputs.end(), listed.begin(), listed.end());
  completed.files_from.clear();
  completed.null_separated = false;
  completed.output_folder = output;
  const site::InputOptions inputs = input_options(completed, environment.in);
  return Run(*this, environment, inputs, completed).run();
}

std::unique_ptr<Command> make_rewrite_command() {
  return std::make_unique<RewriteCommand>();
}

}  // namespace hrefkit::cli
