#include "hrefkit/url/rfc3986/resolution.h"

#include <algorithm>
#include <cassert>
#include <string_view>
#include <utility>

#include "hrefkit/text/byte_scan.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/lanes.h"

namespace hrefkit::url::rfc3986 {

namespace {

/// The input buffer is [read, end) and the output buffer [begin, write) of one string: no step
/// outputs more than it takes, so the output never overtakes the input.
class DotSegmentRemover {
 public:
  DotSegmentRemover(std::string& text, std::size_t begin, std::size_t plain)
      : text_(text), begin_(begin), read_(begin + plain), write_(read_) {}

  void run() {
    while (read_ < text_.size()) step();
    text_.resize(write_);
  }

 private:
  std::string_view input() const { return std::string_view(text_).substr(read_); }
  bool input_starts_with(std::string_view prefix) const {
    return input().substr(0, prefix.size()) == prefix;
  }

  // 5.2.4 step 2.
  void step() {
    if (input_starts_with("../")) {  // A
      read_ += 3;
    } else if (input_starts_with("./") || input_starts_with("/./")) {  // A, B
      read_ += 2;
    } else if (input() == "/.") {  // B, and E on the "/" that it leaves
      end_with_slash();
    } else if (input_starts_with("/../")) {  // C
      read_ += 3;
      remove_last_segment();
    } else if (input() == "/..") {  // C, and E on the "/" that it leaves
      remove_last_segment();
      end_with_slash();
    } else if (input() == "." || input() == "..") {  // D
      read_ = text_.size();
    } else {  // E
      move_segment();
    }
  }

  void end_with_slash() {
    text_[write_++] = '/';
    read_ = text_.size();
  }

  /// Drops the output's last segment and the "/" before it, if any.
  void remove_last_segment() {
    while (write_ > begin_ && text_[--write_] != '/') {
    }
  }

  /// Moves the first segment with its initial "/", if any, up to the next "/".
  void move_segment() {
    const std::size_t end = std::min(text_.find('/', read_ + 1), text_.size());
    std::copy(text_.begin() + static_cast<std::ptrdiff_t>(read_),
              text_.begin() + static_cast<std::ptrdiff_t>(end),
              text_.begin() + static_cast<std::ptrdiff_t>(write_));
    write_ += end - read_;
    read_ = end;
  }

  std::string& text_;
  std::size_t begin_;
  std::size_t read_;
  std::size_t write_;
};

}  // namespace

void remove_dot_segments(std::string& text, std::size_t begin, std::size_t plain) {
  DotSegmentRemover(text, begin, plain).run();
}

std::size_t plain_length(std::string_view directory) {
  for (std::size_t begin = 0; begin < directory.size();) {
    const std::size_t end = directory.find('/', begin);
    const std::string_view segment = directory.substr(begin, end - begin);
    if (segment == "." || segment == "..") return 0;
    begin = end + 1;
  }
  return directory.empty() ? 0 : directory.size() - 1;
}

namespace {

void append_scheme(std::string& out, std::string_view scheme) {
  out += scheme;
  out += ':';
}

void append_authority(std::string& out, std::optional<std::string_view> authority) {
  if (!authority) return;
  out += "//";
  out += *authority;
}

void append_after(std::string& out, char prefix, std::optional<std::string_view> component) {
  if (!component) return;
  out += prefix;
  out += *component;
}

void append_without_dot_segments(std::string& out, std::string_view path) {
  const std::size_t begin = out.size();
  out += path;
  remove_dot_segments(out, begin);
}

/// A path up to its last "/", with it.
std::string_view directory_of(std::string_view path) {
  return path.substr(0, path.rfind('/') + 1);
}

/// "Merge Paths" (5.2.3), then remove_dot_segments.
void append_merged(std::string& out, Parts const& base, std::size_t plain_path,
                   std::string_view path) {
  const std::size_t begin = out.size();
  if (base.authority && base.path.empty()) {
    out += '/';
  } else {
    out += directory_of(base.path);
  }
  out += path;
  remove_dot_segments(out, begin, plain_path);
}

/// 5.2.2 for a reference with neither scheme nor authority.
void append_relative_path_and_query(std::string& out, Parts const& reference, Parts const& base,
                                    std::size_t plain_path) {
  if (reference.path.empty()) {
    out += base.path;
    append_after(out, '?', reference.query ? reference.query : base.query);
    return;
  }
  if (reference.path[0] == '/') {
    append_without_dot_segments(out, reference.path);
  } else {
    append_merged(out, base, plain_path, reference.path);
  }
  append_after(out, '?', reference.query);
}

}  // namespace

namespace {

/// Reads what stands before the first of the bytes `Ends`, and removes it from `text`.
///
/// FAST: sixteen bytes are looked at together.
template <char... Ends>
std::string_view read_until(std::string_view& text) {
  const std::size_t size = text::find_first_that<text::Lanes>(
      text, [](text::Lanes lanes) { return (lanes.equal(Ends) | ...); });
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(size);
  return part;
}

}  // namespace

// ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
Parts split(std::string_view text) {
  Parts parts;
  const std::size_t colon = text::length_until(text, text::ByteSet(":/?#"));
  if (colon != 0 && colon < text.size() && text[colon] == ':') {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.substr(0, 2) == "//") {
    text.remove_prefix(2);
    parts.authority = read_until<'/', '?', '#'>(text);
  }
  parts.path = read_until<'?', '#'>(text);
  if (!text.empty() && text[0] == '?') {
    text.remove_prefix(1);
    parts.query = read_until<'#'>(text);
  }
  if (!text.empty()) parts.fragment = text.substr(1);
  return parts;
}

PreparedBase::PreparedBase(std::string uri)
    : href_(std::move(uri)),
      at_(find_offsets(href_)),
      plain_path_(plain_length(directory_of(parts().path))) {
  assert(href_.substr(at_.scheme_end, 1) == ":");
}

Parts PreparedBase::parts() const& {
  const auto between = [this](std::size_t begin, std::size_t end) {
    return std::string_view(href_).substr(begin, end - begin);
  };
  Parts parts;
  parts.scheme = between(0, at_.scheme_end);
  if (at_.has_host()) parts.authority = between(at_.scheme_end + 3, at_.path_begin);
  parts.path = between(at_.path_begin, at_.query_begin);
  if (at_.query_begin != at_.fragment_begin) {
    parts.query = between(at_.query_begin + 1, at_.fragment_begin);
  }
  return parts;
}

void append_target(std::string& out, Parts const& reference, PreparedBase const* base) {
  assert(reference.scheme || base);
  const Parts base_parts = base ? base->parts() : Parts{};
  append_scheme(out, reference.scheme ? *reference.scheme : *base_parts.scheme);
  if (reference.scheme || reference.authority) {
    append_authority(out, reference.authority);
    append_without_dot_segments(out, reference.path);
    append_after(out, '?', reference.query);
  } else {
    append_authority(out, base_parts.authority);
    append_relative_path_and_query(out, reference, base_parts, base->plain_path());
  }
  append_after(out, '#', reference.fragment);
}

}  // namespace hrefkit::url::rfc3986
