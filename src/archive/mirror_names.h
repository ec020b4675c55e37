// File names for a mirror of captured URLs, as `wget -r -E` chooses them.
//
//   https://h.example/         h.example/index.html
//   https://h.example/a?p=1    h.example/a?p=1.html, if it is HTML
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hrefkit::archive {

/// The file types that browsers know by the file's extension.
enum class MirrorType : std::uint8_t { other, html, xhtml, css, svg };

/// The type for a media type, which is an essence in lower case.
MirrorType mirror_type(std::string_view media_type);

/// A file of the mirror.
struct MirrorFile {
  std::string_view url = {};  ///< http or https, serialised, without a fragment
  MirrorType type = MirrorType::other;
  std::string path = {};    ///< the result, relative to the folder, with `/` separators
  bool is_renamed = false;  ///< result: got a number because its path was in use
};

/// Sets the path of each file. The result is deterministic; URLs must differ. If two files would
/// have the same path, the earlier one keeps it.
///
/// Names are percent-decoded, except names that are not UTF-8 then, control characters, "/", and
/// the dots of "." and "..". No path leaves the folder. If a name would be both a file and a
/// folder, the file becomes "NAME/index.html" (or the extension of its type). The later of two
/// equal paths gets ".1" before its extension. Names are limited to 200 bytes and paths to 1,000;
/// longer ones are cut and get a hash.
void name_mirror_files(std::span<MirrorFile> files);

}  // namespace hrefkit::archive
