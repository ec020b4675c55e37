#include "hrefkit/html/link_rel.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::html;

TEST_CASE("rel sorts a link element's href") {
  struct Case {
    std::string_view rel;
    LinkKind kind;
  };
  const Case cases[] = {
      {"stylesheet", LinkKind::stylesheet},
      {"StyleSheet", LinkKind::stylesheet},
      {"alternate stylesheet", LinkKind::stylesheet},
      {"preload stylesheet", LinkKind::stylesheet},
      {"stylesheet preload", LinkKind::stylesheet},
      {"\t\n stylesheet\f", LinkKind::stylesheet},
      {"icon", LinkKind::resource},
      {"SHORTCUT ICON", LinkKind::resource},
      {"apple-touch-icon", LinkKind::resource},
      {"Apple-Touch-Icon-Precomposed", LinkKind::resource},
      {"mask-icon", LinkKind::resource},
      {"manifest", LinkKind::resource},
      {"preload", LinkKind::resource},
      {"prefetch", LinkKind::resource},
      {"modulepreload", LinkKind::resource},
      {"preconnect", LinkKind::resource},
      {"dns-prefetch", LinkKind::resource},
      {"prerender", LinkKind::resource},
      {"pingback", LinkKind::resource},
      {"alternate icon", LinkKind::resource},
      {"", LinkKind::hyperlink},
      {" ", LinkKind::hyperlink},
      {"alternate", LinkKind::hyperlink},
      {"canonical", LinkKind::hyperlink},
      {"next", LinkKind::hyperlink},
      {"author license", LinkKind::hyperlink},
      {"stylesheets", LinkKind::hyperlink},
      {"stylesheet,icon", LinkKind::hyperlink},
      {"style sheet", LinkKind::hyperlink},
      {"stylesheet\v", LinkKind::hyperlink},  // VT is no ASCII white space
      {"\xC4\xB0"
       "con",
       LinkKind::hyperlink},
      {"shortcut", LinkKind::hyperlink},
  };
  for (Case const& c : cases) {
    CAPTURE(c.rel);
    CHECK(name(kind_of_rel(c.rel)) == name(c.kind));
  }
}

TEST_CASE("a long unknown type is a hyperlink") {
  CHECK(kind_of_rel(std::string(100000, 'i')) == LinkKind::hyperlink);
}

// HTML Standard 4.6.8, the table of link types.
TEST_CASE("which rel values of a link element create a hyperlink") {
  for (std::string_view rel : {"alternate", "author", "canonical", "help", "license", "me", "next",
                               "prev", "search", "terms-of-service", "bookmark", "up", "ALTERNATE",
                               "icon next", "stylesheet next", " prev\n"}) {
    CAPTURE(rel);
    CHECK(creates_hyperlink(rel));
  }
  for (std::string_view rel :
       {"", "stylesheet", "alternate stylesheet", "Stylesheet Alternate", "icon", "shortcut icon",
        "preload", "modulepreload", "prefetch", "preconnect", "dns-prefetch", "manifest",
        "pingback", "expect", "unknown", "nextly"}) {
    CAPTURE(rel);
    CHECK_FALSE(creates_hyperlink(rel));
  }
}

TEST_CASE("which rel values of a link element fetch something on insertion") {
  for (std::string_view rel : {"stylesheet", "alternate stylesheet", "preload", "PREFETCH",
                               "modulepreload", "next preload"}) {
    CAPTURE(rel);
    CHECK(names_fetched_resource(rel));
  }
  for (std::string_view rel : {"", "icon", "manifest", "preconnect", "next", "preloads"}) {
    CAPTURE(rel);
    CHECK_FALSE(names_fetched_resource(rel));
  }
}

TEST_CASE("which rel values of a link element use the host of the URL alone") {
  for (std::string_view rel :
       {"preconnect", "dns-prefetch", "Preconnect DNS-prefetch", "dns-prefetch other"}) {
    CAPTURE(rel);
    CHECK(names_host_alone(rel));
  }
  for (std::string_view rel : {"", " ", "other", "preconnect stylesheet", "prefetch"}) {
    CAPTURE(rel);
    CHECK_FALSE(names_host_alone(rel));
  }
}

TEST_CASE("whether browsers use the href of a link element") {
  struct Case {
    std::string_view rel;
    LinkUse use;
  };
  const Case cases[] = {
      {"", LinkUse::no_rel},
      {" \n", LinkUse::no_rel},
      {"dns-prefetch", LinkUse::host_alone},
      {"profile", LinkUse::not_used},
      {"Profile", LinkUse::not_used},
      {"schema.DC", LinkUse::not_used},
      {"schema.dcterms profile", LinkUse::not_used},
      {"profile unknown", LinkUse::not_used},
      {"profile next", LinkUse::used},
      {"schema.DC stylesheet", LinkUse::used},
      {"schema", LinkUse::used},
      {"schemas.x", LinkUse::used},
      {"profiles", LinkUse::used},
      {"pingback", LinkUse::not_used},
      {"webmention Pingback", LinkUse::not_used},
      {"micropub", LinkUse::not_used},
      {"openid.server openid2.provider", LinkUse::not_used},
      {"authorization_endpoint", LinkUse::not_used},
      {"token_endpoint", LinkUse::not_used},
      {"pingback icon", LinkUse::used},
      {"webmentions", LinkUse::used},
      {"amphtml", LinkUse::used},
  };
  for (Case const& c : cases) {
    CAPTURE(c.rel);
    CHECK(static_cast<int>(use_of_rel(c.rel)) == static_cast<int>(c.use));
  }
}
