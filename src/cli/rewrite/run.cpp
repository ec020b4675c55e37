#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/cli/io/warning_groups.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/rewrite/batch.h"
#include "hrefkit/cli/rewrite/command.h"
#include "hrefkit/cli/rewrite/edit_rows.h"
#include "hrefkit/cli/rewrite/output_plan.h"
#include "hrefkit/cli/rewrite/unified_diff.h"
#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/site/rewrite/browser_restrictions.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

/// One page and the results of rewriting it.
struct Job : DocumentJob {
  SpilledRows aside;  ///< earlier rows, in a temporary file
  RowBuffer rows;
  std::string text;         ///< the page or the diff, for standard output
  std::string warning;      ///< printed unless --quiet
  std::string leftovers;    ///< lines for --report-leftovers
  std::size_t scripts = 0;  ///< inline scripts that mention a changed URL
  site::MovedStrings moved_strings;
  bool loses_base = false;      ///< it has scripts, and its base element was removed
  std::string failure;          ///< why the page was not changed; else empty
  std::string place;            ///< FILE:LINE:COLUMN of the failure
  OutputPlan::Waiting waiting;  ///< the new file, if it replaces an old one
  site::PageRefusals refusals;
  std::vector<site::LoadedFiles::Key> loaded;  ///< files that the page loads
  std::size_t links = 0;
  std::size_t edits = 0;
  std::size_t unresolvable = 0;
  std::size_t templates = 0;
  bool is_passed_over = false;

  void clear_rows() {
    aside.clear();
    rows.clear();
  }

  /// Rows wait until the page is proved; if they take much memory, in a temporary file, if there is
  /// room on the disk.
  void set_spilled_rows() {
    constexpr std::size_t max_rows = std::size_t{16} << 20;
    if (rows.size() > max_rows && aside.add(rows.view())) rows.clear();
  }

  void clear() {
    clear_rows();
    text.clear();
    warning.clear();
    leftovers.clear();
    scripts = 0;
    moved_strings = {};
    loses_base = false;
    failure.clear();
    place.clear();
    waiting.reset();
    refusals.clear();
    loaded.clear();
    links = 0;
    edits = 0;
    unresolvable = 0;
    templates = 0;
  }
};

/// The buffers of one thread.
struct Worker {
  OpenDocument document;
  html::Rewriter rewriter;
  site::ScriptMentions scripts;
};

struct Totals {
  std::size_t changed_pages = 0;
  std::size_t links = 0;
  std::size_t edits = 0;
  std::size_t unresolvable = 0;
  std::size_t templates = 0;
};

/// The first bytes of a file; none if it cannot be read.
std::string start_of(std::string const& path) {
  constexpr std::size_t max_start = 4096;
  const std::string_view folder = site::folder_part(path);
  const auto opened = site::OpenFolder::open(folder.empty() ? "." : std::string(folder));
  if (!opened) return {};
  const auto file = (*opened)->file(std::string(site::name_part(path)));
  return file ? file->start(max_start) : std::string();
}

/// True for the files whose hashes pages name.
bool may_be_hashed(html::ContentType type) {
  return type == html::ContentType::css || type == html::ContentType::script;
}

/// One run of the command.
class Run {
 public:
  Run(RewriteCommand const& command, Environment const& environment,
      site::InputOptions const& inputs, CommonOptions const& common)
      : command_(command),
        inputs_(inputs),
        settings_(command, inputs),
        format_(command.format.value_or(Format::text)),
        reports_((command.format || command.dry_run) && !command.diff),
        messages_(environment, common),
        documents_(common, environment, messages_),
        plan_(
            command, inputs, documents_.is_single(),
            [this](std::string const& path, std::string const& relative) {
              return settings_.pages().output_path(path, relative);
            },
            [this, &inputs](std::string const& root, std::string const& relative) {
              return settings_.asset_url(inputs, root, relative);
            }),
        style_(row_style(format_, common, environment)),
        output_("", environment.out, contents()),
        sink_(style_, edit_columns, [this](auto text) { return output_.write(text); }),
        warnings_(messages_, common.verbose) {
    for (std::string const& host : command.leftovers) {
      if (leftovers_.add(host)) continue;
      const std::string shown = url::masked_url("//" + host).substr(2);
      throw UsageError("--report-leftovers", "'" + shown + "' is not a host such as old.example");
    }
    check_element_names(command.elements, messages_);
    for (std::string const& warning : settings_.warnings(inputs)) {
      messages_.warning(!command.local.empty()   ? "--local"
                        : command.rebase.empty() ? "--map"
                                                 : "--rebase",
                        warning);
    }
  }

  int run() {
    find_changed_digests();
    if (reports_) sink_.begin();
    site::run_in_order<Job, Worker>(
        documents_.threads(), [this](Job& job) { return next(job); },
        [this](Job& job, Worker& worker, site::Turn& turn) { work(job, worker, turn); },
        [this](Job& job) { return report(job); });
    plan_.replacements().finish();
    plan_.copy_assets(
        [this](std::string const& path, std::string const& why, site::CopyError error) {
          if (error == site::CopyError::left_out) return messages_.warning(path, why);
          messages_.error(path, why);
          failed_ = true;
        },
        leftovers_.empty() ? CopiedFile()
                           : [this](std::string const& path) { find_leftovers(path); });
    warn_of_left_assets();
    if (reports_) sink_.end();
    output_.finish(documents_.counts().files);
    return finish();
  }

 private:
  /// Finds the new hashes of the scripts and style sheets that change: they are rewritten before
  /// the pages that name their hashes, and once more in their turn.
  void find_changed_digests() {
    if (documents_.is_single()) return;
    Worker worker;
    site::InputSequence inputs(inputs_);
    while (auto step = inputs.next()) {
      site::Input* const input = std::get_if<site::Input>(&*step);
      if (input == nullptr || input->path == "-" || !may_be_hashed(input->content_type)) continue;
      Job job;
      job.input = std::move(*input);
      if (!documents_.read(job, worker.document)) continue;
      const auto page = worker.rewriter.rewrite(
          worker.document.source, rewrite_options(job, worker.document),
          [&](html::LinkTarget& target) { settings_.policy().apply(target); }, job.notes);
      const std::string_view old_bytes = worker.document.bytes;
      const bool changes = page && page->changed && !has_fault(job.notes);
      refusals_.add_file(old_bytes, changes ? std::string_view(page->bytes) : old_bytes);
    }
  }

  /// "41 files that pages load, such as site/a.png, and 2 other files were not copied:
  /// --copy-assets copies them".
  void warn_of_left_assets() {
    const auto left = plan_.left_assets();
    const std::size_t count = left.loaded + left.others;
    if (count == 0) return;
    const std::string such_as = ", such as " + left.first;
    const std::string others = counted(left.others, "other file", "other files");
    std::string text = others + (left.others == 1 ? " was" : " were") + " not copied" + such_as;
    if (left.loaded != 0) {
      text = counted(left.loaded, "file that pages load", "files that pages load");
      text += such_as + "," + (left.others == 0 ? "" : " and " + others);
      text += count == 1 ? " was not copied" : " were not copied";
    }
    messages_.warning("", text + ": --copy-assets copies " + (count == 1 ? "it" : "them"));
  }

  /// Sets `job` to the next input; false at the end. One thread at a time calls this.
  bool next(Job& job) {
    job.is_passed_over = false;
    if (!documents_.next_job(job)) return false;
    if (job.read_error) {
      using Kind = site::InputError::Kind;
      const bool is_unread =
          job.read_error->kind == Kind::unreadable || job.read_error->kind == Kind::dangling;
      if (is_unread) plan_.leave_out(job.read_error->path);
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
    } catch (std::bad_alloc const&) {  // continue with the others
      job.error = "out of memory";
    }
    turn.finish(job.rows.size() + job.text.size());
  }

  void rewrite(Job& job, Worker& worker) {
    site::FileStamp stamp;
    if (!job.read_error) {
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
    job.templates = page.templates;
    if (!job.error.empty()) return;
    const std::string_view bytes = page.changed ? page.bytes : document.bytes;
    if (command_.diff && page.changed) append_page_diff(job, document, page.bytes);
    if (plan_.kind() == PageOutput::in_place && page.changed && stamp.names > 1) {
      job.warning = "has " + std::to_string(stamp.names) +
                    " names (hard links): only this one gets the new page";
    }
    auto written = plan_.write(job.input, bytes, page.changed, stamp);
    if (!written) {
      job.error = std::move(written.error());
      return;
    }
    job.waiting = *std::move(written);
    if (plan_.kind() == PageOutput::standard) {
      job.text = page.changed ? std::move(page.bytes) : std::string(document.bytes);
    }
    job.edits = page.edits;
  }

  /// Handles an input that is no text: an error if the user named it, else it is copied.
  void pass_over(Job& job) {
    if (job.skipped.empty()) return;
    if (job.input.is_named) {
      job.error = job.skipped + "; not rewritten";
    } else {
      plan_.pass_over(job.input);
    }
  }

  /// True if the new pages are to work at any address.
  bool is_to_stand_anywhere() const { return settings_.policy().form == html::UrlForm::relative; }

  html::RewriteOptions rewrite_options(Job const& job, OpenDocument const& document) const {
    html::RewriteOptions options =
        settings_.options(job.input, document.options, document.source.text);
    options.encoding = encoding_options(command_.common, job.input);
    options.file_stays = plan_.kind() == PageOutput::in_place;
    return options;
  }

  /// Rewrites the page. If that fails, returns the unchanged page and sets `job.failure` or
  /// `job.error`.
  html::RewrittenPage rewritten(Job& job, Worker& worker) {
    OpenDocument const& document = worker.document;
    const html::RewriteOptions options = rewrite_options(job, document);
    EditRows rows(style_);
    if (reports_) rows.begin(job.input.path, document.source, job.rows);
    const bool is_reported = !command_.common.quiet;
    if (is_reported) worker.scripts.begin(document.source.text, document.source.content_type);
    if (is_reported && settings_.moves()) {
      job.refusals.find_policies(document.source.text, options.document.url);
    }
    bool drops_base = false;
    std::set<std::uint32_t> written;  // where strings of a script get new references
    const auto add_edit = [&](html::RewriteEdit const& edit) {
      if (reports_) rows.write(edit);
      job.set_spilled_rows();
      worker.scripts.add(edit.link.raw);
      worker.scripts.add(edit.before);
      if (html::is_in_script(html::row_of(edit.link))) {
        worker.scripts.add_written(edit.place);
        written.insert(edit.place.begin);
      }
      drops_base |= edit.link.kind == html::LinkKind::base && edit.after.empty();
    };
    auto page = worker.rewriter.rewrite(
        document.source, options,
        [&](html::LinkTarget& target) {
          const site::LinkPolicy policy = settings_.policy().apply(target);
          if (is_reported) refusals_.check(target, policy, job.refusals);
          if (plan_.needs_loaded() && site::loads_with_page(target.link)) {
            const bool is_local = settings_.policy().local != nullptr;
            job.loaded.push_back(site::LoadedFiles::key_of(is_local ? target.target : target.url));
          }
        },
        job.notes, add_edit);
    Documents::place_notes(job, document);
    if (page && !has_fault(job.notes)) {
      job.scripts = worker.scripts.count();
      const bool is_script = document.source.content_type == html::ContentType::script;
      if (is_reported && is_script && (settings_.moves() || is_to_stand_anywhere())) {
        job.moved_strings = site::find_moved_strings(
            document.source.text, job.input, options.document.url, written,
            [&](std::string_view url) {
              return is_to_stand_anywhere() ||
                     settings_.policy().moved(url, options.new_url).has_value();
            });
      }
      job.loses_base = drops_base && !command_.neutral_base &&
                       !html::find_elements(document.source.text, "script", true).empty();
      if (may_be_hashed(document.source.content_type) && page->edits != 0) {
        job.refusals.changed_file = options.document.url;
      }
      std::string renewed;
      const std::string_view bytes = page->changed ? page->bytes : document.bytes;
      if (refusals_.renew_digests(bytes, renewed)) {
        page->changed = true;
        page->bytes = std::move(renewed);
      }
      if (!leftovers_.empty()) find_leftovers(job, document, *page);
      return std::move(*page);
    }
    job.clear_rows();
    if (!page) note_failure(job, document, page.error());
    return {};
  }

  /// Adds the places of the new page that still name a host to the rows or to `job.leftovers`.
  void find_leftovers(Job& job, OpenDocument const& document,
                      html::RewrittenPage const& page) const {
    html::SourceText const* source = &document.source;
    std::string buffer;
    html::Notes notes;
    tl::expected<html::SourceText, html::SourceTextError> changed;
    if (page.changed) {
      changed = html::decode_source(page.bytes, encoding_options(command_.common, job.input),
                                    buffer, notes);
      if (!changed) return;
      source = &*changed;
    }
    find_leftovers(job, *source);
  }

  /// Writes the places of a file that was copied and names a host. A file that is not text has
  /// none.
  void find_leftovers(std::string const& path) {
    Job job;
    job.input.path = path;
    job.input.content_type = html::ContentType::text;
    const site::ContentHints hints{.type = job.input.content_type};
    std::string bytes = start_of(path);  // a film is not read as a whole
    if (site::binary_content(bytes, hints)) return;
    if (const auto read = site::read_file(path, bytes); !read) {
      messages_.warning(path, read.error() + "; not searched for leftovers");
      return;
    }
    if (site::binary_content(bytes, hints)) return;
    std::string buffer;
    const auto source =
        html::decode_source(bytes, encoding_options(command_.common, job.input), buffer, job.notes);
    if (!source) {
      messages_.warning(path,
                        std::string(message(source.error())) + "; not searched for leftovers");
      return;
    }
    find_leftovers(job, *source);
    if (!job.leftovers.empty()) messages_.lines(job.leftovers);
    if (reports_) write_rows(job);
  }

  void find_leftovers(Job& job, html::SourceText const& source) const {
    EditRows rows(style_);
    const bool has_rows = command_.format && *command_.format != Format::text;
    if (has_rows) rows.begin(job.input.path, source, job.rows);
    text::LineCursor cursor(source.text);
    leftovers_.find(source.text, [&](text::Span place) {
      const std::string_view text = place.in(source.text);
      if (has_rows) {
        const html::Link link{.raw = text, .span = place, .kind = html::LinkKind::metadata};
        rows.write({link, {}, place, text, text, {}, {}, "leftover"});
        job.set_spilled_rows();
        return;
      }
      const text::LineColumn at = cursor.at(place.begin);
      append_printable(job.leftovers, job.input.path, Display::terminal);
      job.leftovers +=
          ':' + std::to_string(at.line) + ':' + std::to_string(at.column) + ": leftover: ";
      append_printable(job.leftovers, text, Display::terminal);
      job.leftovers += '\n';
    });
  }

  static void note_failure(Job& job, OpenDocument const& document,
                           html::RewriteFailure const& failure) {
    if (failure.error == html::RewriteError::unusable_url) {
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
    // Show UTF-16 as UTF-8.
    std::string buffer;
    html::Notes notes;
    const auto text =
        html::decode_source(bytes, encoding_options(command_.common, job.input), buffer, notes);
    if (text) append_diff(job.text, document.source.text, text->text, options);
  }

  /// Reports a finished page, in the order of the inputs; false if the output failed.
  bool report(Job& job) {
    if (job.is_passed_over) {
      messages_.note(job.input.path, job.error);
      return true;
    }
    group_warnings(job);
    if (!documents_.report(job)) return true;
    plan_.add_loaded(job.loaded);
    totals_.links += job.links;
    totals_.edits += job.edits;
    totals_.unresolvable += job.unresolvable;
    totals_.templates += job.templates;
    if (job.edits != 0) ++totals_.changed_pages;
    if (job.waiting) replace(job);
    std::string const& path = job.input.path;
    refusals_.add(path, job.refusals, warnings_.adder());
    if (!job.failure.empty()) {
      not_proved_ = true;
      messages_.error(job.place, job.failure + "; the page stays as it was");
    }
    if (!job.warning.empty()) warnings_.add("hard-links", path, job.warning, 0);
    if (job.loses_base) {
      warnings_.add("loses-base", path,
                    "loses its base element, which its scripts may need: --neutral-base leaves "
                    "<base href=\"\"> in its place",
                    0);
    }
    if (job.scripts != 0) {
      warnings_.add("scripts", path,
                    counted(job.scripts, "inline script mentions", "inline scripts mention") +
                        " a URL that was changed: of scripts, only what they load changes",
                    0);
    }
    if (job.moved_strings.count != 0) {
      const std::string_view effect =
          is_to_stand_anywhere()
              ? "\", which stay, and lead there only at the address that the site was built for: "
                "build it anew with a relative base"
              : "\", which stay and will not lead there any more: build the site anew for its new "
                "address";
      warnings_.add("strings", path,
                    "names files of the site in strings, such as \"" + job.moved_strings.first +
                        std::string(effect),
                    job.moved_strings.count);
    }
    if (!job.leftovers.empty()) messages_.lines(job.leftovers);
    const bool written = output_.write(job.text) && (!reports_ || write_rows(job));
    job.aside.clear();
    job.rows.clear_keeping(kept_rows);
    return written;
  }

  /// Queues the new page for its replacement. An error is reported when that happens; then the old
  /// page is kept.
  void replace(Job& job) {
    Totals page{.links = job.links,
                .edits = job.edits,
                .unresolvable = job.unresolvable,
                .templates = job.templates};
    page.changed_pages = job.edits != 0 ? 1 : 0;
    auto done = [this, path = job.input.path,
                 page](site::FileReplacements::Result const& replaced) {
      if (replaced) return;
      messages_.error(path, replaced.error());
      totals_.links -= page.links;
      totals_.edits -= page.edits;
      totals_.unresolvable -= page.unresolvable;
      totals_.templates -= page.templates;
      totals_.changed_pages -= page.changed_pages;
      ++not_replaced_;
      failed_ = true;
    };
    plan_.replacements().add(std::move(job.waiting), std::move(done));
  }

  /// Moves the warnings of a page from its messages to `warnings_`, which groups those of all
  /// pages.
  void group_warnings(Job& job) {
    if (command_.common.verbose || job.read_error || !job.error.empty() || !job.skipped.empty())
      return;
    for (std::string const& warning : job.warnings) {
      warnings_.add(warning, job.input.path, warning, 0);
    }
    job.warnings.clear();
    std::size_t kept = 0;
    for (std::size_t i = 0; i < job.notes.size(); ++i) {
      html::Note const& note = job.notes[i];
      if (severity(note.kind) == html::NoteSeverity::warning) {
        const bool is_about_links = note.kind >= html::NoteKind::entity_link;
        warnings_.add(std::string(name(note.kind)), job.input.path, note.message,
                      is_about_links ? note.count : 0, job.note_places[i]);
        continue;
      }
      if (kept != i) {
        job.notes[kept] = std::move(job.notes[i]);
        job.note_places[kept] = std::move(job.note_places[i]);
      }
      ++kept;
    }
    job.notes.resize(kept);
    job.note_places.resize(kept);
  }

  bool write_rows(Job& job) {
    const auto emit = [this](std::string_view rows) { return sink_.emit(rows); };
    return job.aside.emit(emit) && emit(job.rows.view());
  }

  void report_totals() {
    std::string changed = "; " + grouped_number(totals_.edits) + " changed on " +
                          counted(totals_.changed_pages, "page", "pages");
    if (totals_.unresolvable != 0) {
      changed += "; " + counted(totals_.unresolvable, "does", "do") + " not resolve";
    }
    if (totals_.templates != 0) {
      changed += "; " + counted(totals_.templates, "value", "values") + " with template code kept";
    }
    changed += unused_entries();
    RunCounts counts = documents_.counts();
    counts.files -= not_replaced_;
    counts.not_read += not_replaced_;
    messages_.summary(run_summary(counted(totals_.links, "link", "links"), changed, counts));
  }

  /// If the pages are meant to be opened from files, recommends the command that checks the new
  /// folder for that.
  void recommend_check() {
    if (!settings_.opens_from_files() || documents_.counts().files == 0) return;
    std::vector<std::string> const& inputs = command_.common.inputs;
    std::string folder;
    if (plan_.kind() == PageOutput::folder) folder = command_.output;
    if (plan_.kind() == PageOutput::in_place && inputs.size() == 1) folder = inputs.front();
    if (folder.empty() || !site::is_folder(folder)) return;
    messages_.summary_line("hrefkit check --as-files " + folder +
                           " names what does not open without a server (not-from-files)");
  }

  /// The part of the summary about unused entries of --map, which may be misspelt.
  std::string unused_entries() {
    site::UrlMap const& map = settings_.policy().map;
    const std::vector<std::string_view> unused = map.unused();
    if (unused.empty()) return {};
    for (const std::string_view url : unused)
      messages_.note("--map", "no link leads to " + std::string(url));
    return "; " + grouped_number(unused.size()) + " of " + counted(map.size(), "entry", "entries") +
           " of --map not used";
  }

  /// The contents of standard output: rows, text for people, or the page, whose bytes must not
  /// change.
  Contents contents() const {
    if (reports_) return contents_of(format_);
    return command_.diff || plan_.kind() != PageOutput::standard ? Contents::text : Contents::data;
  }

  int finish() {
    if (messages_.report(output_.error())) return exit_error;
    messages_.warn_of_commands(output_.commands_in_log());
    documents_.warn_of_unused();
    settings_.warn_of_unused(messages_);
    refusals_.finish(warnings_.adder());
    warnings_.print();
    for (const std::string_view prefix : settings_.policy().rebases.unused()) {
      messages_.warning("--rebase", "no link begins with " + std::string(prefix));
    }
    recommend_check();
    report_totals();
    if (failed_ || documents_.failed()) return exit_error;
    return not_proved_ ? exit_findings : exit_clean;
  }

  /// Bytes of row memory that a job keeps for the next page: most need less.
  static constexpr std::size_t kept_rows = std::size_t{128} << 10;

  RewriteCommand const& command_;
  site::InputOptions const& inputs_;
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
  site::BrowserRestrictions refusals_{settings_.opens_from_files(), settings_.folder_address(),
                                      settings_.policy().local, settings_.policy().form};
  site::Leftovers leftovers_;
  WarningGroups warnings_;
  Totals totals_;
  bool failed_ = false;
  bool not_proved_ = false;
  std::size_t not_replaced_ = 0;  // pages whose replacement failed
};

}  // namespace

int RewriteCommand::run(Environment const& environment) const {
  if (batch) return run_rewrite_batch(*this, environment);
  // Read the list of --files-from only once: it may be standard input.
  CommonOptions completed = common;
  const std::vector<std::string> listed = listed_inputs(completed, environment.in);
  completed.inputs.insert(completed.inputs.end(), listed.begin(), listed.end());
  if (in_place && !common.follow_outside) {
    for (std::string const& input : completed.inputs) {
      refuse_outward_link({"--in-place", input}, "--follow-outside allows that");
    }
  }
  completed.files_from.clear();
  completed.null_separated = false;
  // With --local, the URLs of pages follow from their paths in the mirror.
  if (local.empty()) {
    completed.folder_url = site::default_site_url;
    if (to != html::UrlForm::absolute) take_own_address(completed, rebase, environment);
  }
  completed.looks_at_bytes = !local.empty();
  completed.reads_url_lists = local.empty() && (!rebase.empty() || !map.empty());
  site::InputOptions inputs = input_options(completed, environment.in);
  if (writes_one_file(*this, inputs)) {
    const OutputGuard guard(completed, environment, "--output", output);
    if (inputs.paths.front() == "-") guard.check_input("-");
  } else {
    completed.output_folder = output;
    inputs.walk.avoided = output;
  }
  return Run(*this, environment, inputs, completed).run();
}

std::unique_ptr<Command> make_rewrite_command() {
  return std::make_unique<RewriteCommand>();
}

}  // namespace hrefkit::cli
