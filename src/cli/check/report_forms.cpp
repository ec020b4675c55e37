#include "hrefkit/cli/check/report_forms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/html_report.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/check.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

// Findings for people: page by page, each with its source line. A link that is broken on many
// pages, as in a menu, is printed once, at the first of them.
//
//   public/guide/index.html:12:15: error: intro.html does not exist (on 6 pages) [missing-file]
//      12 | <p>See <a href="intro.html">the introduction</a>.
//         |                 ^^^^^^^^^^
//       public/guide/setup.html:14:15
//       public/guide/usage.html:11:15
//       and 3 more

using namespace sgr;

std::string_view color_of(site::Severity severity) {
  switch (severity) {
    case site::Severity::error:
      return red;
    case site::Severity::warning:
      return yellow;
    case site::Severity::note:
    case site::Severity::off:
      break;
  }
  return cyan;
}

/// "file:line:column"
std::string place_text(std::string file, std::size_t line, std::size_t column) {
  for (const std::size_t number : {line, column}) file.append(":").append(std::to_string(number));
  return file;
}

/// "and 12 more findings"; empty for none.
std::string left_out_text(std::size_t findings) {
  if (findings == 0) return {};
  return "and " + counted(findings, "more finding", "more findings");
}

class TextReport : public Report {
 public:
  /// So many of the worst targets are named.
  static constexpr std::size_t max_targets = 5;

  TextReport(ReportOptions const& options, WriteText write)
      : options_(options),
        write_(std::move(write)),
        groups_(options.shared->add(
            site::GroupBy::cause,
            {.print = [this](site::FindingGroup const& group) { return print(group); },
             .max_printed = options.max_findings})) {}
  bool begin() override { return true; }
  bool emit(site::Finding const& finding) override {
    counts_.add(finding);
    return !groups_.has_stopped;
  }
  bool end(site::CheckSummary const& summary) override {
    if (groups_.has_stopped || !print_counts()) return false;
    if (const std::string incomplete = incomplete_text(summary); !incomplete.empty()) {
      return summary.files_read == 0 || write_("\n" + incomplete + "\n");
    }
    // An empty file would look as if it were not finished.
    const bool is_empty = options_.is_file && counts_.all() == 0;
    return !is_empty || write_(pages_and_links(summary) + ": nothing is broken.\n");
  }

 private:
  bool print(site::FindingGroup const& group);
  bool print_counts();
  std::string printable_place(std::string_view file, std::size_t line, std::size_t column) const;
  void append_headline(std::string& out, site::FindingGroup const& group) const;
  void append_source(std::string& out, site::Finding const& finding) const;
  void append_colored(std::string& out, std::string_view color, std::string_view text) const;

  ReportOptions options_;
  WriteText write_;
  site::GroupPrinter& groups_;
  site::FindingCounts counts_;
  std::string last_file_;  // of the finding that was printed last
};

bool TextReport::print(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  std::string out;
  if (!last_file_.empty() && finding.file != last_file_) out += '\n';
  last_file_ = finding.file;
  append_colored(out, bold,
                 printable_place(finding.file, finding.line, finding.column).append(":"));
  out += ' ';
  append_headline(out, group);
  append_source(out, finding);
  for (site::FindingPlace const& place : group.more_places) {
    out.append("    ").append(printable_place(place.file, place.line, place.column)).append("\n");
  }
  if (const std::size_t more = group.unnamed_pages(); more != 0) {
    out.append("    and ").append(grouped_number(more)).append(" more\n");
  }
  return write_(out);
}

/// How many findings each rule has, and what most of them lead to.
bool TextReport::print_counts() {
  if (counts_.all() == 0) return true;
  std::string out;
  if (const std::size_t left = groups_.left_out; left != 0) {
    out.append(last_file_.empty() ? "" : "\n").append(left_out_text(left)).append("\n");
  }
  const auto append_count = [&](std::size_t count, std::string_view what) {
    const std::string number = grouped_number(count);
    out.append(number.size() < 8 ? 8 - number.size() : 0, ' ').append(number).append("  ");
    append_printable(out, what, options_.style.display);
    out += '\n';
  };
  out += '\n';
  append_colored(out, bold, counted(counts_.all(), "finding", "findings").append(" by rule:"));
  out += '\n';
  for (const site::Rule rule : counts_.rules()) append_count(counts_.of(rule), name(rule));
  const auto targets = counts_.worst_targets(max_targets);
  if (!targets.empty()) {
    append_colored(out, bold, "worst targets:");
    out += '\n';
  }
  for (site::FindingCounts::Target const& target : targets)
    append_count(target.findings, target.name);
  return write_(out);
}

std::string TextReport::printable_place(std::string_view file, std::size_t line,
                                        std::size_t column) const {
  std::string out;
  append_printable(out, file, options_.style.display);
  return place_text(std::move(out), line, column);
}

/// "error: a.html does not exist (on 6 pages) [missing-file]"
void TextReport::append_headline(std::string& out, site::FindingGroup const& group) const {
  site::Finding const& finding = group.first;
  append_colored(out, color_of(finding.severity), std::string(name(finding.severity)).append(":"));
  out += ' ';
  append_printable(out, finding.message, options_.style.display);
  if (const std::string extent = extent_of(group); !extent.empty()) {
    out.append(" (").append(extent).append(")");
  }
  out += ' ';
  append_colored(out, dim, std::string("[").append(name(finding.rule)).append("]"));
  out += '\n';
}

/// A source line as it is shown. On a terminal it is cut around the mark to one line there.
struct ShownSource {
  std::string before;
  std::string url;
  std::string after;

  /// Leaves at most `room` columns.
  void cut(std::size_t room);
};

constexpr std::string_view cut_mark = "...";

/// Cuts what is beyond `room` columns off the end.
void cut_end(std::string& text, std::size_t room) {
  if (display_columns(text) <= room) return;
  const std::size_t kept = room - std::min(room, cut_mark.size());
  text.resize(first_columns(text, kept));
  text += cut_mark;
}

/// The same at the start.
void cut_start(std::string& text, std::size_t room) {
  const std::size_t columns = display_columns(text);
  if (columns <= room) return;
  const std::size_t kept = room - std::min(room, cut_mark.size());
  text.erase(0, after_columns(text, columns - kept));
  text.insert(0, cut_mark);
}

void ShownSource::cut(std::size_t room) {
  const std::size_t before_columns = display_columns(before);
  const std::size_t after_columns = display_columns(after);
  const std::size_t min_before = std::min(before_columns, cut_mark.size());
  const std::size_t min_after = std::min(after_columns, cut_mark.size());
  const std::size_t min_around = min_before + min_after;
  cut_end(url, std::max(room - std::min(room, min_around), cut_mark.size() + 1));
  const std::size_t left = room - std::min(room, display_columns(url));
  const std::size_t half = left / 2;
  const std::size_t room_after = std::max(half, left - std::min(left, before_columns));
  const std::size_t room_before = left - std::min({left, after_columns, room_after});
  cut_start(before, room_before);
  cut_end(after, room_after);
}

/// The source line, and carets below the URL.
void TextReport::append_source(std::string& out, site::Finding const& finding) const {
  if (finding.source_line.empty()) return;
  const std::string number = std::to_string(finding.line);
  const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  const std::string_view line = finding.source_line;
  const std::size_t skip = std::min(line.find_first_not_of(" \t"), finding.source_begin);
  const Display display = options_.style.display;
  constexpr std::string_view bar = " | ";
  ShownSource source;
  append_printable(source.before, line.substr(skip, finding.source_begin - skip), display);
  append_printable(source.url,
                   line.substr(finding.source_begin, finding.source_end - finding.source_begin),
                   display);
  append_printable(source.after, line.substr(finding.source_end), display);
  const std::size_t margin_columns = margin.size() + number.size() + bar.size();
  if (display == Display::terminal) {
    source.cut(options_.style.width - std::min(options_.style.width, margin_columns));
  }
  append_colored(out, dim, std::string(margin).append(number).append(bar));
  out.append(source.before).append(source.url).append(source.after).append("\n");
  append_colored(out, dim, std::string(margin.size() + number.size(), ' ').append(bar));
  out += std::string(display_columns(source.before), ' ');
  const std::size_t carets = std::max<std::size_t>(display_columns(source.url), 1);
  append_colored(out, color_of(finding.severity), std::string(carets, '^'));
  out += '\n';
}

void TextReport::append_colored(std::string& out, std::string_view color,
                                std::string_view text) const {
  if (options_.style.color) out += color;
  out += text;
  if (options_.style.color) out += plain;
}

// Findings as rows: JSON, JSON Lines, CSV.

class RowReport : public Report {
 public:
  RowReport(ReportOptions const& options, WriteText write);
  bool begin() override { return sink_.begin(); }
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return sink_.end(); }

 private:
  RowStyle style_;
  bool has_answers_;
  RowSink sink_;
  RowBuffer row_;
};

/// The last three only where the network is asked.
constexpr std::array<std::string_view, 21> all_columns{
    "rule",    "severity",   "file",    "line",    "column", "offset", "length",
    "element", "attribute",  "index",   "raw",     "url",    "base",   "baseSource",
    "target",  "suggestion", "message", "context", "status", "reason", "final"};

std::span<std::string_view const> columns(ReportOptions const& options) {
  constexpr std::size_t of_network = 3;
  return std::span(all_columns).first(all_columns.size() - (options.has_answers ? 0 : of_network));
}

/// What a server answered. In CSV the columns are there in each row, or in none.
void write_answer(JsonRow& row, site::Finding const& finding, bool) {
  if (!finding.has_answer) return;
  if (finding.status != 0) {
    row.number("status"_key, finding.status);
  } else {
    row.text_or_null("status"_key, std::nullopt);
  }
  const bool has_reason = !finding.reason.empty();
  row.text_or_null("reason"_key, has_reason ? std::optional(finding.reason) : std::nullopt);
  row.json_text("final"_key, finding.final_url);
}

void write_answer(CsvRow& row, site::Finding const& finding, bool has_answers) {
  if (!has_answers) return;
  row.field(finding.status == 0 ? "" : std::to_string(finding.status));
  row.field(finding.reason);
  row.field(finding.final_url.value_or(""));
}

/// `write_file` writes the file's name, which takes two fields where it is not UTF-8.
template <typename Row, typename WriteFile>
void write_fields(Row& row, site::Finding const& finding, WriteFile const& write_file,
                  bool has_answers) {
  row.begin();
  row.name("rule"_key, name(finding.rule));
  row.name("severity"_key, name(finding.severity));
  write_file();
  row.number("line"_key, finding.line);
  row.number("column"_key, finding.column);
  row.number("offset"_key, finding.offset);
  row.number("length"_key, finding.length);
  row.text("element"_key, finding.element);
  row.text("attribute"_key, finding.attribute);
  row.number("index"_key, finding.index);
  row.text("raw"_key, finding.raw);
  row.text_or_null("url"_key, finding.url);
  row.text("base"_key, finding.base);
  row.name("baseSource"_key, finding.base_source);
  row.text_or_null("target"_key, finding.target);
  row.text_or_null("suggestion"_key, finding.suggestion);
  row.text("message"_key, finding.message);
  row.optional_name("context"_key, finding.context);
  write_answer(row, finding, has_answers);
  row.end();
}

void write_json(RowBuffer& out, RowStyle const& style, site::Finding const& finding) {
  JsonRow row(out, style);
  write_fields(
      row, finding, [&] { write_file_fields(row, finding.file); }, true);
}

RowStyle row_style(ReportOptions const& options) {
  RowStyle style = options.style;
  style.format = options.format == ReportFormat::json  ? Format::json
                 : options.format == ReportFormat::csv ? Format::csv
                                                       : Format::jsonl;
  return style;
}

RowReport::RowReport(ReportOptions const& options, WriteText write)
    : style_(row_style(options)),
      has_answers_(options.has_answers),
      sink_(style_, columns(options), std::move(write)) {}

bool RowReport::emit(site::Finding const& finding) {
  row_.clear();
  if (style_.format == Format::csv) {
    CsvRow row(row_, style_);
    write_fields(
        row, finding, [&] { row.field(text::to_valid_utf8(finding.file)); }, has_answers_);
  } else {
    write_json(row_, style_, finding);
  }
  return sink_.emit(row_.view());
}

// Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts
// show beside the source.

class SarifReport : public Report {
 public:
  /// The limits of GitHub: of results that it shows, and that it takes.
  static constexpr std::size_t max_results_shown = 5'000;
  static constexpr std::size_t max_results = 25'000;

  SarifReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  bool begin() override;
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;
  std::string left_out() const override;

 private:
  bool write(std::string_view json);

  ReportOptions options_;
  WriteText write_;
  std::string shown_;
  ReportPaths paths_;
  std::size_t results_ = 0;
};

constexpr std::string_view schema = "https://json.schemastore.org/sarif-2.1.0.json";

std::string_view level(site::Severity severity) {
  switch (severity) {
    case site::Severity::error:
      return "error";
    case site::Severity::warning:
      return "warning";
    case site::Severity::note:
      return "note";
    case site::Severity::off:
      break;
  }
  return "none";
}

void write_rule(JsonWriter& json, site::Rule rule) {
  json.begin_object();
  json.member("id", name(rule));
  json.key("shortDescription");
  json.begin_object();
  json.member("text", description(rule));
  json.end_object();
  json.key("defaultConfiguration");
  json.begin_object();
  json.member("level", level(default_severity(rule)));
  json.end_object();
  json.end_object();
}

/// The URI of a file; a path is relative to the root of the repository. A colon in the first name
/// would end a scheme (RFC 3986, 4.2).
std::string uri_of(std::string const& path) {
  if (is_web_url(path)) return path;
  std::string reference = url::percent_encode_path(path);
  if (path.starts_with('/')) return "file://" + reference;
  const std::size_t colon = reference.find(':');
  return colon < reference.find('/') ? "./" + reference : reference;
}

void write_location(JsonWriter& json, std::string const& uri, site::Finding const& finding) {
  json.begin_object();
  json.key("physicalLocation");
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object();
  json.member("uri", uri);
  json.end_object();
  json.key("region");
  json.begin_object();
  json.member("startLine", finding.line);
  json.member("startColumn", finding.column);
  json.member("byteOffset", finding.offset);
  json.member("byteLength", finding.length);
  json.end_object();
  json.end_object();
  json.end_object();
}

bool SarifReport::begin() {
  RowBuffer out;
  JsonWriter json(out);
  json.begin_object();
  json.member("$schema", schema);
  json.member("version", "2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  json.member("name", "hrefkit");
  json.member("version", options_.version);
  json.key("rules");
  json.begin_array();
  for (std::size_t i = 0; i < site::rule_count; ++i) write_rule(json, static_cast<site::Rule>(i));
  json.end_array();
  json.end_object();
  json.end_object();
  json.member("columnKind", "unicodeCodePoints");
  json.key("results");
  json.begin_array();
  return write(out.view());
}

/// What a server answered, in the bag of properties.
void write_answer(JsonWriter& json, site::Finding const& finding) {
  json.key("properties");
  json.begin_object();
  if (finding.status != 0) json.member("status", std::size_t{finding.status});
  if (!finding.reason.empty()) json.member("reason", finding.reason);
  if (finding.final_url) json.member("final", *finding.final_url);
  json.end_object();
}

bool SarifReport::emit(site::Finding const& finding) {
  RowBuffer out;
  out.append(results_++ != 0 ? ",\n" : "\n");
  JsonWriter json(out);
  json.begin_object();
  json.member("ruleId", name(finding.rule));
  json.member("ruleIndex", static_cast<std::size_t>(finding.rule));
  json.member("level", level(finding.severity));
  json.key("message");
  json.begin_object();
  json.member("text", finding.message);
  json.end_object();
  json.key("locations");
  json.begin_array();
  write_location(json, uri_of(paths_.relative(finding.file)), finding);
  json.end_array();
  json.key("partialFingerprints");
  json.begin_object();
  json.member("hrefkit/v1", options_.shared->fingerprint(finding));
  json.end_object();
  if (finding.has_answer) write_answer(json, finding);
  json.end_object();
  return write(out.view());
}

bool SarifReport::end(site::CheckSummary const& summary) {
  const std::string incomplete = incomplete_text(summary);
  if (incomplete.empty()) return write("]}]}\n");
  RowBuffer out;
  JsonWriter json(out);
  json.begin_array();
  json.begin_object();
  json.member("executionSuccessful", false);
  json.member("exitCodeDescription", incomplete);
  json.end_object();
  json.end_array();
  return write("],\"invocations\":" + std::string(out.view()) + "}]}\n");
}

bool SarifReport::write(std::string_view json) {
  return write_(shown_json(json, options_.style.display, shown_));
}

std::string SarifReport::left_out() const {
  if (results_ <= max_results_shown) return {};
  const std::string text = "the report has " + grouped_number(results_) + " results, and GitHub ";
  if (results_ <= max_results) return text + "shows " + grouped_number(max_results_shown);
  return text + "refuses more than " + grouped_number(max_results) +
         ": --rules, --exclude-url or --baseline leave some out";
}

// Findings as a report of GitLab's Code Quality: an array of issues, whose fingerprints tell old
// ones from new ones (docs.gitlab.com/ci/testing/code_quality, "Import code quality results").

class GitlabReport : public Report {
 public:
  GitlabReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  bool begin() override { return write_("["); }
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return write_(any_ ? "\n]\n" : "]\n"); }

 private:
  ReportOptions options_;
  WriteText write_;
  std::string shown_;
  ReportPaths paths_;
  bool any_ = false;
};

/// A severity of Code Climate's engine specification.
std::string_view gitlab_severity(site::Severity severity) {
  switch (severity) {
    case site::Severity::error:
      return "major";
    case site::Severity::warning:
      return "minor";
    case site::Severity::note:
    case site::Severity::off:
      break;
  }
  return "info";
}

bool GitlabReport::emit(site::Finding const& finding) {
  RowBuffer out;
  out.append(any_ ? ",\n" : "\n");
  any_ = true;
  JsonWriter json(out);
  json.begin_object();
  json.member("description", finding.message);
  json.member("check_name", name(finding.rule));
  json.member("fingerprint", options_.shared->fingerprint(finding));
  json.member("severity", gitlab_severity(finding.severity));
  json.key("location");
  json.begin_object();
  json.member("path", paths_.readable(finding.file));
  json.key("lines");
  json.begin_object();
  json.member("begin", finding.line);
  json.end_object();
  json.end_object();
  json.end_object();
  return write_(shown_json(out.view(), options_.style.display, shown_));
}

// Findings as JUnit XML, which build servers show: a test suite a page, and in that of its first
// page a test case for each target of broken links. A page with very many bytes of cases has
// several suites.

class JunitReport : public Report {
 public:
  JunitReport(ReportOptions const& options, WriteText write)
      : options_(options),
        write_(std::move(write)),
        groups_(options.shared->add(
            site::GroupBy::target,
            {.print = [this](site::FindingGroup const& group) { return print(group); }})) {}
  /// What every such report begins with.
  static std::string_view beginning();
  bool begin() override;
  bool emit(site::Finding const&) override { return !groups_.has_stopped; }
  bool end(site::CheckSummary const& summary) override;

 private:
  bool print(site::FindingGroup const& group);
  void set_aside();
  bool close_suite();

  ReportOptions options_;
  WriteText write_;
  ReportPaths paths_;
  site::GroupPrinter& groups_;
  std::string file_;   // whose suite is open
  std::string cases_;  // of the open suite, without those in `cases_aside_`
  SpilledRows cases_aside_;
  std::size_t bytes_aside_ = 0;
  std::size_t count_ = 0;
  std::size_t failures_ = 0;
};

/// Appends `text` as XML text or attribute value. Characters that XML does not allow become U+FFFD.
void append_xml(std::string& out, std::string_view text);

/// A suite begins with its numbers, so its cases wait for its end, most of them in a temporary
/// file. A file that has more bytes of cases gets another suite of the same name.
constexpr std::size_t max_waiting = std::size_t{8} << 20;

/// Char of XML 1.0, section 2.2.
bool is_xml_char(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("=\"");
  append_xml(out, value);
  out += '"';
}

void append_xml(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t plain =
        text::find_first_that<text::Lanes>(text.substr(at), [](text::Lanes lanes) {
          return (lanes.below_or_high(' ') | lanes.equal('&')) |
                 ((lanes.equal('<') | lanes.equal('>')) | lanes.equal('"'));
        });
    out.append(text.substr(at, plain));
    at += plain;
    if (at >= text.size()) break;
    const text::Utf8Step step = text::decode_utf8(text, at);
    at += step.length;
    switch (step.code_point) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
        out += "&#9;";
        break;
      case '\n':
        out += "&#10;";
        break;
      case '\r':
        out += "&#13;";
        break;
      default:
        text::append_utf8(
            out, is_xml_char(step.code_point) ? step.code_point : text::replacement_character);
    }
  }
}

std::string_view JunitReport::beginning() {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hrefkit check\">\n";
}

bool JunitReport::begin() {
  return write_(std::string(beginning()) + "<!-- hrefkit " + options_.version + " -->\n");
}

/// The places of a group but the first: " (on 6 pages: a.html:1:2, b.html:1:2, c.html:1:2 and 3
/// more)". `shown` makes a place a piece of the text. Empty for one finding.
template <class Show>
std::string extent_text(site::FindingGroup const& group, ReportPaths& paths, Show const& shown) {
  std::string text = extent_of(group);
  if (text.empty()) return text;
  text.insert(0, " (");
  if (group.pages > 1) {
    const auto place = [&](std::string_view file, std::size_t line, std::size_t column) {
      return shown(place_text(shown_text(paths.readable(file)), line, column));
    };
    site::Finding const& first = group.first;
    text.append(": ").append(place(first.file, first.line, first.column));
    for (site::FindingPlace const& more : group.more_places) {
      text.append(", ").append(place(more.file, more.line, more.column));
    }
    if (const std::size_t more = group.unnamed_pages(); more != 0) {
      text.append(" and ").append(grouped_number(more)).append(" more");
    }
  }
  return text.append(")");
}

std::string extent_text(site::FindingGroup const& group, ReportPaths& paths) {
  return extent_text(group, paths, [](std::string place) { return place; });
}

bool JunitReport::print(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  const std::string file = shown_text(paths_.readable(finding.file));
  std::string message = shown_text(finding.message);
  message += extent_text(group, paths_);
  const bool is_full = bytes_aside_ + cases_.size() > max_waiting;
  if ((file != file_ || is_full) && !close_suite()) return false;
  file_ = file;
  ++count_;
  const std::string place = place_text(file_, finding.line, finding.column);
  cases_ += "    <testcase";
  append_attribute(cases_, "classname", file_);
  cases_.append(" name=\"").append(name(finding.rule));
  // More people see the name than the page: a password of the page's text is not in it.
  const std::string reference = url::masked_url(finding.raw);
  if (!reference.empty()) append_xml(cases_ += ' ', shown_text(reference));
  cases_.append(" at ").append(place.substr(file_.size() + 1)).append("\"");
  std::string escaped;  // escaped once: it may hold a long base URL
  append_xml(escaped, message);
  const auto append_text = [&] {
    append_xml(cases_, place);
    cases_.append(": ").append(escaped);
  };
  if (finding.severity == site::Severity::error) {
    ++failures_;
    cases_ += "><failure";
    append_attribute(cases_, "type", name(finding.rule));
    cases_.append(" message=\"").append(escaped).append("\">");
    append_text();
    cases_ += "</failure></testcase>\n";
  } else {
    cases_ += "><system-out>";
    append_text();
    cases_ += "</system-out></testcase>\n";
  }
  set_aside();
  return true;
}

void JunitReport::set_aside() {
  constexpr std::size_t enough = std::size_t{1} << 16;
  if (cases_.size() < enough || !cases_aside_.add(cases_)) return;
  bytes_aside_ += cases_.size();
  cases_.clear();
}

bool JunitReport::close_suite() {
  if (count_ == 0) return true;
  std::string suite = "  <testsuite";
  append_attribute(suite, "name", file_);
  append_attribute(suite, "tests", std::to_string(count_));
  append_attribute(suite, "failures", std::to_string(failures_));
  suite += ">\n";
  const bool is_written =
      write_(suite) && cases_aside_.emit(write_) && write_(cases_) && write_("  </testsuite>\n");
  cases_.clear();
  cases_aside_.clear();
  bytes_aside_ = count_ = failures_ = 0;
  return is_written;
}

bool JunitReport::end(site::CheckSummary const& summary) {
  if (groups_.has_stopped || !close_suite()) return false;
  const std::string incomplete = incomplete_text(summary);
  const bool is_whole = incomplete.empty();
  std::string suite = is_whole
                          ? "  <testsuite name=\"pages\" tests=\"1\" failures=\"0\">"
                          : "  <testsuite name=\"pages\" tests=\"2\" failures=\"0\" errors=\"1\">";
  suite += "<testcase classname=\"hrefkit\" name=\"";
  suite.append(pages_and_links(summary)).append(" checked\"/>");
  if (!is_whole) {
    suite += "<testcase classname=\"hrefkit\" name=\"all links\"><error";
    append_attribute(suite, "message", incomplete);
    suite += "/></testcase>";
  }
  suite += "</testsuite>\n";
  return write_(suite.append("</testsuites>\n"));
}

// Findings as GitHub workflow commands: each becomes an annotation of the file. GitHub shows few of
// them, so that a broken link of many pages is one.

class GithubReport : public Report {
 public:
  /// So many annotations of each severity are shown for a step.
  static constexpr std::size_t max_annotations = 10;

  GithubReport(ReportOptions const& options, WriteText write)
      : display_(options.style.display),
        write_(std::move(write)),
        groups_(options.shared->add(
            site::GroupBy::cause,
            {.print = [this](site::FindingGroup const& group) { return print(group); },
             .max_printed = options.max_findings})) {}
  bool begin() override { return true; }
  bool emit(site::Finding const&) override { return !groups_.has_stopped; }
  bool end(site::CheckSummary const&) override;
  std::string left_out() const override;

 private:
  bool print(site::FindingGroup const& group);

  Display display_;
  WriteText write_;
  ReportPaths paths_;
  site::GroupPrinter& groups_;
  std::array<std::size_t, 4> annotations_ = {};  // by severity
};

enum class Place : bool { message, property };

/// GitHub's escapes for the data and the properties of workflow commands.
void append_escaped(std::string& out, std::string_view text, Place place) {
  // In messages, '%' stands for no further character.
  const char also = place == Place::property ? ':' : '%';
  const char and_also = place == Place::property ? ',' : '%';
  while (true) {
    const std::size_t plain = text::find_first_that<text::Lanes>(text, [&](text::Lanes lanes) {
      return ((lanes.equal('%') | lanes.equal('\r')) | lanes.equal('\n')) |
             (lanes.equal(also) | lanes.equal(and_also));
    });
    out.append(text.substr(0, plain));
    if (plain >= text.size()) return;
    const auto byte = static_cast<unsigned char>(text[plain]);
    out.append("%").append(1, text::upper_hex_digits[byte >> 4]);
    out += text::upper_hex_digits[byte & 15];
    text.remove_prefix(plain + 1);
  }
}

std::string_view command(site::Severity severity) {
  if (severity == site::Severity::error) return "::error";
  return severity == site::Severity::warning ? "::warning" : "::notice";
}

bool GithubReport::print(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  ++annotations_[static_cast<std::size_t>(finding.severity)];
  std::string line(command(finding.severity));
  line += " file=";
  const std::string file = paths_.readable(finding.file);  // GitHub looks for a file of that name
  append_escaped(line, display_ == Display::terminal ? shown_text(file) : file, Place::property);
  line.append(",line=").append(std::to_string(finding.line));
  line.append(",col=").append(std::to_string(finding.column));
  line.append(",title=").append(name(finding.rule)).append("::");
  append_escaped(line, shown_text(finding.message), Place::message);
  append_escaped(line, extent_text(group, paths_), Place::message);
  return write_(line.append("\n"));
}

bool GithubReport::end(site::CheckSummary const& summary) {
  if (groups_.has_stopped) return false;
  std::string rest = left_out_text(groups_.left_out);
  if (!rest.empty()) rest += '\n';
  if (const std::string text = incomplete_text(summary); !text.empty()) {
    rest.append("::error title=incomplete::").append(text).append("\n");
  }
  return rest.empty() || write_(rest);
}

std::string GithubReport::left_out() const {
  if (*std::max_element(annotations_.begin(), annotations_.end()) <= max_annotations) return {};
  return "GitHub shows " + grouped_number(max_annotations) +
         " annotations of each severity: --format text or markdown names the place of each finding";
}

// A summary in Markdown, for a pull request or a job's page: a table of the rules, and the first
// findings.

class MarkdownReport : public Report {
 public:
  /// So many findings are listed at most, in so many bytes: a comment on GitHub may have 65,536
  /// characters.
  static constexpr std::size_t max_listed = 100;
  static constexpr std::size_t max_bytes = 60'000;

  MarkdownReport(ReportOptions const& options, WriteText write)
      : write_(std::move(write)),
        version_(options.version),
        has_baseline_(options.has_baseline),
        groups_(options.shared->add(
            site::GroupBy::cause,
            {.print = [this](site::FindingGroup const& group) { return list(group); },
             .max_printed = std::min(options.max_findings, max_listed)})) {}
  bool begin() override { return true; }
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool list(site::FindingGroup const& group);

  WriteText write_;
  std::string version_;
  bool has_baseline_;
  ReportPaths paths_;
  site::GroupPrinter& groups_;
  std::array<std::size_t, site::rule_count> counts_ = {};
  std::size_t all_ = 0;
  std::size_t listed_ = 0;  // of them
  std::string list_;
};

/// How many backticks stand in a row at most.
std::size_t max_fence_in(std::string_view text) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (const char c : text) {
    length = c == '`' ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return longest;
}

/// Text that means nothing to Markdown: in a code span, on one line. The backticks around it are
/// more than any row of them in it (CommonMark 6.1).
void append_code(std::string& out, std::string_view text) {
  const std::string fence(max_fence_in(text) + 1, '`');
  const std::string_view space = fence.size() == 1 ? "" : " ";
  out.append(fence).append(space);
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  out.append(space).append(fence);
}

/// Text with what Markdown and HTML read as marks escaped. Code hosts read "@name" and "#1" in the
/// text that Markdown gives, and tell the user of that name: a comment keeps their parts apart.
void append_text(std::string& out, std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|#&~!";
  constexpr std::string_view mentions = "@#";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < 0x20) {
      out += ' ';
      continue;
    }
    if (marks.find(c) != std::string_view::npos) out += '\\';
    out += c;
    const bool has_name = i + 1 < text.size() && text::ascii_alphanumeric.contains(text[i + 1]);
    if (has_name && mentions.find(c) != std::string_view::npos) out += "<!-- -->";
  }
}

bool MarkdownReport::emit(site::Finding const& finding) {
  ++counts_[static_cast<std::size_t>(finding.rule)];
  ++all_;
  return !groups_.has_stopped;
}

bool MarkdownReport::list(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  const auto in_code = [](std::string const& text) {
    std::string code;
    append_code(code, text);
    return code;
  };
  std::string item("- **");
  item.append(name(finding.severity)).append("** ");
  item +=
      in_code(place_text(shown_text(paths_.readable(finding.file)), finding.line, finding.column));
  item += ' ';
  append_text(item, shown_text(finding.message));
  item += extent_text(group, paths_, in_code);
  item.append(" \\(").append(name(finding.rule)).append("\\)\n");
  if (list_.size() + item.size() > max_bytes) return true;
  listed_ += group.findings;
  list_ += item;
  return true;
}

bool MarkdownReport::end(site::CheckSummary const& summary) {
  if (groups_.has_stopped) return false;
  std::string out = "## Links\n\n";
  if (const std::string text = incomplete_text(summary); !text.empty()) {
    out.append("**").append(text).append(".**\n\n");
  }
  out.append(pages_and_links(summary)).append(": ");
  const std::string by = "\nBy hrefkit " + version_ + ".\n";
  if (all_ == 0) {
    out += has_baseline_ ? "no new finding" : "no finding";
    if (summary.asked.is_stopped) out += " so far";
    const std::string unchecked = unchecked_text(summary);
    if (!unchecked.empty()) out.append(" \\(").append(unchecked).append("\\)");
    return write_(out.append(".\n").append(by));
  }
  out.append(counted(all_, "finding", "findings")).append(".\n\n");
  out += "| Rule | Findings |\n|---|---:|\n";
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    out.append("| ").append(name(static_cast<site::Rule>(i))).append(" | ");
    out.append(grouped_number(counts_[i])).append(" |\n");
  }
  out.append("\n").append(list_);
  if (all_ > listed_) {
    out.append("- and ").append(grouped_number(all_ - listed_)).append(" more\n");
  }
  return write_(out.append(by));
}

template <class AReport>
std::unique_ptr<Report> make(ReportOptions const& options, WriteText write) {
  return std::make_unique<AReport>(options, std::move(write));
}

/// A form of report.
struct FormRow {
  ReportFormat value;
  std::string_view name;
  std::unique_ptr<Report> (*make)(ReportOptions const& options, WriteText write);
  bool is_cut = false;                                                  ///< by --max-findings
  std::string_view (*beginning)() = [] { return std::string_view(); };  ///< see beginning_of
};

constexpr text::EnumTable<ReportFormat::html, FormRow> forms({
    {ReportFormat::text, "text", make<TextReport>, true},
    {ReportFormat::json, "json", make<RowReport>},
    {ReportFormat::jsonl, "jsonl", make<RowReport>},
    {ReportFormat::csv, "csv", make<RowReport>},
    {ReportFormat::sarif, "sarif", make<SarifReport>},
    {ReportFormat::junit, "junit", make<JunitReport>, false, JunitReport::beginning},
    {ReportFormat::github, "github", make<GithubReport>, true},
    {ReportFormat::gitlab, "gitlab", make<GitlabReport>},
    {ReportFormat::markdown, "markdown", make<MarkdownReport>, true},
    {ReportFormat::html, "html", make<HtmlReport>, true, HtmlReport::beginning},
});

}  // namespace

text::EnumNames<ReportFormat> report_format_names() {
  static constexpr auto names = named_values(forms);
  return names;
}

ReportFormat report_format_of(std::string_view file) {
  return text::value_of(report_format_names(), format_name_of(file)).value_or(ReportFormat::text);
}

Contents contents_of(ReportFormat format) {
  switch (format) {
    case ReportFormat::json:
    case ReportFormat::jsonl:
    case ReportFormat::sarif:
    case ReportFormat::gitlab:
      return Contents::json;
    case ReportFormat::github:
      return Contents::annotations;
    case ReportFormat::text:
    case ReportFormat::csv:
    case ReportFormat::junit:
    case ReportFormat::markdown:
    case ReportFormat::html:
      break;
  }
  return Contents::text;
}

bool is_cut(ReportFormat format) {
  return forms[format].is_cut;
}

std::string_view beginning_of(ReportFormat format) {
  return forms[format].beginning();
}

std::unique_ptr<Report> make_report(ReportOptions const& options, WriteText write) {
  return forms[options.format].make(options, std::move(write));
}

}  // namespace hrefkit::cli
