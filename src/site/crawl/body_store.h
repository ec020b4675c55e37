// The bodies of the pages of a live site, kept on the disk until the check is done: a page is read
// when its links are followed, when they are judged, and when its findings are reported.
//
// They are in one file without a name, which the system removes when the process ends, however it
// ends. What the file may take is bounded. Less than `max_unwritten` bytes wait in memory: a site
// that is smaller needs no file, and of others the system gets large pieces, which cost it a third
// of small ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace hrefkit::site {

/// The place of a body.
struct StoredBody {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
};

/// One file of bodies. `read` may be called by several threads at a time, `add` by one thread, and
/// by none that reads.
class BodyStore {
 public:
  /// The bodies of a crawl take at most so many bytes.
  static constexpr std::uint64_t max_bytes = std::uint64_t{16} << 30;
  static constexpr std::size_t max_unwritten = std::size_t{1} << 19;
  static constexpr std::size_t max_unwritten_bodies = 512;

  BodyStore() = default;
  BodyStore(BodyStore const&) = delete;
  BodyStore& operator=(BodyStore const&) = delete;
  ~BodyStore();

  /// Adds a body, or says why it cannot be kept: the disk is full, there is no folder for temporary
  /// files, or the store would have more than `max_bytes`.
  tl::expected<StoredBody, std::string> add(std::string body);

  /// Replaces `buffer` with a body.
  tl::expected<void, std::string> read(StoredBody const& body, std::string& buffer) const;

  std::uint64_t size() const { return written_ + unwritten_size_; }

 private:
  tl::expected<void, std::string> open();
  tl::expected<void, std::string> write();

  int file_ = -1;
  std::uint64_t written_ = 0;  // bytes of the file
  // What follows them. FAST: bodies are not copied to one string.
  std::vector<std::string> unwritten_;
  std::size_t unwritten_size_ = 0;
};

}  // namespace hrefkit::site
