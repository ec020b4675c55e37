#include "hrefkit/cli/options/option_set.h"

#include <catch2/catch.hpp>
#include <set>

namespace hrefkit::cli {

namespace {

/// Each name stands for its value, and the other way round.
template <typename T>
void check_table(std::size_t size) {
  CHECK(choices<T>().size() == size);
  std::set<std::string_view> names;
  for (Choice<T> const& choice : choices<T>()) {
    CAPTURE(choice.name);
    CHECK(choice_from_name<T>(choice.name) == choice.value);
    CHECK(choice_name(choice.value) == choice.name);
    CHECK(names.insert(choice.name).second);
  }
  CHECK_FALSE(choice_from_name<T>(""));
  CHECK_FALSE(choice_from_name<T>("no such name"));
}

TEST_CASE("names and values are one to one", "[options]") {
  check_table<When>(3);
  check_table<Also>(3);
  check_table<Format>(4);
  check_table<html::XmlBase>(3);
  check_table<html::Engine>(3);
  check_table<html::LinkKind>(html::link_kind_count);
  check_table<url::Standard>(url::all_standards.size());
}

TEST_CASE("an unknown name is told with those that are known, and the closest", "[options]") {
  CHECK(unknown_choice("jsonk", choice_names<Format>()) ==
        "'jsonk' is not one of text, json, jsonl, csv; did you mean json?");
  CHECK(unknown_choice("x", choice_names<When>()) == "'x' is not one of auto, always, never");
}

}  // namespace

}  // namespace hrefkit::cli
