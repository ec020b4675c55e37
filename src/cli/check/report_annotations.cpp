// Findings beside the lines of a change, on GitHub and GitLab.
//
//   ::error file=a.html,line=1,col=10,title=missing-file::b.html does not exist
//   [{"description":"b.html does not exist","check_name":"missing-file","fingerprint":"5d1e",...}]
//
// GitHub shows few annotations, so that a broken link of many pages is one; GitLab gets them all.

#include "hrefkit/cli/check/report_kinds.h"
#include "hrefkit/cli/check/report_list.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

namespace {

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
  // Messages need no escapes but those of all values: '%' repeats one of these.
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
  const ReaderPlace reader = reader_place(finding);
  const std::string file = paths_.readable(reader.file);  // GitHub looks for a file of that name
  append_escaped(line, display_ == Display::terminal ? shown_text(file) : file, Place::property);
  if (reader.line != 0) {
    line.append(",line=").append(std::to_string(reader.line));
    line.append(",col=").append(std::to_string(reader.column));
  }
  line.append(",title=").append(name(finding.rule)).append("::");
  append_escaped(line, shown_text(finding.message), Place::message);
  if (const std::string_view value = fix_value(finding); !value.empty()) {
    append_escaped(line, shown_text("; repair: '" + std::string(value) + "'"), Place::message);
  }
  append_escaped(line, extent_text(group, paths_), Place::message);
  append_escaped(line, built_text(group, paths_), Place::message);
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

// Findings as a report of GitLab's Code Quality: an array of issues, whose fingerprints tell old
// ones from new ones (docs.gitlab.com/ci/testing/code_quality, "Import code quality results").

class GitlabReport final : public JsonListReport {
 public:
  GitlabReport(ReportOptions const& options, WriteText write)
      : JsonListReport(options, std::move(write), "[", "]") {}

 private:
  void write_members(JsonWriter& json, site::Finding const& finding) override;
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

void GitlabReport::write_members(JsonWriter& json, site::Finding const& finding) {
  json.member("description", finding.message);
  json.member("check_name", name(finding.rule));
  json.member("fingerprint", options().shared->fingerprint(finding));
  json.member("severity", gitlab_severity(finding.severity));
  json.key("location");
  json.begin_object();
  const ReaderPlace reader = reader_place(finding);
  json.member("path", paths().readable(reader.file));
  json.key("lines");
  json.begin_object();
  json.member("begin", std::max<std::size_t>(reader.line, 1));  // the schema requires a line
  json.end_object();
  json.end_object();
}

}  // namespace

std::unique_ptr<Report> make_github_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<GithubReport>(options, std::move(write));
}

std::unique_ptr<Report> make_gitlab_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<GitlabReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
