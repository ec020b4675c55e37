// WACZ stores WARC files without compression, so a member is a part of the package file, which
// several threads may read. ZIP libraries do not report the offset of a member's bytes, so this
// reads the format itself: the central directory at the end of the file, and the local header
// before each WARC file, whose length decides where the bytes begin.
#include "hrefkit/warc/package.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <span>

#include "hrefkit/http/deflate.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/little_endian.h"

namespace hrefkit::warc {

namespace {

using namespace std::string_view_literals;

/// Signatures, and the lengths of the fixed parts of records with them: APPNOTE 4.3.7, 4.3.12,
/// 4.3.14 to 4.3.16.
constexpr std::string_view entry_mark = "PK\x03\x04"sv;
constexpr std::size_t entry_size = 30;
constexpr std::string_view directory_mark = "PK\x01\x02"sv;
constexpr std::size_t directory_size = 46;
constexpr std::string_view end_mark = "PK\x05\x06"sv;
constexpr std::size_t end_size = 22;
constexpr std::string_view zip64_end_mark = "PK\x06\x06"sv;
constexpr std::size_t zip64_end_size = 56;
constexpr std::string_view zip64_locator_mark = "PK\x06\x07"sv;
constexpr std::size_t zip64_locator_size = 20;

constexpr std::size_t max_comment = 0xFFFF;
constexpr std::uint64_t in_zip64_field = 0xFFFFFFFF;  // 4.4.1.4: see the ZIP64 extra field

std::uint64_t number(std::string_view bytes, std::size_t offset, std::size_t size) {
  if (size == 2) return text::load_little_endian<std::uint16_t>(bytes.data() + offset);
  if (size == 4) return text::load_little_endian<std::uint32_t>(bytes.data() + offset);
  return text::load_little_endian<std::uint64_t>(bytes.data() + offset);
}

/// Up to `size` bytes at an offset; fewer at the end of the file. Valid until the source is used.
std::string_view bytes_at(ByteSource& source, std::uint64_t offset, std::size_t size) {
  if (!source.go_to(offset)) return {};
  return source.peek(size).substr(0, size);
}

/// The central directory: offsets in the file.
struct Directory {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// 4.3.16. The comment at the end of the file may contain the signature, so the last signature
/// whose record is consistent is used.
std::optional<Directory> find_directory(ByteSource& source, std::uint64_t size) {
  const std::uint64_t tail_size = std::min<std::uint64_t>(size, end_size + max_comment);
  const std::uint64_t tail_begin = size - tail_size;
  const std::string tail(bytes_at(source, tail_begin, static_cast<std::size_t>(tail_size)));
  for (std::size_t at = tail.rfind(end_mark); at != std::string::npos;
       at = at == 0 ? std::string::npos : tail.rfind(end_mark, at - 1)) {
    if (tail.size() - at < end_size) continue;
    const std::uint64_t place = tail_begin + at;
    if (number(tail, at + 20, 2) > tail.size() - at - end_size) continue;
    Directory found{.begin = number(tail, at + 16, 4)};
    std::uint64_t length = number(tail, at + 12, 4);
    std::uint64_t limit = place;
    if (place >= zip64_locator_size) {
      const std::string locator(bytes_at(source, place - zip64_locator_size, zip64_locator_size));
      if (locator.starts_with(zip64_locator_mark)) {
        limit = number(locator, 8, 8);
        if (limit > size) continue;
        const std::string_view large = bytes_at(source, limit, zip64_end_size);
        if (large.size() < zip64_end_size || !large.starts_with(zip64_end_mark)) continue;
        length = number(large, 40, 8);
        found.begin = number(large, 48, 8);
      }
    }
    if (limit > place || found.begin > limit || length > limit - found.begin) continue;
    found.end = found.begin + length;
    return found;
  }
  return std::nullopt;
}

/// Reads the ZIP64 extra field (4.5.3), which has those of `numbers` that did not fit, in this
/// order.
void read_zip64_numbers(std::string_view extra, std::span<std::uint64_t* const> numbers) {
  while (extra.size() >= 4) {
    const std::uint64_t id = number(extra, 0, 2);
    const std::size_t length = static_cast<std::size_t>(number(extra, 2, 2));
    extra.remove_prefix(4);
    if (length > extra.size()) return;
    if (id == 1) {
      std::string_view values = extra.substr(0, length);
      for (std::uint64_t* const value : numbers) {
        if (*value != in_zip64_field || values.size() < 8) continue;
        *value = number(values, 0, 8);
        values.remove_prefix(8);
      }
      return;
    }
    extra.remove_prefix(length);
  }
}

constexpr std::uint64_t stored_method = 0;
constexpr std::uint64_t deflated_method = 8;
constexpr std::uint64_t encrypted_flag = 1;

/// Parses an entry of the central directory, which must be complete.
PackageMember member_of(std::string_view entry) {
  PackageMember member;
  const auto name_size = static_cast<std::size_t>(number(entry, 28, 2));
  const auto extra_size = static_cast<std::size_t>(number(entry, 30, 2));
  member.name = entry.substr(directory_size, name_size);
  member.packed = number(entry, 20, 4);
  member.size = number(entry, 24, 4);
  member.header = number(entry, 42, 4);
  const std::array<std::uint64_t*, 3> numbers{&member.size, &member.packed, &member.header};
  read_zip64_numbers(entry.substr(directory_size + name_size, extra_size), numbers);
  const std::uint64_t method = number(entry, 10, 2);
  member.is_deflated = method == deflated_method;
  if ((number(entry, 8, 2) & encrypted_flag) != 0) {
    member.refusal = "it is encrypted in its package";
  } else if (method != stored_method && method != deflated_method) {
    member.refusal = "it is packed in its package by method " + std::to_string(method) +
                     ", which is not read: unpack the package first";
  }
  return member;
}

/// Sets the member's `begin` from its local header; false if its bytes are not all before the
/// directory.
bool find_bytes(ByteSource& source, std::uint64_t directory, PackageMember& member) {
  if (member.header > directory || directory - member.header < entry_size) return false;
  const std::string_view entry = bytes_at(source, member.header, entry_size);
  if (entry.size() < entry_size || !entry.starts_with(entry_mark)) return false;
  member.begin = member.header + entry_size + number(entry, 26, 2) + number(entry, 28, 2);
  if (member.begin > directory || member.packed > directory - member.begin) return false;
  return member.is_deflated || member.packed == member.size || !member.refusal.empty();
}

/// True if no two members overlap.
bool are_disjoint(std::vector<PackageMember> const& members) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;
  places.reserve(members.size());
  for (PackageMember const& member : members) {
    if (member.begin == 0) continue;  // `find_bytes` failed
    places.emplace_back(member.header, member.begin + member.packed);
  }
  std::sort(places.begin(), places.end());
  for (std::size_t i = 1; i < places.size(); ++i) {
    if (places[i].first < places[i - 1].second) return false;
  }
  return true;
}

/// The bytes of a deflated member.
class InflatingReader : public ByteReader {
 public:
  InflatingReader(ByteSource packed, std::uint64_t size)
      : packed_(std::move(packed)), left_(size) {}

  tl::expected<std::size_t, std::string> read(std::span<char> room) override {
    while (!is_over_) {
      std::string_view input = is_filled_ ? packed_.buffered() : packed_.peek(1);
      if (packed_.error()) return tl::unexpected(*packed_.error());
      const bool is_at_end = input.empty() && !is_filled_;
      const http::Step step = inflater_.run(input, room);
      packed_.go_on_at(input.data());
      is_filled_ = step.made == room.size();
      is_over_ = step.progress == http::Progress::ended;
      const bool is_damaged = step.progress == http::Progress::damaged || step.made > left_ ||
                              (is_over_ && step.made != left_) ||
                              (is_at_end && step.made == 0 && !is_over_);
      if (is_damaged) {
        is_over_ = true;
        return tl::unexpected(std::string("its compressed data in the package is damaged"));
      }
      left_ -= step.made;
      if (step.made != 0) return step.made;
    }
    return 0;
  }

 private:
  ByteSource packed_;
  http::Inflater inflater_{http::DeflateFormat::raw};
  std::uint64_t left_;  // bytes that are missing from the size in the directory
  bool is_filled_ = false;
  bool is_over_ = false;
};

constexpr std::string_view package_ending = ".wacz";

/// True for a relative path that stays below its folder by its names. A colon may be that of a URL
/// or of a drive, and a backslash separates names on Windows.
bool is_path_below(std::string_view path) {
  if (path.find_first_of(":\\\0"sv) != std::string_view::npos) return false;
  while (true) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    if (name.empty() || name == "..") return false;
    if (end == path.size()) return true;
    path.remove_prefix(end + 1);
  }
}

bool has_ending(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() &&
         text::equals_ignoring_ascii_case(name.substr(name.size() - ending.size()), ending);
}

}  // namespace

bool begins_package(std::string_view start) {
  return start.starts_with(entry_mark) || start.starts_with(end_mark);
}

bool is_archive_name(std::string_view name) {
  constexpr std::array endings{".warc"sv, ".warc.gz"sv, ".warc.zst"sv,
                               ".arc"sv,  ".arc.gz"sv,  package_ending};
  return std::any_of(endings.begin(), endings.end(),
                     [name](std::string_view ending) { return has_ending(name, ending); });
}

std::optional<PackageList> package_list(std::string_view json) {
  using Type = text::JsonTokenType;
  PackageList list;
  std::string value;
  std::set<std::string, std::less<>> known;
  bool is_collection = false;
  text::JsonReader reader(json);
  if (reader.next().type != Type::begin_object) return std::nullopt;
  for (auto key = reader.next(); key.type == Type::key; key = reader.next()) {
    const std::string_view name = key.text.in(json);
    if (name != "resources") {
      const text::JsonToken token = reader.skip_value();
      if (name != "profile" || token.type != Type::string) continue;
      const std::string_view profile = token.text.in(json);
      is_collection = profile == "multi-wacz-package" || profile == "multi-wacz";
      continue;
    }
    if (reader.next().type != Type::begin_array) return std::nullopt;
    while (reader.next().type == Type::begin_object) {
      for (auto part = reader.next(); part.type == Type::key; part = reader.next()) {
        const text::JsonToken token = reader.skip_value();
        if (part.text.in(json) != "path" || token.type != Type::string) continue;
        text::unescape_json(token.text.in(json), value);
        while (value.starts_with("./")) value.erase(0, 2);
        if (!known.insert(value).second) continue;
        (is_path_below(value) ? list.paths : list.others).push_back(value);
      }
    }
  }
  if (!is_collection) return std::nullopt;
  return list;
}

tl::expected<Package, std::string> Package::open(SharedFile file) {
  const auto fail = [](std::string why) { return tl::unexpected(std::move(why)); };
  const auto size = file.size();
  if (!size) return fail("it is a ZIP package, which is read from a regular file only");
  ByteSource source = file.source();
  const auto directory = find_directory(source, *size);
  if (source.error()) return fail(*source.error());
  if (!directory) return fail("it is a ZIP package without a directory at its end: it may be cut");
  Package package(std::move(file));
  source.go_to(directory->begin);
  while (source.offset() < directory->end) {
    const std::string_view fixed = source.peek(directory_size);
    if (fixed.size() < directory_size || !fixed.starts_with(directory_mark)) break;
    const std::size_t length = directory_size + static_cast<std::size_t>(number(fixed, 28, 2)) +
                               static_cast<std::size_t>(number(fixed, 30, 2)) +
                               static_cast<std::size_t>(number(fixed, 32, 2));
    if (length > directory->end - source.offset()) break;
    const std::string_view entry = source.peek(length).substr(0, length);
    if (entry.size() < length) break;
    const auto name_size = static_cast<std::size_t>(number(entry, 28, 2));
    const std::string_view name = entry.substr(directory_size, name_size);
    if (is_archive_name(name)) {
      package.members_.push_back(member_of(entry));
      package.members_.back().is_package = has_ending(name, package_ending);
    }
    source.consume(length);
  }
  if (source.error()) return fail(*source.error());
  if (source.offset() != directory->end) return fail("the directory of the ZIP package is damaged");
  for (PackageMember& member : package.members_) {
    if (find_bytes(source, directory->begin, member)) continue;
    member.refusal = "the directory of the ZIP package is wrong about its place or size";
    member.header = member.begin = member.packed = 0;
  }
  if (source.error()) return fail(*source.error());
  if (!are_disjoint(package.members_)) {
    return fail("files in the ZIP package overlap: it was made to harm, and is not read");
  }
  return package;
}

std::optional<SharedFile> Package::stored(PackageMember const& member) const {
  if (member.is_deflated) return std::nullopt;
  return file_.part(member.begin, member.packed);
}

ByteSource Package::source(PackageMember const& member) const {
  const SharedFile packed = file_.part(member.begin, member.packed);
  if (!member.is_deflated) return packed.source();
  return ByteSource(std::make_unique<InflatingReader>(packed.source(), member.size));
}

tl::expected<Package, std::string> Package::package(PackageMember const& member) const {
  constexpr std::uint64_t max_growth = 40;
  constexpr std::uint64_t small = std::uint64_t{64} << 20;
  if (is_inner_) {
    return tl::unexpected<std::string>(
        "it is a package in a package of a package: unpack the outer one (unzip), and name what is "
        "in it");
  }
  auto file = tl::expected<SharedFile, std::string>(file_.part(member.begin, member.packed));
  if (member.is_deflated) {
    if (member.size > small + max_growth * member.packed) {
      return tl::unexpected<std::string>(
          "it unpacks to more than 40 times its size: it is not read");
    }
    ByteSource packed = source(member);
    file = SharedFile::copy_of(packed);
  }
  if (!file) return tl::unexpected(file.error());
  if (!begins_package(file->source().peek(entry_mark.size()))) {
    return tl::unexpected<std::string>("it is not a ZIP package");
  }
  auto package = open(*std::move(file));
  if (package) package->is_inner_ = true;
  return package;
}

}  // namespace hrefkit::warc
