#include "hrefkit/url/living/url_record.h"

#include "hrefkit/text/span.h"

namespace hrefkit::url {

namespace {

std::uint32_t end_of(std::string const& out) {
  return static_cast<std::uint32_t>(out.size());
}

void append_credentials(UrlRecord const& parts, std::string& out, UrlOffsets& offsets) {
  offsets.username_end = end_of(out);
  if (parts.username.empty() && parts.password.empty()) return;
  out += parts.username;
  offsets.username_end = end_of(out);
  if (!parts.password.empty()) {
    out += ':';
    out += parts.password;
  }
  out += '@';
}

/// Step 2, and step 3 where there is no host.
void append_authority(UrlRecord const& parts, std::string& out, UrlOffsets& offsets) {
  if (parts.host) {
    out += "//";
    append_credentials(parts, out, offsets);
    offsets.host_begin = end_of(out);
    out += *parts.host;
    offsets.host_end = end_of(out);
    if (parts.port) {
      out += ':';
      out += *parts.port;
    }
  } else {
    offsets.username_end = offsets.host_begin = offsets.host_end = end_of(out);
    if (parts.path.starts_with("//")) out += "/.";
  }
}

}  // namespace

std::optional<UrlOffsets> serialize(UrlRecord const& parts, std::string& out) {
  UrlOffsets offsets;
  // Step 1.
  out += parts.scheme;
  offsets.scheme_end = end_of(out);
  out += ':';
  append_authority(parts, out, offsets);
  // Steps 4 to 6.
  offsets.path_begin = end_of(out);
  out += parts.path;
  offsets.query_begin = end_of(out);
  if (parts.query) {
    out += '?';
    out += *parts.query;
  }
  offsets.fragment_begin = end_of(out);
  if (parts.fragment) {
    out += '#';
    out += *parts.fragment;
  }
  if (out.size() > text::max_text_bytes) return std::nullopt;
  return offsets;
}

}  // namespace hrefkit::url
