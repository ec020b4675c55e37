#include "hrefkit/archive/known_targets.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

bool lacks(archive::KnownTargets const& targets, std::string_view url) {
  archive::SurtKeys keys;
  return targets.lacks(url, keys);
}

}  // namespace

TEST_CASE("an index tells by its URLs what the archive has, however its keys were made") {
  const TemporaryFolder folder;
  folder.write(
      "index.cdxj",
      "example,a:8080)/folder/ 20200101000000 {\"url\":\"http://a.example:8080/folder/\"}\n"
      "example,a)/p?b=1&a=2 20200101000000 "
      "{\"method\": [1], \"url\": \"http:\\/\\/a.example\\/p?b=1&a=2\", \"x\": \"url\"}\n"
      "example,a)/key 20200101000000 {\"status\": \"200\"}\n"
      "example,a)/no-json 20200101000000 {\"url\n"
      "example,a)/no-url 20200101000000 {\"url\": 3}\n"
      "example,a)/bare\n"
      "example,a,www2)/w/ 20200101000000 http://www2.a.example/w/ text/html 200 - - 1 2 f\n");
  archive::KnownTargets targets;
  REQUIRE(targets.add_index("index.cdxj"));
  for (char const* const url :
       {"http://a.example:8080/folder/", "http://a.example:8080/folder/#f",
        "http://a.example/p?b=1&a=2", "http://a.example/key", "http://a.example/no-json",
        "http://a.example/no-url", "http://a.example/bare", "https://a.example/w/"}) {
    INFO(url);
    CHECK_FALSE(lacks(targets, url));
  }
  CHECK(lacks(targets, "http://a.example/"));
  CHECK(lacks(targets, "http://a.example/p"));
}

TEST_CASE("answers of index servers in JSON tell what they have") {
  const TemporaryFolder folder;
  folder.write("answer.json",
               "{\"urlkey\":\"example,a)/key\",\"timestamp\":\"20200101000000\"}\n"
               "{\"urlkey\": \"example,a)/x\", \"url\": \"http://a.example/folder/\"}\n");
  archive::KnownTargets targets;
  REQUIRE(targets.add_index("answer.json"));
  CHECK_FALSE(lacks(targets, "http://a.example/key"));
  CHECK_FALSE(lacks(targets, "http://a.example/x"));
  CHECK_FALSE(lacks(targets, "http://a.example/folder/"));
  CHECK(lacks(targets, "http://a.example/"));
  folder.write("rows.jsonl", "{\"file\":\"(a)\",\"url\":\"http://a.example/\"}\n");
  CHECK_FALSE(targets.add_index("rows.jsonl"));
}

TEST_CASE("keys in brackets are those of other tools") {
  const TemporaryFolder folder;
  folder.write("index.cdxj",
               "!OpenWayback-CDXJ 1.0\n"
               "(example,a,)/Folder/> 2020-01-01T00:00:00Z response {\"x\" : 0}\n"
               "http://(example,a,www,:8080)/p?b=1&a=2 20200101000000 {}\n"
               "http://(192.0.2.1,)/ 20200101000000 {}\n");
  archive::KnownTargets targets;
  REQUIRE(targets.add_index("index.cdxj"));
  for (char const* const url :
       {"http://a.example/Folder/", "http://www.a.example:8080/p?b=1&a=2", "http://192.0.2.1/"}) {
    INFO(url);
    CHECK_FALSE(lacks(targets, url));
  }
  CHECK(lacks(targets, "http://a.example/"));
  CHECK(lacks(targets, "http://a.example/p?b=1&a=2"));
}

TEST_CASE("the summary of an index is refused") {
  const TemporaryFolder folder;
  archive::KnownTargets targets;
  for (char const* const text :
       {"!meta 0 {\"format\": \"cdxj-gzip-1.0\", \"filename\": \"index.cdx.gz\"}\n"
        "example,a)/ 20200101000000 {\"offset\": 0, \"length\": 4596}\n",
        "example,a)/ 20200101000000\tcdx-00000.gz\t0\t188224\t1\n"}) {
    folder.write("index.idx", text);
    CHECK_FALSE(targets.add_index("index.idx"));
  }
  folder.write("index.cdxj",
               "!meta 0 {\"format\": \"cdxj\"}\nexample,a)/ 2020 {\"url\": \"http://a.example/\", "
               "\"x\":\t1}\n");
  REQUIRE(targets.add_index("index.cdxj"));
  CHECK_FALSE(lacks(targets, "http://a.example/"));
}

}  // namespace hrefkit::test
