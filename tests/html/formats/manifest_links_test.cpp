#include "hrefkit/html/formats/manifest_links.h"

#include <catch2/catch.hpp>
#include <string>

#include "support/links_of.h"

using namespace hrefkit;
using namespace hrefkit::html;

namespace {

using Lines = std::vector<std::string>;

SourceText manifest(std::string_view json) {
  return source_from_text(json, ContentType::json);
}

const DocumentOptions manifest_options = test::at("https://a.example/app/site.webmanifest");

}  // namespace

TEST_CASE("a manifest's URLs are relative to its own address") {
  const std::string json =
      R"({"start_url":"./?x","scope":"/","icons":[{"src":"i/1.png"}],)"
      R"("share_target":{"action":"share"},"related_applications":[{"url":"https://b.example"}]})";
  CHECK(test::lines_of(manifest(json), manifest_options) ==
        Lines{"[start_url] ./?x -> https://a.example/app/?x", "[scope] / -> https://a.example/",
              "icons[src] i/1.png -> https://a.example/app/i/1.png",
              "share_target[action] share -> https://a.example/app/share",
              "related_applications[url] https://b.example -> https://b.example/"});
  const auto links = test::links_of(manifest(json), manifest_options);
  CHECK(links[0].kind == LinkKind::hyperlink);
  CHECK(links[1].kind == LinkKind::metadata);
  CHECK(links[2].kind == LinkKind::image);
  CHECK(links[3].kind == LinkKind::form);
  for (test::FoundLink const& link : links) CHECK(link.span.in(json) == link.raw);
}

TEST_CASE("a fault of JSON is noted with its place, before the links") {
  const std::string json = R"({"start_url":"a",})";
  Notes notes;
  CHECK(test::links_of(manifest(json), manifest_options, &notes).size() == 1);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::not_well_formed);
  CHECK(notes[0].span.begin == 17);
}

TEST_CASE("JSON that is not a manifest is noted") {
  Notes notes;
  CHECK(test::links_of(manifest("[]"), manifest_options, &notes).empty());
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].kind == NoteKind::left_out);
}
