// The stored bytes of an archive file, read from a file, a pipe, a stream or memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/warc/byte_window.h"

namespace hrefkit::warc {

/// The input below a ByteSource.
class ByteReader {
 public:
  virtual ~ByteReader() = default;
  /// Fills the front of `room` and returns the number of bytes, 0 at the end; or says why reading
  /// failed.
  virtual tl::expected<std::size_t, std::string> read(std::span<char> room) = 0;
  /// True if `seek` works.
  virtual bool can_seek() const { return false; }
  /// Goes to an offset of the input; false if that fails.
  virtual bool seek(std::uint64_t) { return false; }
};

/// A buffered reader that can go back: in a file to any offset, in a pipe within the last 16 MiB.
class ByteSource {
 public:
  explicit ByteSource(std::unique_ptr<ByteReader> reader);

  /// The bytes in memory that were not consumed. Valid until `fill` or `go_to`.
  std::string_view buffered() const { return window_.rest(); }

  /// Reads more bytes into memory; false at the end and on a read error.
  bool fill();

  /// `buffered()` with at least `count` bytes, or fewer at the end. May hold more than `count`.
  std::string_view peek(std::size_t count);

  /// Consumes bytes that are in memory.
  void consume(std::size_t count) { window_.consume(count); }

  /// Makes a byte in memory the next one: one of `buffered()` or of `consumed()`.
  void go_on_at(char const* byte) { window_.go_on_at(byte); }

  /// The bytes in memory before the next one.
  std::string_view consumed() const { return window_.consumed(); }

  /// The offset of the next byte in the source.
  std::uint64_t offset() const { return window_.place(); }

  /// Goes to `offset`, or if that is no longer in memory and the source cannot seek, to the first
  /// byte that is. False if `offset` lies ahead and the source cannot seek.
  bool go_to(std::uint64_t offset);

  /// True if `go_to(offset)` reaches an offset that is not after the current one.
  bool has_way_to(std::uint64_t offset) const {
    return offset >= window_.first_place() || reader_->can_seek();
  }

  /// Why reading failed; nullopt if it did not.
  std::optional<std::string> const& error() const { return error_; }

 private:
  std::unique_ptr<ByteReader> reader_;
  ByteWindow window_;  // its places are offsets
  bool at_end_ = false;
  std::optional<std::string> error_;
};

/// Opens a file, pipe or device, or says why it cannot be opened.
tl::expected<ByteSource, std::string> open_source(std::string const& path);

class OpenFile;

/// A file that several threads read at different offsets with one descriptor.
class SharedFile {
 public:
  /// Opens a file, or says why it cannot be opened.
  static tl::expected<SharedFile, std::string> open(std::string const& path);

  /// The bytes of a source in a temporary file without a name, or why they cannot be copied.
  static tl::expected<SharedFile, std::string> copy_of(ByteSource& source);

  /// Its size in bytes; nullopt for pipes and devices, which can be read in order only.
  std::optional<std::uint64_t> size() const;

  /// Its bytes. The sources of a regular file are independent of each other; a pipe or device must
  /// have only one source.
  ByteSource source() const;

  /// The `size` bytes from offset `begin` on as a file of their own. This must be a regular file
  /// that has them all.
  SharedFile part(std::uint64_t begin, std::uint64_t size) const;

 private:
  explicit SharedFile(std::shared_ptr<OpenFile const> file) : file_(std::move(file)) {}
  std::shared_ptr<OpenFile const> file_;
  std::uint64_t begin_ = 0;
  std::optional<std::uint64_t> size_ = {};  // of a part
};

/// The bytes of an open descriptor, which the source does not close and which must outlive it.
ByteSource source_of(int descriptor);

/// The bytes of a stream, which must outlive the source.
ByteSource source_of(std::istream& stream);

/// Bytes in memory, which must outlive the source.
ByteSource source_of(std::string_view bytes);

}  // namespace hrefkit::warc
