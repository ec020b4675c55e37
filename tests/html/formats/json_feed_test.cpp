// Links of a JSON Feed, and of the HTML in it.
#include "hrefkit/html/parse/json_feed.h"

#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/xml_root.h"
#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

const DocumentOptions feed_options = test::at("https://a.example/f/feed.json");

std::string feed_of(std::string_view members) {
  return R"({"version":"https://jsonfeed.org/version/1.1",)" + std::string(members) + "}";
}

SourceText source_of(std::string_view json) {
  return source_from_text(json, ContentType::json);
}

Lines lines_of(std::string const& members, DocumentOptions const& how = feed_options) {
  return test::lines_of(source_of(feed_of(members)), how);
}

/// The feed with every host `a.example` replaced, by the rewriter, and proved.
RewrittenPage moved(std::string const& json, std::string const& from, std::string const& to) {
  RewriteOptions how;
  how.document = feed_options;
  how.document.url = from + "f/feed.json";
  how.new_url = to + "f/feed.json";
  how.encoding.content_type = ContentType::json;
  const auto page = rewrite(json, how, [&](LinkTarget& target) {
    if (target.url.starts_with(from))
      target.target = to + std::string(target.url.substr(from.size()));
  });
  INFO((page ? "" : page.error().message));
  REQUIRE(page);
  return *page;
}

}  // namespace

TEST_CASE("a JSON Feed is known by its version") {
  struct VersionCase {
    std::string_view json;
    bool is_feed;
  };
  for (VersionCase const& each : std::vector<VersionCase>{
           {R"({"version":"https://jsonfeed.org/version/1"})", true},
           {R"({"items":[{"a":[1,{}]}],"version":"https:\/\/jsonfeed.org\/version\/1.1"})", true},
           {R"({"version":"http://jsonfeed.org/version/2")", true},
           {R"({"a":{"version":"https://jsonfeed.org/version/1"}})", false},
           {R"([{"version":"https://jsonfeed.org/version/1"}])", false},
           {R"({"version":["https://jsonfeed.org/version/1"]})", false},
           {R"({"a":"version","b":"https://jsonfeed.org/version/1"})", false},
           {R"({"version":1,"a":"https://jsonfeed.org/version/1"})", false},
           {R"({"version":"https://jsonfeed.org/"})", false},
           {R"("https://jsonfeed.org/version/1")", false},
           {R"({"x" "version":"https://jsonfeed.org/version/1"})", false},
           {"", false},
       }) {
    INFO(each.json);
    CHECK(is_json_feed(each.json) == each.is_feed);
    CHECK((root_namespace_of(source_of(each.json)) == Namespace::json_feed) == each.is_feed);
  }
}

TEST_CASE("JSON Feed: each member with a URL, in the order of the source") {
  CHECK(lines_of(R"("title":"/t","home_page_url":"/","feed_url":"feed.json","next_url":"?p=2",
      "icon":"i.png","favicon":"f.png","authors":[{"url":"au","avatar":"av","name":"n"}],
      "hubs":[{"type":"WebSub","url":"h"}],"items":[{"id":"https://a.example/1","url":"u",
      "external_url":"e","image":"im","banner_image":"b","authors":[{"avatar":"a2"}],"author":
      {"url":"a3"},"attachments":[{"url":"m.mp3","mime_type":"x/y"},{"url":"n.mp3"}],"tags":["t"],
      "language":"de","_x":{"url":"no"}}],"author":{"url":"a4"},"expired":false,"_y":[{"url":"no"}])") ==
        Lines{"feed[home_page_url] / -> https://a.example/",
              "feed[feed_url] feed.json -> https://a.example/f/feed.json",
              "feed[next_url] ?p=2 -> https://a.example/f/feed.json?p=2",
              "feed[icon] i.png -> https://a.example/f/i.png",
              "feed[favicon] f.png -> https://a.example/f/f.png",
              "authors[url] au -> https://a.example/f/au",
              "authors[avatar] av -> https://a.example/f/av",
              "hubs[url] h -> https://a.example/f/h", "items[url] u -> https://a.example/f/u",
              "items[external_url] e -> https://a.example/f/e",
              "items[image] im -> https://a.example/f/im",
              "items[banner_image] b -> https://a.example/f/b",
              "authors[avatar] a2 -> https://a.example/f/a2",
              "author[url] a3 -> https://a.example/f/a3",
              "attachments[url] m.mp3 -> https://a.example/f/m.mp3",
              "attachments[url] n.mp3 -> https://a.example/f/n.mp3",
              "author[url] a4 -> https://a.example/f/a4"});
}

TEST_CASE("JSON Feed: values of the wrong type, and members twice") {
  for (auto const& [members, lines] : std::vector<std::pair<std::string, Lines>>{
           {R"("home_page_url":null,"icon":["i"],"feed_url":{"url":"x"},"items":{"url":"u"})",
            {"items[url] u -> https://a.example/f/u"}},
           {R"("items":[[{"url":"no"}],"s",1,{"url":2,"image":"i"}],"authors":"a","hubs":[null])",
            {"items[image] i -> https://a.example/f/i"}},
           {R"("icon":"a","icon":"b")",
            {"feed[icon] a -> https://a.example/f/a", "feed[icon] b -> https://a.example/f/b"}},
           {R"("items":[{"url":"\u0061\/\ud83d\ude00"}])",
            {"items[url] a/\xF0\x9F\x98\x80 -> https://a.example/f/a/%F0%9F%98%80"}},
           {R"("items":[{"items":[{"url":"no"}],"content_html":["<a href=no>"],"content_html":1}])",
            {}},
           {R"("content_html":"<a href=no>","items":[{"content_text":"<a href=no>"}])", {}},
       }) {
    INFO(members);
    CHECK(lines_of(members) == lines);
  }
}

TEST_CASE("JSON Feed: what stands before a fault is read, and the fault is noted") {
  const std::string whole =
      feed_of(R"("icon":"i","items":[{"url":"u","content_html":"<a href=c>"}])");
  std::size_t most = 0;
  for (std::size_t size = whole.find("version/1.1\"") + 12; size < whole.size(); ++size) {
    Notes notes;
    const auto links =
        test::links_of(source_of(std::string_view(whole).substr(0, size)), feed_options, &notes);
    INFO(size);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].kind == NoteKind::not_well_formed);
    CHECK(notes[0].span.begin <= size);
    CHECK(links.size() >= most);
    most = links.size();
  }
  CHECK(most == 3);
}

TEST_CASE("JSON Feed: HTML of items has its own context, places and base") {
  const std::string json = feed_of(
      R"("items":[{"content_html":"<p>\u00e4 <a href=\"x\">x<\/a><img src='..\/y.png'>",)"
      R"("url":"https:\/\/b.example\/1\/","external_url":"https://c.example/"},)"
      R"({"id":"2","content_html":"<base href=/z/><a href=w>w</a>","external_url":"/e/"}])");
  const auto links = test::links_of(source_of(json), feed_options);
  REQUIRE(links.size() == 7);
  CHECK(links[0].url == "https://a.example/f/x");
  CHECK(links[0].context == "0");
  CHECK(links[0].span.in(json) == "x");
  CHECK(links[1].url == "https://a.example/y.png");
  CHECK(links[1].span.in(json) == R"(..\/y.png)");
  CHECK(links[1].raw == "../y.png");
  CHECK(links[2].url == "https://b.example/1/");
  CHECK(links[2].span.in(json) == R"(https:\/\/b.example\/1\/)");
  DocumentOptions by_item = feed_options;
  by_item.feed_base = FeedBase::item;
  const auto item_links = test::links_of(source_of(json), by_item);
  REQUIRE(item_links.size() == 7);
  CHECK(item_links[0].url == "https://b.example/1/x");
  CHECK(item_links[0].base_source == BaseSource::item);
  CHECK(item_links[2].url == "https://b.example/1/");
  CHECK(item_links[5].url == "https://a.example/z/w");
  for (const Engine engine : {Engine::automatic, Engine::scan}) {
    CHECK(test::lines_of(source_of(json), feed_options, engine) ==
          test::lines_of(source_of(json), feed_options));
  }
}

TEST_CASE("JSON Feed: a rewrite changes URLs alone, and the way back gives the same bytes") {
  for (
      std::string const& members : Lines{
          R"("home_page_url" : "https://a.example/" , "icon":"/i.png","id":"https://a.example/")",
          R"("home_page_url":"https:\/\/a.example\/x","items":[{"id":"https:\/\/a.example\/1",)"
          R"("url":"https:\/\/a.example\/1","content_html":"<a href=\"https:\/\/a.example\/2?a=1&amp;b=2\">\u00e4<\/a>"}])",
          R"("items":[{"content_html":"<img srcset='https://a.example/1 1x, https://a.example/2 2x'><style>a{b:url(https://a.example/3)}</style>"}])",
          R"("items":[{"content_html":"<iframe srcdoc=\"<a href='https://a.example/4'>\"></iframe>","attachments":[{"url":"https://a.example/5"}]}])",
          R"("items":[{"url":"https://a.example/\u00e4"},{"content_html":"<a href=https://a.example/6>"}])",
      }) {
    const std::string json = feed_of(members);
    INFO(json);
    const std::string a = "https://a.example/";
    const std::string b = "https://bb.example/";
    const RewrittenPage there = moved(json, a, b);
    REQUIRE(there.changed);
    CHECK(there.bytes.find("https://a.example/1\",\"url") == std::string::npos);
    // Masked, both are equal: nothing but the URLs has changed.
    const auto masked = [](std::string_view text, std::string const& url) {
      DocumentOptions at = feed_options;
      at.url = url;
      std::string rest;
      std::size_t end = 0;
      for (test::FoundLink const& link : test::links_of(source_of(text), at)) {
        rest.append(text.substr(end, link.span.begin - end)).append("|");
        end = link.span.end;
      }
      return rest.append(text.substr(end));
    };
    CHECK(masked(there.bytes, b + "f/feed.json") == masked(json, a + "f/feed.json"));
    if (json.find("\\u00e4\"") != std::string::npos) continue;  // written as %C3%A4
    CHECK(moved(there.bytes, b, a).bytes == json);
  }
}

TEST_CASE("JSON Feed: large and hostile feeds take linear time") {
  std::string items;
  for (int i = 0; i < 20'000; ++i) {
    items += R"({"url":"u","content_html":"<a href=c>"},)";
  }
  CHECK(test::links_of(source_of(feed_of("\"items\":[" + items + "{}]")), feed_options).size() ==
        40'000);
  const std::string deep(200'000, '[');
  Notes notes;
  CHECK(test::links_of(source_of(feed_of("\"items\":" + deep)), feed_options, &notes).empty());
  CHECK(notes.size() == 1);
  std::string twice;
  for (int i = 0; i < 20'000; ++i) twice += R"("icon":"i",)";
  CHECK(test::links_of(source_of(feed_of(twice + "\"a\":1")), feed_options).size() == 20'000);
}
