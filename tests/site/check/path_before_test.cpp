#include "hrefkit/site/check/target_finder.h"

#include <catch2/catch.hpp>

#include "support/temporary_folder.h"

namespace hrefkit::site {

TEST_CASE("path before a site: what follows it is there, and it is not") {
  const test::TemporaryFolder folder;
  folder.write("index.html", "");
  folder.write("guide/a b.html", "");
  folder.write("img/x.png", "");
  SiteOptions options;
  options.root = ".";
  const auto site = Site::read(options);
  REQUIRE(site);
  struct Row {
    std::string_view path;
    std::string_view before;
  };
  for (Row const& row : {
           Row{"/docs/guide/a%20b.html", "/docs/"},
           Row{"/docs/guide/", "/docs/"},
           Row{"/user/docs/en/img/x.png", "/user/docs/en/"},
           Row{"/a/b/c/d/img/x.png", "/a/b/c/d/"},
           Row{"/a/b/c/d/e/img/x.png", ""},
           Row{"/%C3%A4/img/x.png", "/%C3%A4/"},
           Row{"/guide/img/x.png", ""},  // a wrong path in the guide
           Row{"/docs/", ""},
           Row{"/docs", ""},
           Row{"/docs/nowhere.html", ""},
           Row{"/", ""},
       }) {
    INFO(row.path);
    CHECK(path_before(*site, row.path) == row.before);
  }
}

TEST_CASE("majority vote: one text and one number are enough") {
  MajorityVote vote;
  CHECK(vote.winner().empty());
  for (std::string_view const text : {"a", "b", "b", "", "b", "a", "b"}) vote.add(text);
  CHECK(vote.winner() == "b");
  CHECK(vote.lead() == 1);
  MajorityVote other;
  other.add("c", 4);
  vote.add(other);
  CHECK(vote.winner() == "c");
  CHECK(vote.lead() == 3);
  vote.add("a", 3);
  CHECK(vote.winner().empty());
  CHECK(vote.lead() == 0);
}

}  // namespace hrefkit::site
