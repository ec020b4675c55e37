#include "hrefkit/archive/header_links.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/url/resolver.h"

namespace hrefkit::test {

namespace {

std::string shown(std::string const& fields, std::string const& status = "200") {
  const auto head = http::parse_response_head("HTTP/1.1 " + status + "\r\n" + fields + "\r\n");
  std::string text;
  for (archive::HeaderLink const& link : archive::header_links(*head, "http://h.example/d/p")) {
    text += std::string(link.header) + std::to_string(link.index) + "=" + link.raw;
    if (link.reference != link.raw) text += "(" + link.reference + ")";
    text += "|";
  }
  return text;
}

}  // namespace

TEST_CASE("the links of a head") {
  CHECK(shown("").empty());
  CHECK(shown("Location: /x\r\n").empty());
  CHECK(shown("Location: /x\r\n", "301") == "location0=/x|");
  CHECK(shown("Location: /x\r\n", "304") == "location0=/x|");
  CHECK(shown("Location: \xE4\r\n", "302") == "location0=\xC3\xA4(%E4)|");
  CHECK(shown("Location: \xC3\xA4\r\n", "302") == "location0=\xC3\xA4(%C3%A4)|");
  CHECK(shown("Refresh: 5\r\n").empty());
  CHECK(shown("Refresh: 5; url=x\r\n") == "refresh0=x|");
  CHECK(shown("LINK: <a>, <b>\r\nLink: <c>\r\n") == "link0=a|link1=b|link2=c|");
  CHECK(shown("Link: <a>; rel=preload; as=image; imagesrcset=\"b 1x, c,d 2x\", <e>\r\n") ==
        "link0=a|link1=b|link2=c,d|link3=e|");
  CHECK(shown("Content-Location: \xC3\xA4\r\n") == "content-location0=\xC3\xA4(%C3%A4)|");
  CHECK(shown("Content-Location: c\r\nContent-Base: d\r\n") == "content-location0=c|");
}

TEST_CASE("what browsers fetch or follow of the links of a head") {
  const auto used = [](std::string const& fields, std::string const& status = "200") {
    const auto head = http::parse_response_head("HTTP/1.1 " + status + "\r\n" + fields + "\r\n");
    std::string raw;
    for (archive::HeaderLink const& link : archive::header_links(*head, "http://h.example/d/p")) {
      if (html::may_be_used(link.use)) raw += link.raw + "|";
    }
    return raw;
  };
  for (std::string const status : {"301", "302", "303", "307", "308"}) {
    CHECK(used("Location: /x\r\n", status) == "/x|");
  }
  CHECK(used("Location: /x\r\n", "300").empty());
  CHECK(used("Location: /x\r\n", "304").empty());
  CHECK(used("Content-Location: c\r\nRefresh: 0;url=r\r\n") == "r|");
  CHECK(used("Link: <a>; rel=preconnect, <b>; rel=stylesheet, <c>, <d>; rel=profile, <e>; rel=next"
             "\r\n") == "b|e|");
  CHECK(used("Link: <a>; rel=preload; imagesrcset=\"b 1x, c 1w 2x, d 1q\"\r\n") == "a|b|");
  CHECK(used("Link: <a>; rel=prefetch; imagesrcset=\"b 1x\"\r\n") == "a|");
}

// What Chromium requested for these fields.
TEST_CASE("several Refresh fields are one") {
  CHECK(shown("Refresh: 0;url=a\r\nrefresh: 0;url=b\r\n") == "refresh0=a, 0;url=b|");
  CHECK(shown("Refresh: 0;url=\"a\"\r\nRefresh: 0;url=b\r\n") == "refresh0=a|");
  CHECK(shown("Refresh: \r\nRefresh: 0;url=b\r\n").empty());
  CHECK(shown("Refresh: 0;\r\nRefresh: url=b\r\n") == "refresh0=, url=b|");
}

// What Chromium requested for these fields.
TEST_CASE("several Link fields are one") {
  CHECK(shown("Link: <a>; title=\"x\r\nLink: \", <b>\r\n") == "link0=a|link1=b|");
  CHECK(shown("Link: <a\r\nLink: <b>\r\n") == "link0=a, <b|");
  CHECK(shown("Link: x=\"\r\nLink: <b>\r\n").empty());
}

TEST_CASE("a Link whose anchor is another document is none of this one") {
  CHECK(shown("Link: <a>; anchor=\"/other\", <b>; anchor=p, <c>; anchor=\"#x\"\r\n"
              "Link: <d>; anchor=\"\", <e>; anchor=\"http://h.example/d/p?\", <f>\r\n") ==
        "link0=b|link1=c|link2=d|link3=f|");
}

// What Chromium requested for these fields.
TEST_CASE("each byte of Link and Refresh is a code point") {
  const auto resolved = [](std::string const& fields) {
    const auto head = http::parse_response_head("HTTP/1.1 200 OK\r\n" + fields + "\r\n");
    const auto base = url::Resolver::with_base("http://h.example/d/p", {});
    std::string urls;
    for (archive::HeaderLink const& link : archive::header_links(*head, "http://h.example/d/p")) {
      urls += *base->resolve(link.reference) + " ";
    }
    return urls;
  };
  CHECK(shown("Refresh: 0;url=/\xE9\r\n") == "refresh0=/\xC3\xA9|");
  CHECK(shown("Link: </\xC3\xA9>; rel=x\r\n") == "link0=/\xC3\x83\xC2\xA9|");
  CHECK(resolved("Refresh: 0;url=/\xE9\r\n") == "http://h.example/%C3%A9 ");
  CHECK(resolved("Refresh: 0;url=/\xC3\xA9\r\n") == "http://h.example/%C3%83%C2%A9 ");
  CHECK(resolved("Link: </\xE9>; rel=x, <?\xC3\xA9#\xE9>; rel=y\r\n") ==
        "http://h.example/%C3%A9 http://h.example/d/p?%C3%83%C2%A9#%C3%A9 ");
}

// Where Chromium went for these fields.
TEST_CASE("a redirect has a status of redirects and one Location") {
  const auto redirect = [](std::string const& status, std::string const& fields) {
    const auto head = http::parse_response_head("HTTP/1.1 " + status + "\r\n" + fields + "\r\n");
    const auto links = archive::header_links(*head, "http://h.example/d/p");
    archive::HeaderLink const* const found = archive::find_redirect(head->status, links);
    return found != nullptr ? found->reference : "-";
  };
  for (std::string const status : {"301", "302", "303", "307", "308"}) {
    INFO(status);
    CHECK(redirect(status, "Link: </a>\r\nLocation: /b\r\n") == "/b");
  }
  for (std::string const status : {"200", "201", "300", "304", "305", "306", "310", "399"}) {
    INFO(status);
    CHECK(redirect(status, "Location: /b\r\n") == "-");
  }
  CHECK(redirect("302", "") == "-");
  CHECK(redirect("302", "Location: \r\n") == "-");
  CHECK(redirect("302", "Location: /b\r\nLocation: /b\r\n") == "/b");
  CHECK(redirect("302", "Location: /b\r\nLocation: /c\r\n") == "-");
  CHECK(redirect("302", "Location:\r\nLocation: /c\r\n") == "-");
}

}  // namespace hrefkit::test
