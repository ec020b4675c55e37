#include "hrefkit/site/host.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/site/site.h"
#include "support/temporary_folder.h"

namespace hrefkit::site {

namespace {

/// What a host answers: "file", "file via URL", "folder NAME", "unpublished" or "missing".
std::string answer(Site const& site, std::string const& path) {
  const std::string url = "https://h.example" + path;
  const Lookup lookup = site.find(url);
  if (lookup.status == LookupStatus::folder) return "folder " + site.path(lookup.entry);
  if (lookup.status != LookupStatus::found) {
    return lookup.entry == no_entry ? "missing" : "unpublished";
  }
  std::string answer = site.path(lookup.entry);
  if (lookup.redirect == PathRedirect::none) return answer;
  return answer + " via " + site.redirected(url, lookup.redirect).substr(17);
}

struct Request {
  std::string path;
  std::string answer;
};

void check(Host host, std::vector<Request> const& requests) {
  const test::TemporaryFolder folder;
  for (char const* file :
       {"index.html", "file.html", "folder/index.html", "both.html", "both/index.html",
        "page-and-folder.html", "page-and-folder/x.txt", "_private/x.html", "old.htm"}) {
    folder.write(file, "x");
  }
  SiteOptions options{.root = ".", .url = "https://h.example/"};
  use_host(host, options);
  const auto site = Site::read(options);
  REQUIRE(site);
  for (auto const& [path, expected] : requests) {
    CAPTURE(name(host), path);
    CHECK(answer(*site, path) == expected);
  }
}

}  // namespace

// slorber/trailing-slash-guide, "Summary": the first ten rows of each table are its columns.

TEST_CASE("GitHub Pages") {
  check(Host::github_pages, {
                                {"/file", "file.html"},
                                {"/file/", "missing"},
                                {"/file.html", "file.html"},
                                {"/folder", "folder/index.html via /folder/"},
                                {"/folder/", "folder/index.html"},
                                {"/folder/index.html", "folder/index.html"},
                                {"/both", "both.html"},
                                {"/both/", "both/index.html"},
                                {"/both.html", "both.html"},
                                {"/both/index.html", "both/index.html"},
                                {"/", "index.html"},
                                {"/page-and-folder", "page-and-folder.html"},
                                {"/page-and-folder/", "folder page-and-folder"},
                                {"/old", "missing"},
                                // GitHub Docs, "About GitHub Pages and Jekyll"
                                {"/_private/x.html", "unpublished"},
                                {"/_private/y.html", "unpublished"},
                                {"/_none", "missing"},
                            });
}

// gitlab-org/gitlab-pages, internal/serving/disk/reader.go.
TEST_CASE("GitLab Pages") {
  check(Host::gitlab_pages, {
                                {"/file", "file.html"},
                                {"/file/", "file.html"},
                                {"/file.html", "file.html"},
                                {"/folder", "folder/index.html via /folder/"},
                                {"/folder/", "folder/index.html"},
                                {"/folder/index.html", "folder/index.html"},
                                {"/both", "both/index.html via /both/"},
                                {"/both/", "both/index.html"},
                                {"/both.html", "both.html"},
                                {"/page-and-folder", "folder page-and-folder"},
                                {"/page-and-folder/", "folder page-and-folder"},
                                {"/_private/x.html", "_private/x.html"},
                            });
}

// firebase/superstatic, src/middleware/files.js.
TEST_CASE("Firebase, cleanUrls off") {
  check(Host::firebase, {
                            {"/file", "missing"},
                            {"/file/", "missing"},
                            {"/file.html", "file.html"},
                            {"/folder", "folder/index.html via /folder/"},
                            {"/folder/", "folder/index.html"},
                            {"/both", "both/index.html via /both/"},
                            {"/both.html", "both.html"},
                            {"/page-and-folder", "folder page-and-folder"},
                        });
}

TEST_CASE("Netlify, pretty URLs on") {
  check(Host::netlify, {
                           {"/file", "file.html"},
                           {"/file/", "file.html via /file"},
                           {"/file.html", "file.html"},
                           {"/folder", "folder/index.html via /folder/"},
                           {"/folder/", "folder/index.html"},
                           {"/folder/index.html", "folder/index.html"},
                           {"/both", "both.html"},
                           {"/both/", "both.html via /both"},
                           {"/both.html", "both.html"},
                           {"/both/index.html", "both/index.html"},
                           {"/file/?q=1", "file.html via /file?q=1"},
                           {"/page-and-folder/", "page-and-folder.html via /page-and-folder"},
                           {"/_private/x.html", "_private/x.html"},
                       });
}

TEST_CASE("Cloudflare Pages") {
  check(Host::cloudflare_pages,
        {
            {"/file", "file.html"},
            {"/file/", "file.html via /file"},
            {"/file.html", "file.html via /file"},
            {"/folder", "folder/index.html via /folder/"},
            {"/folder/", "folder/index.html"},
            {"/folder/index.html", "folder/index.html via /folder/"},
            {"/both", "both.html"},
            {"/both/", "both/index.html"},
            {"/both.html", "both.html via /both"},
            {"/both/index.html", "both/index.html via /both/"},
            {"/index.html", "index.html via /"},
            {"/page-and-folder/", "page-and-folder.html via /page-and-folder"},
        });
}

TEST_CASE("Vercel, cleanUrls off") {
  check(Host::vercel, {
                          {"/file", "missing"},
                          {"/file/", "missing"},
                          {"/file.html", "file.html"},
                          {"/folder", "folder/index.html"},
                          {"/folder/", "folder/index.html"},
                          {"/folder/index.html", "folder/index.html"},
                          {"/both", "both/index.html"},
                          {"/both/", "both/index.html"},
                          {"/both.html", "both.html"},
                          {"/both/index.html", "both/index.html"},
                          {"/", "index.html"},
                          {"/page-and-folder", "folder page-and-folder"},
                      });
}

TEST_CASE("Azure Static Web Apps") {
  check(Host::azure, {
                         {"/file", "file.html"},
                         {"/file/", "file.html via /file"},
                         {"/file.html", "file.html"},
                         {"/folder", "folder/index.html"},
                         {"/folder/", "folder/index.html"},
                         {"/folder/index.html", "folder/index.html"},
                         {"/both", "both.html"},
                         {"/both/", "both/index.html"},
                         {"/both.html", "both.html"},
                         {"/both/index.html", "both/index.html"},
                         {"/", "index.html"},
                         {"/page-and-folder", "page-and-folder.html"},
                     });
}

// Amazon S3 User Guide, "Configuring an index document".
TEST_CASE("S3") {
  check(Host::s3, {
                      {"/file", "missing"},
                      {"/file/", "missing"},
                      {"/file.html", "file.html"},
                      {"/folder", "folder/index.html via /folder/"},
                      {"/folder/", "folder/index.html"},
                      {"/folder/index.html", "folder/index.html"},
                      {"/both", "both/index.html via /both/"},
                      {"/both/", "both/index.html"},
                      {"/both.html", "both.html"},
                      {"/both/index.html", "both/index.html"},
                      {"/", "index.html"},
                      {"/page-and-folder", "folder page-and-folder"},
                  });
}

TEST_CASE("a file server") {
  check(Host::plain, {
                         {"/file", "missing"},
                         {"/file/", "missing"},
                         {"/file.html", "file.html"},
                         {"/file.html/", "missing"},
                         {"/folder", "folder/index.html via /folder/"},
                         {"/folder?q", "folder/index.html via /folder/?q"},
                         {"//folder//", "folder/index.html"},
                         {"/both", "both/index.html via /both/"},
                         {"/both/", "both/index.html"},
                         {"/both.html", "both.html"},
                         {"/", "index.html"},
                         {"/page-and-folder", "folder page-and-folder"},
                     });
}

TEST_CASE("a file .nojekyll publishes names that begin with an underscore") {
  const test::TemporaryFolder folder;
  folder.write("_a/x.html", "x");
  SiteOptions options{.root = ".", .url = "https://h.example/"};
  use_host(Host::github_pages, options);
  const auto jekyll = Site::read(options);
  REQUIRE(jekyll);
  CHECK(answer(*jekyll, "/_a/x.html") == "unpublished");
  CHECK(jekyll->pages().empty());
  folder.write(".nojekyll", "");
  const auto plain = Site::read(options);
  REQUIRE(plain);
  CHECK(answer(*plain, "/_a/x.html") == "_a/x.html");
  CHECK(plain->pages().size() == 1);
}

TEST_CASE("a mounted folder is a part of the site") {
  const test::TemporaryFolder folder;
  for (char const* file : {"public/index.html", "public/api/hidden.html", "public/z.html",
                           "out/api/index.html", "out/api/x/y.html", "deep/d.html"}) {
    folder.write(file, file);
  }
  const auto site =
      Site::read({.root = "public",
                  .url = "https://h.example/pre/",
                  .mounts = {{"/api/", "out/api"}, {"a/b/c", "deep"}, {"api/x/deep", "deep"}}});
  REQUIRE(site);
  CHECK(answer(*site, "/pre/api/") == "api/index.html");
  CHECK(answer(*site, "/pre/api/x/y.html") == "api/x/y.html");
  CHECK(answer(*site, "/pre/api/hidden.html") == "missing");
  CHECK(answer(*site, "/pre/a/b/c/d.html") == "a/b/c/d.html");
  CHECK(answer(*site, "/pre/a/b") == "folder a/b");
  CHECK(answer(*site, "/pre/api/x/deep/d.html") == "api/x/deep/d.html");
  std::vector<std::string> pages;
  for (const EntryId page : site->pages()) {
    std::string bytes;
    REQUIRE(site->read_file(page, bytes));
    CHECK(bytes == site->file_path(page));
    pages.push_back(site->path(page));
  }
  CHECK(pages == std::vector<std::string>{"a/b/c/d.html", "api/index.html", "api/x/deep/d.html",
                                          "api/x/y.html", "index.html", "z.html"});
}

TEST_CASE("a mount that cannot be is an error") {
  const test::TemporaryFolder folder;
  folder.write("public/index.html", "x");
  folder.write("a/index.html", "x");
  const auto error = [](std::vector<Mount> mounts) {
    const auto site = Site::read({.root = "public", .mounts = std::move(mounts)});
    return site ? std::string() : site.error();
  };
  CHECK(error({{"/", "a"}}) == "'/' is not a path below the site's root");
  CHECK(error({{"x/../y", "a"}}) == "'x/../y' is not a path below the site's root");
  CHECK(error({{"/x", "a"}, {"x/", "a"}}) == "two folders are to lie at '/x'");
  CHECK(error({{"/x", "none"}}).starts_with("none: "));
  CHECK(error({{"/x", "public/index.html"}}).starts_with("public/index.html: "));
}

}  // namespace hrefkit::site
