// Sites that move, rewritten once and once more: the second run, which reads each page at its old
// address, changes nothing.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/rewrite_policy.h"
#include "support/sanitized.h"

using namespace hrefkit;
using namespace hrefkit::site;

namespace {

using Rules = std::vector<std::pair<std::string, std::string>>;

std::vector<Rules> const all_rules{
    {{"https://h.example/a/d/", "https://h.example/a/n/m/"}},
    {{"https://h.example/a/d/", "https://h.example/n/"}},
    {{"https://h.example/", "https://h.example/docs/"}},
    {{"https://h.example/", "https://n.example/manual/"}},
    {{"https://h.example/", "https://n.example/"}},
    {{"https://h.example/a/", "https://h.example/"}},
    {{"https://h.example/a", "https://h.example/a/d/"}},
    {{"https://h.example/a/d/", "https://h.example/x/"},
     {"https://h.example/a/", "https://n.example/y/"}},
    {},
};

constexpr const char* references[] = {"",
                                      "#f",
                                      "?q",
                                      "x.html",
                                      "./x.html",
                                      "../x.html",
                                      "../../x",
                                      "../d/y",
                                      "../docs/a.html",
                                      "docs/a.html",
                                      "../../../a/d/z",
                                      "/x.html",
                                      "/a/d/y#f",
                                      "/docs/a.html",
                                      "/manual/x",
                                      "/a/d/p.html",
                                      "p.html#g",
                                      "//h.example/a/d/y",
                                      "//n.example/x",
                                      "https://h.example/a/d/p.html",
                                      "https://n.example/manual/x",
                                      "d:e/f",
                                      "../n/m/x"};

std::string page_with(std::string const& head) {
  std::string page = head;
  for (const char* reference : references) {
    for (const char* tag : {"a href", "link rel=canonical href", "img src"}) {
      page += std::string("<") + tag + "='" + reference + "'>";
    }
    page += std::string("<p style='a:url(") + reference + ")'>";
  }
  return page +
         "<svg><use href='/a/d/p.html#g'/></svg><iframe srcdoc='<a href=../y>'></iframe>"
         "<iframe srcdoc='<base href=../d/><a href=y><a href=/a/d/z>'></iframe>";
}

struct Run {
  RewritePolicy policy;
  html::RewriteOptions options{.file_stays = true};

  std::string operator()(std::string const& page) const {
    const auto after =
        html::rewrite(page, options, [this](html::LinkTarget& target) { policy.apply(target); });
    INFO((after ? std::string() : after.error().message));
    CHECK(after.has_value());
    return after && after->changed ? after->bytes : page;
  }
};

void check_heads(Run const& run) {
  for (const char* head :
       {"", "<base href=/a/d/>", "<base href=../d/e/>", "<base href=sub/>", "<base href=/a/d/y>",
        "<base href=https://n.example/x/>", "<div xml:base=../w/>"}) {
    INFO(head);
    const std::string once = run(page_with(head));
    CHECK(run(once) == once);
  }
}

void check_second_run(Run run) {
  for (const bool keeps_fragments : {false, true}) {
    run.policy.keep.fragments = keeps_fragments;
    check_heads(run);
  }
}

}  // namespace

TEST_CASE("a second run over pages that moved changes nothing") {
  constexpr unsigned step = test::is_sanitized ? 7 : 1;  // no divisor of what is combined
  unsigned number = 0;
  for (Rules const& rules : all_rules) {
    for (const std::string place : {"a/d/p.html", "index.html", "docs/a.html", "pre/a/d/p.html"}) {
      for (const auto form : {html::UrlForm::as_written, html::UrlForm::relative,
                              html::UrlForm::root_relative, html::UrlForm::absolute}) {
        for (const bool drop_base : {false, true}) {
          if (number++ % step != 0) continue;
          Run run;
          for (auto const& [from, to] : rules) run.policy.rebases.add(from, to);
          run.policy.form = form;
          run.options.drop_base = drop_base;
          run.options.document.url = "https://h.example/" + place;
          run.options.new_url = rules.empty() ? "https://h.example/else/where"
                                              : run.policy.page_address(run.options.document.url);
          INFO((rules.empty() ? "--move-to" : rules[0].first + " = " + rules[0].second)
               << ", " << place << ", form " << static_cast<int>(form) << ", " << drop_base);
          check_second_run(run);
        }
      }
    }
  }
}

TEST_CASE("references between what moves stay, and those that leave it are written from the root") {
  Run run;
  run.policy.rebases.add("https://h.example/a/d/", "https://h.example/a/n/m/");
  run.options.document.url = "https://h.example/a/d/p.html";
  run.options.new_url = "https://h.example/a/n/m/p.html";
  CHECK(run("<a href=x><a href=../x><a href=../../y#f>") == "<a href=x><a href=/a/x><a href=/y#f>");
  run.policy.form = html::UrlForm::relative;
  CHECK(run("<a href=x><a href=/a/x><a href=/a/d/x>") == "<a href=x><a href=/a/x><a href=x>");
  run.options.document.url = run.options.new_url = "https://h.example/p.html";
  CHECK(run("<a href=/a/d/x><a href=a/d/x>") == "<a href=a/n/m/x><a href=a/n/m/x>");
}

TEST_CASE("relative references of a moved page are old ones, also below the new prefix") {
  Run run;
  run.policy.rebases.add("https://h.example/", "https://h.example/docs/");
  CHECK(run.policy.page_address("https://h.example/docs/a.html") ==
        "https://h.example/docs/docs/a.html");
  run.options.document.url = "https://h.example/index.html";
  run.options.new_url = "https://h.example/docs/index.html";
  CHECK(run("<a href=docs/a.html><a href=x><a href=/docs/y><a href=/z>") ==
        "<a href=docs/a.html><a href=x><a href=/docs/y><a href=/docs/z>");
  CHECK(run.policy.rebases.overlaps() == std::vector<std::string>{"https://h.example/docs/"});
}

TEST_CASE("references that are relative to a base are as old as the base") {
  Run run;
  run.options.file_stays = false;
  run.policy.rebases.add("https://h.example/", "https://h.example/docs/");
  run.options.document.url = "https://h.example/docs/a.html";
  run.options.new_url = "https://h.example/docs/docs/a.html";
  for (const char* page :
       {"<base href=./><a href=b.html>", "<base href=../><a href=docs/b.html>",
        "<base href='.&#47;'><a href=b.html>", "<base href=/docs/><a href=b.html>",
        "<base href=./><iframe srcdoc='<a href=b.html>'></iframe>",
        "<iframe srcdoc='<base href=./><a href=b.html>'></iframe>"}) {
    CHECK(run(page) == page);
    run.policy.keep.fragments = !run.policy.keep.fragments;
  }
  CHECK(run("<base href=./><a href=#f>") == "<base href=./><a href=#f>");
  run.policy.keep.fragments = true;
  CHECK(run("<base href=./><a href=#f>") == "<base href=./><a href=#f>");
  run.options.drop_base = true;
  CHECK(run("<base href=../><a href=docs/b.html>") == "<a href=b.html>");
  CHECK(run("<base href=/docs/><a href=b.html>") == "<a href=../b.html>");
}
