#include "hrefkit/html/formats/manifest_links.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

Lines urls_of(std::string const& json) {
  Lines lines;
  ManifestUrls urls(json);
  std::string unescaped;
  std::uint32_t end = 0;
  while (const auto url = urls.next()) {
    lines.push_back(std::string(url->row->path) + " " + std::to_string(url->index) + " " +
                    std::string(url->value));
    CHECK(url->span.begin >= end);
    end = url->span.end;
    text::unescape_json(url->span.in(json), unescaped);
    CHECK(unescaped == url->value);
  }
  CHECK_FALSE(urls.next());
  return lines;
}

/// A manifest with "x" at the row's place.
std::string manifest_of(std::string_view path) {
  std::string opening, closing;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('.'), path.size());
    std::string_view step = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    const bool is_array = step.ends_with("[]");
    if (is_array) step.remove_suffix(2);
    opening += "{\"" + std::string(step) + "\":" + (is_array ? "[" : "");
    closing = (is_array ? "]}" : "}") + closing;
  }
  return opening + "\"x\"" + closing;
}

}  // namespace

TEST_CASE("every row of a manifest is found") {
  for (ManifestRow const& row : manifest_rows()) {
    CAPTURE(row.path);
    CHECK(urls_of(manifest_of(row.path)) == Lines{std::string(row.path) + " 0 x"});
    CHECK(row.path.ends_with(row.member));
    CHECK(row.path.find(row.object) != std::string_view::npos);
    CHECK_FALSE(row.source.empty());
  }
}

TEST_CASE("the URLs of a manifest") {
  struct Row {
    std::string json;
    Lines urls;
  };
  for (Row const& row : {
           Row{R"({"icons":[{"src":"a"},{"sizes":"1x1"},{"src":"b"}]})",
               {"icons[].src 0 a", "icons[].src 2 b"}},
           Row{R"({"start_url":"a\u0026b\/c","id":"x"})", {"start_url 0 a&b/c"}},
           Row{R"({"\u0073tart_url":"a"})", {"start_url 0 a"}},
           Row{R"({"start_url":"","scope":"","icons":[{"src":""}]})", {"icons[].src 0 "}},
           Row{R"({"shortcuts":[{"url":"a","icons":[{},{"src":"b"}]},{"url":"c"}]})",
               {"shortcuts[].url 0 a", "shortcuts[].icons[].src 1 b", "shortcuts[].url 1 c"}},
           // What is not at its place, or not a string, is not a URL.
           Row{R"({"icons":{"src":"a"},"src":"b","x":{"start_url":"c"}})", {}},
           Row{R"({"start_url":["a"],"scope":7,"icons":[["src","b"],"src"]})", {}},
           Row{R"({"icons":{"16":"a.png"},"protocol_handlers":[{"url":"/h?%s"}]})", {}},
           Row{R"([{"start_url":"a"}])", {}},
           Row{R"({"a":[[[[[[[[{"icons":[{"src":"a"}]}]]]]]]]],"scope":"s"})", {"scope 0 s"}},
           Row{R"("start_url")", {}},
           Row{"", {}},
       }) {
    CAPTURE(row.json);
    CHECK(urls_of(row.json) == row.urls);
  }
}

TEST_CASE("what is before a fault of JSON counts, and the place of the fault is known") {
  const std::string json = R"({"start_url":"a","icons":[{"src":"b"},{"src":c}]})";
  CHECK(urls_of(json) == Lines{"start_url 0 a", "icons[].src 0 b"});
  ManifestUrls urls(json);
  while (urls.next()) {
  }
  REQUIRE(urls.fault());
  CHECK(json[urls.fault()->begin] == 'c');
}

TEST_CASE("JSON that is not an object is known") {
  for (std::string const json : {"[]", "[{}]", "\"a\"", "7", "null"}) {
    ManifestUrls urls(json);
    while (urls.next()) {
    }
    CHECK(urls.is_other_json());
  }
  const std::string object = R"({"a":[1,"b"]})";
  ManifestUrls urls(object);
  while (urls.next()) {
  }
  CHECK_FALSE(urls.is_other_json());
}
