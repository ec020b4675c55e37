#include "hrefkit/cli/check/markdown_report.h"

#include "hrefkit/cli/check/report_path.h"
#include "hrefkit/cli/check/summary.h"

namespace hrefkit::cli {

namespace {

/// Text that means nothing to Markdown: in a code span, on one line.
void append_code(std::string& out, std::string_view text) {
  std::string_view fence = text.find('`') == std::string_view::npos ? "`" : "``";
  out.append(fence).append(fence.size() == 1 ? "" : " ");
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  out.append(fence.size() == 1 ? "" : " ").append(fence);
}

/// Text with what Markdown and HTML read as marks escaped.
void append_text(std::string& out, std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|#&~!";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      out += ' ';
      continue;
    }
    if (marks.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

}  // namespace

bool MarkdownReport::give(site::Finding const& finding) {
  ++counts_[static_cast<std::size_t>(finding.rule)];
  if (++all_ > most_listed) return true;
  std::string place = shown_path(finding.file);
  for (const std::size_t number : {finding.line, finding.column}) {
    place.append(":").append(std::to_string(number));
  }
  list_.append("- **").append(name(finding.severity)).append("** ");
  append_code(list_, place);
  list_ += ' ';
  append_text(list_, finding.message);
  list_.append(" \\(").append(name(finding.rule)).append("\\)\n");
  return true;
}

bool MarkdownReport::end(site::CheckSummary const& summary) {
  std::string out = "## Links\n\n";
  out.append(grouped_number(summary.pages)).append(" pages, ");
  out.append(grouped_number(summary.links)).append(" links: ");
  if (all_ == 0) return write_(out.append("nothing is broken.\n"));
  out.append(grouped_number(all_)).append(all_ == 1 ? " finding.\n\n" : " findings.\n\n");
  out += "| Rule | Findings |\n|---|---:|\n";
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    out.append("| ").append(name(static_cast<site::Rule>(i))).append(" | ");
    out.append(grouped_number(counts_[i])).append(" |\n");
  }
  out.append("\n").append(list_);
  if (all_ > most_listed) {
    out.append("- and ").append(grouped_number(all_ - most_listed)).append(" more\n");
  }
  return write_(out);
}

}  // namespace hrefkit::cli
