// The WARC files in a package: WACZ, or any other ZIP archive that holds some.
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

/// True where `start`, the first bytes of a file, are those of a ZIP archive. 4 bytes are enough.
bool begins_package(std::string_view start);

/// True for the name of a WARC file: ".warc", ".warc.gz" or ".warc.zst" at its end, in any ASCII
/// case.
bool is_warc_name(std::string_view name);

/// True for such a name, and for that of a package of WACZ: ".wacz".
bool is_archive_name(std::string_view name);

/// A WARC file in a package.
struct PackageMember {
  std::string name = {};     ///< as the package has it, with folders; any bytes. It is only shown
  std::uint64_t header = 0;  ///< the offset in the package at which its entry begins
  std::uint64_t packed = 0;  ///< bytes in the package
  std::uint64_t size = 0;    ///< bytes once it is unpacked
  bool is_deflated = false;  ///< else it is stored as it is, which WACZ asks for
  std::string refusal = {};  ///< why it cannot be read; empty: it can
  std::uint64_t begin = 0;   ///< the offset of its first packed byte
};

/// A ZIP archive (PKWARE's APPNOTE.TXT), as far as its central directory tells of WARC files.
///
/// What it says is believed only where it fits the file: members lie in the file, before the
/// central directory, and do not share bytes, so that unpacking all takes time for the bytes of the
/// file. A member of which it is wrong is refused, the others are read. One that gives more or
/// fewer bytes than the directory says is an error of its source. Names are never used as paths.
class Package {
 public:
  /// Reads the directory of a regular file, or says what is wrong with it. Takes memory for the
  /// WARC files alone.
  static tl::expected<Package, std::string> open(SharedFile file);

  /// In the order of the directory.
  std::vector<PackageMember> const& members() const { return members_; }

  /// A member that is stored as it is, which can be read from any place; nothing for another.
  std::optional<SharedFile> stored(PackageMember const& member) const;

  /// The bytes of a member that can be read. One that is deflated is read in order, as a pipe is.
  ByteSource source(PackageMember const& member) const;

 private:
  explicit Package(SharedFile file) : file_(std::move(file)) {}

  SharedFile file_;
  std::vector<PackageMember> members_;
};

}  // namespace hrefkit::warc
