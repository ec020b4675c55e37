#include "hrefkit/cli/check/markdown_report.h"

#include <algorithm>

#include "hrefkit/cli/check/summary.h"
#include "hrefkit/cli/format/grouped_number.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::cli {

namespace {

/// How many backticks stand in a row at most.
std::size_t longest_fence_in(std::string_view text) {
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
  const std::string fence(longest_fence_in(text) + 1, '`');
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

}  // namespace

bool MarkdownReport::give(site::Finding const& finding) {
  ++counts_[static_cast<std::size_t>(finding.rule)];
  ++all_;
  if (listed_ == most_listed) return true;
  std::string place = shown_text(paths_.readable(finding.file));
  for (const std::size_t number : {finding.line, finding.column}) {
    place.append(":").append(std::to_string(number));
  }
  std::string item("- **");
  item.append(name(finding.severity)).append("** ");
  append_code(item, place);
  item += ' ';
  append_text(item, shown_text(finding.message));
  item.append(" \\(").append(name(finding.rule)).append("\\)\n");
  if (list_.size() + item.size() > most_bytes) return true;
  ++listed_;
  list_ += item;
  return true;
}

bool MarkdownReport::end(site::CheckSummary const& summary) {
  std::string out = "## Links\n\n";
  out.append(pages_and_links(summary)).append(": ");
  if (all_ == 0) return write_(out.append("nothing is broken.\n"));
  out.append(counted(all_, "finding", "findings")).append(".\n\n");
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
  return write_(out);
}

}  // namespace hrefkit::cli
