// ARC files are read as WARC files are.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/warc/record_reader.h"
#include "support/arc_builder.h"
#include "support/warc_builder.h"
#include "warc/read_records.h"

namespace hrefkit::test {

namespace {

/// URIs and blocks of the records after the first one, and damage.
std::string read(std::string_view bytes, Way way = Way::memory) {
  const ReadArchive archive = read_archive(bytes, way);
  std::string all;
  for (ReadRecord const& record : archive.records) {
    if (record.uri.starts_with("filedesc:")) continue;
    all += record.uri + '=' + record.block + ';';
    CHECK(record.offset + record.length <= bytes.size());
  }
  for (std::string const& damage : archive.damage) all += '!' + damage + ';';
  return all;
}

}  // namespace

TEST_CASE("the head of an ARC record has the fields of WARC") {
  struct Case {
    std::string record;
    warc::RecordType type;
    std::string version, uri, content_type;
  };
  using Type = warc::RecordType;
  const std::vector<Case> cases{
      {arc_record({}), Type::response, "ARC/1", "http://a.example/", "text/html"},
      {arc_record({.version = 2}), Type::response, "ARC/2", "http://a.example/", "text/html"},
      {arc_record({.line_end = "\r\n"}), Type::response, "ARC/1", "http://a.example/", "text/html"},
      {arc_record({.url = "https://a.example/a b c"}), Type::response, "ARC/1",
       "https://a.example/a%20b%20c", "text/html"},
      {arc_record({.url = "http://a.example/20050102030405 b", .version = 2}), Type::response,
       "ARC/2", "http://a.example/20050102030405%20b", "text/html"},
      {arc_record({.type = "text/html; charset=utf-8"}), Type::response, "ARC/1",
       "http://a.example/", "text/html; charset=utf-8"},
      {arc_record({.type = "text/html; charset=x", .version = 2}), Type::response, "ARC/2",
       "http://a.example/", "text/html; charset=x"},
      {arc_record({.type = ""}), Type::response, "ARC/1", "http://a.example/", ""},
      {arc_record({.url = "dns:a.example", .type = "text/dns"}), Type::response, "ARC/1",
       "dns:a.example", "text/dns"},
      {arc_record({.url = "ftp://a.example/x", .type = "text/plain"}), Type::resource, "ARC/1",
       "ftp://a.example/x", "text/plain"},
      {arc_start_record(2), Type::warcinfo, "ARC/2", "filedesc://x.arc", "text/plain"},
  };
  for (Case const& c : cases) {
    INFO(c.record);
    const std::string bytes = arc_start_record() + c.record;
    warc::ByteSource source = warc::source_of(std::string_view(bytes));
    warc::RecordReader reader(source, [](auto const&, std::string_view why) { FAIL(why); });
    REQUIRE(reader.next());
    CHECK(reader.record().type == Type::warcinfo);
    REQUIRE(reader.next());
    warc::Record const& record = reader.record();
    CHECK(record.type == c.type);
    CHECK(record.version == c.version);
    CHECK(record.target_uri() == c.uri);
    CHECK(record.field("Content-Type") == c.content_type);
    CHECK(record.field("WARC-Date") == "2005-01-02T03:04:05Z");
    CHECK(record.field("WARC-IP-Address") == "192.0.2.1");
    CHECK(record.place.offset == arc_start_record().size());
    CHECK_FALSE(reader.next());
  }
}

TEST_CASE("ARC records are found in each form, and after damage") {
  const std::string start = arc_start_record();
  const std::string a = arc_record({.url = "http://a/", .block = "aa\n\nbb"});
  const std::string b = arc_record({.url = "http://b/", .block = "second\n"});
  const std::string c = arc_record({.url = "http://c/", .block = std::string(300000, 'c')});
  const std::string both = "http://a/=aa\n\nbb;http://b/=second\n;";
  const std::string all = both + "http://c/=" + std::string(300000, 'c') + ';';
  struct Case {
    std::string why, bytes, result;
  };
  const std::string place_of_b = std::to_string(start.size() + a.size());
  const std::string place_of_a = std::to_string(start.size());
  const std::string wrong = ": no record begins where its block ends;";
  const auto named_a = [](ArcParts parts) {
    parts.url = "http://a/";
    parts.block = "aa\n\nbb";
    return arc_record(parts);
  };
  const std::vector<Case> cases{
      {"plain", start + a + b + c, all},
      {"a member a record", gzip(start) + gzip(a) + gzip(b) + gzip(c), all},
      {"one member", gzip(start + a + b + c), all},
      {"members cut anywhere",
       gzip((start + a + b).substr(0, 200)) + gzip((start + a + b).substr(200)), both},
      {"a byte order mark", "\xEF\xBB\xBF" + start + a + b, both},
      {"another file behind", start + a + start + b, both},
      {"a WARC file behind", start + a + warc_record({.uri = "http://w/", .block = "w"}),
       "http://a/=aa\n\nbb;http://w/=w;"},
      {"behind a WARC file", warc_record({.uri = "http://w/", .block = "w"}) + start + a,
       "http://w/=w;http://a/=aa\n\nbb;"},
      {"no line end behind a record", start + named_a({.end = ""}) + b, both},
      {"more line ends", start + named_a({.end = "\n\n\n"}) + b, both},
      {"no line end at the end",
       start + a + arc_record({.url = "http://b/", .block = "second\n", .end = ""}), both},
      {"a length that is too small", start + named_a({.length_error = -4}) + b,
       "http://a/=aa;http://b/=second\n;!" + place_of_a + wrong},
      {"a length that is too large", start + named_a({.length_error = 40}) + b,
       "http://a/=aa\n\nbb\n" + b.substr(0, 39) + ";http://b/=second\n;!" + place_of_a + wrong},
      {"a block that is cut, with its line end",
       start + arc_record({.url = "http://a/", .block = "aa<", .length_error = 9, .end = ""}) + b,
       "http://a/=aa<" + b.substr(0, 9) + ";http://b/=second\n;!" + place_of_a + wrong},
      {"the end is cut", (start + a + b).substr(0, (start + a + b).size() - 4),
       "http://a/=aa\n\nbb;http://b/=seco;!" + place_of_b +
           ": the file ends before its block does;"},
      {"the last head is cut", start + a + "http://b/ 192.0.2.1 2005",
       "http://a/=aa\n\nbb;!" + place_of_a + wrong},
      {"text between records", start + a + "oops\n" + b, both + '!' + place_of_a + wrong},
      {"in a member: a length that is too large", gzip(start + named_a({.length_error = 40}) + b),
       "http://a/=aa\n\nbb\n" + b.substr(0, 39) + ";http://b/=second\n;!0" +
           ": its block is longer than its Content-Length says;"},
      {"in members: a length that is too small",
       gzip(start) + gzip(named_a({.length_error = -4})) + gzip(b),
       "http://a/=aa;http://b/=second\n;!" + std::to_string(gzip(start).size()) +
           ": its block is longer than its Content-Length says;"},
      {"in members: a length that is too large",
       gzip(start) + gzip(named_a({.length_error = 4})) + gzip(b),
       "http://a/=aa\n\nbb\n;http://b/=second\n;!" + std::to_string(gzip(start).size()) +
           ": its block is shorter than its Content-Length says;"},
      {"no file record", a + b, "!0: no record begins here;"},
  };
  for (Case const& c : cases) {
    INFO(c.why);
    CHECK(read(c.bytes) == c.result);
    CHECK(read(c.bytes, Way::pipe) == c.result);
  }
}

TEST_CASE("the time for an ARC file is linear whatever is in it") {
  const std::string start = arc_start_record();
  const std::string bad = arc_record({.block = "x", .length_error = 1 << 20, .end = ""});
  std::string many = start;
  while (many.size() < (std::size_t{4} << 20)) many += bad;
  std::string spaces = start + std::string(std::size_t{4} << 20, ' ') + "1\n";
  std::string digits = start;
  while (digits.size() < (std::size_t{4} << 20)) digits += "192.0.2.1 20050102030405 ";
  for (std::string const& bytes : {many, spaces, digits, gzip(many), gzip(digits)}) {
    CHECK(read_archive(bytes).found_any);
  }
}

}  // namespace hrefkit::test
