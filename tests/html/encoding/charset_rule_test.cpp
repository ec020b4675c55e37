#include "hrefkit/html/encoding/declared_encoding.h"

#include <catch2/catch.hpp>
#include <string>

#include "hrefkit/html/encoding.h"

using namespace hrefkit;
using html::EncodingSource;
using text::Encoding;

TEST_CASE("the encoding in @charset") {
  struct Row {
    std::string css;
    std::optional<Encoding> encoding;
  };
  for (Row const& row : {
           Row{"@charset \"koi8-r\";", Encoding::koi8_r},
           Row{"@charset \"KOI8-R\"; a{}", Encoding::koi8_r},
           Row{"@charset \" koi8-r \";", Encoding::koi8_r},  // labels are trimmed
           Row{"@charset \"utf-16\";", Encoding::utf_8},
           Row{"@charset \"utf-16be\";", Encoding::utf_8},
           Row{"@charset \"" + std::string(1000, ' ') + "koi8-r\";", Encoding::koi8_r},
           Row{"@charset \"" + std::string(1024, ' ') + "koi8-r\";", {}},
           Row{"@charset \"nope\";", {}},
           Row{"@charset 'koi8-r';", {}},
           Row{"@CHARSET \"koi8-r\";", {}},
           Row{"@charset  \"koi8-r\";", {}},
           Row{"@charset \"koi8-r\" ;", {}},
           Row{" @charset \"koi8-r\";", {}},
           Row{"@charset \"koi8-r\"", {}},
           Row{"@charset \"koi8-r", {}},
           Row{"", {}},
       }) {
    CAPTURE(row.css);
    CHECK(html::encoding_in_charset_rule(row.css) == row.encoding);
  }
}

TEST_CASE("CSS: mark, option, transport, @charset, UTF-8; a manifest is UTF-8") {
  const std::string css = "@charset \"koi8-u\";";
  const auto choose = [](std::string const& bytes, html::ContentType type,
                         std::string_view transport, std::optional<Encoding> option = {}) {
    return html::choose_encoding(
        bytes, {.content_type = type, .encoding = option, .transport_charset = transport});
  };
  constexpr auto sheet = html::ContentType::css;
  constexpr auto manifest = html::ContentType::json;
  const auto is = [](html::EncodingChoice const& choice, Encoding encoding, EncodingSource source) {
    return choice.encoding == encoding && choice.source == source;
  };
  CHECK(is(choose("\xEF\xBB\xBF" + css, sheet, "big5", Encoding::euc_kr), Encoding::utf_8,
           EncodingSource::byte_order_mark));
  CHECK(is(choose(css, sheet, "big5", Encoding::euc_kr), Encoding::euc_kr, EncodingSource::option));
  CHECK(is(choose(css, sheet, "big5"), Encoding::big5, EncodingSource::transport));
  CHECK(is(choose(css, sheet, ""), Encoding::koi8_u, EncodingSource::charset_rule));
  CHECK(is(choose("a{}", sheet, ""), Encoding::utf_8, EncodingSource::type_default));
  CHECK(
      is(choose("<meta charset=big5>", sheet, ""), Encoding::utf_8, EncodingSource::type_default));
  CHECK(is(choose("{}", manifest, "big5"), Encoding::utf_8, EncodingSource::type_default));
  CHECK(is(choose("{}", manifest, "", Encoding::big5), Encoding::big5, EncodingSource::option));
  const html::EncodingOptions of_page{.content_type = sheet, .environment = Encoding::euc_kr};
  CHECK(is(html::choose_encoding("a{}", of_page), Encoding::euc_kr, EncodingSource::type_default));
  CHECK(is(html::choose_encoding(css, of_page), Encoding::koi8_u, EncodingSource::charset_rule));
  CHECK(name(EncodingSource::charset_rule) == "charset-rule");
  CHECK(name(EncodingSource::type_default) == "type-default");
}
