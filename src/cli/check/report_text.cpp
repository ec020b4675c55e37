// Findings for people: page by page, each with its source line. A link that is broken on many
// pages, as in a menu, is printed once, at the first of them.
//
// Where the place in the sources is known, it comes first, and the built place on the next line.
//
//   public/guide/index.html:12:15: error: intro.html does not exist (on 6 pages) [missing-file]
//      12 | <p>See <a href="intro.html">the introduction</a>.
//         |                 ^^^^^^^^^^
//       public/guide/setup.html:14:15
//       public/guide/usage.html:11:15
//       and 3 more

#include "hrefkit/cli/check/report_kinds.h"

#include <algorithm>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_sink.h"

namespace hrefkit::cli {

namespace {

using namespace sgr;

std::string_view color_of(site::Severity severity) {
  switch (severity) {
    case site::Severity::error:
      return red;
    case site::Severity::warning:
      return yellow;
    case site::Severity::note:
    case site::Severity::off:
      break;
  }
  return cyan;
}

class TextReport : public Report {
 public:
  /// So many of the worst targets are named.
  static constexpr std::size_t max_targets = 5;

  TextReport(ReportOptions const& options, WriteText write)
      : options_(options),
        write_(std::move(write)),
        groups_(options.shared->add(
            site::GroupBy::cause,
            {.print = [this](site::FindingGroup const& group) { return print(group); },
             .max_printed = options.max_findings})) {}
  bool begin() override { return true; }
  bool emit(site::Finding const& finding) override {
    counts_.add(finding);
    return !groups_.has_stopped;
  }
  bool end(site::CheckSummary const& summary) override {
    if (groups_.has_stopped || !print_counts()) return false;
    if (const std::string incomplete = incomplete_text(summary); !incomplete.empty()) {
      return summary.files_read == 0 || write_("\n" + incomplete + "\n");
    }
    // An empty file would look as if it were not finished.
    const bool is_empty = options_.is_file && counts_.all() == 0;
    return !is_empty || write_(pages_and_links(summary) + ": nothing is broken.\n");
  }

 private:
  bool print(site::FindingGroup const& group);
  bool print_counts();
  std::string printable_place(std::string_view file, std::size_t line, std::size_t column) const;
  void append_headline(std::string& out, site::FindingGroup const& group) const;
  void append_source(std::string& out, site::Finding const& finding) const;
  void append_colored(std::string& out, std::string_view color, std::string_view text) const;

  ReportOptions options_;
  WriteText write_;
  site::GroupPrinter& groups_;
  site::FindingCounts counts_;
  std::string last_file_;  // of the finding that was printed last
};

bool TextReport::print(site::FindingGroup const& group) {
  site::Finding const& finding = group.first;
  std::string out;
  const ReaderPlace reader = reader_place(finding);
  if (!last_file_.empty() && reader.file != last_file_) out += '\n';
  last_file_ = reader.file;
  std::string place;
  append_printable(place, reader.file, options_.style.display);
  append_colored(out, bold, place_text(std::move(place), reader).append(":"));
  out += ' ';
  append_headline(out, group);
  if (reader.is_source) {
    out.append("    ").append(printable_place(finding.file, finding.line, finding.column));
    out += '\n';
  }
  append_source(out, finding);
  for (site::FindingPlace const& place : group.more_places) {
    out.append("    ").append(printable_place(place.file, place.line, place.column)).append("\n");
  }
  if (const std::size_t more = group.unnamed_pages(); more != 0) {
    out.append("    and ").append(grouped_number(more)).append(" more\n");
  }
  if (group.is_cause && group.findings > group.more_places.size()) {
    const std::size_t more = group.findings - group.more_places.size();
    out.append("    and ").append(grouped_number(more)).append(" more\n");
  }
  return write_(out);
}

/// How many findings each rule has, and what most of them lead to.
bool TextReport::print_counts() {
  if (counts_.all() == 0) return true;
  std::string out;
  if (const std::size_t left = groups_.left_out; left != 0) {
    out.append(last_file_.empty() ? "" : "\n").append(left_out_text(left)).append("\n");
  }
  const auto append_count = [&](std::size_t count, std::string_view what) {
    const std::string number = grouped_number(count);
    out.append(number.size() < 8 ? 8 - number.size() : 0, ' ').append(number).append("  ");
    append_printable(out, what, options_.style.display);
    out += '\n';
  };
  out += '\n';
  append_colored(out, bold, counted(counts_.all(), "finding", "findings").append(" by rule:"));
  out += '\n';
  for (const site::Rule rule : counts_.rules()) append_count(counts_.of(rule), name(rule));
  const auto targets = counts_.worst_targets(max_targets);
  if (!targets.empty()) {
    append_colored(out, bold, "worst targets:");
    out += '\n';
  }
  for (site::FindingCounts::Target const& target : targets)
    append_count(target.findings, target.name);
  return write_(out);
}

std::string TextReport::printable_place(std::string_view file, std::size_t line,
                                        std::size_t column) const {
  std::string out;
  append_printable(out, file, options_.style.display);
  return place_text(std::move(out), line, column);
}

/// "error: a.html does not exist (on 6 pages) [missing-file]"
void TextReport::append_headline(std::string& out, site::FindingGroup const& group) const {
  site::Finding const& finding = group.first;
  append_colored(out, color_of(finding.severity), std::string(name(finding.severity)).append(":"));
  out += ' ';
  append_printable(out, finding.message, options_.style.display);
  if (const std::string extent = extent_of(group); !extent.empty()) {
    out.append(" (").append(extent).append(")");
  }
  out += ' ';
  append_colored(out, dim, std::string("[").append(name(finding.rule)).append("]"));
  out += '\n';
}

/// A source line as it is shown. On a terminal it is cut around the mark to one line there.
struct ShownSource {
  std::string before;
  std::string url;
  std::string after;

  /// Leaves at most `room` columns.
  void cut(std::size_t room);
};

constexpr std::string_view cut_mark = "...";

/// Cuts what is beyond `room` columns off the end.
void cut_end(std::string& text, std::size_t room) {
  if (display_columns(text) <= room) return;
  const std::size_t kept = room - std::min(room, cut_mark.size());
  text.resize(first_columns(text, kept));
  text += cut_mark;
}

/// The same at the start.
void cut_start(std::string& text, std::size_t room) {
  const std::size_t columns = display_columns(text);
  if (columns <= room) return;
  const std::size_t kept = room - std::min(room, cut_mark.size());
  text.erase(0, after_columns(text, columns - kept));
  text.insert(0, cut_mark);
}

void ShownSource::cut(std::size_t room) {
  const std::size_t before_columns = display_columns(before);
  const std::size_t after_columns = display_columns(after);
  const std::size_t min_before = std::min(before_columns, cut_mark.size());
  const std::size_t min_after = std::min(after_columns, cut_mark.size());
  const std::size_t min_around = min_before + min_after;
  cut_end(url, std::max(room - std::min(room, min_around), cut_mark.size() + 1));
  const std::size_t left = room - std::min(room, display_columns(url));
  const std::size_t half = left / 2;
  const std::size_t room_after = std::max(half, left - std::min(left, before_columns));
  const std::size_t room_before = left - std::min({left, after_columns, room_after});
  cut_start(before, room_before);
  cut_end(after, room_after);
}

/// The source line, and carets below the URL.
void TextReport::append_source(std::string& out, site::Finding const& finding) const {
  site::FindingSource const& in_sources = finding.source;
  const bool is_source = in_sources.has_line();
  const std::string_view line = is_source ? in_sources.shown_line : finding.source_line;
  const std::size_t begin = is_source ? in_sources.shown_begin : finding.source_begin;
  const std::size_t end = is_source ? in_sources.shown_end : finding.source_end;
  if (line.empty()) return;
  const std::string number = std::to_string(is_source ? in_sources.line : finding.line);
  const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  const std::size_t skip = std::min(line.find_first_not_of(" \t"), begin);
  const Display display = options_.style.display;
  constexpr std::string_view bar = " | ";
  ShownSource source;
  append_printable(source.before, line.substr(skip, begin - skip), display);
  append_printable(source.url, line.substr(begin, end - begin), display);
  append_printable(source.after, line.substr(end), display);
  const std::size_t margin_columns = margin.size() + number.size() + bar.size();
  if (display == Display::terminal) {
    source.cut(options_.style.width - std::min(options_.style.width, margin_columns));
  }
  append_colored(out, dim, std::string(margin).append(number).append(bar));
  out.append(source.before).append(source.url).append(source.after).append("\n");
  append_colored(out, dim, std::string(margin.size() + number.size(), ' ').append(bar));
  out += std::string(display_columns(source.before), ' ');
  const std::size_t carets = std::max<std::size_t>(display_columns(source.url), 1);
  append_colored(out, color_of(finding.severity), std::string(carets, '^'));
  out += '\n';
}

void TextReport::append_colored(std::string& out, std::string_view color,
                                std::string_view text) const {
  if (options_.style.color) out += color;
  out += text;
  if (options_.style.color) out += plain;
}

}  // namespace

std::unique_ptr<Report> make_text_report(ReportOptions const& options, WriteText write) {
  return std::make_unique<TextReport>(options, std::move(write));
}

}  // namespace hrefkit::cli
