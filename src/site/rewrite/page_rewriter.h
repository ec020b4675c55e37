// What is to be done with the links of pages, prepared once for any number of pages and threads.
//
//   site::PageRewriterOptions options;
//   options.rebases = pairs;  // {{"https://old.example/", "https://new.example/"}}
//   const auto rewriter = site::PageRewriter::prepare(options);
//   html::Notes notes;
//   const auto page = rewriter->run(bytes, "https://old.example/a/", notes);
//   if (page && page->page.changed) use(page->page.bytes);
//
// Preparing costs what the rules cost, running what the page costs: maps and prefixes are parsed
// and indexed once.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/url/error.h"

namespace hrefkit::site {

/// A prefix or a URL, and what replaces it.
struct UrlPair {
  std::string_view from = {};
  std::string_view to = {};
};

/// What a PageRewriter does. Views are read by `PageRewriter::prepare` and not kept, but those of
/// `encoding` and `document` must outlive the rewriter.
struct PageRewriterOptions {
  html::DocumentOptions document = {};  ///< how pages are read; its `url` does not count
  html::EncodingOptions encoding = {};  ///< how bytes are decoded
  html::Engine engine = html::Engine::automatic;
  html::UrlForm form = html::UrlForm::as_written;
  KeptLinks keep = {};
  html::LinkKinds kinds = {};        ///< only these; empty: all
  html::ElementNames elements = {};  ///< only these; empty: all
  bool no_links = false;             ///< of no kind: base elements may still be dropped
  /// Prefixes of URLs, both absolute; the longest one that covers a link wins (see Rebases).
  std::span<UrlPair const> rebases = {};
  /// Whole URLs. The first is absolute, the second may be relative to the page.
  std::span<UrlPair const> map = {};
  /// The new address of each page, absolute; empty: by the rebases, or as it was.
  std::string_view new_url = {};
  bool drop_base = false;      ///< remove base elements; links keep their targets
  bool drop_xml_base = false;  ///< the same for xml:base
  bool verify = true;          ///< read each result again and prove it
};

/// Why rules cannot be used.
struct PageRewriterError {
  std::string message = {};            ///< a sentence that begins with the option
  std::optional<url::Error> url = {};  ///< of a text that is no absolute URL; else nullopt
};

/// What one run is given beside the page, and what hears of it. All may be empty.
struct PageRun {
  /// Asked behind the rules, with the target that they gave. A link that it answers is not moved
  /// along with its page.
  std::function<void(html::LinkTarget&)> change = {};
  html::EditSink edits = {};        ///< hears of each change, before the result is proved
  std::function<void()> poll = {};  ///< called now and then; it may throw to end the run
};

/// A page that was rewritten.
struct RewrittenByRules {
  html::RewrittenPage page = {};
  /// Links of the page that lie below no prefix of the rebases; 0 without rebases.
  std::size_t uncovered = 0;
};

/// Rewrites pages by rules that were parsed before. Const members are thread-safe.
class PageRewriter {
 public:
  static tl::expected<PageRewriter, PageRewriterError> prepare(PageRewriterOptions const& options);

  /// Rewrites a page whose address was `url`. Notes about it are appended to `notes`.
  tl::expected<RewrittenByRules, html::RewriteFailure> run(html::SourceText const& source,
                                                           std::string_view url, html::Notes& notes,
                                                           PageRun const& run = {}) const;

  /// The same for the bytes of a page.
  tl::expected<RewrittenByRules, html::RewriteFailure> run(std::string_view bytes,
                                                           std::string_view url, html::Notes& notes,
                                                           PageRun const& run = {}) const;

  /// The prefixes that have covered no link and no page of the runs so far, the longest first. They
  /// may be misspelt. The views live as long as this.
  std::vector<std::string_view> unused_rebases() const;

  /// How pages are read.
  html::DocumentOptions const& document() const { return options_.document; }

 private:
  PageRewriter() = default;

  tl::expected<void, PageRewriterError> add_rebases(std::span<UrlPair const> pairs);
  tl::expected<void, PageRewriterError> add_map(std::span<UrlPair const> pairs);

  RewritePolicy policy_;
  html::RewriteOptions options_;  // of each run, but for the addresses of the page
};

}  // namespace hrefkit::site
