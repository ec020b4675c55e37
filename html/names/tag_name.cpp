#include "hrefkit/html/names/tag_name.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "hrefkit/text/ascii.h"

namespace hrefkit::html {

namespace {

/// A name as the tokenizer has it, byte by byte: ASCII letters in lower case, U+FFFD for NUL.
class NameReader {
 public:
  explicit NameReader(std::string_view name) : name_(name) {}

  /// The next byte, or -1 at the end.
  int next() {
    if (pending_ > 0) return replacement[replacement.size() - pending_--];
    if (at_ == name_.size()) return -1;
    const char c = name_[at_++];
    if (c != '\0') return static_cast<unsigned char>(text::to_ascii_lower(c));
    pending_ = replacement.size() - 1;
    return replacement[0];
  }

 private:
  static constexpr std::array<unsigned char, 3> replacement{0xEF, 0xBF, 0xBD};
  std::string_view name_;
  std::size_t at_ = 0;
  std::size_t pending_ = 0;
};

}  // namespace

int compare_names(std::string_view a, std::string_view b) {
  NameReader left(a);
  NameReader right(b);
  while (true) {
    const int l = left.next();
    const int r = right.next();
    if (l != r) return l - r;
    if (l < 0) return 0;
  }
}

std::uint64_t hash_name(std::string_view name) {  // FNV-1a
  std::uint64_t hash = 0xCBF29CE484222325;
  NameReader reader(name);
  for (int c = reader.next(); c >= 0; c = reader.next()) {
    hash = (hash ^ static_cast<std::uint64_t>(c)) * 0x100000001B3;
  }
  return hash;
}

static_assert(std::is_sorted(tag_names.begin(), tag_names.end()));

TagName tag_name(std::string_view written) {
  return static_cast<TagName>(tag_name_table.find(text::pack_name(written), written));
}

}  // namespace hrefkit::html
