#include "hrefkit/cli/check/github_report.h"

#include "hrefkit/cli/format/printable.h"

namespace hrefkit::cli {

namespace {

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

}  // namespace

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

}  // namespace hrefkit::cli
