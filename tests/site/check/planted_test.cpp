// The planted sites: every finding is in tests/site/check/planted/expected.jsonl, in order. What a
// page calls a trap is fine, what it calls a fault is in the list. "hosts:netlify" is the site
// `hosts` as Netlify serves it.
#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "hrefkit/site/check.h"
#include "hrefkit/site/host.h"
#include "support/outside_data.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

const std::string planted = HREFKIT_SOURCE_DIR "/tests/site/check/planted/";

/// A finding as the list has it; "-" stands for null.
struct Row {
  std::string site, file, rule, raw, target, suggestion;
  std::size_t line = 0;
  bool operator==(Row const&) const = default;
};

std::ostream& operator<<(std::ostream& out, Row const& row) {
  return out << row.site << '/' << row.file << ':' << row.line << ' ' << row.rule << " '" << row.raw
             << "' " << row.target << ' ' << row.suggestion;
}

std::string text_or_dash(rapidjson::Document const& object, char const* key) {
  return object[key].IsString() ? object[key].GetString() : "-";
}

std::vector<Row> expected_rows(std::string const& site) {
  std::vector<Row> rows;
  std::istringstream lines(test::file_bytes(planted + "expected.jsonl"));
  for (std::string line; std::getline(lines, line);) {
    rapidjson::Document object;
    object.Parse(line.c_str());
    REQUIRE(object.IsObject());
    if (text_or_dash(object, "site") != site) continue;
    rows.push_back({site, text_or_dash(object, "file"), text_or_dash(object, "rule"),
                    text_or_dash(object, "raw"), text_or_dash(object, "target"),
                    text_or_dash(object, "suggestion"), object["line"].GetUint64()});
  }
  return rows;
}

struct PlantedResult {
  std::vector<Row> rows;
  CheckSummary summary;
};

std::string folder_of(std::string const& name) {
  return name.substr(0, name.find(':'));
}

/// A path below the folder of planted sites, from the root of one of them.
std::string path_from(std::string const& root, std::string_view file) {
  if (file == root) return {};
  if (file.starts_with(root + "/")) return std::string(file.substr(root.size() + 1));
  return "../" + std::string(file.substr(planted.size()));
}

PlantedResult run(std::string const& name, SiteOptions options, CheckOptions check_options) {
  options.root = planted + folder_of(name);
  const auto site = Site::read(options);
  REQUIRE(site);
  PlantedResult result;
  const CheckSink sink{.finding = [&](Finding const& finding) {
    const auto or_dash = [](auto const& text) { return std::string(text.value_or("-")); };
    result.rows.push_back({name, path_from(options.root, finding.file),
                           std::string(hrefkit::site::name(finding.rule)), std::string(finding.raw),
                           or_dash(finding.target), or_dash(finding.suggestion), finding.line});
    return true;
  }};
  result.summary = check(*site, check_options, sink);
  return result;
}

std::size_t counted(CheckSummary const& summary) {
  std::size_t all = summary.fine + summary.found + summary.external + summary.ignored;
  for (const std::size_t count : summary.not_judged) all += count;
  return all;
}

std::vector<Host> hosts() {
  return {Host::plain,   Host::github_pages,     Host::gitlab_pages,
          Host::netlify, Host::cloudflare_pages, Host::vercel,
          Host::azure,   Host::firebase,         Host::s3};
}

SiteOptions options_of(std::string const& name) {
  SiteOptions options;
  if (name == "formats") options.url = "https://docs.example/";
  if (name == "prefix") options.url = "https://docs.example/pre/";
  if (name == "extensions") {
    options.extensions = {"html"};
    options.index = {"home.html"};
  }
  if (name == "mounted") options.mounts = {{.path = "api", .folder = planted + "mount-api"}};
  if (name == "loaded") options.files.read_scripts();
  if (name == "pictures") {
    options.files.add_svg_extension("icn");
    options.files.add_extension("php", html::ContentType::html);
  }
  for (const Host host : hosts()) {
    if (name == "hosts:" + std::string(hrefkit::site::name(host))) use_host(host, options);
  }
  return options;
}

CheckOptions check_options_of(std::string const& name) {
  CheckOptions options;
  options.orphans = name == "extensions" || name == "gate";
  options.list_external = name == "asked";
  options.also.scripts = name == "loaded";
  if (name == "asked" || name.starts_with("hosts:")) {
    for (const Rule rule : {Rule::redirected_link, Rule::double_slash, Rule::relative_in_feed}) {
      options.severities.set(rule, Severity::warning);
    }
  }
  if (name == "published") options.keep_urls = planted + "published/urls-of-last-year.txt";
  return options;
}

std::vector<std::string> names() {
  std::vector<std::string> names{"plain",      "prefix",  "redirects", "encodings", "extensions",
                                 "formats",    "corners", "gate",      "asked",     "published",
                                 "configured", "mounted", "unjudged",  "elsewhere", "pictures",
                                 "shown",      "loaded"};
  for (const Host host : hosts()) names.push_back("hosts:" + std::string(name(host)));
  return names;
}

}  // namespace

TEST_CASE("the planted faults are found, and nothing else") {
  std::size_t faults = 0;
  std::size_t traps = 0;
  for (std::string const& name : names()) {
    const PlantedResult result = run(name, options_of(name), check_options_of(name));
    const std::vector<Row> expected = expected_rows(name);
    for (std::size_t i = 0; i < std::max(expected.size(), result.rows.size()); ++i) {
      const Row want = i < expected.size() ? expected[i] : Row{};
      const Row got = i < result.rows.size() ? result.rows[i] : Row{};
      CHECK(got == want);
    }
    INFO(name);
    CHECK(counted(result.summary) == result.summary.links);
    CHECK(!result.summary.failed);
    faults += result.rows.size();
    traps += result.summary.links - result.summary.found;
  }
  CHECK(faults >= 300);
  CHECK(traps >= 480);
}

TEST_CASE("each rule has a planted fault") {
  // Those that ask the network, or look at the folder in another way, have tests of their own.
  // So have those that compare pages (tests/cli/check/consistency_test.cpp).
  const std::set<std::string> others{"id-lost",
                                     "not-from-files",
                                     "redirected",
                                     "server-error",
                                     "hreflang-no-return",
                                     "canonical-broken",
                                     "sitemap-not-indexable",
                                     "island-page"};
  std::set<std::string> found;
  for (std::string const& name : names()) {
    for (Row const& row : expected_rows(name)) found.insert(row.rule);
  }
  for (std::size_t i = 0; i < rule_count; ++i) {
    const std::string rule(name(static_cast<Rule>(i)));
    INFO(rule);
    CHECK((found.contains(rule) || others.contains(rule) || rule.starts_with("external-")));
  }
}

TEST_CASE("findings do not depend on the number of threads") {
  for (std::string const& name : names()) {
    CheckOptions options = check_options_of(name);
    options.list_external = true;
    const PlantedResult one = run(name, options_of(name), options);
    options.threads = 5;
    for (int i = 0; i < 5; ++i) {
      const PlantedResult several = run(name, options_of(name), options);
      CHECK(several.rows == one.rows);
      CHECK(several.summary.fine == one.summary.fine);
    }
  }
}

TEST_CASE("the lists of faults and the pages agree") {
  for (std::string const& name : names()) {
    for (Row const& row : expected_rows(name)) {
      INFO(row);
      CHECK(std::filesystem::exists(planted + folder_of(name) + "/" + row.file));
      CHECK(rule_from_name(row.rule).has_value());
    }
  }
}

TEST_CASE("links of sitemaps and manifests lead to pages, and only pages are orphans") {
  CheckOptions options;
  options.orphans = true;
  options.severities.set(Rule::orphan_file, Severity::off);
  const PlantedResult result = run("formats", options_of("formats"), options);
  CHECK(result.rows == run("formats", options_of("formats"), {}).rows);
  CHECK(result.summary.pages == 5);
  CHECK(result.summary.other_files == 13);
}

TEST_CASE("a file of which only the beginning can be read is told") {
  SiteOptions options = options_of("formats");
  options.root = planted + "formats";
  const auto site = Site::read(options);
  REQUIRE(site);
  std::vector<std::string> faults;
  // Where that is no finding.
  CheckOptions check_options;
  check_options.severities.set(Rule::not_well_formed, Severity::off);
  const CheckSink sink{.fault = [&](auto const& path, auto const& why) {
    faults.push_back(path.substr(options.root.size() + 1) + ": " + why);
  }};
  const CheckSummary summary = check(*site, check_options, sink);
  CHECK(faults ==
        std::vector<std::string>{"feeds/broken.atom:2:9: not well-formed: mismatched tag; "
                                 "links from here on are not checked"});
  CHECK_FALSE(summary.failed);
}

TEST_CASE("a rule that is off is not reported, and its links are counted") {
  CheckOptions options;
  options.severities.set(Rule::missing_file, Severity::off);
  const PlantedResult result = run("plain", {}, options);
  for (Row const& row : result.rows) CHECK(row.rule != "missing-file");
  CHECK(counted(result.summary) == result.summary.links);
  CHECK(result.summary.ignored > 20);
}

TEST_CASE("excluded URLs are ignored") {
  CheckOptions options;
  options.is_excluded = [](std::string_view url) {
    return url.find("gone") != std::string_view::npos;
  };
  const PlantedResult result = run("plain", {}, options);
  for (Row const& row : result.rows) CHECK(row.raw.find("gone") == std::string::npos);
  CHECK(counted(result.summary) == result.summary.links);
}

TEST_CASE("only the pages that are asked for are reported") {
  CheckOptions options;
  options.is_reported = [](std::string_view path) { return path == "page.html"; };
  const PlantedResult result = run("plain", {}, options);
  CHECK(result.rows.size() == 16);
  for (Row const& row : result.rows) CHECK(row.file == "page.html");
}

TEST_CASE(
    "a page that is checked alone has the findings that it has in a check of the whole site") {
  for (std::string const& name : names()) {
    // What only all pages together tell, and what is not below the folder, has no page.
    if (name == "unjudged" || name == "elsewhere" || name == "mounted" || name == "published" ||
        name == "shown") {
      continue;
    }
    CheckOptions options = check_options_of(name);
    options.orphans = false;
    // Which ids are asked for depends on what other pages ask.
    options.severities.set(Rule::duplicate_id, Severity::off);
    const std::vector<Row> all = run(name, options_of(name), options).rows;
    std::set<std::string> files;
    for (Row const& row : all) files.insert(row.file);
    std::vector<Row> together;
    for (std::string const& file : files) {
      options.is_reported = [&](std::string_view path) { return path == file; };
      const std::vector<Row> alone = run(name, options_of(name), options).rows;
      together.insert(together.end(), alone.begin(), alone.end());
    }
    CHECK(together == all);
  }
}

TEST_CASE("for a page that is checked alone, only pages are read whose ids its links ask for") {
  const test::TemporaryFolder folder;
  folder.write("a.html", "<a href=b.html#x></a><a href=c.html></a>");
  folder.write("b.html", "<p id=x><a href=d.html#y></a>");
  for (char const* name : {"c.html", "d.html", "e.html"}) folder.write(name, "<p id=y>");
  const auto site = Site::read({.root = folder.path()});
  REQUIRE(site);
  CheckOptions options;
  options.is_reported = [](std::string_view path) { return path == "a.html"; };
  std::size_t read = 0;
  const CheckSummary summary = check(*site, options, {.progress = [&] { ++read; }});
  CHECK(read == 2);
  CHECK(summary.pages == 1);
  CHECK(summary.fine == 2);
}

TEST_CASE("a sink can stop the check") {
  const auto site = Site::read({.root = planted + "plain"});
  REQUIRE(site);
  for (const std::size_t threads : {1U, 4U}) {
    std::size_t count = 0;
    CheckOptions options;
    options.threads = threads;
    const CheckSummary summary =
        check(*site, options, {.finding = [&](Finding const&) { return ++count < 3; }});
    CHECK(count == 3);
    CHECK(summary.stopped);
  }
}

TEST_CASE("a finding shows its place in the source") {
  const auto site = Site::read({.root = planted + "plain"});
  REQUIRE(site);
  std::size_t count = 0;
  check(*site, {}, {.finding = [&](Finding const& finding) {
    const std::string bytes = test::file_bytes(std::string(finding.file));
    const std::string_view url = std::string_view(bytes).substr(finding.offset, finding.length);
    if (finding.rule != Rule::orphan_page) {
      const std::string_view shown = finding.source_line.substr(
          finding.source_begin, finding.source_end - finding.source_begin);
      CHECK(shown == url.substr(0, shown.size()));
    }
    CHECK(!finding.message.empty());
    ++count;
    return true;
  }});
  CHECK(count > 80);
}

}  // namespace hrefkit::site
