// Bytes packed as gzip members (RFC 1952), each of which can be read alone.
//
//   http::GzipPacker packer;
//   packer.append_member(out, record);
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace hrefkit::http {

/// Compresses one text after another. The first one allocates about 400 KB, which are used again:
/// keep one packer a thread.
class GzipPacker {
 public:
  GzipPacker();
  ~GzipPacker();
  GzipPacker(GzipPacker&&) noexcept;
  GzipPacker& operator=(GzipPacker&&) noexcept;

  /// Appends one member with all of `bytes`. Equal bytes give equal members: a member has no name
  /// and no date.
  void append_member(std::string& out, std::string_view bytes) { add(out, bytes, true); }

  /// Appends a chunk to a member. `out` grows by what is compressed already; the last chunk ends
  /// the member. Equal chunks give equal members.
  void add(std::string& out, std::string_view piece, bool is_last);

  /// Drops a member that was not ended.
  void restart();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Decompresses deflate data, chunk by chunk (RFC 1950 to 1952).
//
//   http::Inflater inflater(http::DeflateFormat::gzip);
//   auto step = inflater.run(input, {buffer, size});  // removes what it read from the front of
//   `input`

/// The wrapper of deflate data.
enum class DeflateFormat : std::uint8_t {
  gzip,  ///< RFC 1952: one member
  zlib,  ///< RFC 1950
  raw,   ///< nothing
};

/// State of a decoder after a step.
enum class Progress : std::uint8_t {
  going,    ///< it needs more input, or more room
  ended,    ///< the data has ended, and its checksum is right
  damaged,  ///< the bytes are not such data, or the checksum is wrong
};

/// The result of one step.
struct Step {
  std::size_t made = 0;  ///< bytes written
  Progress progress = Progress::going;
  bool wrong_checksum =
      false;  ///< damaged, but the output is complete; never set for Brotli and zstd
};

/// One stream of deflate data after another.
class Inflater {
 public:
  explicit Inflater(DeflateFormat format);
  ~Inflater();
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;

  /// Starts a new stream. Cheap.
  void restart(DeflateFormat format);

  /// Reads from the front of `input` and writes to `room`, until one of them is used up or the
  /// stream has ended. After the end `input` begins with what follows the stream; as the library
  /// reads ahead, that may be some bytes before its front. So after a step that filled the room,
  /// pass the same `input` again, even when it is empty, and keep its bytes where they are.
  Step run(std::string_view& input, std::span<char> room);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::http
