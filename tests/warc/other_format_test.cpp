#include "hrefkit/warc/text_lines.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/warc_builder.h"

namespace hrefkit::test {

using std::string_view_literals::operator""sv;
using warc::OtherFormat;

TEST_CASE("what is no WARC file is known by its first bytes") {
  struct Case {
    std::string bytes;
    OtherFormat format;
  };
  const std::string arc = "filedesc://x.arc 0.0.0.0 20050101000000 text/plain 76\n1 0 Crawler\n";
  const std::string tar = "x.warc" + std::string(251, '\0') + "ustar  " + std::string(300, '\0');
  const std::vector<Case> cases{
      {"", OtherFormat::unknown},
      {"<html>", OtherFormat::unknown},
      {gzip("<html>"), OtherFormat::unknown},
      {"\x1F\x8B\x08", OtherFormat::unknown},
      {arc, OtherFormat::arc},
      {gzip(arc) + gzip("http://a.example/ 192.0.2.1 20050101000000 text/html 4\nabcd\n"),
       OtherFormat::arc},
      {"PK\x03\x04" + std::string(5000, 'x'), OtherFormat::zip},
      {tar, OtherFormat::tar},
      {gzip(tar), OtherFormat::tar},
      {"BZh91AY", OtherFormat::bzip2},
      {gzip(gzip("WARC/1.0\r\n")), OtherFormat::gzip_twice},
      {std::string("\xFD"
                   "7zXZ\0\0"sv),
       OtherFormat::xz},
      {"\x04\x22\x4D\x18\x64\x40\xA7", OtherFormat::lz4},
      {"MIME-Version: 1.0\r\n\r\n", OtherFormat::mhtml},
      {"From: x\nmime-version: 1.0\n", OtherFormat::mhtml},
      {"From: x\n\nMIME-Version: 1.0\n", OtherFormat::unknown},
      {" CDX N b a m s k r M S V g\n", OtherFormat::index},
      {"com,example)/ 20240102030405 {\"url\": \"https://example.com/\"}\n", OtherFormat::index},
      {gzip("com,example)/ 20240102030405 https://example.com/ text/html 200 X\n"),
       OtherFormat::index},
      {"two 20240102030405\n", OtherFormat::unknown},
      {"\xEF\xBB\xBF{\n \"log\": {\"version\": \"1.2\"", OtherFormat::har},
      {"{\"log\": 1}", OtherFormat::unknown},
      {"ZIM\x04\x06", OtherFormat::zim},
      {"7z\xBC\xAF\x27\x1C", OtherFormat::seven_zip},
      {"Rar!\x1A\x07\x01", OtherFormat::rar},
      {"bplist00", OtherFormat::safari},
  };
  for (Case const& c : cases) {
    INFO(c.bytes.substr(0, 40));
    auto source = warc::source_of(std::string_view(c.bytes));
    source.peek(1);
    source.consume(source.buffered().size());
    CHECK(warc::other_format(source) == c.format);
  }
  CHECK(message(OtherFormat::unknown) == "it is not a WARC file");
  CHECK(message(OtherFormat::arc) == "it is an ARC file without a sound record");
}

}  // namespace hrefkit::test
