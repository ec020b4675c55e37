#include <rapidjson/document.h>

#include <catch2/catch.hpp>
#include <cstdio>
#include <string>

#include "cli/cli_run.h"
#include "cli_assets.h"
#include "hrefkit/cli/check/html_report.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

/// What a shell command prints, without the line feed at its end.
std::string output_of(std::string const& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  pclose(pipe);
  while (output.ends_with('\n')) output.pop_back();
  return output;
}

std::string between(std::string const& text, std::string const& begin, std::string const& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t to = text.find(end, from);
  REQUIRE(to != std::string::npos);
  return text.substr(from + begin.size(), to - from - begin.size());
}

}  // namespace

TEST_CASE("check: the HTML report's policy allows its own style and script, by their hashes") {
  const TemporaryFolder folder;
  const auto hash = [&](std::string_view text) {
    folder.write("text", text);
    const std::string hex = output_of("sha256sum text").substr(0, 64);
    std::string octal;  // for printf, which every shell has
    for (std::size_t i = 0; i < hex.size(); i += 2) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "\\%03o",
                    static_cast<unsigned>(std::stoul(hex.substr(i, 2), nullptr, 16)));
      octal += digits;
    }
    return "sha256-" + output_of("printf '" + octal + "' | base64");
  };
  CHECK(hash(cli::report_style.text) == cli::report_style.hash);
  CHECK(hash(cli::report_script.text) == cli::report_script.hash);
  folder.write("site/a.html", "<a href=a.html>x</a>");
  const std::string page = run_cli({"check", "-q", "--format", "html", "site"}).out;
  CHECK(between(page, "<style>", "</style>") == cli::report_style.text);
  CHECK(between(page, "<script>", "</script>") == cli::report_script.text);
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find(" style=") == std::string::npos);
  CHECK(page.find(" onclick=") == std::string::npos);
}

TEST_CASE("check: the HTML report holds the findings as data, whatever is in them") {
  const TemporaryFolder folder;
  folder.write("site/</script><b>.html",
               "<meta charset=utf-8><a href='</script><!--<script>.html'>x</a>");
  folder.write("site/sub/a.html", "<a href='../%3C/script%3E%3Cb%3E.html'>x</a>");
  folder.write("site/sub/b.html", "<a href='a.html'>x</a><a href='../gone'>x</a>");
  const std::string page = run_cli({"check", "-q", "--format", "html", "site"}).out;
  const std::string json = between(page, "id=\"data\">", "</script>");
  CHECK(json.find('<') == std::string::npos);
  rapidjson::Document data;
  data.Parse(json.c_str());
  REQUIRE(!data.HasParseError());
  CHECK(data["root"] == "site/");
  REQUIRE(data["findings"].Size() == 2);
  CHECK(data["findings"][1][7] == "../gone");
  CHECK(data["folders"].Size() == 2);
  CHECK(data["rules"].Size() > 15);
}

}  // namespace hrefkit::test
