// A folder and the same folder served have the same findings.
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "hrefkit/http/fields.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/crawl/crawl.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/url/percent_decode.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// Serves the files of a folder as a plain file server does.
class FolderServer final : public net::Transport {
 public:
  explicit FolderServer(std::string root) : root_(std::move(root)) {}

  void start(net::Request request, net::AnswerSink& sink) override {
    waiting_.emplace_back(std::move(request), &sink);
  }
  void cancel(net::AnswerSink& sink) override {
    std::erase_if(waiting_, [&](auto const& each) { return each.second == &sink; });
  }

  void wait(std::chrono::milliseconds) override {
    if (waiting_.empty()) return;
    auto [request, sink] = std::move(waiting_.front());
    waiting_.pop_front();
    std::string path = request.url.substr(request.url.find('/', request.url.find("://") + 3));
    path = url::percent_decode(path.substr(0, path.find('?')));
    std::string file = root_ + path;
    if (std::filesystem::is_directory(file) && !path.ends_with('/')) {
      sink->head(301, http::Fields::parse("Location: " + path + "/\r\n"));
      return sink->done(net::Failure::none);
    }
    if (path.ends_with('/')) file += "index.html";
    std::string bytes;
    const bool is_there = std::filesystem::is_regular_file(file) && read_file(file, bytes);
    FileType const* const type = find_file_type(file);
    std::string fields = "Content-Type: ";
    fields += type == nullptr ? "application/octet-stream" : type->media_type;
    if (!is_there) fields = "Content-Type: text/html";
    const bool wants_body = sink->head(is_there ? 200 : 404, http::Fields::parse(fields + "\r\n"));
    const bool has_body = wants_body && request.method == net::Method::get && !bytes.empty();
    if (has_body) sink->body(bytes);
    sink->done(net::Failure::none);
  }

 private:
  std::string root_;
  std::deque<std::pair<net::Request, net::AnswerSink*>> waiting_;
};

/// What is compared of two runs. A folder's index has two URLs, which may both be pages.
using FoundRows = std::set<std::string>;

/// The path of a page's file below the root of its site.
std::string file_of(std::string_view page, std::string_view root) {
  page = page.substr(0, page.find('?'));
  std::string path(page.substr(std::min(root.size(), page.size())));
  if (path.empty() || path.ends_with('/')) path += "index.html";
  return url::percent_decode(path);
}

/// "guide/index.html:9:13 missing-file instal.html" of the pages that count.
CheckSink collect_rows(FoundRows& rows, std::string const& root,
                       std::set<std::string> const& pages) {
  return {.finding = [&rows, &pages, root](Finding const& finding) {
    std::string row = file_of(finding.file, root);
    if (!pages.contains(row)) return true;
    row += ":" + std::to_string(finding.line) + ":" + std::to_string(finding.column) + " ";
    row.append(name(finding.rule)).append(" ").append(finding.raw);
    rows.insert(row);
    return true;
  }};
}

/// Compares the findings of the pages to which links lead. Returns how many there are.
std::size_t check_law(std::string const& root) {
  const std::string host = "https://h.example/";
  const CheckOptions options;
  FolderServer server(root);
  CrawlOptions start{.start = host};
  start.client.delay = std::chrono::milliseconds(0);
  const auto crawled = crawl(start, options, server, net::system_clock(), {});
  REQUIRE(crawled);
  std::set<std::string> pages;
  for (const EntryId page : crawled->site.pages()) {
    pages.insert(file_of(crawled->site.url(page), host));
  }
  FoundRows of_crawl;
  check(crawled->site, options, collect_rows(of_crawl, host, pages));
  FoundRows of_folder;
  const auto folder = Site::read({.root = root, .url = host});
  REQUIRE(folder);
  check(*folder, options, collect_rows(of_folder, root + "/", pages));
  CHECK(of_crawl == of_folder);
  return of_folder.size();
}

}  // namespace

TEST_CASE("a folder and the same folder served have the same findings", "[crawl]") {
  CHECK(check_law(std::string(HREFKIT_SOURCE_DIR) + "/samples/broken-site") == 6);

  const test::TemporaryFolder folder;
  folder.write("s/index.html",
               "<meta charset=utf-8><link rel=stylesheet href=s.css><a href=a.html#x>1</a>"
               "<a href=a.html#nothing>2</a><a href=A.html>3</a><a href=d>4</a><a href=d/#y>5</a>"
               "<img src=gone.png><img src=''><a href='https://['>6</a><a href=l.html>7</a>"
               "<img src='http://o.example/i.png'><a href='http://h.example/a.html'>8</a>"
               "<a href=two.html#twice>9</a><a href=b%20c.html>10</a>"
               "<svg><use href='i.svg#star'/><use href='i.svg#moon'/></svg>");
  folder.write("s/a.html", "<meta charset=utf-8><p id=x><base href=/d/><a href=#x>1</a>");
  folder.write("s/b c.html", "<meta charset=utf-8><a href='#w&uuml;nsche'>1</a>");
  folder.write("s/d/index.html", "<meta charset=utf-8><a href=../a.htm>1</a><p id=y>");
  folder.write("s/s.css", "@import 't.css'; p { background: url(lost.png) }");
  folder.write("s/t.css", "p { background: url(lost2.png) }");
  folder.write("s/two.html", "<meta charset=utf-8><p id=twice><p id=twice>");
  folder.write("s/l.html", "<meta charset=koi8-r><a href='\xD4.html'>1</a><a href='?\xD4'>2</a>");
  folder.write("s/i.svg", "<svg xmlns='http://www.w3.org/2000/svg'><g id='star'/></svg>");
  CHECK(check_law("s") > 10);
}

}  // namespace hrefkit::site
