#include "hrefkit/archive/wat/open_entries.h"

#include <cstring>

#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/chunked_text.h"

namespace hrefkit::archive {

namespace {

/// `@/attribute"` of each attribute.
constexpr auto path_ends = [] {
  std::array<ShortText, soup_attribute_names.size()> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ((ends[i] += "@/") += soup_attribute_names[i]) += "\"";
  }
  return ends;
}();

/// Copies a text, and bytes behind it, for which there is room.
char* copy(char* out, ShortText const& text) {
  std::memcpy(out, text.bytes.data(), text.bytes.size());
  return out + text.size;
}

}  // namespace

void OpenEntries::clear() {
  if (bytes_.capacity() > text::most_spare_memory) std::string().swap(bytes_);
  size_ = 0;
  is_given_ = false;
}

/// The end of what was written, with room for so many bytes and a short text.
char* OpenEntries::room_for(std::size_t count) {
  const std::size_t wanted = size_ + count + sizeof(ShortText::bytes);
  if (wanted > bytes_.size()) bytes_.resize(std::max(wanted, bytes_.size() + bytes_.size() / 2));
  return bytes_.data() + size_;
}

std::size_t OpenEntries::begin() {
  *room_for(1) = ',';
  return size_++;
}

void OpenEntries::add(ShortText const& start, std::string_view text) {
  const std::size_t run = text::json_run_length(text);
  if (run < text.size()) {
    add_bytes({start.bytes.data(), start.size});
    add_escaped(text);
    return add_bytes("\"");
  }
  char* out = copy(room_for(start.size + run + 1), start);
  out = std::copy_n(text.data(), run, out);
  *out++ = '"';
  size_ = static_cast<std::size_t>(out - bytes_.data());
}

/// Adds a text whose bytes do not all stand for themselves. Piece by piece, as a long one is made
/// longer.
void OpenEntries::add_escaped(std::string_view text) {
  constexpr std::size_t piece_size = 4096;
  std::string escaped;
  while (!text.empty()) {
    escaped.clear();
    append_json_string(escaped, text.substr(0, piece_size));
    text.remove_prefix(std::min(piece_size, text.size()));
    add_bytes({escaped.data() + 1, escaped.size() - 2});
  }
}

void OpenEntries::add_bytes(std::string_view bytes) {
  std::copy(bytes.begin(), bytes.end(), room_for(bytes.size()));
  size_ += bytes.size();
}

void OpenEntries::add_path(std::string_view element, SoupAttribute attribute) {
  char* out = copy(room_for(path_start.size + element.size()), path_start);
  for (const char c : element) *out++ = text::to_ascii_upper(c);
  out = copy(out, path_ends[static_cast<std::size_t>(attribute)]);
  size_ = static_cast<std::size_t>(out - bytes_.data());
}

/// The beginning of the entry, or what follows the parts that were given.
std::string_view OpenEntries::given_part(std::size_t begin) {
  if (!is_given_) bytes_[begin + 1] = '{';
  is_given_ = true;
  return {bytes_.data() + begin, size_ - begin};
}

std::string_view OpenEntries::end(std::size_t begin) {
  if (is_given_) {
    add_bytes("}");
    is_given_ = false;
    return {bytes_.data() + begin, size_ - begin};
  }
  char* const out = room_for(2);
  const bool has_members = size_ > begin + 1;
  out[has_members ? 0 : 1] = '}';
  size_ += has_members ? 1 : 2;
  bytes_[begin + 1] = '{';
  return {bytes_.data() + begin, size_ - begin};
}

}  // namespace hrefkit::archive
