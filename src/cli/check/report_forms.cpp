#include "hrefkit/cli/check/report_forms.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "hrefkit/cli/check/html_report.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::cli {

namespace {

// Findings for people: page by page, each with its source line. A link that is broken on many
// pages, as in a menu, is printed once.
//
//   public/guide/index.html:12:15: error: intro.html does not exist [missing-file]
//      12 | <p>See <a href="intro.html">the introduction</a>.
//         |                 ^^^^^^^^^^

class TextReport : public Report {
 public:
  /// So many findings, and about so many bytes of them, wait at most to see whether they come again
  /// on other pages.
  static constexpr std::size_t max_waiting = 50'000;
  static constexpr std::size_t max_waiting_bytes = std::size_t{16} << 20;

  /// A finding that comes on so many pages is printed once.
  static constexpr std::size_t min_pages = 4;

  /// So many of its places are printed.
  static constexpr std::size_t max_places = 3;

  TextReport(ReportOptions const& options, WriteText write);
  bool begin() override { return true; }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  /// The same broken link, wherever it stands.
  struct Group {
    std::size_t number = 0;  // in the order of the first findings
    std::size_t pages = 0;
    std::string last_file;
    std::vector<std::string> places;  // "file:line:column" of the first
    std::string headline;
  };
  struct Waiting {
    std::string file;
    std::string text;
    Group const* group = nullptr;
  };

  bool wait(site::Finding const& finding);
  void count(Group& group, site::Finding const& finding) const;
  static bool is_grouped(Group const& group) { return group.pages >= min_pages; }
  bool print_waiting();
  bool print(std::string const& file, std::string const& text);
  bool print_groups();
  std::string text_of(site::Finding const& finding) const;
  std::string place_of(site::Finding const& finding) const;
  std::string headline_of(site::Finding const& finding) const;
  void append_source(std::string& out, site::Finding const& finding) const;
  void append_colored(std::string& out, std::string_view color, std::string_view text) const;

  ReportOptions options_;
  WriteText write_;
  std::unordered_map<std::string, Group, text::SeededHasher> groups_;
  std::vector<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;  // of the findings that wait, and of the groups
  bool is_waiting_ = true;
  std::string last_file_;  // of the finding that was printed last
};

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

/// What makes two findings the same broken link on two pages.
std::string key_of(site::Finding const& finding) {
  std::string key(name(finding.rule));
  key += '\n';
  key += finding.url.value_or(finding.raw);
  key += '\n';
  key += finding.element;
  return key;
}

TextReport::TextReport(ReportOptions const& options, WriteText write)
    : options_(options), write_(std::move(write)) {}

bool TextReport::give(site::Finding const& finding) {
  if (is_waiting_) return wait(finding);
  if (const auto group = groups_.find(key_of(finding)); group != groups_.end()) {
    count(group->second, finding);
    return true;
  }
  return print(std::string(finding.file), text_of(finding));
}

/// Keeps a finding until it is known on how many pages it is.
bool TextReport::wait(site::Finding const& finding) {
  std::string key = key_of(finding);
  const std::size_t key_bytes = key.size();
  const auto [known, is_new] = groups_.try_emplace(std::move(key));
  Group& group = known->second;
  if (is_new) {
    group.number = groups_.size();
    group.headline = headline_of(finding);
    waiting_bytes_ += key_bytes + group.headline.size() + sizeof(Group);
  }
  count(group, finding);
  // What is known to be on many pages is printed at the end: its text is not needed.
  if (is_grouped(group)) return true;
  waiting_.push_back({std::string(finding.file), text_of(finding), &group});
  waiting_bytes_ += waiting_.back().file.size() + waiting_.back().text.size() + sizeof(Waiting);
  const bool is_full = waiting_.size() >= max_waiting || waiting_bytes_ >= max_waiting_bytes;
  return !is_full || print_waiting();
}

bool TextReport::end(site::CheckSummary const&) {
  return print_waiting() && print_groups();
}

void TextReport::count(Group& group, site::Finding const& finding) const {
  if (group.pages != 0 && group.last_file == finding.file) return;
  ++group.pages;
  group.last_file = finding.file;
  if (group.places.size() < max_places) group.places.push_back(place_of(finding));
}

/// Prints what waits. From then on each finding is printed at once, unless it is of a group that is
/// printed at the end.
bool TextReport::print_waiting() {
  if (!is_waiting_) return true;
  is_waiting_ = false;
  for (Waiting const& waiting : waiting_) {
    if (!is_grouped(*waiting.group) && !print(waiting.file, waiting.text)) return false;
  }
  std::vector<Waiting>().swap(waiting_);
  std::erase_if(groups_, [](auto const& entry) { return !is_grouped(entry.second); });
  return true;
}

bool TextReport::print(std::string const& file, std::string const& text) {
  std::string out;
  if (!last_file_.empty() && file != last_file_) out += '\n';
  last_file_ = file;
  out += text;
  return write_(out);
}

bool TextReport::print_groups() {
  std::vector<Group const*> groups;
  for (auto const& [key, group] : groups_) groups.push_back(&group);
  std::sort(groups.begin(), groups.end(),
            [](Group const* a, Group const* b) { return a->number < b->number; });
  std::string out;
  for (Group const* each : groups) {
    Group const& group = *each;
    if (!out.empty() || !last_file_.empty()) out += '\n';
    append_colored(out, bold,
                   std::string("On ").append(grouped_number(group.pages)).append(" pages: "));
    out += group.headline;
    for (std::string const& place : group.places) {
      out += "    ";
      out += place;
      out += '\n';
    }
    out += "    and ";
    out += grouped_number(group.pages - group.places.size());
    out += " more\n";
  }
  return out.empty() || write_(out);
}

std::string TextReport::place_of(site::Finding const& finding) const {
  std::string out;
  append_printable(out, finding.file, options_.style.display);
  for (const std::size_t number : {finding.line, finding.column}) {
    out.append(":").append(std::to_string(number));
  }
  return out;
}

/// "error: a.html does not exist [missing-file]"
std::string TextReport::headline_of(site::Finding const& finding) const {
  std::string out;
  append_colored(out, color_of(finding.severity), std::string(name(finding.severity)).append(":"));
  out += ' ';
  append_printable(out, finding.message, options_.style.display);
  out += ' ';
  append_colored(out, dim, std::string("[").append(name(finding.rule)).append("]"));
  out += '\n';
  return out;
}

std::string TextReport::text_of(site::Finding const& finding) const {
  std::string out;
  append_colored(out, bold, place_of(finding).append(":"));
  out += ' ';
  out += headline_of(finding);
  append_source(out, finding);
  return out;
}

/// The source line, and carets below the URL.
void TextReport::append_source(std::string& out, site::Finding const& finding) const {
  if (finding.source_line.empty()) return;
  const std::string number = std::to_string(finding.line);
  const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  const std::string_view line = finding.source_line;
  const std::size_t skip = std::min(line.find_first_not_of(" \t"), finding.source_begin);
  std::string before;
  std::string url;
  std::string after;
  append_printable(before, line.substr(skip, finding.source_begin - skip), options_.style.display);
  append_printable(url,
                   line.substr(finding.source_begin, finding.source_end - finding.source_begin),
                   options_.style.display);
  append_printable(after, line.substr(finding.source_end), options_.style.display);
  append_colored(out, dim, margin + number + " | ");
  out.append(before).append(url).append(after).append("\n");
  append_colored(out, dim, std::string(margin.size() + number.size(), ' ') + " | ");
  out += std::string(text::count_code_points(before), ' ');
  const std::size_t carets = std::max<std::size_t>(text::count_code_points(url), 1);
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
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return sink_.end(); }

 private:
  RowStyle style_;
  RowSink sink_;
  RowBuffer row_;
};

constexpr std::array<std::string_view, 18> columns{
    "rule",   "severity",   "file",      "line",       "column",  "offset",
    "length", "element",    "attribute", "index",      "raw",     "url",
    "base",   "baseSource", "target",    "suggestion", "message", "context"};

/// `write_file` writes the file's name, which takes two fields where it is not UTF-8.
template <typename Row, typename WriteFile>
void write_fields(Row& row, site::Finding const& finding, WriteFile const& write_file) {
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
  row.end();
}

void write_json(RowBuffer& out, RowStyle const& style, site::Finding const& finding) {
  JsonRow row(out, style);
  write_fields(row, finding, [&] { append_file_fields(out, finding.file, style); });
}

RowStyle row_style(ReportOptions const& options) {
  RowStyle style = options.style;
  style.format = options.format == ReportFormat::json  ? Format::json
                 : options.format == ReportFormat::csv ? Format::csv
                                                       : Format::jsonl;
  return style;
}

RowReport::RowReport(ReportOptions const& options, WriteText write)
    : style_(row_style(options)), sink_(style_, columns, std::move(write)) {}

bool RowReport::give(site::Finding const& finding) {
  row_.clear();
  if (style_.format == Format::csv) {
    CsvRow row(row_, style_);
    write_fields(row, finding, [&] { row.field(text::to_valid_utf8(finding.file)); });
  } else {
    write_json(row_, style_, finding);
  }
  return sink_.give(row_.view());
}

// Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts
// show beside the source.

class SarifReport : public Report {
 public:
  SarifReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  bool begin() override;
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool write(std::string_view json);
  std::string fingerprint(site::Finding const& finding);

  ReportOptions options_;
  WriteText write_;
  std::string shown_;
  ReportPaths paths_;
  bool any_ = false;
  std::string file_;                         // of the finding before
  std::map<std::string, std::size_t> seen_;  // of that file: rule and raw value
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

/// FNV-1a over the bytes: the same on every machine, as a fingerprint must be.
std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001B3U;
  }
  return hash;
}

std::string hex(std::uint64_t number) {
  std::string text;
  for (int shift = 56; shift >= 0; shift -= 8) text::append_hex(text, char(number >> shift));
  return text;
}

/// The URI of a file; a path is relative to the root of the repository. A colon in the first name
/// would end a scheme (RFC 3986, 4.2).
std::string uri_of(std::string const& path) {
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

bool SarifReport::give(site::Finding const& finding) {
  RowBuffer out;
  out.append(any_ ? ",\n" : "\n");
  any_ = true;
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
  json.member("hrefkit/v1", fingerprint(finding));
  json.end_object();
  json.end_object();
  return write(out.view());
}

bool SarifReport::end(site::CheckSummary const&) {
  return write("]}]}\n");
}

bool SarifReport::write(std::string_view json) {
  return write_(shown_json(json, options_.style.display, shown_));
}

/// The file, the rule, the value and which of equal ones it is: lines may move.
std::string SarifReport::fingerprint(site::Finding const& finding) {
  if (file_ != finding.file) {
    file_ = finding.file;
    seen_.clear();
  }
  std::string key(name(finding.rule));
  key.append("\n").append(finding.raw);
  const std::size_t number = seen_[key]++;
  key.append("\n").append(below(options_.root, finding.file));
  key.append("\n").append(std::to_string(number));
  return hex(stable_hash(key));
}

// Findings as JUnit XML, which build servers show: a test suite a page, a failure a finding. A page
// with very many bytes of findings has several suites.

class JunitReport : public Report {
 public:
  JunitReport(ReportOptions const& options, WriteText write)
      : options_(options), write_(std::move(write)) {}
  /// What every such report begins with.
  static std::string_view beginning();
  bool begin() override;
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool close_suite();

  ReportOptions options_;
  WriteText write_;
  ReportPaths paths_;
  std::string file_;   // whose suite is open
  std::string cases_;  // of the open suite
  std::size_t count_ = 0;
  std::size_t failures_ = 0;
};

/// Appends `text` as XML text or attribute value. Characters that XML does not allow become U+FFFD.
void append_xml(std::string& out, std::string_view text);

/// A suite begins with its numbers, so its cases wait for its end. A file that has more bytes of
/// cases gets another suite of the same name.
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

bool JunitReport::give(site::Finding const& finding) {
  const std::string file = shown_text(paths_.readable(finding.file));
  const std::string message = shown_text(finding.message);
  if ((file != file_ || cases_.size() > max_waiting) && !close_suite()) return false;
  file_ = file;
  ++count_;
  std::string place = file_;
  for (const std::size_t number : {finding.line, finding.column}) {
    place.append(":").append(std::to_string(number));
  }
  std::string title(name(finding.rule));
  if (!finding.raw.empty()) title.append(" ").append(shown_text(finding.raw));
  cases_ += "    <testcase";
  append_attribute(cases_, "classname", file_);
  append_attribute(cases_, "name", title.append(" at ").append(place.substr(file_.size() + 1)));
  if (finding.severity == site::Severity::error) {
    ++failures_;
    cases_ += "><failure";
    append_attribute(cases_, "type", name(finding.rule));
    append_attribute(cases_, "message", message);
    cases_ += '>';
    append_xml(cases_, place.append(": ").append(message));
    cases_ += "</failure></testcase>\n";
  } else {
    cases_ += "><system-out>";
    append_xml(cases_, place.append(": ").append(message));
    cases_ += "</system-out></testcase>\n";
  }
  return true;
}

bool JunitReport::close_suite() {
  if (count_ == 0) return true;
  std::string suite = "  <testsuite";
  append_attribute(suite, "name", file_);
  append_attribute(suite, "tests", std::to_string(count_));
  append_attribute(suite, "failures", std::to_string(failures_));
  suite.append(">\n").append(cases_).append("  </testsuite>\n");
  cases_.clear();
  count_ = failures_ = 0;
  return write_(suite);
}

bool JunitReport::end(site::CheckSummary const& summary) {
  if (!close_suite()) return false;
  std::string suite = "  <testsuite name=\"pages\" tests=\"1\" failures=\"0\">";
  suite += "<testcase classname=\"hrefkit\" name=\"";
  suite.append(pages_and_links(summary)).append(" checked\"/></testsuite>\n");
  return write_(suite.append("</testsuites>\n"));
}

// Findings as GitHub workflow commands: each becomes an annotation of the file.

class GithubReport : public Report {
 public:
  GithubReport(ReportOptions const& options, WriteText write)
      : display_(options.style.display), write_(std::move(write)) {}
  bool begin() override { return true; }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const&) override { return true; }

 private:
  Display display_;
  WriteText write_;
  ReportPaths paths_;
};

enum class Place : bool { message, property };

/// GitHub's escapes for the data and the properties of workflow commands.
void append_escaped(std::string& out, std::string_view text, Place place) {
  for (const char c : text) {
    switch (c) {
      case '%':
        out += "%25";
        break;
      case '\r':
        out += "%0D";
        break;
      case '\n':
        out += "%0A";
        break;
      case ':':
        out += place == Place::property ? "%3A" : ":";
        break;
      case ',':
        out += place == Place::property ? "%2C" : ",";
        break;
      default:
        out += c;
    }
  }
}

std::string_view command(site::Severity severity) {
  if (severity == site::Severity::error) return "::error";
  return severity == site::Severity::warning ? "::warning" : "::notice";
}

bool GithubReport::give(site::Finding const& finding) {
  std::string line(command(finding.severity));
  line += " file=";
  const std::string file = paths_.readable(finding.file);  // GitHub looks for a file of that name
  append_escaped(line, display_ == Display::terminal ? shown_text(file) : file, Place::property);
  line.append(",line=").append(std::to_string(finding.line));
  line.append(",col=").append(std::to_string(finding.column));
  line.append(",title=").append(name(finding.rule)).append("::");
  append_escaped(line, shown_text(finding.message), Place::message);
  return write_(line.append("\n"));
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
      : options_(options), write_(std::move(write)) {}
  bool begin() override { return true; }
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  ReportOptions options_;
  WriteText write_;
  ReportPaths paths_;
  std::array<std::size_t, site::rule_count> counts_ = {};
  std::size_t all_ = 0;
  std::size_t listed_ = 0;
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

bool MarkdownReport::give(site::Finding const& finding) {
  ++counts_[static_cast<std::size_t>(finding.rule)];
  ++all_;
  if (listed_ == max_listed) return true;
  std::string place = shown_text(paths_.readable(finding.file));
  for (const std::size_t number : {finding.line, finding.column}) {
    place.append(":").append(std::to_string(number));
  }
  std::string item("- **");
  item.append(name(finding.severity)).append("** ");
  append_code(item, place);
  item += ' ';
  append_text(item, shown_text(finding.message));
  item.append(" \\(").append(name(finding.rule)).append("\\)\n");
  if (list_.size() + item.size() > max_bytes) return true;
  ++listed_;
  list_ += item;
  return true;
}

bool MarkdownReport::end(site::CheckSummary const& summary) {
  std::string out = "## Links\n\n";
  out.append(pages_and_links(summary)).append(": ");
  const std::string by = "\nBy hrefkit " + options_.version + ".\n";
  if (all_ == 0) return write_(out.append("nothing is broken.\n").append(by));
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
  std::string_view (*beginning)() = [] { return std::string_view(); };  ///< see beginning_of
};

constexpr text::EnumTable<ReportFormat::html, FormRow> forms({
    {ReportFormat::text, "text", make<TextReport>},
    {ReportFormat::json, "json", make<RowReport>},
    {ReportFormat::jsonl, "jsonl", make<RowReport>},
    {ReportFormat::csv, "csv", make<RowReport>},
    {ReportFormat::sarif, "sarif", make<SarifReport>},
    {ReportFormat::junit, "junit", make<JunitReport>, JunitReport::beginning},
    {ReportFormat::github, "github", make<GithubReport>},
    {ReportFormat::markdown, "markdown", make<MarkdownReport>},
    {ReportFormat::html, "html", make<HtmlReport>, HtmlReport::beginning},
});

}  // namespace

text::EnumNames<ReportFormat> report_format_names() {
  static constexpr auto names = named_values(forms);
  return names;
}

std::string_view beginning_of(ReportFormat format) {
  return forms[format].beginning();
}

std::unique_ptr<Report> make_report(ReportOptions const& options, WriteText write) {
  return forms[options.format].make(options, std::move(write));
}

}  // namespace hrefkit::cli
