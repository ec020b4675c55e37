#include "hrefkit/site/redirects/path_patterns.h"

#include <catch2/catch.hpp>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/site/redirects/redirect_index.h"

namespace hrefkit::site {

namespace {

std::vector<std::string> words_in(std::string const& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::string joined_words(std::vector<std::string> const& words) {
  std::string text;
  for (std::string const& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

struct PatternCase {
  std::string pattern;
  std::string how;  ///< "fits" these paths, or "all but" these
  std::string paths;
};

using ReadPattern = std::optional<PatternParts> (*)(std::string_view);

/// The paths that a pattern fits. Whatever the expression fits, the index has to propose.
std::string fitting(ReadPattern read, std::string const& pattern, std::string const& all,
                    bool fits) {
  auto parts = read(pattern);
  if (!parts) return "no pattern";
  Redirect rule;
  rule.exact = parts->exact.expression.empty();
  PatternCompiler().set(rule, std::move(*parts), "/to");
  if (!rule.exact) CHECK(rule.expression != nullptr);
  std::vector<std::string> found;
  const RedirectIndex index(std::span(&rule, 1));
  for (std::string const& path : words_in(all)) {
    const PatternSubject subject(path, "");
    const bool is_fit = apply_pattern(rule, PathPattern(rule.from), subject).has_value();
    CAPTURE(pattern, path, rule.from);
    CHECK(index.find(std::span(&rule, 1), subject, RedirectTurn::after_files).has_value() ==
          is_fit);
    if (is_fit == fits) found.push_back(path);
  }
  return joined_words(found);
}

void check(ReadPattern read, std::string const& all, std::vector<PatternCase> const& cases) {
  for (auto const& [pattern, how, paths] : cases) {
    CAPTURE(pattern);
    CHECK(fitting(read, pattern, all, how == "fits") == paths);
  }
}

}  // namespace

// What path-to-regexp 6.1.0 answers with `strict` and `sensitive`, as Vercel has it.
TEST_CASE("the sources of vercel.json fit what path-to-regexp fits") {
  const std::string paths =
      "/ /mcp /mcp/ /Mcp /stats /stats/ /a /a/ /a/1 /a/1/ /a/1/2 /a/x /en/b /fr/b "
      "/de/b/ /1-2 /api/x /api /static /s/api/ /x.png /x /a/z /a/b/c/z /docs/intro "
      "/docs/v1/intro /docs/v1/v2/intro /q/ /q/a /q/c /caf%C3%A9/1 /a:b /b/c/d.html "
      "/b/.html";
  check(read_path_pattern, paths,
        {
            {"/mcp", "fits", "/mcp"},
            {"/mcp/", "fits", "/mcp/"},
            {"/stats{/}?", "fits", "/stats /stats/"},
            {"/a/:path*", "fits", "/a /a/1 /a/1/2 /a/x /a/z /a/b/c/z"},
            {"/a/:path+", "fits", "/a/1 /a/1/2 /a/x /a/z /a/b/c/z"},
            {"/a/:path?", "fits", "/a /a/1 /a/x /a/z"},
            {"/a/:id", "fits", "/a/1 /a/x /a/z"},
            {"/a/(.*)", "fits", "/a/ /a/1 /a/1/ /a/1/2 /a/x /a/z /a/b/c/z"},
            {"/a/:id(\\d+)", "fits", "/a/1"},
            {"/:lang(en|de)/b", "fits", "/en/b"},
            {"/:a-:b", "fits", "/1-2"},
            {"/((?!api/|static).*)", "all but", "/api/x /static"},
            {"/:path((?!api).*)", "all but", "/api/x /api"},
            {"/x.:ext", "fits", "/x.png"},
            {"/x{.:ext}?", "fits", "/x.png /x"},
            {"/a/:p*/z", "fits", "/a/z /a/b/c/z"},
            {"/:any*", "all but", "/ /mcp/ /stats/ /a/ /a/1/ /de/b/ /s/api/ /q/"},
            {"/docs{/:v}?/intro", "fits", "/docs/intro /docs/v1/intro"},
            {"/(.*)/", "fits", "/mcp/ /stats/ /a/ /a/1/ /de/b/ /s/api/ /q/"},
            {"/q/(a|b|)", "fits", "/q/ /q/a"},
            {"/caf\xC3\xA9/:x", "fits", "/caf%C3%A9/1"},
            {"/a\\:b", "fits", "/a:b"},
            {"/:path*(/)?", "all but", ""},
            {"/b/(.*)\\.html", "fits", "/b/c/d.html /b/.html"},
        });
}

TEST_CASE("a * or ? behind text of a source means what people mean by it") {
  check(read_path_pattern, "/a /a/ /a/b /b /stats /stats/ /statsx",
        {{"/stats/?", "fits", "/stats /stats/"},
         {"/a/*", "fits", "/a/ /a/b"},
         {"/(", "fits", "no pattern"},
         {"/:a(", "fits", "no pattern"}});
}

// What minimatch 6.2.3 answers for a source with a slash at its beginning, as superstatic has it.
TEST_CASE("the sources of firebase.json fit what minimatch fits") {
  const std::string paths =
      "/ /spa /spa/ /dir /dir/ /foo /foo/ /foo/a/b /fooo /en/a /fr/a /js/x /css/x/y /js "
      "/api/x /api /b/x /cc /ac /p.png /q/p.jpg /b /q/b /a/z /a/q/r/z /x1 /x12 /b1 /a1 "
      "/abab /ababx /x /qr /r /a/c /b/d /a/e /{a} /axb /ab /a/b";
  check(read_glob, paths,
        {
            {"/spa", "fits", "/spa /spa/"},
            {"/dir/", "fits", "/dir/"},
            {"**", "all but", ""},
            {"/**", "all but", ""},
            {"/*", "all but",
             "/ /foo/a/b /en/a /fr/a /js/x /css/x/y /api/x /b/x /q/p.jpg /q/b /a/z /a/q/r/z /a/c "
             "/b/d /a/e /a/b"},
            {"/foo/**", "fits", "/foo/ /foo/a/b"},
            {"/foo{,/**}", "fits", "/foo /foo/ /foo/a/b"},
            {"/@(en|de)/a", "fits", "/en/a"},
            {"!/@(js|css)/**", "all but", "/js/x /css/x/y"},
            {"!/api/**", "all but", "/api/x"},
            {"!(api)", "all but", ""},
            {"/!(api)/**", "fits",
             "/spa/ /dir/ /foo/ /foo/a/b /en/a /fr/a /js/x /css/x/y /b/x /q/p.jpg /q/b /a/z "
             "/a/q/r/z /a/c /b/d /a/e /a/b"},
            {"/!(a|b)c", "fits", "/cc"},
            {"/**/*.@(png|jpg)", "fits", "/p.png /q/p.jpg"},
            {"**/b", "fits", "/foo/a/b /b /q/b /a/b"},
            {"/a/**/z", "fits", "/a/z /a/q/r/z"},
            {"/x?", "fits", "/x1"},
            {"/[a-c]1", "fits", "/b1 /a1"},
            {"/[!a]1", "fits", "/x1 /b1"},
            {"/+(ab)", "fits", "/abab /ab"},
            {"/*(ab)x", "fits", "/ababx /x"},
            {"/?(q)r", "fits", "/qr /r"},
            {"/{a,b}/{c,d}", "fits", "/a/c /b/d"},
            {"/{a}", "fits", "/{a}"},
            {"/a*b", "fits", "/abab /axb /ab"},
            {"/**/!(*.png)", "all but", "/ /p.png"},
        });
}

TEST_CASE("firebase.json: parts, names with a leading dot, and groups in groups") {
  check(read_glob, "/blog /blog/ /blog/a /blog/a/b /.x/y /a.png /b.svg /c/a.png /u/7 /u/x",
        {{"/blog/:post*", "fits", "/blog /blog/ /blog/a /blog/a/b"},
         {"/u/:id(\\d+)", "fits", "/u/7"},
         {"/.x/**", "fits", "/.x/y"},
         {"**/y", "fits", "/.x/y"},
         {"/@(a.@(png|jpg)|b.{svg,gif})", "fits", "/a.png /b.svg"},
         {"!!/blog", "fits", "/blog /blog/"},
         {"blog", "fits", "/blog /blog/"},
         {"/@(a", "fits", "no pattern"}});
}

// Microsoft Learn, "Configure Azure Static Web Apps": its examples.
TEST_CASE("the routes of Azure") {
  check(
      read_azure_route,
      "/profile /profile/ /profile/index.html /profile/x /profiles /a.png /img/a.png /img/b/a.jpg "
      "/img/a.gif /img /login /Login",
      {{"/profile/index.html", "fits", "/profile /profile/ /profile/index.html"},
       {"/profile", "fits", "/profile"},
       {"/profile*", "fits", "/profile /profile/ /profile/index.html /profile/x /profiles"},
       {"/profile/*", "fits", "/profile /profile/ /profile/index.html /profile/x"},
       {"/img/*.{png,jpg}", "fits", "/img/a.png /img/b/a.jpg"},
       {"/img/*.gif", "fits", "/img/a.gif"},
       {"/*.{png,jpg}", "fits", "/a.png /img/a.png /img/b/a.jpg"},
       {"login", "fits", "/login"},
       {"/a/*/b", "fits", "no pattern"},
       {"/a*b", "fits", "no pattern"},
       {"/*.{png", "fits", "no pattern"},
       {"/*.png,jpg", "fits", "no pattern"},
       {"/*.{}", "fits", "no pattern"}});
}

TEST_CASE("a regular expression fits a part of the path, or the whole") {
  const auto fits = [](char const* expression, bool anywhere, char const* path) {
    Redirect rule;
    PatternCompiler().set(rule, read_regular_expression(expression, anywhere), "/to");
    const RedirectIndex index(std::span(&rule, 1));
    return index.find(std::span(&rule, 1), PatternSubject(path, ""), RedirectTurn::after_files)
        .has_value();
  };
  CHECK(fits("/users/\\d+", true, "/x/users/7/p"));
  CHECK_FALSE(fits("^/users/\\d+", true, "/x/users/7/p"));
  CHECK(fits("^/users/\\d+", true, "/users/7/p"));
  CHECK(fits("^/a|^/b", true, "/bc"));
  CHECK(fits("^/ab?c", true, "/ac"));
  CHECK(fits("^/ab{0,1}c", true, "/ac"));
  CHECK(fits("(?i)^/a", true, "/A"));
  CHECK(fits("/a/(.*)", false, "/a/b"));
  CHECK_FALSE(fits("/a/(.*)", false, "/x/a/b"));
  CHECK(fits("^\\/a\\/(?:b|c)$", false, "/a/c"));
  // RE2 has no look-ahead: the rule fits whatever the index takes for it.
  CHECK(fits("^/a(?!b)", true, "/ab"));
  CHECK_FALSE(fits("^/a(?!b)", true, "/x"));
}

TEST_CASE("what the parts of a pattern take stands in the target") {
  const auto target = [](PatternParts pattern, char const* to, char const* path) {
    Redirect rule;
    PatternCompiler().set(rule, std::move(pattern), to);
    return apply_pattern(rule, PathPattern(rule.from), PatternSubject(path, "")).value_or("-");
  };
  const auto vercel = [&](char const* source, char const* to, char const* path) {
    return target(*read_path_pattern(source), to, path);
  };
  CHECK(vercel("/a/:x*", "/b/:x*", "/a/1/2") == "/b/1/2");
  CHECK(vercel("/a/:x*", "/b/:x*", "/a") == "/b/");
  CHECK(vercel("/a/:x/(.*)", "/b/:x/$2", "/a/1/2/3") == "/b/1/2/3");
  CHECK(vercel("/:a-:b.html", "/x/:b?a=:a", "/1-2.html") == "/x/2?a=1");
  CHECK(vercel("/p/:id", "https://h:8080/:id", "/p/7") == "https://h:8080/7");
  CHECK(vercel("/q/:x", "/q2/:x", "/q/a%2Fb%20c") == "/q2/a%2Fb%20c");
  CHECK(target(read_regular_expression("^/u/(?P<id>\\d+)", true), "/v/:id/:1", "/u/7") == "/v/7/7");
  // What is not known is answered by someone.
  CHECK(vercel("/a/:x(b(?=c).*)", "/b/:x", "/a/bc") == "/__/");
  CHECK(vercel("/a/(b(?=c).*)", "/b/$1", "/a/bc") == "/__/");
  CHECK(vercel("/a/(b(?=c).*)", "/b", "/a/bc") == "/b");
}

TEST_CASE("so many expressions decide on a path, and those beyond it fit") {
  const auto file = [](int rules, std::string const& text) {
    std::string json = R"({"rewrites": [)";
    for (int i = 1; i <= rules; ++i) {
      const std::string source = "/(.*)" + text + "(q{" + std::to_string(i) + "}.*)";
      json += (i == 1 ? "" : ",") + (R"({"source": ")" + source + R"(", "destination": "/to"})");
    }
    return Redirects(json + "]}", "", RedirectSyntax::vercel_json);
  };
  const auto to = [](Redirects const& redirects, std::string const& path) {
    const auto found = redirects.apply(path, "", RedirectTurn::after_files);
    return found ? found->to : "-";
  };
  CHECK(to(file(64, "text"), "/a-text-b") == "-");
  CHECK(to(file(64, "text"), "/a-textq") == "/to");
  CHECK(to(file(65, "text"), "/a-text-b") == "/__/");
  // A text that the path does not have decides at once.
  CHECK(to(file(500, "other"), "/a-text-b") == "-");
}

TEST_CASE("patterns are read in time and memory that their length bounds") {
  const std::size_t length = 200'000;
  const auto repeated = [](std::string const& part, std::size_t bytes) {
    std::string text = "/";
    while (text.size() < bytes) text += part;
    return text;
  };
  for (char const* part :
       {"!(a)", "@(", "{", "{a,", "(", "[", "**/", ":a", "\\", "*(a|", "/!(b)c"}) {
    CAPTURE(part);
    for (ReadPattern read : {ReadPattern(read_glob), ReadPattern(read_path_pattern)}) {
      auto parts = read(repeated(part, length));
      if (!parts) continue;
      CHECK(parts->from.size() <= 3 * length);
      CHECK(parts->exact.expression.size() <= 20 * length);
      Redirect rule;
      PatternCompiler().set(rule, std::move(*parts), "/to");
      CHECK(rule.expression == nullptr);
    }
  }
}

}  // namespace hrefkit::site
