#include "hrefkit/site/snapshot/entry_table.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "hrefkit/text/hash.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::site {

bool PathNames::next() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of('/'), rest_.size()));
  if (rest_.empty()) return false;
  const std::size_t end = std::min(rest_.find('/'), rest_.size());
  name_ = written_ = rest_.substr(0, end);
  rest_.remove_prefix(end);
  if (name_.find('%') != std::string_view::npos) {
    decoded_ = url::percent_decode(name_);
    name_ = decoded_;
  }
  return true;
}

bool PathNames::is_possible() const {
  return name_.find('/') == std::string_view::npos && name_.find('\0') == std::string_view::npos &&
         name_ != "." && name_ != "..";
}

EntryTable::EntryTable() : slots_(64, no_entry), seed_(text::random_seed()) {
  add(EntryKind::folder, false, add_folder_listing());
}

/// An empty listing, for one more folder.
std::uint32_t EntryTable::add_folder_listing() {
  listings_.emplace_back();
  return static_cast<std::uint32_t>(listings_.size() - 1);
}

/// Adds an entry whose name is to follow.
void EntryTable::add(EntryKind kind, bool outside, std::uint32_t target) {
  Packed entry;
  entry.name = static_cast<std::uint32_t>(names_.size());
  entry.target = target & no_target;
  entry.kind = static_cast<std::uint32_t>(kind) & 3U;
  entry.outside = outside ? 1 : 0;
  entries_.push_back(entry);
}

std::string_view EntryTable::name(EntryId id) const {
  const std::size_t begin = entries_[id].name;
  const std::size_t end = id + 1 < entries_.size() ? entries_[id + 1].name : names_.size();
  return std::string_view(names_).substr(begin, end - begin);
}

EntryId EntryTable::parent(EntryId id) const {
  const auto next = std::upper_bound(runs_.begin(), runs_.end(), id,
                                     [](EntryId at, Run const& run) { return at < run.first; });
  return next == runs_.begin() ? no_entry : std::prev(next)->folder;
}

EntryId EntryTable::add_listing(EntryId folder, std::span<Child const> children) {
  const auto first = static_cast<EntryId>(entries_.size());
  Listing& listing = listings_[entries_[folder].target];
  listing.first = first;
  listing.count = static_cast<std::uint32_t>(children.size());
  if (!children.empty()) runs_.push_back({first, folder});
  make_room(children);
  for (Child const& child : children) {
    const bool is_folder = child.kind == EntryKind::folder;
    add(child.kind, child.outside, is_folder ? add_folder_listing() : no_entry);
    names_ += child.name;
    fill_slot(folder, static_cast<EntryId>(entries_.size() - 1));
  }
  return first;
}

/// Makes room for the children of a folder at once: of a large one, nothing is moved again and
/// again.
void EntryTable::make_room(std::span<Child const> children) {
  const auto reserve = [](auto& list, std::size_t added) {
    const std::size_t size = list.size() + added;
    if (size > list.capacity()) list.reserve(std::max(size, list.capacity() * 2));
  };
  reserve(entries_, children.size());
  reserve(names_, std::accumulate(children.begin(), children.end(), std::size_t{0},
                                  [](std::size_t size, Child const& child) {
                                    return size + child.name.size();
                                  }));
  std::size_t slots = slots_.size();
  while (slots < (entries_.size() + children.size()) * 2) slots *= 2;
  if (slots == slots_.size()) return;
  std::vector<EntryId>().swap(slots_);
  slots_.assign(slots, no_entry);
  for (std::size_t i = 0; i < runs_.size(); ++i) {
    const std::size_t end = i + 1 < runs_.size() ? runs_[i + 1].first : entries_.size();
    for (EntryId id = runs_[i].first; id < end; ++id) fill_slot(runs_[i].folder, id);
  }
}

void EntryTable::make_folder(EntryId alias) {
  Packed& entry = entries_[alias];
  entry.kind = static_cast<std::uint32_t>(EntryKind::folder) & 3U;
  entry.outside = 1;
  entry.target = add_folder_listing() & no_target;
}

void EntryTable::mark_unlisted(EntryId folder) {
  listings_[entries_[folder].target].unlisted = true;
}

bool EntryTable::is_unlisted(EntryId folder) const {
  return listings_[entries_[folder].target].unlisted;
}

EntryId EntryTable::find(EntryId folder, std::string_view wanted) const {
  // An entry of another folder is passed over without a look at its name.
  const Range range = children(folder);
  for (std::size_t slot = first_slot(folder, wanted); slots_[slot] != no_entry;
       slot = (slot + 1) & (slots_.size() - 1)) {
    const EntryId id = slots_[slot];
    if (!range.contains(id) || name(id) != wanted) continue;
    // An alias leads to a file or a folder, never to another alias: links are resolved by the
    // system.
    return kind(id) == EntryKind::alias ? (*this)[id].target : id;
  }
  return no_entry;
}

EntryTable::Range EntryTable::children(EntryId folder) const {
  if (!is_folder(folder)) return {};
  Listing const& listing = listings_[entries_[folder].target];
  return {listing.first, listing.first + listing.count};
}

std::string EntryTable::path(EntryId id) const {
  std::vector<EntryId> chain;
  for (; id != 0 && id != no_entry; id = parent(id)) chain.push_back(id);
  std::string path;
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    if (!path.empty()) path += '/';
    path += name(*link);
  }
  return path;
}

/// The slot at which the search for a name begins.
std::size_t EntryTable::first_slot(EntryId folder, std::string_view name) const {
  return static_cast<std::size_t>(text::hash64(name, seed_ + folder)) & (slots_.size() - 1);
}

/// Names of a folder differ: the first empty slot is that of a new one.
void EntryTable::fill_slot(EntryId folder, EntryId id) {
  std::size_t slot = first_slot(folder, name(id));
  while (slots_[slot] != no_entry) slot = (slot + 1) & (slots_.size() - 1);
  slots_[slot] = id;
}

}  // namespace hrefkit::site
