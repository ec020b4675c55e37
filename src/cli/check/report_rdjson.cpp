// Findings in Reviewdog's Diagnostic Format (rdjson): comments of a review, with suggestions that
// are one click away (github.com/reviewdog/reviewdog, proto/rdf, read 2026-11-30). Columns count
// bytes of UTF-8 from 1, and an end is behind the last byte.
//
//   {"source":{"name":"hrefkit"},"diagnostics":[{"message":"b.html does not
//   exist","location":{...},
//    "severity":"ERROR","code":{"value":"missing-file"},"suggestions":[{"range":{...},"text":"..."}]}]}

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/check/report_kinds.h"
#include "hrefkit/cli/check/report_list.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/site/check.h"

#ifndef HREFKIT_PROJECT_URL  // set by the CMake option of that name
#define HREFKIT_PROJECT_URL ""
#endif

namespace hrefkit::cli {

namespace {

// NOLINTNEXTLINE(readability-redundant-string-init): it is empty in most builds
constexpr std::string_view project_url = HREFKIT_PROJECT_URL;

std::string_view rdjson_severity(site::Severity severity) {
  switch (severity) {
    case site::Severity::error:
      return "ERROR";
    case site::Severity::warning:
      return "WARNING";
    case site::Severity::note:
    case site::Severity::off:
      break;
  }
  return "INFO";
}

void write_rdjson_position(JsonWriter& json, std::string_view key, std::size_t line,
                           std::size_t column) {
  json.key(key);
  json.begin_object();
  json.member("line", line);
  json.member("column", column);
  json.end_object();
}

void write_rdjson_range(JsonWriter& json, site::FindingPosition const& begin,
                        site::FindingPosition const& end) {
  json.key("range");
  json.begin_object();
  write_rdjson_position(json, "start", begin.line, begin.byte_column);
  write_rdjson_position(json, "end", end.line, end.byte_column);
  json.end_object();
}

/// The place in the sources where it is known, else in the build.
void write_rdjson_location(JsonWriter& json, ReportPaths& paths, site::Finding const& finding) {
  const ReaderPlace reader = reader_place(finding);
  json.key("location");
  json.begin_object();
  json.member("path", paths.readable(reader.file));
  if (reader.is_source && finding.source.has_line()) {
    write_rdjson_range(json, finding.source.begin, finding.source.end);
  } else if (!reader.is_source && finding.byte_column != 0) {
    write_rdjson_range(json, {finding.line, finding.column, finding.byte_column}, finding.end);
  }
  json.end_object();
}

/// What comes before the first diagnostic.
std::string rdjson_head(ReportOptions const& options) {
  RowBuffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("source");
  json.begin_object();
  json.member("name", "hrefkit");
  if (!project_url.empty()) json.member("url", project_url);
  json.end_object();
  json.key("diagnostics");
  json.begin_array();
  std::string shown;
  return std::string(shown_json(out.view(), options.style.display, shown));
}

class RdjsonReport final : public JsonListReport {
 public:
  RdjsonReport(ReportOptions const& options, WriteText write)
      : JsonListReport(options, std::move(write), rdjson_head(options), "]}") {}

 private:
  void write_members(JsonWriter& json, site::Finding const& finding) override;
};

void RdjsonReport::write_members(JsonWriter& json, site::Finding const& finding) {
  json.member("message", finding.message);
  write_rdjson_location(json, paths(), finding);
  json.member("severity", rdjson_severity(finding.severity));
  json.key("code");
  json.begin_object();
  json.member("value", name(finding.rule));
  if (!project_url.empty()) {
    json.member("url", std::string(project_url) + "/blob/HEAD/src/cli/check/RULES.md#" +
                           std::string(name(finding.rule)));
  }
  json.end_object();
  const bool is_in_source = reader_place(finding).is_source;
  site::FindingFix const& fix = finding.fix;
  if (is_in_source ? finding.source.has_fix() : fix.is_there()) {
    json.key("suggestions");
    json.begin_array();
    json.begin_object();
    if (is_in_source) {
      write_rdjson_range(json, finding.source.begin, finding.source.end);
      json.member("text", finding.source.fix);
    } else {
      write_rdjson_range(json, fix.begin, fix.end);
      json.member("text", fix.value);
    }
    json.end_object();
    json.end_array();
  }
}

}  // namespace

std::unique_ptr<Report> make_rdjson_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<RdjsonReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
