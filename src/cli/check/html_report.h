// Findings as one page for people: what is most broken, search, filters, source lines, a map of the
// site's folders. See format/html_page.h for the frame.
//
// Findings are data, which the page's script shows bit by bit. For readers without scripts there is
// a table of all of them in a noscript element, which waits aside until the data has ended.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/site/check.h"

namespace hrefkit::cli {

class HtmlReport : public Report {
 public:
  HtmlReport(ReportOptions const& options, WriteText write)
      : options_(options),
        write_(std::move(write)),
        groups_(options.shared->add(
            site::GroupBy::cause,
            {.print = [this](site::FindingGroup const& group) { return print(group); },
             .max_printed = options.max_findings,
             .places = site::GroupPlaces::all})) {}
  /// What every such report begins with.
  static std::string_view beginning();
  bool begin() override;
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool print(site::FindingGroup const& group);
  bool print_data(site::FindingGroup const& group);
  void add_table_row(site::FindingGroup const& group);
  std::size_t file_number(std::string_view file);
  std::string name_of_site() const;
  std::string result(site::CheckSummary const& summary) const;
  std::string header(site::CheckSummary const& summary) const;
  std::string notices(site::CheckSummary const& summary) const;
  bool write_tables();
  void write_files(RowBuffer& data) const;
  void write_folders(RowBuffer& data, site::CheckSummary const& summary) const;
  bool write_data(RowBuffer const& data);

  ReportOptions options_;
  WriteText write_;
  std::map<std::string, std::size_t, std::less<>> file_numbers_;
  std::vector<std::string> files_;                                 // their bytes
  std::map<std::string, std::size_t, std::less<>> folder_counts_;  // findings by folder
  site::GroupPrinter& groups_;
  std::array<std::size_t, 4> by_severity_ = {};
  std::size_t count_ = 0;
  std::size_t broken_links_ = 0;  // the errors that are about a link
  bool is_nothing_checked_ = false;
  std::size_t printed_ = 0;
  std::string causes_;      // as markup
  std::string table_rows_;  // those that are not aside yet
  SpilledRows tables_aside_;
  std::size_t not_in_tables_ = 0;  // findings for which there was no room aside
};

}  // namespace hrefkit::cli
