#include "hrefkit/url/rfc3986/resolution.h"

#include <cassert>
#include <utility>

#include "hrefkit/url/rfc3986/characters.h"
#include "hrefkit/url/rfc3986/dot_segments.h"

namespace hrefkit::url::rfc3986 {

namespace {

/// The length of what stands before the first byte of `ends`.
std::size_t length_until(std::string_view text, text::ByteSet const& ends) {
  std::size_t length = 0;
  while (length < text.size() && !ends.contains(text[length])) ++length;
  return length;
}

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

/// "Merge Paths" (5.2.3), then remove_dot_segments.
void append_merged(std::string& out, Parts const& base, std::string_view path) {
  const std::size_t begin = out.size();
  if (base.authority && base.path.empty()) {
    out += '/';
  } else {
    out += base.path.substr(0, base.path.rfind('/') + 1);
  }
  out += path;
  remove_dot_segments(out, begin);
}

/// 5.2.2 for a reference with neither scheme nor authority.
void append_relative_path_and_query(std::string& out, Parts const& reference, Parts const& base) {
  if (reference.path.empty()) {
    out += base.path;
    append_after(out, '?', reference.query ? reference.query : base.query);
    return;
  }
  if (reference.path[0] == '/') {
    append_without_dot_segments(out, reference.path);
  } else {
    append_merged(out, base, reference.path);
  }
  append_after(out, '?', reference.query);
}

}  // namespace

// ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
Parts split(std::string_view text) {
  Parts parts;
  const std::size_t colon = length_until(text, text::ByteSet(":/?#"));
  if (colon != 0 && colon < text.size() && text[colon] == ':') {
    parts.scheme = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  if (text.substr(0, 2) == "//") {
    text.remove_prefix(2);
    parts.authority = text.substr(0, length_until(text, authority_ends));
    text.remove_prefix(parts.authority->size());
  }
  parts.path = text.substr(0, length_until(text, text::ByteSet("?#")));
  text.remove_prefix(parts.path.size());
  if (!text.empty() && text[0] == '?') {
    text.remove_prefix(1);
    parts.query = text.substr(0, length_until(text, text::ByteSet("#")));
    text.remove_prefix(parts.query->size());
  }
  if (!text.empty()) parts.fragment = text.substr(1);
  return parts;
}

PreparedBase::PreparedBase(std::string uri) : href_(std::move(uri)) {
  const Parts parts = split(href_);
  assert(parts.scheme);
  const auto end_of = [this](std::string_view component) {
    return static_cast<std::uint32_t>(component.data() + component.size() - href_.data());
  };
  scheme_end_ = end_of(*parts.scheme);
  has_authority_ = parts.authority.has_value();
  authority_end_ = has_authority_ ? end_of(*parts.authority) : scheme_end_ + 1;
  path_end_ = end_of(parts.path);
  has_query_ = parts.query.has_value();
  query_end_ = has_query_ ? end_of(*parts.query) : path_end_;
}

Parts PreparedBase::parts() const {
  const auto between = [this](std::size_t begin, std::size_t end) {
    return std::string_view(href_).substr(begin, end - begin);
  };
  Parts parts;
  parts.scheme = between(0, scheme_end_);
  if (has_authority_) parts.authority = between(scheme_end_ + 3, authority_end_);
  parts.path = between(authority_end_, path_end_);
  if (has_query_) parts.query = between(path_end_ + 1, query_end_);
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
    append_relative_path_and_query(out, reference, base_parts);
  }
  append_after(out, '#', reference.fragment);
}

}  // namespace hrefkit::url::rfc3986
