#include "hrefkit/site/check/finding_text.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/url/error.h"

namespace hrefkit::site {

namespace {

/// What the sentence says behind the reference.
std::string of_missing(std::string_view raw, std::string_view element = "a",
                       PathSuggestion const* path = nullptr, std::string_view attribute = "href") {
  const std::string text = sentence({.rule = Rule::missing_file,
                                     .raw = raw,
                                     .target = "x",
                                     .element = element,
                                     .attribute = attribute,
                                     .path = path});
  if (raw.empty()) return text;
  const std::size_t end = text.find("': x does");
  REQUIRE(end != text.npos);
  CHECK(raw.find(text.substr(1, end - 1)) != raw.npos);
  return text.substr(end + 3);
}

}  // namespace

TEST_CASE("the sentence of a missing file says which scheme was forgotten") {
  const std::string web = "x does not exist; the URL of another site begins with https://";
  CHECK(of_missing("www.h.example") == web);
  CHECK(of_missing(" WWW.h.example/a@b.html") == web);
  CHECK(of_missing("www.h.example/logo.png", "img") == web);
  const std::string mail = "x does not exist; a link to a mail address begins with mailto:";
  CHECK(of_missing("me@h.example") == mail);
  CHECK(of_missing("me.too@h.example?subject=x", "area") == mail);
}

TEST_CASE("the sentence of a missing file says no more where the name may be one of a file") {
  const std::string plain = "x does not exist";
  for (std::string const raw :
       {"www", "www.html", "a/www.h.example", "wwww.h.example", "@h.example", "me@h", "me@2x.png",
        "a/me@h.example", "me@h.example/a", "me@.h", "a.html?me@h.example", "me@h.", "", "www."}) {
    INFO(raw);
    CHECK(of_missing(raw) == plain);
  }
  CHECK(of_missing("me@h.example", "img") == plain);
  const PathSuggestion path{"y", Nearness::spelling};
  CHECK(of_missing("www.h.example", "a", &path) == "x does not exist; did you mean y?");
}

TEST_CASE("the sentence of a missing file says how the reference was misspelled") {
  struct Case {
    std::string_view raw;
    std::string_view hint;
  };
  constexpr std::string_view colon = "; the colon after http or https is missing";
  constexpr std::string_view slash = "; the URL of another site has two slashes after https:";
  constexpr std::string_view marks = "; the brackets or quotes around the URL are a part of it";
  constexpr std::string_view quotes = "; these quotes are a part of the URL: HTML knows ' and \"";
  const PathSuggestion path{"y", Nearness::spelling};
  for (auto const& [raw, hint] : std::vector<Case>{
           {"https//h.example/", colon},
           {"HTTP//h.example", colon},
           {"https:/h.example/a", slash},
           {"(https://h.example/)", marks},
           {"<https://h.example/>", marks},
           {"[(http://h.example/)", marks},
           {"\u201Chttps://h.example/\u201D", marks},
           {"(mailto:me@h.example)", marks},
           {"\u201Ca.html\u201D", quotes},
           {"\u00ABa.html\u00BB", quotes},
       }) {
    INFO(raw);
    CHECK(of_missing(raw) == "x does not exist" + std::string(hint));
    CHECK(of_missing(raw, "a", &path) == "x does not exist" + std::string(hint));
  }
  for (std::string const raw : {"https", "https/h.example", "(a)", "a(https://h.example)",
                                "httpsx//h", "<a", "[1].html", "a.png,b.png"}) {
    INFO(raw);
    CHECK(of_missing(raw) == "x does not exist");
  }
  CHECK(of_missing("a.png,b.png", "img", nullptr, "srcset") ==
        "x does not exist; in srcset, a space after the comma separates two URLs");
  CHECK(of_missing("a.png", "img", nullptr, "srcset") == "x does not exist");
  CHECK(of_missing(",a.png", "img", nullptr, "srcset") == "x does not exist");
}

TEST_CASE(
    "the sentence names what templates leave over, invisible characters and a slash too many") {
  const auto missing = [](std::string_view raw, std::string_view target) {
    return sentence({.rule = Rule::missing_file, .raw = raw, .target = target, .element = "a"});
  };
  for (std::string const left : {"{{ page.url }}", "${e.href}", "{% url %}", "[object Object]"}) {
    CHECK(missing("a/" + left, "x") ==
          "'a/" + left + "': x does not exist; '" + left + "' is left over from a template");
  }
  CHECK(missing("%7B%7Bx%7D%7D", "x").ends_with("; '{{x}}' is left over from a template"));
  CHECK(missing("@/a.md", "x").ends_with("; '@/' is left over from a template"));
  CHECK(missing("@ref", "x").ends_with("; '@ref' is left over from a template"));
  CHECK(missing("a/undefined", "x").ends_with("; 'undefined' is left over from a template"));
  CHECK(missing("a/undefined.html", "x") == "'a/undefined.html': x does not exist");
  CHECK(missing("/https://o.example/", "x").ends_with("makes it a path of this site"));
  CHECK(missing("a\u200B.html", "a\u200B.html") ==
        "a<U+200B>.html does not exist; U+200B is invisible: a zero width space");
  CHECK(missing("%C2%A0a", "\u00A0a") ==
        "'%C2%A0a': <U+00A0>a does not exist; U+00A0 is invisible: a no-break space");
  CHECK(missing("%FF", "\uFFFD") == "'%FF': \uFFFD does not exist");
  CHECK(sentence({.rule = Rule::missing_file,
                  .raw = "a/b.js",
                  .target = "a/b.js",
                  .dangling_link = "a",
                  .dangling_target = "../gone"}) ==
        "a/b.js does not exist: a is a symbolic link to ../gone, which does not exist");
  CHECK(sentence({.rule = Rule::outside_site,
                  .raw = "/docspage/",
                  .url = "https://h.example/docspage/",
                  .site_url = "https://h.example/docs/",
                  .suggestion = "page/index.html"}) ==
        "'/docspage/' is outside https://h.example/docs/; a slash is missing: did you mean "
        "/docs/page/?");
}

TEST_CASE("each sentence names the reference as written, once") {
  const auto of = [](FindingText text) { return sentence(text); };
  CHECK(of({.rule = Rule::missing_file, .raw = "x", .target = "x"}) == "x does not exist");
  CHECK(of({.rule = Rule::missing_file, .raw = " ../x\n", .target = "x"}) ==
        "'../x': x does not exist");
  CHECK(of({.rule = Rule::unresolvable_url, .raw = "http://[", .error = "why"}) ==
        "'http://[' is not a URL: why");
  const std::string_view bad_host = url::message(url::Error::invalid_host);
  CHECK(of({.rule = Rule::unresolvable_url, .raw = "//u%41@a<b/", .error = bad_host}) ==
        "'//***@a<b/' is not a URL: '<' is not allowed in a host name");
  CHECK(of({.rule = Rule::unresolvable_url, .raw = "//a\u00AD/", .error = bad_host}) ==
        "'//a<U+00AD>/' is not a URL: " + std::string(bad_host) +
            "; U+00AD is invisible: a soft hyphen");
  const auto local = [&](std::string_view url) {
    const std::string text = of({.rule = Rule::local_address, .raw = "x", .url = url});
    return text.substr(0, text.find(':'));
  };
  for (char const* const url :
       {"http://localhost:1/", "http://a.localhost/", "http://127.0.0.2/", "http://[::1]/"}) {
    CHECK(local(url) == "'x' points to localhost");
  }
  CHECK(local("http://10.0.0.7/") == "'x' points to a private network");
  CHECK(local("file:///x") == "'x' is a local file");
  CHECK(local("c:/x") == "'x' is a local file");
  CHECK(of({.rule = Rule::external_blocked, .raw = "x", .status = 429, .reason = "rate"}) ==
        "'x': rate-limited (429)");
  CHECK(of({.rule = Rule::external_broken, .raw = "x", .status = 404, .reason = "status"}) ==
        "'x': the server answers 404");
  CHECK(of({.rule = Rule::missing_fragment,
            .raw = "x#y",
            .url = "https://site.invalid/x#y",
            .fragment = "y",
            .is_lost = true}) == "'x#y': the redirect at /x drops #y");
  CHECK(of({.rule = Rule::outside_site,
            .raw = "/api/?q#f",
            .url = "http://h.example/api/?q#f",
            .site_url = "https://h.example/wiki/",
            .suggestion = "api/index.html"}) ==
        "'/api/?q#f' is outside https://h.example/wiki/; did you mean /wiki/api/?q#f?");
  CHECK(of({.rule = Rule::outside_site, .raw = "/", .site_url = "https://h/a/"}) ==
        "'/' is outside https://h/a/");
  CHECK(of({.rule = Rule::base_moves_fragment, .raw = "#a", .url = "https://site.invalid/b/#a"}) ==
        "'#a' is in this page, but with the base URL it is /b/#a");
  CHECK(of({.rule = Rule::empty_link, .raw = " ", .element = "img", .attribute = "src"}) ==
        "the attribute src of img is empty");
  for (std::size_t i = 0; i < rule_count; ++i) {
    const auto rule = static_cast<Rule>(i);
    if (rule == Rule::empty_link || rule == Rule::orphan_page) continue;
    INFO(name(rule));
    const std::string text = of({.rule = rule, .raw = "?r", .url = "https://site.invalid/?r"});
    CHECK(text.find("'?r'") != text.npos);
    CHECK(text.find("site.invalid") == text.npos);
  }
  CHECK(with_reference("\"/a\"", "b") == "\"/a\": b");
  CHECK(with_reference(std::string(500, 'r'), "b") == "'" + std::string(400, 'r') + "...': b");
}

TEST_CASE("rows of findings keep all their texts") {
  PageRows rows;
  for (const std::string prefix : {"a", "other "}) {
    std::string texts[12];
    for (std::size_t i = 0; i < std::size(texts); ++i) texts[i] = prefix + std::to_string(i);
    Finding finding;
    finding.file = texts[0];
    finding.element = texts[1];
    finding.attribute = texts[2];
    finding.raw = texts[3];
    if (prefix == "a") finding.url = texts[4];
    finding.base = texts[5];
    finding.base_source = texts[6];
    finding.target = texts[7];
    if (prefix != "a") finding.suggestion = texts[8];
    finding.message = texts[9];
    finding.context = texts[10];
    finding.source_line = texts[11];
    finding.line = rows.size() + 7;
    rows.add(finding);
    for (std::string& text : texts) text.assign(text.size(), '#');
  }
  REQUIRE(rows.size() == 2);
  const Finding first = rows.at(0);
  CHECK(first.file == "a0");
  CHECK(first.url == "a4");
  CHECK(first.base == "a5");
  CHECK(first.target == "a7");
  CHECK_FALSE(first.suggestion);
  CHECK(first.message == "a9");
  CHECK(first.line == 7);
  const Finding second = rows.at(1);
  CHECK(second.file == "other 0");
  CHECK(second.element == "other 1");
  CHECK(second.attribute == "other 2");
  CHECK(second.raw == "other 3");
  CHECK_FALSE(second.url);
  CHECK(second.base_source == "other 6");
  CHECK(second.suggestion == "other 8");
  CHECK(second.context == "other 10");
  CHECK(second.source_line == "other 11");
  CHECK(second.line == 8);
}

}  // namespace hrefkit::site
