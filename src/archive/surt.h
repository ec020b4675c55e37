// Sort-friendly URI Reordering Transform: the key that indexes of web archives sort by.
#pragma once

#include <string>
#include <string_view>

namespace hrefkit::archive {

/// The SURT key of a URI, byte for byte as Python's package `surt` 0.3.1 gives it with its default
/// settings, which the indexers of the field use: "http://www.Example.org/b/?y&x" becomes
/// "org,example)/b?x&y". `uri` is bytes as recorded; anything is accepted. The result is ASCII,
/// except for a URI that begins with "filedesc" or has a wrong port, which stays as it is. An empty
/// URI gives "-". This is no URL of any standard: escapes are undone until none is left and then
/// written once, all is lower case, userinfo and fragment are gone, a leading "www" with digits and
/// session ids are cut, parts of the query are sorted, and the labels of the host stand in reverse
/// order.
///
/// EXTENSION: the package fails on a port that is no number from 0 to 65535; such a URI stays as it
/// is, which the field's indexers write then. It fails on a URI of white space alone; here that is
/// an empty URI.
std::string surt(std::string_view uri);

/// The SURT keys of one URL after another, as `surt` gives them.
///
/// The links of a page mostly have the page's base URL in common, which may be long. So the key of
/// the last path is remembered, and that of its folder: for the next URL there only what differs is
/// worked out. This is ten times as fast, and takes as long as a copy of a long URL.
class SurtKeys {
 public:
  /// The key of `url`, which is serialised by the URL Standard. Valid until the next call.
  std::string const& key(std::string_view url);

 private:
  void find_path_key(std::string_view path);

  std::string path_;        // the last URL up to its query; empty without one
  std::string path_key_;    // its key
  std::string folder_;      // up to its last slash; empty where it tells nothing of others
  std::string folder_key_;  // what keys of short names there begin with
  std::string key_;
};

}  // namespace hrefkit::archive
