// What stays of a base element that is dropped, where the page would be read otherwise without it.
#include "hrefkit/html/edit/removal.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/rewrite.h"
#include "html/edit/rewrite_laws.h"

using namespace hrefkit;
using namespace hrefkit::html;

TEST_CASE("a base element stays where what is around it would be read otherwise") {
  RewriteOptions options;
  options.document.url = "https://h.example/p/q.html";
  options.drop_base = true;
  struct Row {
    std::string before;
    std::string after;
  };
  for (Row const& row : std::vector<Row>{
           // The base element has opened the head, so the head tag does not count.
           {"<base href=/d/><base href=/e/><head profile=p><a href=x>",
            "<base><head profile=p><a href=../d/x>"},
           {"<head><base href=/d/></head><head profile=p><a href=x>",
            "<head></head><head profile=p><a href=../d/x>"},
           {"<base href=/d/><header><a href=x>", "<header><a href=../d/x>"},
           // A template puts its base element before the other, or in its place.
           {"<p><?marker name='m'></p><base href=/d/><template for=m><base href=/e/></template>"
            "<a href=x>",
            "<p><?marker name='m'></p><template for=m></template><a href=../e/x>"},
           // The base element has opened the head, where the marker stands.
           {"<base href=/d/><html><?start name='m'><template for=m><a href=x>",
            "<base><html><?start name='m'><template for=m><a href=../d/x>"},
           {"<head><base href=/d/><?start name='m'><template for=m><a href=x>",
            "<head><?start name='m'><template for=m><a href=../d/x>"},
           {"<div><?start name='m'><base href=/d/><a href=y></a></div><template for=m><a href=x>",
            "<div><?start name='m'><base href=/d/><a href=y></a></div><template for=m><a href=x>"},
           // The doctype after it does not count: the page is in quirks mode.
           {"<base href=/d/><!DOCTYPE html><a href=x>", "<base><!DOCTYPE html><a href=../d/x>"},
           {" <!--c--><?x?>\n<base href=/d/><base href=/e/><!doctype html>",
            " <!--c--><?x?>\n<base><!doctype html>"},
           {"<!doctype html><base href=/d/><!doctype html>", "<!doctype html><!doctype html>"},
           {"x<base href=/d/><!doctype html>", "x<!doctype html>"},
           {"<html><base href=/d/><!doctype html>", "<html><!doctype html>"},
           {"<base href=/d/><!doc>", "<!doc>"},
           {"<<base href=/d/>a href=y><a href=x>", "<<base>a href=y><a href=../d/x>"},
           {"&am<base href=/d/>p;<a href=x>", "&am<base>p;<a href=../d/x>"},
           {"&#3<base href=/d/>8;", "&#3<base>8;"},
           {"a#m<base href=/d/>p;", "a#mp;"},
           // The bytes of a character that is cut would join.
           {"<meta charset=utf-8>\xE3<base href=/d/>\x81\x82",
            "<meta charset=utf-8>\xE3<base>\x81\x82"},
           {"<meta charset=gbk>\x81\x30<base href=/d/>\x81",
            "<meta charset=gbk>\x81\x30<base>\x81"},
           {"<meta charset=iso-2022-jp>\x1B$<base href=/d/>B",
            "<meta charset=iso-2022-jp>\x1B$<base>B"},
           {"a\r<base href=/d/>\nb", "a\r<base>\nb"},
           {"a\r<base href=/d/>\r\nb", "a\r\r\nb"},
           // The first newline of a pre does not count.
           {"<pre><base href=/d/>\na", "<pre><base>\na"},
           {"<PRE class='a b'><base href=/d/><BASE href=/e/>\r\na", "<PRE class='a b'><BASE>\r\na"},
           {"<listing><base href=/d/>&#10;a", "<listing><base>&#10;a"},
           {"<pre><base href=/d/>a\n", "<pre>a\n"},
           {"<pre>\n<base href=/d/>\na", "<pre>\n\na"},
           {"<pre><b><base href=/d/>\na", "<pre><b>\na"},
           {"<presto><base href=/d/>\na", "<presto>\na"},
           // The element ends a group of columns.
           {"<table><colgroup><base href=/d/><col><tr><td><a href=x>",
            "<table><colgroup><base><col><tr><td><a href=../d/x>"},
           {"<table><col> <!-- --- --><base href=/d/><col><base href=/e/><tr>",
            "<table><col> <!-- --- --><base><col><base><tr>"},
           {"<table><colgroup><col></colgroup><base href=/d/><col>",
            "<table><colgroup><col></colgroup><col>"},
       }) {
    INFO(row.before);
    std::string bytes;
    CHECK(test::broken_law(row.before, options, {}, bytes) == "");
    CHECK(bytes == row.after);
  }
}
