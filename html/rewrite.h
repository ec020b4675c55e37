// Changes the URLs of a document's links and nothing else.
//
//   html::RewriteOptions options{.document = {.url = "https://docs.example/a/"}};
//   auto page = html::rewrite(bytes, options, [](html::LinkTarget& target) {
//     if (target.url == "https://docs.example/old") target.target = "https://docs.example/new";
//   });
//   if (page && page->changed) use(page->bytes);
//
// The result differs from the bytes only where the URL of a link changed, and is proved: it is read
// again, and each link must lead to its target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/url_form.h"  // IWYU pragma: export
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// A link whose target the caller may change. Views live until the call ends.
struct LinkTarget {
  Link const& link;       ///< with its use (LinkUse)
  std::string_view rel;   ///< the `rel` attribute of a link element; empty for all others
  ElementView element;    ///< for its other attributes
  std::string_view url;   ///< the URL that it resolves to, serialised
  std::string_view page;  ///< the new address of the page
  /// The base of references in that place after the change.
  url::Resolver const& new_base;
  std::string& target;  ///< where it is to lead: `url` unless it is changed. An absolute URL; what
                        ///< does not parse leaves the link as it is
  /// Set this with a `target` that is a serialised URL: it is not parsed to make it one.
  bool is_serialised = false;
  UrlForm form = UrlForm::as_written;
  std::string_view reason = {};  ///< a short code for reports; it must outlive the call
  /// The page moves, and the reference is relative to its address, or to a base that is: `url`
  /// still has the old address.
  bool follows_page = false;
  /// The page moves, and the link leads to it: `url` still has the old address.
  bool leads_to_page = false;
  bool page_moves = false;  ///< the page gets another address
  /// The reference is relative to a base element that is dropped: without it, it means another URL.
  bool base_goes = false;
  /// The namespace of the root element of an XML file, by which feeds and sitemaps are recognised.
  Namespace root = Namespace::none;
  /// Set this for a link that must keep its target, even where the target is the page itself and
  /// the page moves.
  bool left_alone = false;
  std::string_view context = {};     ///< index path of the frames; empty for the page itself
  LinkBase const* base = nullptr;    ///< the base that gave `url`; null if it is not known
  LinkBlock const* block = nullptr;  ///< the block of `link`; null if it is not known
};

/// Sets the target of a link. It is called for each link that may change, and may be called more
/// than once for a link.
using MapUrl = std::function<void(LinkTarget&)>;

/// What to do with a document.
struct RewriteOptions {
  /// The address before, and how the document is read. An `unspecified` xml_base means `automatic`:
  /// links keep the targets that they have in browsers.
  DocumentOptions document = {};
  EncodingOptions encoding = {};  ///< how bytes are decoded; the views must outlive the call
  std::string new_url = {};       ///< the page's new address, absolute; empty: the old one
  /// An origin with its slash that no reference may have, such as a stand-in for an unknown
  /// address: a link that needs it stays, with a note. Empty: none.
  std::string unnamed_origin = {};
  /// The page moves, but its file stays: a second run reads it at the old address again, and must
  /// change nothing. References that would move again then begin at the root, or are absolute URLs,
  /// whatever their style was.
  bool file_stays = false;
  /// Predicate for values with a placeholder that a program replaces later, such as `%name%`. Such
  /// values are not changed, like values with template code (template_code.h). Optional. It may be
  /// called from several threads at once.
  std::function<bool(std::string_view value)> is_placeholder = {};
  bool drop_base = false;  ///< remove base elements; links keep their targets
  /// With `drop_base`: the first base element of each document stays, with an empty href. That is
  /// neutral for each reference, and scripts find the element for which they ask.
  bool neutral_base = false;
  /// With `drop_base`: a link that a browser loads before the base element keeps the URL that is
  /// loaded then, not the one that it has behind the base element.
  bool keep_loaded = false;
  /// Remove xml:base attributes, also those that do not count; links keep their targets.
  bool drop_xml_base = false;
  /// Map the URLs of xml:base attributes of XML, where they count, like the href of a base element.
  bool map_xml_base = false;
  bool verify = true;  ///< read the result again and prove it
  Engine engine = Engine::automatic;
};

/// One change. Views live until the call ends.
struct RewriteEdit {
  Link const& link;
  std::string_view context = {};  ///< index path of the frames, empty for the page itself
  text::Span place = {};          ///< what is replaced, in the page's text
  std::string_view raw = {};      ///< what is written there
  std::string_view value = {};    ///< what is written instead
  std::string_view before = {};   ///< the URL before
  std::string_view after = {};    ///< the URL after; empty where a base was dropped
  std::string_view reason = {};
};

/// Receives the changes of one page, in source order, before the result is proved.
using EditSink = std::function<void(RewriteEdit const&)>;

/// Why a page was not rewritten.
enum class RewriteError : std::uint8_t {
  unusable_url,  ///< the address, old or new, is not an absolute URL
  too_large,     ///< the page, the result or all its URLs together exceed their limit
  not_proved,    ///< a link of the result would not lead to its target
};

/// A message for users.
std::string_view message(RewriteError error);

/// Why a page was not rewritten, and where.
struct RewriteFailure {
  RewriteError error = RewriteError::not_proved;
  std::string message = {};
  std::uint32_t offset = 0;  ///< in the text of the page
};

/// The maximum number of bytes that are written into a page of `size` bytes. The base URL is part
/// of each absolute URL: a long one would make a small page larger than any memory.
constexpr std::uint64_t max_new_bytes(std::uint64_t size) {
  return (std::uint64_t{32} << 20) + 16 * size;
}

/// The maximum number of bytes of all resolved URLs of a page of `size` bytes.
constexpr std::uint64_t max_url_bytes(std::uint64_t size) {
  return (std::uint64_t{512} << 20) + 64 * size;
}

/// A page that was rewritten.
struct RewrittenPage {
  bool changed = false;
  std::string bytes = {};        ///< the new bytes; empty where nothing changed
  std::size_t links = 0;         ///< links seen
  std::size_t edits = 0;         ///< links changed
  std::size_t unresolvable = 0;  ///< links that stay because they do not resolve
  /// Links that stay because the target that the caller gave them is not an absolute URL.
  std::size_t unusable_targets = 0;
  std::size_t templates = 0;  ///< links that stay because of template code
};

/// Lets what the scripts of a page name, and the URLs of its import maps, be rewritten, too. URLs
/// of speculation rules are never changed, but a note says if they will lead elsewhere.
void find_script_urls(RewriteOptions& options);

/// Lets the URLs be found by which social cards name the address of the page, if `text` may have
/// some: they move along with the page. FAST: finding them takes a seventh of the time for a page.
void find_page_address(std::string_view text, RewriteOptions& options);

/// True for an absolute URL that the caller's function moves.
using MovesUrl = std::function<bool(std::string_view url)>;

/// The same for what AlsoFind::unwritten has: the caller's function gets it, so that it can warn
/// of references that will lead elsewhere. Of URLs in meta elements, relative ones in `text` count,
/// and those that `moves_url` moves (null: none).
void find_unwritten(std::string_view text, RewriteOptions& options,
                    MovesUrl const& moves_url = nullptr);

/// Rewrites one page after another. It reuses its buffers, so keep one for each thread.
class Rewriter {
 public:
  /// Rewrites the document of `source`. Notes about it are appended to `notes`; `report` may be
  /// empty.
  tl::expected<RewrittenPage, RewriteFailure> rewrite(SourceText const& source,
                                                      RewriteOptions const& options,
                                                      MapUrl const& map_url, Notes& notes,
                                                      EditSink const& report = {});

 private:
  LinkFinder finder_;
};

/// The same for the bytes of one page, which are decoded by `options.encoding`.
tl::expected<RewrittenPage, RewriteFailure> rewrite(std::string_view bytes,
                                                    RewriteOptions const& options,
                                                    MapUrl const& map_url = {});

}  // namespace hrefkit::html
