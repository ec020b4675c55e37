// Places of findings in the files from which a generator made the site: --sources.
#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

using Args = std::vector<std::string>;

CliResult check_sources(Args const& more = {}, std::string const& build = "public") {
  Args args{"check", "-q", "--sources", "docs"};
  args.insert(args.end(), more.begin(), more.end());
  args.push_back(build);
  return run_cli(args);
}

/// "raw file:line:column bytes" of each finding; the file alone without a line, "-" for no place.
std::string source_places(TemporaryFolder const& folder, Args more = {}) {
  more.insert(more.begin(), {"-f", "jsonl"});
  const std::string out = check_sources(more).out;
  std::string text;
  std::size_t at = 0;
  while (at < out.size()) {
    const std::size_t end = out.find('\n', at);
    rapidjson::Document row;
    row.Parse(out.substr(at, end - at).c_str());
    REQUIRE(!row.HasParseError());
    text += row["raw"].GetString();
    if (!row.HasMember("source")) {
      text += " -";
    } else {
      auto const& source = row["source"];
      text.append(" ").append(source["file"].GetString());
      if (source.HasMember("line")) {
        text += ':' + std::to_string(source["line"].GetInt()) + ':' +
                std::to_string(source["column"].GetInt()) + ' ' +
                folder.read(source["file"].GetString())
                    .substr(source["offset"].GetUint64(), source["length"].GetUint64());
      }
    }
    text += '\n';
    at = end + 1;
  }
  return text;
}

constexpr std::string_view prose =
    "To set the program up, fetch it, unpack it, and put it where your shell finds programs. ";

/// A page of one paragraph with links.
std::string built_page(std::string const& content) {
  return "<!doctype html><meta charset=utf-8><main><p>" + std::string(prose) + content + "</main>";
}

void write_small_site(TemporaryFolder const& folder) {
  folder.write("docs/guide.md", "# Guide\n\n" + std::string(prose) + "\nSee [x](gone.md).\n");
  folder.write("public/guide/index.html", built_page("See <a href=\"../gone/\">x</a>."));
}

}  // namespace

TEST_CASE("check --sources: a finding has its place in the sources", "[sources]") {
  const TemporaryFolder folder;
  write_small_site(folder);
  CHECK(source_places(folder) == "../gone/ docs/guide.md:4:9 gone.md\n");
  const std::string row = check_sources({"-f", "jsonl"}).out;
  CHECK(row.find(
            R"("source":{"file":"docs/guide.md","line":4,"column":9,"offset":106,"length":7})") !=
        std::string::npos);
  const CliResult verbose = run_cli({"check", "-v", "--sources", "docs", "public"});
  CHECK(verbose.err.find("1 of 1 finding found in the sources") != std::string::npos);
}

TEST_CASE("check --sources: all forms name the place in the sources", "[sources]") {
  const TemporaryFolder folder;
  write_small_site(folder);
  const auto report = [](char const* form) { return check_sources({"-f", form}).out; };
  const auto has = [&](char const* form, std::string_view text) {
    CAPTURE(form, report(form));
    CHECK(report(form).find(text) != std::string::npos);
  };
  has("text",
      "docs/guide.md:4:9: error: '../gone/': gone/ does not exist [missing-file]\n"
      "    public/guide/index.html:1:146\n"
      "    4 | See [x](gone.md).\n"
      "      |         ^^^^^^^\n");
  has("csv", ",sourceFile,sourceLine,sourceColumn\n");
  has("csv", ",docs/guide.md,4,9\n");
  has("github",
      "::error file=docs/guide.md,line=4,col=9,title=missing-file::'../gone/': gone/ does not "
      "exist; built: public/guide/index.html:1:146\n");
  has("gitlab", R"("location":{"path":"docs/guide.md","lines":{"begin":4}})");
  has("sarif", R"("artifactLocation":{"uri":"docs/guide.md"},"region":{"startLine":4,)");
  has("sarif", R"("relatedLocations":[{"message":{"text":"the page that was built"})");
  has("junit", R"(classname="docs/guide.md")");
  has("markdown", "`docs/guide.md:4:9`");
  has("html", "docs/guide.md");
  // Without the option, rows are what they were.
  const std::string csv = run_cli({"check", "-q", "-f", "csv", "public"}).out;
  CHECK(csv.find("sourceFile") == std::string::npos);
}

TEST_CASE("check --sources: fingerprints and baselines are those of the build", "[sources]") {
  const TemporaryFolder folder;
  write_small_site(folder);
  const auto fingerprint = [](std::string const& report) {
    return report.substr(report.find("fingerprint"), 40);
  };
  CHECK(fingerprint(check_sources({"-f", "gitlab"}).out) ==
        fingerprint(run_cli({"check", "-q", "-f", "gitlab", "public"}).out));
  run_cli({"check", "-q", "--baseline", "known.jsonl", "--update-baseline", "public"});
  CHECK(check_sources({"--baseline", "known.jsonl"}).exit_code == 0);
}

TEST_CASE("check --sources: what is not sure has no line", "[sources]") {
  const TemporaryFolder folder;
  // Two references with the same text for one link: nobody knows which one.
  folder.write("docs/guide.md", "# Guide\n\n" + std::string(prose) +
                                    "\n\n[x](gone.md), {% if a %}[x](gone.md){% endif %}\n");
  folder.write("public/guide/index.html", built_page("And then <a href=\"../gone/\">x</a>"));
  CHECK(source_places(folder) == "../gone/ docs/guide.md\n");
  const std::string github = check_sources({"-f", "github"}).out;
  CHECK(github.find("::error file=docs/guide.md,title=") != std::string::npos);
  CHECK(check_sources({"-f", "text"}).out.find("docs/guide.md: error: ") == 0);
  // Another text is another link.
  folder.write("docs/guide.md", "# Guide\n\n" + std::string(prose) + "\n\n[another](gone.md)\n");
  CHECK(source_places(folder) == "../gone/ docs/guide.md\n");
  // Another page's prose: the source of the page is not known.
  folder.write("docs/guide.md",
               "# Guide\n\nSomething else altogether is written here, by somebody who has never "
               "heard of programs.\n\n[x](gone.md)\n");
  CHECK(source_places(folder) == "../gone/ -\n");
}

TEST_CASE("check --sources: the n-th of n is the n-th", "[sources]") {
  const TemporaryFolder folder;
  folder.write("docs/guide.md", "# Guide\n\n" + std::string(prose) +
                                    "\n[here](gone.md)\n`[here](gone.md)`\n[here](gone.md)\n");
  folder.write("public/guide/index.html",
               built_page("<a href=\"../gone/\">here</a> <a href=\"../gone/\">here</a>"));
  CHECK(source_places(folder) ==
        "../gone/ docs/guide.md:4:8 gone.md\n../gone/ docs/guide.md:6:8 gone.md\n");
}

TEST_CASE("check --sources: a reference link's place is its definition", "[sources]") {
  const TemporaryFolder folder;
  folder.write("docs/guide.md",
               "# Guide\n\n" + std::string(prose) + "\n[a][x], [b][x]\n\n[x]: <gone one.md> 'T'\n");
  folder.write("public/guide/index.html",
               built_page("<a href=\"gone%20one.md\">a</a> <a href=\"gone%20one.md\">b</a>"));
  CHECK(source_places(folder) ==
        "gone%20one.md docs/guide.md:6:7 gone one.md\n"
        "gone%20one.md docs/guide.md:6:7 gone one.md\n");
}

TEST_CASE("check --sources: links of menus are in templates and configuration", "[sources]") {
  const TemporaryFolder folder;
  const std::string menu = "<nav><a href=\"/gone/\">Lost</a></nav>";
  for (char const* name : {"one", "two", "three", "four", "five"}) {
    const std::string path = name;
    folder.write("docs/" + path + ".md", "# " + path + "\n\n" + std::string(prose) + path + "\n");
    folder.write("public/" + path + "/index.html", menu + built_page(path));
  }
  // A page with the same link in its text.
  folder.write("docs/one.md", "# One\n\n" + std::string(prose) + "\n[Lost](gone.md)\n");
  folder.write("public/one/index.html", menu + built_page("<a href=\"/gone/\">Lost</a>"));
  folder.write("docs/config.yml", "menu:\n  # - Lost: gone/\n  - Lost: gone/\n");
  CHECK(source_places(folder, {"--include-path", "one"}) ==
        "/gone/ docs/config.yml:3:11 gone/\n/gone/ docs/one.md:4:8 gone.md\n");
  // A group's first place is that in the sources.
  const std::string text = check_sources({"-f", "text"}).out;
  CHECK(text.find("docs/config.yml:3:11: error: ") != std::string::npos);
  CHECK(text.find("(on 5 pages)") != std::string::npos);
  // Without the configuration, nobody knows: the page's own reference is not that of the menu.
  folder.write("docs/config.yml", "menu: []\n");
  CHECK(source_places(folder, {"--include-path", "one"}) ==
        "/gone/ -\n/gone/ docs/one.md:4:8 gone.md\n");
}

TEST_CASE("check --sources: what a page includes is in the included file", "[sources]") {
  const TemporaryFolder folder;
  folder.write("docs/guide.md", "# Guide\n\n" + std::string(prose) + "\n--8<-- \"parts/a.md\"\n");
  folder.write("docs/parts/a.md", "A part with [x](gone.md).\n");
  folder.write("docs/parts/b.md", "Another part with [x](gone.md).\n");
  folder.write("public/guide/index.html", built_page("A part with <a href=\"../gone/\">x</a>."));
  CHECK(source_places(folder) == "../gone/ docs/parts/a.md:1:17 gone.md\n");
}

TEST_CASE("check --sources: files that are copied have the same places", "[sources]") {
  const TemporaryFolder folder;
  folder.write("docs/static/style.css", "a { background: url(gone.png) }\n");
  folder.write("public/style.css", "a { background: url(gone.png) }\n");
  folder.write("public/index.html", "<!doctype html><link rel=stylesheet href=style.css>");
  CHECK(source_places(folder) == "gone.png docs/static/style.css:1:21 gone.png\n");
}

TEST_CASE("check --sources: bad input is told", "[sources]") {
  const TemporaryFolder folder;
  write_small_site(folder);
  SECTION("no such folder") {
    const CliResult run = run_cli({"check", "-q", "--sources", "nothere", "public"});
    CHECK(run.exit_code == 2);
    CHECK(run.err.find("the folder of sources nothere does not exist") != std::string::npos);
  }
  SECTION("a file") {
    const CliResult run = run_cli({"check", "-q", "--sources", "docs/guide.md", "public"});
    CHECK(run.exit_code == 2);
    CHECK(run.err.find("is not a folder") != std::string::npos);
  }
  SECTION("the build itself") {
    const CliResult run = run_cli({"check", "--sources", "public", "public"});
    CHECK(run.exit_code == 1);
    CHECK(run.err.find("public: warning: is the folder that is checked") != std::string::npos);
    CHECK(run.out.find("public/guide/index.html:1:") == 0);
  }
  SECTION("a folder of the build") {
    const CliResult run = run_cli({"check", "--sources", "public/guide", "public"});
    CHECK(run.err.find("lies in the folder that is checked") != std::string::npos);
  }
  SECTION("a folder that holds the build") {
    std::filesystem::create_directories("docs/out");
    std::filesystem::rename("public", "docs/out/public");
    const CliResult run = check_sources({"-f", "github"}, "docs/out/public");
    CHECK(run.out.find("file=docs/guide.md,line=4") != std::string::npos);
    CHECK(run.err.empty());
  }
  SECTION("the same folder twice") {
    const CliResult run = run_cli({"check", "--sources", "docs", "--sources", "docs", "public"});
    CHECK(run.out.find("docs/guide.md:4:9: error") == 0);
    CHECK(run.err.find("lies in another folder of --sources") != std::string::npos);
  }
  SECTION("front matter that does not parse") {
    folder.write("docs/other.md", "---\ntitle: \"Other\n---\n");
    const CliResult run = run_cli({"check", "--sources", "docs", "public"});
    CHECK(run.err.find("docs/other.md:2: warning: its front matter does not parse") !=
          std::string::npos);
    CHECK(run.out.find("docs/guide.md:4:9: error") == 0);
  }
  SECTION("names that differ in case") {
    folder.write("docs/Guide.md", folder.read("docs/guide.md"));
    const CliResult run = run_cli({"check", "--sources", "docs", "public"});
    CHECK(run.err.find("differs from docs/Guide.md in letter case only") != std::string::npos);
    CHECK(run.out.find("public/guide/index.html:1:") == 0);
  }
  SECTION("a source that is no text") {
    folder.write("docs/guide.md", "\xFF\xFE[x](gone.md)");
    const CliResult run = run_cli({"check", "--sources", "docs", "public"});
    CHECK(run.err.find("docs/guide.md: warning: is not UTF-8") != std::string::npos);
    CHECK(run.out.find("public/guide/index.html:1:") == 0);
  }
}

TEST_CASE("check --sources: a clean site reads no source", "[sources]") {
  const TemporaryFolder folder;
  folder.write("docs/bad.md", "---\ntitle: \"Bad\n---\n");
  folder.write("public/index.html", built_page("<a href=\"index.html\">x</a>"));
  const CliResult run = run_cli({"check", "--sources", "docs", "public"});
  CHECK(run.exit_code == 0);
  CHECK(run.err.find("front matter") == std::string::npos);
}

TEST_CASE("check --sources: many links that are alike cost linear time", "[sources][growth]") {
  if (!can_measure_cost()) return;
  const TemporaryFolder folder;
  std::string source = "# Guide\n\n" + std::string(prose) + "\n";
  std::string links;
  for (int i = 0; i < 20'000; ++i) {
    source += "[x](gone.md)\n";
    links += "<a href=\"../gone/\">x</a>\n";
  }
  folder.write("docs/guide.md", source);
  folder.write("public/guide/index.html", built_page(links));
  const RunCost cost = cost_of([] { check_sources({"-f", "jsonl", "-o", "rows.jsonl"}); });
  CHECK(cost.succeeded());
  CHECK(cost.seconds < 4);
  CHECK(folder.read("rows.jsonl").find("\"line\":20003,\"column\":5") != std::string::npos);
}

}  // namespace hrefkit::test
