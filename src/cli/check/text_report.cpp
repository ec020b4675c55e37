#include "hrefkit/cli/check/text_report.h"

#include <algorithm>

#include "hrefkit/cli/format/grouped_number.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/sgr.h"
#include "hrefkit/text/utf8.h"

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

/// What makes two findings the same broken link on two pages.
std::string key_of(site::Finding const& finding) {
  std::string key(name(finding.rule));
  key += '\n';
  key += finding.url.value_or(finding.raw);
  key += '\n';
  key += finding.element;
  return key;
}

}  // namespace

TextReport::TextReport(ReportOptions const& options, WriteText write)
    : options_(options), write_(std::move(write)) {}

bool TextReport::give(site::Finding const& finding) {
  if (is_waiting_) return wait(finding);
  if (const auto group = groups_.find(key_of(finding)); group != groups_.end()) {
    count(group->second, finding);
    return true;
  }
  return print(std::string(finding.file), text_of(finding));
}

/// Keeps a finding until it is known on how many pages it is.
bool TextReport::wait(site::Finding const& finding) {
  std::string key = key_of(finding);
  const std::size_t key_bytes = key.size();
  const auto [known, is_new] = groups_.try_emplace(std::move(key));
  Group& group = known->second;
  if (is_new) {
    group.number = groups_.size();
    group.headline = headline_of(finding);
    waiting_bytes_ += key_bytes + group.headline.size() + sizeof(Group);
  }
  count(group, finding);
  // What is known to be on many pages is printed at the end: its text is not needed.
  if (is_grouped(group)) return true;
  waiting_.push_back({std::string(finding.file), text_of(finding), &group});
  waiting_bytes_ += waiting_.back().file.size() + waiting_.back().text.size() + sizeof(Waiting);
  const bool is_full = waiting_.size() >= most_waiting || waiting_bytes_ >= most_waiting_bytes;
  return !is_full || print_waiting();
}

bool TextReport::end(site::CheckSummary const&) {
  return print_waiting() && print_groups();
}

void TextReport::count(Group& group, site::Finding const& finding) const {
  if (group.pages != 0 && group.last_file == finding.file) return;
  ++group.pages;
  group.last_file = finding.file;
  if (group.places.size() < most_places) group.places.push_back(place_of(finding));
}

/// Prints what waits. From then on each finding is printed at once, unless it is of a group that is
/// printed at the end.
bool TextReport::print_waiting() {
  if (!is_waiting_) return true;
  is_waiting_ = false;
  for (Waiting const& waiting : waiting_) {
    if (!is_grouped(*waiting.group) && !print(waiting.file, waiting.text)) return false;
  }
  std::vector<Waiting>().swap(waiting_);
  std::erase_if(groups_, [](auto const& entry) { return !is_grouped(entry.second); });
  return true;
}

bool TextReport::print(std::string const& file, std::string const& text) {
  std::string out;
  if (!last_file_.empty() && file != last_file_) out += '\n';
  last_file_ = file;
  out += text;
  return write_(out);
}

bool TextReport::print_groups() {
  std::vector<Group const*> groups;
  for (auto const& [key, group] : groups_) groups.push_back(&group);
  std::sort(groups.begin(), groups.end(),
            [](Group const* a, Group const* b) { return a->number < b->number; });
  std::string out;
  for (Group const* each : groups) {
    Group const& group = *each;
    if (!out.empty() || !last_file_.empty()) out += '\n';
    append_colored(out, bold,
                   std::string("On ").append(grouped_number(group.pages)).append(" pages: "));
    out += group.headline;
    for (std::string const& place : group.places) {
      out += "    ";
      out += place;
      out += '\n';
    }
    out += "    and ";
    out += grouped_number(group.pages - group.places.size());
    out += " more\n";
  }
  return out.empty() || write_(out);
}

std::string TextReport::place_of(site::Finding const& finding) const {
  std::string out;
  append_printable(out, finding.file, options_.style.display);
  for (const std::size_t number : {finding.line, finding.column}) {
    out.append(":").append(std::to_string(number));
  }
  return out;
}

/// "error: a.html does not exist [missing-file]"
std::string TextReport::headline_of(site::Finding const& finding) const {
  std::string out;
  append_colored(out, color_of(finding.severity), std::string(name(finding.severity)).append(":"));
  out += ' ';
  append_printable(out, finding.message, options_.style.display);
  out += ' ';
  append_colored(out, dim, std::string("[").append(name(finding.rule)).append("]"));
  out += '\n';
  return out;
}

std::string TextReport::text_of(site::Finding const& finding) const {
  std::string out;
  append_colored(out, bold, place_of(finding).append(":"));
  out += ' ';
  out += headline_of(finding);
  append_source(out, finding);
  return out;
}

/// The source line, and carets below the URL.
void TextReport::append_source(std::string& out, site::Finding const& finding) const {
  if (finding.source_line.empty()) return;
  const std::string number = std::to_string(finding.line);
  const std::string margin(number.size() < 5 ? 5 - number.size() : 0, ' ');
  const std::string_view line = finding.source_line;
  const std::size_t skip = std::min(line.find_first_not_of(" \t"), finding.source_begin);
  std::string before;
  std::string url;
  std::string after;
  append_printable(before, line.substr(skip, finding.source_begin - skip), options_.style.display);
  append_printable(url,
                   line.substr(finding.source_begin, finding.source_end - finding.source_begin),
                   options_.style.display);
  append_printable(after, line.substr(finding.source_end), options_.style.display);
  append_colored(out, dim, margin + number + " | ");
  out.append(before).append(url).append(after).append("\n");
  append_colored(out, dim, std::string(margin.size() + number.size(), ' ') + " | ");
  out += std::string(text::count_code_points(before), ' ');
  const std::size_t carets = std::max<std::size_t>(text::count_code_points(url), 1);
  append_colored(out, color_of(finding.severity), std::string(carets, '^'));
  out += '\n';
}

void TextReport::append_colored(std::string& out, std::string_view color,
                                std::string_view text) const {
  if (options_.style.color) out += color;
  out += text;
  if (options_.style.color) out += plain;
}

}  // namespace hrefkit::cli
