#include "hrefkit/cli/options/option_set.h"

#include <catch2/catch.hpp>
#include <set>

#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/find_links.h"

namespace hrefkit::cli {

namespace {

/// Each name stands for its value, and the other way round.
template <typename T>
void check_table(text::EnumNames<T> names, std::size_t size) {
  CHECK(names.size() == size);
  std::set<std::string_view> seen;
  for (auto const& [value, name] : names) {
    CAPTURE(name);
    CHECK(value_of(names, name) == value);
    CHECK(name_of(names, value) == name);
    CHECK(seen.insert(name).second);
  }
  CHECK_FALSE(value_of(names, ""));
  CHECK_FALSE(value_of(names, "no such name"));
}

TEST_CASE("names and values are one to one", "[options]") {
  check_table<When>(when_names, 3);
  check_table<Also>(also_names, 4);
  check_table<Format>(format_names, 4);
  check_table<html::XmlBase>(html::xml_base_names, 4);
  check_table(text::names_up_to<html::Engine::dom>(), 3);
  check_table(text::names_up_to<html::LinkKind::sourcemap>(), html::link_kind_count);
  check_table(text::names_up_to<url::Standard::web_address>(), url::all_standards.size());
}

TEST_CASE("an unknown name is told with those that are known, and the closest", "[options]") {
  CHECK(unknown_choice("jsonk", names_of<Format>(format_names)) ==
        "'jsonk' is not one of text, json, jsonl, csv; did you mean json?");
  CHECK(unknown_choice("x", names_of<When>(when_names)) == "'x' is not one of auto, always, never");
}

}  // namespace

}  // namespace hrefkit::cli
