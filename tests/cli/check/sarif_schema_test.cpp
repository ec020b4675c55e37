// SARIF of every planted site against what the standard demands.
//
#include <rapidjson/document.h>
#include <rapidjson/schema.h>
#include <rapidjson/stringbuffer.h>

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "cli/check/sarif_schema.h"
#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// Where the schema is not kept; empty where it is.
std::string violation_in(rapidjson::Document const& sarif) {
  rapidjson::Document schema_text;
  schema_text.Parse(sarif_schema);
  REQUIRE_FALSE(schema_text.HasParseError());
  const rapidjson::SchemaDocument schema(schema_text);
  rapidjson::SchemaValidator validator(schema);
  if (sarif.Accept(validator)) return {};
  rapidjson::StringBuffer place;
  validator.GetInvalidDocumentPointer().StringifyUriFragment(place);
  return std::string(place.GetString()) + " " + validator.GetInvalidSchemaKeyword();
}

rapidjson::Document sarif_of(std::vector<std::string> const& more) {
  std::vector<std::string> args{"check", "-q", "--format", "sarif"};
  args.insert(args.end(), more.begin(), more.end());
  rapidjson::Document sarif;
  sarif.Parse(run_cli(args).out.c_str());
  REQUIRE_FALSE(sarif.HasParseError());
  return sarif;
}

}  // namespace

TEST_CASE("SARIF of the planted sites keeps the standard's schema", "[check]") {
  const std::string planted = HREFKIT_SOURCE_DIR "/tests/site/check/planted/";
  std::size_t results = 0;
  for (char const* site : {"plain", "prefix", "redirects", "encodings", "extensions", "formats"}) {
    CAPTURE(site);
    const auto sarif = sarif_of({"--orphans", "--external", "list", planted + site});
    CHECK(violation_in(sarif) == "");
    std::set<std::string> fingerprints;
    auto const& found = sarif["runs"][0]["results"];
    for (auto const& result : found.GetArray()) {
      auto const& rules = sarif["runs"][0]["tool"]["driver"]["rules"];
      REQUIRE(result["ruleIndex"].GetUint() < rules.Size());
      CHECK(rules[result["ruleIndex"].GetUint()]["id"] == result["ruleId"]);
      fingerprints.insert(result["partialFingerprints"]["hrefkit/v1"].GetString());
    }
    CHECK(fingerprints.size() == found.Size());
    results += found.Size();
  }
  CHECK(results > 100);
}

TEST_CASE("SARIF without a result, and of names that a URI cannot hold, keeps the schema",
          "[check]") {
  const TemporaryFolder folder;
  folder.write("site/a b[ü]\n.html", "<meta charset=utf-8><a href='\x7F\"\\x'>x</a>");
  folder.write("clean/a.html", "<meta charset=utf-8>");
  CHECK(violation_in(sarif_of({"site"})) == "");
  CHECK(sarif_of({"site"})["runs"][0]["results"].Size() == 1);
  CHECK(violation_in(sarif_of({"clean"})) == "");
}

TEST_CASE("the schema refuses what the standard refuses", "[check]") {
  rapidjson::Document sarif = sarif_of({HREFKIT_SOURCE_DIR "/tests/site/check/planted/prefix"});
  auto& region = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
  region["startLine"] = 0;
  CHECK(violation_in(sarif).find("region/startLine") != std::string::npos);
}

}  // namespace hrefkit::test
