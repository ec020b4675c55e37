#include "hrefkit/archive/wat_record.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>

#include "hrefkit/archive/wat/gzip_metadata.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

namespace {

using std::string_view_literals::operator""sv;

/// What WAT says of the one record of a plain file, whose block comes in pieces of `step` bytes.
std::string envelope_of(std::string_view bytes, std::size_t step) {
  auto source = warc::source_of(bytes);
  warc::RecordReader reader(source, {});
  REQUIRE(reader.next());
  WatRecord wat;
  wat.begin(reader.record());
  for (auto piece = reader.read(); !piece.empty(); piece = reader.read()) {
    for (; !piece.empty(); piece.remove_prefix(std::min(step, piece.size()))) {
      wat.add(piece.substr(0, step));
    }
  }
  reader.finish();
  wat.finish();
  text::ChunkedText html;
  if (wat.is_page()) html.tail() = "{}";
  text::ChunkedText json;
  wat.append_json(json, reader.record(), {"one.warc", {}, reader.line_end_length()}, html);
  const std::string out = json.string();
  constexpr std::string_view begin =
      R"({"Container":{"Filename":"one.warc","Compressed":false,"Offset":"0"},"Envelope":)";
  REQUIRE(out.starts_with(begin));
  return out.substr(begin.size(), out.size() - begin.size() - 1);
}

struct RecordCase {
  std::string_view name;
  std::string_view record;
  std::string_view envelope;
};

// clang-format off
const RecordCase record_cases[] = {
      {"warcinfo",
       "WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:warcinfo>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Filename: x.warc\r\nContent-Type: application/warc-fields\r\nContent-Length: 37\r\n\r\nsoftware: s 1\r\nformat:  WARC\tFile\r\n\r\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Length\":\"37\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:S5HWDZFUATO63E4N35UGF6FDH5D3YZFI\",\"Actual-Content-Type\":\"application/warc-fields\",\"WARC-Info-Metadata\":{\"software\":\"s 1\",\"format\":\"WARC File\"}},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"185\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"warcinfo\",\"WARC-Record-ID\":\"<urn:uuid:warcinfo>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"WARC-Filename\":\"x.warc\",\"Content-Type\":\"application/warc-fields\",\"Content-Length\":\"37\"}}"},
      {"warcinfo cut",
       "WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:warcinfo>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: 24\r\n\r\nsoftware: s\r\nformat: f\r\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Length\":\"24\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:TPOAHQNMJ645Q7BKCSC5T3P22S6DMUBQ\",\"Headers-Corrupt\":true,\"Actual-Content-Type\":\"application/warc-fields\",\"WARC-Info-Metadata\":{\"software\":\"s\"}},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"123\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"warcinfo\",\"WARC-Record-ID\":\"<urn:uuid:warcinfo>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Length\":\"24\"}}"},
      {"warcinfo with rest",
       "WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:warcinfo>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: 19\r\n\r\nsoftware: s\r\n\r\nrest\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Length\":[\"15\",\"19\"],\"Trailing-Slop-Length\":[\"4\",\"4\"],\"Block-Digest\":\"sha1:GOKTFP763RXA2ACBXNEO27XAZBESRDMS\",\"Actual-Content-Type\":\"application/warc-fields\",\"WARC-Info-Metadata\":{\"software\":\"s\"}},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"123\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"warcinfo\",\"WARC-Record-ID\":\"<urn:uuid:warcinfo>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Length\":\"19\"}}"},
      {"request",
       "WARC/1.0\r\nWARC-Type: request\r\nWARC-Record-ID: <urn:uuid:request>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: http://h.example/a b\r\nContent-Length: 56\r\n\r\nget /x?y HTTP/1.1\r\nHost: h\r\nCookie: a\r\nCookie: b\r\n\r\nbody\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=request\",\"HTTP-Request-Metadata\":{\"Request-Message\":{\"Method\":\"GET\",\"Path\":\"/x?y\",\"Version\":\"HTTP/1.1\"},\"Headers-Length\":\"50\",\"Headers\":{\"Host\":\"h\",\"Cookie\":[\"a\",\"b\"]},\"Entity-Length\":\"4\",\"Entity-Digest\":\"sha1:AIED6RLZ4CFGCJBFYDA2C7XEPLOXQO4U\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"56\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:ZINVYEYNBKQZBUK7L2EZIJUG3ADXROVG\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"160\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"request\",\"WARC-Record-ID\":\"<urn:uuid:request>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"WARC-Target-URI\":\"http://h.example/a b\",\"Content-Length\":\"56\"}}"},
      {"request with LF",
       "WARC/1.0\r\nWARC-Type: request\r\nWARC-Record-ID: <urn:uuid:request>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: 26\r\n\r\nPATCH  /  HTTP/2\nHost: h\n\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=request\",\"HTTP-Request-Metadata\":{\"Request-Message\":{\"Method\":\"UNK\",\"Path\":\"/\",\"Version\":\"HTTP/1.0\"},\"Headers-Length\":\"25\",\"Headers\":{\"Host\":\"h\"},\"Entity-Length\":\"0\",\"Entity-Digest\":\"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"26\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:6PIS2F7JBBFWBY3TBOOTYAQ27LFKQS6V\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"121\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"request\",\"WARC-Record-ID\":\"<urn:uuid:request>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Length\":\"26\"}}"},
      {"response",
       "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:response>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nWARC-Target-URI: http://h.example/\r\nContent-Length: 126\r\n\r\nHTTP/1.1 200 OK fine\r\nContent-Type: text/plain\r\nX: 1\r\n folded\r\nx: 2\r\nX: \xC3\xA4""3 \t 4\r\nbad line\r\n: none\r\nContent-Length: 3\r\n\r\nabcdef\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=response\",\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"200\",\"Version\":\"HTTP/1.1\",\"Reason\":\"OK fine\"},\"Headers-Length\":\"120\",\"Headers-Corrupt\":true,\"Headers\":{\"Content-Type\":\"text/plain\",\"X\":[\"1 folded\",\"3 4\"],\"x\":\"2\",\"bad\":\"3 4\",\"Content-Length\":\"3\"},\"Entity-Length\":\"3\",\"Entity-Digest\":\"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\",\"Entity-Trailing-Slop-Length\":\"3\"},\"Actual-Content-Length\":\"126\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:FFVYWHTYY73BF43KS4WNNRBR26MSYEKX\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"210\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\",\"WARC-Record-ID\":\"<urn:uuid:response>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Type\":\"application/http; msgtype=response\",\"WARC-Target-URI\":\"http://h.example/\",\"Content-Length\":\"126\"}}"},
      {"response without a reason",
       "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:response>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nWARC-Target-URI: http://h.example/\r\nContent-Length: 22\r\n\r\nhttp/1.0 404\nServer:\n\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=response\",\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"404\",\"Version\":\"HTTP/1.0\",\"Reason\":\"UNK\"},\"Headers-Length\":\"22\",\"Headers\":{\"Server\":\"\"},\"Entity-Length\":\"0\",\"Entity-Digest\":\"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"22\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:L32QLJMNNY2VYAXS3S6TTQPBYBGQ5RHD\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"209\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\",\"WARC-Record-ID\":\"<urn:uuid:response>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Type\":\"application/http; msgtype=response\",\"WARC-Target-URI\":\"http://h.example/\",\"Content-Length\":\"22\"}}"},
      {"response with an odd status",
       "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:response>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nWARC-Target-URI: http://h.example/\r\nContent-Length: 36\r\n\r\nICY 999 x\r\nContent-Length: -1\r\n\r\nabc\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=response\",\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"0\",\"Version\":\"HTTP/1.0\",\"Reason\":\"x\"},\"Headers-Length\":\"33\",\"Headers\":{\"Content-Length\":\"-1\"},\"Entity-Length\":\"3\",\"Entity-Digest\":\"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"36\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:CHJINAZ7TBXSX7TB6FL4CSTOSPVXR3AU\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"209\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\",\"WARC-Record-ID\":\"<urn:uuid:response>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Type\":\"application/http; msgtype=response\",\"WARC-Target-URI\":\"http://h.example/\",\"Content-Length\":\"36\"}}"},
      {"response without an end",
       "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:response>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nWARC-Target-URI: http://h.example/\r\nContent-Length: 27\r\n\r\nHTTP/1.1 200 OK\r\nA: b\r\nC: d\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=response\",\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"200\",\"Version\":\"HTTP/1.1\",\"Reason\":\"OK\"},\"Headers-Length\":\"27\",\"Headers-Corrupt\":true,\"Headers\":{\"A\":\"b\"},\"Entity-Length\":\"0\",\"Entity-Digest\":\"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"27\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:F6Z67TG5ERHDE76HIU44EEILOQ5H24VV\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"209\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\",\"WARC-Record-ID\":\"<urn:uuid:response>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Type\":\"application/http; msgtype=response\",\"WARC-Target-URI\":\"http://h.example/\",\"Content-Length\":\"27\"}}"},
      {"revisit",
       "WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:revisit>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: http://h.example/\r\nWARC-Profile: p\r\nContent-Length: 29\r\n\r\nHTTP/1.1 304 Not Modified\r\n\r\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=response\",\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"304\",\"Version\":\"HTTP/1.1\",\"Reason\":\"Not Modified\"},\"Headers-Length\":\"29\",\"Headers-Corrupt\":true,\"Headers\":{},\"Entity-Length\":\"0\",\"Entity-Digest\":\"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"29\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:7BHPGNOCWY7BDNRRIRFD3BSMBHT3WHDJ\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"174\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"revisit\",\"WARC-Record-ID\":\"<urn:uuid:revisit>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"WARC-Target-URI\":\"http://h.example/\",\"WARC-Profile\":\"p\",\"Content-Length\":\"29\"}}"},
      {"resource",
       "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:resource>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: file:///x\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Length\":\"3\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"176\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"resource\",\"WARC-Record-ID\":\"<urn:uuid:resource>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"WARC-Target-URI\":\"file:///x\",\"Content-Type\":\"text/plain\",\"Content-Length\":\"3\"}}"},
      {"metadata",
       "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:metadata>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Target-URI: http://h.example/\r\nContent-Type: application/warc-fields\r\nContent-Length: 56\r\n\r\nvia: http://x/\r\noutlink: a L href\r\noutlink: b L href\r\n\r\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/metadata-fields\",\"WARC-Metadata-Metadata\":{\"Metadata-Records\":[{\"Name\":\"via\",\"Value\":\"http://x/\"},{\"Name\":\"outlink\",\"Value\":\"a L href\"},{\"Name\":\"outlink\",\"Value\":\"b L href\"}]},\"Actual-Content-Length\":\"56\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:XP4W4LGI4DFWO5JEE6GBUMQHZ3PE7WMN\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"198\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"metadata\",\"WARC-Record-ID\":\"<urn:uuid:metadata>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"WARC-Target-URI\":\"http://h.example/\",\"Content-Type\":\"application/warc-fields\",\"Content-Length\":\"56\"}}"},
      {"metadata with rest",
       "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Record-ID: <urn:uuid:metadata>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: 13\r\n\r\nvia: a\r\n\r\nxyz\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/metadata-fields\",\"WARC-Metadata-Metadata\":{\"Metadata-Records\":[{\"Name\":\"via\",\"Value\":\"a\"}]},\"Actual-Content-Length\":[\"13\",\"10\"],\"Trailing-Slop-Length\":[\"4\",\"3\"],\"Block-Digest\":\"sha1:OHZRJVNBHOYFS32WSVLR3ZCIDOSSGVR2\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"123\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"metadata\",\"WARC-Record-ID\":\"<urn:uuid:metadata>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Length\":\"13\"}}"},
      {"dns",
       "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:response>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: text/dns\r\nWARC-Target-URI: dns:h.example\r\nContent-Length: 73\r\n\r\n20200102030405\nh.example.\t60\tIN\tA\t192.0.2.1\nh.example. 5 IN  A 192.0.2.2\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Length\":\"73\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:2OL65CQFG6X6JPLD6OIBTV3RCMM4JAA2\",\"Actual-Content-Type\":\"text/dns\",\"DNS-Metadata\":{\"Date\":\"20200102030405\",\"Entries\":[{\"Name\":\"h.example.\",\"TTL\":60,\"Net-Class\":\"IN\",\"Type\":\"A\",\"Value\":\"192.0.2.1\"},{\"Name\":\"h.example.\",\"TTL\":5,\"Net-Class\":\"IN\",\"Type\":\"A\",\"Value\":\"192.0.2.2\"}]}},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"179\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\",\"WARC-Record-ID\":\"<urn:uuid:response>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Type\":\"text/dns\",\"WARC-Target-URI\":\"dns:h.example\",\"Content-Length\":\"73\"}}"},
      {"identified as HTML",
       "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:response>\r\nWARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nWARC-Target-URI: http://h.example/\r\nWARC-Identified-Payload-Type: text/html\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n\r\n",
       "{\"Payload-Metadata\":{\"Actual-Content-Type\":\"application/http; msgtype=response\",\"HTTP-Response-Metadata\":{\"Response-Message\":{\"Status\":\"200\",\"Version\":\"HTTP/1.1\",\"Reason\":\"OK\"},\"Headers-Length\":\"19\",\"Headers-Corrupt\":true,\"Headers\":{},\"HTML-Metadata\":{},\"Entity-Length\":\"0\",\"Entity-Digest\":\"sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\",\"Entity-Trailing-Slop-Length\":\"0\"},\"Actual-Content-Length\":\"19\",\"Trailing-Slop-Length\":\"4\",\"Block-Digest\":\"sha1:OP3ZUEAEIGC5QPO47I7DR5X4KB6IV5TP\"},\"Format\":\"WARC/1.0\",\"WARC-Header-Length\":\"250\",\"WARC-Header-Metadata\":{\"WARC-Type\":\"response\",\"WARC-Record-ID\":\"<urn:uuid:response>\",\"WARC-Date\":\"2020-01-02T03:04:05Z\",\"Content-Type\":\"application/http; msgtype=response\",\"WARC-Target-URI\":\"http://h.example/\",\"WARC-Identified-Payload-Type\":\"text/html\",\"Content-Length\":\"19\"}}"},
};
// clang-format on

}  // namespace

// The values are those of the reference extractor.
TEST_CASE("records in WAT") {
  for (RecordCase const& c : record_cases) {
    CAPTURE(c.name);
    CHECK(envelope_of(c.record, 1000) == c.envelope);
    CHECK(envelope_of(c.record, 1) == c.envelope);
    CHECK(envelope_of(c.record, 7) == c.envelope);
  }
}

TEST_CASE("blank lines do not spoil a DNS answer in WAT") {
  for (std::string const block : {"20200102030405\nh. 60 IN A 192.0.2.1\n\n",
                                  "20200102030405\r\n \t\r\nh. 60 IN A 192.0.2.1\r\n\r\n"}) {
    const std::string record =
        "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: text/dns\r\nContent-Length: " +
        std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
    CHECK(envelope_of(record, 1000)
              .find(R"("Entries":[{"Name":"h.","TTL":60,"Net-Class":"IN",)"
                    R"("Type":"A","Value":"192.0.2.1"}])") != std::string::npos);
  }
}

TEST_CASE("gzip members in WAT") {
  struct Member {
    warc::GzipMember member;
    std::string_view json;
  };
  const Member members[] = {
      {{516, 10, 0xFE583466, 807, ""},
       R"({"Gzip-Metadata":{"Deflate-Length":"516","Header-Length":"10","Footer-Length":"8",)"
       R"("Inflated-CRC":"-27773850","Inflated-Length":"807"})"},
      // An extra field that is too short for its subfield, as Wget writes it.
      {{412, 22, 1, 2,
        std::string("\x1F\x8B\x08\x04\0\0\0\0\x02\x03\x0A\0sl\x9C\x01\0\0\x0E\x02\0\0"sv)},
       R"({"Gzip-Metadata":{"Deflate-Length":"402","Header-Length":"12","Footer-Length":"8",)"
       R"("Inflated-CRC":"1","Inflated-Length":"2"})"},
      {{100, 33, 1, 2,
        std::string("\x1F\x8B\x08\x1E\0\0\0\0\x02\x03\x0C\0sl\x08\0\1\2\3\4\5\6\7\xFF"
                    "a\0bc\0\x12\x34"sv)},
       R"({"Gzip-Metadata":{"Filename":"a\u0000","Comment-Length":"3","Header-CRC":"13330",)"
       R"("F-Extra":[{"Name":"sl","Value":"01020304050607ff"}],"Deflate-Length":"98",)"
       R"("Header-Length":"31","Footer-Length":"8","Inflated-CRC":"1","Inflated-Length":"2"})"},
  };
  for (Member const& c : members) {
    std::string out = "{";
    append_gzip_metadata(out, c.member);
    CHECK(out == c.json);
  }
}

TEST_CASE("WAT files depend on their input alone") {
  auto source = warc::source_of(record_cases[0].record);
  warc::RecordReader reader(source, {});
  REQUIRE(reader.next());
  std::string info;
  append_wat_info(info, "x.warc.gz", reader.record());
  CHECK(info ==
        "WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Date: 2020-01-02T03:04:05Z\r\n"
        "WARC-Filename: x.warc.wat.gz\r\n"
        "WARC-Record-ID: <urn:uuid:a5c726ab-6c69-51fb-8923-180ecbaa7be4>\r\n"
        "Content-Type: application/warc-fields\r\nContent-Length: 130\r\n\r\n"
        "software: hrefkit\r\nformat: WARC File Format 1.0\r\n"
        "conformsTo: http://bibnum.bnf.fr/WARC/WARC_ISO_28500_version1_latestdraft.pdf\r\n\r\n"
        "\r\n\r\n");
  text::ChunkedText json;
  json.tail() = "{}";
  text::ChunkedText record;
  append_wat_record(record, reader.record(), "x.warc.gz", json);
  CHECK(record.string() ==
        "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Target-URI: x.warc\r\n"
        "WARC-Date: 2020-01-02T03:04:05Z\r\n"
        "WARC-Record-ID: <urn:uuid:4165da6f-99b3-54b3-b281-4308b279dffe>\r\n"
        "WARC-Refers-To: <urn:uuid:warcinfo>\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}\r\n\r\n");
}

}  // namespace hrefkit::archive
