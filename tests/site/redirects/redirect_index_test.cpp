// The index against the rules one after another: both must name the same rule.
//
#include "hrefkit/site/redirects/redirect_index.h"

#include <catch2/catch.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace hrefkit::site {

namespace {

/// The first rule that fits, by asking each.
std::optional<std::size_t> first_fit(Redirects const& redirects, std::string const& path,
                                     std::string const& query) {
  const PatternSubject subject(path, query);
  for (std::size_t i = 0; i < redirects.rules().size(); ++i) {
    Redirect const& rule = redirects.rules()[i];
    if (apply_pattern(rule, PathPattern(rule.from), subject)) return i;
  }
  return std::nullopt;
}

/// Words in a row, each chosen by chance, with `before` in front of each.
std::string chosen(std::mt19937& chance, std::vector<std::string> const& words,
                   std::string const& before) {
  std::string text;
  for (auto left = chance() % 4; left > 0; --left) text += before + words[chance() % words.size()];
  return text;
}

}  // namespace

TEST_CASE("the index names the rule that the order of the file names") {
  const std::string text = "-a text longer than what the index compares-";
  const std::vector<std::string> patterns{
      "a",   "ab",  "b",     ":x",    "*",        "a*",    "*b",      ":x-:y",           "a:x",
      ":xb", "%61", "c",     "a%20*", "a-:x-*b",  ":x.:y", "*-:x",    ":x-:y-:z",        ":x-a-:y",
      "*-a", "a.*", "*-a-b", ":x.-*", ":x-a-*.b", "*a.:x", "*-:x.:y", ":x" + text + ":y"};
  const std::vector<std::string> names{
      "a",       "ab", "b", "a-b",   "a-a-b", "a%20b",     "%61b",
      "a.b-c.b", "c",  "",  "b-a-b", "a.-b",  "c-a-b-a.b", "a" + text + "b"};
  const std::vector<std::string> wanted{"",         "",         " i=1",      " i=2",     " i=:i",
                                        " i=1 j=2", " j=2 i=1", " j=:j i=1", " i=1 i=:i"};
  const std::vector<std::string> queries{"",    "i=1",     "i=2&j=2",    "j=2&i=1",
                                         "i=3", "i=1&i=2", "j=1&i=2&j=2"};
  std::mt19937 chance(7);
  std::size_t fits = 0;
  for (int round = 0; round < 400; ++round) {
    // Of long paths, the index knows the beginning and the end.
    std::string folders;
    for (int i = 0; i < (round < 300 ? 0 : 14 + round % 3); ++i) folders += "/d";
    const std::string ends = round % 3 == 0 ? folders : "";
    std::string file;
    for (int i = 0; i < 20; ++i) {
      file += folders + "/" + chosen(chance, patterns, "/") + ends +
              wanted[chance() % wanted.size()] + " /to\n";
    }
    const Redirects redirects(file);
    for (int i = 0; i < 50; ++i) {
      const std::string path = folders + "/" + chosen(chance, names, "/") + ends;
      std::string const& query = queries[chance() % queries.size()];
      const auto expected = first_fit(redirects, path, query);
      const auto got = redirects.apply(path, query, RedirectTurn::after_files);
      INFO(file << path << '?' << query);
      REQUIRE(got.has_value() == expected.has_value());
      if (got) CHECK(got->rule == *expected);
      fits += expected.has_value() ? 1 : 0;
    }
  }
  CHECK(fits > 5'000);
}

TEST_CASE("a rule of many names is found by its beginning and its end") {
  const auto folders = [](char const* name) {
    std::string path;
    for (int i = 0; i < 1000; ++i) path += name;
    return path;
  };
  const Redirects redirects(folders("/a") + "/b /text\n" + folders("/:x") + "/c /placeholders\n" +
                            folders("/a") + "/*/d /splat\n");
  const auto found = [&](std::string const& path) {
    const auto redirected = redirects.apply(path, "", RedirectTurn::after_files);
    return redirected ? redirected->to : "-";
  };
  CHECK(found(folders("/a") + "/b") == "/text");
  CHECK(found(folders("/a") + "/c") == "/placeholders");
  CHECK(found(folders("/a") + "/x/y/d") == "/splat");
  CHECK(found(folders("/a") + "/a/b") == "-");
  CHECK(found("/a/b") == "-");
}

TEST_CASE("many rules cost no more than a few") {
  // Asking each rule for each path took ten thousand times as long.
  for (const std::string form :
       {"/base/N", "/base/:id/N", "/base/N-*", "/base/:id-N.html", "/base/*/N", "/base id=N",
        "/:a/:b/N id=:id", "/base N=:value", "/base/*/N/end", "/base/:x-N-:y", "/*-N-:x/a",
        "/:x.N-*/end", "/base v=1 id=N"}) {
    const auto filled = [&](std::string text, int number) {
      return text.replace(text.find('N'), 1, std::to_string(number));
    };
    std::string file;
    for (int i = 0; i < 10'000; ++i) file += filled(form, i) + " /to\n";
    const Redirects redirects(file);
    std::size_t found = 0;
    for (int i = 0; i < 10'000; ++i) {
      const std::string number = std::to_string(i);
      for (std::string const& path :
           {"/base/" + number, "/base/x/" + number, "/base/" + number + "-x",
            "/base/x-" + number + ".html", "/base/x/y/" + number + "/end",
            "/base/x-" + number + "-y", "/x-" + number + "-y/a", "/x." + number + "-y/z/end",
            std::string("/base")}) {
        const auto redirected = redirects.apply(path, "v=1&id=" + number + '&' + number + "=x",
                                                RedirectTurn::after_files);
        if (redirected && redirected->rule == static_cast<std::size_t>(i)) ++found;
      }
    }
    INFO(form);
    CHECK(found == 10'000);
  }
}

}  // namespace hrefkit::site
