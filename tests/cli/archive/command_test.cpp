// `archive` on archives made by hand.
#include "hrefkit/cli/archive/command.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/temporary_folder.h"
#include "support/warc_builder.h"

namespace hrefkit::test {

namespace {

/// The values of one member in rows of JSON, with spaces between; "-" where it is missing.
std::string values(std::string const& rows, std::string const& key) {
  std::string found;
  for (std::size_t line = 0; line < rows.size();) {
    const std::size_t line_end = rows.find('\n', line);
    const std::string row = rows.substr(line, line_end - line);
    const std::size_t at = row.find("\"" + key + "\":");
    if (!found.empty()) found += ' ';
    if (at == std::string::npos) {
      found += '-';
    } else {
      const std::size_t begin = at + key.size() + 3;
      const bool is_text = row[begin] == '"';
      const std::size_t end = is_text ? row.find('"', begin + 1) : row.find_first_of(",}", begin);
      found += is_text ? row.substr(begin + 1, end - begin - 1) : row.substr(begin, end - begin);
    }
    line = line_end + 1;
  }
  return found;
}

CliResult archive(std::string const& bytes, std::vector<std::string> args = {}) {
  args.insert(args.begin(), {"archive", "-q", "-"});
  return run_cli(args, {.in = bytes});
}

std::string response(std::vector<std::string> const& head, std::string_view body,
                     std::string const& uri = "http://a.example/dir/page") {
  RecordParts parts;
  parts.uri = uri;
  parts.block = http_response(head, body);
  return warc_record(parts);
}

}  // namespace

TEST_CASE("no format steers a terminal") {
  const std::string unsafe = "\x7F\xC2\x9B\xE2\x80\xAE";
  const std::string bytes = response(
      {"HTTP/1.1 200 OK", "Content-Type: text/html;charset=utf-8", "X-" + unsafe + ": x"},
      "<a href='http://b.example/" + unsafe + "'>" + unsafe, "http://a.example/dir/" + unsafe);
  for (char const* format : {"jsonl", "pages", "wat", "cdxj", "cdx", "edges", "hosts"}) {
    CAPTURE(format);
    const CliResult shown =
        run_cli({"archive", "-q", "--format", format, "-"}, {.in = bytes, .out_is_terminal = true});
    CHECK_FALSE(shown.out.empty());
    for (char const* sign : {"\x7F", "\xC2\x9B", "\xE2\x80\xAE"}) {
      CHECK(shown.out.find(sign) == std::string::npos);
    }
  }
  CHECK(archive(bytes).out.find(unsafe) != std::string::npos);
}

TEST_CASE("a row has resolve's keys and those of the record") {
  const std::string bytes = page_record("http://a.example/dir/page", "<p>\n<a href=x>");
  const CliResult result = archive(bytes);
  CHECK(result.exit_code == 0);
  CHECK(result.err.empty());
  CHECK(result.out ==
        "{\"file\":\"-\",\"line\":2,\"column\":9,\"offset\":12,\"length\":1,\"element\":\"a\","
        "\"attribute\":\"href\",\"index\":0,\"raw\":\"x\",\"kind\":\"hyperlink\","
        "\"base\":\"http://a.example/dir/page\",\"baseSource\":\"document\","
        "\"url\":\"http://a.example/dir/x\",\"uri\":\"http://a.example/dir/page\","
        "\"date\":\"2024-01-02T03:04:05Z\",\"recordOffset\":0,\"recordLength\":" +
            std::to_string(bytes.size() - 4) + ",\"status\":200}\n");
}

TEST_CASE("the links of a response are found as a browser finds them") {
  struct Case {
    std::string why;
    std::vector<std::string> head;
    std::string body;
    std::string urls;
  };
  const std::string page = "<base href=/b/><a href=x>";
  const std::string type = "Content-Type: text/html";
  const std::string found = "http://a.example/b/ http://a.example/b/x";
  const std::vector<Case> cases{
      {"plain", {"HTTP/1.1 200 OK", type}, page, found},
      {"gzip", {"HTTP/1.1 200 OK", type, "Content-Encoding: gzip"}, gzip(page), found},
      {"chunked br",
       {"HTTP/1.1 200 OK", type, "Content-Encoding: br", "Transfer-Encoding: chunked"},
       chunked(brotli(page)),
       found},
      {"decoded already",
       {"HTTP/1.1 200 OK", type, "Content-Encoding: gzip", "Transfer-Encoding: chunked"},
       page,
       found},
      {"wrong length", {"HTTP/1.1 200 OK", type, "Content-Length: 3"}, page, found},
      {"folded type", {"HTTP/1.1 200 OK", "Content-Type:", "\ttext/html"}, page, found},
      {"white space behind the type",
       {"HTTP/1.1 200 OK", "Content-Type: a/b", "Content-Type: text/html charset=utf-8"},
       page,
       found},
      {"the last type wins", {"HTTP/1.1 200 OK", "Content-Type: image/png", type}, page, found},
      {"an invalid type does not count",
       {"HTTP/1.1 200 OK", type, "Content-Type: nonsense"},
       page,
       found},
      {"a later type that is no page", {"HTTP/1.1 200 OK", type, "Content-Type: a/b"}, page, ""},
      {"no type is sniffed", {"HTTP/1.1 200 OK"}, "<html><a href=x>", "http://a.example/dir/x"},
      {"sniffed under gzip",
       {"HTTP/1.1 200 OK", "Content-Encoding: gzip"},
       gzip("<html><a href=x>"),
       "http://a.example/dir/x"},
      {"sniffing refused", {"HTTP/1.1 200 OK", "X-Content-Type-Options: nosniff"}, page, ""},
      {"an interim head", {"HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", type}, page, found},
      {"a policy against the base",
       {"HTTP/1.1 200 OK", type, "Content-Security-Policy: default-src *, base-uri 'none'"},
       page,
       "http://a.example/b/ http://a.example/dir/x"},
      {"a header charset",
       {"HTTP/1.1 200 OK", "Content-Type: text/html; charset=koi8-r"},
       "<a href='?\xC1'>",
       "http://a.example/dir/page?%C1"},
      {"a byte order mark beats it",
       {"HTTP/1.1 200 OK", "Content-Type: text/html; charset=koi8-r"},
       "\xEF\xBB\xBF<a href='?\xD0\xB0'>",
       "http://a.example/dir/page?%D0%B0"},
      {"XML",
       {"HTTP/1.1 200 OK", "Content-Type: application/xhtml+xml"},
       "<html xmlns='http://www.w3.org/1999/xhtml'><a href='x'/></html>",
       "http://a.example/dir/x"},
      {"a picture", {"HTTP/1.1 200 OK", "Content-Type: image/png"}, page, ""},
      {"an error page", {"HTTP/1.1 404 Not Found", type}, page, found},
      {"no reason", {"HTTP/2 200", type}, page, found},
  };
  for (Case const& c : cases) {
    INFO(c.why);
    const CliResult result = archive(response(c.head, c.body));
    CHECK(result.exit_code == 0);
    CHECK(values(result.out, "url") == c.urls);
  }
}

TEST_CASE("links of HTTP fields resolve against the document's address") {
  const std::string page = "<base href=http://b.example/><a href=x>";
  const CliResult result =
      archive(response({"HTTP/1.1 302 Found", "Content-Type: text/html", "Location: ../y\xC3\xA4",
                        "link: <s.css>; rel=stylesheet, <n>; rel=next", "Refresh: 5; url='z'",
                        "Content-Location: /c", "Link: <t>"},
                       page));
  CHECK(values(result.out, "header") == "location link link refresh content-location link - -");
  CHECK(values(result.out, "index") == "0 0 1 0 0 2 0 0");
  CHECK(values(result.out, "kind") ==
        "refresh stylesheet hyperlink refresh metadata hyperlink base hyperlink");
  CHECK(values(result.out, "url") ==
        "http://a.example/y%C3%A4 http://a.example/dir/s.css http://a.example/dir/n "
        "http://a.example/dir/z http://a.example/c http://a.example/dir/t http://b.example/ "
        "http://b.example/x");
  CHECK(values(result.out, "line") == "- - - - - - 1 1");
  CHECK(values(result.out, "status") == "302 302 302 302 302 302 302 302");
  CHECK(archive(response({"HTTP/1.1 200 OK", "Location: /y"}, "")).out.empty());
}

TEST_CASE("other records") {
  RecordParts resource;
  resource.type = "resource";
  resource.uri = "<file:///dir/a b.html>";
  resource.content_type = "text/html";
  resource.block = "<a href=x>";
  CliResult result = archive(warc_record(resource));
  CHECK(values(result.out, "uri") == "file:///dir/a%20b.html");
  CHECK(values(result.out, "url") == "file:///dir/x");
  CHECK(values(result.out, "status") == "-");

  RecordParts revisit;
  revisit.type = "revisit";
  revisit.block = http_response({"HTTP/1.1 301 Moved", "Location: /y", "Content-Type: text/html"},
                                "<a href=x>");
  result = archive(warc_record(revisit));
  CHECK(values(result.out, "url") == "http://a.example/y");

  RecordParts other = resource;
  other.type = "conversion";
  CHECK(archive(warc_record(other)).out.empty());
  CHECK(values(archive(warc_record(other), {"--records", "conversion"}).out, "element") == "a");
  RecordParts dns;
  dns.uri = "dns:a.example";
  dns.content_type = "text/dns";
  dns.block = "20240102030405\na.example. 300 IN A 192.0.2.1\n";
  result = run_cli({"archive", "-"}, {.in = warc_record(dns)});
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("HTTP") == std::string::npos);
}

TEST_CASE("damage is told by file and place; the other records stay") {
  const std::string one = gzip(page_record("http://a.example/1", "<a href=x>"));
  std::string two = gzip(page_record("http://a.example/2", "<a href=y>"));
  two[two.size() / 2] = static_cast<char>(two[two.size() / 2] ^ 0x10);
  const std::string three = gzip(page_record("http://a.example/3", "<a href=z>"));
  const CliResult result = run_cli({"archive", "-"}, {.in = one + two + three});
  CHECK(result.exit_code == 1);
  CHECK(values(result.out, "url") == "http://a.example/x http://a.example/z");
  CHECK(result.err ==
        "hrefkit: -: warning: record at " + std::to_string(one.size()) +
            ": its compressed data is damaged\n"
            "hrefkit: 1 file, 2 captures, 2 links (0 do not resolve), 1 damaged record\n");
  CHECK(run_cli({"archive", "-", "--fail-on", "none"}, {.in = one + two}).exit_code == 0);
  CHECK(run_cli({"archive", "-", "--fail-on", "unresolvable"}, {.in = one + two}).exit_code == 0);
  const std::string bad = page_record("http://a.example/1", "<a href=http://[>");
  CHECK(run_cli({"archive", "-", "--fail-on", "unresolvable"}, {.in = bad}).exit_code == 1);
  CHECK(run_cli({"archive", "-"}, {.in = bad}).exit_code == 0);
}

TEST_CASE("a record in a member of several is told by its place there") {
  const std::string one = page_record("http://a.example/1", "<a href=x>");
  const std::string two = response({"HTTP/1.1 200 OK", "Content-Length: 100"}, "<a href=x>");
  const CliResult result = run_cli({"archive", "-"}, {.in = gzip(one + two)});
  CHECK_THAT(result.err,
             Catch::Contains("-: warning: record at 0, byte " + std::to_string(one.size()) +
                             " unpacked: its body ends early\n"));
}

TEST_CASE("a body that ends early gives what it has") {
  std::string page;
  for (int i = 0; i < 2000; ++i) page += "<a href=/" + std::to_string(i * 7919) + ">";
  const CliResult result = run_cli(
      {"archive", "-"},
      {.in = response({"HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Encoding: gzip"},
                      gzip(page).substr(0, 2000))});
  CHECK(result.exit_code == 0);
  CHECK(result.err.find("-: warning: record at 0: its body ends early\n") != std::string::npos);
  CHECK(values(result.out, "raw").starts_with("/0 /7919 "));
  const CliResult shorter =
      run_cli({"archive", "-"},
              {.in = response({"HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Length: 100"},
                              "<a href=x>")});
  CHECK(shorter.err.find("-: warning: record at 0: its body ends early\n") != std::string::npos);
  CHECK(values(shorter.out, "raw") == "x");
  RecordParts ftp;
  ftp.uri = "ftp://a.example/x/";
  ftp.content_type = "text/html";
  ftp.block = "<a href=y>";
  CHECK(values(archive(warc_record(ftp)).out, "url") == "ftp://a.example/x/y");
  const CliResult limited =
      run_cli({"archive", "-", "--max-body", "100"},
              {.in = response({"HTTP/1.1 200 OK", "Content-Type: text/html"}, page)});
  CHECK(limited.exit_code == 0);
  CHECK(limited.err.find("its body is longer than the limit") != std::string::npos);
  CHECK(std::count(limited.out.begin(), limited.out.end(), '\n') < 10);
}

TEST_CASE("what cannot be read is an error") {
  CHECK(run_cli({"archive", "/no/such/file.warc"}).exit_code == 2);
  CHECK(run_cli({"archive"}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "-"}).exit_code == 2);
  const CliResult html = run_cli({"archive", "-"}, {.in = "<html><a href=x>"});
  CHECK(html.exit_code == 2);
  CHECK(html.err.find("-: error: it is not a WARC file") != std::string::npos);
  for (std::string const& empty : {std::string(), gzip(""), zstd("")}) {
    const CliResult result = run_cli({"archive", "-"}, {.in = empty});
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("-: warning: it is empty\n") != std::string::npos);
  }
  CHECK(run_cli({"archive", "-"}, {.in = gzip("<html>")}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "--sort"}, {.in = ""}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "--max-body", "0"}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "--max-body", "5G"}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "--max-body", "1x"}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "--records", "responses"}).exit_code == 2);
  CHECK(run_cli({"archive", "-", "--cdxj", "x"}).exit_code == 2);
}

TEST_CASE("names of archives come from lists") {
  const TemporaryFolder folder;
  folder.write("a\nb.warc", page_record("http://a.example/", "<a href=x>"));
  folder.write("c.warc", page_record("http://a.example/", "<a href=y>"));
  folder.write("list", std::string("a\nb.warc\0c.warc\0", 17));
  const CliResult result = run_cli({"archive", "-q", "-0", "--files-from", "list"});
  CHECK(result.exit_code == 0);
  CHECK(values(result.out, "raw") == "x y");
  CHECK(run_cli({"archive", "-0", "c.warc"}).exit_code == 2);
}

TEST_CASE("pages are an object a capture") {
  const CliResult result =
      archive(page_record("http://a.example/", "<base href=/b/><a href=x>"), {"--format", "pages"});
  CHECK(values(result.out, "mime") == "text/html");
  CHECK(values(result.out, "base") == "http://a.example/b/");
  CHECK(values(result.out, "baseSource") == "base");
  CHECK(values(result.out, "encoding") == "UTF-8");
  CHECK(values(result.out, "links") == "2");
  const std::string addresses = page_record("HTTP://A.example", "") +
                                page_record("http://a.example/b c|d#e", "") +
                                page_record("a.example", "");
  CHECK(values(archive(addresses, {"--format", "pages"}).out, "url") ==
        "http://a.example/ http://a.example/b%20c|d -");
}

TEST_CASE("index lines are those of the field's indexers") {
  RecordParts metadata;
  metadata.type = "metadata";
  metadata.content_type = "application/warc-fields";
  metadata.block = "a: b\r\n";
  RecordParts revisit;
  revisit.type = "revisit";
  revisit.uri = "http://www.A.example/b?z&a";
  revisit.more_fields = "WARC-Payload-Digest: sha1:ABC\r\n";
  const std::string first = gzip(page_record("http://a.example/", "x"));
  const std::string second = gzip(warc_record(revisit));
  const std::string bytes = first + gzip(warc_record(metadata)) + second;
  CliResult result = archive(bytes, {"--format", "cdxj"});
  const std::string offset = std::to_string(first.size() + gzip(warc_record(metadata)).size());
  CHECK(result.out ==
        "example,a)/ 20240102030405 {\"url\": \"http://a.example/\", \"mime\": \"text/html\", "
        "\"status\": \"200\", \"digest\": \"sha1:CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS\", "
        "\"length\": \"" +
            std::to_string(first.size()) +
            "\", \"offset\": \"0\", \"filename\": \"-\"}\n"
            "example,a)/b?a&z 20240102030405 {\"url\": \"http://www.A.example/b?z&a\", "
            "\"mime\": \"warc/revisit\", \"digest\": \"sha1:ABC\", \"length\": \"" +
            std::to_string(second.size()) + "\", \"offset\": \"" + offset +
            "\", \"filename\": \"-\"}\n");
  result = archive(bytes, {"--format", "cdx", "--sort"});
  CHECK(result.out.starts_with(" CDX N b a m s k r M S V g\nexample,a)/ 20240102030405 "));
  CHECK(result.out.find(" warc/revisit - ABC - - ") != std::string::npos);
}

TEST_CASE("index lines have whole timestamps") {
  const auto timestamp_of = [](std::string const& date) {
    RecordParts parts;
    parts.type = "resource";
    parts.version = "WARC/1.1";
    parts.date = date;
    const std::string out = archive(warc_record(parts), {"--format", "cdxj"}).out;
    const std::size_t begin = out.find(' ') + 1;
    return out.substr(begin, out.find(' ', begin) - begin);
  };
  CHECK(timestamp_of("2024-05-06T07:08:09.123456Z") == "20240506070809");
  CHECK(timestamp_of("2024-05-06T07:08Z") == "20240506070800");
  CHECK(timestamp_of("2024-05-06") == "20240506000000");
  CHECK(timestamp_of("2024-05") == "20240501000000");
  CHECK(timestamp_of("2024") == "20240101000000");
  CHECK(timestamp_of("") == "");
}

TEST_CASE("graphs of hosts") {
  const std::string bytes =
      page_record("http://www.a.example/",
                  "<a href=//c.example/><a href=//b.example/><a href=/self><a href=http://1.2.3.4/>"
                  "<a href=//b.example/2>") +
      page_record("http://d.example/", "<a href=//a.example/>");
  CHECK(archive(bytes, {"--format", "edges"}).out ==
        "example.a\texample.b\nexample.a\texample.c\nexample.d\texample.a\n");
  CHECK(archive(bytes + bytes, {"--format", "edges", "--sort"}).out ==
        "example.a\texample.b\nexample.a\texample.c\nexample.d\texample.a\n");
  CHECK(archive(bytes, {"--format", "hosts"}).out ==
        "example.a\nexample.b\nexample.c\nexample.d\n");
  for (std::string const host : {"192.0.2.1", "localhost"}) {  // no names, but links
    const std::string page = page_record("http://" + host + "/", "<a href=//b.example/>");
    const CliResult result = run_cli({"archive", "-", "-f", "edges"}, {.in = page});
    CHECK(result.out.empty());
    CHECK(
        result.err ==
        "hrefkit: 1 file, 1 capture, 1 link (0 do not resolve), 0 damaged records; 1 address left "
        "out (IP addresses, and hosts that are not domains)\n");
  }
  const std::string redirect =
      response({"HTTP/1.1 302 Found", "Location: http://[bad", "Link: <//b.example/>"}, "");
  for (std::string const format : {"jsonl", "pages", "edges", "hosts"}) {
    INFO(format);
    const CliResult result =
        run_cli({"archive", "-", "-f", format, "--fail-on", "unresolvable"}, {.in = redirect});
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("2 links (1 does not resolve)") != std::string::npos);
  }
}

TEST_CASE("--exclude-url leaves out links of pages and of HTTP fields") {
  const std::string bytes =
      response({"HTTP/1.1 200 OK", "Content-Type: text/html", "Link: </h>, <http://[x>"},
               "<a href=/g><a href=//b.example/><a href='http://[y'>");
  const auto without = [&](std::string const& pattern, std::string const& format) {
    return archive(bytes, {"--format", format, "--exclude-url", pattern}).out;
  };
  CHECK(values(archive(bytes).out, "raw") == "/h http://[x /g //b.example/ http://[y");
  CHECK(values(without("^http://a[.]example/", "jsonl"), "raw") ==
        "http://[x //b.example/ http://[y");
  CHECK(values(without("^http://\\[", "jsonl"), "raw") == "/h /g //b.example/");
  CHECK(values(without("^http://\\[", "pages"), "links") == "3");
  CHECK(values(without("^http://\\[", "pages"), "unresolvable") == "0");
  CHECK(values(without("/h$", "pages"), "links") == "4");
  CHECK(without("b[.]example", "edges").empty());
  CHECK_FALSE(without("c[.]example", "edges").empty());
}

TEST_CASE("links to what the archive lacks") {
  const TemporaryFolder folder;
  folder.write("a.warc", page_record("http://a.example/",
                                     "<base href=/x><a href=/there><a href=/gone>"
                                     "<a href=mailto:x><a href=/there#f>"));
  folder.write("b.warc.gz", gzip(page_record("https://www.a.example/there", "")));
  CliResult result = run_cli({"archive", "-q", "--missing", "a.warc", "b.warc.gz"});
  CHECK(values(result.out, "url") == "http://a.example/gone");
  const CliResult index = run_cli({"archive", "-q", "--format", "cdxj", "a.warc", "b.warc.gz"});
  folder.write("index.cdxj.gz", gzip(index.out));
  result = run_cli({"archive", "-q", "--missing", "--cdxj", "index.cdxj.gz", "a.warc"});
  CHECK(values(result.out, "url") == "http://a.example/gone");
  for (std::string const name : {"no.cdxj", "a.warc", "b.warc.gz"}) {
    CHECK(run_cli({"archive", "--missing", "--cdxj", name, "a.warc"}).exit_code == 2);
  }
}

TEST_CASE("what is missing is what a browser loads, and empty values load nothing") {
  const TemporaryFolder folder;
  folder.write("a.warc", page_record("http://a.example/",
                                     "<img src=''><link rel=stylesheet href=' '>"
                                     "<img src=i><img src=/j><a href=k><base href=/b/>"
                                     "<img src=l>"));
  folder.write("b.warc", page_record("http://a.example/b/i", ""));
  const CliResult all = run_cli({"archive", "-q", "a.warc"});
  CHECK(values(all.out, "loaded") == "- - http://a.example/i - - - -");
  CHECK(values(all.out, "error") == "empty empty - - - - -");
  const CliResult result = run_cli({"archive", "-q", "--missing", "a.warc", "b.warc"});
  CHECK(values(result.out, "raw") == "i /j k l");
  CHECK(values(result.out, "loaded") == "http://a.example/i - - -");
  const CliResult hosts = archive(page_record("http://a.example/",
                                              "<img src=//b.example/><base href=//c.example/>"
                                              "<img src=x>"),
                                  {"--format", "hosts"});
  CHECK(hosts.out.find("example.b") != std::string::npos);
}

TEST_CASE("what browsers neither fetch nor follow is not missing") {
  struct Case {
    char const* what;
    std::string page;
    char const* missing;  // `raw`
    int left_out;
  };
  const Case cases[] = {
      {"candidates that are dropped", "<img srcset='a 100w 2x, b 2x, c 1q'>", "b", 2},
      {"href hides xlink:href", "<svg><image href=a xlink:href=b /><use xlink:href=c#x></svg>",
       "a c#x", 1},
      {"names", "<div itemscope itemtype=https://s.example/Book itemid=/i><a href=x>", "x", 2},
      {"parts of applets", "<object codebase=/a/ classid=/b data=c></object>", "c", 2},
      {"hints, profiles and vocabularies",
       "<link rel=dns-prefetch href=//d.example><link rel=preconnect href=//p.example>"
       "<link rel=profile href=//g.example/xfn/11><link rel=schema.DC href=//s.example/dc/>"
       "<link href=no-rel><link rel=next href=n>",
       "n", 5},
      {"elements that do not use it",
       "<script type=text/template src=s></script><form method=dialog action=f></form>"
       "<input src=i><iframe srcdoc=x src=d></iframe><a ping=/p href=a>",
       "a", 5},
      {"the parent of a source element",
       "<picture><source src=a srcset=b><img src=c></picture><video><source src=d "
       "srcset=e></video>",
       "b c d", 2},
      {"the address of the base", "<base href=/gone/><a href=x>", "x", 1},
  };
  for (Case const& c : cases) {
    CAPTURE(c.what);
    for (char const* engine : {"scan", "dom"}) {
      const CliResult result =
          run_cli({"archive", "--engine", engine, "--missing", "--cdxj", "/dev/null", "-"},
                  {.in = page_record("http://a.example/", c.page)});
      CHECK(values(result.out, "raw") == c.missing);
      const std::string links =
          c.left_out == 1 ? "1 link is" : std::to_string(c.left_out) + " links are";
      CHECK_THAT(result.err, Catch::Contains("; " + links +
                                             " left out, which browsers neither fetch nor follow"));
    }
  }
  const CliResult head =
      run_cli({"archive", "--missing", "--cdxj", "/dev/null", "-"},
              {.in = response({"HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Location: /c",
                               "Link: <//cdn.example>; rel=preconnect, </s>; rel=stylesheet"},
                              "")});
  CHECK(values(head.out, "raw") == "/s");
  CHECK_THAT(head.err, Catch::Contains("; 2 links are left out"));
}

TEST_CASE("an index of URLs tells what the archive has, too") {
  const TemporaryFolder folder;
  folder.write("a.warc", page_record("http://a.example/",
                                     "<a href=/p><a href=/b_(c)><a href=//a.example:8080/q>"
                                     "<a href=//www.d.example?z=1&y=2><a href=/r><a href=/gone>"));
  folder.write("index.cdx",
               " CDX N b a m s k r M S V g\n"
               "a.example/b_(c) 20200101000000 http://a.example/b_(c) text/html 200 - - - 1 2 f\n"
               "a.example/p 20200101000000 http://a.example/p text/html 200 - - - 1 2 f\n"
               "a.example:8080/q 20200101000000 http://a.example:8080/q text/html 200 - - - 1 2 f\n"
               "d.example/?y=2&z=1 20200101000000 http://www.d.example/ text/html 200 - - - 1 2 f\n"
               "dns:a.example 20200101000000 dns:a.example text/dns - - - - 1 2 f\n"
               "http://a.example/r 20200101000000 http://a.example/r text/html 200 - - - 1 2 f\n");
  const CliResult result = run_cli({"archive", "-q", "--missing", "--cdxj", "index.cdx", "a.warc"});
  CHECK(values(result.out, "url") == "http://a.example/gone");
}

TEST_CASE("packed output is the same output") {
  const std::string bytes = page_record("http://a.example/", "<a href=//b.example/>");
  for (std::string const format : {"jsonl", "pages", "cdxj", "cdx", "edges", "hosts"}) {
    INFO(format);
    const TemporaryFolder folder;
    CliResult packed = archive(bytes, {"--format", format, "--compress", "gzip"});
    CHECK(packed.out.starts_with("\x1F\x8B\x08"));
    CHECK(gunzip(packed.out) == archive(bytes, {"--format", format}).out);
    packed = archive("", {"--format", format, "--compress", "gzip"});
    CHECK(gunzip(packed.out) == archive("", {"--format", format}).out);
    CHECK_FALSE(packed.out.empty());
  }
}

TEST_CASE("several threads give the same bytes") {
  const TemporaryFolder folder;
  std::vector<std::string> args{"archive", "-q"};
  for (int file = 0; file < 7; ++file) {
    std::string bytes;
    for (int page = 0; page < 50; ++page) {
      std::string html;
      for (int i = 0; i < 200; ++i) html += "<a href=" + std::to_string(i * page) + ">\n";
      bytes += gzip(page_record("http://a.example/" + std::to_string(page) + "/", html));
    }
    if (file == 3) bytes[bytes.size() / 2] = 'x';
    const std::string name = std::to_string(file) + ".warc.gz";
    folder.write(name, bytes);
    args.push_back(name);
  }
  for (std::string const format : {"jsonl", "edges", "pages", "wat"}) {
    for (std::string const compress : {"none", "gzip"}) {
      auto one = args;
      one.insert(one.end(), {"--format", format, "--compress", compress, "-j", "1"});
      auto four = args;
      four.insert(four.end(), {"--format", format, "--compress", compress, "-j", "4"});
      CHECK(run_cli(one) == run_cli(four));
    }
  }
}

}  // namespace hrefkit::test
