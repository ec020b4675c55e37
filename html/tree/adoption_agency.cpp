// Operations on the list of active formatting elements: 13.2.4.3 and "adoption agency algorithm"
// (13.2.6.4.7).
//
// An element and its clones share one entry on the list, and its number. Moving elements costs time
// for all that stand between the formatting element and the current node, which a page can ask for
// again and again. Past a budget in proportion to the number of tags nothing is moved any more: the
// caller finds that in `TreeWork::moves`, or the state is not certain.
#include <algorithm>

#include "hrefkit/html/names/tag_groups.h"
#include "hrefkit/html/tree/tree_state.h"

namespace hrefkit::html {

void TreeState::add_marker() {
  if (keeps_all()) formatting_.add_marker();
}

/// "Push onto the list of active formatting elements" the element that was inserted last.
void TreeState::add_formatting(StartTag const& tag) {
  if (!keeps_all()) return;
  OpenElement element = open_.pop();
  element.formatting = formatting_.add(tag.name, tag.facts.formatting);
  work_.list_is_full |= formatting_.size() == FormattingElements::max_size;
  open_.push(element);
}

/// Removes an entry from the list, and its element from the stack where it is still there.
void TreeState::strike_out(std::uint32_t number) {
  FormattingElements::Entry const* entry = formatting_.find(number);
  if (entry == nullptr) return;
  const std::size_t position = position_of(*entry);
  formatting_.remove(number);
  if (position != 0 && may_move(open_.size() - position)) open_.remove(position);
}

// "Reconstruct the active formatting elements"
void TreeState::reconstruct() {
  if (!formatting_.has_closed()) return;
  formatting_.reconstruct([&](FormattingElements::Entry const& entry) {
    count_clone(entry);
    push({.name = entry.name,
          .number = static_cast<NameNumbers::Number>(entry.name),
          .formatting = entry.number});
  });
}

void TreeState::count_clone(FormattingElements::Entry const& entry) {
  ++work_.clones;
  work_.clone_attributes += entry.tag.attributes;
}

bool TreeState::may_move(std::size_t elements) {
  constexpr std::size_t free_moves = 1'000'000;
  constexpr std::size_t moves_per_tag = 64;
  if (work_.moves + elements > free_moves + moves_per_tag * work_.tags) {
    if (kept_ != Kept::all) certain_ = false;
    work_.moves_refused = true;
    return false;
  }
  work_.moves += elements;
  return true;
}

/// The position of the element of an entry, or 0.
std::size_t TreeState::position_of(FormattingElements::Entry const& entry) const {
  if (!entry.is_open) return 0;
  std::size_t at = open_.find(entry.name);
  while (at != 0 && open_.at(at).formatting != entry.number) at = open_.find_below(at);
  return at;
}

void TreeState::adoption_agency(TagName name, std::string_view written) {
  // Steps 1 and 2: an element that is not on the list is closed.
  if (open_.top_is(name) && formatting_.find(open_.top().formatting) == nullptr) {
    return close_top();
  }
  constexpr int most_rounds = 8;  // step 4
  for (int round = 0; round < most_rounds; ++round) {
    if (formatting_.find(name) == nullptr) {
      // "act as described in the 'any other end tag' entry"
      if (round == 0) any_other_end_tag(name, written);
      return;
    }
    if (!adopt_once(name)) return;
  }
}

/// Steps 4.3 to 4.18 for a name that is on the list; true when another round follows.
bool TreeState::adopt_once(TagName name) {
  FormattingElements::Entry const& entry = *formatting_.find(name);
  const std::uint32_t number = entry.number;
  const std::size_t position = position_of(entry);
  if (position == 0) {
    formatting_.remove(number);
    return false;
  }
  if (open_.boundary(Scope::element) > position) return false;
  if (open_.boundary(Scope::special) <= position) {  // there is no furthest block
    close(position);
    formatting_.remove(number);
    return false;
  }
  if (!may_move(open_.size() - position)) return false;
  std::size_t block = position + 1;
  while (!is_special(open_.at(block))) ++block;
  adopt(position, block);
  return true;
}

/// Steps 4.8 to 4.18: takes the formatting element from below the furthest block and opens a clone
/// of it on the block.
void TreeState::adopt(std::size_t position, std::size_t block) {
  std::vector<OpenElement> above;
  while (open_.size() >= position) above.push_back(open_.pop());
  std::reverse(above.begin(), above.end());
  const std::size_t block_index = block - position;
  std::vector<OpenElement> between = adopt_between(above, block_index);
  OpenElement clone = above.front();
  clone.is_shadow_host = false;
  count_clone(*formatting_.find(clone.formatting));
  if (!between.empty()) formatting_.move_behind(clone.formatting, between.back().formatting);
  for (OpenElement const& element : between) push(element);
  open_.push(above[block_index]);
  push(clone);
  for (std::size_t i = block_index + 1; i < above.size(); ++i) open_.push(above[i]);
}

/// Step 4.13, the inner loop: the elements between the formatting element and the block leave the
/// stack, except for the nearest three that are on the list: clones of those replace them.
std::vector<OpenElement> TreeState::adopt_between(std::vector<OpenElement> const& above,
                                                  std::size_t block_index) {
  constexpr std::size_t most_clones = 3;
  std::vector<OpenElement> kept;
  for (std::size_t i = block_index - 1; i > 0; --i) {
    FormattingElements::Entry const* entry = formatting_.find(above[i].formatting);
    if (above[i].formatting == 0 || entry == nullptr) continue;
    if (block_index - i > most_clones) {
      formatting_.remove(above[i].formatting);
      continue;
    }
    count_clone(*entry);
    kept.push_back(above[i]);
    kept.back().is_shadow_host = false;
  }
  std::reverse(kept.begin(), kept.end());
  return kept;
}

}  // namespace hrefkit::html
