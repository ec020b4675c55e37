#include "hrefkit/cli/check/junit_report.h"

#include "hrefkit/cli/check/summary.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::cli {

namespace {

/// A suite begins with its numbers, so its cases wait for its end. A file that has more bytes of
/// cases gets another suite of the same name.
constexpr std::size_t most_waiting = std::size_t{8} << 20;

/// Char of XML 1.0, section 2.2.
bool is_xml_char(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
}

void append_attribute(std::string& out, std::string_view name, std::string_view value) {
  out.append(" ").append(name).append("=\"");
  append_xml(out, value);
  out += '"';
}

}  // namespace

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
  return write_(beginning());
}

bool JunitReport::give(site::Finding const& finding) {
  const std::string file = shown_text(paths_.readable(finding.file));
  const std::string message = shown_text(finding.message);
  if ((file != file_ || cases_.size() > most_waiting) && !close_suite()) return false;
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

}  // namespace hrefkit::cli
