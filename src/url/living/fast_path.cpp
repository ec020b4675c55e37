// Nearly all links are of five forms: "#f", "?q", "../x/y?q#f", "/x/y?q#f" and
// "https://host/x/y?q#f". When the scan finds nothing in them that the parser would change, the
// parser only appends them to a prefix of the base:
//
//     https://host/a/b/c?q#f
//                 |   ||   |
//                 |   ||   query_end: "#f", and ""
//                 |   |path_end: "?q"
//                 |   directory_end: "x/y"; one "/" further left for each "../"
//                 path_begin: "/x/y"
//
// File URLs join in as long as no drive letter is near; other schemes for "#f" and "?q" alone.
#include "hrefkit/url/living/fast_path.h"

#include "hrefkit/text/ascii.h"
#include "hrefkit/url/characters/windows_drive_letter.h"
#include "hrefkit/url/living/normal_url.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/living/reference_scan.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

namespace {

/// Appends two texts.
void append_joined(std::string& out, std::string_view first, std::string_view second) {
  out += first;
  out += second;
}

}  // namespace

FastBase::FastBase(Url const& base)
    : path_begin_(base.offsets().path_begin),
      directory_end_(path_begin_),
      path_end_(base.offsets().query_begin),
      query_end_(base.offsets().fragment_begin),
      opaque_(base.has_opaque_path()) {
  if (!base.is_special()) return;
  const std::string_view path = base.pathname();
  directory_end_ += static_cast<std::uint32_t>(path.rfind('/')) + 1;
  if (base.scheme_kind() != SchemeKind::file) {
    paths_ = Paths::all;
  } else if (!starts_with_windows_drive_letter(path.substr(1))) {
    paths_ = Paths::without_bar;
  }
}

bool FastBase::append_resolved(std::string& out, std::string_view href,
                               std::string_view reference) const {
  reference = text::strip(reference, c0_control_or_space);
  if (reference.size() + href.size() > longest_url) return false;
  if (reference.starts_with('.')) return append_relative(out, href, reference);
  const ReferenceScan scan = scan_reference(reference, 0);
  if (!scan.plain) return false;
  if (scan.path_end == 0) {
    const bool query = scan.fragment_begin != 0;
    if (opaque_ && (query || reference.empty())) return false;
    append_joined(out, href.substr(0, query ? path_end_ : query_end_), reference);
    return true;
  }
  if (scan.colon != std::string_view::npos) {
    return append_normal_url(out, reference, scan).has_value();
  }
  if (paths_ == Paths::none) return false;
  if (paths_ == Paths::without_bar && reference.find('|') != std::string_view::npos) return false;
  const bool rooted = reference[0] == '/';
  if (rooted && reference.substr(1).starts_with('/')) return false;
  append_joined(out, href.substr(0, rooted ? path_begin_ : directory_end_), reference);
  return true;
}

/// A path-relative reference that begins with dot segments.
bool FastBase::append_relative(std::string& out, std::string_view href,
                               std::string_view reference) const {
  if (paths_ == Paths::none) return false;
  if (paths_ == Paths::without_bar && reference.find('|') != std::string_view::npos) return false;
  std::uint32_t directory_end = directory_end_;
  std::size_t at = 0;
  while (at < reference.size() && reference[at] == '.') {
    const bool twice = reference.substr(at + 1).starts_with('.');
    const std::size_t end = at + (twice ? 2 : 1);
    const char next = end < reference.size() ? reference[end] : '?';
    if (next != '/' && next != '?' && next != '#') return false;
    if (twice) directory_end = parent(href, directory_end);
    at = end;
    if (next != '/') break;
    ++at;
  }
  if (!scan_reference(reference, at).plain) return false;
  append_joined(out, href.substr(0, directory_end), reference.substr(at));
  return true;
}

/// The end of the directory above the one that ends at `directory_end`.
std::uint32_t FastBase::parent(std::string_view href, std::uint32_t directory_end) const {
  const std::uint32_t root = path_begin_ + 1;
  if (directory_end == root) return root;
  do {
    --directory_end;
  } while (href[directory_end - 1] != '/');
  return directory_end;
}

}  // namespace hrefkit::url
