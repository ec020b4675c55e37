// `hrefkit compare`: its options, and the rows that it prints (site/compare/compare.h compares).
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/compare/redirects.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/format/source_fields.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/source_places.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/rewrite/command.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/compare/compare.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/move/folder_redirects.h"
#include "hrefkit/site/move/redirect_writer.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

constexpr std::array<std::string_view, 10> compare_columns{
    "change",    "file",   "line",  "column",   "element",
    "attribute", "before", "after", "expected", "by"};

/// `hrefkit compare`: proves a move.
struct CompareCommand final : Command {
  CompareCommand()
      : Command({"compare", "Prove that each link of a moved site leads where it should",
                 "hrefkit compare --rebase /old/=/new/ before after\n"
                 "hrefkit compare --format jsonl public.before public",
                 "A link was lost, is new, or leads elsewhere than planned."}) {}

  void add_options(OptionSet& options) override {
    common.xml_base = html::XmlBase::automatic;
    common.reads_scripts = true;
    options.arguments("OLD-NEW", common.inputs,
                      "The site before, and the site after: two folders, or files of 'resolve "
                      "--format jsonl'",
                      "OLD NEW");
    add_input_file_options(options, common);
    add_link_options(options, common);
    options.choice("--feed-base", common.feed_base, html::feed_base_names);
    options.text("--new-site-url", new_site_url);
    options.texts("--rebase", rebase);
    options.text("--map", map);
    add_keep_option(options, keep);
    options.text("--local", local);
    options.bind(
        {"--index", "The plan: links to folders lead to their index files, by these names"},
        site::index_names(index));
    options.bind({"--extensions",
                  "The plan: links to files have these extensions: with html, page is page.html"},
                 site::served_extensions(extensions));
    options.choices_list("--kinds", kinds, text::names_up_to<html::LinkKind::sourcemap>());
    options.list("--elements", elements);
    options.texts("--exclude-url", common.exclude_url);
    options.choice("--format", requested_format, format_names);
    options.text({"--redirects",
                  "Redirects that are there: pages that they lead have not been lost; "
                  "with --write-redirects, rules are added to them"},
                 redirects);
    options.choice("--write-redirects", write_redirects, site::redirect_format_names);
    options.flag("--no-fold", no_fold);
    options.texts({"--sources",
                   "Name the place of a changed link in DIR, from whose files a "
                   "generator made NEW"},
                  sources);
    add_output_options(options, common);
  }

  int run(Environment const& environment) const override;

  std::string new_site_url;
  std::vector<std::string> rebase;
  std::string map;
  std::vector<Keep> keep;
  std::string local;
  std::vector<std::string> index;
  std::vector<std::string> extensions;
  std::vector<html::LinkKind> kinds;
  std::vector<std::string> elements;
  std::optional<Format> requested_format;  ///< of --format
  std::string redirects;                   ///< a file
  std::optional<site::RedirectFormat> write_redirects;
  bool no_fold = false;
  std::vector<std::string> sources;  ///< folders

  /// The file of -o for rows: with --write-redirects, that is for these.
  std::string rows_output() const { return write_redirects ? std::string() : common.output; }
  RedirectOutput redirect_output() const {
    return {*write_redirects, common.output, redirects, !no_fold};
  }
  /// False if standard output is for redirects.
  bool prints_rows() const { return !write_redirects || !common.output.empty(); }
};

std::vector<std::string_view> columns_of(CompareCommand const& command) {
  std::vector<std::string_view> columns(compare_columns.begin(), compare_columns.end());
  if (!command.sources.empty()) {
    columns.insert(columns.end(), source_columns.begin(), source_columns.end());
  }
  return columns;
}

/// One run of the command.
class CompareRun : private site::CompareHost {
 public:
  CompareRun(CompareCommand const& command, Environment const& environment,
             RewriteCommand const& plan, CommonOptions const& old_site,
             CommonOptions const& new_site, std::optional<site::LinkRows> const& old_rows,
             std::optional<site::LinkRows> const& new_rows)
      : command_(command),
        environment_(environment),
        old_options_(old_site),
        new_options_(new_site),
        old_rows_(old_rows),
        new_rows_(new_rows),
        messages_(environment, command.common),
        new_inputs_(input_options(new_options_, environment.in)),
        settings_(plan, input_options(old_options_, environment.in)),
        style_(
            row_style(chosen_format(command.requested_format, format_names, command.rows_output()),
                      command.common, environment)),
        output_(command.rows_output(), environment.out, contents_of(style_.format)),
        columns_(columns_of(command)),
        sink_(style_, columns_, [this](auto text) { return output_.write(text); }) {
    if (command.sources.empty()) return;
    places_.emplace(command.common.inputs[1], command.sources, new_options_, messages_);
  }

  int run();

 private:
  std::vector<site::Input> old_pages();
  std::vector<site::Input> new_pages();
  bool read(site::ComparedSite site, site::Input const& page, FindLinks const& find_links) override;
  bool read_quietly(site::ComparedSite site, site::Input const& page,
                    FindLinks const& find_links) override;
  void report(site::Change const& change) override;
  void report_outside(site::RowPage const& page) override;
  void warn_of_xml_base(std::size_t rows);
  std::optional<std::string> redirected(std::string_view old_address);
  site::SiteOptions site_of(CommonOptions const& options, std::string const& root) const;
  site::FindingSource source_of(site::Change const& change);
  template <typename RowType>
  void write_fields(site::Change const& change, site::FindingSource const& source);

  CompareCommand const& command_;
  Environment const& environment_;
  CommonOptions const& old_options_;
  CommonOptions const& new_options_;
  std::optional<site::LinkRows> const& old_rows_;  // nullopt: OLD is a folder
  std::optional<site::LinkRows> const& new_rows_;
  Messages messages_;
  site::InputOptions new_inputs_;
  RewriteSettings settings_;
  RowStyle style_;
  Output output_;
  std::vector<std::string_view> columns_;
  RowSink sink_;
  std::optional<SourcePlaces> places_;  // with --sources
  RowBuffer rows_;
  std::optional<Documents> old_documents_;
  std::optional<Documents> new_documents_;
  OpenDocument old_document_;
  OpenDocument new_document_;
  std::unique_ptr<site::FolderRedirects> redirects_;  // of NEW, once they are asked for
  bool failed_ = false;
};

/// Where a link of NEW is in the sources.
site::FindingSource CompareRun::source_of(site::Change const& change) {
  if (!places_ || change.length == 0) return {};
  return places_->find({.file = change.file,
                        .offset = change.offset,
                        .length = change.length,
                        .raw = change.raw,
                        .element = change.element});
}

template <typename RowType>
void CompareRun::write_fields(site::Change const& change, site::FindingSource const& source) {
  const std::string_view name = site::change_names[change.kind].name;
  RowType row(rows_, style_);
  row.begin();
  row.name("change"_key, name);
  row.text("file"_key, text::to_valid_utf8(change.file));
  row.number("line"_key, change.place.line);
  row.number("column"_key, change.place.column);
  row.text("element"_key, change.element);
  row.text("attribute"_key, change.attribute);
  row.text_or_null("before"_key, change.before);
  row.text_or_null("after"_key, change.after);
  row.text_or_null("expected"_key, change.expected);
  if (change.by) {
    row.name("by"_key, site::moved_by_names[*change.by].name);
  } else if (style_.format == Format::csv) {
    row.text("by"_key, "");
  }
  if (places_) write_source(row, source);
  row.end();
}

void CompareRun::report(site::Change const& change) {
  const std::string_view name = site::change_names[change.kind].name;
  if (change.kind == site::ChangeKind::kept && !command_.common.verbose) return;
  if (!command_.prints_rows()) return;
  rows_.clear();
  const site::FindingSource source = source_of(change);
  if (is_json(style_.format)) {
    write_fields<JsonRow>(change, source);
  } else if (style_.format == Format::csv) {
    write_fields<CsvRow>(change, source);
  } else {
    std::string line;
    const auto append_place = [&](std::string_view file, std::size_t number, std::size_t column) {
      append_printable(line, file, style_.display);
      line += ':' + std::to_string(number) + ':' + std::to_string(column);
    };
    if (source.has_line()) {
      append_place(source.file, source.line, source.column);
    } else {
      append_place(change.file, change.place.line, change.place.column);
    }
    line += ": " + std::string(name) + ": ";
    append_printable(line, change.element, style_.display);
    if (!change.attribute.empty()) {
      line += '[';
      append_printable(line, change.attribute, style_.display);
      line += ']';
    }
    if (!change.element.empty() || !change.attribute.empty()) line += ' ';
    const auto append_url = [&](char const* before, std::string_view url) {
      append_printable(line += before, site::shown_url(url), style_.display);
    };
    append_url("", change.before.value_or(change.after.value_or("")));
    if (change.before && change.after) append_url(" -> ", *change.after);
    if (change.expected && change.expected != change.before) {
      append_url(", expected ", *change.expected);
    }
    if (change.by) {
      line.append(" (by ").append(site::moved_by_names[*change.by].name).append(")");
    }
    if (source.has_line()) {
      line += "\n    ";
      append_place(change.file, change.place.line, change.place.column);
    }
    line += '\n';
    rows_.append(line);
  }
  sink_.emit(rows_.view());
}

/// Warns of rows with an xml:base that `compare` ignores: `resolve` applies all by default.
void CompareRun::warn_of_xml_base(std::size_t rows) {
  if (rows == 0 || html::counts_in_html(command_.common.xml_base)) return;
  messages_.warning("--xml-base", counted(rows, "row has", "rows have") +
                                      " a base URL by xml:base, which browsers ignore in HTML, "
                                      "XHTML and SVG: make the rows with --xml-base auto, or "
                                      "compare with --xml-base on");
}

/// The pages of NEW, which are read later; none if it is rows.
std::vector<site::Input> CompareRun::new_pages() {
  std::vector<site::Input> pages;
  if (new_rows_) return pages;
  site::InputSequence inputs(new_inputs_);
  while (auto step = inputs.next()) {
    if (auto* const input = std::get_if<site::Input>(&*step)) {
      pages.push_back(std::move(*input));
      continue;
    }
    auto const& error = std::get<site::InputError>(*step);
    using Kind = site::InputError::Kind;
    if (error.kind != Kind::unreadable && error.kind != Kind::no_address) continue;
    messages_.error(error.path, error.why);
    failed_ = true;
  }
  return pages;
}

/// The pages of OLD, which are read later; none if it is rows.
std::vector<site::Input> CompareRun::old_pages() {
  std::vector<site::Input> pages;
  if (old_rows_) return pages;
  old_documents_.emplace(old_options_, environment_, messages_);
  for (DocumentJob job; old_documents_->next_document(job);) pages.push_back(std::move(job.input));
  return pages;
}

bool CompareRun::read_quietly(site::ComparedSite site, site::Input const& page,
                              FindLinks const& find_links) {
  const bool is_old = site == site::ComparedSite::old_site;
  OpenDocument& document = is_old ? old_document_ : new_document_;
  DocumentJob job;
  job.input = page;
  if (!(is_old ? *old_documents_ : *new_documents_).read(job, document)) return false;
  return find_links(document.source, document.options, job.notes).has_value();
}

bool CompareRun::read(site::ComparedSite site, site::Input const& page,
                      FindLinks const& find_links) {
  const bool is_old = site == site::ComparedSite::old_site;
  Documents& documents = is_old ? *old_documents_ : *new_documents_;
  OpenDocument& document = is_old ? old_document_ : new_document_;
  DocumentJob job;
  job.input = page;
  const bool is_read = documents.read(job, document);
  if (is_read) {
    const auto found = find_links(document.source, document.options, job.notes);
    if (!found) job.error = message(found.error());
    Documents::place_notes(job, document);
  }
  return documents.report(job) && is_read;
}

void CompareRun::report_outside(site::RowPage const& page) {
  messages_.error(page.file, "is not in the folder of --local; not compared");
  failed_ = true;
}

/// One of the two folders as a site.
site::SiteOptions CompareRun::site_of(CommonOptions const& options, std::string const& root) const {
  site::SiteOptions site{.root = root, .files = new_inputs_.walk.files};
  if (!options.site_url.empty()) site.url = options.site_url;
  return site;
}

/// Where the redirects of the folder NEW lead. They are read when a page is missing.
std::optional<std::string> CompareRun::redirected(std::string_view old_address) {
  if (!redirects_) {
    std::vector<std::string> files;
    if (!command_.redirects.empty()) files.push_back(command_.redirects);
    auto read = site::FolderRedirects::read(
        site_of(new_options_, command_.common.inputs[1]),
        command_.write_redirects ? site::host_of(*command_.write_redirects) : site::Host::plain,
        files);
    if (!read) throw UsageError(command_.redirects.empty() ? "NEW" : "--redirects", read.error());
    redirects_ = *std::move(read);
  }
  return redirects_->end_of(old_address);
}

int CompareRun::run() {
  if (messages_.report(output_.error())) return exit_error;
  site::CompareOptions options{.moves = settings_.pages(),
                               .old_rows = old_rows_ ? &*old_rows_ : nullptr,
                               .new_rows = new_rows_ ? &*new_rows_ : nullptr,
                               .old_pages = old_pages(),
                               .new_pages = new_pages(),
                               .local = command_.local,
                               .kinds = command_.kinds,
                               .elements = command_.elements,
                               .standard = command_.common.standard};
  if (!new_rows_) {
    new_documents_.emplace(new_options_, environment_, messages_);
    options.redirected = [this](std::string_view address) { return redirected(address); };
  }
  options.lists_moves = command_.write_redirects.has_value();
  if (command_.prints_rows()) sink_.begin();
  const site::CompareSummary found = site::compare_sites(std::move(options), *this);
  if (command_.prints_rows()) sink_.end();
  warn_of_xml_base(found.rows_by_xml_base);
  if (command_.prints_rows()) output_.finish(found.pages);
  if (messages_.report(output_.error())) return exit_error;
  const auto redirects = command_.write_redirects
                             ? write_redirects(command_.redirect_output(), found.lost_pages,
                                               site_of(old_options_, command_.common.inputs[0]),
                                               site_of(new_options_, command_.common.inputs[1]),
                                               environment_, messages_)
                             : RedirectsWritten::some;
  if (redirects == RedirectsWritten::failed) failed_ = true;
  const bool leads_all = redirects == RedirectsWritten::all || found.moved_without_redirect == 0;
  std::string summary = counted(found.links, "link", "links") + " on " +
                        counted(found.pages, "page", "pages") + " compared";
  bool is_same = true;
  for (std::size_t i = 0; i < found.changes.size(); ++i) {
    if (found.changes[i] == 0) continue;
    const auto kind = static_cast<site::ChangeKind>(i);
    if (kind == site::ChangeKind::kept) {
      messages_.summary_line(grouped_number(found.changes[i]) + " kept at the old address");
      continue;
    }
    is_same &= kind == site::ChangeKind::moved && leads_all;
    summary +=
        "; " + grouped_number(found.changes[i]) + " " + std::string(site::change_names[kind].name);
  }
  if (places_) places_->summarize();
  messages_.summary(summary);
  const auto has_failed = [](std::optional<Documents> const& documents) {
    return documents && documents->failed();
  };
  if (failed_ || has_failed(old_documents_) || has_failed(new_documents_)) return exit_error;
  return is_same ? exit_clean : exit_findings;
}

/// Reads the rows at `path`; nullopt if that is a folder. Reports errors in them.
std::optional<site::LinkRows> rows_at(std::string const& path, Environment const& environment,
                                      Messages& messages) {
  if (site::is_folder(path)) return std::nullopt;
  boost::system::error_code error;
  const bool is_there = path == "-" || boost::filesystem::exists(path, error);
  if (is_there && reading_command(path) == "archive") {
    throw UsageError("'" + path + "' is a web archive: " + web_archive_reader("compare"));
  }
  auto rows = site::LinkRows::read(
      path, environment.in,
      [&](std::string const& place, std::string const& why) { messages.error(place, why); });
  if (rows) return *std::move(rows);
  throw UsageError("'" + url::masked_url(path) + "' " +
                   (is_there ? rows.error() : "does not exist") +
                   "; give a folder, or a file of 'resolve --format jsonl'");
}

/// Finds the folder of the rows, and its address.
void place_rows(site::LinkRows& rows, std::string const& path, std::string const& option,
                std::string const& site_url) {
  if (const auto placed = rows.place_at(site_url); !placed) {
    const std::string wrong = "'" + path + "': " + placed.error();
    throw site_url.empty() ? UsageError(wrong) : UsageError(option, wrong);
  }
}

int CompareCommand::run(Environment const& environment) const {
  if (common.inputs.size() != 2 || !common.files_from.empty()) {
    const std::string wrong =
        "give two folders, or files of 'resolve --format jsonl': the site before, and the site "
        "after";
    if (common.inputs.size() < 2) throw NoInput(wrong, "which are the two folders?");
    throw UsageError(wrong);
  }
  std::string const& old_path = common.inputs[0];
  std::string const& new_path = common.inputs[1];
  if (old_path == "-" && new_path == "-") {
    throw UsageError("standard input cannot be both the old and the new site");
  }
  Messages messages(environment, common);
  const OutputGuard guard(common, environment);
  if (write_redirects) check_redirect_output(redirect_output());
  for (std::string const& path : common.inputs) {
    if (!site::is_folder(path)) guard.check_input(path);
  }
  std::optional<site::LinkRows> old_rows = rows_at(old_path, environment, messages);
  std::optional<site::LinkRows> new_rows = rows_at(new_path, environment, messages);
  CommonOptions old_site = common;
  old_site.output.clear();
  if (local.empty()) old_site.folder_url = site::default_site_url;
  old_site.looks_at_bytes = !local.empty();
  old_site.inputs = {old_path};
  if (local.empty() && !old_rows) take_own_address(old_site, rebase, environment);
  std::string old_url = folder_url("--site-url", old_site.site_url, common.standard);
  if (old_rows) {
    place_rows(*old_rows, old_path, "--site-url", old_url);
    old_url = old_rows->site_url();
    // Without a web address, rows of a mirror have the addresses of their places in it.
    if (local.empty() || !old_url.starts_with("file:")) old_site.site_url = old_url;
  } else if (old_url.empty()) {
    old_url = site::default_site_url;
  }
  CommonOptions new_site = old_site;
  // The input options apply to folders. Rows have their addresses already.
  old_site.inputs = {old_rows ? "." : old_path};
  new_site.inputs = {new_rows ? "." : new_path};
  RewriteCommand plan;
  plan.common = common;
  plan.common.site_url = old_site.site_url;
  plan.to = html::UrlForm::as_written;  // a plan without moves is valid, too
  plan.rebase = rebase;
  plan.map = map;
  plan.keep = keep;
  plan.local = local;
  plan.index = index;
  plan.extensions = extensions;
  if (old_rows && !(index.empty() && extensions.empty())) {
    throw UsageError(index.empty() ? "--extensions" : "--index",
                     "needs a folder as OLD: it looks for files there");
  }
  const bool needs_folders = write_redirects.has_value() || !redirects.empty();
  if (needs_folders && (old_rows || new_rows)) {
    throw UsageError(write_redirects ? "--write-redirects" : "--redirects",
                     "needs two folders: rows do not show which files there are");
  }
  if (!sources.empty() && new_rows) {
    throw UsageError("--sources", "needs a folder as NEW: its links are found again in its files");
  }
  if (no_fold && !write_redirects) throw UsageError("--no-fold", "needs --write-redirects");
  if (write_redirects && requested_format && common.output.empty()) {
    throw UsageError("--format", "is that of rows, and standard output is for redirects: give -o");
  }
  // In place, files keep their names.
  const bool is_in_place = !local.empty() && site::Place(local).relative(new_path);
  if (!is_in_place) plan.output = new_path;
  plan.kinds = {};
  // The address of NEW: that of the option, else that of its rows, else that of OLD by the plan.
  std::string new_url = folder_url("--new-site-url", new_site_url, common.standard);
  if (new_rows) {
    place_rows(*new_rows, new_path, "--new-site-url", new_url);
    new_url = new_rows->site_url();
  }
  if (!new_url.empty()) {
    new_site.site_url = new_url;
    if (rebase.empty() && local.empty() && new_url != old_url) {
      plan.rebase.push_back(old_url + "=" + new_url);
      const bool has_address = !old_url.starts_with("file:") || !new_url.starts_with("file:");
      if (new_site_url.empty() && has_address) {
        messages.warning(new_path, "its pages are at " + new_url + ", and those of " + old_path +
                                       " at " + old_url +
                                       ": compared as a move (--new-site-url says so without this "
                                       "warning)");
      }
    }
  } else if (local.empty() && !rebase.empty()) {
    const RewriteSettings settings(plan, input_options(old_site, environment.in));
    new_site.site_url = settings.policy().page_address(old_url);
  }
  const int exit_code =
      CompareRun(*this, environment, plan, old_site, new_site, old_rows, new_rows).run();
  const bool has_faults =
      (old_rows && old_rows->has_faults()) || (new_rows && new_rows->has_faults());
  return has_faults ? exit_error : exit_code;
}

}  // namespace

std::unique_ptr<Command> make_compare_command() {
  return std::make_unique<CompareCommand>();
}

}  // namespace hrefkit::cli
