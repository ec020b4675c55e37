#include "hrefkit/html/script_names.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/run_cost.h"

namespace hrefkit::html {

namespace {

std::string names_in(std::string_view script) {
  std::string names;
  find_script_names(script, [&](std::string_view name) { names.append(name) += '|'; });
  return names;
}

}  // namespace

TEST_CASE("the last segment of each string is a name") {
  CHECK(names_in("f('/assets/p.png')") == "f(|p.png|)|");
  CHECK(names_in("\"p.png\"") == "p.png|");
  CHECK(names_in("'https://h.example/a/p.png?v=1#x'") == "p.png|");
  CHECK(names_in("`${b}/p.png`") == "p.png|");
  CHECK(names_in("'/a/my%20p.png'") == "my p.png|");
  CHECK(names_in("'\\u00e9.png'") == "\xC3\xA9.png|");
  CHECK(names_in("'http:\\/\\/h\\/p.png'") == "p.png|");
  CHECK(names_in("''").empty());
  CHECK(names_in("'a/'").empty());
  CHECK(names_in("'" + std::string(2000, 'a') + "'").empty());
  CHECK(names_in("'\\x'") == "");
  CHECK(names_in("'a\\") == "a\\|");
}

TEST_CASE("names in scripts are found in time linear in the script", "[growth]") {
  if (!test::can_measure_cost()) return;
  for (std::string const part : {"'", "'a/", "a", "\\", "'%41", "/", "?"}) {
    INFO(part);
    std::string script;
    while (script.size() < 4'000'000) script += part;
    const auto cost = test::cost_of([&] { find_script_names(script, [](std::string_view) {}); });
    CHECK(cost.succeeded());
    CHECK(cost.seconds < test::allowed_seconds(script.size()));
  }
}

}  // namespace hrefkit::html
