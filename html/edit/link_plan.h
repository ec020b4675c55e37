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

#include "hrefkit/html/edit/fingerprint.h"
#include "hrefkit/html/edit/new_bases.h"
#include "hrefkit/html/edit/place_writer.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/edit/xml_base_attributes.h"
#include "hrefkit/html/rewrite.h"

namespace hrefkit::html {

/// Decides about one link after the other, collects the edits, and notes what is to be proved.
class LinkPlan {
 public:
  LinkPlan(RewriteTask const& task, TakeEdit const& take);

  /// Where a link that leads to `url` is to lead.
  struct Wanted {
    std::string url;
    UrlForm form = UrlForm::as_written;
    std::string_view reason = {};
  };
  /// The base of a link before the change.
  struct OldBase {
    url::Resolver const& resolver;
    bool follows = false;  ///< it moves with the page
    bool goes = false;     ///< the base element that it comes from is dropped
  };
  /// What the page writes beside the URL of a link.
  struct Surroundings {
    std::string_view rel = {};  ///< the attribute of a link element
    std::string_view tag = {};  ///< the start tag
  };
  /// `base` is the one that gave `url`, and `new_base` what stands in its place after the change.
  void find_wanted(Wanted& wanted, Link const& link, Surroundings const& around,
                   std::string_view url, OldBase const& base, url::Resolver const& new_base) const;

  /// What becomes of a link.
  enum class Outcome : std::uint8_t {
    right,   ///< it leads where it should, in the wanted form
    kept,    ///< it cannot be written: it leads where it should, but keeps its form
    astray,  ///< it cannot be written, and would lead elsewhere
    script,  ///< it stands in a script, which stays, and will not lead where it should
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
  std::size_t changes() const { return changes_; }

  /// The place of the first link that was loaded from another URL, before the base element, and is
  /// loaded from its new one now.
  std::optional<text::Span> loaded_change() const { return loaded_change_; }

  /// True when the new values, or all URLs, are longer than the page may have them.
  bool is_too_large() const;

 private:
  bool leads_to(std::string_view reference, std::string_view url, url::Resolver const& base);
  struct Place;
  bool stays(Place const& place, NewBase const& base, Wanted const& wanted);
  bool may_write(Place const& place, NewBase const& base, Wanted const& wanted,
                 std::string_view reference) const;
  bool lasts(Place const& place, NewBase const& base, Wanted const& wanted,
             std::string_view reference, std::string_view url) const;
  bool fit_reference(LinkPlace const& place);
  void note_loaded(LinkBlock const& block, Link const& link);
  bool goes(LinkBase const& base) const;
  Outcome outcome_in_script(Link const& link, LinkBase const& base, NewBase const& new_base);
  std::string_view reason_of(Wanted const& wanted, std::string_view before) const;
  void tell(LinkBlock const& block, Link const& link, PlacedText const& written,
            std::string_view after, std::string_view reason) const;

  RewriteTask const& task_;
  TakeEdit const& take_;
  url::Resolver absolute_;  // resolves absolute URLs alone
  TextEdits edits_;
  PlaceWriter writer_;
  const Fingerprints prints_;
  std::vector<std::uint64_t> planned_;            // a fingerprint for each link that stays a link
  std::unordered_set<std::uint32_t> dropped_in_;  // documents in which a base element was dropped
  // Of the link that is being read; used again for the next one.
  std::string before_;     // the URL
  Wanted wanted_;          // where it is to lead
  std::string reference_;  // how that is written
  std::string there_;      // a URL to compare with
  std::optional<text::Span> loaded_change_;
  std::size_t url_bytes_ = 0;
  std::size_t links_ = 0;
  std::size_t unresolvable_ = 0;
  std::size_t changes_ = 0;
};

}  // namespace hrefkit::html
