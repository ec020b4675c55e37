#include "hrefkit/warc/input/member_search.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "hrefkit/http/fields.h"
#include "hrefkit/http/head.h"
#include "hrefkit/http/inflate.h"
#include "hrefkit/http/zstd.h"
#include "hrefkit/warc/input/unpacker.h"

namespace hrefkit::warc {

namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view record_start = "WARC/";
constexpr std::size_t looked_at = std::size_t{64} << 10;  // bytes behind a place that may be one

std::size_t place_of(std::string_view bytes, std::string_view wanted) {
  if (bytes.empty()) return std::string_view::npos;
  void const* const at = ::memmem(bytes.data(), bytes.size(), wanted.data(), wanted.size());
  if (at == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<char const*>(at) - bytes.data());
}

template <typename Decoder>
bool unpacks_to_record(Decoder& decoder, std::string_view bytes) {
  std::array<char, 16> plain{};
  std::size_t size = 0;
  while (size < record_start.size()) {
    const http::Step step = decoder.run(bytes, {plain.data() + size, record_start.size() - size});
    size += step.made;
    if (step.progress != http::Progress::going || (step.made == 0 && bytes.empty())) break;
  }
  return std::string_view(plain.data(), size).starts_with(record_start);
}

/// Looks for places of one file.
class Search {
 public:
  Search(ByteSource& source, std::optional<Packing> packing) : source_(source), packing_(packing) {}

  bool run() {
    while (true) {
      const std::string_view bytes = source_.peek(longest_mark);
      const std::size_t place = next_place(bytes);
      if (place == std::string_view::npos) {
        // A mark may have its first bytes at the end of what is in memory.
        const std::size_t kept = std::min(bytes.size(), longest_mark - 1);
        source_.take(bytes.size() - kept);
        if (!source_.fill()) {
          source_.take(kept);
          return false;
        }
        continue;
      }
      source_.take(place);
      if (is_member(source_.peek(looked_at))) return true;
      source_.take(1);
    }
  }

 private:
  static constexpr std::size_t longest_mark = 5;  // "WARC/"

  bool counts(Packing packing) const { return !packing_ || *packing_ == packing; }

  std::size_t next_place(std::string_view bytes) const {
    std::size_t place = std::string_view::npos;
    if (counts(Packing::gzip)) place = std::min(place, place_of(bytes, "\x1F\x8B\x08"sv));
    if (counts(Packing::zstd)) place = std::min(place, place_of(bytes, "\x28\xB5\x2F\xFD"sv));
    if (counts(Packing::plain)) place = std::min(place, find_record_start(bytes));
    return place;
  }

  bool is_member(std::string_view bytes) {
    const auto packing = packing_of(bytes);
    if (packing == Packing::plain) return is_record_head(bytes);
    if (packing == Packing::gzip) {
      inflater_.restart(http::DeflateFormat::gzip);
      return unpacks_to_record(inflater_, bytes);
    }
    zstd_.restart();
    return unpacks_to_record(zstd_, bytes);
  }

  ByteSource& source_;
  std::optional<Packing> packing_;
  http::Inflater inflater_{http::DeflateFormat::gzip};
  http::ZstdDecoder zstd_;
};

}  // namespace

bool is_record_head(std::string_view bytes) {
  constexpr std::size_t longest_line = 16;
  const std::size_t line_end = bytes.find('\n');
  if (line_end == std::string_view::npos || line_end > longest_line) return false;
  std::string_view version = bytes.substr(record_start.size(), line_end - record_start.size());
  if (version.ends_with('\r')) version.remove_suffix(1);
  const bool is_version =
      version.size() >= 3 && version.find_first_not_of("0123456789.") == std::string_view::npos;
  if (!is_version) return false;
  const auto length = http::head_length(bytes);
  const http::Fields fields =
      http::Fields::parse(bytes.substr(0, length.value_or(bytes.size())).substr(line_end + 1));
  return fields.first("WARC-Type").has_value() && (fields.first("Content-Length") || !length);
}

std::size_t find_record_start(std::string_view bytes) {
  return place_of(bytes, record_start);
}

bool find_member(ByteSource& source, std::optional<Packing> packing) {
  return Search(source, packing).run();
}

}  // namespace hrefkit::warc
