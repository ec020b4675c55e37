// Bytes packed as gzip members (RFC 1952), each of which can be read alone.
//
//   http::GzipPacker packer;
//   packer.append_member(out, record);
#pragma once

#include <memory>
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

}  // namespace hrefkit::http
