// Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts
// show beside the source. Each finding is a result at once; the rules come first.
//
//   {"ruleId":"missing-file","level":"error","message":{"text":"b.html does not exist"},...}

#include "hrefkit/cli/check/report_kinds.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/site/check.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

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

/// A region of a file.
struct Region {
  std::size_t line = 0;  ///< 0: the file alone
  std::size_t column = 0;
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// `note`, where there is one, says what the location is.
void write_location(JsonWriter& json, std::string const& uri, Region const& region,
                    std::string_view note = {}) {
  json.begin_object();
  if (!note.empty()) {
    json.key("message");
    json.begin_object();
    json.member("text", note);
    json.end_object();
  }
  json.key("physicalLocation");
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object();
  json.member("uri", uri);
  json.end_object();
  if (region.line != 0) {
    json.key("region");
    json.begin_object();
    json.member("startLine", region.line);
    json.member("startColumn", region.column);
    json.member("byteOffset", region.offset);
    json.member("byteLength", region.length);
    json.end_object();
  }
  json.end_object();
  json.end_object();
}

/// The place in the sources where it is known, and then the built one as a related location.
void write_locations(JsonWriter& json, ReportPaths& paths, site::Finding const& finding) {
  const Region built{finding.line, finding.column, finding.offset, finding.length};
  site::FindingSource const& source = finding.source;
  json.key("locations");
  json.begin_array();
  if (source.has_file()) {
    write_location(json, uri_of(paths.relative(source.file)),
                   {source.line, source.column, source.offset, source.length});
  } else {
    write_location(json, uri_of(paths.relative(finding.file)), built);
  }
  json.end_array();
  if (!source.has_file()) return;
  json.key("relatedLocations");
  json.begin_array();
  write_location(json, uri_of(paths.relative(finding.file)), built, "the page that was built");
  json.end_array();
}

/// What repairs the finding (3.55, fix object): in the sources where it is shown there.
void write_fixes(JsonWriter& json, ReportPaths& paths, site::Finding const& finding) {
  site::FindingSource const& source = finding.source;
  const bool is_in_source = source.has_file();
  if (is_in_source ? !source.has_fix() : !finding.fix.is_there()) return;
  site::FindingFix const& fix = finding.fix;
  const std::string_view value = is_in_source ? source.fix : fix.value;
  json.key("fixes");
  json.begin_array();
  json.begin_object();
  json.key("description");
  json.begin_object();
  json.member("text", "Replace it by '" + std::string(value) + "'");
  json.end_object();
  json.key("artifactChanges");
  json.begin_array();
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object();
  json.member("uri", uri_of(paths.relative(is_in_source ? source.file : finding.file)));
  json.end_object();
  json.key("replacements");
  json.begin_array();
  json.begin_object();
  json.key("deletedRegion");
  json.begin_object();
  site::FindingPosition const& begin = is_in_source ? source.begin : fix.begin;
  site::FindingPosition const& end = is_in_source ? source.end : fix.end;
  json.member("startLine", begin.line);
  json.member("startColumn", begin.column);
  json.member("endLine", end.line);
  json.member("endColumn", end.column);
  json.member("byteOffset", is_in_source ? source.offset : fix.offset);
  json.member("byteLength", is_in_source ? source.length : fix.length);
  json.end_object();
  json.key("insertedContent");
  json.begin_object();
  json.member("text", value);
  json.end_object();
  json.end_object();
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  json.end_array();
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
  write_locations(json, paths_, finding);
  json.key("partialFingerprints");
  json.begin_object();
  json.member("hrefkit/v1", options_.shared->fingerprint(finding));
  json.end_object();
  write_fixes(json, paths_, finding);
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

}  // namespace

std::unique_ptr<Report> make_sarif_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<SarifReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
