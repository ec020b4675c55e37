// URLs for people: user names and passwords are "***".
//
//   masked_url("https://user:secret@h.example/x");    // "https://***@h.example/x"
//   masked_url("https://user:secret@h exa mple/");    // "https://***@h exa mple/": it is no URL
//   masked_url("\\\\user:secret@h.example");          // "\\\\***@h.example"
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::url {

/// A URL, or a reference as somebody wrote it, with "***" in place of what its parser would take
/// for userinfo (URL Standard 4.4, authority state): behind a scheme, slashes and backslashes,
/// among tabs and line ends, and in URLs within the URL. In text that is not a URL, probable
/// userinfo is masked as well: in front of an encoded "@", or with a "/", "?" or "#" in it.
std::string masked_url(std::string_view reference);

/// False where `masked_url` would surely change nothing. Most texts have no "@" in any form.
bool may_have_userinfo(std::string_view reference);

}  // namespace hrefkit::url
