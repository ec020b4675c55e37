#include "hrefkit/warc/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <istream>
#include <mutex>  // IWYU pragma: keep
#include <system_error>
#include <utility>

namespace hrefkit::warc {

namespace {

// Files, descriptors, streams and memory as sources.

std::string last_error() {
  return std::generic_category().message(errno);
}

#if defined(_POSIX_VERSION) && !defined(HREFKIT_FALLBACKS)
#define HREFKIT_PREAD 1  // Windows has none
#endif

constexpr int open_flags = O_RDONLY
#ifdef O_CLOEXEC
                           | O_CLOEXEC
#endif
#ifdef O_NOINHERIT  // Windows' name for it
                           | O_NOINHERIT
#endif
#ifdef O_BINARY  // Windows changes line ends without it
                           | O_BINARY
#endif
    ;

/// The byte count for one system call; the type of its parameter differs between systems.
unsigned read_size(std::span<char> room) {
  constexpr std::size_t max_size = std::size_t{1} << 30;
  return static_cast<unsigned>(std::min(room.size(), max_size));
}

/// Repeats a system call while signals interrupt it.
template <typename Call>
tl::expected<std::size_t, std::string> read_with(Call call) {
  while (true) {
    const ssize_t count = call();
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) return tl::unexpected(last_error());
  }
}

/// An open descriptor. Offsets count from its position at construction.
class DescriptorReader : public ByteReader {
 public:
  explicit DescriptorReader(int descriptor)
      : descriptor_(descriptor), first_(::lseek(descriptor, 0, SEEK_CUR)) {}

  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    return read_with([&] { return ::read(descriptor_, room.data(), read_size(room)); });
  }
  bool can_seek() const override { return first_ >= 0; }
  bool seek(std::uint64_t offset) override {
    return ::lseek(descriptor_, first_ + static_cast<off_t>(offset), SEEK_SET) >= 0;
  }

 private:
  int descriptor_;
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

/// A descriptor, closed by the destructor.
class OpenFile {
 public:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}
  ~OpenFile() { ::close(descriptor_); }
  OpenFile(OpenFile const&) = delete;
  OpenFile& operator=(OpenFile const&) = delete;

  int descriptor() const { return descriptor_; }

  /// Reads at an offset of the file; safe to call from several threads at the same time.
  ssize_t read_at(std::span<char> room, off_t offset) const {
#ifdef HREFKIT_PREAD
    return ::pread(descriptor_, room.data(), read_size(room), offset);
#else
    const std::lock_guard lock(mutex_);
    if (::lseek(descriptor_, offset, SEEK_SET) < 0) return -1;
    return ::read(descriptor_, room.data(), read_size(room));
#endif
  }

 private:
  int descriptor_;
#ifndef HREFKIT_PREAD
  mutable std::mutex mutex_;  // guards the descriptor's position
#endif
};

namespace {

/// Reads a shared file, or a part of it, with an offset of its own if the file can seek.
class SharedReader : public ByteReader {
 public:
  SharedReader(std::shared_ptr<OpenFile const> file, std::uint64_t begin,
               std::optional<std::uint64_t> size)
      : file_(std::move(file)),
        can_seek_(::lseek(file_->descriptor(), 0, SEEK_CUR) >= 0),
        begin_(begin),
        size_(size) {
    next_ = static_cast<off_t>(begin_);
  }

  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    if (size_) {
      const std::uint64_t done = static_cast<std::uint64_t>(next_) - begin_;
      const std::uint64_t left = done < *size_ ? *size_ - done : 0;
      room = room.first(static_cast<std::size_t>(std::min<std::uint64_t>(room.size(), left)));
      if (room.empty()) return 0;
    }
    auto count = read_with([&] {
      return can_seek_ ? file_->read_at(room, next_)
                       : ::read(file_->descriptor(), room.data(), read_size(room));
    });
    if (count) next_ += static_cast<off_t>(*count);
    return count;
  }
  bool can_seek() const override { return can_seek_; }
  bool seek(std::uint64_t offset) override {
    if (!can_seek_) return false;
    next_ = static_cast<off_t>(begin_ + offset);
    return true;
  }

 private:
  std::shared_ptr<OpenFile const> file_;
  bool can_seek_;
  std::uint64_t begin_;                // offset of the part in the file
  std::optional<std::uint64_t> size_;  // of the part; nullopt for a whole file
  off_t next_ = 0;                     // offset in the file
};

}  // namespace

tl::expected<SharedFile, std::string> SharedFile::open(std::string const& path) {
  const int descriptor = ::open(path.c_str(), open_flags);
  if (descriptor < 0) return tl::unexpected(last_error());
  return SharedFile(std::make_shared<OpenFile const>(descriptor));
}

tl::expected<SharedFile, std::string> SharedFile::copy_of(ByteSource& source) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  const int descriptor = file ? ::dup(::fileno(file.get())) : -1;
  if (descriptor < 0) return tl::unexpected(last_error());
  SharedFile copy(std::make_shared<OpenFile const>(descriptor));
  for (auto piece = source.peek(1); !piece.empty(); piece = source.peek(1)) {
    if (std::fwrite(piece.data(), 1, piece.size(), file.get()) != piece.size()) {
      return tl::unexpected(last_error());
    }
    source.consume(piece.size());
  }
  if (source.error()) return tl::unexpected(*source.error());
  if (std::fflush(file.get()) != 0) return tl::unexpected(last_error());
  return copy;
}

std::optional<std::uint64_t> SharedFile::size() const {
  if (size_) return size_;
  struct stat facts {};
  if (::fstat(file_->descriptor(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(facts.st_size);
}

ByteSource SharedFile::source() const {
  return ByteSource(std::make_unique<SharedReader>(file_, begin_, size_));
}

SharedFile SharedFile::part(std::uint64_t begin, std::uint64_t size) const {
  SharedFile part(*this);
  part.begin_ = begin_ + begin;
  part.size_ = size;
  return part;
}

tl::expected<ByteSource, std::string> open_source(std::string const& path) {
  return SharedFile::open(path).map([](SharedFile const& file) { return file.source(); });
}

ByteSource source_of(int descriptor) {
  return ByteSource(std::make_unique<DescriptorReader>(descriptor));
}

ByteSource source_of(std::istream& stream) {
  return ByteSource(std::make_unique<StreamReader>(stream));
}

ByteSource source_of(std::string_view bytes) {
  return ByteSource(std::make_unique<MemoryReader>(bytes));
}

namespace {

constexpr std::size_t block_size = std::size_t{256} << 10;
constexpr std::size_t kept_of_file = std::size_t{64} << 10;  // consumed bytes kept in memory
constexpr std::size_t kept_of_pipe = std::size_t{16} << 20;

}  // namespace

ByteSource::ByteSource(std::unique_ptr<ByteReader> reader)
    : reader_(std::move(reader)),
      window_(reader_->can_seek() ? kept_of_file : kept_of_pipe, block_size) {}

bool ByteSource::fill() {
  if (at_end_ || error_) return false;
  const auto count = reader_->read(window_.room().first(block_size));
  if (!count) {
    error_ = count.error();
    return false;
  }
  at_end_ = *count == 0;
  window_.add(*count);
  return !at_end_;
}

std::string_view ByteSource::peek(std::size_t count) {
  while (buffered().size() < count && fill()) {
  }
  return buffered();
}

bool ByteSource::go_to(std::uint64_t offset) {
  const bool is_behind = offset > window_.end_place();
  if (offset < window_.first_place() || is_behind) {
    if (reader_->can_seek() && reader_->seek(offset)) {
      window_.restart(offset);
      at_end_ = false;
      return !error_;
    }
    if (is_behind) return false;
  }
  window_.go_to(std::max(offset, window_.first_place()));
  return true;
}

}  // namespace hrefkit::warc
