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

#include <algorithm>
#include <cstddef>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/lanes.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/characters/scheme.h"
#include "hrefkit/url/host/host.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::url {

namespace {

// The scan reads the text in blocks of 16 bytes. It makes one bit mask for each class of bytes, and
// works on the masks only: a segment begins after each bit of `slash`, the path ends at the lowest
// bit of `question | hash`.

/// The bytes of path_percent_encode_set, special_query_percent_encode_set and
/// fragment_percent_encode_set, the backslash, and the bar, which may belong to a drive letter; not
/// "?" and "#". A byte that one part refuses is refused in all of them: a "'" in a path takes the
/// slow path without need.
template <class L>
inline typename L::Marks refused_bytes(L block) {
  const auto equal_but = [block](char c, char ignored) { return (block | ignored).equal(c); };
  const auto controls = block.below_or_high('!');     // and the space, and all outside of ASCII
  const auto angles = equal_but('>', 0x02);           // < >
  const auto backslash_caret = equal_but('^', 0x02);  // \ ^
  const auto brace_delete = equal_but(0x7F, 0x04);    // { DEL
  const auto bar_brace = equal_but('}', 0x01);        // | }
  const auto quotes = block.equal('"') | block.equal('\'') | block.equal('`');
  return ((controls | angles) | backslash_caret) | ((brace_delete | bar_brace) | quotes);
}

/// True when `path` holds an encoded dot, which may be part of a dot segment.
bool holds_encoded_dot(std::string_view path) {
  std::size_t at = path.find('%');
  while (at != std::string_view::npos) {
    if (leading_dot_length(path.substr(at)) != 0) return true;
    at = path.find('%', at + 1);
  }
  return false;
}

/// The scan.
///
/// FAST: what carries over from one block to the next is in local variables. As members, it was
/// kept in memory, and the scan took a quarter more time.
template <class L>
inline ReferenceScan scan(std::string_view text, std::size_t begin) {
  using Bits = typename L::Bits;
  const std::size_t size = text.size();
  ReferenceScan result{.path_end = size, .fragment_begin = size};
  Bits after_slash = 1;  // the bit of the block's first byte: it begins a segment
  Bits percent_in_path = 0;
  bool in_path = true;
  bool in_fragment = false;
  bool in_first_segment = true;
  for (std::size_t offset = begin; offset < size; offset += L::width) {
    // The last bytes are loaded with those before them, which are shifted out.
    const std::size_t missing = offset + L::width - std::min(size, offset + L::width);
    const bool has_more_before = size >= L::width;
    const L block = has_more_before
                        ? L(text.data() + offset - missing)
                        : text::first_bytes<L>(text.data() + offset, L::width - missing);
    const std::size_t shift = has_more_before ? missing * L::bits_per_byte : 0;
    const auto bits = [&](char c) -> Bits { return block.equal(c).bits() >> shift; };
    const Bits in_text = L::all_bits >> missing * L::bits_per_byte;
    if ((refused_bytes(block).bits() >> shift & in_text) != 0) return result;
    const Bits hash = bits('#');
    if (in_path) {
      const Bits slash = bits('/');
      const Bits ends = bits('?') | hash;
      const Bits path = text::bits_before(ends);
      const Bits segment_begins = slash << L::bits_per_byte | after_slash;
      if ((bits('.') & segment_begins & path) != 0) return result;
      percent_in_path |= bits('%') & path;
      if (in_first_segment) {
        const Bits colon = bits(':');
        const Bits stops = colon | slash | ends;
        in_first_segment = stops == 0;
        if ((colon & stops & (0 - stops)) != 0) {
          result.colon = offset + text::first_byte<L>(stops);
        }
      }
      after_slash = slash >> (L::width - 1) * L::bits_per_byte & 1;
      if (ends != 0) {
        in_path = false;
        result.path_end = offset + text::first_byte<L>(ends);
      }
    }
    if (!in_fragment && hash != 0) {
      in_fragment = true;
      result.fragment_begin = offset + text::first_byte<L>(hash);
    }
  }
  result.plain =
      percent_in_path == 0 || !holds_encoded_dot(text.substr(begin, result.path_end - begin));
  return result;
}

}  // namespace

ReferenceScan scan_reference(std::string_view text, std::size_t begin) {
  return scan<text::Lanes>(text, begin);
}

ReferenceScan scan_reference_portably(std::string_view text, std::size_t begin) {
  return scan<text::PortableLanes>(text, begin);
}

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

/// An authority that the parser leaves as it is, at `begin`. That of a file URL is empty.
std::optional<Authority> plain_authority(std::string_view text, std::size_t begin,
                                         SchemeKind kind) {
  if (kind == SchemeKind::file) {
    if (!text.substr(begin).starts_with('/')) return {};
    return Authority{begin, begin, begin};
  }
  const std::size_t host_end = skip_plain_domain(text, begin);
  if (host_end == begin) return {};
  return Authority{begin, host_end, skip_port(text, host_end, kind)};
}

}  // namespace

std::optional<NormalUrl> append_normal_url(std::string& out, std::string_view text,
                                           ReferenceScan const& scan) {
  if (!scan.plain || scan.colon == std::string_view::npos || text.size() >= text::max_text_bytes)
    return {};
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
  has_paths_ =
      base.scheme_kind() != SchemeKind::file || !starts_with_windows_drive_letter(path.substr(1));
}

bool FastBase::append_resolved(std::string& out, std::string_view href,
                               std::string_view reference) const {
  // FAST: mostly there is nothing to remove.
  if (reference.empty() || reference.front() <= ' ' || reference.back() <= ' ') {
    reference = text::strip(reference, c0_control_or_space);
  }
  if (reference.size() + href.size() > text::max_text_bytes) return false;
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
  if (!has_paths_) return false;
  const bool rooted = reference[0] == '/';
  if (rooted && reference.substr(1).starts_with('/')) return false;
  append_joined(out, href.substr(0, rooted ? path_begin_ : directory_end_), reference);
  return true;
}

/// A path-relative reference that begins with dot segments.
bool FastBase::append_relative(std::string& out, std::string_view href,
                               std::string_view reference) const {
  if (!has_paths_) return false;
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
