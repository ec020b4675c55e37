// Findings as JUnit XML, which build servers show: a test suite a page, and in that of its first
// page a test case for each target of broken links.
//
//   <testsuite name="a.html" tests="1" failures="1">
//     <testcase classname="a.html" name="missing-file b.html at 1:10"><failure ...>
//
// A suite begins with its numbers, so its cases wait for its end, most of them in a temporary file.

#include "hrefkit/cli/check/report_kinds.h"

#include <cstddef>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/url.h"

namespace hrefkit::cli {

namespace {

class JunitReport : public Report {
 public:
  JunitReport(ReportOptions const& options, WriteText write)
      : options_(options),
        write_(std::move(write)),
        groups_(options.shared->add(
            site::GroupBy::target,
            {.print = [this](site::FindingGroup const& group) { return print(group); }})) {}
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

/// A file that has more bytes of cases gets another suite of the same name.
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

bool JunitReport::begin() {
  return write_(std::string(junit_beginning()) + "<!-- hrefkit " + options_.version + " -->\n");
}

bool JunitReport::print(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  const ReaderPlace reader = reader_place(finding);
  const std::string file = shown_text(paths_.readable(reader.file));
  std::string message = shown_text(finding.message);
  message += extent_text(group, paths_);
  message += built_text(group, paths_);
  const bool is_full = bytes_aside_ + cases_.size() > max_waiting;
  if ((file != file_ || is_full) && !close_suite()) return false;
  file_ = file;
  ++count_;
  const std::string place = place_text(file_, reader);
  cases_ += "    <testcase";
  append_attribute(cases_, "classname", file_);
  cases_.append(" name=\"").append(name(finding.rule));
  // More people see the name than the page: a password of the page's text is not in it.
  const std::string reference = url::masked_url(finding.raw);
  if (!reference.empty()) append_xml(cases_ += ' ', shown_text(reference));
  if (reader.line != 0) cases_.append(" at ").append(place.substr(file_.size() + 1));
  cases_ += '"';
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

}  // namespace

std::string_view junit_beginning() {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"hrefkit check\">\n";
}

std::unique_ptr<Report> make_junit_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<JunitReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
