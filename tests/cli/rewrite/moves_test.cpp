// What a move of pages tells, and what it leaves alone: folders without an address, template code,
// kept links, policies, scripts, and places that still name a host.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/cli_run.h"
#include "support/run_cost.h"
#include "support/temporary_folder.h"

using namespace hrefkit::test;

namespace {

using Args = std::vector<std::string>;

/// Rewrites `page`, which is at https://h.example/a/p.html.
CliResult moved(Args args, std::string const& page) {
  args.insert(args.begin(), {"rewrite", "--url", "https://h.example/a/p.html"});
  args.emplace_back("-");
  return run_cli(args, {.in = page});
}

CliResult moved_folder(Args args) {
  args.insert(args.begin(), "rewrite");
  args.emplace_back("s");
  return run_cli(args);
}

}  // namespace

TEST_CASE("a folder without an address is a site, whose address is never written") {
  const TemporaryFolder folder;
  folder.write("s/d/p.html", "<a href=/x/y.html><link rel=stylesheet href='/a.css'>");
  CHECK(moved_folder({"--to", "relative", "-o", "o"}).exit_code == 0);
  CHECK(folder.read("o/d/p.html") == "<a href=../x/y.html><link rel=stylesheet href='../a.css'>");
  const CliResult absolute = moved_folder({"--to", "absolute", "-o", "o2"});
  CHECK(absolute.exit_code == 2);
  CHECK_THAT(absolute.err, Catch::Contains("--site-url"));
  // What moves to another host leaves the rest of the site behind.
  const CliResult away = moved_folder({"--rebase", "/d/=https://n.example/", "-o", "o3"});
  CHECK(away.exit_code == 0);
  CHECK(folder.read("o3/d/p.html") == folder.read("s/d/p.html"));
  CHECK_THAT(away.err, Catch::Contains("--site-url gives it (2 links on 1 page)"));
}

TEST_CASE("a run without a policy is wrong usage, and an OLD without links is told") {
  const TemporaryFolder folder;
  folder.write("s/p.html", "<a href=/old/x>");
  const CliResult nothing = moved_folder({"-o", "o"});
  CHECK(nothing.exit_code == 2);
  CHECK_THAT(nothing.err, Catch::Contains("nothing is to change"));
  CHECK_THAT(moved_folder({"--rebase", "/none/=/x/", "--dry-run"}).err,
             Catch::Contains("no link begins with /none/"));
  CHECK_THAT(moved_folder({"--rebase", "/none/=/x/", "--dry-run"}).err,
             !Catch::Contains("give --site-url"));
  CHECK_THAT(moved_folder({"--rebase", "https://h.example/=https://n.example/", "--dry-run"}).err,
             Catch::Contains("s: warning: most pages name no address of their own") &&
                 Catch::Contains("no link begins with https://h.example/\n"));
  CHECK_THAT(moved_folder({"--rebase", "/old/=/x/", "--dry-run"}).err,
             !Catch::Contains("no link begins with"));
}

TEST_CASE("links that begin at the root of the disk are told") {
  const TemporaryFolder folder;
  folder.write("s/p.html", "<a href=/x><img src=/y>");
  CHECK_THAT(
      run_cli({"rewrite", "--to", "relative", "s/p.html"}).err,
      Catch::Contains("begins at the root of the disk") && Catch::Contains("(2 links on 1 page)"));
  CHECK_THAT(run_cli({"resolve", "s"}).err,
             Catch::Contains("2 links begin at the root of the disk"));
  CHECK_THAT(run_cli({"resolve", "--site-url", "https://h.example/", "s"}).err,
             !Catch::Contains("root of the disk"));
}

TEST_CASE("an ampersand is written as it was, and as XHTML has it in pages that say so") {
  struct Row {
    std::string before, after;
  };
  const std::string doctype =
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">";
  const std::string xmlns = "<html xmlns='http://www.w3.org/1999/xhtml'>";
  const std::string meta =
      "<meta http-equiv=Content-Type content='application/xhtml+xml; charset=utf-8'>";
  for (Row const& row : std::vector<Row>{
           {"<a href='x?a=1&amp;copy=2'>", "<a href='https://h.example/a/x?a=1&amp;copy=2'>"},
           {"<a href='x?a=1&b=2'>", "<a href='https://h.example/a/x?a=1&b=2'>"},
           {"<a href=x?a&amp;b>", "<a href=https://h.example/a/x?a&amp;b>"},
           {"<img srcset='x?a&amp;b 1x, y?c&d 2x'>",
            "<img srcset='https://h.example/a/x?a&amp;b 1x, https://h.example/a/y?c&d 2x'>"},
           {"<style>a{b:url(x?a&amp;b&c)}</style>",
            "<style>a{b:url(https://h.example/a/x?a&amp;b&c)}</style>"},
           {doctype + "<a href='x?a&b'>", doctype + "<a href='https://h.example/a/x?a&amp;b'>"},
           {xmlns + "<a href='x?a&b'>", xmlns + "<a href='https://h.example/a/x?a&amp;b'>"},
           {meta + "<a href='x?a&b'>", meta + "<a href='https://h.example/a/x?a&amp;b'>"},
           {doctype + "<style>a{b:url(x?a&b)}</style>",
            doctype + "<style>a{b:url(https://h.example/a/x?a&b)}</style>"},
       }) {
    const CliResult result = moved({"-q", "--to", "absolute"}, row.before);
    CHECK(result == CliResult{0, row.after, ""});
  }
}

TEST_CASE("values with template code stay byte for byte, and are counted") {
  for (const std::string value :
       {"{{ u }}", "{{ url('x", "/a/{% x %}", "<% y %>", "<?php echo $x ?>", "${u}/x", "*|UNSUB|*",
        "[[link]]", "x?y={{ z }}"}) {
    const std::string page = "<a href=\"" + value + "\"><a href=\"/b\">";
    const CliResult result = moved({"--to", "absolute"}, page);
    CHECK(result.exit_code == 0);
    CHECK(result.out == "<a href=\"" + value + "\"><a href=\"https://h.example/b\">");
    CHECK_THAT(result.summary, Catch::Contains("1 value with template code kept"));
  }
  for (const std::string value : {"a[1]", "x$y", "a*b", "{x}", "%name%", "x|*"}) {
    const CliResult result = moved({"--to", "absolute"}, "<a href=\"" + value + "\">");
    CHECK_THAT(result.out, Catch::Contains("https://h.example/a/"));
  }
  CHECK(moved({"-q", "--to", "absolute", "--placeholder", "%[a-z]+%"}, "<a href='x/%name%'>").out ==
        "<a href='x/%name%'>");
  CHECK(moved({"--to", "absolute", "--placeholder", "("}, "").exit_code == 2);
}

TEST_CASE("template code that loses its base is told as not checked") {
  const CliResult result = moved({"--drop-base"}, "<base href=/b/><a href='{{ x }}'><a href=y>");
  CHECK(result.exit_code == 0);
  CHECK(result.out == "<a href='{{ x }}'><a href=../b/y>");
  CHECK_THAT(result.err, Catch::Contains("-:1:25: warning: values with template code") &&
                             Catch::Contains("are not checked"));
  // A base that is not known yet stays.
  const std::string page = "<base href='{{ base }}'><a href=y>";
  CHECK(moved({"-q", "--drop-base"}, page).out == page);
}

TEST_CASE("links to feeds move, other alternates are kept and told") {
  const std::string start = "<link rel=alternate href=/old/";
  const CliResult result =
      moved({"--rebase", "/old/=/new/"}, start + "f type='application/rss+xml; charset=utf-8'>" +
                                             start + "o type=text/xml+oembed>" + start +
                                             "de hreflang=de><link rel=canonical href=/old/p>");
  const std::string now = "<link rel=alternate href=/new/";
  CHECK(result.out == now + "f type='application/rss+xml; charset=utf-8'>" + now +
                          "o type=text/xml+oembed>" + start +
                          "de hreflang=de><link rel=canonical href=/old/p>");
  CHECK_THAT(result.err, Catch::Contains("--keep none") && Catch::Contains("2 links on 1 page"));
}

TEST_CASE("a policy in a meta element that blocks the new URLs is told") {
  const auto errors = [](std::string const& policy, std::string const& link) {
    return moved({"--rebase", "https://old.example/=https://new.example/"},
                 "<meta http-equiv=content-security-policy content=\"" + policy + "\">" + link)
        .err;
  };
  const std::string image = "<img src=https://old.example/x>";
  const auto blocks = Catch::Contains("blocks https://new.example/x");
  CHECK_THAT(errors("img-src https://old.example", image), blocks);
  CHECK_THAT(errors("default-src https://old.example", image), blocks);
  CHECK_THAT(errors("img-src *; default-src https://old.example", image), !blocks);
  CHECK_THAT(errors("img-src 'none'", image), !blocks);  // the old one was blocked, too
  CHECK_THAT(errors("script-src https://old.example", image), !blocks);
  // The policies and the nonces are those of elements, not of comments and other values.
  CHECK_THAT(errors("img-src *\"><!-- <meta http-equiv=content-security-policy content=\"img-src "
                    "https://old.example\"> --><meta content=\"",
                    image),
             !blocks);
  CHECK_THAT(errors("img-src https://old.example\" title=\"a>b", image), blocks);
  CHECK_THAT(errors("script-src https://old.example",
                    "<script title=nonce src=https://old.example/x></script>"),
             blocks);
  CHECK_THAT(errors("script-src 'nonce-x' https://old.example",
                    "<script src=https://old.example/x nonce=x></script>"),
             !blocks);
}

TEST_CASE("a link that two policies block counts once") {
  const std::string policy =
      "<meta http-equiv=content-security-policy content='img-src https://old.example'>";
  const std::string errors = moved({"--rebase", "https://old.example/=https://new.example/"},
                                   policy + policy + "<img src=https://old.example/x>")
                                 .err;
  CHECK_THAT(errors, Catch::Contains("blocks https://new.example/x (img-src)\n"));
}

TEST_CASE("very many links are compared with very many policies within bounds") {
  const auto policies = [](std::size_t count, std::string const& sources) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text += "<meta http-equiv=content-security-policy content=\"img-src " + sources + "\">";
    }
    return text + "<base href=https://old.example/>";
  };
  std::string images;
  for (int i = 0; i < 20'000; ++i) images += "<img src=x>";
  std::string sources;
  for (int i = 0; i < 8'000; ++i) sources += "h ";
  std::string open_tags = "content-security-policy";
  for (int i = 0; i < 400'000; ++i) open_tags += "<meta a ";
  for (std::string const& page : {policies(20'000, "*") + images, policies(40, sources) + images,
                                  open_tags + policies(1, "*") + images}) {
    const RunCost cost = cost_of([&] {
      const auto result = moved({"--rebase", "https://old.example/=https://new.example/"}, page);
      if (result.exit_code != 0) std::abort();
    });
    CHECK(cost.succeeded());
    if (can_measure_cost()) CHECK(cost.seconds < allowed_seconds(page.size()));
  }
  CHECK_THAT(moved({"--rebase", "https://old.example/=https://new.example/"},
                   policies(20'000, "*") + images)
                 .err,
             Catch::Contains("too long to check: they may block https://new.example/x"));
}

TEST_CASE("a neutral base stays for scripts, and changes nothing") {
  const std::string page = "<base href='/b/'><script>1</script><a href=x>";
  CHECK_THAT(moved({"--drop-base"}, page).err, Catch::Contains("--neutral-base leaves"));
  const CliResult result = moved({"--drop-base", "--neutral-base"}, page);
  CHECK(result.out == "<base href=''><script>1</script><a href=../b/x>");
  CHECK_THAT(result.err, !Catch::Contains("--neutral-base"));
  CHECK(moved({"-q", "--drop-base", "--neutral-base"}, result.out).out == result.out);
  CHECK(moved({"-q", "--drop-base", "--neutral-base"}, "<base href=/b/ target=t><a href=x>").out ==
        "<base href=\"\" target=t><a href=../b/x>");
  CHECK(moved({"--to", "relative", "--neutral-base"}, page).exit_code == 2);
}

TEST_CASE("scripts whose URLs lead elsewhere are told") {
  const auto errors = [](std::string const& script) {
    return moved({"--drop-base"}, "<base href=/b/>" + script).err;
  };
  const auto told = Catch::Contains("URLs in the data of a script");
  CHECK_THAT(errors("<script type=module>import a from './m.js'</script>"), !told);
  CHECK_THAT(errors("<script type=speculationrules>{\"prefetch\":[{\"urls\":[\"x\"]}]}</script>"),
             told);
  CHECK_THAT(errors("<script type=speculationrules>{\"prefetch\":[{\"urls\":[\"x\"],"
                    "\"relative_to\":\"document\"}]}</script>"),
             told);
  CHECK_THAT(errors("<script type=speculationrules>{\"prefetch\":[{\"urls\":[\"x\"],"
                    "\"relative_to\":\"page\"}]}</script>"),
             !told);
}

TEST_CASE("a segment * of OLD stands for one segment, and OLD ends before a URL or a path") {
  struct Row {
    std::string rule, before, after;
  };
  for (Row const& row : std::vector<Row>{
           {"https://w.example/web/*/https://o.example/=/",
            "https://w.example/web/20im_/https://o.example/x?y", "https://h.example/x?y"},
           {"https://w.example/web/*/https://o.example/=/",
            "https://w.example/web/1/2/https://o.example/x",
            "https://w.example/web/1/2/https://o.example/x"},
           {"/*=/n", "https://h.example/q/x", "https://h.example/n/x"},
           {"/*/b=/n", "https://h.example/q/bc", "https://h.example/q/bc"},
           {"/a?b=/n", "https://h.example/a?b", "https://h.example/n"},
           {"/a?b=c=/n", "https://h.example/a?b=c", "https://h.example/n"},
       }) {
    CHECK(moved({"-q", "--rebase", row.rule}, "<a href=" + row.before + ">").out ==
          "<a href=" + row.after + ">");
  }
}

TEST_CASE("places that still name a host are reported") {
  const std::string page =
      "<a href=https://old.example/x>\n<!-- see //old.example/y --><script>\n"
      "a = \"https:\\/\\/OLD.example\\/z\"; b = 'www.old.example'; c = 'old.example.org'\n"
      "d = 'u=https%3A%2F%2Fold.example%2Fq'</script>";
  const Args rule{"--rebase", "https://old.example/=https://n.example/", "--report-leftovers",
                  "old.example"};
  Args quiet = rule;
  quiet.emplace_back("-q");
  CHECK(moved(quiet, page).err ==
        "-:2:10: leftover: //old.example/y\n"
        "-:3:6: leftover: https:\\/\\/OLD.example\\/z\n"
        "-:4:8: leftover: https%3A%2F%2Fold.example%2Fq\n");
  Args rows = quiet;
  rows.insert(rows.end(), {"--format", "jsonl"});
  const CliResult result = moved(rows, page);
  CHECK(result.err.empty());
  CHECK_THAT(result.out, Catch::Contains("\"line\":4,\"column\":8,") &&
                             Catch::Contains("\"reason\":\"leftover\""));
  CHECK(moved({"--report-leftovers", "a/b", "--to", "relative"}, page).exit_code == 2);
}

TEST_CASE("a self-closing script of SVG is no inline script") {
  const TemporaryFolder folder;
  folder.write("s/p.svg",
               "<svg xmlns='http://www.w3.org/2000/svg'><script href='/x.js'/><a href='/y'/>"
               "<text>\"/y\"</text></svg>");
  CHECK_THAT(moved_folder({"--to", "relative", "--dry-run"}).err,
             !Catch::Contains("inline script"));
}

TEST_CASE("attributes that are named are resolved and rewritten") {
  const std::string page =
      "<img data-src=a.png data-srcset='b 1x, c 2x'><p data-bg='url(d)' data-list='e f'>";
  const Args rows{"--attribute", "img[data-src]=url", "--attribute", "*[data-srcset]=srcset",
                  "--attribute", "*[data-bg]=css",    "--attribute", "p[data-list]=list"};
  Args args = rows;
  args.insert(args.begin(), {"-q", "--to", "absolute"});
  CHECK(moved(args, page) ==
        CliResult{0,
                  "<img data-src=https://h.example/a/a.png data-srcset='https://h.example/a/b 1x, "
                  "https://h.example/a/c 2x'><p data-bg='url(https://h.example/a/d)' "
                  "data-list='https://h.example/a/e https://h.example/a/f'>",
                  ""});
  args = rows;
  args.insert(args.begin(), {"resolve", "-q", "--url", "https://h.example/", "--format", "csv"});
  args.emplace_back("-");
  const std::string out = run_cli(args, {.in = page}).out;
  CHECK_THAT(out, Catch::Contains("img,data-src,,0,a.png,resource,"));
  CHECK_THAT(out, Catch::Contains("img,data-srcset,,1,c,image,"));
  CHECK_THAT(out, Catch::Contains("p,data-bg,,0,d,css,"));
  for (const std::string wrong : {"img[src]=url", "img[data-x]=what", "img[data-x]", "[x]=url",
                                  "p[style]=css", "img[]=url"}) {
    CHECK(run_cli({"resolve", "--attribute", wrong, "-"}, {.in = page}).exit_code == 2);
  }
  CHECK(run_cli({"resolve", "--attribute", "a[x]=url", "--attribute", "A[X]=css", "-"}).exit_code ==
        2);
}

TEST_CASE("check judges attributes that are named, and the configuration may name them") {
  const TemporaryFolder folder;
  folder.write("s/index.html", "<img data-src=gone.png>");
  CHECK(run_cli({"check", "s"}).exit_code != 1);
  const CliResult told = run_cli({"check", "--attribute", "img[data-src]=url", "s"});
  CHECK(told.exit_code == 1);
  CHECK_THAT(told.out, Catch::Contains("gone.png"));
  folder.write("c.toml", "attribute = [\"img[data-src]=url\"]\n");
  CHECK(run_cli({"check", "-c", "c.toml", "s"}).exit_code == 1);
}

TEST_CASE("the guid of a feed stays where its item has a link") {
  const std::string head = "<rss version='2.0'><channel>";
  const std::string link = "<link>https://h.example/a/</link>";
  const std::string guid = "<guid>https://h.example/a/</guid>";
  const std::string moved_link = "<link>https://n.example/a/</link>";
  const std::string moved_guid = "<guid>https://n.example/a/</guid>";
  const std::string both = head + "<item>" + link + guid + "</item></channel></rss>";
  const std::string alone = head + "<item>" + guid + "</item></channel></rss>";
  const auto rewritten = [](std::string const& feed, std::vector<std::string> more) {
    more.insert(more.begin(),
                {"rewrite", "--url", "https://h.example/f.xml", "--content-type",
                 "application/rss+xml", "--rebase", "https://h.example/=https://n.example/"});
    more.emplace_back("-");
    return run_cli(more, {.in = feed});
  };
  const CliResult kept = rewritten(both, {});
  CHECK(kept.out == head + "<item>" + moved_link + guid + "</item></channel></rss>");
  CHECK_THAT(kept.err, !Catch::Contains("warning"));
  const CliResult single = rewritten(alone, {});
  CHECK(single.out == head + "<item>" + moved_guid + "</item></channel></rss>");
  CHECK_THAT(single.err, Catch::Contains("changes the guid https://h.example/a/"));
  const std::string html = "<description>&lt;a href='q'&gt;</description>";
  const CliResult planned_twice =
      rewritten(head + "<item>" + guid + html + "</item></channel></rss>", {"--feed-base", "item"});
  CHECK_THAT(planned_twice.err, Catch::Contains("changes the guid https://h.example/a/") &&
                                    !Catch::Contains("links on 1 page"));
  for (const std::string keep : {"none", "canonical,alternate,og"}) {
    const CliResult none = rewritten(both, {"--keep", keep});
    CHECK(none.out == head + "<item>" + moved_link + moved_guid + "</item></channel></rss>");
    CHECK_THAT(none.err, Catch::Contains("changes the guid"));
  }
}

TEST_CASE("the HTML of an item is made absolute by the link of the item, or with a warning") {
  const TemporaryFolder folder;
  const auto feed = [](std::string const& link, std::string const& image) {
    return "<rss><channel><item><link>" + link + "</link><description>&lt;img src=\"" + image +
           "\"></description></item></channel></rss>";
  };
  folder.write("s/feed.rss", feed("https://h.example/p/", "i.png"));
  folder.write("s/p/i.png", "x");
  folder.write("s/p/index.html", "<p>");
  const Args site{"--site-url", "https://h.example/"};
  const auto run = [&](Args args, Args const& more) {
    args.insert(args.end(), site.begin(), site.end());
    args.insert(args.end(), more.begin(), more.end());
    return run_cli(args);
  };
  const CliResult by_feed = run({"rewrite", "--to", "absolute"}, {"-o", "o1", "s"});
  CHECK_THAT(by_feed.err, Catch::Contains("and so does --feed-base item"));
  const CliResult by_item =
      run({"rewrite", "--to", "absolute", "--feed-base", "item"}, {"-o", "o2", "s"});
  CHECK_THAT(by_item.err, !Catch::Contains("--feed-base"));
  CHECK(folder.read("o2/feed.rss") == feed("https://h.example/p/", "https://h.example/p/i.png"));
  CHECK(run({"compare", "--feed-base", "item"}, {"s", "o2"}).exit_code == 0);
  // The base moves with the link of the item.
  const std::string rebase = "https://h.example/=https://n.example/x/";
  const CliResult moved =
      run({"rewrite", "--feed-base", "item", "--rebase", rebase}, {"-o", "o3", "s"});
  CHECK(moved.exit_code == 0);
  CHECK(folder.read("o3/feed.rss") == feed("https://n.example/x/p/", "i.png"));
  CHECK_THAT(run({"check"}, {"s"}).out,
             Catch::Contains("p/i.png, which exists: --feed-base item reads it so"));
  CHECK(run({"check", "--feed-base", "item"}, {"s"}).exit_code == 0);
}

TEST_CASE("xml:base moves as a base element does, and links stay short") {
  struct Case {
    std::string before;
    std::string after;
  };
  const auto feed = [](std::string const& base, std::string const& inner) {
    return "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:base=" + base + ">" + inner + "</feed>";
  };
  const std::string link = "<link href=\"a/\"/>";
  const auto entry = [&](std::string const& base) {
    return "<entry xml:base=\"" + base + "\">" + link +
           "<content type=\"html\">&lt;a href=\"b\"></content></entry>";
  };
  const std::string old = "\"https://old.example/\"";
  const std::string moved_base = "\"https://new.example/\"";
  const std::vector<Case> cases{
      {feed(old, link), feed(moved_base, link)},
      {feed("'https://old.example/x?a&amp;b'", link),
       feed("'https://new.example/x?a&amp;b'", link)},
      {feed("'https://other.example/'", link), feed("'https://other.example/'", link)},
      {feed(old, entry("e/")), feed(moved_base, entry("e/"))},
      {feed(old, entry("https://old.example/e/")),
       feed(moved_base, entry("https://new.example/e/"))},
      {feed(old, entry("https://other.example/")),
       feed(moved_base, entry("https://other.example/"))},
      {feed("'https://other.example/'", entry("https://old.example/e/")),
       feed("'https://other.example/'", entry("https://new.example/e/"))},
  };
  const auto rewritten = [](std::string const& text) {
    return run_cli(
        {"rewrite", "--url", "https://old.example/f.atom", "--content-type", "application/atom+xml",
         "--rebase", "https://old.example/=https://new.example/", "-"},
        {.in = text});
  };
  for (Case const& each : cases) {
    CAPTURE(each.before);
    const CliResult result = rewritten(each.before);
    CHECK(result.exit_code == 0);
    CHECK(result.out == each.after);
    CHECK(rewritten(result.out).out == result.out);
  }
  const TemporaryFolder folder;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    folder.write("s/" + std::to_string(i) + ".atom", cases[i].before);
  }
  const Args plan{"--rebase", "https://old.example/=https://new.example/", "--site-url",
                  "https://old.example/"};
  Args rewrite{"rewrite", "-o", "o", "s"};
  rewrite.insert(rewrite.end(), plan.begin(), plan.end());
  CHECK(run_cli(rewrite).exit_code == 0);
  Args compare{"compare", "s", "o"};
  compare.insert(compare.end(), plan.begin(), plan.end());
  const CliResult compared = run_cli(compare);
  CAPTURE(compared.out);
  CHECK(compared.exit_code == 0);
}

TEST_CASE("HTML in a feed that is not escaped is told") {
  const std::string bad =
      "<rss><channel><item><description><p>x <a href='y'>y</a></p></description></item>"
      "<item><description><b/></description></item></channel></rss>";
  const TemporaryFolder folder;
  folder.write("s/f.rss", bad);
  for (Args args : {Args{"resolve", "s"}, Args{"check", "s"},
                    Args{"rewrite", "--to", "relative", "--dry-run", "s"}}) {
    CHECK_THAT(run_cli(args).err, Catch::Contains("HTML in 'description' is not escaped"));
  }
}
