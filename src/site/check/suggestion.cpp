#include "hrefkit/site/check/suggestion.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/external/language_tag.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/case_folding.h"
#include "hrefkit/text/edit_distance.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::site {

namespace {

using namespace std::string_view_literals;

/// So many changes may be a slip; in short words they make another one.
constexpr std::size_t distance_limit(std::string_view word) {
  constexpr std::size_t min_length = 4;
  constexpr std::size_t long_length = 8;
  return word.size() < min_length ? 0 : word.size() <= long_length ? 1 : 2;
}

/// Reads the first number of `text`, without its leading zeros, and removes it with what stands
/// before it; empty when there are no more.
std::string_view read_number(std::string_view& text) {
  constexpr std::string_view digits = "0123456789";
  text.remove_prefix(std::min(text.find_first_of(digits), text.size()));
  std::string_view number = text.substr(0, text.find_first_not_of(digits));
  text.remove_prefix(number.size());
  while (number.size() > 1 && number.front() == '0') number.remove_prefix(1);
  return number;
}

/// True when the words have other numbers: "part-1" and "part-2".
bool differ_in_numbers(std::string_view word, std::string_view other) {
  while (true) {
    const std::string_view number = read_number(word);
    const std::string_view other_number = read_number(other);
    if (number != other_number) return true;
    if (number.empty()) return false;
  }
}

std::string_view stem_of(std::string_view name) {
  return name.substr(0, name.rfind('.'));
}

/// The part in which two words of separated parts differ: "logf32" and "cosf32" of "fn.logf32" and
/// "fn.cosf32".
std::pair<std::string_view, std::string_view> differing_parts(std::string_view word,
                                                              std::string_view other) {
  const auto is_separator = [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && !text::ascii_alphanumeric.contains(c);
  };
  const std::size_t shorter = std::min(word.size(), other.size());
  std::size_t begin = 0;
  for (std::size_t i = 0; i < shorter && word[i] == other[i]; ++i) {
    if (is_separator(word[i])) begin = i + 1;
  }
  std::size_t end = 0;  // from the ends
  for (std::size_t i = 0; i < shorter - begin; ++i) {
    const char c = word[word.size() - 1 - i];
    if (c != other[other.size() - 1 - i]) break;
    if (is_separator(c)) end = i + 1;
  }
  return {word.substr(begin, word.size() - begin - end),
          other.substr(begin, other.size() - begin - end)};
}

/// How far the words may be apart where one is the other with a slip: `limit` at most, and less
/// where they differ in a short part. Those of one series differ in their numbers: nothing.
std::optional<std::size_t> allowed_distance(std::string_view word, std::string_view other,
                                            std::size_t limit) {
  if (differ_in_numbers(word, other)) return std::nullopt;
  const auto [part, other_part] = differing_parts(word, other);
  const auto has_letter = [](std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
      return text::ascii_alpha.contains(c) || static_cast<unsigned char>(c) >= 0x80;
    });
  };
  if (!has_letter(part) && !has_letter(other_part)) return limit;
  return std::min(limit, distance_limit(part.size() < other_part.size() ? other_part : part));
}

/// Finds the word that is nearest to another, unless a second one is as near.
class NearestWord {
 public:
  explicit NearestWord(std::string_view word) : word_(word), limit_(distance_limit(word)) {}

  std::size_t limit() const { return limit_; }

  /// Returns true where `other` is the nearest by now.
  bool add(std::string_view other) {
    if (limit_ == 0) return false;
    const std::size_t distance = text::edit_distance(word_, other, limit_);
    const auto allowed = distance > limit_ ? std::nullopt : allowed_distance(word_, other, limit_);
    if (!allowed || distance > *allowed) return false;
    if (distance == best_) {
      is_tied_ = true;
      return false;
    }
    is_tied_ = false;
    best_ = limit_ = distance;
    return true;
  }

  bool is_tied() const { return is_tied_; }

 private:
  std::string_view word_;
  std::size_t limit_;
  std::size_t best_ = SIZE_MAX;
  bool is_tied_ = false;
};

/// The folders of a path that say which version or language it is: "2.1", "v3", "de".
std::vector<std::string_view> variants_in(std::string_view path) {
  std::vector<std::string_view> variants;
  for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/')) {
    const std::string_view folder = path.substr(0, slash);
    path.remove_prefix(slash + 1);
    const bool has_digit = std::any_of(folder.begin(), folder.end(),
                                       [](char c) { return text::ascii_digit.contains(c); });
    if (has_digit || is_language_tag(folder)) variants.push_back(folder);
  }
  return variants;
}

/// So many names are compared on each side of where the missing one would stand.
constexpr EntryId max_compared = 256;
constexpr std::size_t max_known_paths = 4096;
constexpr std::size_t max_known_bytes = std::size_t{1} << 20;  // of paths and their suggestions
constexpr std::size_t max_known_pages = 32;
constexpr std::size_t max_ids = 5000;
constexpr std::size_t max_ids_compared = std::size_t{1} << 13;  // for one page's suggestions
constexpr std::size_t max_page = std::size_t{4} << 20;
constexpr std::size_t max_name_bytes = 4096;  // more than any file system allows, normalized or not

/// Extensions of pages, and those of programs that made pages before these were files.
constexpr std::array html_extensions{"html"sv, "htm"sv, "xhtml"sv};
constexpr std::array page_programs{"asp"sv, "aspx"sv, "jsp"sv, "php"sv};
constexpr std::array pictures{"avif"sv, "gif"sv, "jpeg"sv, "jpg"sv, "png"sv, "svg"sv, "webp"sv};

bool has(std::span<std::string_view const> extensions, std::string_view extension) {
  return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

/// Calls `visit(name, rest)` for each name of a path; stops when it returns false.
template <typename Visit>
bool for_each_name(std::string_view path, Visit visit) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (!visit(name, path)) return false;
  }
  return true;
}

/// The path without its last name and the slash before it.
std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return path.substr(0, slash == std::string_view::npos ? 0 : slash);
}

/// The slot in a hash table at which the search for `hash` begins.
std::size_t first_slot(std::vector<EntryId> const& slots, std::uint64_t hash) {
  return static_cast<std::size_t>((hash & UINT32_MAX) * slots.size() >> 32U);
}

std::size_t next_slot(std::vector<EntryId> const& slots, std::size_t slot) {
  return slot + 1 == slots.size() ? 0 : slot + 1;
}

/// The first entry from the slot of `hash` on, up to the first empty one, that `matches`.
template <typename Matches>
EntryId find_slot(std::vector<EntryId> const& slots, std::uint64_t hash, Matches matches) {
  std::size_t slot = first_slot(slots, hash);
  for (; slots[slot] != no_entry; slot = next_slot(slots, slot)) {
    if (matches(slots[slot])) return slots[slot];
  }
  return no_entry;
}

void add_slot(std::vector<EntryId>& slots, std::uint64_t hash, EntryId id) {
  std::size_t slot = first_slot(slots, hash);
  while (slots[slot] != no_entry) slot = next_slot(slots, slot);
  slots[slot] = id;
}

bool is_there(FoldedPath const& found) {
  return found.entry != no_entry && found.entry != 0;
}

}  // namespace

FoldedNames::FoldedNames(Site const& site) : site_(site), seed_(text::random_seed()) {}

void FoldedNames::build() const {
  EntryTable const& entries = site_.entries();
  const std::size_t size = entries.size() + entries.size() / 2;  // one slot in three is empty
  find_endings();
  by_place_.assign(size, no_entry);
  by_name_.assign(size, no_entry);
  for (EntryId id = 1; id < entries.size(); ++id) {
    const std::string folded = text::fold_name(entries.name(id));
    const auto same_name = [&](EntryId other) {
      return text::fold_name(entries.name(other)) == folded;
    };
    const EntryId folder = entries.parent(id);
    const EntryTable::Range siblings = entries.children(folder);
    const auto same_place = [&](EntryId other) {
      return siblings.contains(other) && same_name(other);
    };
    // Only the first of equal names: many spellings of one name would make a long row of slots.
    const std::uint64_t place = text::hash64(folded, seed_ + folder);
    const EntryId first = find_slot(by_place_, place, same_place);
    if (first == no_entry) {
      add_slot(by_place_, place, id);
    } else {
      shared_places_.insert(first);
    }
    if (entries[id].kind != EntryKind::file || entries.source(id) != id) continue;
    const std::uint64_t name = text::hash64(folded, seed_);
    const EntryId same = find_slot(by_name_, name, same_name);
    if (same == no_entry) {
      add_slot(by_name_, name, id);
    } else {
      shared_names_.insert(same);
    }
  }
}

void FoldedNames::find_endings() const {
  std::unordered_map<std::string, bool, text::SeededHasher> is_used;  // by the folded ending
  for (std::string const& extension : site_.options().extensions) {
    is_used.emplace(text::fold_name("." + extension), false);
  }
  EntryTable const& entries = site_.entries();
  for (EntryId id = 1; id < entries.size() && !is_used.empty(); ++id) {
    const std::string folded = text::fold_name(entries.name(id));
    for (std::size_t dot = folded.find('.'); dot < folded.size(); dot = folded.find('.', dot + 1)) {
      const auto found = is_used.find(folded.substr(dot));
      if (found == is_used.end()) continue;
      found->second = true;
      stems_.insert(
          text::hash64(std::string_view(folded).substr(0, dot), seed_ - entries.parent(id)));
    }
  }
  for (std::string const& extension : site_.options().extensions) {
    std::string ending = "." + extension;
    if (is_used.at(text::fold_name(ending))) endings_.push_back(std::move(ending));
  }
}

std::span<std::string const> FoldedNames::endings(EntryId folder, std::string_view stem) const {
  if (site_.options().extensions.empty() || folder == no_entry) return {};
  std::call_once(once_, [this] { build(); });
  if (endings_.empty() || stem.size() > max_name_bytes) return {};
  const bool may_be_there = stems_.contains(text::hash64(text::fold_name(stem), seed_ - folder));
  return may_be_there ? std::span<std::string const>(endings_) : std::span<std::string const>();
}

/// The entry whose name differs from `name` in letter case or normalization only.
EntryId FoldedNames::near(EntryId folder, std::string_view name) const {
  if (name.size() > max_name_bytes) return no_entry;
  EntryTable const& entries = site_.entries();
  const std::string folded = text::fold_name(name);
  const EntryTable::Range children = entries.children(folder);
  return find_slot(by_place_, text::hash64(folded, seed_ + folder), [&](EntryId id) {
    return children.contains(id) && text::fold_name(entries.name(id)) == folded;
  });
}

FoldedPath FoldedNames::find_in(FoldedPath const& folder, std::string_view name) const {
  std::call_once(once_, [this] { build(); });
  EntryTable const& entries = site_.entries();
  if (folder.entry == no_entry) return {};
  const EntryId same = entries.find(folder.entry, name);
  const EntryId entry = same == no_entry ? near(folder.entry, name) : same;
  if (entry == no_entry) return {};
  FoldedPath found{led_to(entries, entry), folder.path};
  if (!found.path.empty()) found.path += '/';
  found.path += same == no_entry ? entries.name(entry) : name;
  return found;
}

FoldedPath FoldedNames::find(std::string_view path) const {
  FoldedPath found{0};
  for_each_name(path, [&](std::string_view name, std::string_view) {
    found = find_in(found, name);
    return found.entry != no_entry;
  });
  return found;
}

FoldedNames::Only FoldedNames::find_only(std::string_view path) const {
  Only only{{0}};
  for_each_name(path, [&](std::string_view name, std::string_view) {
    std::call_once(once_, [this] { build(); });
    only.is_shared |= shared_places_.contains(near(only.found.entry, name));
    only.found = find_in(only.found, name);
    return only.found.entry != no_entry;
  });
  return only;
}

EntryId FoldedNames::find_anywhere(std::string_view name) const {
  std::call_once(once_, [this] { build(); });
  const std::string folded = text::fold_name(name);
  const EntryId found = find_slot(by_name_, text::hash64(folded, seed_), [&](EntryId id) {
    return text::fold_name(site_.entries().name(id)) == folded;
  });
  return shared_names_.contains(found) ? no_entry : found;
}

std::optional<PathSuggestion> Suggestions::for_path(std::string const& path) {
  if (const auto known = known_paths_.find(path); known != known_paths_.end()) {
    return known->second;
  }
  LiveSite const* const live = site_.live();
  // With or without a slash it may be there.
  const auto known_path = live == nullptr ? std::nullopt : live->known_path(path);
  std::optional<PathSuggestion> found = known_path && *known_path != path
                                            ? std::optional(PathSuggestion{*known_path})
                                            : find_path(path);
  if (live != nullptr && found) {
    // No option makes its server find a page.
    if (found->nearness == Nearness::extension) found->nearness = Nearness::spelling;
    auto known = live->known_path(std::move(found->path));
    found =
        known ? std::optional(PathSuggestion{*std::move(known), found->nearness}) : std::nullopt;
  }
  // Below a long base, a short page asks for thousands of long paths.
  const std::size_t bytes = path.size() + (found ? found->path.size() : 0);
  if (known_paths_.size() >= max_known_paths || known_bytes_ + bytes > max_known_bytes) {
    known_paths_.clear();
    known_bytes_ = 0;
  }
  if (bytes > max_known_bytes) return found;
  known_bytes_ += bytes;
  return known_paths_[path] = std::move(found);
}

RedirectEnd Suggestions::for_redirect_end(std::string path) {
  const auto below_root = site_.relative_path(path);
  if (!below_root) return {std::move(path)};
  return {*below_root, for_path(*below_root)};
}

std::optional<PathSuggestion> Suggestions::find_path(std::string const& path) {
  EntryTable const& entries = site_.entries();
  const bool has_slash = path.ends_with('/');
  const std::string file = has_slash ? path.substr(0, path.size() - 1) : path;
  if (const EntryId entry = site_.entry(file); entry != no_entry) {
    if (entries.is_folder(entry)) {
      if (auto index = by_folded_index({entry, file})) return index;
      return file.empty() ? std::nullopt : by_page_extension(file, has_slash);
    }
    if (has_slash) return PathSuggestion{file, Nearness::spelling};
  }
  if (file.find('%') != file.npos) {  // encoded twice
    std::string decoded = url::percent_decode(file);
    const EntryId entry = decoded == file ? no_entry : site_.entry(decoded);
    if (entry != no_entry) {
      if (entries.is_folder(entry)) decoded += '/';
      return PathSuggestion{std::move(decoded), Nearness::spelling};
    }
  }
  // Names that are tried below differ in the last one only.
  const std::string_view name = name_part(file);
  const FoldedPath folder = names_.find(folder_of(file));
  const FoldedPath folded = names_.find_in(folder, name);
  if (is_there(folded) && !(has_slash && !entries.is_folder(folded.entry))) {
    return by_folded_name(folded, file);
  }
  for (std::string const& ending : names_.endings(folder.entry, name)) {
    const FoldedPath extended = names_.find_in(folder, std::string(name) + ending);
    if (is_there(extended) && !entries.is_folder(extended.entry) && !has_slash) {
      return by_folded_name(extended, file + ending);
    }
  }
  if (auto page = by_page_extension(file, has_slash)) return page;
  if (auto other = by_other_extension(folder, name)) return other;
  if (auto near = nearest_in_folders(file)) return near;
  const std::optional<FileInPath> file_in_path = find_file_in(file);
  if (file_in_path && site_.entry(file_in_path->beside) != no_entry) {
    return PathSuggestion{file_in_path->beside, Nearness::spelling};
  }
  if (auto elsewhere = by_name_alone(file)) return elsewhere;
  if (!file_in_path) return std::nullopt;
  return PathSuggestion{std::string(file_in_path->path), Nearness::spelling};
}

/// The index of a folder, in other letters: "Index.HTML".
std::optional<PathSuggestion> Suggestions::by_folded_index(FoldedPath const& folder) const {
  for (std::string const& name : site_.options().index) {
    FoldedPath index = names_.find_in(folder, name);
    if (!is_there(index) || site_.entries().is_folder(index.entry)) continue;
    return PathSuggestion{std::move(index.path), Nearness::letter_case};
  }
  return std::nullopt;
}

/// The page of that name, for one that is asked for without its extension.
std::optional<PathSuggestion> Suggestions::by_page_extension(std::string const& path,
                                                             bool has_slash) const {
  const EntryId folder = site_.entry(folder_of(path));
  if (folder == no_entry) return std::nullopt;
  const std::string name(name_part(path));
  for (const std::string_view extension : html_extensions) {
    const std::string suffix = "." + std::string(extension);
    const EntryId entry = site_.entries().find(folder, name + suffix);
    if (entry != no_entry && !site_.entries().is_folder(entry)) {
      return PathSuggestion{path + suffix, has_slash ? Nearness::spelling : Nearness::extension};
    }
  }
  return std::nullopt;
}

/// The page that is made from "page.md", as a file or a folder, or the picture in another format.
std::optional<PathSuggestion> Suggestions::by_other_extension(FoldedPath const& folder,
                                                              std::string_view name) const {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string extension = text::to_ascii_lower(name.substr(dot + 1));
  const bool is_source = is_page_source(name) || has(page_programs, extension);
  const bool is_page = is_source || has(html_extensions, extension);
  if (!is_page && !has(pictures, extension)) return std::nullopt;
  const std::string stem(name.substr(0, dot));
  std::span<std::string_view const> others = pictures;
  if (is_page) others = html_extensions;
  for (const std::string_view other : others) {
    FoldedPath found = names_.find_in(folder, stem + "." + std::string(other));
    if (!is_there(found) || site_.entries().is_folder(found.entry)) continue;
    return PathSuggestion{std::move(found.path), Nearness::spelling};
  }
  const FoldedPath made = names_.find_in(folder, stem);
  if (!is_source || !is_there(made) || !site_.entries().is_folder(made.entry)) return std::nullopt;
  return PathSuggestion{made.path + "/", Nearness::spelling};
}

/// The file of that name in another folder. That some folder has an index means nothing.
std::optional<PathSuggestion> Suggestions::by_name_alone(std::string_view path) const {
  const std::string_view name = name_part(path);
  std::vector<std::string> const& index = site_.options().index;
  if (std::find(index.begin(), index.end(), name) != index.end()) return std::nullopt;
  const EntryId other = names_.find_anywhere(name);
  if (other == no_entry) return std::nullopt;
  std::string found = site_.entries().path(other);
  if (variants_in(found) != variants_in(path)) return std::nullopt;
  return PathSuggestion{std::move(found), Nearness::elsewhere};
}

/// The file that the path goes through as if it were a folder, as "page.html/x" does.
std::optional<Suggestions::FileInPath> Suggestions::find_file_in(std::string_view path) const {
  EntryTable const& entries = site_.entries();
  std::optional<FileInPath> file;
  std::string_view before;  // the folders, with the last slash
  EntryId at = 0;
  for_each_name(path, [&](std::string_view name, std::string_view rest) {
    at = entries.find(at, name);
    if (at != no_entry) at = led_to(entries, at);
    if (at == no_entry || rest.empty()) return false;
    if (!entries.is_folder(at)) {
      file = FileInPath{path.substr(0, before.size() + name.size()), std::string(before)};
      file->beside += rest;
      return false;
    }
    before = path.substr(0, before.size() + name.size() + 1);
    return true;
  });
  return file;
}

/// The path that was found, which equals `path` except for letter case or normalization. Nothing
/// where it is the same: a name with "%2F" is not what the URL asks for.
std::optional<PathSuggestion> Suggestions::by_folded_name(FoldedPath found,
                                                          std::string_view path) const {
  if (found.path == path) return std::nullopt;
  const bool same_letters = text::fold_case(found.path) == text::fold_case(path);
  if (site_.entries().is_folder(found.entry)) found.path += '/';
  return PathSuggestion{std::move(found.path),
                        same_letters ? Nearness::letter_case : Nearness::normalization};
}

/// Follows the path; the first name that is missing is replaced by its nearest neighbour, and the
/// rest must exist.
std::optional<PathSuggestion> Suggestions::nearest_in_folders(std::string const& path) {
  EntryTable const& entries = site_.entries();
  EntryId at = 0;
  std::string near;
  bool replaced = false;
  const bool found = for_each_name(path, [&](std::string_view name, std::string_view) {
    EntryId next = entries.is_folder(at) ? entries.find(at, name) : no_entry;
    if (next == no_entry && !replaced && entries.is_folder(at)) {
      replaced = true;
      const EntryId child = nearest_child(at, name);
      if (child == no_entry) return false;
      name = entries.name(child);
      next = led_to(entries, child);
    }
    at = next;
    if (!near.empty()) near += '/';
    near += name;
    return at != no_entry;
  });
  if (!found || at == 0 || near == path) return std::nullopt;
  return PathSuggestion{near + (entries.is_folder(at) ? "/" : ""), Nearness::spelling};
}

EntryId Suggestions::nearest_child(EntryId folder, std::string_view name) const {
  EntryTable const& entries = site_.entries();
  const EntryTable::Range all = entries.children(folder);
  EntryId begin = all.begin;
  for (EntryId count = all.end - all.begin; count != 0;) {  // the first that is not less
    const EntryId half = count / 2;
    if (entries.name(begin + half) < name) {
      begin += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  const EntryId first = begin - std::min(begin - all.begin, max_compared);
  const EntryId last = begin + std::min(all.end - begin, max_compared);
  EntryId nearest = no_entry;
  NearestWord words(stem_of(name));
  const std::string_view extension = name.substr(stem_of(name).size());
  for (EntryId id = first; id < last && words.limit() != 0; ++id) {
    const std::string_view other = entries.name(id);
    const std::string_view stem = stem_of(other);
    if (other.substr(stem.size()) == extension && words.add(stem)) nearest = id;
  }
  if (words.is_tied()) return no_entry;
  return nearest;
}

std::optional<std::string> Suggestions::for_id(std::uint32_t page, std::string_view id,
                                               std::uint32_t source) {
  std::vector<std::string> const* const ids = ids_of(page, source);
  if (ids == nullptr) return std::nullopt;
  for (std::string const& known : *ids) {
    if (text::equals_ignoring_ascii_case(known, id)) return known;
  }
  std::string const* nearest = nullptr;
  NearestWord words(id);
  for (std::string const& known : *ids) {
    const std::size_t longer = std::max(id.size(), known.size());
    if (longer - std::min(id.size(), known.size()) > words.limit()) continue;
    if (ids_left_ == 0) return std::nullopt;
    --ids_left_;
    if (nearest != nullptr && known == *nearest) continue;  // the same id twice
    if (words.add(known)) nearest = &known;
  }
  if (nearest == nullptr || words.is_tied()) return std::nullopt;
  return *nearest;
}

std::vector<std::string> const* Suggestions::ids_of(std::uint32_t page, std::uint32_t source) {
  if (source != source_) {
    source_ = source;
    ids_left_ = max_ids_compared;
    if (known_ids_.size() > max_known_pages) known_ids_.clear();
    asked_.clear();
  }
  if (asked_.insert(page).second && asked_.size() > max_pages_read) asked_.erase(page);
  if (!asked_.contains(page)) return nullptr;
  const auto known = known_ids_.find(page);
  if (known != known_ids_.end()) return &known->second;
  return &(known_ids_[page] = read_ids(page));
}

std::optional<std::string> Suggestions::inside_site(std::string_view url) const {
  const auto own = site_.own_url(url);
  if (!own) return std::nullopt;
  Lookup lookup = site_.find_below_root(own->path);
  const std::string_view root = std::string_view(site_.options().url).substr(site_.origin().size());
  const std::string_view folder = root.substr(0, root.size() - 1);  // "/docs"
  if (lookup.status != LookupStatus::found && !folder.empty() && own->path.starts_with(folder)) {
    // "/docspage.html" for "/docs/page.html"
    lookup = site_.find_below_root("/" + std::string(own->path.substr(folder.size())));
  }
  if (lookup.status != LookupStatus::found) return std::nullopt;
  return site_.path(lookup.entry);
}

std::vector<std::string> Suggestions::read_ids(std::uint32_t page) {
  std::vector<std::string> ids;
  if (!open_page(site_, page, page_) || page_.bytes.size() > max_page) return ids;
  if (!page_.binary.empty()) return ids;
  const auto on_anchors = [&](std::span<html::Anchor const> anchors) {
    append_ids(ids, anchors);
    return ids.size() == max_ids ? html::Flow::stop : html::Flow::go_on;
  };
  if (!finder_.find(page_.source, page_.options, {.anchors = on_anchors})) ids.clear();
  return ids;
}

void Suggestions::append_ids(std::vector<std::string>& ids, std::span<html::Anchor const> anchors) {
  for (html::Anchor const& anchor : anchors) {
    if (ids.size() == max_ids) return;
    if (!anchor.name.empty()) ids.emplace_back(anchor.name);
  }
}

void Suggestions::set_ids(PageFile const& page, std::vector<std::string> ids) {
  if (page.bytes.size() > max_page) return;
  if (known_ids_.size() >= max_known_pages) known_ids_.clear();
  known_ids_[page.number] = std::move(ids);
}

}  // namespace hrefkit::site
