// The names of files in a folder that is made of captures: those that `wget -r -E` gives.
//
//   https://h.example/         h.example/index.html
//   https://h.example/a?p=1    h.example/a?p=1.html, where it is HTML
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hrefkit::archive {

/// What browsers take a file for by its name alone, and so must find in it.
enum class MirrorType : std::uint8_t { other, html, xhtml, css, svg };

/// The type of a file with that media type, an essence in lower case.
MirrorType mirror_type(std::string_view media_type);

/// A file of the folder.
struct MirrorFile {
  std::string_view url = {};  ///< http or https, serialised, without a fragment
  MirrorType type = MirrorType::other;
  std::string path = {};    ///< below the folder, with `/` between names: what is made
  bool is_renamed = false;  ///< another file has the path that it would have by itself
};

/// Gives each file its path. Equal files get equal paths; `files` have different URLs, and their
/// order decides who keeps a path that two would have.
///
/// Names are percent-decoded, except what is no UTF-8, control characters, "/", and the dots of
/// names that are not those of files. No path leads out of the folder. A name that would be a
/// file's and a folder's gets "/index.html" (or the extension of its type); one of two equal paths
/// gets ".1" before its extension. Names have at most 200 bytes, and paths 1,000: what is longer is
/// cut, with a hash.
void name_mirror_files(std::span<MirrorFile> files);

}  // namespace hrefkit::archive
