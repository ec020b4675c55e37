// ZIP archives made by hand, sound and broken.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/warc_builder.h"

namespace hrefkit::test {

/// A file in a ZIP archive. The members with `error` make it one of a broken writer.
struct ZipFile {
  std::string name;
  std::string bytes = {};
  bool is_deflated = false;
  unsigned method = 0;  ///< written in place of the true one, unless 0
  unsigned flags = 0;
  std::int64_t size_error = 0;   ///< added to the size in the directory
  std::int64_t place_error = 0;  ///< added to the offset in the directory
};

inline void append_little_endian(std::string& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

/// How numbers are written that may need more than 32 bits.
enum class ZipNumbers { small, large };

/// A ZIP archive of these files. The checksums are 0.
inline std::string zip_archive(std::vector<ZipFile> const& files,
                               ZipNumbers numbers = ZipNumbers::small,
                               std::string const& comment = "") {
  const bool is_large = numbers == ZipNumbers::large;
  std::string out;
  std::string directory;
  for (ZipFile const& file : files) {
    const std::string packed = file.is_deflated ? raw_deflate(file.bytes) : file.bytes;
    const unsigned method = file.method != 0 ? file.method : file.is_deflated ? 8 : 0;
    const auto size =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(file.bytes.size()) + file.size_error);
    const auto place =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(out.size()) + file.place_error);
    std::string extra;
    if (is_large) {
      append_little_endian(extra, 0x9999, 2);  // another field
      append_little_endian(extra, 3, 2);
      extra += "abc";
      append_little_endian(extra, 1, 2);
      append_little_endian(extra, 24, 2);
      for (const std::uint64_t number : {size, std::uint64_t{packed.size()}, place}) {
        append_little_endian(extra, number, 8);
      }
    }
    const auto fixed = [&](std::string& to) {
      append_little_endian(to, 20, 2);
      append_little_endian(to, file.flags, 2);
      append_little_endian(to, method, 2);
      append_little_endian(to, 0, 8);
      append_little_endian(to, is_large ? 0xFFFFFFFF : packed.size(), 4);
      append_little_endian(to, is_large ? 0xFFFFFFFF : size, 4);
      append_little_endian(to, file.name.size(), 2);
    };
    directory += "PK\x01\x02";
    append_little_endian(directory, 20, 2);
    fixed(directory);
    append_little_endian(directory, extra.size(), 2);
    append_little_endian(directory, 0, 10);
    append_little_endian(directory, is_large ? 0xFFFFFFFF : place, 4);
    directory += file.name + extra;
    out += "PK\x03\x04";
    fixed(out);
    append_little_endian(out, 4, 2);  // an extra field that the directory lacks
    out += file.name + std::string("\x77\x77\0\0", 4) + packed;
  }
  const std::size_t begin = out.size();
  out += directory;
  if (is_large) {
    const std::size_t place = out.size();
    out += "PK\x06\x06";
    append_little_endian(out, 44, 8);
    append_little_endian(out, 20, 4);
    append_little_endian(out, 0, 8);
    append_little_endian(out, files.size(), 8);
    append_little_endian(out, files.size(), 8);
    append_little_endian(out, directory.size(), 8);
    append_little_endian(out, begin, 8);
    out += "PK\x06\x07";
    append_little_endian(out, 0, 4);
    append_little_endian(out, place, 8);
    append_little_endian(out, 1, 4);
  }
  out += "PK\x05\x06";
  append_little_endian(out, 0, 4);
  append_little_endian(out, files.size(), 2);
  append_little_endian(out, files.size(), 2);
  append_little_endian(out, is_large ? 0xFFFFFFFF : directory.size(), 4);
  append_little_endian(out, is_large ? 0xFFFFFFFF : begin, 4);
  append_little_endian(out, comment.size(), 2);
  return out + comment;
}

}  // namespace hrefkit::test
