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
#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/living/parser.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

namespace {

/// The end of the plain domain at `begin`, or `begin` if there is no plain domain: a domain that
/// the host parser leaves as it is and that is not an IPv4 address.
std::size_t skip_plain_domain(std::string_view text, std::size_t begin) {
  std::size_t last_label = begin;
  std::size_t end = begin;
  for (; end < text.size() && plain_domain_bytes.contains(text[end]); ++end) {
    if (text[end] == '.') last_label = end + 1;
  }
  const bool perhaps_number = last_label == end || text::ascii_digit.contains(text[last_label]);
  return perhaps_number ? begin : end;
}

/// The end of ":" and a port in its serialised form, or `begin` when none is there.
std::size_t skip_port(std::string_view text, std::size_t begin, SchemeKind kind) {
  if (text.substr(begin, 1) != ":") return begin;
  std::string_view digits = text.substr(begin + 1);
  digits = digits.substr(0, find_non_digit(digits));
  if (digits.empty() || digits[0] == '0') return begin;
  const std::optional<std::uint16_t> port = parse_port(digits);
  return !port || port == default_port(kind) ? begin : begin + 1 + digits.size();
}

/// Where the host and the path are.
struct Authority {
  std::size_t host_begin;
  std::size_t host_end;
  std::size_t path_begin;
};

/// An authority that the parser leaves as it is, at `begin`. That of a file URL is empty, and "|"
/// may belong to a drive letter there.
std::optional<Authority> plain_authority(std::string_view text, std::size_t begin,
                                         SchemeKind kind) {
  if (kind == SchemeKind::file) {
    const std::string_view path = text.substr(begin);
    if (!path.starts_with('/') || path.find('|') != std::string_view::npos) return {};
    return Authority{begin, begin, begin};
  }
  const std::size_t host_end = skip_plain_domain(text, begin);
  if (host_end == begin) return {};
  return Authority{begin, host_end, skip_port(text, host_end, kind)};
}

}  // namespace

std::optional<NormalUrl> append_normal_url(std::string& out, std::string_view text,
                                           ReferenceScan const& scan) {
  if (!scan.plain || scan.colon == std::string_view::npos || text.size() >= max_url) return {};
  const SchemeKind kind = scheme_kind(text.substr(0, scan.colon));
  if (!is_special(kind)) return {};
  if (!text.substr(scan.colon).starts_with("://")) return {};
  const auto authority = plain_authority(text, scan.colon + 3, kind);
  if (!authority) return {};
  const std::size_t path_begin = authority->path_begin;
  const bool has_path = text.substr(path_begin, 1) == "/";
  if (!has_path && path_begin != scan.path_end) return {};
  if (has_path) {
    out += text;
  } else {
    out += text.substr(0, path_begin);
    out += '/';
    out += text.substr(path_begin);
  }
  const auto offset = [](std::size_t value) { return static_cast<std::uint32_t>(value); };
  NormalUrl url;
  url.kind = kind;
  url.offsets.scheme_end = offset(scan.colon);
  url.offsets.username_end = offset(authority->host_begin);
  url.offsets.host_begin = offset(authority->host_begin);
  url.offsets.host_end = offset(authority->host_end);
  url.offsets.path_begin = offset(path_begin);
  url.offsets.query_begin = offset(scan.path_end + (has_path ? 0 : 1));
  url.offsets.fragment_begin = offset(scan.fragment_begin + (has_path ? 0 : 1));
  return url;
}

std::optional<NormalUrl> append_normal_url(std::string& out, std::string_view text) {
  text = text::strip(text, c0_control_or_space);
  return append_normal_url(out, text, scan_reference(text, 0));
}

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
  if (reference.size() + href.size() > max_url) return false;
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
