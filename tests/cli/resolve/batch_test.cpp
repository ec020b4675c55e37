#include <catch2/catch.hpp>
#include <istream>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "hrefkit/cli/run.h"

namespace hrefkit::test {

namespace {

CliResult batch(std::string const& lines, std::vector<std::string> args = {}) {
  args.insert(args.begin(), {"resolve", "--batch"});
  return run_cli(args, {.in = lines});
}

TEST_CASE("resolve --batch answers each document with a line", "[batch]") {
  const CliResult result = batch(
      R"({"url":"http://a.example/d/p","html":"<a href=x>"}
{"url":"http://a.example/","contentType":"text/html; charset=koi8-r","base64":"PGEgaHJlZj0nP8EnPg=="}
)");
  CHECK(
      result ==
      CliResult{
          0,
          R"({"url":"http://a.example/d/p","base":"http://a.example/d/p","baseSource":"document","encoding":"UTF-8","links":[{"line":1,"column":9,"offset":8,"length":1,"element":"a","attribute":"href","index":0,"raw":"x","kind":"hyperlink","base":"http://a.example/d/p","baseSource":"document","url":"http://a.example/d/x"}]}
{"url":"http://a.example/","base":"http://a.example/","baseSource":"document","encoding":"KOI8-R","links":[{"line":1,"column":10,"offset":9,"length":2,"element":"a","attribute":"href","index":0,"raw":"?а","kind":"hyperlink","base":"http://a.example/","baseSource":"document","url":"http://a.example/?%C1"}]}
)",
          ""});
  CHECK(result.summary == "2 links in 2 documents");
}

/// The document base URL of a page, as the answer has it.
std::string base_of(std::string const& html) {
  const std::string out = batch("{\"url\":\"http://a.example/\",\"html\":\"" + html + "\"}").out;
  const std::size_t begin = out.find("\"base\":");
  return out.substr(begin, out.find(",\"encoding\"") - begin);
}

TEST_CASE("resolve --batch tells the document's base URL, with and without links", "[batch]") {
  const std::string from_base = "\"base\":\"http://a.example/b/\",\"baseSource\":\"base\"";
  const std::string from_address = "\"base\":\"http://a.example/\",\"baseSource\":\"document\"";
  CHECK(base_of("<a href=x>") == from_address);
  CHECK(base_of("database <p>") == from_address);
  CHECK(base_of("<base href=/b/><a href=x>") == from_base);
  CHECK(base_of("<base href=/b/>") == from_base);
  CHECK(base_of("<BASE HREF=/b/><iframe srcdoc='<base href=/c/><a href=x>'>") == from_base);
  CHECK(base_of("<template><base href=/b/></template><p>") == from_address);
  CHECK(base_of("<base href=javascript:x><p>") == from_address);
  CHECK(base_of("<div xml:base=/x/><a href=y>") == from_address);
}

TEST_CASE("resolve --batch: encodings of text and of bytes", "[batch]") {
  const auto url = [](std::string const& members) {
    const std::string out = batch("{\"url\":\"http://a.example/\"," + members + "}").out;
    const std::size_t begin = out.rfind("\"url\":\"") + 7;
    return out.substr(begin, out.find('"', begin) - begin);
  };
  // Text is decoded already; what is declared counts for queries.
  CHECK(url(R"("html":"<a href='?ä'>")") == "http://a.example/?%C3%A4");
  CHECK(url(R"("encoding":"windows-1252","html":"<a href='?ä'>")") == "http://a.example/?%E4");
  CHECK(url(R"("contentType":"text/html;charset=latin1","html":"<a href='?ä'>")") ==
        "http://a.example/?%E4");
  // A header without the semicolon is HTML without a charset, as in browsers.
  CHECK(url(R"("contentType":"text/html charset=latin1","html":"<a href='?ä'>")") ==
        "http://a.example/?%C3%A4");
  CHECK(url(R"("html":"<meta charset=windows-1252><a href='?ä'>")") == "http://a.example/?%E4");
  CHECK(url(R"("html":"<a href='?\u00e4\ud83d\ude00'>")") ==
        "http://a.example/?%C3%A4%F0%9F%98%80");
  // A byte order mark that the caller left in front of the text is no text.
  CHECK(url(R"("html":"\ufeff<frameset><frame src='x'></frameset>")") == "http://a.example/x");
  CHECK(url(R"("contentType":"text/css","html":"\ufeff@import 'x';")") == "http://a.example/x");
  CHECK(url(R"("contentType":"application/manifest+json","html":"\ufeff{\"start_url\":\"x\"}")") ==
        "http://a.example/x");
  // A lone surrogate is U+FFFD.
  CHECK(url(R"("html":"<a href='?\ud800x'>")") == "http://a.example/?%EF%BF%BDx");
  // Bytes are read as those of a file: <a href='?\xE4'>
  CHECK(url(R"("base64":"PGEgaHJlZj0nP+QnPg==")") == "http://a.example/?%E4");
  CHECK(url(R"("encoding":"utf-8","base64":"PGEgaHJlZj0nP+QnPg==")") ==
        "http://a.example/?%EF%BF%BD");
  // XHTML
  CHECK(
      url(R"("contentType":"application/xhtml+xml","html":"<html xmlns='http://www.w3.org/1999/xhtml'><a href='x'/></html>")") ==
      "http://a.example/x");
}

TEST_CASE("resolve --batch: a fault is an answer, and the next line is read", "[batch]") {
  struct Case {
    std::string line;
    std::string answer;
    std::string message;
  };
  for (auto const& [line, answer, message] : {
           Case{"", R"({"url":null,"error":"bad-request"})", "is not a JSON object"},
           Case{"[]", R"({"url":null,"error":"bad-request"})", "is not a JSON object"},
           Case{"{", R"({"url":null,"error":"bad-request"})", "is not a JSON object"},
           Case{R"({"url":"http://a.example/"})",
                R"({"url":"http://a.example/","error":"bad-request"})",
                "has neither \"html\" nor \"base64\""},
           Case{R"({"html":""})", R"({"url":null,"error":"bad-request"})", "has no \"url\" string"},
           Case{R"({"url":1,"html":""})", R"({"url":null,"error":"bad-request"})",
                "\"url\" is not a string"},
           Case{R"({"url":"x","html":"","base64":""})", R"({"url":"x","error":"bad-request"})",
                "has both \"html\" and \"base64\""},
           Case{R"({"url":"relative","html":""})", R"({"url":"relative","error":"invalid-url"})",
                "\"url\": "},
           Case{R"({"url":"http://a.example/","base64":"*"})",
                R"({"url":"http://a.example/","error":"invalid-base64"})", "is not base64"},
           Case{R"({"url":"http://a.example/","html":"","encoding":"x"})",
                R"({"url":"http://a.example/","error":"unknown-encoding"})", "encoding label 'x'"},
           Case{R"({"url":"http://a.example/","html":"","contentType":"image/png"})",
                R"({"url":"http://a.example/","error":"unknown-content-type"})", "'image/png'"},
       }) {
    CAPTURE(line);
    const std::string good = R"({"url":"http://a.example/","html":""})";
    const CliResult result = batch(line + "\n" + good);
    CHECK(result.exit_code == 2);
    CHECK(
        result.out ==
        answer + "\n" +
            R"({"url":"http://a.example/","base":"http://a.example/","baseSource":"document","encoding":"UTF-8","links":[]})" +
            "\n");
    CHECK(result.err.starts_with("hrefkit: -:1: error: "));
    CHECK(result.err.find(message) != std::string::npos);
    CHECK(result.summary == "0 links in 1 document; 1 document not read");
  }
  CHECK(batch(R"({"url":"http://a.example/","html":"","x":[{}]})").err ==
        "hrefkit: -:1: warning: unknown key 'x'\n");
}

TEST_CASE("resolve --batch selects links, and fails where asked", "[batch]") {
  const std::string line =
      R"({"url":"http://a.example/","html":"<a href='http://['><img src=i><iframe srcdoc='<a href=x>'>"})";
  CHECK(batch(line, {"--kinds", "image"}).summary == "1 link in 1 document");
  const CliResult failed = batch(line, {"--fail-on", "unresolvable"});
  CHECK(failed.exit_code == 1);
  CHECK(failed.err == "hrefkit: --fail-on unresolvable: error: 1 link does not resolve\n");
  CHECK(failed.summary == "3 links in 1 document; 1 does not resolve");
  CHECK(failed.out.find("\"context\":\"0\"") != std::string::npos);
  CHECK(batch("").out == "");
}

/// Gives a line at a time, and notes what was answered before each.
class Dialogue : public std::streambuf {
 public:
  Dialogue(std::vector<std::string> lines, std::ostringstream& out)
      : lines_(std::move(lines)), out_(out) {}

  std::vector<std::size_t> answers;  ///< lines answered before each line was asked for

 protected:
  int_type underflow() override {
    std::string const& said = out_.str();
    answers.push_back(static_cast<std::size_t>(std::count(said.begin(), said.end(), '\n')));
    if (next_ == lines_.size()) return traits_type::eof();
    std::string& line = lines_[next_++];
    setg(line.data(), line.data(), line.data() + line.size());
    return traits_type::to_int_type(line.front());
  }

 private:
  std::vector<std::string> lines_;
  std::ostringstream& out_;
  std::size_t next_ = 0;
};

TEST_CASE("resolve --batch answers at once", "[batch]") {
  std::ostringstream out;
  std::ostringstream err;
  const std::string line = "{\"url\":\"http://a.example/\",\"html\":\"\"}\n";
  Dialogue dialogue({line, line, line}, out);
  std::istream in(&dialogue);
  CHECK(cli::run({"resolve", "--batch"}, {.in = in, .out = out, .err = err}) == 0);
  CHECK(dialogue.answers == std::vector<std::size_t>{0, 1, 2, 3});
}

}  // namespace

}  // namespace hrefkit::test
