#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/format/source_fields.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/source_places.h"
#include "hrefkit/cli/io/worker_processes.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/cli/resolve/batch.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/ordered_run.h"

namespace hrefkit::cli {

namespace {

/// What makes `resolve` exit with 1.
enum class ResolveFinding : std::uint8_t { unresolvable };

constexpr text::EnumTable<ResolveFinding::unresolvable> resolve_finding_names(
    {{ResolveFinding::unresolvable, "unresolvable"}});

/// `hrefkit resolve`: every link of the inputs with its absolute URL.
struct ResolveCommand final : Command {
  ResolveCommand()
      : Command({"resolve", "Print every link with its absolute URL",
                 "hrefkit resolve public\n"
                 "hrefkit resolve --site-url https://docs.example/ -f jsonl public\n"
                 "hrefkit resolve --root public --site-url https://h.example/ public/a.html\n"
                 "curl -s URL | hrefkit resolve --url URL -\n"
                 "find public -name '*.html' -print0 | hrefkit resolve --files-from - -0",
                 "Links do not resolve, and --fail-on unresolvable is given."}) {}

  void add_options(OptionSet& options) override {
    common.reads_scripts = true;
    add_input_options(options, common);
    options.globs("--exclude", common.exclude);
    add_link_options(options, common);
    options.choice("--feed-base", common.feed_base, html::feed_base_names);
    options.choice("--engine", engine, text::names_up_to<html::Engine::dom>());
    options.flag("--isolate", common.isolate);
    options.choices_list("--kinds", kinds, text::names_up_to<html::LinkKind::sourcemap>());
    options.list("--elements", elements);
    options.texts("--exclude-url", common.exclude_url);
    options.flag("--unique", unique);
    options.flag("--text", has_texts);
    options.flag("--batch", batch);
    options.choice("--format", requested_format, format_names);
    options.choice("--fail-on", fail_on, resolve_finding_names);
    options.texts({"--sources",
                   "Give each row its place in DIR, from whose files a generator made "
                   "the folder"},
                  sources);
    add_output_options(options, common);
  }

  int run(Environment const& environment) const override;

  std::optional<Format> requested_format;  ///< of --format
  Format format = Format::text;
  std::vector<html::LinkKind> kinds;  ///< only these; empty: all
  std::vector<std::string> elements;  ///< only these; empty: all
  html::Engine engine = html::Engine::automatic;
  bool unique = false;
  bool has_texts = false;            ///< rows have the texts of links
  std::vector<std::string> sources;  ///< folders
  bool batch = false;                ///< documents come from standard input, as JSON Lines
  std::optional<ResolveFinding> fail_on;
};

/// One document on its way from an input to rows.
struct ResolveJob : DocumentJob {
  FileRows rows;
};

/// What a thread finds links with.
struct ResolveWorker {
  OpenDocument document;
  html::LinkFinder finder;
  std::optional<RowWriter> writer;
};

RowOptions row_options(ResolveCommand const& command, Environment const& environment,
                       UrlExclusion const& exclusion) {
  return {.style = row_style(command.format, command.common, environment),
          .kinds = command.kinds,
          .elements = command.elements,
          .has_texts = command.has_texts,
          .counts_disk_root = command.common.site_url.empty() && command.common.url.empty(),
          .list_unresolvable = command.fail_on.has_value(),
          .is_excluded = exclusion.predicate()};
}

/// What was found, in numbers.
struct ResolveTotals {
  std::size_t links = 0;
  std::size_t unresolvable = 0;
  std::size_t from_disk_root = 0;
  std::size_t moved_by_xml_base = 0;
  std::size_t different = 0;  ///< URLs, with --unique
  std::vector<UnresolvableLink> listed = {};
};

/// Says which links made the run fail.
void say_failure(ResolveTotals const& totals, Messages& messages) {
  for (UnresolvableLink const& link : totals.listed) messages.error(link.place, link.what);
  std::string text = counted(totals.unresolvable, "link does", "links do") + " not resolve";
  if (totals.listed.size() < totals.unresolvable && !totals.listed.empty()) {
    text += "; the first " + std::to_string(totals.listed.size()) + " are listed";
  }
  messages.error("--fail-on unresolvable", text);
}

std::string details(ResolveTotals const& totals, ResolveCommand const& command) {
  std::string text;
  if (command.unique) {
    text += "; " + counted(totals.different, "different URL", "different URLs");
  }
  if (totals.unresolvable != 0) {
    text += "; " + counted(totals.unresolvable, "does", "do") + " not resolve";
  }
  return text + moved_by_xml_base(totals.moved_by_xml_base);
}

/// The columns of CSV.
std::vector<std::string_view> columns_of(ResolveCommand const& command) {
  std::vector<std::string_view> columns(link_columns.begin(), link_columns.end());
  if (command.has_texts) columns.push_back(link_text_column);
  if (!command.sources.empty()) {
    columns.insert(columns.end(), source_columns.begin(), source_columns.end());
  }
  return columns;
}

/// Refuses --sources and --text where rows have no place for them.
void check_row_options(ResolveCommand const& command) {
  if (command.has_texts && !command.batch && command.format == Format::text) {
    throw UsageError("--text", "needs rows: give --format jsonl, json or csv");
  }
  if (command.sources.empty()) return;
  if (command.batch) throw UsageError("--batch", "cannot be used together with --sources");
  if (command.common.isolate)
    throw UsageError("--isolate", "cannot be used together with --sources");
  if (command.format == Format::text) {
    throw UsageError("--sources", "needs rows: give --format jsonl, json or csv");
  }
}

/// The folder whose pages were made from the sources.
std::string const& build_folder(ResolveCommand const& command) {
  CommonOptions const& common = command.common;
  if (!common.root.empty()) return common.root;
  const bool is_one_folder = common.inputs.size() == 1 && site::is_folder(common.inputs.front());
  if (!is_one_folder) {
    throw UsageError("--sources", "needs one folder as INPUT, or that of the site as --root");
  }
  return common.inputs.front();
}

/// One run of the command.
class ResolveRun {
 public:
  ResolveRun(ResolveCommand const& command, Environment const& environment)
      : command_(command),
        exclusion_(command.common),
        rows_(row_options(command, environment, exclusion_)),
        messages_(environment, command.common),
        documents_(command.common, environment, messages_),
        output_(command.common.output, environment.out, contents_of(command.format)),
        columns_(columns_of(command)),
        sink_(rows_.style, columns_, [this](auto text) { return write(text); }) {
    check_element_names(command.elements, messages_);
  }

  int run() {
    if (output_.error()) return finish();  // before any work is done
    if (command_.common.isolate) isolate();
    if (!command_.sources.empty()) {
      places_.emplace(build_folder(command_), command_.sources, command_.common, messages_);
    }
    sink_.begin();
    site::run_in_order<ResolveJob, ResolveWorker>(
        places_ ? 1 : documents_.threads(),
        [this](ResolveJob& job) { return documents_.next_job(job); },
        [this](ResolveJob& job, ResolveWorker& worker, site::Turn& turn) {
          work(job, worker, turn);
        },
        [this](ResolveJob& job) { return emit(job); });
    sink_.end();
    output_.finish(documents_.counts().files);
    return finish();
  }

 private:
  int finish() {
    if (messages_.report(output_.error())) return exit_error;
    const bool fails = command_.fail_on && totals_.unresolvable != 0;
    if (output_.is_cut_off()) return documents_.failed() ? exit_error : exit_clean;
    if (fails) say_failure(totals_, messages_);
    documents_.warn_of_unused();
    // A process of its own does not report what its patterns matched.
    if (!command_.common.isolate) exclusion_.warn_of_unused(command_.common, messages_);
    warn_of_disk_root();
    if (places_) places_->summarize();
    messages_.summary(run_summary(counted(totals_.links, "link", "links"),
                                  details(totals_, command_), documents_.counts()));
    if (documents_.failed()) return exit_error;
    return fails ? exit_findings : exit_clean;
  }

  /// A folder is a site: its root is not that of the disk.
  void warn_of_disk_root() {
    if (totals_.from_disk_root == 0 || documents_.is_single()) return;
    messages_.warning("--site-url",
                      counted(totals_.from_disk_root, "link begins", "links begin") +
                          " at the root of the disk: --site-url gives the folder an address, "
                          "such as https://h.example/");
  }

  bool write(std::string_view text) {
    messages_.before_rows();
    return output_.write(text);
  }

  /// The bytes of memory that a job keeps for the rows of the next page: most need less.
  static constexpr std::size_t kept_rows = std::size_t{128} << 10;

  void work(ResolveJob& job, ResolveWorker& worker, site::Turn& turn) {
    const auto emit_part = [&] { return emit_early(job.rows, turn); };
    if (isolated_ && !job.read_error) {
      job.rows.clear();
      isolated_->read(job, emit_part);
    } else {
      find_links_safely(job, worker, emit_part);
    }
    turn.finish(job.rows.bytes());
  }

  /// What reads documents in processes of their own.
  void isolate() {
    text::process_hash_key();  // all processes have the one made here
    isolated_.emplace(IsolatedSteps<ResolveJob>{
        .read =
            [this](ResolveJob& job, auto const& emit_part) {
              ResolveWorker worker;
              find_links_safely(job, worker, emit_part);
            },
        .row_bytes = [](ResolveJob const& job) { return job.rows.bytes(); },
        .pack = [](ResolveJob& job) { return pack_and_clear(job.rows); },
        .unpack = [](std::string_view packed, ResolveJob& job) { unpack_rows(packed, job.rows); }});
  }

  /// The rows as bytes; they are cleared then.
  static std::string pack_and_clear(FileRows& rows) {
    std::string packed = pack_rows(rows);
    rows.heading.clear();
    rows.clear();
    return packed;
  }

  template <class EmitPart>
  void find_links_safely(ResolveJob& job, ResolveWorker& worker, EmitPart emit_part) {
    try {
      find_links(job, worker, emit_part);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
  }

  /// Emits parts of the rows by `emit_part`, until it returns false.
  template <class EmitPart>
  void find_links(ResolveJob& job, ResolveWorker& worker, EmitPart emit_part) {
    job.rows.clear();
    if (!documents_.read(job, worker.document)) return;
    if (!worker.writer) worker.writer.emplace(rows_, command_.unique);
    RowWriter& writer = *worker.writer;
    writer.begin(job.input.path, job.rows);
    if (places_) {
      writer.use_sources([this, &job](html::Link const& link, text::Span bytes) {
        return places_->find({.file = job.input.path,
                              .offset = bytes.begin,
                              .length = bytes.length(),
                              .raw = link.raw,
                              .element = link.element});
      });
    }
    worker.finder.use(command_.engine);
    const auto write_rows = [&](html::LinkBlock const& block) {
      return writer.write(block, emit_part) ? html::Flow::go_on : html::Flow::stop;
    };
    const auto append_note = [&](html::Note const& note) { job.notes.push_back(note); };
    const auto found = worker.finder.find(
        worker.document.source, worker.document.options,
        {.links = write_rows, .notes = append_note, .with_rels = is_json(rows_.style.format)});
    if (!found) job.error = message(found.error());
    Documents::place_notes(job, worker.document);
  }

  /// The rows of a large page are emitted in parts. False when the output takes no more.
  bool emit_early(FileRows& rows, site::Turn& turn) {
    return turn.emit_early(
        rows.bytes(), [&] { return emit_links(rows); }, [&] { rows.clear(); });
  }

  bool emit(ResolveJob& job) {
    const bool given = !documents_.report(job) || emit_links(job.rows);
    job.rows.heading.clear();  // of a file without rows
    job.rows.rows.clear_keeping(kept_rows);
    return given;
  }

  bool emit_links(FileRows& rows) {
    totals_.links += rows.count;
    totals_.unresolvable += rows.unresolvable;
    totals_.from_disk_root += rows.from_disk_root;
    totals_.moved_by_xml_base += rows.moved_by_xml_base;
    for (UnresolvableLink& link : rows.listed) {
      if (totals_.listed.size() < max_listed) totals_.listed.push_back(std::move(link));
    }
    const bool given = command_.unique ? emit_unique(rows) : emit_rows(rows, rows.rows.view());
    rows.clear();
    return given;
  }

  /// On a terminal the file's name comes before its first row.
  bool emit_rows(FileRows& rows, std::string_view text) {
    if (text.empty()) return true;
    if (!rows.heading.empty()) {
      if (any_heading_) rows.heading.insert(0, 1, '\n');
      any_heading_ = true;
      if (!sink_.emit(rows.heading)) return false;
      rows.heading.clear();
    }
    return sink_.emit(text);
  }

  bool emit_unique(FileRows& rows) {
    std::size_t row_begin = 0;
    for (RowMark const& mark : rows.marks) {
      const bool is_new = !mark.url || seen_.insert(*mark.url).second;
      const std::string_view row = rows.rows.view().substr(row_begin, mark.row_end - row_begin);
      if (is_new && mark.url) ++totals_.different;
      if (is_new && !emit_rows(rows, row)) return false;
      row_begin = mark.row_end;
    }
    return true;
  }

  ResolveCommand const& command_;
  UrlExclusion exclusion_;
  RowOptions rows_;
  Messages messages_;
  Documents documents_;
  Output output_;
  std::optional<SourcePlaces> places_;  // with --sources
  std::vector<std::string_view> columns_;
  RowSink sink_;
  std::optional<IsolatedDocuments<ResolveJob>> isolated_;
  std::unordered_set<text::Hash128, text::Hash128Hasher> seen_;  // URLs printed, with --unique
  ResolveTotals totals_;
  bool any_heading_ = false;
};

/// Refuses options that say nothing about documents from standard input.
void check_batch(ResolveCommand const& command) {
  CommonOptions const& common = command.common;
  const bool has_input = !common.inputs.empty() || !common.files_from.empty();
  if (has_input) throw UsageError("--batch", "reads standard input and takes no INPUT");
  if (!common.url.empty() || !common.site_url.empty()) {
    throw UsageError("--batch", "each line has the address of its document in \"url\"");
  }
  if (command.unique) throw UsageError("--batch", "cannot be used together with --unique");
  if (command.has_texts) {
    throw UsageError("--batch",
                     "cannot be used together with --text: a line asks for texts by "
                     "\"text\": true");
  }
  if (command.format == Format::csv || command.format == Format::json) {
    throw UsageError("--batch", "answers with JSON Lines, in no other format");
  }
}

int run_batch(ResolveCommand const& command, Environment const& environment) {
  check_batch(command);
  Messages messages(environment, command.common);
  check_element_names(command.elements, messages);
  const OutputGuard guard(command.common, environment);
  guard.check_input("-");
  const UrlExclusion exclusion(command.common);
  const RowOptions rows{.style = row_style(Format::jsonl, command.common, environment),
                        .kinds = command.kinds,
                        .elements = command.elements,
                        .names_file = false,
                        .is_excluded = exclusion.predicate()};
  Output output(command.common.output, environment.out, Contents::json);
  DocumentBatch batch(command.common, command.engine, rows, output, messages);
  const bool read = output.error() || batch.run(environment.in);
  BatchCounts const& counts = batch.counts();
  // Standard input was read where it gave a line, and where it ended without an error.
  output.finish(counts.documents + counts.refused + (read ? 1 : 0));
  if (messages.report(output.error())) return exit_error;
  const ResolveTotals totals{.links = counts.links,
                             .unresolvable = counts.unresolvable,
                             .moved_by_xml_base = counts.moved_by_xml_base};
  const bool fails = command.fail_on && totals.unresolvable != 0;
  if (output.is_cut_off()) return exit_clean;
  if (fails) say_failure(totals, messages);
  exclusion.warn_of_unused(command.common, messages);
  std::string summary = counted(counts.links, "link", "links") + " in " +
                        counted(counts.documents, "document", "documents");
  summary += details(totals, command);
  if (counts.refused != 0) {
    summary += "; " + counted(counts.refused, "document not read", "documents not read");
  }
  messages.summary(summary);
  if (!read || counts.refused != 0) return exit_error;
  return fails ? exit_findings : exit_clean;
}

int ResolveCommand::run(Environment const& environment) const {
  ResolveCommand command(*this);
  if (batch) {
    command.format = requested_format.value_or(Format::text);
    check_row_options(command);
    return run_batch(command, environment);
  }
  command.format = chosen_format(requested_format, format_names, common.output);
  check_row_options(command);
  return ResolveRun(command, environment).run();
}

}  // namespace

std::unique_ptr<Command> make_resolve_command() {
  return std::make_unique<ResolveCommand>();
}

}  // namespace hrefkit::cli
