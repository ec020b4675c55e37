#include "hrefkit/html/page_outline.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "support/run_cost.h"

namespace hrefkit::html {

TEST_CASE("PageHead: title and language") {
  struct Case {
    std::string_view text;
    std::optional<std::string> title;
    std::optional<std::string> lang;
  };
  const Case cases[] = {
      {"", std::nullopt, std::nullopt},
      {"<title> A\n &amp; <b> </title>", "A & <b>", std::nullopt},
      {"<!doctype html><!-- x --><html lang=de><head><title></title>", "", "de"},
      {"<title>a</title><title>b</title>", "a", std::nullopt},
      {"<html xml:lang=fr><title>a</title>", "a", "fr"},
      {"<html lang=en xml:lang=fr>", std::nullopt, "en"},
      {"<p><title>a</title>", std::nullopt, std::nullopt},
      {"text<title>a</title>", std::nullopt, std::nullopt},
      {"<script>'<title>no</title>'</script><title>a</title>", "a", std::nullopt},
      {"<style>x</style><noscript><title>no</title></noscript><title>a</title>", "a", std::nullopt},
      {"<template><title>no</title></template><title>a</title>", "a", std::nullopt},
      {"<head></head><title>a</title>", std::nullopt, std::nullopt},
      {"<?xml version='1.0'?><svg xml:lang=en><title>a</title>", "a", "en"},
      {"<title>a", "a", std::nullopt},
  };
  for (Case const& each : cases) {
    CAPTURE(each.text);
    const PageHead head = read_page_head(each.text);
    CHECK(head.title == each.title);
    CHECK(head.lang == each.lang);
  }
}

TEST_CASE("PageHead: robots, the card and the end") {
  const auto is_noindex = [](std::string_view text) { return read_page_head(text).is_noindex; };
  CHECK(is_noindex("<meta name=robots content=noindex>"));
  CHECK(is_noindex("<META NAME=' Robots ' CONTENT='nofollow, NoIndex'>"));
  CHECK(is_noindex("<meta name=googlebot content=none>"));
  CHECK_FALSE(is_noindex("<meta name=bingbot content=noindex>"));
  CHECK_FALSE(is_noindex("<meta name=robots content=noindexing>"));
  CHECK_FALSE(is_noindex("<meta name=robots content='index,follow'>"));
  CHECK_FALSE(is_noindex("<body><meta name=robots content=noindex>"));
  CHECK_FALSE(is_noindex("<noscript><meta name=robots content=noindex></noscript>"));
  CHECK_FALSE(is_noindex("<!-- <meta name=robots content=noindex> -->"));
  constexpr std::string_view text =
      "<meta property='og:url' content='/a&amp;b'><meta name=og:url content=c><p>";
  const PageHead head = read_page_head(text);
  CHECK(head.card_url == "/a&b");
  CHECK(head.end == text.find("<p>"));
}

TEST_CASE("forbids_index: lists, and robots that they are for") {
  CHECK(forbids_index("noindex"));
  CHECK(forbids_index(" nofollow , none "));
  CHECK(forbids_index("googlebot: noindex"));
  CHECK(forbids_index("unavailable_after: 25 Jun 2026 15:00:00 PST, noindex"));
  CHECK(forbids_index("max-snippet:20, noindex"));
  CHECK_FALSE(forbids_index("otherbot: noindex, nofollow"));
  CHECK_FALSE(forbids_index("otherbot: noindex, noarchive, none"));
  CHECK_FALSE(forbids_index("all"));
  CHECK_FALSE(forbids_index(""));
}

TEST_CASE("PageLandmarks: the nearest element") {
  const auto places = [](std::string_view text) {
    const PageLandmarks landmarks(text);
    std::string all;
    for (std::size_t at = text.find("<a "); at != text.npos; at = text.find("<a ", at + 1)) {
      const std::string_view place = name(landmarks.at(static_cast<std::uint32_t>(at)));
      all += std::string(all.empty() ? "" : " ") + (place.empty() ? "-" : std::string(place));
    }
    return all;
  };
  CHECK(places("") == "");
  CHECK(places("<a x>1</a><nav><a x>2</a></nav><a x>3</a>") == "- nav -");
  CHECK(places("<main><a x>1<HEADER class='>'><a x>2</HEADER><a x>3</main><footer><a x>4") ==
        "main header main footer");
  CHECK(places("<aside><nav><nav><a x>1</nav><a x>2</nav><a x>3</aside><a x>4") ==
        "nav nav aside -");
  CHECK(places("</nav><a x>1<!-- <nav> --><a x>2<script>'<nav>'</script><a x>3") == "- - -");
  CHECK(places("<navigation><a x>1</navigation><p title='<nav>'><a x>2") == "- -");
  CHECK(places("<main><nav><a x>1</main><a x>2") == "nav -");
}

TEST_CASE("PageLandmarks and PageHead take time in proportion to the text", "[growth]") {
  if (!test::can_measure_cost()) return;
  for (std::string const piece :
       {"<nav>", "<nav></main>", "<meta name=robots content=a>", "<!--", "<title>"}) {
    std::string text;
    while (text.size() < 8'000'000) text += piece;
    const test::RunCost cost = test::cost_of([&text] {
      if (name(PageLandmarks(text).at(1)) == "aside") std::abort();
      if (read_page_head(text).is_noindex) std::abort();
    });
    CAPTURE(piece);
    CHECK(cost.succeeded());
    CHECK(cost.seconds < test::allowed_seconds(text.size()));
    CHECK(cost.peak_bytes < test::allowed_bytes(text.size()));
  }
}

}  // namespace hrefkit::html
