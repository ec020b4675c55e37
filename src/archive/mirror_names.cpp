#include "hrefkit/archive/mirror_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/archive/sha1.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::archive {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t max_name = 200;   // bytes; most file systems have 255
constexpr std::size_t max_path = 1000;  // bytes; Linux has 4,096, with the folders around

/// The extensions for which browsers open a file as that type; the first one is appended to a name
/// that has none of them. wget gives XHTML ".html", but browsers would parse such a file as HTML.
struct TypeRow {
  MirrorType type;
  std::string_view media_type;
  std::array<std::string_view, 4> extensions;
};
constexpr std::array type_rows{
    TypeRow{MirrorType::html, "text/html", {".html", ".htm"}},
    TypeRow{MirrorType::xhtml, "application/xhtml+xml", {".xhtml", ".xht", ".html", ".htm"}},
    TypeRow{MirrorType::css, "text/css", {".css"}},
    TypeRow{MirrorType::svg, "image/svg+xml", {".svg"}},
};

bool ends_in(std::string_view name, std::string_view extension) {
  return !extension.empty() && name.size() > extension.size() &&
         text::equals_ignoring_ascii_case(name.substr(name.size() - extension.size()), extension);
}

/// The extension to append to a name of that type; empty if it has one already.
std::string_view lacking_extension(std::string_view name, MirrorType type) {
  for (TypeRow const& row : type_rows) {
    if (row.type != type) continue;
    const bool has_one =
        std::any_of(row.extensions.begin(), row.extensions.end(),
                    [name](std::string_view extension) { return ends_in(name, extension); });
    return has_one ? std::string_view() : row.extensions[0];
  }
  return {};
}

/// The file name for one segment of a URL, still encoded. Dots of "." and ".." are escaped: as a
/// host, ".." is a legal segment. So are those of ".hrefkit-", the prefix of our temporary files.
std::string file_name(std::string_view encoded) {
  std::string decoded = url::percent_decode(encoded);
  if (text::find_invalid_utf8(decoded) != decoded.size()) decoded = encoded;
  const bool is_reserved = decoded == "." || decoded == ".." || decoded.starts_with(".hrefkit-");
  constexpr text::ByteSet no_name = text::c0_control | text::ByteSet("/\x7F");
  const text::ByteSet encoded_bytes = is_reserved ? no_name | text::ByteSet(".") : no_name;
  std::string name;
  url::append_percent_encoded(name, decoded, encoded_bytes);
  return name;
}

/// The first 16 hex digits of the SHA-1 of `text`.
std::string short_hash(std::string_view text) {
  Sha1 sha1;
  sha1.add(text);
  const Sha1::Digest digest = sha1.finish();
  std::string hash;
  for (std::size_t i = 0; i < 8; ++i) text::append_hex(hash, static_cast<char>(digest[i]));
  return hash;
}

/// The extension with its dot, at most 12 bytes; else empty.
std::string_view extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  const bool has_one = dot != std::string_view::npos && dot != 0 && name.size() - dot <= 12;
  return has_one ? name.substr(dot) : std::string_view();
}

/// The name; if it is too long, its beginning, a hash of all of it, and its extension. Cuts between
/// code points.
std::string limited_name(std::string name) {
  if (name.size() <= max_name) return name;
  const std::string end = "-" + short_hash(name) + std::string(extension_of(name));
  std::size_t length = max_name - end.size();
  while (length > 0 && text::is_continuation_byte(name[length])) --length;
  return name.substr(0, length) + end;
}

/// The path that a file gets by its URL and type, if no other file has it.
struct NaturalPath {
  std::string path;
  bool is_extended = false;  ///< the extension of the type was appended
};
NaturalPath natural_path(std::string_view url, MirrorType type) {
  const url::UrlOffsets at = url::find_offsets(url);
  std::string path =
      limited_name(file_name(url.substr(at.host_begin, at.path_begin - at.host_begin)));
  const std::string host = path;
  std::string_view rest = url.substr(at.path_begin, at.query_begin - at.path_begin);
  std::string name;
  while (!rest.empty()) {
    rest.remove_prefix(1);  // the slash
    const std::size_t slash = std::min(rest.find('/'), rest.size());
    if (!name.empty()) path.append("/").append(limited_name(name));
    name = file_name(rest.substr(0, slash));
    const bool is_last = slash == rest.size();
    rest.remove_prefix(slash);
    if (is_last) break;
  }
  if (name.empty()) name = "index.html";
  if (at.query_begin != at.fragment_begin) {
    name += file_name(url.substr(at.query_begin, at.fragment_begin - at.query_begin));
  }
  const std::string_view lacking = lacking_extension(name, type);
  name += lacking;
  path.append("/").append(limited_name(name));
  if (path.size() > max_path) path = host + "/" + short_hash(url) + std::string(extension_of(name));
  return {std::move(path), !lacking.empty()};
}

/// Inserts a number before the extension of the path.
std::string numbered(std::string const& path, std::size_t number) {
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  const std::string_view extension = extension_of(name);
  std::string result = path.substr(0, path.size() - extension.size());
  result += '.';
  result += std::to_string(number);
  return result += extension;
}

}  // namespace

MirrorType mirror_type(std::string_view media_type) {
  for (TypeRow const& row : type_rows) {
    if (row.media_type == media_type) return row.type;
  }
  return MirrorType::other;
}

void name_mirror_files(std::span<MirrorFile> files) {
  using Paths = std::unordered_set<std::string, text::SeededHasher>;
  Paths folders;
  std::vector<bool> is_extended;
  for (MirrorFile& file : files) {
    NaturalPath natural = natural_path(file.url, file.type);
    file.path = std::move(natural.path);
    is_extended.push_back(natural.is_extended);
    for (std::size_t slash = file.path.find('/'); slash != std::string::npos;
         slash = file.path.find('/', slash + 1)) {
      folders.emplace(file.path.substr(0, slash));
    }
  }
  // Files that need no appended extension come first: "a.html" keeps its name beside "a".
  std::vector<MirrorFile*> in_order;
  for (const bool later : {false, true}) {
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (is_extended[i] == later) in_order.push_back(&files[i]);
    }
  }
  Paths taken;
  for (MirrorFile* const file_to_name : in_order) {
    MirrorFile& file = *file_to_name;
    std::string path = file.path;
    while (folders.contains(path)) {
      std::string_view extension = lacking_extension("x", file.type);
      const std::string_view own = extension_of(std::string_view(path).substr(path.rfind('/') + 1));
      if (extension.empty()) extension = own.empty() ? ".html" : own;
      path += "/index" + std::string(extension);
    }
    const std::string base = path;
    for (std::size_t number = 1; folders.contains(path) || !taken.emplace(path).second; ++number) {
      path = numbered(base, number);
      file.is_renamed = true;
    }
    file.path = std::move(path);
  }
}

}  // namespace hrefkit::archive
