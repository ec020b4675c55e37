#include "hrefkit/site/redirects/host_files.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

namespace hrefkit::site {

namespace {

/// What the rules make of a path: the target, or "-".
std::string answer(Redirects const& redirects, std::string const& path) {
  for (const RedirectTurn turn : {RedirectTurn::before_files, RedirectTurn::after_files}) {
    const auto found = redirects.apply(path, "", turn);
    if (!found) continue;
    const bool is_early = turn == RedirectTurn::before_files;
    return found->to + (is_early ? " early" : "");
  }
  return "-";
}

struct Request {
  std::string path;
  std::string answer;
};

void check(std::string const& file, RedirectSyntax syntax, std::vector<Request> const& requests) {
  const Redirects redirects(file, "", syntax);
  CHECK(redirects.fault().empty());
  for (auto const& [path, expected] : requests) {
    CAPTURE(path);
    CHECK(answer(redirects, path) == expected);
  }
}

}  // namespace

TEST_CASE("a file's name tells its syntax") {
  CHECK(redirect_syntax_of("_redirects") == RedirectSyntax::redirects);
  CHECK(redirect_syntax_of("netlify.toml") == RedirectSyntax::netlify_toml);
  CHECK(redirect_syntax_of("vercel.json") == RedirectSyntax::vercel_json);
  CHECK(redirect_syntax_of("firebase.json") == RedirectSyntax::firebase_json);
  CHECK(redirect_syntax_of("staticwebapp.config.json") == RedirectSyntax::azure_json);
  CHECK(redirect_syntax_of("my-rules.txt") == RedirectSyntax::redirects);
}

TEST_CASE("neighbours that are no entries are reported once") {
  const std::string list = R"([1, 2, "3", [4], {"source": "/a", "destination": "/b"}, {}, 5, 6])";
  for (const RedirectSyntax syntax : {RedirectSyntax::vercel_json, RedirectSyntax::firebase_json}) {
    const std::string lists = R"({"redirects": )" + list + R"(, "rewrites": )" + list + "}";
    const bool is_vercel = syntax == RedirectSyntax::vercel_json;
    const std::string file = is_vercel ? lists : R"({"hosting": )" + lists + "}";
    const Redirects redirects(file, "", syntax);
    CHECK(redirects.rules().size() == 2);
    std::vector<std::string> broken;
    for (const text::Span span : redirects.broken_lines()) broken.emplace_back(span.in(file));
    CHECK(broken == std::vector<std::string>{"1", "{}", "5", "1", "{}", "5"});
  }
}

// Netlify docs, "File-based configuration", redirects.
TEST_CASE("netlify.toml") {
  const std::string file =
      "# comment\n[build]\npublish = 'public'\n"
      "[[redirects]]\nfrom = \"/old/*\"\nto = '/new/:splat'\n"
      "[[redirects]]\nfrom = '/forced'\nto = '/x'\nstatus = 302\nforce = true\n"
      "[[redirects]]\nfrom = '/cond'\nto = '/at'\nconditions = {Country = ['AT']}\n"
      "[[redirects]]\nfrom = '/store'\nto = '/b/:id'\nquery = {id = ':id'}\n"
      "[[redirects]]\nfrom = '/proxy/*'\nto = 'https://api.example/:splat'\nstatus = 200\n"
      "[[redirects]]\nto = '/no-from'\n"
      "[[redirects]]\nfrom = '/*'\nto = '/404.html'\nstatus = 404\n";
  check(file, RedirectSyntax::netlify_toml,
        {
            {"/old/a/b", "/new/a/b"},
            {"/old", "/new/"},
            {"/forced", "/x early"},
            {"/cond", "/at"},
            {"/store", "/404.html"},
            {"/proxy/v1/x", "https://api.example/v1/x"},
            {"/else", "/404.html"},
        });
  const Redirects redirects(file, "", RedirectSyntax::netlify_toml);
  CHECK(redirects.apply("/store", "id=7", RedirectTurn::after_files)->to == "/b/7");
  REQUIRE(redirects.broken_lines().size() == 1);
  CHECK(redirects.rules()[0].target.in(file) == std::string_view("/new/:splat"));
  CHECK(redirects.rules()[2].conditional);
  CHECK(redirects.rules()[4].status == 200);
}

// Vercel docs, "Project configuration": redirects, rewrites, cleanUrls, trailingSlash.
TEST_CASE("vercel.json") {
  const std::string file = R"json({
    "cleanUrls": true, "trailingSlash": false,
    "redirects": [
      {"source": "/me", "destination": "/profile.html", "permanent": false},
      {"source": "/blog/:path*", "destination": "/news/:path*"},
      {"source": "/post/:slug(\\d{1,})", "destination": "/posts/:slug"},
      {"source": "/old/(.*)", "destination": "https://old.example/$1"},
      {"source": "/cond", "destination": "/x", "has": [{"type": "host", "value": "h"}]},
      {"source": "/broken"}
    ],
    "rewrites": [
      {"source": "/api/(.*)", "destination": "/api/index.js"},
      {"source": "/user/:id/:tab", "destination": "/u?id=:id&tab=:tab"}
    ]})json";
  check(file, RedirectSyntax::vercel_json,
        {
            {"/me", "/profile.html early"},
            {"/blog/a/b", "/news/a/b early"},
            {"/blog", "/news/ early"},
            {"/post/12", "/posts/12 early"},
            {"/old/a/b", "https://old.example/a/b early"},
            {"/cond", "/x"},
            {"/api/x", "/api/index.js"},
            {"/user/7/t", "/u?id=7&tab=t"},
            {"/user/7", "-"},
            {"/broken", "-"},
            {"/", "-"},
            {"/mee", "-"},
        });
  const Redirects redirects(file, "", RedirectSyntax::vercel_json);
  const HostFile read = read_host_file(file, RedirectSyntax::vercel_json);
  CHECK(read.settings.clean_urls == true);
  CHECK(read.settings.trailing_slash == false);
  CHECK(redirects.broken_lines().size() == 1);
  // What the host does itself comes first: it leaves out ".html", "index" and the last slash.
  std::vector<std::string> sources;
  for (Redirect const& rule : redirects.rules()) {
    if (!rule.own) sources.emplace_back(rule.target.in(file));
  }
  CHECK(sources.front() == "/profile.html");
  CHECK(redirects.rules().size() == sources.size() + 4);
}

// vercel/vercel, packages/routing-utils/src/superstatic.ts: convertCleanUrls, convertTrailingSlash.
TEST_CASE("vercel.json sends paths on before any rule") {
  const auto settings = [](std::string const& text) {
    return "{" + text + R"(, "rewrites": [{"source": "/a", "destination": "/x"}]})";
  };
  check(settings(R"("cleanUrls": true)"), RedirectSyntax::vercel_json,
        {{"/a", "/x"},
         {"/a.html", "/a early"},
         {"/a.html/", "/a early"},
         {"/index.html", "/ early"},
         {"/index", "/ early"},
         {"/b/index.html", "/b early"},
         {"/b/index/", "/b early"},
         {"/b/", "-"},
         {"/.well-known/x.html", "-"}});
  check(settings(R"("trailingSlash": true)"), RedirectSyntax::vercel_json,
        {{"/a", "/a/ early"},
         {"/a/", "-"},
         {"/a/b", "/a/b/ early"},
         {"/a/b.png", "-"},
         {"/a/b.png/", "/a/b.png early"},
         {"/", "-"},
         {"/.well-known/x", "-"}});
  check(settings(R"("trailingSlash": false)"), RedirectSyntax::vercel_json,
        {{"/a", "/x"}, {"/a/", "/a early"}, {"/a/b/", "/a/b early"}, {"/", "-"}});
  check(settings(R"("cleanUrls": true, "trailingSlash": true)"), RedirectSyntax::vercel_json,
        {{"/a.html", "/a/ early"}, {"/b/index.html", "/b/ early"}, {"/a", "/a/ early"}});
}

TEST_CASE("vercel.json: what a rule answers with, and how many there are") {
  const Redirects redirects(
      R"json({"redirects": [
        {"source": "/a", "destination": "/x"},
        {"source": "/b", "destination": "/x", "permanent": false},
        {"source": "/c", "destination": "/x", "statusCode": 301}],
      "rewrites": [
        {"source": "/d", "destination": "/x", "statusCode": 404},
        {"source": "/e", "destination": {"type": "service", "service": "s"}},
        {"source": 7, "destination": "/x"}, {"source": "/f", "destination": null}]})json",
      "", RedirectSyntax::vercel_json);
  std::vector<int> statuses;
  for (Redirect const& rule : redirects.rules()) statuses.push_back(rule.status);
  CHECK(statuses == std::vector<int>{308, 307, 301, 404, 200});
  CHECK(answer(redirects, "/e") == "/__/");
  CHECK(redirects.broken_lines().size() == 2);
  std::string many = R"({"redirects": [)";
  for (int i = 0; i < 2'051; ++i) {
    many += (i == 0 ? "" : ",") +
            (R"({"source": "/r)" + std::to_string(i) + R"(", "destination": "/"})");
  }
  const Redirects over(many + "]}", "", RedirectSyntax::vercel_json);
  CHECK(over.rules().size() == 2'048);
  REQUIRE(over.ignored_rules().size() == 1);
  CHECK(over.ignored_rules()[0].more == 2);
}

TEST_CASE("routes of vercel.json fit what their expressions fit") {
  check(R"json({"routes": [{"src": "/api/(?<x>\\d+)", "dest": "/api/x.js"},
          {"src": "^/a/.*$", "dest": "/a.js"}, {"handle": "filesystem"},
          {"source": "/b", "destination": "/c"}, {"src": "/none"}, {"src": 1, "dest": "/x"}, 7]})json",
        RedirectSyntax::vercel_json,
        {{"/api/7", "/__/ early"},
         {"/api/x", "-"},
         {"/a/b/c", "/__/ early"},
         {"/b", "/__/"},
         {"/none", "-"}});
}

TEST_CASE("routes of vercel.json count in their order, before and after the files") {
  const std::string file = R"json({"routes": [
      {"src": "/(.*)", "headers": {"x-a": "b"}, "continue": true},
      {"src": "/old/(.*)", "status": 308, "headers": {"Location": "/new/$1"}},
      {"src": "/private/.*", "status": 404}, {"handle": "filesystem"},
      {"src": "/app/.*", "dest": "/app.html"},
      {"src": "/(.*)", "status": 404, "dest": "/404.html"},
      {"handle": "miss"}, {"src": "/(.*)", "dest": "/x.js"}]})json";
  check(file, RedirectSyntax::vercel_json,
        {{"/old/a/b", "/new/a/b early"}, {"/private/a", " early"}, {"/app/x", "/__/"}, {"/y", ""}});
  const Redirects redirects(file, "", RedirectSyntax::vercel_json);
  std::string statuses;
  for (Redirect const& rule : redirects.rules()) statuses += std::to_string(rule.status) + " ";
  CHECK(statuses == "308 404 200 404 ");
}

// Firebase docs, "Configure Hosting behavior".
TEST_CASE("firebase.json") {
  const std::string file =
      "\xEF\xBB\xBF"
      R"json({"hosting": {
    "public": "public", "cleanUrls": true,
    "redirects": [
      {"source": "/foo", "destination": "/bar", "type": 301},
      {"source": "/foo2{,/**}", "destination": "/bar2", "type": 302},
      {"source": "/blog/:post*", "destination": "https://blog.example/:post", "type": 301},
      {"source": "/n/*/x", "destination": "/n/x", "type": 301},
      {"source": "/@(en|de)/a", "destination": "/a", "type": 301},
      {"regex": "/users/(?P<id>\\d+)/p", "destination": "/u/:id", "type": 301},
      {"destination": "/none"}
    ],
    "rewrites": [
      {"source": "/fn/**", "function": {"functionId": "f"}},
      {"source": "**", "destination": "/index.html"}
    ]}})json";
  check(file, RedirectSyntax::firebase_json,
        {
            {"/foo", "/bar early"},
            {"/foo2", "/bar2 early"},
            {"/foo2/a/b", "/bar2 early"},
            {"/foo3", "/index.html"},
            {"/blog/a/b", "https://blog.example/a/b early"},
            {"/n/q/x", "/n/x early"},
            {"/n/q/r/x", "/index.html"},
            {"/en/a", "/a early"},
            {"/de/a", "/a early"},
            {"/fr/a", "/index.html"},
            {"/users/7/p", "/u/7 early"},
            {"/users/x/p", "/index.html"},
            {"/fn/x", "/__/"},
        });
  const Redirects redirects(file, "", RedirectSyntax::firebase_json);
  CHECK(redirects.broken_lines().size() == 1);
  CHECK(redirects.rules()[0].target.in(file) == std::string_view("/bar"));
}

TEST_CASE("rules of netlify.toml have their places, many in one line too") {
  std::string file = "# \xC3\xA9\nredirects = [";
  std::vector<std::string> targets;
  for (int i = 0; i < 30'000; ++i) {
    targets.push_back("/\xE2\x82\xAC" + std::to_string(i));
    file += "{from = '/a', to = '" + targets.back() + "'}, ";
  }
  const Redirects redirects(file + "]\n", "", RedirectSyntax::netlify_toml);
  REQUIRE(redirects.rules().size() == targets.size());
  std::size_t right = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    right += redirects.rules()[i].target.in(file) == targets[i] ? 1 : 0;
  }
  CHECK(right == targets.size());
}

TEST_CASE("text that follows a part is no part of its name") {
  const std::string vercel = R"json({"redirects": [
      {"source": "/v(\\d+)docs", "destination": "/docs"},
      {"source": "/:id(\\d+)px", "destination": "/px/:id"},
      {"source": "/x\\*y\\:z\\.html", "destination": "/escaped"}
    ]})json";
  check(vercel, RedirectSyntax::vercel_json,
        {
            {"/v2docs", "/docs early"},
            {"/v2", "-"},
            {"/7px", "/px/7 early"},
            {"/7", "-"},
            {"/x*y:z.html", "/escaped early"},
            {"/x1y:z.html", "-"},
            {"/x*yz.html", "-"},
        });
  const std::string firebase = R"json({"hosting": {"redirects": [
      {"source": "/a/*old", "destination": "/new"},
      {"source": "/b/**/*2020", "destination": "/2020"}
    ]}})json";
  check(firebase, RedirectSyntax::firebase_json,
        {
            {"/a/the_old", "/new early"},
            {"/a/young", "-"},
            {"/b/c/in2020", "/2020 early"},
            {"/b/c/in2021", "-"},
        });
}

TEST_CASE("alternatives are written out within a bound") {
  const auto bytes = [](std::string const& source, int rules) {
    std::string file = R"({"hosting": {"redirects": [)";
    for (int i = 0; i < rules; ++i) {
      file += (i == 0 ? "" : ",") + (R"({"source": "/)" + source + R"(", "destination": "/x"})");
    }
    const Redirects redirects(file + "]}}", "", RedirectSyntax::firebase_json);
    std::size_t size = 0;
    for (Redirect const& rule : redirects.rules()) size += rule.from.size();
    CHECK(redirects.rules().size() >= static_cast<std::size_t>(rules));
    return std::pair(size, file.size());
  };
  std::string many = "{a";
  for (int i = 0; i < 2000; ++i) many += ",a";
  for (auto const& [source, rules] :
       {std::pair(many + '}' + std::string(4000, 'b'), 1),
        std::pair(std::string(4000, 'b') + "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", 50)}) {
    const auto [written, read] = bytes(source, rules);
    CHECK(written <= 300'000 + read);
  }
}

// Microsoft Learn, "Configure Azure Static Web Apps".
TEST_CASE("staticwebapp.config.json") {
  const std::string file = R"json({
    "routes": [
      {"route": "/old", "redirect": "/new", "statusCode": 301},
      {"route": "/away", "redirect": "https://h.example/"},
      {"route": "/calendar*", "rewrite": "calendar.html"},
      {"route": "/post", "methods": ["POST"], "redirect": "/never"},
      {"route": "/post", "methods": ["get"], "redirect": "/got"},
      {"route": "/gone", "statusCode": 404},
      {"route": "/private/*", "allowedRoles": ["authenticated"]},
      {"route": "/private/x", "redirect": "/never"},
      {"route": "/a/*/b", "rewrite": "/never"},
      {"redirect": "/no-route"}, 7
    ],
    "navigationFallback": {"rewrite": "index.html", "exclude": ["/css/*", "/i/*.{png,gif}", "/x/*/y", 1]},
    "responseOverrides": {"404": {"redirect": "/sorry"}, "401": {"redirect": "/login"}}})json";
  check(file, RedirectSyntax::azure_json,
        {
            {"/old", "/new early"},
            {"/old/", "/index.html"},
            {"/away", "https://h.example/ early"},
            {"/calendar/7", "/calendar.html early"},
            {"/post", "/got early"},
            {"/spa", "/index.html"},
            {"/css/x.css", "/sorry"},
            {"/css", "/sorry"},
            {"/i/x.png", "/sorry"},
            {"/i/x.svg", "/index.html"},
        });
  const Redirects redirects(file, "", RedirectSyntax::azure_json);
  const auto gone = redirects.apply("/gone", "", RedirectTurn::before_files);
  REQUIRE(gone);
  CHECK(redirects.rules()[gone->rule].status == 404);
  // The first route counts, though it says nothing of the path: the files do.
  const auto left = redirects.apply("/private/x", "", RedirectTurn::before_files);
  REQUIRE(left);
  CHECK(redirects.rules()[left->rule].forward);
  CHECK(answer(redirects, "/private/x") == " early");
  CHECK(redirects.broken_lines().size() == 2);
  std::vector<std::string> ignored;
  for (IgnoredRule const& rule : redirects.ignored_rules())
    ignored.emplace_back(rule.place.in(file));
  CHECK(ignored == std::vector<std::string>{"/a/*/b", "/x/*/y", "1"});
  const Redirects large("{" + std::string(20'480, ' ') + "}", "", RedirectSyntax::azure_json);
  CHECK(large.ignored_rules().size() == 1);
}

TEST_CASE("values of another type than the host takes are no rules, and no end") {
  for (char const* value :
       {"7", "null", "[]", "{}", "\"x\"", "[[{}]]", "{\"404\": 7, \"a\": [1]}"}) {
    for (char const* key : {"redirects", "rewrites", "routes", "hosting", "navigationFallback",
                            "responseOverrides", "cleanUrls", "trailingSlash"}) {
      for (const RedirectSyntax syntax :
           {RedirectSyntax::vercel_json, RedirectSyntax::firebase_json,
            RedirectSyntax::azure_json}) {
        const std::string text = "{\"" + std::string(key) + "\": " + value + "}";
        CAPTURE(text);
        const Redirects redirects(text, "", syntax);
        CHECK(redirects.fault().empty());
        CHECK(redirects.empty());
      }
    }
  }
}

TEST_CASE("a fault has its place") {
  const auto at = [](std::string const& bytes, RedirectSyntax syntax) {
    return Redirects(bytes, "", syntax).fault_offset();
  };
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(at("{\"redirects\": x}", RedirectSyntax::vercel_json) == 14);
  CHECK(at(mark + "{\r\n \"hosting\": }", RedirectSyntax::firebase_json) == 18);
  CHECK(at("{}}", RedirectSyntax::azure_json) == 2);
  CHECK(at("a = 1\nb = = 2\n", RedirectSyntax::netlify_toml) == 10);
}

TEST_CASE("a file that is no TOML or JSON is a fault, and no end") {
  const auto fault = [](std::string const& bytes, RedirectSyntax syntax) {
    const Redirects redirects(bytes, "", syntax);
    return std::string(redirects.fault());
  };
  CHECK(fault("[[redirects", RedirectSyntax::netlify_toml).starts_with("it is not TOML: "));
  CHECK(fault("{\"redirects\": [", RedirectSyntax::vercel_json) == "it is not JSON");
  CHECK(fault(std::string(100'000, '['), RedirectSyntax::vercel_json) == "it is not JSON");
  CHECK(fault("{}", RedirectSyntax::firebase_json).empty());
  CHECK(fault("[]", RedirectSyntax::vercel_json).empty());
  CHECK(fault("", RedirectSyntax::netlify_toml).empty());
  std::string key = "a";
  for (int i = 0; i < 100'000; ++i) key += ".a";
  CHECK(fault(key + " = 1", RedirectSyntax::netlify_toml) == "a key has too many parts");
  const std::string braces = R"({"hosting": {"redirects": [{"source": "/)" +
                             std::string(3000, '{') + "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}" +
                             R"(", "destination": "/x"}]}})";
  const Redirects many(braces, "", RedirectSyntax::firebase_json);
  CHECK(many.rules().size() <= 130);
}

}  // namespace hrefkit::site
