#include "hrefkit/site/external/targets.h"

#include <algorithm>

#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

constexpr std::uint32_t no_page = UINT32_MAX;

std::string fragment_key(std::uint32_t target, std::string_view fragment) {
  return std::to_string(target).append("#").append(fragment);
}

}  // namespace

void ExternalTargets::add(std::uint32_t page, std::string_view url, html::UsableContent usable) {
  const std::string_view address = url::without_fragment(url);
  auto found = numbers_.find(address);
  if (found == numbers_.end()) {
    const auto number = static_cast<std::uint32_t>(targets_.size());
    targets_.push_back({.url = std::string(address)});
    last_pages_.push_back(no_page);
    found = numbers_.emplace(targets_.back().url, number).first;
  }
  const std::uint32_t number = found->second;
  if (last_pages_[number] != page) uses_.emplace_back(number, page);
  last_pages_[number] = page;
  targets_[number].needs.add(usable);
  const auto fragment = url::fragment_of(url);
  if (!fragment) return;
  std::vector<std::string>& fragments = targets_[number].fragments;
  const bool is_new = fragments_
                          .try_emplace(fragment_key(number, *fragment),
                                       static_cast<std::uint32_t>(fragments.size()))
                          .second;
  if (is_new) fragments.emplace_back(*fragment);
}

ExternalTarget const* ExternalTargets::find(std::string_view url) const {
  const auto found = numbers_.find(url::without_fragment(url));
  return found == numbers_.end() ? nullptr : &targets_[found->second];
}

std::optional<ExternalVerdict> ExternalTargets::verdict(std::string_view url, bool asks_for_svg_id,
                                                        html::UsableContent usable) const {
  const auto found = numbers_.find(url::without_fragment(url));
  if (found == numbers_.end()) return std::nullopt;
  ExternalTarget const& target = targets_[found->second];
  if (target.state == ExternalTarget::State::open) return std::nullopt;
  // Style sheets of other sites are taken by their type alone.
  if (is_of_address(target.verdict) && is_useless_page(usable, target.sent, false)) {
    return with_wrong_type(target.verdict);
  }
  const auto fragment = url::fragment_of(url);
  if (!fragment || (target.is_svg && !asks_for_svg_id)) return target.verdict;
  const auto wanted = fragments_.find(fragment_key(found->second, *fragment));
  if (wanted == fragments_.end() || wanted->second >= target.answers.size()) return target.verdict;
  return with_fragment(target.verdict, target.answers[wanted->second]);
}

bool ExternalTargets::has_finding(ExternalTarget const& target) {
  if (target.state == ExternalTarget::State::open) return false;
  if (target.verdict.rule || target.needs.has_useless(target.sent)) return true;
  return std::any_of(target.answers.begin(), target.answers.end(), [](FragmentAnswer answer) {
    return answer != FragmentAnswer::found && answer != FragmentAnswer::not_judged &&
           answer != FragmentAnswer::of_script;
  });
}

std::size_t ExternalTargets::left_to_scripts() const {
  std::size_t count = 0;
  for (ExternalTarget const& target : targets_) {
    const auto left =
        std::count(target.answers.begin(), target.answers.end(), FragmentAnswer::of_script);
    if (is_of_address(target.verdict)) count += static_cast<std::size_t>(left);
  }
  return count;
}

}  // namespace hrefkit::site
