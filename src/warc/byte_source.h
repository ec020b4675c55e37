// The bytes of an archive file as they are stored, from a file or a pipe.
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

/// Where the bytes come from.
class ByteReader {
 public:
  virtual ~ByteReader() = default;
  /// Fills a part of the room and says how much; 0 at the end; or says why reading failed.
  virtual tl::expected<std::size_t, std::string> read(std::span<char> room) = 0;
  /// True where `seek` works.
  virtual bool can_seek() const { return false; }
  /// Goes to an offset; false where that fails.
  virtual bool seek(std::uint64_t) { return false; }
};

/// Bytes read in order, with a way back: a file can go to any place, a pipe to the last 16 MiB.
class ByteSource {
 public:
  explicit ByteSource(std::unique_ptr<ByteReader> reader);

  /// The bytes in memory that were not consumed. Valid until `fill` or `go_to`.
  std::string_view buffered() const { return window_.rest(); }

  /// Reads more behind them; false at the end and where reading fails.
  bool fill();

  /// The bytes in memory; more are read where there are fewer than `count`.
  std::string_view peek(std::size_t count);

  /// Consumes bytes that are in memory.
  void consume(std::size_t count) { window_.consume(count); }
  [[deprecated("use consume")]] void take(std::size_t count) { consume(count); }

  /// Goes on at a byte in memory: of `buffered()`, or some bytes before it.
  void go_on_at(char const* byte) { window_.go_on_at(byte); }

  /// The bytes in memory before the next one.
  std::string_view consumed() const { return window_.consumed(); }
  [[deprecated("use consumed")]] std::string_view taken() const { return consumed(); }

  /// How many bytes of the source come before the next one.
  std::uint64_t offset() const { return window_.place(); }

  /// Goes to `offset`, or to the first place behind it to which there is a way. False where there
  /// is no way to either.
  bool go_to(std::uint64_t offset);

  /// True where `go_to` goes to that offset, which is not behind this place.
  bool has_way_to(std::uint64_t offset) const {
    return offset >= window_.first_place() || reader_->can_seek();
  }

  /// Why reading failed, or nothing.
  std::optional<std::string> const& error() const { return error_; }

 private:
  std::unique_ptr<ByteReader> reader_;
  ByteWindow window_;  // its places are offsets
  bool at_end_ = false;
  std::optional<std::string> error_;
};

/// The bytes of a file, or why it cannot be opened. A pipe or a device serves as well.
tl::expected<ByteSource, std::string> open_source(std::string const& path);

class OpenFile;

/// A file that is open once and read at several places at the same time, by any threads.
class SharedFile {
 public:
  /// Opens a file, or says why it cannot be opened.
  static tl::expected<SharedFile, std::string> open(std::string const& path);

  /// Its size in bytes; nothing where it is no regular file, and can be read in order only.
  std::optional<std::uint64_t> size() const;

  /// Its bytes. The sources of a regular file do not know of each other; any other file has one
  /// source only.
  ByteSource source() const;

  /// The `size` bytes from `begin` on, as a file of their own. All of them are in this file, which
  /// is a regular one.
  SharedFile part(std::uint64_t begin, std::uint64_t size) const;

 private:
  explicit SharedFile(std::shared_ptr<OpenFile const> file) : file_(std::move(file)) {}
  std::shared_ptr<OpenFile const> file_;
  std::uint64_t begin_ = 0;
  std::optional<std::uint64_t> size_ = {};  // of a part
};

/// The bytes of a file that is open as `descriptor`, which stays open and must outlive the source.
ByteSource source_of(int descriptor);

/// The bytes of a stream, which must outlive the source.
ByteSource source_of(std::istream& stream);

/// Bytes at hand, which must outlive the source.
ByteSource source_of(std::string_view bytes);

}  // namespace hrefkit::warc
