#include "hrefkit/cli/io/warning_groups.h"

#include <utility>

#include "hrefkit/cli/format/printable.h"

namespace hrefkit::cli {

void WarningGroups::add(std::string const& kind, std::string const& page,
                        std::string const& sentence, std::size_t links, std::string const& place) {
  std::string const& shown = place.empty() ? page : place;
  if (lists_all_) return messages_.warning(shown, sentence);
  const auto [found, is_new] = numbers_.try_emplace(kind, groups_.size());
  if (is_new) groups_.push_back({.place = shown, .sentence = sentence});
  Group& group = groups_[found->second];
  group.links += links;
  if (!is_new && group.last_page == page) return;
  ++group.pages;
  group.last_page = page;
}

void WarningGroups::print() {
  for (Group const& group : groups_) {
    std::string sentence = group.sentence;
    if (group.links > 1) {
      sentence += " (" + counted(group.links, "link", "links") + " on " +
                  counted(group.pages, "page", "pages") + ")";
    } else if (group.pages > 1) {
      sentence += " (" + counted(group.pages, "page", "pages") + ")";
    }
    messages_.warning(group.place, sentence);
  }
  groups_.clear();
  numbers_.clear();
}

}  // namespace hrefkit::cli
