#include <algorithm>
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
    const std::string first = result.out.substr(0, result.out.find('\n'));
    CHECK(first.starts_with(answer.substr(0, answer.size() - 1) + R"(,"message":")"));
    CHECK(first.ends_with("\"}"));
    CHECK(
        result.out ==
        first + "\n" +
            R"({"url":"http://a.example/","base":"http://a.example/","baseSource":"document","encoding":"UTF-8","links":[]})" +
            "\n");
    CHECK(result.err.starts_with("hrefkit: -:1: error: "));
    CHECK(result.err.find(message) != std::string::npos);
    CHECK(result.summary == "0 links in 1 document; 1 document not read");
  }
  CHECK(batch(R"({"url":"http://a.example/","html":"","x":[{}]})").err ==
        "hrefkit: -:1: warning: unknown key 'x'\n");
}

TEST_CASE("resolve --batch tells each unknown key once", "[batch]") {
  const std::string line = R"({"url":"http://a.example/","html":"","x":1,"y":2})"
                           "\n";
  const std::string once =
      "hrefkit: -:1: warning: unknown key 'x'\nhrefkit: -:1: warning: unknown key 'y'\n";
  CHECK(batch(line + line + line).err == once);
  std::string many;
  for (int i = 0; i < 1000; ++i) {
    many += R"({"url":"http://a.example/","html":"","k)" + std::to_string(i) + "\":1}\n";
  }
  const std::string err = batch(many).err;
  CHECK(std::count(err.begin(), err.end(), '\n') == 100);
}

TEST_CASE("resolve --batch echoes an id of any type", "[batch]") {
  for (std::string const id : {R"("a\u0062\"c")", "1", "-1.5e3", "null", "true", "[]", "{}",
                               R"([1, {"a":["x"]}, null])", R"({"a": {"b": []}})"}) {
    CAPTURE(id);
    const std::string answer = "{\"id\":" + id + ",\"url\":";
    CHECK(batch(R"({"url":"http://a.example/","id":)" + id + R"(,"html":""})")
              .out.starts_with(answer + "\"http://a.example/\",\"base\""));
    // Errors have it, too, as far as the line was read.
    CHECK(batch("{\"id\":" + id + ",\"url\":\"x\"}").out.starts_with(answer + "\"x\",\"error\""));
    CHECK(batch("{\"id\":" + id).out.starts_with(answer + "null,\"error\""));
  }
  CHECK(batch(R"({"id":[1,"url":"x"})").out.starts_with("{\"url\":null,\"error\""));
}

/// The texts of the links of a page; "-" for a link without one.
std::string texts_of(std::string const& html, std::string const& members = "\"text\":true") {
  const std::string out =
      batch("{\"url\":\"http://a.example/\"," + members + ",\"html\":\"" + html + "\"}").out;
  std::string texts;
  std::size_t row = out.find("{\"line\"");
  while (row != std::string::npos) {
    const std::size_t next = out.find("{\"line\"", row + 1);
    const std::string text = out.substr(row, next == std::string::npos ? next : next - row);
    const std::size_t begin = text.find("\"text\":\"");
    texts += begin == std::string::npos
                 ? "-"
                 : "[" + text.substr(begin + 8, text.find('"', begin + 8) - begin - 8) + "]";
    row = next;
  }
  return texts;
}

TEST_CASE("resolve --batch adds the texts of links where they are wanted", "[batch]") {
  CHECK(texts_of("<a href=x>The <b>big</b>\\n  dome</a> more") == "[The big dome]");
  CHECK(texts_of("<a href=x>one<a href=y>two</a>three<a href=z>") == "[one][two][]");
  CHECK(texts_of("<a href=x>a &amp; b<!-- no --><script>no</script><br>c</a>") == "[a & b c]");
  CHECK(texts_of("<a href=x>see <img src=i alt='the dome'></a><img src=j>") ==
        "[see the dome][the dome][]");
  CHECK(texts_of("<map><area href=x alt=' A  b '></map><input type=image src=i alt=go>") ==
        "[A b][go]");
  CHECK(texts_of("<iframe srcdoc='<a href=x>inside</a>'></iframe><a href=y>outside</a>") ==
        "[inside][outside]");
  CHECK(texts_of("<link rel=stylesheet href=x><a href=y style='background:url(i)'>t</a>") ==
        "-[t]-");
  CHECK(texts_of("<svg><a href=x>in <text>a picture</text></a></svg>") == "[in a picture]");
  CHECK(texts_of("<a href=x>t</a>", "\"text\":false") == "-");
  CHECK(texts_of("<a href=x>t</a>", "\"text\":null") == "-");
  CHECK(texts_of("<a href=x>" + std::string(5000, 't') + "</a>").size() == 1024 + 2);
  CHECK_THAT(batch(R"({"url":"http://a.example/","html":"","text":1})").err,
             Catch::Contains("\"text\" is not true or false"));
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
