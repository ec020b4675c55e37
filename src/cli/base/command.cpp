#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>  // IWYU pragma: keep
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/worker_processes.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/base_report.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

// Rows of the browsing contexts of a file: the base URL of each, and how it was found.

/// The columns of CSV. The last two hold JSON.
constexpr std::array<std::string_view, 9> base_columns{"file",           "context",    "address",
                                                       "base",           "baseSource", "fallback",
                                                       "fallbackSource", "elements",   "scopes"};

using html::BaseElementStatus;
using html::BaseSource;

using namespace sgr;

struct StatusRow {
  BaseElementStatus value;
  std::string_view message;
};

constexpr text::EnumTable<BaseElementStatus::over_budget, StatusRow> statuses({
    {BaseElementStatus::used, "gives the base URL"},
    {BaseElementStatus::no_href, "ignored: it has no href"},
    {BaseElementStatus::second, "ignored: a base element with an href comes before it"},
    {BaseElementStatus::in_template, "ignored: it is in a template"},
    {BaseElementStatus::in_shadow_tree, "ignored: it is in a shadow tree"},
    {BaseElementStatus::not_html, "ignored: it is not an HTML element"},
    {BaseElementStatus::outside_head, "ignored: it is not a child of head"},
    {BaseElementStatus::unresolvable, "ignored: its href is not a URL"},
    {BaseElementStatus::unusable_scheme, "ignored: a data: or javascript: URL cannot be a base"},
    {BaseElementStatus::removed, "ignored: a template with a for attribute took its place"},
    {BaseElementStatus::blocked, "ignored: a base-uri policy of the page forbids it"},
    {BaseElementStatus::over_budget,
     "ignored: the base URLs of this file take too much memory or time"},
});

std::string_view message(BaseSource source) {
  switch (source) {
    case BaseSource::document:
      return "the document's address";
    case BaseSource::creator:
      return "the base URL of the document that created it";
    case BaseSource::container:
      return "the base URL of the document around it";
    case BaseSource::base:
    case BaseSource::xml_base:
    case BaseSource::item:
      break;
  }
  return {};
}

/// Writes the base URLs of one file.
class Writer {
 public:
  Writer(RowBuffer& out, std::string_view file, std::string_view text, RowStyle const& style,
         std::function<bool()> const& emit)
      : rows_(out),
        name_(file),
        file_(text::to_valid_utf8(file)),
        style_(style),
        emit_(emit),
        cursor_(text) {}

  /// Appends all documents of a report. Calls `emit` after each part, which may empty the rows,
  /// until it returns false.
  void write(html::BaseReport const& report) {
    for (html::ReportedBases const& document : report.documents()) {
      switch (style_.format) {
        case Format::text:
          out_.clear();
          write_text(document);
          rows_.append(out_);
          break;
        case Format::csv:
          write_fields<CsvRow>(document);
          break;
        case Format::json:
        case Format::jsonl:
          write_fields<JsonRow>(document);
          break;
      }
      if (!emit_() || is_stopped_) break;
    }
  }

 private:
  /// Writes the part of a row so far. False if no more is wanted.
  bool flush_rows() {
    is_stopped_ = is_stopped_ || !emit_();
    return !is_stopped_;
  }

  void show_url(std::optional<std::string_view> url) { show(url.value_or("(too long)")); }

  void write_file(CsvRow& row) { row.text("file"_key, file_); }
  void write_file(JsonRow& row) { write_file_fields(row, name_); }

  template <typename Row>
  void write_fields(html::ReportedBases const& document) {
    Row row(rows_, style_);
    row.begin();
    write_file(row);
    row.name("context"_key, document.path);
    row.text("address"_key, document.address);
    row.text_or_null("base"_key, document.base);
    row.name("baseSource"_key, name(document.source));
    row.text_or_null("fallback"_key, document.fallback);
    row.name("fallbackSource"_key, name(document.fallback_source));
    row.nested("elements"_key, [&](JsonWriter& json) { write_elements(json, document); });
    if constexpr (std::is_same_v<Row, JsonRow>) row.release();
    row.nested("scopes"_key, [&](JsonWriter& json) {
      write_scopes(json, document, std::is_same_v<Row, JsonRow>);
    });
    if (document.is_cut) row.json_text("error"_key, code(url::Error::too_long));
    row.end();
  }

  void write_elements(JsonWriter& json, html::ReportedBases const& document) {
    json.begin_array();
    for (html::ReportedBaseElement const& element : document.elements) {
      begin_element(json, element.begin);
      json.member_or_null("href", element.href);
      json.member("fate", name(element.status));
      if (element.marker) {
        json.key("marker");
        begin_element(json, *element.marker);
        json.end_object();
      }
      json.end_object();
    }
    json.end_array();
  }

  /// A page may have many scopes with long base URLs: they are written before the row is complete,
  /// unless they go into a buffer of their own.
  void write_scopes(JsonWriter& json, html::ReportedBases const& document, bool is_in_rows) {
    json.begin_array();
    for (html::ReportedBaseScope const& scope : document.scopes) {
      if (is_in_rows && rows_.size() > flush_size) {
        if (&scope != document.scopes.data()) rows_.literal(",");
        if (!flush_rows()) break;
      }
      begin_element(json, scope.begin);
      json.member("element", scope.name);
      json.member("value", scope.value);
      json.member_or_null("base", scope.base);
      json.end_object();
    }
    json.end_array();
  }

  /// Begins the object of an element.
  void begin_element(JsonWriter& json, std::uint32_t begin) {
    const text::LineColumn at = cursor_.at(begin);
    json.begin_object();
    json.member("line", at.line);
    json.member("column", at.column);
  }

  void write_text(html::ReportedBases const& document) {
    style(bold);
    show(file_);
    style(plain);
    if (!document.frame.empty()) {
      out_ += " frame " + document.path + " (" + std::string(document.frame) + " at ";
      write_place(document.frame_begin);
      out_ += ')';
    }
    out_ += ": base URL ";
    style(bold);
    show_url(document.base);
    style(plain);
    out_ += "\n  address: ";
    show(document.address);
    out_ += "\n  without a base element: ";
    show_url(document.fallback);
    out_ += " (" + std::string(message(document.fallback_source)) + ")\n";
    for (html::ReportedBaseElement const& element : document.elements) write_text(element);
    for (html::ReportedBaseScope const& scope : document.scopes) {
      write_text(scope);
      if (out_.size() < flush_size) continue;
      rows_.append(out_);
      out_.clear();
      if (!flush_rows()) return;
    }
  }

  void write_text(html::ReportedBaseElement const& element) {
    if (element.status != BaseElementStatus::used) style(dim);
    write_tag(element.begin, element.name, "href", element.href);
    out_ += ' ';
    out_ += statuses[element.status].message;
    if (element.marker) {
      out_ += ", from a template that fills the marker at ";
      write_place(*element.marker);
    }
    style(plain);
    out_ += '\n';
  }

  void write_text(html::ReportedBaseScope const& scope) {
    write_tag(scope.begin, scope.name, "xml:base", scope.value);
    if (scope.usable) {
      out_ += " sets the base URL ";
      show_url(scope.base);
    } else {
      out_ += " is ignored: it is not a URL";
    }
    out_ += '\n';
  }

  /// "  3:1: <base href="x">", with one attribute.
  void write_tag(std::uint32_t begin, std::string_view element, std::string_view attribute,
                 std::optional<std::string_view> value) {
    out_ += "  ";
    write_place(begin);
    out_ += ": <";
    show(element);
    if (value) {
      out_ += ' ';
      out_ += attribute;
      out_ += "=\"";
      show(*value);
      out_ += '"';
    }
    out_ += '>';
  }

  void write_place(std::uint32_t offset) {
    const text::LineColumn at = cursor_.at(offset);
    out_ += std::to_string(at.line) + ':' + std::to_string(at.column);
  }

  void show(std::string_view text) { append_printable(out_, text, style_.display); }

  void style(std::string_view code) {
    if (style_.color) out_ += code;
  }

  RowBuffer& rows_;
  std::string out_;        // the text of one document
  std::string_view name_;  // of the file, as it is
  std::string file_;
  RowStyle const& style_;
  std::function<bool()> const& emit_;
  bool is_stopped_ = false;  // the output takes no more rows
  text::LineCursor cursor_;
};

/// One document, from an input to its rows.
struct BaseJob : DocumentJob {
  RowBuffer rows;
  std::size_t contexts = 0;           ///< documents in the file, those of its frames among them
  std::size_t moved_by_xml_base = 0;  ///< links, to a URL that browsers do not use
};

/// The rows so far and the number of documents, as bytes; clears the rows.
std::string pack(BaseJob& job) {
  Packer out;
  out.number(job.contexts);
  out.number(job.moved_by_xml_base);
  out.text(job.rows.view());
  job.rows.clear();
  return std::string(out.view());
}

void unpack(std::string_view packed, BaseJob& job) {
  Unpacker in(packed);
  job.contexts = in.count();  // the last part has the final numbers
  job.moved_by_xml_base = in.count();
  job.rows.append(in.text());
}

/// Passes parts of the rows to `emit_part`, until it returns false.
void write_rows(BaseJob& job, OpenDocument& document, RowStyle const& style,
                std::function<bool()> const& emit_part) {
  const html::BaseReport report(document.source, document.options, job.notes);
  Writer(job.rows, job.input.path, document.source.text, style, emit_part).write(report);
  if (report.is_cut()) {
    job.notes.push_back({html::NoteKind::urls_too_long,
                         "the base URLs of this page are too long in total: some are left out",
                         {}});
  }
  job.contexts = report.documents().size();
  Documents::place_notes(job, document);
}

/// One run of the command: reads the documents and writes their rows.
class BaseRun {
 public:
  BaseRun(Documents& documents, RowSink& sink, RowStyle const& style, bool isolate)
      : documents_(documents), sink_(sink), style_(style) {
    if (isolate) this->isolate();
  }

  void run() {
    sink_.begin();
    site::run_in_order<BaseJob, OpenDocument>(
        documents_.threads(), [this](BaseJob& job) { return documents_.next_job(job); },
        [this](BaseJob& job, OpenDocument& document, site::Turn& turn) {
          work(job, document, turn);
        },
        [this](BaseJob& job) { return emit(job); });
    sink_.end();
  }

  /// The number of documents, with those of frames.
  std::size_t contexts() const { return contexts_; }

  /// The number of links that xml:base leads to a URL that browsers do not use.
  std::size_t moved_by_xml_base() const { return moved_by_xml_base_; }

 private:
  void work(BaseJob& job, OpenDocument& document, site::Turn& turn) {
    job.rows.clear();
    job.contexts = 0;
    job.moved_by_xml_base = 0;
    const auto emit_part = [&] { return write_early(job.rows, turn); };
    if (isolated_ && !job.read_error) {
      isolated_->read(job, emit_part);
    } else {
      read(job, document, emit_part);
    }
    turn.finish(job.rows.size());
  }

  void read(BaseJob& job, OpenDocument& document, std::function<bool()> const& emit_part) {
    try {
      if (!documents_.read(job, document)) return;
      job.moved_by_xml_base = html::count_moved_by_xml_base(document.source, document.options);
      write_rows(job, document, style_, emit_part);
    } catch (std::bad_alloc const&) {  // the other documents are still processed
      job.error = "out of memory";
    }
  }

  /// Sets up worker processes that read the documents.
  void isolate() {
    isolated_.emplace(
        IsolatedSteps<BaseJob>{.read =
                                   [this](BaseJob& job, auto const& emit_part) {
                                     OpenDocument document;
                                     read(job, document, emit_part);
                                   },
                               .row_bytes = [](BaseJob const& job) { return job.rows.size(); },
                               .pack = pack,
                               .unpack = unpack});
  }

  /// Writes the rows of a page with many frames in parts. False if the output takes no more.
  bool write_early(RowBuffer& rows, site::Turn& turn) {
    const auto clear = [&] { rows.clear(); };
    const auto emit = [&] {
      const bool given = sink_.emit(rows.view());
      rows.clear();
      return given;
    };
    return turn.emit_early(rows.size(), emit, clear);
  }

  bool emit(BaseJob& job) {
    contexts_ += job.contexts;
    moved_by_xml_base_ += job.moved_by_xml_base;
    return !documents_.report(job) || sink_.emit(job.rows.view());
  }

  Documents& documents_;
  RowSink& sink_;
  RowStyle const& style_;
  std::optional<IsolatedDocuments<BaseJob>> isolated_;
  std::size_t contexts_ = 0;
  std::size_t moved_by_xml_base_ = 0;
};

/// `hrefkit base`: the base URL of every browsing context, with the reasons.
struct BaseCommand final : Command {
  BaseCommand()
      : Command({"base", "Print the base URL of every browsing context, and why",
                 "hrefkit base --url https://docs.example/a.html a.html\n"
                 "hrefkit base -f jsonl public"}) {}

  void add_options(OptionSet& options) override {
    add_input_options(options, common);
    options.globs("--exclude", common.exclude);
    options.flag("--isolate", common.isolate);
    options.choice("--format", requested_format, format_names);
    add_output_options(options, common);
  }

  int run(Environment const& environment) const override {
    const Format format = chosen_format(requested_format, format_names, common.output);
    const RowStyle style = row_style(format, common, environment);
    Messages messages(environment, common);
    Documents documents(common, environment, messages);
    Output output(common.output, environment.out, contents_of(format));
    RowSink sink(style, base_columns, [&](std::string_view rows) {
      messages.before_rows();
      return output.write(rows);
    });
    std::size_t contexts = 0;
    std::string details;
    if (!output.error()) {
      BaseRun run(documents, sink, style, common.isolate);
      run.run();
      contexts = run.contexts();
      details = moved_by_xml_base(run.moved_by_xml_base());
      output.finish(documents.counts().files);
    }
    if (messages.report(output.error())) return exit_error;
    if (!output.is_cut_off()) {
      documents.warn_of_unused();
      messages.summary(
          run_summary(counted(contexts, "document", "documents"), details, documents.counts()));
    }
    return documents.failed() ? exit_error : exit_clean;
  }

  std::optional<Format> requested_format;  ///< of --format
};

}  // namespace

std::unique_ptr<Command> make_base_command() {
  return std::make_unique<BaseCommand>();
}

}  // namespace hrefkit::cli
