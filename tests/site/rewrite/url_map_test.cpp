// Single URLs that give way to others, from a file.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/site/rewrite_policy.h"

using namespace hrefkit;
using namespace hrefkit::site;

TEST_CASE("a map replaces single URLs, with their fragments") {
  UrlMap map;
  REQUIRE(
      map.read("# old, new\n"
               "https://h.example/x\t/new/x.html\n"
               "[\"https://h.example/y#f\", \"https://n.example/f\"]\r\n"
               "{\"from\": \"HTTPS://h.example:443/z\", \"to\": \"rel\"}\n",
               url::Standard::whatwg));
  const std::string page = "https://p.example/dir/page";
  CHECK(*map.apply("https://h.example/x", page) == "https://p.example/new/x.html");
  CHECK(*map.apply("https://h.example/x#part", page) == "https://p.example/new/x.html#part");
  CHECK(*map.apply("https://h.example/y#f", page) == "https://n.example/f");
  CHECK(!map.apply("https://h.example/y#g", page));
  CHECK(*map.apply("https://h.example/z", page) == "https://p.example/dir/rel");
}

TEST_CASE("only the members of a line's own object count") {
  UrlMap map;
  REQUIRE(
      map.read("{\"m\": {\"from\": \"https://x.example/\", \"to\": [\"x\"]}, "
               "\"from\": \"https://h.example/x\", \"to\": \"https://n.example/\", "
               "\"l\": [{\"to\": \"z\"}]}\n"
               "{\"url\": \"https://h.example/y\", \"new\": \"/z\", \"note\": 1}",
               url::Standard::whatwg));
  CHECK(*map.apply("https://h.example/x", "https://p.example/") == "https://n.example/");
  CHECK(*map.apply("https://h.example/y", "https://p.example/") == "https://p.example/z");
  CHECK(!map.apply("https://x.example/", "https://p.example/"));
}

TEST_CASE("what is wrong with a map names the line") {
  for (const std::string text :
       {"\nhttps://h.example/", "\nnot-absolute\tx", "\n[\"a\"]",
        "\n[\"https://a.example/\",\"b\",\"c\"]", "\n{\"from\":1}",
        "\n{\"url\":\"https://a.example/\",\"from\":\"b\",\"to\":\"c\"}",
        "\n{\"a\":{\"from\":\"https://a.example/\",\"to\":\"b\"}}",
        "\n[[\"https://a.example/\",\"b\"]]", "https://h.example/\ta\nhttps://h.example/\tb"}) {
    UrlMap map;
    const auto read = map.read(text, url::Standard::whatwg);
    INFO(text);
    REQUIRE(!read);
    CHECK(read.error().starts_with("line 2: "));
  }
}

TEST_CASE("a map may be two columns of CSV") {
  for (const std::string header : {"", "from,to\n", "Old,New\r\n"}) {
    UrlMap map;
    REQUIRE(map.read(header + "https://h.example/x,/y\n\"https://h.example/a,b\", \"/c\"\"d\"\n",
                     url::Standard::whatwg));
    CHECK(*map.apply("https://h.example/x", "https://p.example/") == "https://p.example/y");
    CHECK(*map.apply("https://h.example/a,b", "https://p.example/") == "https://p.example/c%22d");
    CHECK(map.size() == 2);
  }
  for (const std::string wrong : {"https://h.example/a,b,/c", "\"https://h.example/a,/c",
                                  "https://h.example/a,", "a,b", "https://h.example/a"}) {
    UrlMap map;
    CHECK_FALSE(map.read(wrong, url::Standard::whatwg));
  }
}

TEST_CASE("a map may be one JSON object") {
  UrlMap map;
  REQUIRE(
      map.read("\xEF\xBB\xBF {\n \"https://h.example/x\": \"/y\",\n \"https://h.example/\\u007a\": "
               "\"w\"}\r\n",
               url::Standard::whatwg));
  CHECK(*map.apply("https://h.example/x#f", "https://p.example/d/") == "https://p.example/y#f");
  CHECK(*map.apply("https://h.example/z", "https://p.example/d/") == "https://p.example/d/w");
  for (const std::string text :
       {"{\"https://h.example/x\": 1}",
        "{\"https://h.example/x\": {\"https://h.example/y\": \"z\"}}",
        "{\"https://h.example/x\": \"y\", \"rel\": \"z\"}", "{\"https://h.example/x\": \"y\"",
        "{\"https://h.example/x\": \"y\", \"https://h.example/x\": \"z\"}"}) {
    INFO(text);
    CHECK(!UrlMap().read(text, url::Standard::whatwg));
  }
}

TEST_CASE("a map tells the entries that were for no URL, in the order of their lines") {
  UrlMap map;
  REQUIRE(
      map.read("https://h.example/y\tb\nhttps://h.example/x\ta\nhttps://h.example/y#f\tc\n"
               "https://h.example/a\td\nhttps://h.example/a\td\n",
               url::Standard::whatwg));
  CHECK(map.size() == 4);
  static_cast<void>(map.apply("https://h.example/z", "https://h.example/"));
  CHECK(map.unused().size() == 4);
  static_cast<void>(map.apply("https://h.example/x#part", "https://h.example/"));
  const UrlMap copy = map;
  CHECK(copy.unused() == std::vector<std::string_view>{"https://h.example/y",
                                                       "https://h.example/y#f",
                                                       "https://h.example/a"});
}
