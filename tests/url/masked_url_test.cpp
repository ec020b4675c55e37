#include "hrefkit/url/masked_url.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/url/result.h"
#include "hrefkit/url/url.h"

namespace hrefkit::url {

TEST_CASE("URLs for people have no userinfo") {
  struct Case {
    std::string reference;
    std::string masked;
  };
  const Case cases[] = {
      {"https://user:secret@h.example/x?y#z", "https://***@h.example/x?y#z"},
      {"https://secret@h.example", "https://***@h.example"},
      {"https://user:@h.example/", "https://***@h.example/"},
      {"https://a@b:secret@h.example/", "https://***@h.example/"},
      {"//user:secret@h.example/x", "//***@h.example/x"},
      {"///user:secret@h.example/x", "///***@h.example/x"},
      {"\\\\user:secret@h.example\\x", "\\\\***@h.example\\x"},
      {"/\\user:secret@h.example", "/\\***@h.example"},
      {"https:user:secret@h.example", "https:***@h.example"},
      {"https:/user:secret@h.example", "https:/***@h.example"},
      {"https:\\\\\\user:secret@h.example", "https:\\\\\\***@h.example"},
      {" \x01HTTPS://user:secret@h.example", " \x01HTTPS://***@h.example"},
      {"ht\ntps:/\t/user:sec\tret@h.example", "ht\ntps:/\t/***@h.example"},
      {"ftp://user:secret@h.example/", "ftp://***@h.example/"},
      {"ssh://git:secret@h.example/", "ssh://***@h.example/"},
      {"ssh://git:sec\\ret@h.example/", "ssh://***@h.example/"},
      {"blob:https://user:secret@h.example/1", "blob:https://***@h.example/1"},
      {"view-source:https://secret@h.example/", "view-source:https://***@h.example/"},
      {"https://a.example/web/https://user:secret@h.example/x",
       "https://a.example/web/https://***@h.example/x"},
      {"https://a@a.example/?to=https://user:secret@h.example",
       "https://***@a.example/?to=https://***@h.example"},
      // What is no URL.
      {"https://user:secret@ho st/", "https://***@ho st/"},
      {"http://u:secret@[bad", "http://***@[bad"},
      {"//u:secret@exa mple/", "//***@exa mple/"},
      {"https://u:secret%40h.example/", "https://***@h.example/"},
      {"https://u%3Asecret%40h ost/", "https://***@h ost/"},
      {"https://u:secret\xEF\xBC\xA0h.example/", "https://***@h.example/"},
      {"https://u:secret\xEF\xB9\xABh.example/", "https://***@h.example/"},
      {"https://u:sec/ret@h.example/", "https://***@h.example/"},
      {"https://u:sec?ret@h.example/", "https://***@h.example/"},
      {"https://u:sec#ret@h.example/", "https://***@h.example/"},
      {"https:u:secret@ho st", "https:***@ho st"},
      {"https://u:secret@", "https://***@"},
      {"https://u:secret@:80", "https://***@:80"},
      // What has no userinfo.
      {"", ""},
      {"@", "@"},
      {"a@b", "a@b"},
      {"/@user", "/@user"},
      {"https://h.example/@user", "https://h.example/@user"},
      {"https://h.example:80/@user", "https://h.example:80/@user"},
      {"https://h.example?a@b", "https://h.example?a@b"},
      {"https://h.example#a@b", "https://h.example#a@b"},
      {"https://h.example/a%40b", "https://h.example/a%40b"},
      {"https://[::1]:80/@user", "https://[::1]:80/@user"},
      {"https://ho st/@user", "https://ho st/@user"},
      {"mailto:user@h.example", "mailto:user@h.example"},
      {"data:text/plain,a@b", "data:text/plain,a@b"},
      {"foo:/a@b", "foo:/a@b"},
      {"foo:///a@b", "foo:///a@b"},
      {"git@h.example:a/b.git", "git@h.example:a/b.git"},
      {"://", "://"},
      {"https://***@h.example/", "https://***@h.example/"},
  };
  for (Case const& each : cases) {
    CAPTURE(each.reference);
    CHECK(masked_url(each.reference) == each.masked);
    CHECK(masked_url(each.masked) == each.masked);
    // Whatever the parser takes for a password is not there.
    const auto base = Url::parse("http://base.example/");
    const auto url = Url::parse(each.reference, {.base = &*base});
    if (!url || url->password().empty()) continue;
    CHECK(masked_url(url->href()).find(std::string(url->password())) == std::string::npos);
    CHECK(each.masked.find("secret") == std::string::npos);
  }
}

}  // namespace hrefkit::url
