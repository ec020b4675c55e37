#include "hrefkit/html/live/hyperlink_element.h"

#include <catch2/catch.hpp>

#include "hrefkit/html/parse/gumbo_adapter.h"
#include "support/outside_data.h"
#include "url/json.h"

using namespace hrefkit;
using namespace hrefkit::html;
using url::Standard;

namespace {

constexpr char const* address = "https://example.com/dir/page.html";

/// A page with one `a` element (and one `area`), which all is about.
class Page {
 public:
  explicit Page(std::string_view markup, Standard standard = Standard::whatwg,
                text::Encoding encoding = text::Encoding::utf_8)
      : text_(markup),
        live_(parse_html(text_, {}, notes_), address, {address, BaseSource::document, address},
              {{standard, encoding}}) {}

  HyperlinkElement link(std::string_view name = "a") {
    Document const& document = live_.document();
    for (NodeId id = 0; id < document.size(); ++id) {
      if (document.is_html(id, name)) return {live_, id};
    }
    FAIL("no element");
    return {live_, no_node};
  }

  std::string get(UrlAttribute part) { return link().get(part); }

  /// The href content attribute after setting.
  std::string set(UrlAttribute part, std::string_view value) {
    link().set(part, value);
    return content();
  }

  std::string content() {
    Document const& document = live_.document();
    for (NodeId id = 0; id < document.size(); ++id) {
      if (!document.is_html(id, "a")) continue;
      const auto href = document.find_attribute(id, "href");
      return !href ? "(absent)" : std::string(href->value);
    }
    return "(no a)";
  }

  LiveDocument& live() { return live_; }

 private:
  std::string text_;
  Notes notes_;
  LiveDocument live_;
};

constexpr UrlAttribute all_parts[] = {
    UrlAttribute::href,     UrlAttribute::origin, UrlAttribute::protocol, UrlAttribute::username,
    UrlAttribute::password, UrlAttribute::host,   UrlAttribute::hostname, UrlAttribute::port,
    UrlAttribute::pathname, UrlAttribute::search, UrlAttribute::hash};

constexpr UrlAttribute decomposition[] = {
    UrlAttribute::protocol, UrlAttribute::host,   UrlAttribute::hostname, UrlAttribute::port,
    UrlAttribute::pathname, UrlAttribute::search, UrlAttribute::hash};

std::vector<std::string> get_all(HyperlinkElement link, std::span<UrlAttribute const> parts) {
  std::vector<std::string> values;
  for (UrlAttribute part : parts) values.push_back(link.get(part));
  return values;
}

using Values = std::vector<std::string>;

}  // namespace

TEST_CASE("parts have names") {
  for (UrlAttribute part : all_parts) CHECK(url::url_attribute_from_name(name(part)) == part);
  CHECK(name(UrlAttribute::hostname) == "hostname");
  CHECK_FALSE(url::url_attribute_from_name("query"));
}

// HTML5 (W3C draft) 2.6.6, the two tables of examples.
TEST_CASE("html5: what the attributes return for the drafts' examples") {
  for (Standard standard : {Standard::html5, Standard::web_address}) {
    CAPTURE(url::name(standard));
    Page carrot("<a href='http://example.com/carrot#question%3f'>", standard);
    CHECK(get_all(carrot.link(), decomposition) ==
          Values{"http:", "example.com", "example.com", "", "/carrot", "", "#question%3f"});
    Page port("<a href='https://www.example.com:4443?'>", standard);
    CHECK(get_all(port.link(), decomposition) ==
          Values{"https:", "www.example.com:4443", "www.example.com", "4443", "/", "?", ""});
    CHECK(Page("<a href='http://example.com/?test#'>", standard).get(UrlAttribute::search) ==
          "?test");
    CHECK(Page("<a href='http://example.com/'>", standard).get(UrlAttribute::search).empty());
  }
}

// HTML5, the a element: "the input being the result of resolving the value of the element's href
// content attribute relative to the element ... or the empty string otherwise".
TEST_CASE("html5: the input is what href resolves to, relative to the element") {
  Page scoped("<div xml:base=/sub/><a href='x?y'></a></div>", Standard::html5);
  CHECK(get_all(scoped.link(), decomposition) ==
        Values{"https:", "example.com", "example.com", "", "/sub/x", "?y", ""});
  CHECK(scoped.get(UrlAttribute::href) == "https://example.com/sub/x?y");
  CHECK(get_all(Page("<a>", Standard::html5).link(), decomposition) == Values(7));
  CHECK(get_all(Page("<a href='http://['>", Standard::html5).link(), decomposition) == Values(7));
  // Not in HTML5.
  Page page("<a href=x>", Standard::html5);
  CHECK(page.get(UrlAttribute::origin).empty());
  CHECK(page.set(UrlAttribute::username, "u") == "x");
}

// HTML5 (W3C draft) 2.6.6, the table: setter preprocessors and conditions; the common setter
// action.
TEST_CASE("html5: the common setter action writes href back") {
  struct Row {
    std::string_view href;
    UrlAttribute part;
    std::string_view value;
    std::string_view content;
  };
  const Row rows[] = {
      {"x", UrlAttribute::protocol, "http::", "http://example.com/dir/x"},
      {"x", UrlAttribute::host, "h.example:81", "https://h.example:81/dir/x"},
      {"x", UrlAttribute::hostname, "//h.example", "https://h.example/dir/x"},
      {"x", UrlAttribute::port, "0081x", "https://example.com:81/dir/x"},
      {"x", UrlAttribute::port, "70000", "https://example.com/dir/x"},
      {"x", UrlAttribute::pathname, "a b", "https://example.com/a%20b"},
      {"x#f", UrlAttribute::search, "?q", "https://example.com/dir/x?q#f"},
      {"x", UrlAttribute::hash, "#f", "https://example.com/dir/x#f"},
      {"x?q#f", UrlAttribute::search, "", "https://example.com/dir/x?#f"},
      {"mailto:a@b", UrlAttribute::pathname, "x", "mailto:a@b"},
      // The input is the empty string, and so is the output.
      {"http://[", UrlAttribute::hash, "f", ""},
  };
  for (Row const& row : rows) {
    for (Standard standard : {Standard::html5, Standard::web_address}) {
      CAPTURE(row.href, name(row.part), row.value, url::name(standard));
      Page page("<a href='" + std::string(row.href) + "'>", standard);
      CHECK(page.set(row.part, row.value) == row.content);
    }
  }
}

// HTML Standard 4.6.3.
TEST_CASE("whatwg: the attributes of a and area") {
  Page page("<a href='//u:p@h.example:81/x/../y?q#f'>");
  CHECK(get_all(page.link(), all_parts) ==
        Values{"https://u:p@h.example:81/y?q#f", "https://h.example:81", "https:", "u", "p",
               "h.example:81", "h.example", "81", "/y", "?q", "#f"});
  // "If url is null and this has no href content attribute, return the empty string" and "return
  // this's href content attribute's value"; protocol is ":".
  CHECK(get_all(Page("<a>").link(), all_parts) ==
        Values{"", "", ":", "", "", "", "", "", "", "", ""});
  CHECK(get_all(Page("<a href='http://['>").link(), all_parts) ==
        Values{"http://[", "", ":", "", "", "", "", "", "", "", ""});
  Page area("<map><area href=x></map>");
  area.link("area").set(UrlAttribute::hash, "f");
  CHECK(area.link("area").get(UrlAttribute::href) == "https://example.com/dir/x#f");
}

TEST_CASE("whatwg: setters update href, or return before they do") {
  struct Row {
    std::string_view href;
    UrlAttribute part;
    std::string_view value;
    std::string_view content;
  };
  const Row rows[] = {
      {"x", UrlAttribute::href, "../y", "../y"},
      {"x", UrlAttribute::protocol, "http", "http://example.com/dir/x"},
      {"x", UrlAttribute::username, "u", "https://u@example.com/dir/x"},
      {"x", UrlAttribute::search, "q", "https://example.com/dir/x?q"},
      {"x?q", UrlAttribute::search, "", "https://example.com/dir/x"},
      // Step "update href" comes even when parsing the value failed.
      {"x", UrlAttribute::port, "no port", "https://example.com/dir/x"},
      {"x", UrlAttribute::host, "a b", "https://example.com/dir/x"},
      // "If url is null or url has an opaque path, then return."
      {"mailto:a@b", UrlAttribute::host, "h", "mailto:a@b"},
      {"MAILTO:a@b", UrlAttribute::pathname, "h", "MAILTO:a@b"},
      {"MAILTO:a@b", UrlAttribute::hash, "f", "mailto:a@b#f"},
      // "... or url cannot have a username/password/port, then return."
      {"file:///./x", UrlAttribute::port, "81", "file:///./x"},
      {"file:///./x", UrlAttribute::username, "u", "file:///./x"},
      {"http://[", UrlAttribute::hash, "f", "http://["},
      {"x", UrlAttribute::origin, "https://h.example", "x"},
  };
  for (Row const& row : rows) {
    CAPTURE(row.href, name(row.part), row.value);
    CHECK(Page("<a href='" + std::string(row.href) + "'>").set(row.part, row.value) == row.content);
  }
  CHECK(Page("<a>").set(UrlAttribute::hash, "f") == "(absent)");
}

TEST_CASE("whatwg: search is in the document's encoding") {
  Page legacy("<a href=x>", Standard::whatwg, text::Encoding::windows_1252);
  CHECK(legacy.set(UrlAttribute::search, "\u00E4") == "https://example.com/dir/x?%E4");
  CHECK(legacy.set(UrlAttribute::hash, "\u00E4") == "https://example.com/dir/x?%E4#%C3%A4");
}

// URL Standard 2012-12-28, 7.2.
TEST_CASE("whatwg-2012: URLUtils on an element") {
  constexpr Standard standard = Standard::whatwg_2012;
  Page page("<a href='//u:p@h.example:81/x/../y?q#f'>", standard);
  CHECK(get_all(page.link(), all_parts) ==
        Values{"https://u:p@h.example:81/y?q#f", "https://h.example:81", "https:", "u", "p",
               "h.example:81", "h.example", "81", "/y", "?q", "#f"});
  CHECK(get_all(Page("<a href='http://['>", standard).link(), all_parts) ==
        Values{"http://[", "", ":", "", "", "", "", "", "", "", ""});
  CHECK(Page("<a href=x>", standard).set(UrlAttribute::search, "?q") ==
        "https://example.com/dir/x?q");
  CHECK(Page("<a href=x>", standard).set(UrlAttribute::port, "81") ==
        "https://example.com:81/dir/x");
  // "If url is null, its relative flag is unset, or its scheme is "file", terminate these steps."
  CHECK(Page("<a href='FILE:///x'>", standard).set(UrlAttribute::port, "81") == "FILE:///x");
  CHECK(Page("<a href='MAILTO:x'>", standard).set(UrlAttribute::pathname, "y") == "MAILTO:x");
  // "If url is null, or its scheme is "javascript", terminate these steps."
  CHECK(Page("<a href='JAVASCRIPT:x'>", standard).set(UrlAttribute::hash, "f") == "JAVASCRIPT:x");
}

TEST_CASE("parts follow a change of base URL") {
  Page page("<base href=/a/><a href=x>");
  CHECK(page.get(UrlAttribute::pathname) == "/a/x");
  page.live().set_attribute(page.live().base_element(), "href", "/b/");
  CHECK(page.get(UrlAttribute::pathname) == "/b/x");
}

// The platform tests set the attributes of `a` and `area` elements by the same rows.
TEST_CASE("whatwg: setters_tests.json through elements") {
  const auto text = test::outside_file("wpt/setters_tests.json");
  if (!text) return;
  const rapidjson::Document attributes = test::parse_json(*text);
  std::size_t rows = 0;
  for (auto const& attribute : attributes.GetObject()) {
    const auto part = url::url_attribute_from_name(attribute.name.GetString());
    if (!part) continue;
    for (auto const& row : attribute.value.GetArray()) {
      ++rows;
      const std::string href = *test::string_member(row, "href");
      const std::string value = *test::string_member(row, "new_value");
      CAPTURE(name(*part), href, value);
      Page page("<a></a>");
      HyperlinkElement link = page.link();
      link.set(UrlAttribute::href, href);
      link.set(*part, value);
      for (auto const& expected : row["expected"].GetObject()) {
        const auto read = url::url_attribute_from_name(expected.name.GetString());
        REQUIRE(read);
        CHECK(link.get(*read) == *test::string_member(row["expected"], expected.name.GetString()));
      }
    }
  }
  CHECK(rows > 200);
}
