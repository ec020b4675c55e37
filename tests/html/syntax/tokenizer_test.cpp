#include "hrefkit/html/syntax/tokenizer.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using namespace hrefkit::html;

namespace {

using namespace std::string_literals;

std::string describe(std::string_view text, Tag const& tag) {
  std::string out = tag.is_end ? "/" : "";
  out += tag.name.in(text);
  for (TagAttribute const& a : tag.attributes) {
    out += ' ';
    out += a.name.in(text);
    if (a.quote == 0 && a.value.empty()) continue;
    out += '=';
    if (a.quote != 0) out += a.quote;
    out += a.value.in(text);
    if (a.quote != 0) out += a.quote;
  }
  if (tag.self_closing) out += " /";
  return out;
}

/// The content models that a tree builder would set for HTML elements, enough for the tests.
void set_model(TagTokenizer& tokenizer, std::string_view text, Tag const& tag) {
  if (tag.is_end) return;
  if (tag.is(text, "style")) tokenizer.set_content_model(ContentModel::raw_text, TagName::style);
  if (tag.is(text, "title")) tokenizer.set_content_model(ContentModel::rcdata, TagName::title);
  if (tag.is(text, "script"))
    tokenizer.set_content_model(ContentModel::script_data, TagName::script);
  if (tag.is(text, "plaintext"))
    tokenizer.set_content_model(ContentModel::plain_text, TagName::plaintext);
}

/// Tags in brackets and the text before each; text is shown as written.
std::string tags_of(std::string_view source, Cdata cdata = Cdata::comment) {
  // An exact-size heap copy, so that a sanitizer sees a read past the end.
  const std::vector<char> copy(source.begin(), source.end());
  const std::string_view text(copy.data(), copy.size());
  TagTokenizer tokenizer(text);
  tokenizer.set_cdata(cdata);
  std::string out;
  Tag tag;
  while (tokenizer.next(tag)) {
    CHECK(text[tag.span.begin] == '<');
    CHECK(text[tag.span.end - 1] == '>');
    CHECK(tokenizer.preceding_text().end == tag.span.begin);
    out += '[' + describe(text, tag) + ']';
    set_model(tokenizer, text, tag);
  }
  CHECK_FALSE(tokenizer.next(tag));
  return out;
}

struct Case {
  std::string text;
  std::string tags;
};

}  // namespace

TEST_CASE("tags are found where the standard's tokenizer finds them") {
  const std::vector<Case> cases{
      {"", ""},
      {"no tags", ""},
      {"<a>x</a>", "[a][/a]"},
      {"<A HREF=x>", "[A HREF=x]"},
      // 13.2.5.6 tag open, 13.2.5.7 end tag open
      {"<", ""},
      {"</", ""},
      {"<<a>", "[a]"},
      {"< a><1><b>", "[b]"},
      {"</><a>", "[a]"},
      {"</ a><b>", "[b]"},
      {"</1 a='>'><b>", "[b]"},
      {"<?xml version='1.0'><a>", "[a]"},
      {"<? '>'><a>", "[a]"},
      {"<a<b>", "[a<b]"},
      {"<a\0b>"s, "[a\0b]"s},
      // 13.2.5.32 to 13.2.5.40 attributes
      {"<a b c=d e='f g' h=\"i>j\">", "[a b c=d e='f g' h=\"i>j\"]"},
      {"<a\tb\nc\rd\fe>", "[a b c d e]"},
      {"<a b = c>", "[a b=c]"},
      {"<a b=>", "[a b]"},
      {"<a b= >", "[a b]"},
      {"<a b=''>", "[a b='']"},
      {"<a =b>", "[a =b]"},
      {"<a ==b>", "[a ==b]"},
      {"<a b==c>", "[a b==c]"},
      {"<a b\"c'd<e>", "[a b\"c'd<e]"},
      {"<a b=c\"d'e`f<g=h>", "[a b=c\"d'e`f<g=h]"},
      {"<a b='c'd>", "[a b='c' d]"},
      {"<a b='c'/d>", "[a b='c' d]"},
      {"<a/b/c/>", "[a b c /]"},
      {"<a b=c/>", "[a b=c/]"},
      {"<a b='c'/>", "[a b='c' /]"},
      {"<a / >", "[a]"},
      {"<a /b>", "[a b]"},
      {"<a / b/>", "[a b /]"},
      {"<a b='\0'>"s, "[a b='\0']"s},
      {"</a b='>' />x", "[/a b='>' /]"},
      // duplicates
      {"<a b=1 B=2 b c=3>", "[a b=1 c=3]"},
      {"<a x\0=1 x\xEF\xBF\xBD=2 x=3>"s, "[a x\0=1 x=3]"s},
      {"<a \xC3\x89=1 \xC3\xA9=2>", "[a \xC3\x89=1 \xC3\xA9=2]"},
      // the text's end inside a tag
      {"<b><a", "[b]"},
      {"<b><a ", "[b]"},
      {"<b><a b", "[b]"},
      {"<b><a b=", "[b]"},
      {"<b><a b=c", "[b]"},
      {"<b><a b='c>", "[b]"},
      {"<b><a b='c'", "[b]"},
      {"<b><a/", "[b]"},
      {"<b></a", "[b]"},
      // 13.2.5.43 to 13.2.5.52 comments
      {"<!-- <a> --><b>", "[b]"},
      {"<!--><b>", "[b]"},
      {"<!---><b>", "[b]"},
      {"<!----><b>", "[b]"},
      {"<!-----><b>", "[b]"},
      {"<!-- --!><b>", "[b]"},
      {"<!--!><a>--><b>", "[b]"},
      {"<!---!><a>--><b>", "[b]"},
      {"<!----!><b>", "[b]"},
      {"<!-- -- ><a> --!-><a> --><b>", "[b]"},
      {"<!-- <!-- --><b>", "[b]"},
      {"<!-- <!--><b>", "[b]"},
      {"<!-- <!--!><b>", "[b]"},
      {"<!-- <!---><b>", "[b]"},
      {"<!-- -><a>", ""},
      {"<!-- --", ""},
      {"<!-", ""},
      {"<!", ""},
      {"<!-><b>", "[b]"},
      {"<!- <a> --><b>", "[b]"},
      {"<!><b>", "[b]"},
      {"<!x '>'><b>", "[b]"},
      // 13.2.5.53 to 13.2.5.68 doctypes
      {"<!DOCTYPE html><b>", "[b]"},
      {"<!doctype html PUBLIC \"x>\"><b>", "[b]"},
      {"<!DOCTYPE", ""},
      // 13.2.5.2 to 13.2.5.14 raw text
      {"<style><a></style ><b>", "[style][/style][b]"},
      {"<style></styl></stylex></style-></STYLE/><b>", "[style][/STYLE /][b]"},
      {"<style><!--</style>--><b>", "[style][/style][b]"},
      {"<style></style a=b c>", "[style][/style a=b c]"},
      {"<style></style", "[style]"},
      {"<style></style <b>", "[style][/style <b]"},
      {"<style><a>", "[style]"},
      {"<title><a></b></title><b>", "[title][/title][b]"},
      {"<plaintext><a></plaintext><b>", "[plaintext]"},
      // 13.2.5.15 to 13.2.5.31 script data
      {"<script>'<a></b>'</script><b>", "[script][/script][b]"},
      {"<script><!--</script><b>", "[script][/script][b]"},
      {"<script><!--<script></script><a>--></script><b>", "[script][/script][b]"},
      {"<script><!--<script></script></script><b>", "[script][/script][b]"},
      {"<script><!--<script --></script><b>", "[script][/script][b]"},
      {"<script><!--<scriptx></script><b>", "[script][/script][b]"},
      {"<script><!--<script></scriptx></script x></script><b>", "[script][/script][b]"},
      {"<script><!--<script/></SCRIPT/></script><b>", "[script][/script][b]"},
      {"<script><!--><script></script><b>", "[script][/script][b]"},
      {"<script><!---><script></script><b>", "[script][/script][b]"},
      {"<script><!-- -- ><script></script></script><b>", "[script][/script][b]"},
      {"<script><!--<script>--></script><b>", "[script][/script][b]"},
      {"<script><!--<script>--!></script><b></script><c>", "[script][/script][c]"},
      {"<script><!-<script></script><b>", "[script][/script][b]"},
      {"<script><!--<>/script><b></script><c>", "[script][/script][c]"},
      {"<script><!--<script>>/script><b></script></script><c>", "[script][/script][c]"},
      {"<script><!--<script></script", "[script]"},
      {"<script><!--<script></script>", "[script]"},
      // 13.2.5.69 to 13.2.5.71 CDATA is for foreign content only
      {"<![CDATA[<a>]]><b>", "[b]"},
      {"<![CDATA[>]]><b>", "[b]"},
  };
  for (Case const& c : cases) {
    CAPTURE(c.text);
    CHECK(tags_of(c.text) == c.tags);
  }
}

TEST_CASE("CDATA sections count where the caller says that the current node is foreign") {
  CHECK(tags_of("<![CDATA[<a>]]><b>", Cdata::section) == "[b]");
  CHECK(tags_of("<![CDATA[<a> ]] > ]>]]]><b>", Cdata::section) == "[b]");
  CHECK(tags_of("<![CDATA[<a>", Cdata::section) == "");
  CHECK(tags_of("<![cdata[<a>]]><b>", Cdata::section) == "[b]");
  CHECK(tags_of("<![cdata[><a>]]><b>", Cdata::section) == "[a][b]");
}

TEST_CASE("the text of raw text elements is told, also where the text's end cuts it off") {
  for (auto [text, content] : std::vector<std::pair<std::string, std::string>>{
           {"<style>a<b>c</style>", "a<b>c"},
           {"<style></style>", ""},
           {"<style>a</style", "a</style"},
           {"<style>a</style x", "a"},
           {"<style>a<!--", "a<!--"},
           {"<plaintext>a</plaintext>", "a</plaintext>"},
       }) {
    CAPTURE(text);
    TagTokenizer tokenizer(text);
    Tag tag;
    REQUIRE(tokenizer.next(tag));
    set_model(tokenizer, text, tag);
    tokenizer.next(tag);
    CHECK(tokenizer.preceding_text().in(text) == content);
  }
}

TEST_CASE("of a million attributes on one tag the first of each name is kept") {
  std::string text = "<a";
  for (int i = 0; i < 1'000'000; ++i)
    text += " n" + std::to_string(i % 600'000) + "=" + std::to_string(i);
  text += ">";
  TagTokenizer tokenizer(text);
  Tag tag;
  REQUIRE(tokenizer.next(tag));
  REQUIRE(tag.attributes.size() == 600'000);
  CHECK(tag.attributes.front().value.in(text) == "0");
  CHECK(tag.attributes.back().value.in(text) == "599999");
}

TEST_CASE("few and many attributes are freed of duplicates alike") {
  for (int count : {2, 8, 15, 16, 17, 18, 40}) {
    CAPTURE(count);
    std::string text = "<a";
    for (int i = 0; i < count; ++i) text += (i % 3 == 0 ? " N" : " n") + std::to_string(i * i % 7);
    text += ">";
    TagTokenizer tokenizer(text);
    Tag tag;
    REQUIRE(tokenizer.next(tag));
    const std::string expected = count == 2 ? " N0 n1" : " N0 n1 n4 N2";
    CHECK(describe(text, tag).substr(1, expected.size()) == expected);
    CHECK(tag.attributes.size() == (count == 2 ? 2 : 4));
  }
}
