// What pages of https load by http.
//
#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/site/check.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

struct MixedContent {
  std::string found;  // "raw|"
  CheckSummary summary;
};

MixedContent mixed_content_of(std::string const& page, bool list_external = false) {
  const test::TemporaryFolder folder;
  folder.write("index.html", "<!doctype html><meta charset=utf-8>" + page);
  SiteOptions options;
  options.root = ".";
  options.url = "https://h.example/";
  const auto site = Site::read(options);
  REQUIRE(site);
  MixedContent result;
  CheckOptions check_options;
  check_options.list_external = list_external;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    if (finding.rule == Rule::mixed_content) result.found += std::string(finding.raw) + '|';
    return true;
  }};
  result.summary = check(*site, check_options, sink);
  return result;
}

const std::string upgrade =
    "<meta http-equiv=Content-Security-Policy content='img-src *; upgrade-insecure-requests'>";

}  // namespace

TEST_CASE("what a policy has browsers load by https is no mixed content") {
  const std::string body =
      "<body><img src='http://o.example/a'><p style='background:url(http://o.example/b)'>"
      "<style>p{background:url(http://o.example/c)}</style>"
      "<iframe srcdoc=\"<img src='http://o.example/d'>\"></iframe>";
  CHECK(mixed_content_of(body).found ==
        "http://o.example/a|http://o.example/b|http://o.example/c|http://o.example/d|");
  for (bool const list_external : {false, true}) {
    const MixedContent result = mixed_content_of(upgrade + body, list_external);
    CHECK(result.found.empty());
    CHECK(result.summary.external == 4);
    CHECK(result.summary.links == 4);
    CHECK(result.summary.warnings == 0);
  }
}

TEST_CASE("a policy is read as a browser reads it") {
  const std::string image = "<img src='http://o.example/a'>";
  const std::string policy =
      "<meta title='a>b' content='upgrade&#45;insecure-requests' "
      "http-equiv='Content-Security&#45;Policy'>";
  CHECK(mixed_content_of(policy + image).found.empty());
  CHECK(mixed_content_of("<!-- " + upgrade + " -->" + image).found == "http://o.example/a|");
  CHECK(mixed_content_of("<template>" + upgrade + "</template>" + image).found ==
        "http://o.example/a|");
}

TEST_CASE("a policy upgrades what stands behind it, in its document") {
  const MixedContent result =
      mixed_content_of("<link rel=icon href='http://o.example/a'>" + upgrade +
                       "<link rel=stylesheet href='http://o.example/b'>");
  CHECK(result.found == "http://o.example/a|");
  CHECK(result.summary.found == 1);
  CHECK(result.summary.external == 1);
  CHECK(mixed_content_of(
            "<iframe srcdoc=\"<meta http-equiv=content-security-policy "
            "content=upgrade-insecure-requests><img src='http://o.example/a'>\"></iframe>"
            "<img src='http://o.example/b'>")
            .found == "http://o.example/b|");
  CHECK(mixed_content_of("<body>" + upgrade + "<img src='http://o.example/a'>").found ==
        "http://o.example/a|");
}

}  // namespace hrefkit::site
