#include "hrefkit/url/rfc3986/grammar.h"

#include <catch2/catch.hpp>

namespace hrefkit::url::rfc3986 {

namespace {

/// The components in the order scheme userinfo host port path query fragment, "-" for none.
std::string components(std::string_view text) {
  const auto reference = match(text, uri_reference);
  if (!reference) return "no match";
  std::string out;
  const auto add = [&out](std::optional<std::string_view> part) {
    out += out.empty() ? "" : " ";
    out += part ? "<" + std::string(*part) + ">" : "-";
  };
  add(reference->scheme);
  add(reference->userinfo);
  add(reference->host);
  add(reference->port);
  add(reference->path);
  add(reference->query);
  add(reference->fragment);
  return out;
}

}  // namespace

TEST_CASE("components of URI references") {
  struct Case {
    std::string_view text;
    std::string_view expected;
  };
  const Case cases[] = {
      {"", "- - - - <> - -"},
      {"foo://example.com:8042/over/there?name=ferret#nose",
       "<foo> - <example.com> <8042> </over/there> <name=ferret> <nose>"},
      {"urn:example:animal:ferret:nose", "<urn> - - - <example:animal:ferret:nose> - -"},
      {"ldap://[2001:db8::7]/c=GB?objectClass?one",
       "<ldap> - <[2001:db8::7]> - </c=GB> <objectClass?one> -"},
      {"telnet://192.0.2.16:80/", "<telnet> - <192.0.2.16> <80> </> - -"},
      {"//u:p:q@h:", "- <u:p:q> <h> <> <> - -"},
      {"//@:", "- <> <> <> <> - -"},
      {"//", "- - <> - <> - -"},
      {"a:", "<a> - - - <> - -"},
      {"a:/", "<a> - - - </> - -"},
      {"a://", "<a> - <> - <> - -"},
      {"a+b-c.d:", "<a+b-c.d> - - - <> - -"},
      {"./a:b", "- - - - <./a:b> - -"},
      {"a/b:c", "- - - - <a/b:c> - -"},
      {"?a:b", "- - - - <> <a:b> -"},
      {"#a:b?c/d", "- - - - <> - <a:b?c/d>"},
      {"?#", "- - - - <> <> <>"},
      {"/a//b", "- - - - </a//b> - -"},
      {"//h//b", "- - <h> - <//b> - -"},
      {"%41%zz", "no match"},
      {"%", "no match"},
      {"a%4", "no match"},
      {"%4", "no match"},
      {":a", "no match"},
      {"1a:b", "no match"},
      {"a b", "no match"},
      {"//h:80x", "no match"},
      {"//h:80:80", "no match"},
      {"//a@b@c", "no match"},
      {"//[::1", "no match"},
      {"//::1]", "no match"},
      {"//[::1]x", "no match"},
      {"//[::1]:x", "no match"},
      {"//[1.2.3.4]", "no match"},
      {"//a[::1]", "no match"},
      {"//[a]@h", "no match"},
      {"/[", "no match"},
      {"a#b#c", "no match"},
      {"\xC3\xA4", "no match"},
      {"a|b", "no match"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    CHECK(components(c.text) == c.expected);
  }
}

TEST_CASE("a bracketed host is not a reg-name") {
  CHECK(match("//[::1]:80", uri_reference)->host_form == HostForm::ip_literal);
  CHECK(match("//[v1.x]", uri_reference)->host_form == HostForm::ip_literal);
  CHECK(match("//h", uri_reference)->host_form == HostForm::reg_name);
}

}  // namespace hrefkit::url::rfc3986
