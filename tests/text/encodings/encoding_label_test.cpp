#include <catch2/catch.hpp>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/encoding.h"

using namespace hrefkit::text;

TEST_CASE("labels name encodings, whatever their case and the white space around them") {
  struct Row {
    std::string_view label;
    Encoding encoding;
  };
  for (Row const& row : {Row{"utf-8", Encoding::utf_8},
                         Row{"UTF8", Encoding::utf_8},
                         Row{"\t unicode-1-1-utf-8\r\n", Encoding::utf_8},
                         Row{"latin1", Encoding::windows_1252},
                         Row{"ISO-8859-1", Encoding::windows_1252},
                         Row{"us-ascii", Encoding::windows_1252},
                         Row{"iso-8859-9", Encoding::windows_1254},
                         Row{"tis-620", Encoding::windows_874},
                         Row{"visual", Encoding::iso_8859_8},
                         Row{"logical", Encoding::iso_8859_8_i},
                         Row{"sun_eu_greek", Encoding::iso_8859_7},
                         Row{"gb2312", Encoding::gbk},
                         Row{"GB_2312-80", Encoding::gbk},
                         Row{"big5-hkscs", Encoding::big5},
                         Row{"x-x-big5", Encoding::big5},
                         Row{"ms_kanji", Encoding::shift_jis},
                         Row{"windows-31j", Encoding::shift_jis},
                         Row{"ks_c_5601-1987", Encoding::euc_kr},
                         Row{"windows-949", Encoding::euc_kr},
                         Row{"hz-gb-2312", Encoding::replacement},
                         Row{"iso-2022-kr", Encoding::replacement},
                         Row{"utf-16", Encoding::utf_16le},
                         Row{"unicodefffe", Encoding::utf_16be},
                         Row{"ucs-2", Encoding::utf_16le},
                         Row{"\fx-user-defined", Encoding::x_user_defined}}) {
    CAPTURE(row.label);
    CHECK(encoding_from_label(row.label) == row.encoding);
  }
}

TEST_CASE("other strings are no labels") {
  using namespace std::string_view_literals;
  for (std::string_view label :
       {""sv, " "sv, "utf-7"sv, "utf 8"sv, "utf-8\0"sv, "\vutf-8"sv, "iso-8859-12"sv,
        "\xC2\xA0utf-8"sv, "utf-8;"sv, "a label that is longer than every label there is"sv}) {
    CAPTURE(label);
    CHECK_FALSE(encoding_from_label(label));
  }
}

TEST_CASE("every encoding's name is a label of it") {
  for (unsigned i = 0; i <= static_cast<unsigned>(Encoding::x_user_defined); ++i) {
    const auto encoding = static_cast<Encoding>(i);
    CAPTURE(name(encoding));
    CHECK(encoding_from_label(name(encoding)) == encoding);
    CHECK(encoding_from_label(to_ascii_lower(name(encoding))) == encoding);
  }
}

TEST_CASE("what has no encoder is written in UTF-8") {
  CHECK(output_encoding(Encoding::replacement) == Encoding::utf_8);
  CHECK(output_encoding(Encoding::utf_16be) == Encoding::utf_8);
  CHECK(output_encoding(Encoding::utf_16le) == Encoding::utf_8);
  CHECK(output_encoding(Encoding::x_user_defined) == Encoding::x_user_defined);
  CHECK(output_encoding(Encoding::koi8_u) == Encoding::koi8_u);
}

TEST_CASE("byte order marks") {
  const auto mark = [](std::string_view bytes) { return find_byte_order_mark(bytes); };
  CHECK(mark("\xEF\xBB\xBF")->encoding == Encoding::utf_8);
  CHECK(mark("\xEF\xBB\xBFx")->length == 3);
  CHECK(mark("\xFE\xFF")->encoding == Encoding::utf_16be);
  CHECK(mark("\xFF\xFEx")->encoding == Encoding::utf_16le);
  CHECK(mark("\xFF\xFE\x00")->length == 2);
  CHECK_FALSE(mark(""));
  CHECK_FALSE(mark("\xEF\xBB"));
  CHECK_FALSE(mark("\xFE"));
  CHECK_FALSE(mark("x\xEF\xBB\xBF"));
}
