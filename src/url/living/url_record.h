// The components of a URL record, and its serialisation.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

/// The components of a URL record, each already serialised; nullopt means null. The setters change
/// one and serialise the whole.
struct UrlRecord {
  std::string_view scheme;
  std::string_view username;
  std::string_view password;
  std::optional<std::string_view> host;
  std::optional<std::string_view> port;
  std::string_view path;
  std::optional<std::string_view> query;
  std::optional<std::string_view> fragment;
};

/// "URL serializer" (URL standard 4.5). Writes the URL into `out`, which must be empty, and
/// returns where its parts lie. Nothing when it would be longer than 4 GiB.
std::optional<UrlOffsets> serialize(UrlRecord const& parts, std::string& out);

}  // namespace hrefkit::url
