#include "hrefkit/site/snapshot/entry_table.h"

#include <algorithm>
#include <bit>
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

namespace {

/// One slot in three is empty.
std::uint32_t slot_count(std::uint32_t children) {
  return children + children / 2 + 1;
}

}  // namespace

/// The slots of a folder, and where the search for a name in them begins.
struct EntryTable::Search {
  Search(Listing const& listing, std::uint64_t hash)
      : begin(listing.slots),
        size(slot_count(listing.count)),
        bits(static_cast<unsigned>(std::bit_width(listing.count))),
        tag(static_cast<std::uint32_t>(hash >> 32U) >> bits << bits),
        at(static_cast<std::uint32_t>((hash & UINT32_MAX) * size >> 32U)) {}

  std::size_t slot() const { return std::size_t{begin} + at; }
  void go_on() { at = at + 1 == size ? 0 : at + 1; }

  std::uint32_t begin;
  std::uint32_t size;
  unsigned bits;      // of a slot that hold the child's number
  std::uint32_t tag;  // the other bits
  std::uint32_t at;
};

EntryTable::EntryTable() : seed_(text::random_seed()) {
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
  if (children.empty()) return first;
  const auto count = static_cast<std::uint32_t>(children.size());
  make_room(children);
  Listing& listing = listings_[entries_[folder].target];
  listing.first = first;
  listing.count = count;
  listing.slots = static_cast<std::uint32_t>(slots_.size());
  const Listing added = listing;
  runs_.push_back({first, folder});
  slots_.resize(slots_.size() + slot_count(count), no_entry);
  for (std::uint32_t number = 0; number < count; ++number) {
    Child const& child = children[number];
    const bool is_folder = child.kind == EntryKind::folder;
    add(child.kind, child.outside, is_folder ? add_folder_listing() : no_entry);
    names_ += child.name;
    Search free(added, text::hash64(child.name, seed_));
    while (slots_[free.slot()] != no_entry) free.go_on();
    slots_[free.slot()] = free.tag | number;
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
  reserve(slots_, slot_count(static_cast<std::uint32_t>(children.size())));
  reserve(names_, std::accumulate(children.begin(), children.end(), std::size_t{0},
                                  [](std::size_t size, Child const& child) {
                                    return size + child.name.size();
                                  }));
}

void EntryTable::make_folder(EntryId alias) {
  Packed& entry = entries_[alias];
  entry.kind = static_cast<std::uint32_t>(EntryKind::folder) & 3U;
  entry.outside = 1;
  entry.target = add_folder_listing() & no_target;
}

void EntryTable::make_copy(EntryId alias, EntryId source) {
  source = this->source(source);
  const Entry led_to = (*this)[source];
  Packed& entry = entries_[alias];
  entry.kind = static_cast<std::uint32_t>(led_to.kind) & 3U;
  entry.outside = led_to.outside ? 1 : 0;
  const bool is_folder = led_to.kind == EntryKind::folder;
  entry.target = (is_folder ? add_folder_listing() : no_entry) & no_target;
  copies_.emplace(alias, source);
}

EntryId EntryTable::add_copies(EntryId copy) {
  const Range listed = children(source(copy));
  std::vector<std::string> names;  // those of the table move when it grows
  names.reserve(listed.end - listed.begin);
  for (EntryId id = listed.begin; id < listed.end; ++id) names.emplace_back(name(id));
  std::vector<Child> added;
  added.reserve(names.size());
  for (std::string const& each : names) added.push_back({each, EntryKind::alias, false});
  return add_listing(copy, added);
}

EntryId EntryTable::find_source(EntryId id) const {
  const auto found = copies_.find(id);
  return found == copies_.end() ? id : found->second;
}

void EntryTable::mark_unlisted(EntryId folder) {
  listings_[entries_[folder].target].unlisted = true;
}

bool EntryTable::is_unlisted(EntryId folder) const {
  return listings_[entries_[folder].target].unlisted;
}

EntryId EntryTable::find(EntryId folder, std::string_view wanted) const {
  if (!is_folder(folder)) return no_entry;
  Listing const& listing = listings_[entries_[folder].target];
  if (listing.count == 0) return no_entry;
  Search search(listing, text::hash64(wanted, seed_));
  for (; slots_[search.slot()] != no_entry; search.go_on()) {
    const std::uint32_t number = slots_[search.slot()] ^ search.tag;
    if (number >> search.bits != 0) continue;
    const EntryId id = listing.first + number;
    if (name(id) != wanted) continue;
    // An alias leads to a file or a folder, never to another alias: links are resolved by the
    // system.
    return kind(id) == EntryKind::alias ? (*this)[id].target : id;
  }
  return no_entry;
}

bool EntryTable::has_name_from(EntryId folder, std::string_view start) const {
  const Range range = children(folder);
  EntryId begin = range.begin;  // the names are sorted
  for (EntryId end = range.end; begin < end;) {
    const EntryId middle = begin + (end - begin) / 2;
    if (name(middle) < start) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin < range.end && name(begin).starts_with(start);
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

}  // namespace hrefkit::site
