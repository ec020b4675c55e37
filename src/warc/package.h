// The WARC files in a package: WACZ, or any other ZIP archive with WARC files; and collections of
// packages (multi-WACZ), which are a package of packages or a JSON file with their names.
//
//   auto file = warc::SharedFile::open("site.wacz");
//   auto package = warc::Package::open(*file);
//   for (auto const& member : package->members()) read(package->source(member));
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/warc/byte_source.h"

namespace hrefkit::warc {

/// True if `start`, at least the first 4 bytes of a file, begins a ZIP archive.
bool begins_package(std::string_view start);

/// True for a name that ends in ".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz" or ".wacz", in
/// any ASCII case.
bool is_archive_name(std::string_view name);

/// The files that the JSON form of a collection names.
struct PackageList {
  std::vector<std::string> paths = {};   ///< relative to the folder of the JSON file, and below it
  std::vector<std::string> others = {};  ///< URLs, and paths that lead out of the folder
};

/// The list in a JSON text, each path once; nullopt for any other text than that of a collection
/// (profile "multi-wacz-package" or "multi-wacz").
std::optional<PackageList> package_list(std::string_view json);

/// A WARC file in a package, or a package in it.
struct PackageMember {
  std::string name = {};     ///< as stored, any bytes, with folders; only for display
  std::uint64_t header = 0;  ///< offset of its local header in the package
  std::uint64_t packed = 0;  ///< stored size in bytes
  std::uint64_t size = 0;    ///< unpacked size in bytes
  bool is_deflated = false;  ///< false: stored without compression, as WACZ requires
  bool is_package = false;
  std::string refusal = {};  ///< why it cannot be read; else empty
  std::uint64_t begin = 0;   ///< offset of its first stored byte
};

/// The WARC files and packages in the central directory of a ZIP archive (PKWARE's APPNOTE.TXT).
///
/// The directory is checked against the file: members must lie before the central directory and
/// must not overlap, so that the time for unpacking all is linear in the file. A member with a
/// wrong entry is refused (`refusal`), the others can be read. If a member unpacks to more or fewer
/// bytes than its entry says, its source reports an error. Names are never used as paths.
class Package {
 public:
  /// Reads the directory of a regular file, or says what is wrong with it. Stores only the entries
  /// of archive files.
  static tl::expected<Package, std::string> open(SharedFile file);

  /// The archive files in the order of the directory.
  std::vector<PackageMember> const& members() const { return members_; }

  /// A member stored without compression as a file that can be read from any offset; nullopt for a
  /// deflated one.
  std::optional<SharedFile> stored(PackageMember const& member) const;

  /// The unpacked bytes of a member without `refusal`. The source of a deflated one cannot seek.
  ByteSource source(PackageMember const& member) const;

  /// Opens a package in this one. A deflated one is unpacked to a temporary file if it does not
  /// grow to more than 40 times its size. Fails if this is a package in a package itself.
  tl::expected<Package, std::string> package(PackageMember const& member) const;

 private:
  explicit Package(SharedFile file) : file_(std::move(file)) {}

  SharedFile file_;
  bool is_inner_ = false;
  std::vector<PackageMember> members_;
};

}  // namespace hrefkit::warc
