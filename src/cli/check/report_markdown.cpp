// A summary in Markdown, for a pull request or a job's page: a table of the rules, and the first
// findings.
//
//   | missing-file | 1 |
//   - **error** `a.html:1:10` b.html does not exist \(missing-file\)

#include "hrefkit/cli/check/report_kinds.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/text.h"

namespace hrefkit::cli {

namespace {

class MarkdownReport : public Report {
 public:
  /// So many findings are listed at most, in so many bytes: a comment on GitHub may have 65,536
  /// characters.
  static constexpr std::size_t max_listed = 100;
  static constexpr std::size_t max_bytes = 60'000;

  MarkdownReport(ReportOptions const& options, WriteText write)
      : write_(std::move(write)),
        version_(options.version),
        has_baseline_(options.has_baseline),
        groups_(options.shared->add(
            site::GroupBy::cause,
            {.print = [this](site::FindingGroup const& group) { return list(group); },
             .max_printed = std::min(options.max_findings, max_listed)})) {}
  bool begin() override { return true; }
  bool emit(site::Finding const& finding) override;
  bool end(site::CheckSummary const& summary) override;

 private:
  bool list(site::FindingGroup const& group);

  WriteText write_;
  std::string version_;
  bool has_baseline_;
  ReportPaths paths_;
  site::GroupPrinter& groups_;
  std::array<std::size_t, site::rule_count> counts_ = {};
  std::size_t all_ = 0;
  std::size_t listed_ = 0;  // of them
  std::string list_;
  std::string causes_;  // before it
};

/// The length of the longest run of backticks.
std::size_t max_fence_in(std::string_view text) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (const char c : text) {
    length = c == '`' ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  return longest;
}

/// Text that means nothing to Markdown: in a code span, on one line. The backticks around it are
/// more than any row of them in it (CommonMark 6.1).
void append_code(std::string& out, std::string_view text) {
  const std::string fence(max_fence_in(text) + 1, '`');
  const std::string_view space = fence.size() == 1 ? "" : " ";
  out.append(fence).append(space);
  for (const char c : text) out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  out.append(space).append(fence);
}

/// Text with what Markdown and HTML read as marks escaped. Code hosts read "@name" and "#1" in the
/// text that Markdown gives, and tell the user of that name: a comment keeps their parts apart.
void append_text(std::string& out, std::string_view text) {
  constexpr std::string_view marks = "\\`*_[]<>|#&~!";
  constexpr std::string_view mentions = "@#";
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (static_cast<unsigned char>(c) < 0x20) {
      out += ' ';
      continue;
    }
    if (marks.find(c) != std::string_view::npos) out += '\\';
    out += c;
    const bool has_name = i + 1 < text.size() && text::ascii_alphanumeric.contains(text[i + 1]);
    if (has_name && mentions.find(c) != std::string_view::npos) out += "<!-- -->";
  }
}

bool MarkdownReport::emit(site::Finding const& finding) {
  ++counts_[static_cast<std::size_t>(finding.rule)];
  ++all_;
  return !groups_.has_stopped;
}

bool MarkdownReport::list(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  if (group.is_cause) {
    append_text(causes_ += "**", shown_text(finding.message));
    causes_ += "**\n\n";
    listed_ += group.findings;
    return true;
  }
  const auto in_code = [](std::string text) {
    std::string code;
    append_code(code, text);
    return code;
  };
  std::string item("- **");
  item.append(name(finding.severity)).append("** ");
  const ReaderPlace reader = reader_place(finding);
  item += in_code(place_text(shown_text(paths_.readable(reader.file)), reader));
  item += ' ';
  append_text(item, shown_text(finding.message));
  item += extent_text(group, paths_, in_code);
  item += built_text(group, paths_, in_code);
  item.append(" \\(").append(name(finding.rule)).append("\\)\n");
  if (list_.size() + item.size() > max_bytes) return true;
  listed_ += group.findings;
  list_ += item;
  return true;
}

bool MarkdownReport::end(site::CheckSummary const& summary) {
  if (groups_.has_stopped) return false;
  std::string out = "## Links\n\n";
  if (const std::string text = incomplete_text(summary); !text.empty()) {
    out.append("**").append(text).append(".**\n\n");
  }
  out.append(pages_and_links(summary)).append(": ");
  const std::string by = "\nBy hrefkit " + version_ + ".\n";
  if (all_ == 0) {
    out += has_baseline_ ? "no new finding" : "no finding";
    if (summary.asked.is_stopped) out += " so far";
    const std::string unchecked = unchecked_text(summary);
    if (!unchecked.empty()) out.append(" \\(").append(unchecked).append("\\)");
    return write_(out.append(".\n").append(by));
  }
  out.append(counted(all_, "finding", "findings")).append(".\n\n").append(causes_);
  out += "| Rule | Findings |\n|---|---:|\n";
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    out.append("| ").append(name(static_cast<site::Rule>(i))).append(" | ");
    out.append(grouped_number(counts_[i])).append(" |\n");
  }
  out.append("\n").append(list_);
  if (all_ > listed_) {
    out.append("- and ").append(grouped_number(all_ - listed_)).append(" more\n");
  }
  return write_(out.append(by));
}

}  // namespace

std::unique_ptr<Report> make_markdown_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<MarkdownReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
