// The edit plan: for each link of a page, where it leads now, where it must lead, and the edit of
// its text that makes it so.
//
// A link is known by what its reference resolves to, not by its text. When a page moves from /a/ to
// /b/, "x" must become "../a/x" or "/a/x", and "https://h.example/a/x" stays as it is; when only
// its base element is dropped, "x" changes and "/x" does not. So each link takes five steps
// (LinkPlan::plan_link):
//
//   1. Resolve the reference against the old base. What has no URL, is no address (data:, mailto:)
//      or is local to the document keeps its text.
//   2. Ask the caller where that URL must lead (find_target). A page that moves takes references to
//      itself along.
//   3. Resolve the old text against the new base. Where it leads to the target already, in the form
//      that is asked for, there is no edit: a second run changes nothing.
//   4. Else write the shortest reference of the form that leads to the target (reference.h), with
//      the escapes of its place (place_writer.h), and note an edit (text_edits.h).
//   5. Note a fingerprint of the link as it must be, for the proof (proof.h): 8 bytes a link.
//
// Links that cannot be written (they come from an entity), hold template code or stand in the data
// of a script keep their text; the outcome says whether they still lead to their target.
//
// What scripts name is written as other links are. Import maps are passed over: a specifier such as
// "./a.js", and the key "./a.js" of an import map, are both rewritten as URLs, so that they stay
// the same. Bare names stay, and so does what is relative to the page that runs a script.
//
// Cost: one pass over the links, and memory for the edits and the fingerprints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/edit/place_writer.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// A page, the change, and the addresses of the page, serialised.
struct RewriteTask {
  SourceText const& source;
  RewriteOptions const& options;
  MapUrl const& map_url;
  LinkFinder& finder;
  std::string old_page = {};
  std::string page = {};
  std::string old_fallback = {};     ///< the fallback base URL at the old address
  std::string fallback = {};         ///< the same at the new address
  Namespace root = Namespace::none;  ///< of the root element of an XML file

  bool moves() const { return page != old_page; }

  /// The number of the base that gives the URL a link must keep.
  std::uint32_t kept_base(Link const& link) const {
    return options.drop_base && options.keep_loaded ? link.loaded_base : link.base;
  }

  /// True when the page moves and its file stays (RewriteOptions::file_stays), so that a second run
  /// reads it at its old address.
  bool is_read_again() const { return moves() && options.file_stays; }
};

/// A base URL after the change.
struct NewBase {
  url::Resolver resolver;
  bool same = true;      ///< it is what it was before
  bool follows = false;  ///< the old base is the address of the page, which moves
  /// The base in a second run; nullopt if the page is not read again.
  std::optional<url::Resolver> again = std::nullopt;
};

// A link as it must be after the change, in 64 bits: a page may have very many links.

/// What the proof compares: the URL to which a link leads, or its text.
enum class JudgedBy : std::uint8_t { url, raw };

/// Computes fingerprints. The seed is random for each process, so that nobody can write a page with
/// two links of one fingerprint.
class Fingerprints {
 public:
  Fingerprints() : seed_(text::process_hash_key()[0]) {}

  /// The fingerprint of a link that leads to `value`, or has it as its raw value. Two different
  /// links share one with a probability of 2 to the power of -63.
  std::uint64_t of(Link const& link, std::string_view value, JudgedBy by) const {
    std::uint64_t mixed = text::hash64(value, seed_);
    const auto mix = [&](std::uint64_t part) {
      constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
      mixed = (mixed ^ part) * odd;
      mixed ^= mixed >> 29;
    };
    mix(name_mark(link.element));
    mix(name_mark(link.attribute));
    mix(std::uint64_t{link.context} << 32 | link.index);
    mix(static_cast<std::uint64_t>(link.kind) << 8 | static_cast<std::uint64_t>(link.ns));
    return (mixed & ~std::uint64_t{1}) | static_cast<std::uint64_t>(by);
  }

 private:
  /// A number for the name of an element or an attribute. Short names, which most are, are their
  /// own bytes.
  std::uint64_t name_mark(std::string_view name) const {
    if (name.size() > sizeof(std::uint64_t)) return text::hash64(name, seed_);
    std::uint64_t mark = 0;
    for (const char c : name) mark = mark << 8 | static_cast<unsigned char>(c);
    return mark;
  }

  std::uint64_t seed_;
};

inline JudgedBy judged_by(std::uint64_t fingerprint) {
  return static_cast<JudgedBy>(fingerprint & 1);
}

/// True for a link that keeps its text whatever its target is: it is local to its document, names a
/// type or an item, is empty and fetches nothing, or is data of a script.
bool is_fixed(Link const& link);

/// Appends the URL of a link by one of the block's bases: of a specifier the one that it has
/// without import maps. Error::bare_specifier for a bare name, Error::page_base for what is
/// relative to a page that is not known.
tl::expected<void, url::Error> append_written_url(std::string& out, LinkBlock const& block,
                                                  Link const& link, std::uint32_t base);

/// True for a base element that RewriteOptions::neutral_base leaves, or has left.
inline bool is_neutral_base(RewriteOptions const& options, Link const& link) {
  return options.neutral_base && link.kind == LinkKind::base && link.raw.empty();
}

/// Plans one link after the other, collects the edits, and notes what the proof must find.
class LinkPlan {
 public:
  LinkPlan(RewriteTask const& task, EditSink const& sink);

  /// Where a link must lead.
  struct RewriteTarget {
    std::string url;
    UrlForm form = UrlForm::as_written;
    std::string_view reason = {};
    bool is_unusable = false;  ///< what it was to lead to does not parse
    std::string buffer = {};   ///< for the URL that is serialised
  };
  /// A link as it is before the change.
  struct OldLink {
    Link const& link;
    url::Resolver const& base;           ///< resolves it
    std::string_view url;                ///< where it leads
    bool follows = false;                ///< its base moves with the page
    bool base_goes = false;              ///< its base comes from a base element that is dropped
    std::string_view rel = {};           ///< the attribute of a link element
    ElementView element = {};            ///< that of the link
    std::string_view context = {};       ///< index path of the frames
    LinkBase const* declared = nullptr;  ///< its base with the place that declares it
    LinkGrammar grammar = LinkGrammar::url;
    LinkBlock const* block = nullptr;

    /// True where a fragment alone leads into the document, whatever the base is, or into a page
    /// that uses a style sheet.
    bool has_local_fragments() const;
  };
  /// Sets `wanted` to the target of a link; `new_base` replaces its base in the change.
  void find_target(RewriteTarget& wanted, OldLink const& old, url::Resolver const& new_base) const;

  /// The result for a link.
  enum class Outcome : std::uint8_t {
    right,      ///< it leads to its target, in the form that was asked for
    kept,       ///< it cannot be written: it leads to its target, but keeps its form
    astray,     ///< it cannot be written, and would lead elsewhere
    script,     ///< it is part of a script, which stays, and will not lead to its target
    unnamed,    ///< it stays: its new reference would name RewriteOptions::unnamed_origin
    templated,  ///< it holds template code and stays, and the base that it is relative to changes
  };
  /// Plans link `number` of `block`, whose base after the change is `base`.
  Outcome plan_link(LinkBlock const& block, std::size_t number, NewBase const& base);

  /// Removes the href of a base element, which is link `number` of `block`.
  void plan_dropped_base(LinkBlock const& block, std::size_t number);

  /// Removes the attribute at `link.span`, or changes its value. It is not among the links.
  void change_attribute(Link const& link, XmlBaseAttribute const& attribute);

  TextEdits& edits() { return edits_; }
  TextEdits release_edits() { return std::move(edits_); }
  std::vector<std::uint64_t> release_planned() { return std::move(planned_); }
  std::size_t links() const { return links_; }
  std::size_t unresolvable() const { return unresolvable_; }
  std::size_t unusable_targets() const { return unusable_targets_; }
  std::size_t changes() const { return changes_; }
  std::size_t templates() const { return templates_; }

  /// The place of the first link whose loaded URL changes: it is loaded before the base element
  /// counts.
  std::optional<text::Span> loaded_change() const { return loaded_change_; }

  /// True when the new values, or all URLs, are longer than the page may have them.
  bool is_too_large() const;

 private:
  void write_neutral(LinkBlock const& block, std::size_t number);
  bool leads_to(std::string_view reference, std::string_view url, url::Resolver const& base);
  bool stays(OldLink const& old, NewBase const& base, RewriteTarget const& wanted);
  bool may_write(OldLink const& old, NewBase const& base, RewriteTarget const& wanted,
                 std::string_view reference) const;
  bool survives_second_run(OldLink const& old, NewBase const& base, RewriteTarget const& wanted,
                           std::string_view reference, std::string_view url) const;
  bool fit_reference(LinkPlace const& place);
  void note_loaded(LinkBlock const& block, Link const& link);
  bool goes(LinkBase const& base) const;
  bool is_own(std::string_view url) const;
  bool is_templated(LinkBlock const& block, std::size_t number, LinkBase const& base);
  bool leads_to_target(Link const& link, LinkBase const& base, NewBase const& new_base);
  std::string_view reason_of(RewriteTarget const& wanted, std::string_view before) const;
  void report(LinkBlock const& block, Link const& link, TextEdits::Edit const& written,
              std::string_view after, std::string_view reason) const;

  RewriteTask const& task_;
  EditSink const& sink_;
  std::string_view origin_;  // what stands before the path of the page's URL; empty without a host
  url::Resolver absolute_;   // resolves absolute URLs alone
  TextEdits edits_;
  PlaceWriter writer_;
  const Fingerprints prints_;
  std::vector<std::uint64_t> planned_;            // a fingerprint for each link that stays a link
  std::unordered_set<std::uint32_t> dropped_in_;  // documents in which a base element was dropped
  // Of the current link; the strings are used again for the next one.
  std::string before_;     // the URL
  RewriteTarget wanted_;   // where it must lead
  std::string reference_;  // how that is written
  std::string there_;      // a URL to compare with
  std::optional<text::Span> loaded_change_;
  std::size_t url_bytes_ = 0;
  std::size_t links_ = 0;
  std::size_t unresolvable_ = 0;
  std::size_t unusable_targets_ = 0;
  std::size_t changes_ = 0;
  std::size_t templates_ = 0;
  char const* seen_base_ = nullptr;  // the address of the last base URL that was tested
  bool is_base_templated_ = false;
  text::Span seen_value_;  // the last list that was tested, of this context
  std::uint32_t seen_context_ = UINT32_MAX;
  bool is_value_templated_ = false;
};

}  // namespace hrefkit::html
