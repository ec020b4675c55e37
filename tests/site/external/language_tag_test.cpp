#include "hrefkit/site/external/language_tag.h"

#include <catch2/catch.hpp>
#include <string_view>

#include "hrefkit/site/external/verdict.h"

namespace hrefkit::site {

TEST_CASE("language tags of paths", "[external]") {
  for (const std::string_view tag : {"en", "EN", "aa", "zu", "de-AT", "pt_BR", "en-us", "es-419",
                                     "zh-Hant", "zh_Hant_TW", "sr-Latn-RS", "id", "nb", "tg"}) {
    CAPTURE(tag);
    CHECK(is_language_tag(tag));
  }
  for (const std::string_view word :
       {"",         "e",          "ok",     "tv",    "go",        "tw-",   "en-",     "en_",
        "-en",      "a b",        "n ",     " e",    "bh",        "sh",    "iw",      "xx",
        "eng",      "fil",        "fil-PH", "en-x",  "en-uk1",    "en-12", "en-1234", "en-US-x",
        "en-Latn-", "en-US-Latn", "en--US", "en.US", "\xC3\xA9n", "12"}) {
    CAPTURE(word);
    CHECK_FALSE(is_language_tag(word));
  }
}

TEST_CASE("values of hreflang are subtags of the registry", "[external]") {
  for (const std::string_view value :
       {"x-default", "X-Default", "en", "EN-us", "es-419", "zh-Hant-TW", "zh-hans", "haw", "fil-PH",
        "sr-Latn", "qaa", "qtz-Qaaa-QM", "en-XA", "de-AT", "iw", "EU", "qua", "yue-Hant-HK"}) {
    CAPTURE(value);
    CHECK(is_hreflang(value));
  }
  for (const std::string_view value :
       {"",         "en-UK",   "en_GB",    "uk-EN-UK",   "xx",         "e",        "english",
        "en-",      "-en",     "en--GB",   "en-GB-x",    "x-defaults", "xdefault", "de-1996",
        "en-Latnx", "en-Xxxx", "qua-aaaa", "zh-TW-Hant", "419",        "es-999",   "en gb",
        " en",      "us",      "quu1",     "zzz"}) {
    CAPTURE(value);
    CHECK_FALSE(is_hreflang(value));
  }
}

TEST_CASE("redirects to a home page, or to a page that says 404", "[external]") {
  struct Case {
    std::string_view first;
    std::string_view last;
    bool is_soft_404;
  };
  const Case cases[] = {
      {"/x", "/", true},
      {"/x", "/ok", false},
      {"/x", "/tv", false},
      {"/x", "/go/", false},
      {"/x", "/en/", true},
      {"/x", "/zh-Hant-TW/", true},
      {"/x", "/en/a", false},
      {"/ok", "/", true},
      {"/tv", "/home", true},
      {"/en/", "/", false},
      {"/en/x", "/en/", false},
      {"/de/x", "/en/", false},
      {"/docs/en/x", "/en", false},
      {"/en/x", "/", true},
      {"/de-AT/x", "/index.html", true},
      {"/x", "/404", true},
      {"/x", "/404.html", true},
      {"/x", "/a/not-found.php", true},
      {"/x", "/NotFound.aspx", true},
      {"/x", "/404/", true},
      {"/x", "/4040.html", false},
      {"/404.html", "/404", false},
      {"/x", "/not-founded", false},
      {"/x", "/x.404", false},
  };
  for (Case const& each : cases) {
    CAPTURE(each.first, each.last);
    const std::string host = "https://a.example";
    CHECK(is_soft_404(host + std::string(each.first), host + std::string(each.last)) ==
          each.is_soft_404);
  }
}

}  // namespace hrefkit::site
