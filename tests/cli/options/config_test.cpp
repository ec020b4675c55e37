#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

constexpr char const* page =
    "<a href='http://b.example/#1'><img src=http://b.example/i><q cite=http://b.example/c>";

/// A run in a folder whose .hrefkit.toml is `config`.
CliResult run_with(std::string const& config, std::vector<std::string> args = {}) {
  const TemporaryFolder folder;
  folder.write("a.html", page);
  folder.write(".hrefkit.toml", config);
  args.insert(args.begin(), "resolve");
  args.push_back("a.html");
  return run_cli(args);
}

constexpr char const* link = "a.html:1:10: a[href] http://b.example/#1 -> http://b.example/#1\n";
constexpr char const* image = "a.html:1:40: img[src] http://b.example/i -> http://b.example/i\n";
constexpr char const* cite = "a.html:1:67: q[cite] http://b.example/c -> http://b.example/c\n";

struct GoodConfig {
  char const* config;
  std::vector<std::string> args;
  std::string out;
};

TEST_CASE("the file in the working folder gives options", "[config]") {
  const GoodConfig cases[] = {
      {"", {}, std::string(link) + image + cite},
      {"# only a comment\n\n", {}, std::string(link) + image + cite},
      {"kinds = \"image\"", {}, image},
      {"kinds = [\"image\", 'cite']", {}, std::string(image) + cite},
      {"kinds = [\n  \"image\",  # one a line\n  \"cite\",\n]\n", {}, std::string(image) + cite},
      {"elements = \"a,q\"", {}, std::string(link) + cite},
      {"elements = [\"a, img\", \"q \"]", {}, std::string(link) + image + cite},
      {"kinds = \"image, cite\"", {}, std::string(image) + cite},
      {"also = \"meta,jsonld\"\nkinds = \"image\"", {}, image},
      // What only other commands take is for them.
      {"format = \"html\"\nkinds = \"image\"", {}, image},
      {"fail-on = \"hazards\"\nkinds = \"image\"", {}, image},
      {"elements = \"\\u0061\"  # an escape", {}, link},
      {"[resolve]\nkinds = \"image\"", {}, image},
      {"resolve.kinds = \"image\"", {}, image},
      {"jobs = 2\nquiet = true", {}, std::string(link) + image + cite},
      // A '#' in a string begins no comment.
      {"kinds = \"image\"\nurl = \"http://a.example/#x\"", {}, image},
      // What one command's section says wins over what is said for all.
      {"kinds = \"cite\"\n[resolve]\nkinds = \"image\"", {}, image},
      {"unique = true\n[resolve]\nunique = false\nkinds = \"image\"", {}, image},
      // The command line wins over the file, lists included.
      {"kinds = [\"image\", \"cite\"]", {"--kinds", "hyperlink"}, link},
      {"kinds = \"nonsense\"\n", {"--config", "/dev/null", "--kinds", "image"}, image},
      {"quiet = true\nkinds = \"image\"", {"-v", "--encoding=utf-8"}, image},
  };
  for (auto const& [config, args, out] : cases) {
    CAPTURE(config, args);
    CHECK(run_with(config, args) == CliResult{0, out, ""});
  }
}

struct BadConfig {
  char const* config;
  char const* message;
};

TEST_CASE("what is wrong in the file is told with its place", "[config]") {
  const BadConfig cases[] = {
      {"\nkind = \"image\"", "2:1: unknown key 'kind'"},
      {"[resolve]\nkind = \"image\"", "2:1: unknown key 'kind' of resolve"},
      {"[resolve.more]\nkinds = \"image\"", "1:10: unknown key 'more' of resolve"},
      {"[resolv]\nkinds = \"image\"", "1:2: unknown section 'resolv'"},
      {"INPUT = \"a.html\"", "1:1: unknown key 'INPUT'"},
      {"help = true", "1:1: unknown key 'help'"},
      {"version = true", "1:1: unknown key 'version'"},
      {"config = \"x\"", "1:1: unknown key 'config'"},
      {"o = \"x\"", "1:1: unknown key 'o'"},
      {"quiet = \"yes\"", "1:9: quiet takes true or false"},
      {"quiet = 1", "1:9: quiet takes true or false"},
      {"quiet = []", "1:9: quiet takes true or false"},
      {"format = true", "1:10: format takes a string or a whole number"},
      {"format = 1.5", "1:10: format takes a string or a whole number"},
      {"format = [\"csv\"]", "1:10: format takes a string or a whole number"},
      {"kinds = [[\"image\"]]", "1:10: kinds takes a string or a whole number, or a list"},
      {"kinds = 1979-05-27", "1:9: kinds takes a string or a whole number, or a list"},
      {"jobs = 0", "1:8: jobs: '0' is not a whole number from 1 to 1024"},
      {"jobs = \"many\"", "1:8: jobs: 'many' is not a whole number from 1 to 1024"},
      {"format = \"xml\"", "1:10: format: 'xml' is not one of text, json, jsonl, csv"},
      {"kinds = [\"image\", \"pictures\"]", "1:19: kinds: 'pictures' is not one of hyperlink, "},
      {"kinds = \"image,pictures\"", "1:9: kinds: 'pictures' is not one of hyperlink, "},
      {"[resolve]\nformat = \"html\"", "2:10: format: 'html' is not one of text, json, jsonl, csv"},
      {"[check]\nseverity = [\"external=error\", \"x=error\"]",
       "2:31: severity: 'x' is unknown; hrefkit help rules lists them"},
      {"[effects]\nfail-on = \"unresolvable\"",
       "2:11: fail-on: 'unresolvable' is not one of hazards"},
      {"kinds = \"image\"\nkinds = \"cite\"", "2:9: "},
      {"kinds", "1:6: "},
      {"kinds = \"image", "1:15: "},
      {"kinds = image", "1:10: "},
      {"[resolve", "1:9: "},
      {"kinds = \"\xFF\"", "1:9: "},
  };
  for (auto const& [config, message] : cases) {
    CAPTURE(config);
    const CliResult result = run_with(config);
    CHECK(result.exit_code == 2);
    CHECK(result.out == "");
    CHECK_THAT(result.err,
               Catch::StartsWith(std::string("hrefkit: error: .hrefkit.toml:") + message));
    CHECK_THAT(result.err,
               Catch::EndsWith("\nRun 'hrefkit resolve --help' for more information.\n"));
  }
}

TEST_CASE("options of the file that exclude each other are wrong, unless the command line has one",
          "[config]") {
  for (auto const& [config, message] :
       {std::pair{"quiet = true\nverbose = true", "--quiet and --verbose"},
        std::pair{"verbose = true\n[resolve]\nquiet = true", "--quiet and --verbose"},
        std::pair{"progress = 'never'\nno-progress = true", "--progress and --no-progress"}}) {
    CAPTURE(config);
    CHECK(run_with(config).err ==
          "hrefkit: error: " + std::string(message) +
              " cannot be used together\nRun 'hrefkit resolve --help' for more information.\n");
  }
  CHECK(run_with("quiet = true\nverbose = true", {"-q"}).exit_code == 0);
  CHECK(run_with("quiet = true\n[resolve]\nquiet = false\nverbose = true").exit_code == 0);
}

TEST_CASE("what the file says is checked although the command line says otherwise", "[config]") {
  CHECK_THAT(run_with("format = 'xml'", {"--format", "csv"}).err,
             Catch::StartsWith("hrefkit: error: .hrefkit.toml:1:10: format: 'xml' is not one of"));
}

TEST_CASE("a key of very many parts is an error", "[config]") {
  std::string config = "\n";
  for (int i = 0; i < 200'000; ++i) config += "a.";
  const CliResult result = run_with(config + "a = 1");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.err, Catch::StartsWith("hrefkit: error: .hrefkit.toml:2: a key has more than"));
}

TEST_CASE("--config names another file", "[config]") {
  const TemporaryFolder folder;
  folder.write("a.html", page);
  folder.write(".hrefkit.toml", "not TOML at all");
  folder.write("other.toml", "kinds = \"image\"");
  CHECK(run_cli({"resolve", "--config", "other.toml", "a.html"}) == CliResult{0, image, ""});
  CHECK(run_cli({"resolve", "a.html", "--config=other.toml"}) == CliResult{0, image, ""});
  CHECK(run_cli({"resolve", "--config", "missing.toml", "a.html"}).err ==
        "hrefkit: error: missing.toml: No such file or directory\n"
        "Run 'hrefkit resolve --help' for more information.\n");
  CHECK(run_cli({"resolve", "--config", ".", "a.html"}).err ==
        "hrefkit: error: .: Is a directory\n"
        "Run 'hrefkit resolve --help' for more information.\n");
}

TEST_CASE("help and wrong usage do not need the file", "[config]") {
  const TemporaryFolder folder;
  folder.write(".hrefkit.toml", "not TOML at all");
  CHECK(run_cli({"--version"}).exit_code == 0);
  CHECK(run_cli({"resolve", "--help"}).exit_code == 0);
  CHECK(run_cli({"resolve", "--bogus"}).err.starts_with("hrefkit: error: unknown option"));
}

TEST_CASE("options that take URLs are checked wherever they come from", "[config]") {
  CHECK(run_with("url = \"page\"")
            .err.starts_with("hrefkit: error: --url: 'page' is not an absolute"));
}

}  // namespace

}  // namespace hrefkit::test
