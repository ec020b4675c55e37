#include "hrefkit/site/snapshot/entry_table.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "hrefkit/site/site.h"

namespace hrefkit::site {

namespace {

/// What a table should hold of an entry.
struct Expected {
  EntryId parent = no_entry;
  std::string name;
  std::string path;
  EntryKind kind = EntryKind::folder;
};

}  // namespace

TEST_CASE("a table finds each name in its folder alone, and knows the way back") {
  std::mt19937 engine(7);
  const auto random = [&](std::uint32_t below) {
    return static_cast<std::uint32_t>(engine() % below);
  };
  EntryTable table;
  std::vector<Expected> expected(1);
  // Folders get their children in any order, some of them none; names recur from folder to folder.
  std::vector<EntryId> empty{0};
  while (!empty.empty() && expected.size() < 20'000) {
    std::iter_swap(empty.begin() + random(static_cast<std::uint32_t>(empty.size())),
                   empty.end() - 1);
    const EntryId folder = empty.back();
    empty.pop_back();
    const std::uint32_t count = folder == 0 ? 40 : random(4) == 0 ? 0 : random(60);
    std::map<std::string, EntryTable::Child> children;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string name(1 + random(3), static_cast<char>('a' + random(26)));
      const bool is_folder = random(3) == 0;
      children[name] = {{}, is_folder ? EntryKind::folder : EntryKind::file, random(2) == 0};
    }
    std::vector<EntryTable::Child> sorted;
    for (auto const& [name, child] : children) {
      sorted.push_back({name, child.kind, child.outside});
    }
    const EntryId first = table.add_listing(folder, sorted);
    REQUIRE(first == expected.size());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      const auto id = static_cast<EntryId>(first + i);
      std::string path = expected[folder].path;
      if (!path.empty()) path += '/';
      expected.push_back(
          {folder, std::string(sorted[i].name), path.append(sorted[i].name), sorted[i].kind});
      if (sorted[i].kind == EntryKind::folder) empty.push_back(id);
      if (table[id].outside != sorted[i].outside) FAIL(path << " outside");
    }
  }
  REQUIRE(table.size() == expected.size());
  std::size_t siblings = 0;
  for (EntryId id = 1; id < table.size(); ++id) {
    Expected const& entry = expected[id];
    INFO(entry.path);
    if (table.parent(id) != entry.parent) FAIL("parent");
    if (table.name(id) != entry.name) FAIL("name");
    if (table.path(id) != entry.path) FAIL("path");
    if (table[id].kind != entry.kind) FAIL("kind");
    if (table.find(entry.parent, entry.name) != id) FAIL("find");
    const EntryTable::Range range = table.children(id);
    if (entry.kind == EntryKind::file && range.begin != range.end) FAIL("children of a file");
    siblings += range.end - range.begin;
    if (id % 16 != 0) continue;
    // A name of one folder is found in another if that has it, too.
    const EntryId other = random(static_cast<std::uint32_t>(table.size()));
    const auto in_other = std::find_if(
        expected.begin() + 1, expected.end(),
        [&](Expected const& each) { return each.parent == other && each.name == entry.name; });
    const EntryId there =
        in_other == expected.end() ? no_entry : static_cast<EntryId>(in_other - expected.begin());
    if (table.find(other, entry.name) != there) FAIL("find in another folder");
  }
  const EntryTable::Range top = table.children(0);
  CHECK(siblings + (top.end - top.begin) + 1 == table.size());
  CHECK(table.parent(0) == no_entry);
  CHECK(table.path(0).empty());
}

TEST_CASE("a large folder has all of its names, and no other") {
  for (const std::size_t count : {std::size_t{1}, std::size_t{255}, std::size_t{70'000}}) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i) names.push_back("page-" + std::to_string(i));
    std::sort(names.begin(), names.end());
    const std::vector<EntryTable::Child> folder{{"folder", EntryKind::folder}};
    std::vector<EntryTable::Child> children;
    for (std::string const& name : names) children.push_back({name});
    EntryTable table;
    const EntryId id = table.add_listing(0, folder);
    const EntryId first = table.add_listing(id, children);
    for (std::size_t i = 0; i < count; ++i) {
      if (table.find(id, names[i]) != first + i) FAIL(names[i]);
      if (table.find(id, names[i] + "x") != no_entry) FAIL(names[i] << "x");
      if (table.find(0, names[i]) != no_entry) FAIL(names[i] << " in the root");
    }
  }
}

TEST_CASE("pages and aliases keep their numbers, and none is told from all") {
  EntryTable table;
  const std::vector<EntryTable::Child> children{
      {"alias", EntryKind::alias}, {"dead", EntryKind::alias}, {"page", EntryKind::file}};
  const EntryId alias = table.add_listing(0, children);
  const EntryId page = alias + 2;
  CHECK(table[alias + 1].target == no_entry);
  CHECK(table[page].target == no_entry);
  table.set_target(alias, page);
  table.set_target(alias + 1, no_entry);
  table.set_page(page, 0);
  CHECK(table.find(0, "alias") == page);
  CHECK(table.find(0, "dead") == no_entry);
  CHECK(table[page].target == 0);
  table.make_folder(alias);
  CHECK(table.is_folder(alias));
  CHECK(table[alias].outside);
  CHECK(table.add_listing(alias, std::vector<EntryTable::Child>{{"page", EntryKind::file}}) == 4);
  CHECK(table.find(alias, "page") == 4);
  CHECK(table.find(0, "page") == page);
  CHECK(table.path(4) == "alias/page");
}

}  // namespace hrefkit::site
