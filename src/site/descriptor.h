// File descriptors and directory streams with an owner.
#pragma once

#include <dirent.h>
#include <unistd.h>

#include <memory>
#include <utility>

namespace hrefkit::site {

/// Closes a descriptor at the end of its life. A negative number is no descriptor.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(Descriptor&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }

  int fd() const { return descriptor_; }

  /// Releases the descriptor to another owner.
  int release() { return std::exchange(descriptor_, -1); }

  explicit operator bool() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
};

struct CloseDirectory {
  void operator()(DIR* directory) const { ::closedir(directory); }
};

/// A directory stream, which is closed at the end of its life.
using DirectoryStream = std::unique_ptr<DIR, CloseDirectory>;

}  // namespace hrefkit::site
