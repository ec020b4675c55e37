// What `.hrefkit.toml` may do, which is read from the working folder unasked: its author may be
// anybody. With --config the same file may do all.
#include "hrefkit/cli/options/config.h"

#include <array>
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/options/option_table.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

namespace fs = std::filesystem;

constexpr char const* linking_page = "<a href=http://b.example/x>";
constexpr char const* linking_row =
    "a.html:1:9: a[href] http://b.example/x -> http://b.example/x\n";

/// The bytes of all files in the working folder and in the one around it, by their paths.
std::map<std::string, std::string> all_files(TemporaryFolder const& folder) {
  std::map<std::string, std::string> files;
  for (fs::directory_entry const& entry : fs::recursive_directory_iterator(folder.path())) {
    if (!entry.is_regular_file() || entry.is_symlink()) continue;
    files[entry.path().native()] = folder.read(entry.path().native());
  }
  return files;
}

std::string refused(std::string const& place, std::string const& what) {
  return "hrefkit: error: .hrefkit.toml:" + place + ": " + what +
         " is refused in a configuration that is found in the folder; --config .hrefkit.toml "
         "allows "
         "it\nRun 'hrefkit resolve --help' for more information.\n";
}

struct Refused {
  std::string config;
  std::string place;  ///< "line:column"
  std::string what;
};

/// Runs in a folder `clone` with a page, beside which are files that nothing may touch.
void check_refused(std::vector<Refused> const& cases) {
  const TemporaryFolder folder;
  folder.write("victim", "old");
  folder.write("clone/a.html", linking_page);
  folder.write("clone/known", "");
  fs::current_path("clone");
  for (Refused const& refusal : cases) {
    CAPTURE(refusal.config);
    folder.write("clone/.hrefkit.toml", refusal.config);
    const auto before = all_files(folder);
    CHECK(run_cli({"resolve", "a.html"}) == CliResult{2, "", refused(refusal.place, refusal.what)});
    CHECK(run_cli({"resolve", "-o", "out", "a.html"}).exit_code == 2);
    CHECK(all_files(folder) == before);
    const CliResult asked = run_cli({"resolve", "--config", ".hrefkit.toml", "--unique", "a.html"});
    CHECK_THAT(asked.err, !Catch::Contains("unasked"));
  }
}

TEST_CASE("unasked: a key that writes, asks the network or waits is refused", "[unasked]") {
  check_refused({
      {"output = \"../victim\"", "1:1", "'output'"},
      {"jobs = 2\n\n  output = \"../victim\"", "3:3", "'output'"},
      {"output = \"\"", "1:1", "'output'"},
      {"output = \"-\"", "1:1", "'output'"},
      {"[resolve]\noutput = \"../victim\"", "2:1", "'output'"},
      // A command's key is refused whichever command runs.
      {"[rewrite]\noutput = \"..\"", "2:1", "'output'"},
      {"[rewrite]\nin-place = true", "2:1", "'in-place'"},
      {"[rewrite]\nin-place = false", "2:1", "'in-place'"},
      {"in-place = true", "1:1", "'in-place'"},
      {"[rewrite]\nbackup = \".old\"", "2:1", "'backup'"},
      {"copy-assets = true", "1:1", "'copy-assets'"},
      {"[check]\nbaseline = \"known\"\nupdate-baseline = true", "3:1", "'update-baseline'"},
      {"watch = true", "1:1", "'watch'"},
      {"[check]\nwatch = true", "2:1", "'watch'"},
      {"follow-outside = true", "1:1", "'follow-outside'"},
      {"[url]\nbatch = true", "2:1", "'batch'"},
      {"batch = true", "1:1", "'batch'"},
      {"[check]\nexternal = \"check\"", "2:12", "external: 'check'"},
      // A key is what it means, however it is written.
      {"'output' = \"../victim\"", "1:1", "'output'"},
      {"\"out\\u0070ut\" = \"../victim\"", "1:1", "'output'"},
      {"rewrite.output = \"..\"", "1:9", "'output'"},
      {"rewrite . \"in-place\" = true", "1:11", "'in-place'"},
      {"rewrite = {output = \"..\"}", "1:12", "'output'"},
      {"[ \"check\" ]\n'watch' = true", "2:1", "'watch'"},
      {"output = [\"../victim\"]", "1:1", "'output'"},
      {"output = 1", "1:1", "'output'"},
  });
}

TEST_CASE("unasked: a key that the command line overrides is refused, too", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("a.html", linking_page);
  folder.write(".hrefkit.toml", "output = \"x\"");
  CHECK(run_cli({"resolve", "-o", "mine", "a.html"}).exit_code == 2);
  CHECK_FALSE(fs::exists("mine"));
}

TEST_CASE("unasked: a path that is no relative one is refused", "[unasked]") {
  check_refused({
      {"[resolve]\nfiles-from = \"/etc/passwd\"", "2:14", "files-from: '/etc/passwd'"},
      {"files-from = \"../victim\"", "1:14", "files-from: '../victim'"},
      {"files-from = \"-\"", "1:14", "files-from: '-'"},
      {"files-from = \"/dev/stdin\"", "1:14", "files-from: '/dev/stdin'"},
      {"files-from = '''./../victim'''", "1:14", "files-from: './../victim'"},
      {"[check]\nbaseline = \"../victim\"", "2:12", "baseline: '../victim'"},
      {"[rewrite]\nmap = \"../victim\"", "2:7", "map: '../victim'"},
      {"[rewrite]\nlocal = \"..\"", "2:9", "local: '..'"},
      {"[effects]\ninto = \"/etc/passwd\"", "2:8", "into: '/etc/passwd'"},
      {"[archive]\ncdxj = \"../victim\"", "2:8", "cdxj: '../victim'"},
      {"[archive]\ncdxj = [\"known\", \"../victim\"]", "2:18", "cdxj: '../victim'"},
      {"root = \"..\"", "1:8", "root: '..'"},
      {"root = \"/\"", "1:8", "root: '/'"},
      {"[check]\nroot = \"..\"", "2:8", "root: '..'"},
      {"root = \"..\\u0000\"", "1:8", "root: '..\\0'"},
  });
}

/// A run whose configuration names `path` as --files-from. The list is looked at before pages are.
CliResult run_with_list(TemporaryFolder const& folder, std::string const& path) {
  folder.write("clone/.hrefkit.toml", "files-from = '" + path + "'");
  return run_cli({"resolve"});
}

TEST_CASE("unasked: a path stays in the folder of the configuration", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("outside/list", "a.html\n");
  folder.write("clone/a.html", linking_page);
  folder.write("clone/list", "a.html\n");
  folder.write("clone/..list", "a.html\n");
  folder.write("clone/sub/list", "a.html\n");
  fs::current_path("clone");
  fs::create_symlink("sub/../list", "inner");
  fs::create_symlink(fs::current_path() / "sub", "inner-folder");
  fs::create_symlink("../outside/list", "outer");
  fs::create_symlink("../outside", "outer-folder");
  fs::create_symlink("outer-folder", "outer-twice");
  fs::create_symlink("../../outside", "sub/outer");
  fs::create_symlink("../outside/new", "dangling");
  fs::create_symlink("new", "inner-dangling");
  fs::create_symlink("loop", "loop");
  fs::create_directory_symlink("/", "system");
  REQUIRE(shell("mkfifo pipe") == 0);

  for (std::string const path :
       {"list", "./list", "..list", "sub/list", "sub/../list", "sub//list", "inner",
        "inner-folder/list", "inner-folder/../list", "sub/./../sub/list"}) {
    CAPTURE(path);
    CHECK(run_with_list(folder, path) == CliResult{0, linking_row, ""});
  }
  for (std::string const path : {"missing", "sub/missing/list", "inner-dangling"}) {
    CAPTURE(path);
    const CliResult result = run_with_list(folder, path);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.err, Catch::StartsWith("hrefkit: error: --files-from: " + path +
                                             ": No such file or directory\n"));
  }
  for (std::string const path :
       {"..", "../outside/list", "../clone/list", "sub/../../clone/list", "sub/../../outside/list",
        "outer", "outer-folder/list", "outer-twice/list", "sub/outer/list",
        "outer-folder/../a.html", "dangling", "loop", "system/etc/passwd", "system/dev/zero",
        "pipe"}) {
    CAPTURE(path);
    CHECK(run_with_list(folder, path) ==
          CliResult{2, "", refused("1:14", "files-from: '" + path + "'")});
  }
}

TEST_CASE("unasked: a baseline that is not there yet is not written elsewhere", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("clone/site/a.html", "<a href=missing>");
  fs::current_path("clone");
  fs::create_symlink("../new", "known");
  folder.write("clone/.hrefkit.toml", "[check]\nbaseline = \"known\"");
  CHECK(run_cli({"check", "site", "--update-baseline"}).exit_code == 2);
  CHECK_FALSE(fs::exists("../new"));
  folder.write("clone/.hrefkit.toml", "[check]\nbaseline = \"mine\"");
  CHECK(run_cli({"check", "site", "--update-baseline"}).exit_code == 0);
  CHECK(fs::exists("mine"));
}

TEST_CASE("unasked: names in a list that the configuration gives stay in the folder", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("b.html", linking_page);
  folder.write("clone/a.html", linking_page);
  folder.write("clone/.hrefkit.toml", "files-from = 'list'");
  fs::current_path("clone");
  fs::create_symlink("../b.html", "link.html");
  for (std::string const name : {"../b.html", "-", "/etc/passwd", "/dev/zero", "link.html",
                                 "https://h.example/", "HTTP://h.example/"}) {
    for (char const* command : {"resolve", "base", "archive", "check", "rewrite"}) {
      CAPTURE(name, command);
      folder.write("clone/list", "# names\na.html\n" + name + "\n");
      const CliResult result = run_cli({command, "a.html"});
      CHECK(result.exit_code == 2);
      CHECK(result.out == "");
      CHECK_THAT(result.err,
                 Catch::StartsWith("hrefkit: error: --files-from: list:3: '" + name +
                                   "' is refused in a configuration that is found in the folder; "
                                   "--config .hrefkit.toml allows it\n"));
    }
  }
  folder.write("clone/list", "a.html\n");
  CHECK(run_cli({"resolve"}) == CliResult{0, linking_row, ""});
  // A list of the user's own may name anything.
  folder.write("clone/list", "../b.html\n");
  const std::string outside = "../b.html" + std::string(linking_row).substr(6);
  CHECK(run_cli({"resolve", "--files-from", "list"}) == CliResult{0, outside, ""});
  CHECK(run_cli({"resolve", "--config", ".hrefkit.toml"}) == CliResult{0, outside, ""});
}

TEST_CASE("unasked: other keys are allowed as ever", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("a.html", linking_page);
  for (std::string const config :
       {"kinds = 'hyperlink'", "[check]\nexternal = 'list'\nfail-on = 'warning'",
        "[check]\nbaseline = ''", "[rewrite]\nto = 'relative'\nkeep = 'none'\ndry-run = true",
        "site-url = 'http://h.example/'\n[resolve]\nroot = '.'", "[resolve]\nformat = 'text'"}) {
    CAPTURE(config);
    folder.write(".hrefkit.toml", config);
    CHECK(run_cli({"resolve", "--url", "", "a.html"}) == CliResult{0, linking_row, ""});
  }
}

constexpr std::array commands{"resolve", "check", "rewrite", "archive",
                              "compare", "base",  "effects", "url"};

/// What a run says whose configuration gives the key of that command, if the command has it.
std::optional<std::string> said_of(TemporaryFolder const& folder, std::string const& command,
                                   std::string const& key, std::string const& value) {
  folder.write(".hrefkit.toml", "[" + command + "]\n" + key + " = " + value);
  std::string err = run_cli({"url", "-q", "x:"}).err;
  if (err.find("unknown key") != std::string::npos) return std::nullopt;
  return err;
}

TEST_CASE("unasked: the rule of its row holds for each option of each command", "[unasked]") {
  const TemporaryFolder folder;
  std::size_t refusals = 0;
  std::size_t paths = 0;
  for (cli::OptionRow const& option : cli::option_rows::table) {
    const std::string key(option.key());
    const bool is_path = option.value == "FILE" || option.value == "DIR";
    for (char const* command : commands) {
      CAPTURE(command, key);
      const bool is_map = option.unasked == cli::ImplicitConfig::maps_in_folder;
      const std::string paths_outside = is_map ? "'/a=../x'" : "'../x'";
      const std::string paths_inside = is_map ? "'/a=x'" : "'x'";
      const auto outside =
          said_of(folder, command, key, option.value.empty() ? "true" : paths_outside);
      if (!outside) continue;
      const auto inside =
          said_of(folder, command, key, option.value.empty() ? "false" : paths_inside);
      const auto is_refused = [&](std::optional<std::string> const& err) {
        return err && err->find(
                          "is refused in a configuration that is found in the folder; --config "
                          ".hrefkit.toml allows it") != std::string::npos;
      };
      CHECK(is_refused(inside) == (option.unasked == cli::ImplicitConfig::refused));
      CHECK(is_refused(outside) == (option.unasked == cli::ImplicitConfig::refused ||
                                    option.unasked == cli::ImplicitConfig::in_folder || is_map));
      CHECK((!is_path || is_refused(outside)));
      refusals += is_refused(inside) ? 1 : 0;
      paths += is_refused(outside) && !is_refused(inside) ? 1 : 0;
    }
  }
  CHECK(refusals >= 16);
  CHECK(paths >= 13);
}

TEST_CASE("unasked: the rules of all keys", "[unasked]") {
  using cli::ImplicitConfig;
  for (char const* key :
       {"output", "in-place", "backup", "copy-assets", "update-baseline", "cache", "extract",
        "report", "watch", "follow-outside", "proxy", "cookie-jar", "ca-file", "header", "resolve",
        "allow-private", "insecure", "batch", "write-redirects"}) {
    CAPTURE(key);
    CHECK(cli::unasked_rule(key) == ImplicitConfig::refused);
  }
  for (char const* key : {"baseline", "map", "files-from", "cdxj", "root", "keep-urls", "redirects",
                          "local", "into", "since"}) {
    CAPTURE(key);
    CHECK(cli::unasked_rule(key) == ImplicitConfig::in_folder);
  }
  CHECK(cli::unasked_rule("mount") == ImplicitConfig::maps_in_folder);
  CHECK(cli::unasked_rule("external") == ImplicitConfig::offline);
  for (char const* key : {"accept", "robots", "delay", "per-host", "retries", "user-agent"}) {
    CAPTURE(key);
    CHECK(cli::unasked_rule(key) == ImplicitConfig::named);
  }
  CHECK(cli::unasked_rule("kinds") == ImplicitConfig::allowed);
  CHECK(cli::unasked_rule("o") == ImplicitConfig::refused);  // no key, but no hole either
  CHECK(cli::unasked_rule("") == ImplicitConfig::refused);
}

TEST_CASE("unasked: a folder that is mounted stays in the folder of the configuration",
          "[unasked]") {
  const TemporaryFolder folder;
  const auto may_mount = [](std::string const& value) {
    return cli::may_set_unasked(cli::ImplicitConfig::maps_in_folder, value);
  };
  CHECK(may_mount("/docs=build/docs"));
  CHECK(may_mount("/a=b=c"));
  CHECK_FALSE(may_mount("/docs=../docs"));
  CHECK_FALSE(may_mount("/docs=/srv"));
  CHECK_FALSE(may_mount("/a=b=/srv"));
  CHECK_FALSE(may_mount("/docs"));
  CHECK_FALSE(may_mount("build"));
}

TEST_CASE("unasked: paths are followed from any folder", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("clone/sub/a", "");
  fs::create_directory_symlink("clone", "link");
  CHECK(cli::stays_in("link", "sub/a"));
  CHECK(cli::stays_in("link", "sub/../new"));
  CHECK(cli::stays_in("link", ""));
  CHECK(cli::stays_in("/", "usr"));
  CHECK_FALSE(cli::stays_in("link", ".."));
  CHECK_FALSE(cli::stays_in("link", "sub/../.."));
  CHECK_FALSE(cli::stays_in("missing", "a"));
  CHECK_FALSE(cli::stays_in("clone", std::string(5000, 'a')));
}

TEST_CASE("unasked: what is not known stays unknown", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("a.html", linking_page);
  for (std::string const key : {"caches", "proxies", "nonsense"}) {
    folder.write(".hrefkit.toml", key + " = 'x'");
    CHECK(run_cli({"resolve", "a.html"}).err ==
          "hrefkit: error: .hrefkit.toml:1:1: unknown key '" + key +
              "'\nRun 'hrefkit resolve --help' for more information.\n");
  }
}

TEST_CASE("unasked: the summary names the configuration", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("a.html", linking_page);
  folder.write("site/b.html", linking_page);
  folder.write("a.warc", "");
  folder.write(".hrefkit.toml", "jobs = 1\n[check]\nfail-on = 'none'");
  constexpr char const* ending = "; options from .hrefkit.toml\n";
  const std::vector<std::vector<std::string>> runs{
      {"resolve", "a.html"}, {"base", "a.html"},    {"effects", "--remove-base", "a.html"},
      {"check", "site"},     {"archive", "a.warc"}, {"rewrite", "--to", "absolute", "a.html"},
  };
  const auto err = [](std::vector<std::string> args, std::vector<std::string> const& more) {
    args.insert(args.end(), more.begin(), more.end());
    CliResult result = run_cli(args);
    CHECK(result.exit_code == 0);
    return result.summary.empty() ? result.err : result.summary + '\n';
  };
  for (std::vector<std::string> const& args : runs) {
    CAPTURE(args);
    CHECK_THAT(err(args, {}), Catch::EndsWith(ending));
    CHECK_THAT(err(args, {"-q"}), !Catch::Contains("toml"));
    CHECK_THAT(err(args, {"--config", ".hrefkit.toml"}), !Catch::Contains("toml"));
    CHECK_THAT(err(args, {"--config", "/dev/null"}), !Catch::Contains("toml"));
  }
  CHECK(err({"url", "x:"}, {}) == "hrefkit: options from .hrefkit.toml\n");
  CHECK(err({"url", "x:"}, {"-q"}) == "");
  CHECK(err({"url", "x:"}, {"--config", ".hrefkit.toml"}) == "");
  fs::remove(".hrefkit.toml");
  for (std::vector<std::string> const& args : runs) {
    CAPTURE(args);
    CHECK_THAT(err(args, {}), !Catch::Contains("toml"));
  }
  CHECK(err({"url", "x:"}, {}) == "");
}

TEST_CASE("unasked: a pipe or a device in the place of the configuration is not read",
          "[unasked]") {
  const TemporaryFolder folder;
  folder.write("a.html", linking_page);
  REQUIRE(shell("mkfifo .hrefkit.toml") == 0);
  const std::string run = "timeout 20 \"$HREFKIT\" resolve a.html > out 2> err";
  CHECK(shell(run) == 0);
  CHECK(folder.read("out") == linking_row);
  fs::remove(".hrefkit.toml");
  for (char const* target : {"/dev/zero", "/dev/tty", "nothing", "."}) {
    CAPTURE(target);
    fs::create_symlink(target, ".hrefkit.toml");
    CHECK(shell(run) == 0);
    CHECK(folder.read("out") == linking_row);
    fs::remove(".hrefkit.toml");
  }
}

TEST_CASE("unasked: a link to the configuration changes nothing of the rule", "[unasked]") {
  const TemporaryFolder folder;
  folder.write("other/list", "list\n");
  folder.write("clone/a.html", linking_page);
  folder.write("clone/list", "a.html\n");
  fs::current_path("clone");
  fs::create_symlink("../other/config.toml", ".hrefkit.toml");
  folder.write("other/config.toml", "output = 'out'");
  CHECK(run_cli({"resolve", "a.html"}) == CliResult{2, "", refused("1:1", "'output'")});
  folder.write("other/config.toml", "files-from = '../other/list'");
  CHECK(run_cli({"resolve"}) == CliResult{2, "", refused("1:14", "files-from: '../other/list'")});
  folder.write("other/config.toml", "files-from = 'list'");  // counts from where the link is
  CHECK(run_cli({"resolve"}) == CliResult{0, linking_row, ""});
}

}  // namespace

}  // namespace hrefkit::test
