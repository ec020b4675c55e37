// ARC files made by hand.
#pragma once

#include <string>

namespace hrefkit::test {

/// What a record of ARC has in its head.
struct ArcParts {
  std::string url = "http://a.example/";
  std::string block = {};
  std::string type = "text/html";
  std::string date = "20050102030405";
  int version = 1;
  long length_error = 0;  ///< added to the length
  std::string line_end = "\n";
  std::string end = "\n";  ///< after the block
};

/// A record: a line of its fields, and its block.
inline std::string arc_record(ArcParts const& parts) {
  const std::string length =
      std::to_string(static_cast<long>(parts.block.size()) + parts.length_error);
  const std::string more = parts.version == 2 ? " 200 0123456789abcdef - 1234 x.arc" : "";
  return parts.url + " 192.0.2.1 " + parts.date + ' ' + parts.type + more + ' ' + length +
         parts.line_end + parts.block + parts.end;
}

/// The record at the start of a file.
inline std::string arc_start_record(int version = 1) {
  const std::string fields =
      version == 2 ? "URL IP-address Archive-date Content-type Result-code Checksum Location "
                     "Offset Filename Archive-length\n"
                   : "URL IP-address Archive-date Content-type Archive-length\n";
  return arc_record({.url = "filedesc://x.arc",
                     .block = std::to_string(version) + " 0 Crawler\n" + fields,
                     .type = "text/plain",
                     .version = version});
}

}  // namespace hrefkit::test
