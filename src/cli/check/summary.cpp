#include "hrefkit/cli/check/summary.h"

#include "hrefkit/cli/format/grouped_number.h"

namespace hrefkit::cli {

std::string pages_and_links(site::CheckSummary const& summary) {
  return counted(summary.pages, "page", "pages") + ", " + counted(summary.links, "link", "links");
}

std::string summary_text(site::CheckSummary const& summary, NewFindings const& findings) {
  std::string text = "hrefkit: " + counted(summary.pages, "page", "pages") + ", " +
                     (summary.other_files == 0
                          ? ""
                          : counted(summary.other_files, "other file", "other files") + ", ") +
                     counted(summary.links, "link", "links") + ": " + grouped_number(summary.fine) +
                     " fine, " + grouped_number(summary.found) + " with findings, " +
                     grouped_number(summary.external) + " to other sites";
  std::size_t not_judged = 0;
  std::string reasons;
  for (std::size_t i = 0; i < site::not_judged_count; ++i) {
    if (summary.not_judged[i] == 0) continue;
    not_judged += summary.not_judged[i];
    reasons += (reasons.empty() ? "" : ", ") + grouped_number(summary.not_judged[i]) + " " +
               std::string(description(static_cast<site::NotJudged>(i)));
  }
  if (not_judged != 0) text += ", " + grouped_number(not_judged) + " not judged (" + reasons + ")";
  if (summary.ignored != 0) text += ", " + grouped_number(summary.ignored) + " ignored";
  text += "\nhrefkit: " + counted(findings.errors, "error", "errors") + ", " +
          counted(findings.warnings, "warning", "warnings");
  if (findings.known != 0) text += ", " + grouped_number(findings.known) + " in the baseline";
  return text + "\n";
}

}  // namespace hrefkit::cli
