#include "hrefkit/html/parse/xml_prolog.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit::html;

namespace {

constexpr std::string_view svg = "http://www.w3.org/2000/svg";
constexpr std::string_view xml = "http://www.w3.org/XML/1998/namespace";

/// The namespace's short name, or "?" for a prefix that is not declared.
std::string found(XmlNamespaces const& namespaces, std::string_view prefix) {
  const auto ns = namespaces.find(prefix);
  return ns ? std::string(name(ns->ns)) : "?";
}

}  // namespace

TEST_CASE("a qualified name has one colon at most, and not at an end", "[xml namespaces]") {
  CHECK(split_qualified_name("a")->prefix.empty());
  CHECK(split_qualified_name("a")->local == "a");
  CHECK(split_qualified_name("a:b")->prefix == "a");
  CHECK(split_qualified_name("a:b")->local == "b");
  for (std::string_view name : {"a:b:c", ":a", "a:", ":", "::"}) {
    CAPTURE(name);
    CHECK_FALSE(split_qualified_name(name));
  }
}

TEST_CASE("declarations are known by their names", "[xml namespaces]") {
  CHECK(is_namespace_declaration("xmlns"));
  CHECK(is_namespace_declaration("xmlns:a"));
  CHECK_FALSE(is_namespace_declaration("xmlnsa"));
  CHECK_FALSE(is_namespace_declaration("xml:ns"));
  CHECK(declared_prefix("xmlns").empty());
  CHECK(declared_prefix("xmlns:a") == "a");
}

TEST_CASE("declarations hold in their element and what is below it", "[xml namespaces]") {
  XmlNamespaces namespaces;
  CHECK(found(namespaces, "") == "none");
  CHECK(found(namespaces, "xml") == "xml");
  CHECK(found(namespaces, "a") == "?");
  namespaces.enter();
  CHECK(namespaces.declare("", svg));
  CHECK(namespaces.declare("a", "u"));
  namespaces.enter();
  CHECK(namespaces.declare("", ""));
  CHECK(namespaces.declare("a", svg));
  CHECK(found(namespaces, "") == "none");
  CHECK(found(namespaces, "a") == "svg");
  namespaces.leave();
  CHECK(found(namespaces, "") == "svg");
  CHECK(found(namespaces, "a") == "other");
  namespaces.leave();
  CHECK(found(namespaces, "") == "none");
  CHECK(found(namespaces, "a") == "?");
}

TEST_CASE("two names are one namespace only when they are the same", "[xml namespaces]") {
  XmlNamespaces namespaces;
  namespaces.enter();
  for (auto const& [prefix, uri] : {std::pair("a", "u"), {"b", "u"}, {"c", "U"}}) {
    CHECK(namespaces.declare(prefix, uri));
  }
  CHECK(namespaces.find("a") == namespaces.find("b"));
  CHECK(namespaces.find("a") != namespaces.find("c"));
}

TEST_CASE("what may not be declared changes nothing", "[xml namespaces]") {
  XmlNamespaces namespaces;
  namespaces.enter();
  CHECK_FALSE(namespaces.declare("a", ""));
  CHECK_FALSE(namespaces.declare("a", xml));
  CHECK_FALSE(namespaces.declare("", xml));
  CHECK_FALSE(namespaces.declare("xml", "u"));
  CHECK_FALSE(namespaces.declare("xmlns", "u"));
  CHECK_FALSE(namespaces.declare("a", "http://www.w3.org/2000/xmlns/"));
  CHECK(namespaces.declare("xml", xml));
  CHECK(found(namespaces, "a") == "?");
  CHECK(found(namespaces, "") == "none");
  CHECK(found(namespaces, "xml") == "xml");
}
