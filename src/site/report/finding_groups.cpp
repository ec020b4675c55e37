#include "hrefkit/site/report/finding_groups.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

std::string target_name(Finding const& finding) {
  std::string target = finding.target ? std::string(*finding.target)
                                      : url::masked_url(finding.url.value_or(finding.raw));
  if (finding.target && target.empty()) target = "/";
  if (finding.rule == Rule::missing_fragment && finding.url) {
    if (const auto fragment = url::fragment_of(*finding.url)) target.append("#").append(*fragment);
  }
  return target;
}

std::string_view message_beside_reference(Finding const& finding) {
  std::string_view message = finding.message;
  const std::string raw = url::masked_url(text::strip_ascii_whitespace(finding.raw));
  const std::size_t quoted = raw.size() + 2;
  if (message.size() >= quoted && message[0] == '\'' && message[quoted - 1] == '\'' &&
      message.substr(1, raw.size()) == raw) {
    message.remove_prefix(quoted);
    if (message.starts_with(": ")) message.remove_prefix(2);
  }
  return message;
}

namespace {

/// The finding without what no report for people shows.
Finding shown(Finding finding) {
  finding.base = finding.base_source = finding.context = {};
  finding.suggestion.reset();
  finding.fix.edits = {};
  return finding;
}

/// What tells places in the sources apart.
std::string source_key(Finding const& finding) {
  return std::string(finding.source.file) + ':' + std::to_string(finding.source.offset);
}

std::size_t text_bytes(Finding const& finding) {
  std::size_t bytes = 0;
  for_each_text(finding, [&bytes](std::string_view text) { bytes += text.size(); });
  return bytes;
}

}  // namespace

FindingGroups::Kept::Kept(Finding const& finding) : finding_(finding) {
  texts_.reserve(text_bytes(finding));
  for_each_text(finding, [this](std::string_view text) { texts_ += text; });
}

Finding FindingGroups::Kept::finding() const {
  Finding finding = finding_;
  for_each_text(finding, [this, at = std::size_t{0}](std::string_view& text) mutable {
    text = std::string_view(texts_).substr(at, text.size());
    at += text.size();
  });
  return finding;
}

text::Hash128 FindingGroups::key_of(Finding const& finding) const {
  text::Hash128 const& secret = text::process_hash_key();
  std::string key(name(finding.rule));
  // A text may be most of a page: its hash is copied in its place.
  const auto add = [&](std::string_view text) {
    constexpr std::size_t max_copied = 500;
    key.append("\n").append(std::to_string(text.size())).append("\n");
    if (text.size() <= max_copied) {
      key += text;
      return;
    }
    for (const std::uint64_t half : text::hash128(text, secret)) key += std::to_string(half);
  };
  key.reserve(200);
  // Pages that name themselves by a local file have one cause, and a URL each.
  const bool names_page = finding.rule == Rule::local_address && finding.element == "link" &&
                          !finding.needs_content && finding.url &&
                          finding.url->starts_with("file:");
  add(names_page ? "file:" : finding.url.value_or(finding.raw));
  if (by_ == GroupBy::target && finding.url) return text::hash128(key, secret);
  add(finding.element);
  add(message_beside_reference(finding));  // the reference depends on the page's folder
  return text::hash128(key, secret);
}

bool FindingGroups::is_one(Group const& group) const {
  return by_ == GroupBy::target || group.pages >= min_pages;
}

GroupPrinter& FindingGroups::add(GroupPrinter printer) {
  has_lists_ |= printer.places == GroupPlaces::all;
  return printers_.emplace_back(std::move(printer));
}

void FindingGroups::emit(Finding const& finding) {
  if (printers_.empty()) return;
  if (page_ == 0 || last_file_ != finding.file) {
    last_file_ = finding.file;
    ++page_;
  }
  const text::Hash128 key = key_of(finding);
  if (!is_waiting_) {
    const auto known = groups_.find(key);
    if (known == groups_.end()) return print(shown(finding), nullptr);
    return count(known->second, finding);
  }
  const auto [known, is_new] = groups_.try_emplace(key);
  Group& group = known->second;
  if (is_new) waiting_bytes_ += sizeof(key) + sizeof(Group);
  count(group, finding);
  if (!is_new && is_one(group)) return;  // its first finding waits
  const Finding kept = shown(finding);
  waiting_bytes_ += sizeof(Waiting) + text_bytes(kept);
  const bool is_full = waiting_.size() + 1 >= max_waiting || waiting_bytes_ >= max_waiting_bytes;
  if (!is_full) {
    waiting_.push_back({Kept(kept), &group});
    return;
  }
  print_waiting();
  print(kept, nullptr);
}

bool FindingGroups::lists_place(Group const& group) const {
  const std::size_t places = group.listed_places.size() + 1;
  return places < max_places || (places < max_listed && listed_ < max_listed_of_all);
}

void FindingGroups::add_place(std::vector<FindingPlace>& places, Group const& group,
                              Finding const& finding) {
  FindingSource const& source = finding.source;
  const bool is_source = source.has_line() && source_key(finding) != group.first_source;
  if (is_source) {
    places.push_back({std::string(source.file), source.line, source.column, true});
  } else {
    places.push_back({std::string(finding.file), finding.line, finding.column});
  }
  waiting_bytes_ += sizeof(FindingPlace) + places.back().file.size();
}

void FindingGroups::count(Group& group, Finding const& finding) {
  ++group.findings;
  if (group.findings == 1 && finding.source.has_line()) group.first_source = source_key(finding);
  const bool is_new_page = group.last_page != page_;
  if (is_new_page) {
    group.last_page = page_;
    ++group.pages;
  }
  if (group.findings == 1) return;
  if (is_new_page && group.named_places.size() + 1 < max_places) {
    add_place(group.named_places, group, finding);
  }
  if (has_lists_ && lists_place(group)) {
    ++listed_;
    add_place(group.listed_places, group, finding);
  }
}

/// Prints what waits, while `is_waiting_` without the groups, which may grow.
void FindingGroups::print_waiting() {
  const bool is_end = !std::exchange(is_waiting_, false);
  std::deque<Waiting> groups;
  for (Waiting& waiting : waiting_) {
    Group& group = *waiting.group;
    const bool is_group = is_one(group) && group.findings > 1;
    if (is_group && group.is_printed) continue;
    group.is_printed = true;
    if (is_group && !is_end) {
      groups.push_back(std::move(waiting));
    } else {
      print(waiting.finding.finding(), is_group ? &group : nullptr);
    }
  }
  waiting_ = std::move(groups);
  if (is_end) return;
  for (Waiting const& waiting : waiting_) waiting.group->is_printed = false;
  std::erase_if(groups_, [this](auto const& entry) {
    return !is_one(entry.second) || entry.second.findings == 1;
  });
}

void FindingGroups::end() {
  is_waiting_ = false;
  print_waiting();
}

void FindingGroups::print(Finding const& finding, Group const* group) {
  FindingGroup printed{.first = finding};
  if (group != nullptr) {
    printed.findings = group->findings;
    printed.pages = group->pages;
  }
  print(printed, group);
}

void FindingGroups::print(FindingGroup printed) {
  print(printed, nullptr);
}

void FindingGroups::print(FindingGroup printed, Group const* group) {
  for (GroupPrinter& printer : printers_) {
    if (printer.has_stopped) continue;
    if (printer.printed == printer.max_printed) {
      printer.left_out += printed.findings;
      continue;
    }
    ++printer.printed;
    if (group != nullptr) {
      printed.more_places =
          printer.places == GroupPlaces::all ? group->listed_places : group->named_places;
    }
    printer.has_stopped = !printer.print(printed);
  }
}

namespace {

std::string hex(std::uint64_t number) {
  std::string text;
  for (int shift = 56; shift >= 0; shift -= 8) text::append_hex(text, char(number >> shift));
  return text;
}

}  // namespace

std::string_view below(std::string_view root, std::string_view file) {
  if (file.starts_with(root)) file.remove_prefix(root.size());
  while (file.starts_with('/')) file.remove_prefix(1);
  return file;
}

std::string Fingerprints::of(Finding const& finding) {
  if (file_ != finding.file) {
    file_ = finding.file;
    seen_.clear();
  }
  std::string key(name(finding.rule));
  key.append("\n").append(finding.raw);
  const std::size_t number = seen_[text::hash128(key, text::process_hash_key())]++;
  key.append("\n").append(below(root_, finding.file));
  key.append("\n").append(std::to_string(number));
  return hex(text::fnv1a64(key));
}

void SharedFindings::emit(Finding const& finding) {
  fingerprint_.clear();
  if (finding.cause != Finding::no_cause) count(finding);
  if (finding.cause != Finding::no_cause && !lists_all_) return;
  by_cause_.emit(finding);
  by_target_.emit(finding);
}

void SharedFindings::count(Finding const& finding) {
  if (of_causes_.size() <= finding.cause) of_causes_.resize(finding.cause + 1);
  CauseFindings& cause = of_causes_[finding.cause];
  ++cause.findings;
  cause.severity = std::max(cause.severity, finding.severity);
  if (finding.raw.empty()) return;  // of the folder
  ++cause.links;
  std::vector<FindingPlace>& places = cause.places;
  const bool is_known = !places.empty() && places.back().file == finding.file;
  if (is_known || places.size() == FindingGroups::max_places) return;
  places.push_back({std::string(finding.file), finding.line, finding.column});
}

void SharedFindings::end(std::span<Cause const> causes) {
  for (std::size_t i = 0; i < std::min(causes.size(), of_causes_.size()); ++i) {
    CauseFindings const& found = of_causes_[i];
    if (found.findings == 0) continue;
    const std::string text = message(causes[i], found.links);
    FindingGroup group{.findings = found.findings, .more_places = found.places, .is_cause = true};
    group.first.rule = causes[i].rule;
    group.first.severity = found.severity;
    group.first.file = root_;
    group.first.message = text;
    by_cause_.print(group);
    by_target_.print(group);
  }
  by_cause_.end();
  by_target_.end();
}

std::string const& SharedFindings::fingerprint(Finding const& finding) {
  if (fingerprint_.empty()) fingerprint_ = fingerprints_.of(finding);
  return fingerprint_;
}

void FindingCounts::add(Finding const& finding) {
  ++all_;
  ++by_rule_[static_cast<std::size_t>(finding.rule)];
  if (finding.cause != Finding::no_cause) return;  // no target of its own
  std::string target = target_name(finding);
  if (target_bytes_ < max_target_bytes) {
    const auto [known, is_new] = by_target_.try_emplace(std::move(target), 0);
    ++known->second;
    if (is_new) target_bytes_ += known->first.size() + sizeof(*known) + 2 * sizeof(void*);
  } else if (const auto known = by_target_.find(target); known != by_target_.end()) {
    ++known->second;
  }
}

std::vector<Rule> FindingCounts::rules() const {
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < rule_count; ++i) {
    if (by_rule_[i] != 0) rules.push_back(static_cast<Rule>(i));
  }
  std::stable_sort(rules.begin(), rules.end(), [this](Rule a, Rule b) { return of(a) > of(b); });
  return rules;
}

std::vector<FindingCounts::Target> FindingCounts::worst_targets(std::size_t max) const {
  std::vector<Target> worst;
  for (auto const& [name, findings] : by_target_) {
    if (findings > 1) worst.push_back({name, findings});
  }
  const auto is_worse = [](Target const& a, Target const& b) {
    return a.findings != b.findings ? a.findings > b.findings : a.name < b.name;
  };
  max = std::min(max, worst.size());
  std::partial_sort(worst.begin(), worst.begin() + static_cast<std::ptrdiff_t>(max), worst.end(),
                    is_worse);
  worst.resize(max);
  return worst;
}

}  // namespace hrefkit::site
