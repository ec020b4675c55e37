#include "hrefkit/site/check/merge.h"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include "hrefkit/site/check/ignored_uses.h"

namespace hrefkit::site {

namespace {

void look_again(CheckState& check, std::uint32_t page) {
  check.facts.flags[page] |= flag_second_look;
  check.kept.drop(page);
}

/// A page that has the id twice needs a second look, unless the links that ask are ignored.
void ask_for_doubles(CheckState& check, AnchorUse const& use, IgnoredUses& ignored) {
  if (check.options.severities[Rule::duplicate_id] == Severity::off || !check.is_reported(use.to))
    return;
  for (const AnchorKey key : {use.key, use.decoded}) {
    if (!check.waiting.doubled.contains(key) || check.facts.asked_doubles.contains(key)) continue;
    if (ignored.has(use)) return;
    check.facts.asked_doubles.insert(key);
    look_again(check, use.to);
    check.facts.flags[use.to] |= flag_doubled;
  }
}

/// Pages that no other file leads to. The site's own index, error pages, pages that only redirect
/// from old addresses, and files that are shown within pages are not orphans.
void find_orphans(CheckState& check) {
  Site const& site = check.site;
  const Lookup home = site.find_below_root("/");
  for (std::uint32_t page = 0; page < check.facts.flags.size(); ++page) {
    const std::string path = site.path(site.pages()[page]);
    const bool is_error_page = path == "404.html" || path.ends_with("/404.html");
    const bool is_special = site.pages()[page] == home.entry || is_error_page ||
                            site.is_svg_page(page) || !site.is_document(page);
    if (is_special || !check.is_reported(page) ||
        (check.facts.flags[page] & (flag_linked | flag_unread | flag_redirects)) != 0)
      continue;
    check.facts.flags[page] |= flag_orphan;
    look_again(check, page);
  }
}

}  // namespace

void merge_pages(CheckState& check) {
  WaitingUses& waiting = check.waiting;
  std::optional<IgnoredUses> ignored;
  if (waiting.has_doubles) ignored.emplace(check.site, check.redirects, check.hash);
  for (std::size_t i = 0; i < waiting.uses.size(); ++i) {
    if (i + keys_ahead < waiting.uses.size()) {
      check.facts.anchors.expect(waiting.uses[i + keys_ahead].key);
    }
    AnchorUse const& use = waiting.uses[i];
    if (check.facts.lacks(use)) look_again(check, use.from);
    if (waiting.has_doubles) ask_for_doubles(check, use, *ignored);
  }
  std::deque<AnchorUse>().swap(waiting.uses);
  if (check.options.orphans) find_orphans(check);
}

}  // namespace hrefkit::site
