#include "hrefkit/site/snapshot/entry_table.h"

#include <algorithm>

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
  Entry root;
  root.kind = EntryKind::folder;
  root.target = 0;
  entries_.push_back(root);
  listings_.emplace_back();
}

std::string_view EntryTable::name(EntryId id) const {
  return std::string_view(names_).substr(entries_[id].name, entries_[id].name_length);
}

EntryId EntryTable::add_listing(EntryId folder, std::span<Child const> children) {
  const auto first = static_cast<EntryId>(entries_.size());
  Listing& listing = listings_[entries_[folder].target];
  listing.first = first;
  listing.count = static_cast<std::uint32_t>(children.size());
  for (Child const& child : children) {
    Entry entry;
    entry.parent = folder;
    entry.name = static_cast<std::uint32_t>(names_.size());
    entry.name_length = static_cast<std::uint16_t>(child.name.size());
    entry.kind = child.kind;
    entry.outside = child.outside;
    if (child.kind == EntryKind::folder) {
      entry.target = static_cast<std::uint32_t>(listings_.size());
      listings_.emplace_back();
    }
    names_ += child.name;
    entries_.push_back(entry);
    insert(static_cast<EntryId>(entries_.size() - 1));
  }
  return first;
}

void EntryTable::make_folder(EntryId alias) {
  entries_[alias].kind = EntryKind::folder;
  entries_[alias].outside = true;
  entries_[alias].target = static_cast<std::uint32_t>(listings_.size());
  listings_.emplace_back();
}

void EntryTable::mark_unlisted(EntryId folder) {
  listings_[entries_[folder].target].unlisted = true;
}

bool EntryTable::is_unlisted(EntryId folder) const {
  return listings_[entries_[folder].target].unlisted;
}

EntryId EntryTable::follow(EntryId id) const {
  // An alias leads to a file or a folder, never to another alias: links are resolved by the system.
  return entries_[id].kind == EntryKind::alias ? entries_[id].target : id;
}

EntryId EntryTable::find(EntryId folder, std::string_view name) const {
  const EntryId id = slots_[slot_of(folder, name)];
  return id == no_entry ? no_entry : follow(id);
}

EntryTable::Range EntryTable::children(EntryId folder) const {
  Listing const& listing = listings_[entries_[folder].target];
  return {listing.first, listing.first + listing.count};
}

std::string EntryTable::path(EntryId id) const {
  std::vector<EntryId> chain;
  for (; id != 0 && id != no_entry; id = entries_[id].parent) chain.push_back(id);
  std::string path;
  for (auto link = chain.rbegin(); link != chain.rend(); ++link) {
    if (!path.empty()) path += '/';
    path += name(*link);
  }
  return path;
}

/// The slot of an entry, or the empty one where it would be.
std::size_t EntryTable::slot_of(EntryId folder, std::string_view wanted) const {
  const std::size_t mask = slots_.size() - 1;
  auto slot = static_cast<std::size_t>(text::hash64(wanted, seed_ + folder)) & mask;
  while (slots_[slot] != no_entry) {
    Entry const& entry = entries_[slots_[slot]];
    if (entry.parent == folder && name(slots_[slot]) == wanted) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

void EntryTable::insert(EntryId id) {
  if (entries_.size() * 2 > slots_.size()) {
    grow();  // takes the new entry along
    return;
  }
  slots_[slot_of(entries_[id].parent, name(id))] = id;
}

void EntryTable::grow() {
  slots_.assign(slots_.size() * 2, no_entry);
  for (EntryId id = 1; id < entries_.size(); ++id) {
    slots_[slot_of(entries_[id].parent, name(id))] = id;
  }
}

}  // namespace hrefkit::site
