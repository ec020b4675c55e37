#include "hrefkit/html/link.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/find_links.h"

using namespace hrefkit::html;

namespace {

/// "value@begin" of each name, with "?" behind those that are asked for, and the document's number.
std::string maps_of(std::string const& text, Engine engine) {
  std::string buffer;
  Notes notes;
  const auto source = decode_source(text, {}, buffer, notes);
  REQUIRE(source);
  std::string found;
  const auto take = [&](std::span<ImageMapName const> names) {
    for (ImageMapName const& name : names) {
      found += std::string(name.value) + "@" + std::to_string(name.span.begin) +
               (name.asks ? "?" : "") + (name.context == 0 ? "" : " in a frame") + " ";
    }
  };
  REQUIRE(find_links(*source, {.url = "https://h.example/"}, {.image_maps = take}, engine));
  return found;
}

}  // namespace

TEST_CASE("both engines find the names of image maps, and what asks for them") {
  struct Case {
    std::string text, names;
  };
  const Case cases[] = {
      {"<map name=m id=n><img usemap='#m'>", "m@10 n@15 #m@30? "},
      {"<MAP ID=n><INPUT USEMAP=#n><object usemap=#o>", "n@8 #n@24? #o@42? "},
      {"<image usemap=#m>", "#m@14? "},
      {"<p usemap=#m name=m id=n><a usemap=#m>", ""},
      {"<template><map name=m><img usemap=#m></template>", ""},
      {"<!--<map name=m>--><textarea><img usemap=#m></textarea>", ""},
      {"<svg><map name=m /><image usemap=#m /></svg>", ""},
      {"<map name='a&amp;b'>", "a&b@11 "},
  };
  for (Case const& c : cases) {
    INFO(c.text);
    for (const Engine engine : {Engine::automatic, Engine::dom}) {
      CHECK(maps_of(c.text, engine) == c.names);
    }
  }
}

TEST_CASE("a document in a frame has maps of its own") {
  CHECK(maps_of("<map name=m><iframe srcdoc='<img usemap=#m>'></iframe>", Engine::automatic) ==
        "m@10 #m@40? in a frame ");
}

// HTML Standard 2.3.9, "rules for parsing a hash-name reference".
TEST_CASE("the name of a map is what follows the first number sign") {
  CHECK(image_map_name("#m") == "m");
  CHECK(image_map_name("x#m#n") == "m#n");
  CHECK_FALSE(image_map_name("#"));
  CHECK_FALSE(image_map_name("m"));
  CHECK_FALSE(image_map_name(""));
}
