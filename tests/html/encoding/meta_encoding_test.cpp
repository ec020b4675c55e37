// The rows with markup were compared with Chromium's document.characterSet.
#include "hrefkit/html/encoding/declared_encoding.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit;
using html::find_meta_encoding;
using text::Encoding;

namespace {

constexpr std::string_view cyrillic = "<meta charset=windows-1251>";

std::string repeated(std::string_view piece, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += piece;
  return result;
}

}  // namespace

TEST_CASE("what a meta element declares") {
  struct Row {
    std::string_view markup;
    std::optional<Encoding> encoding;
  };
  constexpr auto koi8_r = Encoding::koi8_r;
  constexpr auto none = std::nullopt;
  for (Row const& row : {
           Row{"<meta charset=koi8-r>", koi8_r},
           Row{"<META CHARSET=KOI8-R>", koi8_r},
           Row{"<meta\fcharset=' koi8-r '>", koi8_r},
           Row{"<meta/charset=\"koi8-r\"/>", koi8_r},
           Row{"<meta/charset=koi8-r/>", none},
           Row{"<meta charset=\"koi8&#45;r\">", koi8_r},
           Row{"<metax charset=koi8-r>", none},
           Row{"<meta charset=koi8-r", none},
           Row{"<meta charset=nope>", none},
           Row{"<meta charset=nope><meta charset=koi8-r>", koi8_r},
           Row{"<meta charset=koi8-r><meta charset=utf-8>", koi8_r},
           Row{"<meta charset=koi8-r charset=utf-8>", koi8_r},
           Row{"<meta charset>", none},
           // utf-16 was readable as ASCII, so it is not true
           Row{"<meta charset=utf-16>", Encoding::utf_8},
           Row{"<meta charset=utf-16be>", Encoding::utf_8},
           Row{"<meta charset=x-user-defined>", Encoding::windows_1252},
           Row{"<meta charset=iso-2022-kr>", Encoding::replacement},
           // http-equiv and content, in any order, both needed
           Row{"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", koi8_r},
           Row{"<meta content='text/html; charset=koi8-r' http-equiv=Content-Type>", koi8_r},
           Row{"<meta content='text/html; charset=koi8-r'>", none},
           Row{"<meta http-equiv=' content-type' content='charset=koi8-r'>", none},
           Row{"<meta http-equiv=refresh content='charset=koi8-r'>", none},
           // charset before content, whether it is known or not
           Row{"<meta charset=koi8-r content='charset=utf-8'>", koi8_r},
           Row{"<meta http-equiv=content-type content='charset=utf-8' charset=koi8-r>", koi8_r},
           Row{"<meta http-equiv=content-type content='charset=utf-8' charset=nope>", none},
       }) {
    CAPTURE(row.markup);
    CHECK(find_meta_encoding(row.markup) == row.encoding);
  }
}

TEST_CASE("the label in a content attribute") {
  struct Row {
    std::string_view content;
    std::optional<Encoding> encoding;
  };
  constexpr auto koi8_r = Encoding::koi8_r;
  for (Row const& row : {
           Row{"text/html; charset=koi8-r", koi8_r},
           Row{"CHARSET  =\t koi8-r", koi8_r},
           Row{"charset='koi8-r'", koi8_r},
           Row{"charset=\"koi8-r\"x", koi8_r},
           Row{"charset=koi8-r;x", koi8_r},
           Row{"charset=koi8-r x", koi8_r},
           Row{"charset charset=koi8-r", koi8_r},
           Row{"charsetcharset=koi8-r", koi8_r},
           Row{"xcharset=koi8-r", koi8_r},
           Row{"charset=nope;charset=koi8-r", std::nullopt},
           Row{"charset='koi8-r", std::nullopt},
           Row{"charset='koi8-r\"", std::nullopt},
           Row{"charset=", std::nullopt},
           Row{"charset", std::nullopt},
           Row{"charset ", std::nullopt},
           Row{"chars", std::nullopt},
           Row{"", std::nullopt},
       }) {
    CAPTURE(row.content);
    CHECK(html::encoding_in_content_attribute(row.content) == row.encoding);
  }
}

TEST_CASE("where a meta element is one") {
  struct Row {
    std::string_view before;
    std::string_view after;
    bool counts;
  };
  for (Row const& row : {
           Row{"<!DOCTYPE html>", "", true},
           Row{"<body><p>", "", true},
           Row{"<template>", "</template>", true},
           Row{"<noscript>", "</noscript>", true},
           Row{"<", "", true},
           Row{"<!-- -->", "", true},
           Row{"<!-->", " -->", true},
           Row{"<!--->", " -->", true},
           Row{"<!-- --!>", " -->", true},
           Row{"<!-- ", " -->", false},
           Row{"<!-- ", "", false},
           Row{"<! ", "", false},
           Row{"<? ", "", false},
           Row{"<?x > ", "", true},
           Row{"</ ", "", false},
           Row{"<p title=\"", "\">", false},
           Row{"<p title='", "", false},
           Row{"<p ", "", false},
           Row{"</p title=\"", "\">", false},
           Row{"<script>var x = \"", "\";</script>", false},
           Row{"<script><!-- <script> </script>", "</script>", false},
           Row{"<script></script>", "", true},
           Row{"<style>", "</style>", false},
           Row{"<title>", "</title>", false},
           Row{"<textarea>", "</textarea>", false},
           Row{"<iframe>", "</iframe>", false},
           Row{"<xmp>", "</xmp>", false},
           Row{"<plaintext>", "", false},
       }) {
    const std::string markup =
        std::string(row.before) + std::string(cyrillic) + std::string(row.after);
    CAPTURE(markup);
    CHECK(find_meta_encoding(markup).has_value() == row.counts);
  }
}

TEST_CASE("past the first kilobyte a meta element counts as long as the head goes on") {
  struct Row {
    std::string before;
    bool counts;
  };
  for (Row const& row : {
           Row{"<head>" + repeated("<link rel=x>", 120), true},
           Row{"<html><head>" + repeated("<base>", 220), true},
           Row{"<head>" + repeated("<object></object>", 100), true},
           Row{"<head>" + repeated("<meta charset=nope>", 100), true},
           Row{"<head><script>" + repeated("a = '<div>';", 120) + "</script>", true},
           Row{"<head><title>" + repeated("<div>", 220) + "</title>", true},
           Row{"<head><noscript>" + repeated("<link>", 220) + "</noscript>", true},
           Row{"<!--" + repeated("<div>", 220) + "-->", true},
           Row{repeated("x ", 600), true},
           Row{"<head>" + repeated("x ", 600), true},
           Row{"<head></head>" + repeated(" ", 1200), false},
           Row{"<body>" + repeated(" ", 1200), false},
           Row{repeated("<p>", 400), false},
           Row{"<head><noscript>" + repeated("<img>", 220) + "</noscript>", false},
           Row{"<head><template>" + repeated("<base>", 220) + "</template>", false},
           Row{"<head>" + repeated("<basefont>", 120), false},
           Row{"<head>" + repeated("<svg>", 220), false},
           // what begins before the kilobyte's end is read to its own end
           Row{"<p>" + repeated(" ", 1024 - 4), true},
           Row{"<p>" + repeated(" ", 1024 - 3), false},
       }) {
    CAPTURE(row.before);
    CHECK(find_meta_encoding(row.before + std::string(cyrillic)).has_value() == row.counts);
  }
}

TEST_CASE("a document of twenty megabytes without a declaration takes no time to speak of") {
  CHECK_FALSE(find_meta_encoding("<body>" + std::string(20'000'000, '<')));
  CHECK_FALSE(find_meta_encoding("<p title=" + std::string(20'000'000, '\'')));
}
