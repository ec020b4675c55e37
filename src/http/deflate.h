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

/// Packs one text after another. It takes its memory, about 400 KB, with the first one, and uses it
/// again: keep one a thread.
class GzipPacker {
 public:
  GzipPacker();
  ~GzipPacker();
  GzipPacker(GzipPacker&&) noexcept;
  GzipPacker& operator=(GzipPacker&&) noexcept;

  /// Appends one member with all of `bytes`. Equal bytes give equal members: a member has no name
  /// and no date.
  void append_member(std::string& out, std::string_view bytes) { add(out, bytes, true); }

  /// Adds a piece to a member. `out` grows by what is packed already; the last piece ends the
  /// member. Equal pieces give equal members.
  void add(std::string& out, std::string_view piece, bool is_last);

  /// Forgets a member that was not ended.
  void restart();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Deflate data made plain, piece by piece (RFC 1950 to 1952).
//
//   http::Inflater inflater(http::DeflateFormat::gzip);
//   auto step = inflater.run(input, {buffer, size});  // takes bytes off the front of `input`

/// What stands around deflate data.
enum class DeflateFormat : std::uint8_t {
  gzip,  ///< RFC 1952: one member
  zlib,  ///< RFC 1950
  raw,   ///< nothing
};

/// Where a decoder stands after a step.
enum class Progress : std::uint8_t {
  going,    ///< it wants more input, or more room
  ended,    ///< the data has ended, and its checksum is right
  damaged,  ///< the bytes are not such data, or the checksum is wrong
};

/// The result of one step.
struct Step {
  std::size_t made = 0;  ///< bytes that were written
  Progress progress = Progress::going;
  bool wrong_checksum = false;  ///< damaged, but all of it was made; Brotli and zstd do not tell
};

/// One stream of deflate data after another.
class Inflater {
 public:
  explicit Inflater(DeflateFormat format);
  ~Inflater();
  Inflater(Inflater&&) noexcept;
  Inflater& operator=(Inflater&&) noexcept;

  /// Begins a stream. Cheap.
  void restart(DeflateFormat format);

  /// Takes what it needs off the front of `input` and writes to `room`, until one of them is used
  /// up or the stream has ended. After the end `input` begins with what follows the stream: that
  /// may be some bytes before its front, as bytes are read ahead. So after a step that filled the
  /// room the next one gets the same `input`, also when it is empty, and its bytes stay where they
  /// are.
  Step run(std::string_view& input, std::span<char> room);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hrefkit::http
