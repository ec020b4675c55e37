// The order in which a document's encoding is looked for.
#include "hrefkit/html/encoding.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit;
using html::EncodingSource;
using text::Encoding;

namespace {

constexpr std::string_view mark = "\xEF\xBB\xBF";
constexpr std::string_view declaration = "<?xml version='1.0' encoding='koi8-u'?>";
constexpr std::string_view meta = "<meta charset=windows-1251>";

struct Row {
  std::string bytes;
  html::EncodingOptions options;
  Encoding encoding;
  EncodingSource source;
};

void check(Row const& row) {
  CAPTURE(row.bytes, row.options.transport_charset);
  const auto choice = html::choose_encoding(row.bytes, row.options);
  CHECK(text::name(choice.encoding) == text::name(row.encoding));
  CHECK(html::name(choice.source) == html::name(row.source));
}

std::string joined(std::string_view a, std::string_view b = {}, std::string_view c = {}) {
  return std::string(a) + std::string(b) + std::string(c);
}

}  // namespace

TEST_CASE("HTML: mark, option, transport, meta, XML declaration, fallback") {
  const html::EncodingOptions none;
  const html::EncodingOptions transport{.transport_charset = "euc-kr"};
  const html::EncodingOptions both{.encoding = Encoding::big5, .transport_charset = "euc-kr"};
  const std::string all = joined(mark, declaration, meta);
  const std::string unmarked = joined(declaration, meta);
  for (Row const& row : {
           Row{all, both, Encoding::utf_8, EncodingSource::byte_order_mark},
           Row{unmarked, both, Encoding::big5, EncodingSource::option},
           Row{unmarked, transport, Encoding::euc_kr, EncodingSource::transport},
           Row{unmarked, none, Encoding::windows_1251, EncodingSource::meta},
           Row{joined(declaration), none, Encoding::koi8_u, EncodingSource::xml_declaration},
           Row{"<p>", none, Encoding::windows_1252, EncodingSource::fallback},
           Row{"", none, Encoding::windows_1252, EncodingSource::fallback},
           Row{"\xFF\xFE<", transport, Encoding::utf_16le, EncodingSource::byte_order_mark},
           Row{"\xFE\xFF", none, Encoding::utf_16be, EncodingSource::byte_order_mark},
       }) {
    check(row);
  }
}

TEST_CASE("an unknown transport label does not count; nor do white space and case") {
  check({joined(meta),
         {.transport_charset = "no-such"},
         Encoding::windows_1251,
         EncodingSource::meta});
  check({"", {.transport_charset = " UTF-16 "}, Encoding::utf_16le, EncodingSource::transport});
  check(
      {"", {.transport_charset = "hz-gb-2312"}, Encoding::replacement, EncodingSource::transport});
}

TEST_CASE("the fallback is windows-1252 whatever the bytes, another, or UTF-8 where it fits") {
  const std::string utf_8 = "<p>\xD0\xBF";
  const html::EncodingOptions latin_2{.fallback = {.encoding = Encoding::iso_8859_2}};
  const html::EncodingOptions automatic{.fallback = {.utf_8_if_valid = true}};
  check({utf_8, {}, Encoding::windows_1252, EncodingSource::fallback});
  check({utf_8, latin_2, Encoding::iso_8859_2, EncodingSource::fallback});
  check({utf_8, automatic, Encoding::utf_8, EncodingSource::fallback});
  check({"<p>\xD0", automatic, Encoding::windows_1252, EncodingSource::fallback});
  check({joined(meta, utf_8), automatic, Encoding::windows_1251, EncodingSource::meta});
}

TEST_CASE("XML: mark, option, transport, declaration, UTF-8") {
  const auto with = [](std::string_view transport, std::optional<Encoding> option = {}) {
    return html::EncodingOptions{
        .content_type = html::ContentType::xml, .encoding = option, .transport_charset = transport};
  };
  const std::string pattern_le("<\0?\0x\0", 6);
  const std::string pattern_be("\0<\0?\0x", 6);
  for (Row const& row : {
           Row{joined(mark, declaration), with("euc-kr"), Encoding::utf_8,
               EncodingSource::byte_order_mark},
           Row{joined(declaration), with("euc-kr", Encoding::big5), Encoding::big5,
               EncodingSource::option},
           Row{joined(declaration), with("euc-kr"), Encoding::euc_kr, EncodingSource::transport},
           Row{joined(declaration), with(""), Encoding::koi8_u, EncodingSource::xml_declaration},
           Row{pattern_le, with(""), Encoding::utf_16le, EncodingSource::xml_declaration},
           Row{pattern_be, with(""), Encoding::utf_16be, EncodingSource::xml_declaration},
           Row{"<?xml encoding='nope'?>", with(""), Encoding::utf_8, EncodingSource::xml_default},
           Row{"<html/>", with(""), Encoding::utf_8, EncodingSource::xml_default},
           Row{joined("<html><!--", meta, "-->"), with(""), Encoding::utf_8,
               EncodingSource::xml_default},
       }) {
    check(row);
  }
}

TEST_CASE("UTF-16 without a mark shows in HTML, too, where it begins with an XML declaration") {
  check({std::string("<\0?\0x\0", 6), {}, Encoding::utf_16le, EncodingSource::xml_declaration});
  check({std::string("<\0h\0t\0", 6), {}, Encoding::windows_1252, EncodingSource::fallback});
}
