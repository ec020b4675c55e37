#include "hrefkit/site/check.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "c/c_support.h"
#include "support/temporary_folder.h"
#include "support/wrong_settings.h"

namespace hrefkit::test {

namespace {

hrefkit_check_options check_options() {
  return HREFKIT_CHECK_OPTIONS_INIT;
}

/// What the callbacks of one check heard.
struct CheckHeard {
  int answer = 0;
  std::vector<std::string> findings = {};
  std::vector<std::string> troubles = {};
  int polls = 0;
};

int take_finding(void* user, hrefkit_finding const* finding) {
  CheckHeard& heard = *static_cast<CheckHeard*>(user);
  heard.findings.push_back(text(finding->rule) + ' ' + text(finding->severity) + ' ' +
                           text(finding->file) + ':' + std::to_string(finding->line) + ':' +
                           std::to_string(finding->column) + ' ' + text(finding->element) + '[' +
                           text(finding->attribute) + "] " + text(finding->raw) + " -> " +
                           text(finding->url) + ' ' + text(finding->target) + ' ' +
                           text(finding->suggestion) + ' ' + text(finding->message) + ' ' +
                           std::to_string(finding->offset) + '+' + std::to_string(finding->length));
  return heard.answer;
}

int take_trouble(void* user, hrefkit_view path, hrefkit_view why) {
  static_cast<CheckHeard*>(user)->troubles.push_back(text(path) + ": " + text(why));
  return static_cast<CheckHeard*>(user)->answer;
}

/// The rows of C++, as `take_finding` writes them.
std::vector<std::string> findings_of(char const* folder) {
  const auto site = site::Site::read({.root = folder});
  REQUIRE(site);
  CheckHeard heard;
  const auto take = [&](site::Finding const& finding) {
    hrefkit_finding row{};
    row.rule = view(name(finding.rule));
    row.severity = view(name(finding.severity));
    row.file = view(finding.file);
    row.line = finding.line;
    row.column = finding.column;
    row.element = view(finding.element);
    row.attribute = view(finding.attribute);
    row.raw = view(finding.raw);
    if (finding.url) row.url = view(*finding.url);
    if (finding.target) row.target = view(*finding.target);
    if (finding.suggestion) row.suggestion = view(*finding.suggestion);
    row.message = view(finding.message);
    row.offset = finding.offset;
    row.length = finding.length;
    return take_finding(&heard, &row) == 0;
  };
  check(*site, {}, {.finding = take});
  return heard.findings;
}

TEST_CASE("C: a check finds what it finds in C++") {
  char const* const folder = HREFKIT_SOURCE_DIR "/samples/broken-site";
  for (const std::uint32_t threads : {0U, 1U, 4U}) {
    CheckHeard heard;
    hrefkit_check_options options = check_options();
    options.threads = threads;
    options.finding = take_finding;
    options.trouble = take_trouble;
    options.user = &heard;
    hrefkit_check_summary summary = HREFKIT_CHECK_SUMMARY_INIT;
    hrefkit_error error = HREFKIT_ERROR_INIT;
    REQUIRE(hrefkit_check(hrefkit_text(folder), &options, &summary, &error) == HREFKIT_OK);
    CHECK(heard.findings == findings_of(folder));
    CHECK(!heard.findings.empty());
    CHECK(summary.errors + summary.warnings <= heard.findings.size());
    CHECK(summary.links ==
          summary.fine + summary.found + summary.external + summary.ignored + summary.not_judged);
    CHECK((summary.failed == 0 && summary.stopped == 0));
  }
}

TEST_CASE("C: what repairs a finding") {
  const TemporaryFolder folder;
  folder.write("s/Guide.html", "");
  folder.write("s/a.html", "<a href=guide.html><a href=gone.html>");
  std::string fixes;
  hrefkit_check_options options = check_options();
  options.user = &fixes;
  options.finding = [](void* user, hrefkit_finding const* finding) {
    *static_cast<std::string*>(user) +=
        std::to_string(finding->fix_offset) + '+' + std::to_string(finding->fix_length) + ' ' +
        (finding->fix_value.data == nullptr ? "-" : text(finding->fix_value)) + ';';
    return 0;
  };
  hrefkit_error error = HREFKIT_ERROR_INIT;
  REQUIRE(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
  CHECK(fixes == "8+10 Guide.html;0+0 -;");
  // A program that was made before does not pay for it.
  options.finding_size = offsetof(hrefkit_finding, fix_value);
  options.user = &(fixes = "");
  options.finding = [](void* user, hrefkit_finding const* finding) {
    *static_cast<std::string*>(user) += text(finding->raw) + ';';
    return 0;
  };
  REQUIRE(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
  CHECK(fixes == "guide.html;gone.html;");
}

TEST_CASE("C: the options of a check") {
  const TemporaryFolder folder;
  folder.write("s/start.html", "<a href=gone><a href=page><a href=https://b.example/x><a href=d/>");
  folder.write("s/page.html", "");
  folder.write("s/d/start.html", "<a href=lost>");
  folder.write("s/.h/p.html", "<a href=hidden>");
  const auto run = [](auto change) {
    CheckHeard heard;
    hrefkit_check_options options = check_options();
    options.finding = take_finding;
    options.user = &heard;
    change(options);
    hrefkit_error error = HREFKIT_ERROR_INIT;
    CHECK(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
    CHECK(std::string(error.message) == "");
    std::string rules;
    for (std::string const& found : heard.findings)
      rules += found.substr(0, found.find(" -> ")) + ";";
    return rules;
  };
  const hrefkit_view index = hrefkit_text("start.html");
  const hrefkit_view extension = hrefkit_text(".html");
  CHECK(run([](auto&) {}) ==
        "missing-file error s/d/start.html:1:9 a[href] lost;"
        "missing-file error s/start.html:1:9 a[href] gone;"
        "missing-file error s/start.html:1:22 a[href] page;"
        "missing-index error s/start.html:1:63 a[href] d/;");
  CHECK(run([&](auto& options) {
          options.index = &index;
          options.index_count = 1;
          options.extensions = &extension;
          options.extension_count = 1;
          options.flags = HREFKIT_CHECK_HIDDEN;
        }) ==
        "missing-file error s/.h/p.html:1:9 a[href] hidden;"
        "missing-file error s/d/start.html:1:9 a[href] lost;"
        "missing-file error s/start.html:1:9 a[href] gone;");
  const hrefkit_pair rules[] = {{view("missing-file"), view("off")},
                                {view("missing-index"), view("note")}};
  CHECK(run([&](auto& options) {
          options.rules = rules;
          options.rule_count = 2;
          options.flags = HREFKIT_CHECK_LIST_EXTERNAL;
        }) ==
        "external note s/start.html:1:35 a[href] https://b.example/x;"
        "missing-index note s/start.html:1:63 a[href] d/;");
  const hrefkit_pair settings[] = {{view("include-path"), view("d")},
                                   {view("external"), view("list")}};
  CHECK(run([&](auto& options) {
          options.settings = settings;
          options.setting_count = 2;
        }) == "missing-file error s/d/start.html:1:9 a[href] lost;");
  CHECK(run([](auto& options) {
          options.exclude = [](void*, hrefkit_view url) {
            return text(url).find("lost") == std::string::npos ? 0 : 1;
          };
        }).find("lost") == std::string::npos);
}

TEST_CASE("C: settings of a check are options of the command by their long names") {
  const TemporaryFolder folder;
  folder.write("s/index.html",
               "<a href=/about>1</a><a href=/old>2</a><a href=/api/x.html>3</a>"
               "<a href=page.php#no>4</a><img data-src=lost.png><a href=icons.x#no>5</a>");
  folder.write("s/about.html", "<meta charset=utf-8>");
  folder.write("s/page.php", "<meta charset=utf-8>");
  folder.write("s/icons.x", "<svg xmlns='http://www.w3.org/2000/svg'/>");
  folder.write("api/x.html", "<meta charset=utf-8>");
  folder.write("more", "/old /about.html\n");
  folder.write("kept", "/gone.html\n");
  folder.write("s/alone.txt", "");
  const auto found = [&](std::vector<std::pair<std::string, std::string>> const& given) {
    std::vector<hrefkit_pair> settings;
    for (auto const& [name, value] : given) settings.push_back({view(name), view(value)});
    hrefkit_check_options options = check_options();
    options.settings = settings.data();
    options.setting_count = settings.size();
    std::string rows;
    options.user = &rows;
    options.finding = [](void* user, hrefkit_finding const* finding) {
      *static_cast<std::string*>(user) += text(finding->rule) + ' ' + text(finding->raw) + ';';
      return 0;
    };
    hrefkit_error error = HREFKIT_ERROR_INIT;
    CAPTURE(error.message);
    CHECK(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
    return rows;
  };
  const std::string about = "missing-file /about;";
  const std::string old = "missing-file /old;";
  const std::string api = "missing-file /api/x.html;";
  CHECK(found({}) == about + old + api);
  CHECK(found({{"host", "netlify"}}) == old + api);
  CHECK(found({{"extensions", "html"}}) == old + api);
  CHECK(found({{"redirects", "more"}}) == about + api);
  CHECK(found({{"mount", "/api=api"}}) == about + old);
  CHECK(found({{"attribute", "img[data-src]=url"}}) ==
        about + old + api + "missing-file lost.png;");
  CHECK(found({{"ext", "php=html"}}) == about + old + api + "missing-fragment page.php#no;");
  CHECK(found({{"ext", "x=svg"}}) == about + old + api + "missing-fragment icons.x#no;");
  CHECK(found({{"keep-urls", "kept"}, {"orphans", "false"}}) ==
        about + old + api + "removed-url /gone.html;");
  CHECK(found({{"orphans", "true"}, {"host", "netlify"}}).find("orphan-file") != std::string::npos);
  // A folder without a page, where that is allowed.
  folder.write("empty/x.txt", "");
  hrefkit_error error = HREFKIT_ERROR_INIT;
  hrefkit_check_options options = check_options();
  CHECK(hrefkit_check(view("empty"), &options, nullptr, &error) == HREFKIT_E_EMPTY);
  const hrefkit_pair allowed{view("allow-empty"), view("true")};
  options.settings = &allowed;
  options.setting_count = 1;
  CHECK(hrefkit_check(view("empty"), &options, nullptr, &error) == HREFKIT_OK);
  for (auto const& [name, value] :
       std::vector<std::pair<char const*, char const*>>{{"mount", "api=api"},
                                                        {"mount", "/=api"},
                                                        {"ext", "php"},
                                                        {"ext", "php=no"},
                                                        {"attribute", "img[src]=url"},
                                                        {"orphans", "yes"},
                                                        {"also", "no"},
                                                        {"external", "check"},
                                                        {"watch", "true"},
                                                        {"index", "a/b"}}) {
    CAPTURE(name, value);
    const hrefkit_pair pair{hrefkit_text(name), hrefkit_text(value)};
    options.settings = &pair;
    CHECK(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_E_ARGUMENT);
  }
}

TEST_CASE("C: findings have their places in the sources") {
  const TemporaryFolder folder;
  const std::string prose =
      "To set the program up, fetch it, unpack it, and put it where your shell finds programs. ";
  folder.write("docs/guide.md", "# Guide\n\n" + prose + "\nSee [x](gone.md).\n");
  folder.write("public/guide.html",
               "<main><p>" + prose + "See <a href=\"gone.html\">x</a>.</main>");
  folder.write("public/other.html", "<a href=\"none.html\">y</a><a href=guide.html>z</a>");
  const hrefkit_pair setting{view("sources"), view("docs")};
  hrefkit_check_options options = check_options();
  options.settings = &setting;
  options.setting_count = 1;
  std::string places;
  options.user = &places;
  options.finding = [](void* user, hrefkit_finding const* finding) {
    *static_cast<std::string*>(user) += text(finding->raw) + ' ' + text(finding->source_file) +
                                        ':' + std::to_string(finding->source_file_line) + ':' +
                                        std::to_string(finding->source_file_column) + ' ' +
                                        std::to_string(finding->source_file_offset) + '+' +
                                        std::to_string(finding->source_file_length) + ';';
    return 0;
  };
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(hrefkit_check(view("public"), &options, nullptr, &error) == HREFKIT_OK);
  CHECK(places == "gone.html docs/guide.md:4:9 106+7;none.html (absent):0:0 0+0;");
  const hrefkit_pair wrong{view("sources"), view("nowhere")};
  options.settings = &wrong;
  CHECK(hrefkit_check(view("public"), &options, nullptr, &error) != HREFKIT_OK);
  CHECK(std::string_view(error.message).find("nowhere does not exist") != std::string_view::npos);
}

TEST_CASE("C: callbacks that end a check") {
  char const* const folder = HREFKIT_SOURCE_DIR "/samples/broken-site";
  hrefkit_error error = HREFKIT_ERROR_INIT;
  for (const int answer : {2, -2}) {
    for (const std::uint32_t threads : {1U, 3U}) {
      const hrefkit_status wanted = answer > 0 ? HREFKIT_STOPPED : HREFKIT_E_CALLBACK;
      CheckHeard heard{.answer = answer};
      hrefkit_check_options options = check_options();
      options.threads = threads;
      options.user = &heard;
      options.finding = take_finding;
      hrefkit_check_summary summary = HREFKIT_CHECK_SUMMARY_INIT;
      CHECK(hrefkit_check(hrefkit_text(folder), &options, &summary, &error) == wanted);
      CHECK(heard.findings.size() == 1);
      CHECK(summary.stopped == 1);
      options.finding = nullptr;
      options.poll = [](void* user) {
        CheckHeard& told = *static_cast<CheckHeard*>(user);
        ++told.polls;
        return told.answer;
      };
      CHECK(hrefkit_check(hrefkit_text(folder), &options, &summary, &error) == wanted);
      CHECK(heard.polls == 1);
      CHECK(summary.stopped == 1);
      CHECK(error.detail == (answer < 0 ? answer : 0));
    }
  }
  CheckHeard heard;
  hrefkit_check_options options = check_options();
  options.exclude = [](void*, hrefkit_view) { return -5; };
  options.user = &heard;
  CHECK(hrefkit_check(hrefkit_text(folder), &options, nullptr, &error) == HREFKIT_E_CALLBACK);
  CHECK(error.detail == -5);
}

/// A web of the test, which `fetch_page` asks.
struct FetchHeard : CheckHeard {
  std::vector<std::string> requests = {};
  std::vector<std::string> answers = {};
  int fetch_answer = 0;
};

int fetch_page(void* user, hrefkit_request const* request, hrefkit_answer* answer) {
  FetchHeard& heard = *static_cast<FetchHeard*>(user);
  const std::string url = text(request->url);
  heard.requests.push_back(text(request->method) + ' ' + url + ' ' +
                           std::to_string(request->wants_body));
  for (std::size_t i = 0; i < request->header_count; ++i) {
    if (text(request->headers[i].from) == "X-Test") heard.answers.push_back("header");
  }
  const hrefkit_pair html{view("Content-Type"), view("text/html")};
  const hrefkit_pair location{view("Location"), view("/page")};
  if (url == "https://a.example/page") {
    const int wants = hrefkit_answer_head(answer, 200, &html, 1);
    if (wants == 1) hrefkit_answer_body(answer, "<p id=a><p id=b>", 16);
  } else if (url == "https://a.example/old") {
    hrefkit_answer_head(answer, 301, &location, 1);
  } else if (url == "https://b.example/") {
    hrefkit_answer_fail(answer, view("tls-host"));
  } else {
    hrefkit_answer_head(answer, 404, nullptr, 0);
  }
  return heard.fetch_answer;
}

int take_answer(void* user, hrefkit_finding const* finding) {
  static_cast<FetchHeard*>(user)->findings.push_back(
      text(finding->rule) + ' ' + text(finding->raw) + ' ' + std::to_string(finding->status) + ' ' +
      text(finding->reason) + ' ' + text(finding->final_url));
  return 0;
}

/// Answers in every wrong way, by the host of the URL.
int fetch_wrongly(void*, hrefkit_request const* request, hrefkit_answer* answer) {
  const std::string url = text(request->url);
  const hrefkit_pair html{view("Content-Type"), view("text/html")};
  const auto is = [&](char const* host) { return url.find(host) != std::string::npos; };
  if (is("//silent.")) return 0;
  if (is("//body-first.")) {
    CHECK(hrefkit_answer_body(answer, "<p id=a>", 8) == 0);
    return 0;
  }
  if (is("//status.")) {
    for (const std::int32_t status : {-1, 0, 100, 199, 1000}) {
      CHECK(hrefkit_answer_head(answer, status, &html, 1) == 0);
    }
    return 0;
  }
  if (is("//fields.")) {
    const std::string huge(400'000, 'x');
    const hrefkit_pair field{view("X"), {huge.data(), huge.size()}};
    CHECK(hrefkit_answer_head(answer, 200, &field, 1) == 0);
    return 0;
  }
  if (is("//failed.")) {
    hrefkit_answer_fail(answer, view("timeout"));
    hrefkit_answer_fail(answer, view("dns"));
    CHECK(hrefkit_answer_head(answer, 200, &html, 1) == 0);
    CHECK(hrefkit_answer_body(answer, "x", 1) == 0);
    return 0;
  }
  if (is("//word.")) {
    hrefkit_answer_fail(answer, view("no such word"));
    return 0;
  }
  // A second head, null pointers, and the function of another callback.
  CHECK(hrefkit_answer_head(answer, 200, nullptr, 1) == 0);
  hrefkit_answer_head(answer, 404, &html, 1);
  CHECK(hrefkit_answer_head(answer, 200, &html, 1) == 0);
  CHECK(hrefkit_answer_body(answer, nullptr, 1) == 0);
  CHECK(hrefkit_answer_body(nullptr, "x", 1) == 0);
  CHECK(hrefkit_answer_head(nullptr, 200, &html, 1) == 0);
  hrefkit_answer_fail(nullptr, view("dns"));
  CHECK(hrefkit_answer_set(answer, view("https://a.example/")) == HREFKIT_E_ARGUMENT);
  return 0;
}

TEST_CASE("C: a fetcher that answers wrongly has an answer") {
  const TemporaryFolder folder;
  std::string page;
  for (char const* host : {"silent", "body-first", "status", "fields", "failed", "word", "twice"}) {
    page += std::string("<a href=https://") + host + ".example/>x</a>";
  }
  folder.write("s/a.html", page);
  FetchHeard heard;
  hrefkit_check_options options = check_options();
  const hrefkit_pair settings[] = {
      {view("external"), view("check")}, {view("delay"), view("0")}, {view("retries"), view("0")}};
  options.settings = settings;
  options.setting_count = 3;
  options.finding = take_answer;
  options.fetch = fetch_wrongly;
  options.user = &heard;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  REQUIRE(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
  CHECK(heard.findings ==
        std::vector<std::string>{"external-broken https://silent.example/ 0 empty (absent)",
                                 "external-broken https://body-first.example/ 0 empty (absent)",
                                 "external-broken https://status.example/ 0 protocol (absent)",
                                 "external-broken https://fields.example/ 0 protocol (absent)",
                                 "external-timeout https://failed.example/ 0 timeout (absent)",
                                 "external-broken https://word.example/ 0 protocol (absent)",
                                 "external-broken https://twice.example/ 404 status (absent)"});
}

TEST_CASE("C: the answer for a link takes no answer to a request") {
  const std::string page = "<a href=a>x</a>";
  hrefkit_rewrite_options options = HREFKIT_REWRITE_OPTIONS_INIT;
  int calls = 0;
  options.user = &calls;
  options.map_url = [](void* user, hrefkit_link const*, hrefkit_answer* answer) {
    ++*static_cast<int*>(user);
    CHECK(hrefkit_answer_head(answer, 200, nullptr, 0) == 0);
    CHECK(hrefkit_answer_body(answer, "x", 1) == 0);
    hrefkit_answer_fail(answer, view("dns"));
    return 0;
  };
  hrefkit_rewritten* rewritten = nullptr;
  CHECK(hrefkit_rewrite(page.data(), page.size(), view("https://a.example/"), &options, &rewritten,
                        nullptr) == HREFKIT_OK);
  hrefkit_rewritten_free(rewritten);
  CHECK(calls > 0);
}

TEST_CASE("C: a program's fetcher asks for links to other sites") {
  const TemporaryFolder folder;
  folder.write("s/a.html",
               "<a href=https://a.example/old#b>x</a><a href=https://a.example/page#c>x</a>"
               "<a href=https://b.example/>x</a><a href=https://c.example/>x</a>");
  FetchHeard heard;
  hrefkit_check_options options = check_options();
  const hrefkit_pair settings[] = {{view("external"), view("check")},
                                   {view("delay"), view("0")},
                                   {view("retry-wait"), view("0")},
                                   {view("header"), view("X-Test: 1")},
                                   {view("accept"), view("200-299")}};
  options.settings = settings;
  options.setting_count = 5;
  options.finding = take_answer;
  options.fetch = fetch_page;
  options.user = &heard;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  REQUIRE(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
  CHECK(heard.findings ==
        std::vector<std::string>{
            "external-redirected https://a.example/old#b 200  https://a.example/page",
            "external-fragment https://a.example/page#c 200  (absent)",
            "external-tls https://b.example/ 0 tls-host (absent)",
            "external-broken https://c.example/ 404 status (absent)"});
  CHECK(heard.requests.front().starts_with("GET https://a.example/"));
  CHECK(!heard.answers.empty());
  // An answer of the callback ends the check.
  for (const int answer : {3, -3}) {
    heard.fetch_answer = answer;
    CHECK(hrefkit_check(view("s"), &options, nullptr, &error) ==
          (answer > 0 ? HREFKIT_STOPPED : HREFKIT_E_CALLBACK));
  }
  // Findings of the size without answers.
  heard = {};
  options.finding_size = offsetof(hrefkit_finding, reason);
  options.finding = [](void* user, hrefkit_finding const* finding) {
    static_cast<FetchHeard*>(user)->findings.push_back(text(finding->rule));
    return 0;
  };
  CHECK(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_OK);
  CHECK(heard.findings.size() == 4);
  for (hrefkit_pair const& wrong : std::vector<hrefkit_pair>{{view("accept"), view("x")},
                                                             {view("delay"), view("-1")},
                                                             {view("retries"), view("x")},
                                                             {view("header"), view("x")},
                                                             {view("method"), view("post")},
                                                             {view("max-body"), view("0")},
                                                             {view("cache"), view("c")}}) {
    options.settings = &wrong;
    options.setting_count = 1;
    CHECK(hrefkit_check(view("s"), &options, nullptr, &error) == HREFKIT_E_ARGUMENT);
  }
  CHECK(hrefkit_answer_head(nullptr, 200, nullptr, 0) == 0);
  CHECK(hrefkit_answer_body(nullptr, "x", 1) == 0);
  hrefkit_answer_fail(nullptr, view("dns"));
}

/// The answer of one check with one setting: the message, "" for none.
std::string message_of(std::string_view name, std::string_view value) {
  const hrefkit_pair pair{view(name), view(value)};
  hrefkit_check_options options = check_options();
  options.settings = &pair;
  options.setting_count = 1;
  options.fetch = fetch_page;
  FetchHeard heard;
  options.user = &heard;
  hrefkit_error error = HREFKIT_ERROR_INIT;
  const hrefkit_status status = hrefkit_check(view("s"), &options, nullptr, &error);
  CHECK(status == (error.message[0] == 0 ? HREFKIT_OK : HREFKIT_E_ARGUMENT));
  return error.message;
}

TEST_CASE("C: a wrong setting has the message of the command") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "");
  const auto cases = wrong_settings();
  REQUIRE(cases.size() > 40);
  for (WrongSetting const& wrong : cases) {
    CAPTURE(wrong.name, wrong.written);
    CHECK(message_of(wrong.name, wrong.text) == wrong.name + ": " + wrong.message);
  }
  for (const std::string flag : {"hidden", "insecure", "orphans", "as-files", "allow-empty"}) {
    CHECK(message_of(flag, "true") == "");
    CHECK(message_of(flag, "yes") == flag + ": 'yes' is neither true nor false");
  }
  for (const std::string name : {"cache", "include-url", "exclude-url", "watch", ""}) {
    CHECK(message_of(name, "x") == name + ": there is no such setting");
  }
  CHECK(message_of("keep-urls", std::string_view("a\0b", 3)) == "keep-urls: it has a zero byte");
}

/// A live site: its start has a page below it, and a link to nothing.
int fetch_site(void* user, hrefkit_request const* request, hrefkit_answer* answer) {
  FetchHeard& heard = *static_cast<FetchHeard*>(user);
  const std::string url = text(request->url);
  heard.requests.push_back(url);
  const hrefkit_pair html{view("Content-Type"), view("text/html")};
  const std::string page = url.ends_with("/docs/")  ? "<a href=page>x</a><a href=gone>x</a>"
                           : url.ends_with("/page") ? "<a href=./#no>x</a>"
                                                    : "";
  hrefkit_answer_head(answer, page.empty() ? 404 : 200, &html, 1);
  if (request->wants_body != 0) hrefkit_answer_body(answer, page.data(), page.size());
  return heard.fetch_answer;
}

TEST_CASE("C: a live site is crawled by the program's fetcher") {
  FetchHeard heard;
  std::vector<hrefkit_pair> settings{{view("delay"), view("0")}, {view("retries"), view("0")}};
  const auto run = [&](std::string_view start, hrefkit_error& error) {
    hrefkit_check_options options = check_options();
    options.settings = settings.data();
    options.setting_count = settings.size();
    options.finding = [](void* user, hrefkit_finding const* finding) {
      static_cast<FetchHeard*>(user)->findings.push_back(
          text(finding->rule) + ' ' + text(finding->file) + ' ' + text(finding->raw));
      return 0;
    };
    options.fetch = heard.answer < 0 ? nullptr : fetch_site;
    options.user = &heard;
    return hrefkit_check(view(start), &options, nullptr, &error);
  };
  hrefkit_error error = HREFKIT_ERROR_INIT;
  char const* const start = "https://a.example/docs/";
  REQUIRE(run(start, error) == HREFKIT_OK);
  CHECK(heard.findings ==
        std::vector<std::string>{"missing-file https://a.example/docs/ gone",
                                 "missing-fragment https://a.example/docs/page ./#no"});
  // A limit of the crawl.
  heard = {};
  settings.push_back({view("depth"), view("0")});
  REQUIRE(run(start, error) == HREFKIT_OK);
  CHECK(heard.findings == std::vector<std::string>{"missing-file https://a.example/docs/ gone"});
  settings.pop_back();
  // What is for folders, a start that does not answer, a fetcher that ends the check, and none.
  settings.push_back({view("host"), view("netlify")});
  CHECK(run(start, error) == HREFKIT_E_ARGUMENT);
  CHECK(std::string(error.message) ==
        "host: is for folders, and https://a.example/docs/ is a live site");
  settings.pop_back();
  CHECK(run("https://a.example/nothing", error) == HREFKIT_E_IO);
  CHECK(run("https://a b/", error) == HREFKIT_E_URL);
  heard.fetch_answer = 4;
  CHECK(run(start, error) == HREFKIT_STOPPED);
  heard.answer = -1;
  CHECK(run(start, error) == HREFKIT_E_ARGUMENT);
  CHECK(std::string(error.message) == "folder: to check a live site, 'fetch' must be given");
}

TEST_CASE("C: an answer that takes longer than timeout counts as a time-out") {
  const TemporaryFolder folder;
  folder.write("s/a.html", "<a href=https://slow.example/>x</a>");
  const auto found = [&](char const* timeout) {
    const hrefkit_pair settings[] = {{view("external"), view("check")},
                                     {view("delay"), view("0")},
                                     {view("retries"), view("0")},
                                     {view("timeout"), hrefkit_text(timeout)}};
    hrefkit_check_options options = check_options();
    options.settings = settings;
    options.setting_count = 4;
    FetchHeard heard;
    options.user = &heard;
    options.finding = take_answer;
    options.fetch = [](void*, hrefkit_request const*, hrefkit_answer* answer) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      hrefkit_answer_head(answer, 404, nullptr, 0);
      return 0;
    };
    CHECK(hrefkit_check(view("s"), &options, nullptr, nullptr) == HREFKIT_OK);
    return heard.findings;
  };
  CHECK(found("0.001") ==
        std::vector<std::string>{"external-timeout https://slow.example/ 0 timeout (absent)"});
  CHECK(found("1000") ==
        std::vector<std::string>{"external-broken https://slow.example/ 404 status (absent)"});
}

TEST_CASE("C: checks that are refused") {
  const TemporaryFolder folder;
  folder.write("none/a.txt", "");
  hrefkit_error error = HREFKIT_ERROR_INIT;
  CHECK(hrefkit_check(view("no-such"), nullptr, nullptr, &error) == HREFKIT_E_IO);
  CHECK(error.detail == ENOENT);
  CHECK(hrefkit_check(view("none"), nullptr, nullptr, &error) == HREFKIT_E_EMPTY);
  CHECK(hrefkit_check(absent, nullptr, nullptr, &error) == HREFKIT_E_ARGUMENT);
  CHECK(hrefkit_check(view(std::string_view("a\0b", 3)), nullptr, nullptr, &error) ==
        HREFKIT_E_ARGUMENT);
  hrefkit_check_summary summary = HREFKIT_CHECK_SUMMARY_INIT;
  summary.struct_size = 8;
  CHECK(hrefkit_check(view("none"), nullptr, &summary, &error) == HREFKIT_E_ARGUMENT);
  const auto refused = [&](auto change) {
    hrefkit_check_options options = check_options();
    options.finding = take_finding;
    change(options);
    return hrefkit_check(view("none"), &options, nullptr, &error);
  };
  static const hrefkit_pair bad_rule{view("no-such"), view("off")};
  static const hrefkit_pair bad_level{view("missing-file"), view("no-such")};
  static const hrefkit_pair host{view("host"), view("no-such")};
  static const hrefkit_pair fetch{view("external"), view("check")};
  static const hrefkit_view path = hrefkit_text("a/b");
  CHECK(refused([](auto& options) { options.rules = &bad_rule, options.rule_count = 1; }) ==
        HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.rules = &bad_level, options.rule_count = 1; }) ==
        HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.settings = &host, options.setting_count = 1; }) ==
        HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.settings = &fetch, options.setting_count = 1; }) ==
        HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.index = &path, options.index_count = 1; }) ==
        HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.flags = 8; }) == HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.finding_size = 8; }) == HREFKIT_E_ARGUMENT);
  CHECK(refused([](auto& options) { options.site_url = view("ftp://a/"); }) == HREFKIT_E_URL);
  CHECK(refused([](auto& options) { options.site_url = view("x"); }) == HREFKIT_E_URL);
}

}  // namespace

}  // namespace hrefkit::test
