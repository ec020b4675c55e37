#include "hrefkit/html/encoding/declared_encoding.h"

#include <catch2/catch.hpp>
#include <string>

using namespace hrefkit;
using text::Encoding;

TEST_CASE("the encoding in an XML declaration") {
  struct Row {
    std::string markup;
    std::optional<Encoding> encoding;
  };
  using namespace std::string_literals;
  constexpr auto koi8_r = Encoding::koi8_r;
  for (Row const& row : {
           Row{"<?xml version=\"1.0\" encoding=\"koi8-r\"?>", koi8_r},
           Row{"<?xml version='1.0' encoding='KOI8-R' standalone='yes'?>", koi8_r},
           Row{"<?xml encoding \0 = \n 'koi8-r'?>"s, koi8_r},
           Row{"<?xml encoding='koi8-r'?<!DOCTYPE html>", koi8_r},
           Row{"<?xml " + std::string(2000, ' ') + "encoding='koi8-r'?>", koi8_r},
           Row{"<?xmlencoding='koi8-r'>", koi8_r},
           Row{"<?xml encoding='utf-16'?>", Encoding::utf_8},
           Row{"<?xml encoding='x-user-defined'?>", Encoding::x_user_defined},
           Row{"<?xml encoding='nope'?>", {}},
           Row{"<?xml encoding=' koi8-r'?>", {}},
           Row{"<?xml encoding='koi8-r\"?>", {}},
           Row{"<?xml encoding=koi8-r?>", {}},
           Row{"<?xml encoding'koi8-r'?>", {}},
           Row{"<?xml encodin='koi8-r'?>", {}},
           Row{"<?xml?> encoding='koi8-r'", {}},
           Row{"<?xml encoding='koi8-r'", {}},
           Row{"<?XML encoding='koi8-r'?>", {}},
           Row{" <?xml encoding='koi8-r'?>", {}},
           Row{"<?xml encoding=", {}},
           Row{"<?xml encoding>", {}},
           Row{"", {}},
       }) {
    CAPTURE(row.markup);
    CHECK(html::encoding_in_xml_declaration(row.markup) == row.encoding);
  }
}

TEST_CASE("UTF-16 shows in the bytes of the declaration") {
  using namespace std::string_view_literals;
  CHECK(html::utf_16_of_xml_declaration("<\0?\0x\0m\0"sv) == Encoding::utf_16le);
  CHECK(html::utf_16_of_xml_declaration("\0<\0?\0x"sv) == Encoding::utf_16be);
  CHECK_FALSE(html::utf_16_of_xml_declaration("<\0?\0x"sv));
  CHECK_FALSE(html::utf_16_of_xml_declaration("<\0h\0t\0m\0"sv));
  CHECK_FALSE(html::utf_16_of_xml_declaration("<?xml"sv));
}
