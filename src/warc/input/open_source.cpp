// Files, descriptors, streams and memory as sources.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <system_error>

#include "hrefkit/warc/byte_source.h"

namespace hrefkit::warc {

namespace {

std::string last_error() {
  return std::generic_category().message(errno);
}

/// A file that is open. Offsets count from where it stands at first.
class DescriptorReader : public ByteReader {
 public:
  enum class Owner : bool { no, yes };

  DescriptorReader(int descriptor, Owner owner)
      : descriptor_(descriptor), owner_(owner), first_(::lseek(descriptor, 0, SEEK_CUR)) {}
  ~DescriptorReader() override {
    if (owner_ == Owner::yes) ::close(descriptor_);
  }
  DescriptorReader(DescriptorReader const&) = delete;
  DescriptorReader& operator=(DescriptorReader const&) = delete;

  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    while (true) {
      const ssize_t count = ::read(descriptor_, room.data(), room.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) return tl::unexpected(last_error());
    }
  }
  bool can_seek() const override { return first_ >= 0; }
  bool seek(std::uint64_t offset) override {
    return ::lseek(descriptor_, first_ + static_cast<off_t>(offset), SEEK_SET) >= 0;
  }

 private:
  int descriptor_;
  Owner owner_;
  off_t first_;  // negative for a pipe
};

class StreamReader : public ByteReader {
 public:
  explicit StreamReader(std::istream& stream) : stream_(stream) {}
  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    stream_.read(room.data(), static_cast<std::streamsize>(room.size()));
    if (stream_.bad()) return tl::unexpected(std::string("it cannot be read"));
    return static_cast<std::size_t>(stream_.gcount());
  }

 private:
  std::istream& stream_;
};

class MemoryReader : public ByteReader {
 public:
  explicit MemoryReader(std::string_view bytes) : bytes_(bytes) {}
  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    const std::size_t count = std::min(room.size(), bytes_.size() - next_);
    if (count != 0) std::memcpy(room.data(), bytes_.data() + next_, count);
    next_ += count;
    return count;
  }
  bool can_seek() const override { return true; }
  bool seek(std::uint64_t offset) override {
    next_ = static_cast<std::size_t>(std::min<std::uint64_t>(offset, bytes_.size()));
    return true;
  }

 private:
  std::string_view bytes_;
  std::size_t next_ = 0;
};

}  // namespace

tl::expected<ByteSource, std::string> open_source(std::string const& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(last_error());
  return ByteSource(std::make_unique<DescriptorReader>(descriptor, DescriptorReader::Owner::yes));
}

ByteSource source_of(int descriptor) {
  return ByteSource(std::make_unique<DescriptorReader>(descriptor, DescriptorReader::Owner::no));
}

ByteSource source_of(std::istream& stream) {
  return ByteSource(std::make_unique<StreamReader>(stream));
}

ByteSource source_of(std::string_view bytes) {
  return ByteSource(std::make_unique<MemoryReader>(bytes));
}

}  // namespace hrefkit::warc
