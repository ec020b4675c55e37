// Sort-friendly URI Reordering Transform: the key that indexes of web archives sort by.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::archive {

/// The SURT key of a URI, byte for byte as Python's package `surt` 0.3.1 gives it with its default
/// settings, which the indexers of the field use: "http://www.Example.org/b/?y&x" becomes
/// "org,example)/b?x&y". `uri` is any bytes, as recorded. The result is ASCII, except that a URI
/// that begins with "filedesc" or has an invalid port is returned unchanged. An empty URI gives
/// "-". A key is not a URL: escapes are decoded repeatedly and then encoded once, everything is
/// lower case, userinfo, fragment, a leading "www" with digits and session IDs are removed, query
/// parts are sorted, and the host's labels are reversed.
///
/// EXTENSION: the package raises an exception for a port outside 0 to 65535; this returns the URI
/// unchanged, as indexers do then. The package also fails for a URI of white space only; this
/// treats it as empty.
std::string surt(std::string_view uri);

/// Computes the same keys as `surt` for many URLs in a row, with a cache.
///
/// The links of a page mostly share the folder of the page's base URL, which may be long. So the
/// keys of the last path and of its folder are cached, and for the next URL only the rest is
/// computed. This is ten times as fast; the cost of a long URL is that of copying it.
class SurtKeys {
 public:
  /// The key of `url`, which must be serialised by the URL Standard. Valid until the next call.
  std::string const& key(std::string_view url);

 private:
  void find_path_key(std::string_view path);

  std::string path_;        // the last URL up to its query; empty without one
  std::string path_key_;    // its key
  std::string folder_;      // its last folder with a plain name, up to the slash; may be empty
  std::string folder_key_;  // the prefix of the keys of plain names in it
  std::string key_;
};

}  // namespace hrefkit::archive
