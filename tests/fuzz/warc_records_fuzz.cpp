// Records of archives, and what is read after damage.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "warc/read_records.h"

using hrefkit::fuzz::require;
using hrefkit::test::read_archive;
using hrefkit::test::ReadArchive;
using hrefkit::test::Way;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<char const*>(data), size);
  const ReadArchive one = read_archive(bytes);
  // A pipe gives the same as a file, as far as it has a way back.
  const ReadArchive other = read_archive(bytes, Way::pipe);
  require(one.damage == other.damage, "a pipe tells the same damage");
  require(one.records.size() == other.records.size(), "a pipe gives as many records");
  for (std::size_t i = 0; i < one.records.size(); ++i) {
    require(one.records[i].uri == other.records[i].uri, "with the same URI");
    require(one.records[i].block == other.records[i].block, "and block");
    require(one.records[i].offset == other.records[i].offset, "and offset");
    require(one.records[i].length == other.records[i].length, "and length");
    require(one.records[i].offset + one.records[i].length <= size, "a record lies in the file");
  }
  return 0;
}
