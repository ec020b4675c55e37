// The reports of a check: what all forms share. report_forms.h makes one.
//
//   auto report = make_report(options, write);
//   report->begin();
//   shared.emit(finding);  // as often as there are some
//   report->emit(finding);
//   shared.end();
//   report->end(summary);
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

/// A form of the whole output.
enum class ReportFormat : std::uint8_t {
  text,      ///< for people, with the source line
  json,      ///< one array of rows
  jsonl,     ///< a row a line
  csv,       ///< RFC 4180, with a header
  sarif,     ///< SARIF 2.1.0
  junit,     ///< JUnit XML
  github,    ///< GitHub workflow commands: annotations
  gitlab,    ///< GitLab's Code Quality report
  rdjson,    ///< Reviewdog's Diagnostic Format
  markdown,  ///< a summary for a pull request
  html,      ///< one page for people
};

/// Writes a piece of the output; false when it cannot be written.
using WriteText = std::function<bool(std::string_view)>;

/// How a report is printed.
struct ReportOptions {
  ReportFormat format = ReportFormat::text;
  RowStyle style = {};        ///< display and colours; its format is that of rows
  std::string root = {};      ///< the folder as it was given
  std::string version = {};   ///< of hrefkit
  std::string date = {};      ///< of --date
  std::string site_url = {};  ///< of --site-url
  /// Where the folder is, from the place of the report: a URL, or a relative one: "./public/".
  std::string pages = {};
  /// A form for people shows so many findings at most, and counts the others. The same finding of
  /// many pages is one.
  std::size_t max_findings = std::numeric_limits<std::size_t>::max();
  bool is_file = false;       ///< the report is written to a file
  bool has_baseline = false;  ///< findings of a baseline are not reported
  bool has_answers = false;   ///< the network is asked: rows have what servers answered
  bool has_texts = false;     ///< rows have the texts of links
  bool has_sources = false;   ///< the sources are read: rows have places in them
  /// Shared by all reports of the run; outlives them.
  site::SharedFindings* shared = nullptr;
};

/// Prints findings in one form. The functions return false when the output cannot be written.
class Report {
 public:
  virtual ~Report() = default;
  virtual bool begin() = 0;
  virtual bool emit(site::Finding const& finding) = 0;
  virtual bool end(site::CheckSummary const& summary) = 0;

  /// What the reader for whom the form is made will not show of so many findings; empty where it
  /// shows all. To be called after `end`.
  virtual std::string left_out() const { return {}; }
};

// File names as reports have them.

/// The names of files as those know them who read reports: build servers and code hosts know a file
/// by its path below the folder in which the command runs.
class ReportPaths {
 public:
  /// The path below the working folder, without empty and dot parts; the path as it is given for a
  /// file elsewhere. The text stays until the next call.
  std::string const& relative(std::string_view file);

  /// The same for readers who take nothing but UTF-8.
  std::string readable(std::string_view file);

 private:
  site::Place here_{"."};
  std::string file_;  // the last one, whose path is `path_`
  std::string path_;
};

// Pieces of text that several forms have.

/// "file:line:column"
std::string place_text(std::string file, std::size_t line, std::size_t column);

/// Where readers look first: in the sources where that is known, else in the build.
struct ReaderPlace {
  std::string_view file;
  std::size_t line = 0;  ///< 0: the file alone
  std::size_t column = 0;
  bool is_source = false;
};

ReaderPlace reader_place(site::Finding const& finding);

/// "file:line:column", or the file alone.
std::string place_text(std::string file, ReaderPlace const& place);

/// "; built: public/a.html:1:331" for a single finding whose place is in the sources; else empty.
/// `shown` makes a place a piece of the text.
std::string built_text(
    site::FindingGroup const& group, ReportPaths& paths,
    std::string (*shown)(std::string place) = [](std::string place) { return place; });

/// What is to be written where the reader looks first; empty where there is no one safe answer.
std::string_view fix_value(site::Finding const& finding);

/// "and 12 more findings"; empty for none.
std::string left_out_text(std::size_t findings);

/// "on 7 pages", or for one page "3 times"; empty for a single finding.
std::string extent_of(site::FindingGroup const& group);

/// The places of a group but the first: " (on 6 pages: a.html:1:2, b.html:1:2, c.html:1:2 and 3
/// more)". `shown` makes a place a piece of the text. Empty for one finding.
std::string extent_text(
    site::FindingGroup const& group, ReportPaths& paths,
    std::string (*shown)(std::string place) = [](std::string place) { return place; });

// The last words of a check.

/// How many findings are new, how many the baseline knows, and how many warnings the run gave
/// besides.
struct NewFindings {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
  std::size_t known = 0;
  std::size_t folded = 0;      ///< that are shown as their causes alone
  std::size_t on_files = 0;    ///< that cannot be parsed to their end, and the like
  std::size_t on_options = 0;  ///< that did nothing, or should be given
};

/// What was checked: "1 page, 20 links".
std::string pages_and_links(site::CheckSummary const& summary);

/// The same with what came of the links: every link is in one of the numbers.
std::string link_counts(site::CheckSummary const& summary);

/// What came of the links to other sites: "36 links to other sites, 30 addresses, 12 hosts: 22
/// fine, 3 broken, 1 TLS, 1 timed out, 2 redirected, 1 blocked, 0 not asked; 41 requests, 5
/// cached".
std::string external_counts(site::ExternalCounts const& counts);

/// What was not checked, so that a report without findings is no proof: "12 links to other sites
/// were not checked, 2 links were ignored"; empty where all was.
std::string unchecked_text(site::CheckSummary const& summary);

/// Why a report has not all, as a sentence that begins with "incomplete"; empty where it has.
std::string incomplete_text(site::CheckSummary const& summary);

/// How many findings there are: "2 errors, 1 warning, 3 in the baseline, 1 warning about files".
std::string finding_counts(NewFindings const& findings);

}  // namespace hrefkit::cli
