#include "hrefkit/cli/usage/rule_help.h"

#include <algorithm>
#include <array>

#include "hrefkit/cli/usage/help.h"

namespace hrefkit::cli {

namespace {

/// The help text of a rule. Its meaning is in the table of rules (site/finding.h).
struct RuleText {
  std::string_view name;
  std::string_view example;
  std::string_view repair;
  std::string_view silence = {};  ///< besides those for every rule
};

// A row may come before its rule. A test fails on a rule without a row.
// clang-format off
constexpr std::array texts{
    RuleText{"missing-file",
             "`<a href=\"instal.html\">`, where the folder has `install.html`",
             "Correct the path, or add the file. The message names the nearest file. Where the server adds an extension (`page` is `page.html`), say so: `--extensions html`, or `--host NAME`. What another program serves below a path is given by `--mount /PATH=DIR`.",
             "`--exclude-url REGEX` for paths that another program serves"},
    RuleText{"missing-index",
             "`<a href=\"guide/\">`, where `guide/` has no `index.html`",
             "Link to a page in the folder, or add an index file. Where the index has another name, say so: `--index NAME`."},
    RuleText{"missing-fragment",
             "`<a href=\"install.html#windows\">`, where no element of the page has `id=\"windows\"`",
             "Correct the fragment, or give the element that id. The message names the nearest id.",
             "`--exclude-url REGEX` for ids that a script makes, as `'\\.html#line[0-9]+$'`"},
    RuleText{"case-mismatch",
             "`<a href=\"Guide/\">`, where the folder is `guide/`",
             "Write the path as the file is called, or rename the file. Windows and macOS find the file anyway; most servers do not."},
    RuleText{"unresolvable-url",
             "`<a href=\"http://\">`, `<a href=\"https://h.example:99999/\">`",
             "Correct the URL: the message says which part of it is wrong. `hrefkit url URL` shows the parts."},
    RuleText{"outside-site",
             "`<a href=\"/page.html\">` on a site at `https://h.example/docs/`",
             "Write the prefix (`/docs/page.html`), or a relative reference, which works at every address.",
             "`--exclude-url REGEX` for what other sites on the host serve"},
    RuleText{"redirect-broken",
             "`/old /new.html 301` in `_redirects`, where there is no `new.html`",
             "Correct the target of the redirect, or remove the redirect.",
             "`--exclude-path _redirects`: the redirects still count"},
    RuleText{"redirect-loop",
             "`/a /b` and `/b /a` in `_redirects`",
             "Let one of the redirects lead to a page. Browsers give up after 20 redirects in a row."},
    RuleText{"base-moves-fragment",
             "`<a href=\"#people\">` in a page with `<base href=\"/guide/\">`",
             "Write the page's own address before the fragment, or remove the base element: `hrefkit rewrite --drop-base` keeps where all links lead."},
    RuleText{"insecure-own-url",
             "`<a href=\"http://h.example/page.html\">` on the site `https://h.example/`",
             "Write https, or a relative reference: `hrefkit rewrite --to relative`."},
    RuleText{"not-well-formed",
             "a sitemap in which an element is not closed",
             "Correct the XML or JSON at the place that is named. What comes before it was checked; the rest was not read."},
    RuleText{"local-address",
             "`<a href=\"http://localhost:1313/page/\">`",
             "Write the address that readers can reach. Generators leave such links behind when a site is built for the developer's server: build it for its real address."},
    RuleText{"removed-url",
             "`/old.html` in the file of `--keep-urls`, where the site has neither that file nor a redirect",
             "Bring the page back, or redirect its URL to the page that replaces it.",
             "remove the URL from the list"},
    RuleText{"integrity-mismatch",
             "`<script src=\"app.js\" integrity=\"sha384-...\">`, where `app.js` has another hash",
             "Compute the hash again whenever the file changes, as a step of the build: browsers do not run a file with another hash."},
    RuleText{"not-from-files",
             "`<a href=\"/guide/\">` in a folder that is opened without a server",
             "`hrefkit rewrite --to relative --index index.html` writes references that lead to files from `file:` addresses, too.",
             "leave out `--as-files`"},
    RuleText{"base-ignored",
             "a second `<base href>`, or `<base href=\"javascript:;\">`",
             "Remove the element: browsers do not use it. `hrefkit base FILE` says which base URL is in force, and why."},
    RuleText{"duplicate-id",
             "`<a href=\"#x\">` in a page with two elements that have `id=\"x\"`",
             "Give each element an id of its own. Browsers go to the first one."},
    RuleText{"empty-link",
             "`<img src=\"\">`",
             "Write the URL, or remove the attribute. An empty `href` of a link to the page itself is fine."},
    RuleText{"mixed-content",
             "`<script src=\"http://cdn.example/a.js\">` on the site `https://h.example/`",
             "Write https. Browsers refuse to load scripts, style sheets and frames by http into such a page."},
    RuleText{"undeclared-encoding",
             "`<a href=\"?q=caf\xC3\xA9\">` in a page without `<meta charset>`",
             "Declare the encoding: `<meta charset=\"utf-8\">` in the first kilobyte."},
    RuleText{"loaded-before-base",
             "`<link rel=\"stylesheet\" href=\"a.css\">` before `<base href=\"/v2/\">`",
             "Move the base element to the beginning of the head, before any element with a URL."},
    RuleText{"relative-in-404",
             "`<link rel=\"stylesheet\" href=\"a.css\">` in `404.html`",
             "Write a reference from the root (`/a.css`) or a whole URL: servers show the page at every address that does not exist."},
    RuleText{"suspicious-url",
             "`htps://h.example/`, `https://http//h.example/`, `mailto:somebody`",
             "Correct the scheme, the host or the mail address."},
    RuleText{"nothing-checked",
             "a folder of pages whose links all lead to another host, without `--site-url`",
             "Say where the folder will be: `--site-url URL`. The summary counts the links that were not judged.",
             "`--allow-empty`"},
    RuleText{"wrong-site-url",
             "`<link rel=\"canonical\" href=\"https://h.example/docs/\">` in the pages, and another `--site-url`, or none",
             "Give the address that the pages name: the message proposes it. Or build the site for its address."},
    RuleText{"orphan-page",
             "a page that no other page links to",
             "Link to the page, or remove it.",
             "leave out `--orphans`, or `--exclude-path GLOB` for such pages"},
    RuleText{"orphan-file",
             "a picture that no page, style sheet, feed or manifest uses",
             "Remove the file, or link to it.",
             "leave out `--orphans`, or `--exclude-path GLOB` for such files"},
    RuleText{"redirected-link",
             "`<a href=\"/docs\">`, where the server redirects to `/docs/`",
             "Write the URL where the redirect ends: the message names it. Such a link works, but costs a request.",
             "it is off unless `--severity` or `--rules` asks for it"},
    RuleText{"double-slash",
             "`<a href=\"/docs//page.html\">`",
             "Write one slash. Some servers find the page anyway, others do not, and the page then has two addresses.",
             "it is off unless `--severity` or `--rules` asks for it"},
    RuleText{"relative-in-feed",
             "`<img src=\"cat.png\">` in the content of an item",
             "Write whole URLs into feeds: `hrefkit rewrite --to absolute`.",
             "it is off unless `--severity` or `--rules` asks for it"},
    RuleText{"external-broken",
             "`<a href=\"https://other.example/gone\">`, where the server answers 404",
             "Link to where the page is now, or remove the link. With `--suggest archive` the suggestion is the address of an archived copy. The row's `status` and `reason` say what the server answered; `--accept CODES` says which answers are fine.",
             "leave out `--external check`"},
    RuleText{"external-tls",
             "`<a href=\"https://other.example/\">`, where the certificate has expired, or is for another host",
             "Tell the owner of the site, or link to another page: readers see a warning. `--ca-file FILE` adds the certificates of an authority of your own.",
             "`--insecure` accepts every certificate"},
    RuleText{"external-fragment",
             "`<a href=\"https://other.example/page#windows\">`, where no element of that page has `id=\"windows\"`",
             "Correct the fragment, or leave it out. Ids that a script makes are not found: for such sites use `--exclude-url REGEX` or `--severity external-fragment=off`.",
             "leave out `--external check`"},
    RuleText{"external-timeout",
             "`<a href=\"https://slow.example/\">`, where no answer comes within `--timeout` seconds",
             "Try it again later, or give it more time: `--timeout`, `--retries`.",
             "leave out `--external check`"},
    RuleText{"external-soft-404",
             "`<a href=\"https://other.example/old/page\">`, which is redirected to `https://other.example/`",
             "Link to where the page is now: the site has sent its readers to a page that is not the one you meant.",
             "leave out `--external check`"},
    RuleText{"external-redirected",
             "`<a href=\"http://other.example/\">`, which is redirected for good to `https://other.example/`",
             "Write the new address, which is the suggestion.",
             "leave out `--external check`"},
    RuleText{"external-blocked",
             "`<a href=\"https://other.example/\">`, where the answer is 403, 429 or a test for people",
             "Nothing to repair: look at the page in a browser. `--accept CODES` accepts such answers, `--header` sends what the server asks for, and a slower `--delay` may help.",
             "leave out `--external check`"},
    RuleText{"external-private",
             "`<a href=\"http://intranet.example/\">`, whose address is 10.0.0.7",
             "Such addresses are not asked unless `--allow-private CIDR` names them. Readers elsewhere cannot reach them.",
             "leave out `--external check`"},
    RuleText{"server-error",
             "`<a href=\"/search\">` on a live site, where the server answers 500",
             "Look at the server's log. The row's `status` and `reason` say what the server answered."},
    RuleText{"redirected",
             "`<a href=\"/old\">` on a live site, where the server answers 301 and `/new`",
             "Write the new address, which is the suggestion."},
    RuleText{"external",
             "`<a href=\"https://other.example/\">`",
             "Nothing is wrong: with `--external list` these are the links that hrefkit does not check, for a program that does.",
             "leave out `--external list`"},
};
// clang-format on

RuleText const& text_of(site::Rule rule) {
  static constexpr RuleText none{};
  const auto found = std::find_if(texts.begin(), texts.end(),
                                  [&](RuleText const& text) { return text.name == name(rule); });
  return found == texts.end() ? none : *found;
}

/// A way to silence every rule: a command line or a part of a file, and its effect.
struct Silencer {
  std::string_view text;
  std::string_view what;
};

constexpr std::string_view rule_mark = "RULE";  // replaced by the name of the rule

constexpr std::array silencers{
    Silencer{"--severity RULE=off",
             "the whole rule; in a configuration severity = [\"RULE=off\"] below [check]"},
    Silencer{"--exclude-url REGEX", "links whose URL matches; in .hrefkitignore one REGEX a line"},
    Silencer{"--exclude-path GLOB", "what is found in files whose path matches"},
    Silencer{"data-hrefkit-ignore", "an attribute: the links of that element and of all in it"},
    Silencer{"--baseline FILE --update-baseline",
             "what is found now: without --update-baseline only what is new is reported"},
};

std::string with_rule(std::string_view text, std::string_view rule) {
  std::string filled(text);
  for (std::size_t at = filled.find(rule_mark); at != filled.npos;
       at = filled.find(rule_mark, at)) {
    filled.replace(at, rule_mark.size(), rule);
    at += rule.size();
  }
  return filled;
}

}  // namespace

std::vector<std::string_view> rule_names() {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    names.push_back(name(static_cast<site::Rule>(i)));
  }
  return names;
}

std::string rule_help(site::Rule rule, std::size_t width) {
  RuleText const& text = text_of(rule);
  std::string out =
      std::string(name(rule)) + " (" + std::string(name(default_severity(rule))) + ")\n\n";
  out += wrapped(description(rule), 0, width);
  const auto append = [&](std::string_view title, std::string_view what) {
    out.append("\n").append(title).append(":\n  ");
    out += wrapped(what, 2, width);
  };
  append("Example", text.example);
  append("Repair", text.repair);
  out += "\nSilence:\n";
  if (!text.silence.empty()) out += "  " + wrapped(text.silence, 2, width);
  for (Silencer const& silencer : silencers) {
    out += "  " + with_rule(silencer.text, name(rule)) + "\n      ";
    out += wrapped(with_rule(silencer.what, name(rule)), 6, width);
  }
  return out;
}

std::string rules_page() {
  std::string page =
      "<!-- Made by: hrefkit --generate rules -->\n"
      "# The rules of check\n\n"
      "What [`hrefkit check`](README.md) finds. `hrefkit help RULE` prints the same text for a "
      "rule.\n\n"
      "| rule | severity | meaning |\n|---|---|---|\n";
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    const std::string label(name(rule));
    page.append("| [`")
        .append(label)
        .append("`](#")
        .append(label)
        .append(") | ")
        .append(name(default_severity(rule)))
        .append(" | ")
        .append(description(rule))
        .append(" |\n");
  }
  page += "\n## How to silence a rule\n\n| by | what it silences |\n|---|---|\n";
  for (Silencer const& silencer : silencers) {
    page.append("| `").append(silencer.text).append("` | ").append(silencer.what).append(" |\n");
  }
  for (std::size_t i = 0; i < site::rule_count; ++i) {
    const auto rule = static_cast<site::Rule>(i);
    RuleText const& text = text_of(rule);
    page.append("\n## ").append(name(rule)).append("\n\n").append(description(rule)).append("\n\n");
    page.append("- Example: ").append(text.example).append("\n");
    page.append("- Repair: ").append(text.repair).append("\n");
    if (!text.silence.empty()) page.append("- Silence: ").append(text.silence).append("\n");
  }
  return page;
}

}  // namespace hrefkit::cli
