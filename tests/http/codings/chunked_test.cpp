#include "hrefkit/http/codings/coding.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "support/warc_builder.h"

namespace hrefkit::test {

using http::Chunks;

TEST_CASE("the chunked coding is undone where it is really there") {
  struct Case {
    std::string body;
    Chunks result;
    std::string plain;
  };
  const std::vector<Case> cases{
      {"5\r\nhello\r\n0\r\n\r\n", Chunks::undone, "hello"},
      {"5\nhello\n0\n\n", Chunks::undone, "hello"},
      {"0005 \t;a=\"b\"\r\nhello\r\n0\r\nTrailer: x\r\n\r\njunk", Chunks::undone, "hello"},
      {"A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", Chunks::undone, "01234567890123456789"},
      {"0\r\n\r\n", Chunks::undone, ""},
      {"5\r\nhello\r\n", Chunks::cut, "hello"},
      {"5\r\nhello", Chunks::cut, "hello"},
      {"ff\r\nhello", Chunks::cut, "hello"},
      {"5\r\nhello\r\n5\r\nwo", Chunks::cut, "hellowo"},
      {"5\r\nhello\r\nxyz\r\n", Chunks::cut, "hello"},
      {"5\r\nhello\r\n5\r\nworldx", Chunks::cut, "helloworld"},
      {"<html>5\r\n", Chunks::missing, "<html>5\r\n"},
      {"", Chunks::missing, ""},
      {"5 apples\r\n", Chunks::missing, "5 apples\r\n"},
      {"bad\nwords, not a chunk\n", Chunks::missing, "bad\nwords, not a chunk\n"},
      {"5\r\nhello world\r\n", Chunks::missing, "5\r\nhello world\r\n"},
      {"12345678901234567\r\nx", Chunks::missing, "12345678901234567\r\nx"},
      {"-5\r\nhello\r\n0\r\n\r\n", Chunks::missing, "-5\r\nhello\r\n0\r\n\r\n"},
  };
  for (Case const& c : cases) {
    INFO(c.body);
    std::string body = c.body;
    CHECK(http::undo_chunked(body) == c.result);
    CHECK(body == c.plain);
  }
}

TEST_CASE("chunks of any size give the body back") {
  const std::string body = "The quick brown fox jumps over the lazy dog";
  for (std::size_t size = 1; size < 50; ++size) {
    std::string coded = chunked(body, size);
    CHECK(http::undo_chunked(coded) == Chunks::undone);
    CHECK(coded == body);
  }
}

}  // namespace hrefkit::test
