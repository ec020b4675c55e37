#include "hrefkit/cli/check/finding_groups.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::cli {

std::string target_name(site::Finding const& finding) {
  std::string target(finding.target ? *finding.target : finding.url.value_or(finding.raw));
  if (finding.target && target.empty()) target = "/";
  if (finding.rule == site::Rule::missing_fragment && finding.url) {
    if (const auto fragment = url::fragment_of(*finding.url)) target.append("#").append(*fragment);
  }
  return target;
}

std::string extent_of(FindingGroup const& group) {
  if (group.pages > 1) return "on " + grouped_number(group.pages) + " pages";
  return group.findings > 1 ? grouped_number(group.findings) + " times" : "";
}

namespace {

/// The finding without what no report for people shows.
site::Finding shown(site::Finding finding) {
  finding.base = finding.base_source = finding.context = {};
  finding.suggestion.reset();
  return finding;
}

std::size_t text_bytes(site::Finding const& finding) {
  std::size_t bytes = 0;
  site::for_each_text(finding, [&bytes](std::string_view text) { bytes += text.size(); });
  return bytes;
}

}  // namespace

FindingGroups::Kept::Kept(site::Finding const& finding) : finding_(finding) {
  texts_.reserve(text_bytes(finding));
  site::for_each_text(finding, [this](std::string_view text) { texts_ += text; });
}

site::Finding FindingGroups::Kept::finding() const {
  site::Finding finding = finding_;
  site::for_each_text(finding, [this, at = std::size_t{0}](std::string_view& text) mutable {
    text = std::string_view(texts_).substr(at, text.size());
    at += text.size();
  });
  return finding;
}

text::Hash128 FindingGroups::key_of(site::Finding const& finding) const {
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
  add(finding.url.value_or(finding.raw));
  if (by_ == GroupBy::target && finding.url) return text::hash128(key, secret);
  add(finding.element);
  // What the message says beside the reference as written, which depends on the page's folder.
  std::string_view message = finding.message;
  const std::string_view raw = text::strip_ascii_whitespace(finding.raw);
  const std::size_t quoted = raw.size() + 2;
  if (message.size() >= quoted && message[0] == '\'' && message[quoted - 1] == '\'' &&
      message.substr(1, raw.size()) == raw) {
    message.remove_prefix(quoted);
    if (message.starts_with(": ")) message.remove_prefix(2);
  }
  add(message);
  return text::hash128(key, secret);
}

bool FindingGroups::is_one(Group const& group) const {
  return by_ == GroupBy::target || group.pages >= min_pages;
}

bool FindingGroups::emit(site::Finding const& finding) {
  if (page_ == 0 || last_file_ != finding.file) {
    last_file_ = finding.file;
    ++page_;
  }
  const text::Hash128 key = key_of(finding);
  if (!is_waiting_) {
    const auto known = groups_.find(key);
    if (known == groups_.end()) return print(shown(finding), nullptr);
    count(known->second, finding);
    return true;
  }
  const auto [known, is_new] = groups_.try_emplace(key);
  Group& group = known->second;
  if (is_new) waiting_bytes_ += sizeof(key) + sizeof(Group);
  count(group, finding);
  if (!is_new && is_one(group)) return true;  // its first finding waits
  const site::Finding kept = shown(finding);
  waiting_bytes_ += sizeof(Waiting) + text_bytes(kept);
  const bool is_full = waiting_.size() + 1 >= max_waiting || waiting_bytes_ >= max_waiting_bytes;
  if (is_full) return print_waiting() && print(kept, nullptr);
  waiting_.push_back({Kept(kept), &group});
  return true;
}

bool FindingGroups::keeps_place(Group const& group, bool is_new_page) const {
  const std::size_t places = group.more_places.size() + 1;
  if (places_ == GroupPlaces::named) return is_new_page && places < max_places;
  if (places < max_places) return true;
  return places < max_listed && listed_ < max_listed_of_all;
}

void FindingGroups::count(Group& group, site::Finding const& finding) {
  ++group.findings;
  const bool is_new_page = group.last_page != page_;
  if (is_new_page) {
    group.last_page = page_;
    ++group.pages;
  }
  if (group.findings == 1 || !keeps_place(group, is_new_page)) return;
  ++listed_;
  group.more_places.push_back({std::string(finding.file), finding.line, finding.column});
  waiting_bytes_ += sizeof(FindingPlace) + finding.file.size();
}

/// Prints what waits, while `is_waiting_` without the groups, which may grow.
bool FindingGroups::print_waiting() {
  const bool is_end = !std::exchange(is_waiting_, false);
  std::deque<Waiting> groups;
  for (Waiting& waiting : waiting_) {
    Group& group = *waiting.group;
    const bool is_group = is_one(group) && group.findings > 1;
    if (is_group && group.is_printed) continue;
    group.is_printed = true;
    if (is_group && !is_end) {
      groups.push_back(std::move(waiting));
    } else if (!print(waiting.finding.finding(), is_group ? &group : nullptr)) {
      return false;
    }
  }
  waiting_ = std::move(groups);
  if (is_end) return true;
  for (Waiting const& waiting : waiting_) waiting.group->is_printed = false;
  std::erase_if(groups_, [this](auto const& entry) {
    return !is_one(entry.second) || entry.second.findings == 1;
  });
  return true;
}

bool FindingGroups::end() {
  is_waiting_ = false;
  return print_waiting();
}

bool FindingGroups::print(site::Finding const& finding, Group const* group) {
  FindingGroup printed{.first = finding};
  if (group != nullptr) {
    printed.findings = group->findings;
    printed.pages = group->pages;
    printed.more_places = group->more_places;
  }
  if (printed_ == max_printed_) {
    left_out_ += printed.findings;
    return true;
  }
  ++printed_;
  return print_(printed);
}

void FindingCounts::add(site::Finding const& finding) {
  ++all_;
  ++by_rule_[static_cast<std::size_t>(finding.rule)];
  std::string target = target_name(finding);
  if (target_bytes_ < max_target_bytes) {
    const auto [known, is_new] = by_target_.try_emplace(std::move(target), 0);
    ++known->second;
    if (is_new) target_bytes_ += known->first.size() + sizeof(*known) + 2 * sizeof(void*);
  } else if (const auto known = by_target_.find(target); known != by_target_.end()) {
    ++known->second;
  }
}

std::vector<site::Rule> FindingCounts::rules() const {
  std::vector<site::Rule> rules;
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    if (by_rule_[i] != 0) rules.push_back(static_cast<site::Rule>(i));
  }
  std::stable_sort(rules.begin(), rules.end(),
                   [this](site::Rule a, site::Rule b) { return of(a) > of(b); });
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

}  // namespace hrefkit::cli
