// The rules of the group `consistency`: what pages and sitemaps say of each other.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cli_run.h"
#include "net/loopback_server.h"
#include "support/temporary_folder.h"

namespace hrefkit::test {

namespace {

using Files = std::map<std::string, std::string>;

/// The text of a key in a row of JSON.
std::string text_of_key(std::string_view row, std::string_view key) {
  const std::string start = "\"" + std::string(key) + "\":\"";
  const std::size_t begin = row.find(start) + start.size();
  return std::string(row.substr(begin, row.find('"', begin) - begin));
}

/// What `check` finds by the rules of the group: "file rule raw" for each row.
std::string consistency_rows(Files const& files, std::string const& site_url = "https://h.example/",
                             std::vector<std::string> options = {}) {
  const TemporaryFolder folder;
  for (auto const& [name, text] : files) folder.write("site/" + name, text);
  options.insert(options.begin(), {"check", "-q", "site", "-f", "jsonl", "--rules", "consistency"});
  if (!site_url.empty()) options.insert(options.end(), {"--site-url", site_url});
  std::istringstream rows(run_cli(options).out);
  std::string all;
  for (std::string row; std::getline(rows, row);) {
    const std::string raw = text_of_key(row, "raw");
    all += text_of_key(row, "file").substr(5) + " " + text_of_key(row, "rule");
    all += (raw.empty() ? "" : " ") + raw + "\n";
  }
  return all;
}

std::string alternate_link(std::string const& language, std::string const& href) {
  return "<link rel=alternate hreflang='" + language + "' href='" + href + "'>";
}

std::string canonical_link(std::string const& href) {
  return "<link rel=canonical href='" + href + "'>";
}

std::string sitemap_of(std::vector<std::string> const& urls) {
  std::string text = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
  for (std::string const& url : urls) text += "<url><loc>" + url + "</loc></url>";
  return text + "</urlset>";
}

const std::string noindex_meta = "<meta name=robots content=noindex>";

}  // namespace

TEST_CASE("consistency: the rules are off unless they are asked for") {
  const TemporaryFolder folder;
  folder.write("site/index.html", canonical_link("/no.html") + alternate_link("en-UK", "/"));
  const auto rules = [](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "-q", "site", "-f", "csv"});
    const std::string out = run_cli(options).out;
    std::string all;
    for (char const* rule : {"hreflang-no-return", "canonical-broken", "missing-file"}) {
      if (out.find(rule) != out.npos) all += std::string(rule) + " ";
    }
    return all;
  };
  CHECK(rules({}) == "missing-file ");
  CHECK(rules({"--severity", "consistency=warning"}) ==
        "hreflang-no-return canonical-broken missing-file ");
  CHECK(rules({"--rules", "consistency"}) == "hreflang-no-return canonical-broken ");
  CHECK(rules({"--rules", "canonical-broken"}) == "canonical-broken ");
  // A rule's own name counts before that of its group, in any order.
  CHECK(rules({"--severity", "canonical-broken=off", "--severity", "consistency=error"}) ==
        "hreflang-no-return missing-file ");
  CHECK(run_cli({"check", "site", "--severity", "consistence=error"}).exit_code == 2);
}

TEST_CASE("consistency: hreflang") {
  const auto both = [](std::string const& of_index, std::string const& of_de) {
    return consistency_rows({{"index.html", of_index}, {"de/index.html", of_de}});
  };
  const std::string good = alternate_link("en", "/") + alternate_link("de", "/de/");
  CHECK(both(good, good) == "");
  CHECK(both(good, "") == "index.html hreflang-no-return /de/\n");
  CHECK(both(good, alternate_link("en", "https://h.example/index.html")) == "");
  CHECK(both(good + alternate_link("x-default", "/"), good) == "");
  CHECK(both(alternate_link("DE", "/de/"), alternate_link("EN", "/")) == "");
  CHECK(both(alternate_link("es-419", "/de/"), good) == "");
  CHECK(both(alternate_link("en-UK", "/") + alternate_link("de", "/de/"), good) ==
        "index.html hreflang-no-return /\n");
  CHECK(both(good + alternate_link("fr", "/fr/"), good) == "index.html hreflang-no-return /fr/\n");
  CHECK(both(good, good + noindex_meta) == "index.html hreflang-no-return /de/\n");
  CHECK(both(good, good + canonical_link("/")) == "index.html hreflang-no-return /de/\n");
  CHECK(both(good + alternate_link("de", "/"), good) == "index.html hreflang-no-return /\n");
  CHECK(both(good + alternate_link("de", "/de/index.html"), good) == "");
  // The finding is on the page that names the redirecting URL; the return link counts.
  CHECK(both(alternate_link("de", "/de"), good) == "index.html hreflang-no-return /de\n");
  // Pages elsewhere, feeds, and links in the body are not judged.
  CHECK(both(good + alternate_link("fr", "https://fr.example/"), good) == "");
  CHECK(both(good + "<link rel=alternate hreflang=fr type=application/rss+xml href=/f.xml>",
             good) == "");
  CHECK(both(good + "<p>" + alternate_link("fr", "/fr/"), good) == "");
  CHECK(consistency_rows({{"index.html", good},
                          {"de/index.html", good},
                          {"print.html", canonical_link("/") + alternate_link("de", "/de/")}}) ==
        "");
}

TEST_CASE("consistency: canonical addresses") {
  const auto of = [](std::string const& page, std::string const& other = "") {
    return consistency_rows(
        {{"index.html", page}, {"b.html", other}, {"_redirects", "/old /b.html 301\n"}});
  };
  const auto finding = [](std::string const& raw) {
    return "index.html canonical-broken " + raw + "\n";
  };
  CHECK(of(canonical_link("/")) == "");
  CHECK(of(canonical_link("/index.html")) == "");
  CHECK(of(canonical_link("/b.html")) == "");
  CHECK(of(noindex_meta + canonical_link("/")) == "");
  CHECK(of(canonical_link("https://other.example/")) == "");
  CHECK(of(canonical_link("/no.html")) == finding("/no.html"));
  CHECK(of(canonical_link("h.example/")) == finding("h.example/"));
  CHECK(of(canonical_link("/old")) == finding("/old"));
  CHECK(of(canonical_link("/b.html"), noindex_meta) == finding("/b.html"));
  CHECK(of(canonical_link("/b.html"), canonical_link("/c.html") + "<p>") ==
        "b.html canonical-broken /c.html\n" + finding("/b.html"));
  CHECK(of(canonical_link("/b.html"), canonical_link("/b.html")) == "");
  CHECK(of(canonical_link("/b.html"), "<meta http-equiv=refresh content='0;url=/'>") ==
        finding("/b.html"));
  CHECK(of(canonical_link("/") + canonical_link("/b.html")) == finding("/b.html"));
  CHECK(of(canonical_link("/") + canonical_link("/index.html")) == "");
  CHECK(of("<base href=/x/>" + canonical_link("index.html")) == finding("index.html"));
  CHECK(of("<base href=/>" + canonical_link("index.html")) == "");
  CHECK(of(canonical_link("/") + "<meta property=og:url content='https://h.example/b.html'>") ==
        finding("/"));
  CHECK(of(canonical_link("/") + "<meta property=og:url content='https://h.example/index.html'>") ==
        "");
  CHECK(of("<p>" + canonical_link("/no.html")) == "");
  // Without an address of the site, whether both mean one host is not known.
  CHECK(consistency_rows(
            {{"index.html",
              canonical_link("/") + "<meta property=og:url content='https://h.example/'>"}},
            "") == "");
}

TEST_CASE("consistency: a canonical address that most pages of a folder have") {
  Files files{{"index.html", ""}};
  for (char const name : std::string("abcde")) {
    files[std::string("d/") + name + ".html"] = canonical_link("/");
  }
  const std::string all = consistency_rows(files);
  CHECK(std::count(all.begin(), all.end(), '\n') == 5);
  for (char const name : std::string("fghij")) files[std::string("d/") + name + ".html"] = "";
  CHECK(consistency_rows(files) == "");  // half of them
  files.clear();
  for (char const name : std::string("abcd")) {
    files[std::string("d/") + name + ".html"] = canonical_link("/");
  }
  files["index.html"] = "";
  CHECK(consistency_rows(files) == "");
}

TEST_CASE("consistency: sitemaps") {
  const auto of = [](std::string const& url, Files more = {}) {
    Files files{{"index.html", ""},
                {"a.html", noindex_meta},
                {"b.html", canonical_link("/")},
                {"p/c.html", ""},
                {"_redirects", "/old / 301\n"},
                {"robots.txt", "User-agent: *\nDisallow: /p/\n"},
                {"sitemap.xml", sitemap_of({"https://h.example/", url})}};
    files.merge(more);
    return consistency_rows(files);
  };
  const auto finding = [](std::string const& url) {
    return "sitemap.xml sitemap-not-indexable " + url + "\n";
  };
  const std::string host = "https://h.example/";
  CHECK(of(host + "index.html") == "");
  for (std::string const path : {"a.html", "b.html", "p/c.html", "old"}) {
    CHECK(of(host + path) == finding(host + path));
  }
  CHECK(of("https://other.example/") == finding("https://other.example/"));
  CHECK(of(host + "gone.html") == "");  // missing-file says it
  // A sitemap in a folder, unless robots.txt names it, or its index.
  const std::string below = "d/sitemap.xml sitemap-not-indexable https://h.example/\n";
  const Files in_folder{
      {"d/sitemap.xml", sitemap_of({"https://h.example/", "https://h.example/d/"})},
      {"d/index.html", ""},
      {"index.html", ""}};
  CHECK(consistency_rows(in_folder) == below);
  Files named = in_folder;
  named["robots.txt"] = "Sitemap: https://h.example/d/sitemap.xml\n";
  CHECK(consistency_rows(named) == "");
  named["robots.txt"] = "Sitemap: https://h.example/index.xml\n";
  named["index.xml"] =
      "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap>"
      "<loc>https://h.example/d/sitemap.xml</loc></sitemap></sitemapindex>";
  CHECK(consistency_rows(named) == "");
  named["robots.txt"] = "";
  CHECK(consistency_rows(named) == below);
  // Without an address of the site, other hosts are no fault.
  CHECK(consistency_rows({{"index.html", ""}, {"sitemap.xml", sitemap_of({"https://h.example/"})}},
                         "") == "");
}

TEST_CASE("consistency: hreflang in sitemaps") {
  const auto of = [](std::string const& of_de) {
    return consistency_rows(
        {{"index.html", ""},
         {"de.html", ""},
         {"sitemap.xml",
          "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
          "xmlns:xhtml='http://www.w3.org/1999/xhtml'><url><loc>https://h.example/</loc>"
          "<xhtml:link rel='alternate' hreflang='de' href='https://h.example/de.html'/>"
          "</url><url><loc>https://h.example/de.html</loc>" +
              of_de + "</url></urlset>"}});
  };
  CHECK(of("<xhtml:link rel='alternate' hreflang='en' href='https://h.example/'/>") == "");
  CHECK(of("") == "sitemap.xml hreflang-no-return https://h.example/de.html\n");
  CHECK(of("<xhtml:link rel='alternate' hreflang='en-UK' href='https://h.example/'/>") ==
        "sitemap.xml hreflang-no-return https://h.example/\n");
}

TEST_CASE("consistency: islands") {
  Files files{{"index.html", "<a href=a.html>a</a><iframe src=frame.html></iframe>"},
              {"a.html", ""},
              {"frame.html", "<a href=framed.html>f</a>"},
              {"framed.html", ""},
              {"i.html", "<a href=j.html>j</a>"},
              {"j.html", "<a href=i.html>i</a>"},
              {"alone.html", ""}};
  CHECK(consistency_rows(files) == "i.html island-page\nj.html island-page\n");
  CHECK(consistency_rows(files, "https://h.example/", {"--start", "/i.html"}) ==
        "a.html island-page\nframed.html island-page\n");
  files.erase("index.html");
  CHECK(consistency_rows(files) == "");  // nobody knows where visitors begin
}

TEST_CASE("consistency: a live site, by fields", "[network]") {
  const TemporaryFolder folder;
  LoopbackServer server([](Asked const& asked) {
    const std::string html = "Content-Type: text/html\r\n";
    if (asked.target == "/")
      return page(200, "<a href=/a>1</a><a href=/n>2</a>", html + "Link: </n>; rel=canonical\r\n");
    if (asked.target == "/a")
      return page(200, "", html + "Link: </>; rel=alternate; hreflang=en\r\n");
    if (asked.target == "/n") return page(200, "", html + "X-Robots-Tag: noindex\r\n");
    return page(404, "", html);
  });
  const std::string out =
      run_cli({"check", "-q", server.url("/"), "-f", "csv", "--rules", "consistency"}).out;
  CHECK_THAT(
      out, Catch::Contains("canonical-broken,warning," + server.url("/") + ",1,1,0,0,,link,0,/n,"));
  CHECK_THAT(out, Catch::Contains("hreflang-no-return,warning," + server.url("/a") +
                                  ",1,1,0,0,,link,0,/,"));
}

}  // namespace hrefkit::test
