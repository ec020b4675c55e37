// Web archives made by hand, and the codings that they need.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hrefkit::test {

/// Compressed data: one gzip member, zlib's format, bare deflate, Brotli, one zstd frame.
std::string gzip(std::string_view bytes, int level = 6);
/// One gzip member of `start`, `piece` as often as `count` says, and `end`; the piece is compressed
/// once.
std::string gzip_repeated(std::string_view start, std::string_view piece, std::size_t count,
                          std::string_view end);
/// What is in the members of gzip.
std::string gunzip(std::string_view bytes);
std::string zlib_deflate(std::string_view bytes);
std::string raw_deflate(std::string_view bytes);
std::string brotli(std::string_view bytes);
std::string zstd(std::string_view bytes, std::string_view dictionary = {});

/// A frame that zstd skips; the magic number's last digit is `kind`.
std::string skippable_frame(std::string_view content, unsigned kind);

/// A body in chunks of `size` bytes.
std::string chunked(std::string_view body, std::size_t size = 10);

/// What a record holds.
struct RecordParts {
  std::string type = "response";
  std::string uri = "http://a.example/";
  std::string content_type = "application/http; msgtype=response";
  std::string block = {};
  std::string date = "2024-01-02T03:04:05Z";
  std::string more_fields = {};  ///< whole lines
  std::string version = "WARC/1.0";
  std::string line_end = "\r\n";
};

/// A record with its two line ends.
std::string warc_record(RecordParts const& parts);

/// An HTTP response: the status line and the fields are lines, without the empty one.
std::string http_response(std::vector<std::string> const& head, std::string_view body);

/// A response record with an HTML page.
std::string page_record(std::string const& uri, std::string_view html,
                        std::vector<std::string> const& more_head = {});

}  // namespace hrefkit::test
