// Findings as one page for people: search, filters, source lines, a picture of the site's folders.
//
// The page needs nothing but itself. Its policy allows its own style and script only, by their
// hashes; the findings are data that is never run, and the script puts them into the page as text.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "hrefkit/cli/check/finding_groups.h"
#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/row_buffer.h"

namespace hrefkit::cli {

class HtmlReport : public Report {
 public:
  HtmlReport(ReportOptions const& options, WriteText write)
      : options_(options),
        write_(std::move(write)),
        groups_(
            GroupBy::cause, [this](FindingGroup const& group) { return print(group); },
            options.max_findings) {}
  /// What every such report begins with.
  static std::string_view beginning();
  bool begin() override;
  bool give(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool print(FindingGroup const& group);
  void keep_answer(site::Finding const& finding);
  std::size_t file_number(std::string_view file);
  bool write_data(RowBuffer const& data);

  ReportOptions options_;
  WriteText write_;
  std::map<std::string, std::size_t, std::less<>> file_numbers_;
  std::vector<std::string> files_;
  FindingGroups groups_;
  std::size_t count_ = 0;
  std::size_t printed_ = 0;
  std::string answers_;  // of servers, as the members of an object
};

}  // namespace hrefkit::cli
