// What becomes of each link of a page: where it leads now, where it is to lead, and how that is
// written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/edit/new_bases.h"
#include "hrefkit/html/edit/place_writer.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::html {

// What a link is to be after a change, in 64 bits: a page may have very many links.

/// Whether a link is judged by the URL to which it leads or by what is written.
enum class JudgedBy : std::uint8_t { url, raw };

/// Makes fingerprints. They depend on a random number of the process, so that nobody can write a
/// page with two links that share one.
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
  /// A number for the name of an element or an attribute. Most names are short: these are told
  /// apart by their bytes alone.
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

/// Decides about one link after the other, collects the edits, and notes what is to be proved.
class LinkPlan {
 public:
  LinkPlan(RewriteTask const& task, TakeEdit const& take);

  /// Where a link that leads to `url` is to lead.
  struct RewriteTarget {
    std::string url;
    UrlForm form = UrlForm::as_written;
    std::string_view reason = {};
    bool is_unusable = false;  ///< what it was to lead to does not parse
    std::string buffer = {};   ///< for the URL that is serialised
  };
  /// The base of a link before the change.
  struct OldBase {
    url::Resolver const& resolver;
    bool follows = false;  ///< it moves with the page
    bool goes = false;     ///< the base element that it comes from is dropped
  };
  /// What the page writes beside the URL of a link.
  struct Surroundings {
    std::string_view rel = {};       ///< the attribute of a link element
    std::string_view tag = {};       ///< the start tag
    std::string_view context = {};   ///< index path of the frames
    LinkBase const* base = nullptr;  ///< before the change
  };
  /// `base` is the one that gave `url`, and `new_base` what stands in its place after the change.
  void find_wanted(RewriteTarget& wanted, Link const& link, Surroundings const& around,
                   std::string_view url, OldBase const& base, url::Resolver const& new_base) const;

  /// What becomes of a link.
  enum class Outcome : std::uint8_t {
    right,      ///< it leads where it should, in the wanted form
    kept,       ///< it cannot be written: it leads where it should, but keeps its form
    astray,     ///< it cannot be written, and would lead elsewhere
    script,     ///< it stands in a script, which stays, and will not lead where it should
    unnamed,    ///< it stays: its new reference would name RewriteOptions::unnamed_origin
    templated,  ///< it holds template code and stays, and the base that it is relative to changes
  };
  /// Takes link `number` of `block`, whose base after the change is `base`.
  Outcome take_link(LinkBlock const& block, std::size_t number, NewBase const& base);

  /// Notes that a base element's href goes, for a report.
  void take_dropped(LinkBlock const& block, std::size_t number);

  /// Removes the attribute at `link.span`, which is not among the links.
  void remove_attribute(Link const& link, XmlBaseAttribute const& attribute);

  TextEdits& edits() { return edits_; }
  std::vector<std::uint64_t> take_planned() { return std::move(planned_); }
  std::size_t links() const { return links_; }
  std::size_t unresolvable() const { return unresolvable_; }
  std::size_t unusable_targets() const { return unusable_targets_; }
  std::size_t changes() const { return changes_; }
  std::size_t templates() const { return templates_; }

  /// The place of the first link that was loaded from another URL, before the base element, and is
  /// loaded from its new one now.
  std::optional<text::Span> loaded_change() const { return loaded_change_; }

  /// True when the new values, or all URLs, are longer than the page may have them.
  bool is_too_large() const;

 private:
  void write_neutral(LinkBlock const& block, std::size_t number);
  bool leads_to(std::string_view reference, std::string_view url, url::Resolver const& base);
  struct Place;
  bool stays(Place const& place, NewBase const& base, RewriteTarget const& wanted);
  bool may_write(Place const& place, NewBase const& base, RewriteTarget const& wanted,
                 std::string_view reference) const;
  bool lasts(Place const& place, NewBase const& base, RewriteTarget const& wanted,
             std::string_view reference, std::string_view url) const;
  bool fit_reference(LinkPlace const& place);
  void note_loaded(LinkBlock const& block, Link const& link);
  bool goes(LinkBase const& base) const;
  bool is_own(std::string_view url) const;
  bool is_templated(LinkBlock const& block, std::size_t number, LinkBase const& base);
  bool leads_where_wanted(Link const& link, LinkBase const& base, NewBase const& new_base);
  std::string_view reason_of(RewriteTarget const& wanted, std::string_view before) const;
  void tell(LinkBlock const& block, Link const& link, PlacedText const& written,
            std::string_view after, std::string_view reason) const;

  RewriteTask const& task_;
  TakeEdit const& take_;
  std::string_view origin_;  // what stands before the path of the page's URL; empty without a host
  url::Resolver absolute_;   // resolves absolute URLs alone
  TextEdits edits_;
  PlaceWriter writer_;
  const Fingerprints prints_;
  std::vector<std::uint64_t> planned_;            // a fingerprint for each link that stays a link
  std::unordered_set<std::uint32_t> dropped_in_;  // documents in which a base element was dropped
  // Of the link that is being read; used again for the next one.
  std::string before_;     // the URL
  RewriteTarget wanted_;   // where it is to lead
  std::string reference_;  // how that is written
  std::string there_;      // a URL to compare with
  std::optional<text::Span> loaded_change_;
  std::size_t url_bytes_ = 0;
  std::size_t links_ = 0;
  std::size_t unresolvable_ = 0;
  std::size_t unusable_targets_ = 0;
  std::size_t changes_ = 0;
  std::size_t templates_ = 0;
  char const* seen_base_ = nullptr;  // the address of the base URL that was looked at last
  bool is_base_templated_ = false;
  text::Span seen_value_;  // the list that was looked at last, of this context
  std::uint32_t seen_context_ = UINT32_MAX;
  bool is_value_templated_ = false;
};

}  // namespace hrefkit::html
