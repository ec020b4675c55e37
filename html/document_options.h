// Options for parsing a document, and which of its URLs count as links.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/read_options.h"  // IWYU pragma: export
#include "hrefkit/html/script_urls.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::html {

/// The values of --xml-base, and of the option in the bindings.
inline constexpr text::EnumTable<XmlBase::automatic> xml_base_names({
    {XmlBase::on, "on"},
    {XmlBase::namespaced, "namespaced"},
    {XmlBase::off, "off"},
    {XmlBase::automatic, "auto"},
});

/// The values of --feed-base, and of the option in the bindings.
inline constexpr text::EnumTable<FeedBase::item> feed_base_names({
    {FeedBase::feed, "feed"},
    {FeedBase::item, "item"},
});

/// True if xml:base counts in HTML documents.
constexpr bool counts_in_html(XmlBase which) {
  return which != XmlBase::off && which != XmlBase::automatic;
}

class ImportMaps;  // import_map.h
struct TextUrl;    // text_urls.h

/// What runs a script, as far as names in the script are relative to it.
struct ScriptRunner {
  std::string_view base = {};  ///< the base URL of a page, or the URL of a worker; empty: unknown
  bool is_worker = false;
};

/// The page, or the worker, that runs the script in a file. Views must outlive the use.
struct ScriptPage {
  ScriptGoal goal = ScriptGoal::unknown;
  bool is_classic_too = false;  ///< of an unknown goal: some pages run it as a classic script
  ImportMaps const* import_maps = nullptr;  ///< null if the page has no import map
  std::string_view base = {};               ///< as in ScriptRunner
  bool is_worker = false;
  /// Of a script that several pages run: the import maps and the bases of the others. A link that
  /// depends on them is found once more for each.
  std::span<ImportMaps const* const> other_maps = {};
  std::span<ScriptRunner const> other_runners = {};
  /// What Vite's preload helper puts before entries, where the helper is in another script; or
  /// empty.
  std::string_view vite_base = {};
  std::string_view site_root = {};  ///< the URL of the root of the site; empty: unknown
};

/// Finds the URLs of a text (UTF-8) in source order, in time linear in its length.
using FindTextUrls = std::vector<TextUrl> (*)(std::string_view text);

/// Options for parsing a document, and the base of its links. The encoding and the content type are
/// found in its source (source_text.h).
struct DocumentOptions {
  std::string url = "about:blank";  ///< the document's address, absolute
  std::string creator = {};         ///< base URL of the creator, for about:blank; may be empty
  std::string container = {};       ///< base URL of the container, for about:srcdoc; may be empty
  url::Standard standard = url::Standard::whatwg;
  XmlBase xml_base = XmlBase::unspecified;
  bool scripting = false;            ///< noscript content is text
  bool templates = false;            ///< report links in template content as well
  AlsoFind also = {};                ///< report these as well
  FindTextUrls text_urls = nullptr;  ///< finds the URLs of a text file; null: it has none
  ScriptPage script_page = {};       ///< of a file that is a script
  bool feed_contents = true;         ///< read the HTML that feeds hold as text
  FeedBase feed_base = FeedBase::feed;
  bool blank_frames = false;  ///< list the empty documents of frames without a source as well
  /// Values of the document's Content-Security-Policy headers, which may forbid its base URL.
  std::vector<std::string> content_security_policies = {};
};

}  // namespace hrefkit::html
