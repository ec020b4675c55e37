// What becomes of one link: fine, not judged, of another site, a finding, or a fragment that the
// page it leads to must have.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/anchor_store.h"
#include "hrefkit/site/check/file_view.h"
#include "hrefkit/site/check/page_file.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/site.h"
#include "hrefkit/url/error.h"

namespace hrefkit::site {

class PageElements;

// Which base elements of a page count.

/// One page after the other.
class BaseElementJudge {
 public:
  /// Begins a page, which must outlive the questions.
  void begin(PageFile const& page);

  /// True for a base element that sets the base URL of its document. `link` is its href, which
  /// resolves to `url`; empty where it does not. To be asked for each link of kind `base` once, in
  /// order.
  bool counts(html::Link const& link, html::LinkBlock const& block, std::string_view url);

  /// What became of the base element that was asked for last, where that is not plain.
  std::optional<html::BaseElementStatus> last_status() const { return last_status_; }

 private:
  /// A base element in the tree.
  struct TreeBase {
    std::uint32_t begin = 0;  ///< where its href stands
    html::BaseElementStatus status = html::BaseElementStatus::used;
  };

  void read_tree();

  PageFile const* page_ = nullptr;
  std::vector<std::uint32_t> contexts_with_base_;
  std::optional<bool> needs_tree_;  // nothing before the first question
  std::vector<TreeBase> in_tree_;   // sorted by place
  std::optional<html::BaseElementStatus> last_status_;
};

/// True for an absolute URL that works on one machine or network only: a private host, a name that
/// only a network's own servers know, `file:`, or a drive letter.
bool is_local_address(std::string_view url);

/// The same, but for an address or a name of localhost that the options allow.
bool is_local_address(std::string_view url, CheckOptions const& options);

/// True for a name that only one network knows: below "local" (RFC 6762) or "internal", or without
/// a dot, as "intranet". Not for addresses.
bool is_name_of_network(std::string_view host);

/// True for a link to a local address that nothing loads, and that a reader may follow on purpose.
bool may_be_followed(html::Link const& link);

enum class Outcome : std::uint8_t {
  fine,
  not_judged,
  external,
  finding,
  fragment,  ///< fine when the target page has the id of `use`
  open,      ///< it leads to the site itself, whose crawl goes on: nobody knows yet what is there
};

/// The answer for one link.
struct Verdict {
  Outcome outcome = Outcome::fine;
  SkipReason reason = SkipReason::not_fetched;  ///< of `not_judged`
  Rule rule = Rule::missing_file;               ///< of `finding`, or of a fragment that is missing
  TargetPlace place = {};                       ///< where the URL leads
  AnchorUse use = {};                           ///< of `fragment`
  bool moved = false;                           ///< "#x" that a base URL leads to another document
  bool leads_reader_on = false;    ///< the link leads readers to the page `place.entry`
  bool is_redirected = false;      ///< it works, by a redirect
  bool is_moved_for_good = false;  ///< on a live site: a permanent redirect comes first
  /// It is loaded from one file, and leads to another; or browsers load it from one of two, and
  /// only one works.
  bool loaded_before_base = false;
  bool is_lost = false;  ///< of a fragment: a redirect brings another one
  html::UsableContent wanted = html::UsableContent::anything;  ///< of `wrong_type`
  std::uint64_t also = 0;  ///< `bit_of` the rules that the link breaks besides
};

/// The rules of which a link may break one or more besides what its verdict says. They depend on
/// the reference and the tree of files.
inline constexpr std::array further_rules{Rule::relative_in_404, Rule::double_slash,
                                          Rule::relative_in_feed, Rule::not_from_files};

constexpr std::uint64_t bit_of(Rule rule) {
  static_assert(rule_count <= 64);
  return std::uint64_t{1} << static_cast<unsigned>(rule);
}

/// True for a link that is judged because it leads to the site itself.
inline bool is_own(Verdict const& verdict) {
  return verdict.outcome != Outcome::not_judged && verdict.outcome != Outcome::external &&
         verdict.place.kind != PlaceKind::other_origin;
}

/// True for what describes the page to others: social cards and JSON-LD. Its fragments are names
/// and no places to go to.
bool is_description(html::Link const& link);

/// What the place to which a link leads depends on.
ReferenceForm form_of(html::Link const& link, html::LinkBlock const& block);

/// True when the link leads a reader to the page that it names.
bool leads_reader(html::Link const& link);

/// True when a fragment that leads into an SVG file is one of its ids.
bool asks_for_svg_id(html::Link const& link);

/// The scheme of which `scheme` is a misspelling, one edit away: "https" for "htps". Empty for a
/// scheme that may be meant.
std::string_view likely_scheme(std::string_view scheme);

/// All such schemes: "http" and "https" for "httpx".
std::vector<std::string_view> likely_schemes(std::string_view scheme);

/// The ids that a fragment may mean, by `AnchorHash::of_id`.
struct WantedIds {
  std::uint32_t raw = 0;      ///< the fragment as it is written
  std::uint32_t decoded = 0;  ///< percent-decoded, or the first of lines; else equal
};
WantedIds wanted_ids(AnchorHash const& hash, std::string_view raw);

/// The use of an id of page `to`; `raw` is the fragment as it is written.
AnchorUse use_of(AnchorHash const& hash, std::string_view raw, std::uint32_t from,
                 std::uint32_t to);

/// Judges links, page after page. One for each thread.
class LinkJudge {
 public:
  /// What a rule that is off would find is as without it. All must outlive this.
  LinkJudge(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
            CheckOptions const& options);

  /// Asks of each link whether it works from a file, too (`not_from_files`).
  void look_as_files() { file_view_.emplace(site_); }

  /// Begins a page, whose elements are `elements`; both must outlive the questions.
  void begin(PageFile const& page, PageElements& elements);

  /// True where links of the page may break one of `further_rules`.
  bool looks_further() const { return looks_further_; }

  /// Judges the next link of the page.
  Verdict judge(html::Link const& link, html::LinkBlock const& block);

  /// The URL of the link that was judged last: the one that a browser loads, where it does that by
  /// itself. Empty when it does not resolve.
  std::string const& url() const { return url_; }

  /// Where that link leads after the page is read, if that is elsewhere; of one that browsers read
  /// when they get round to it (html::Link::place_base) the URL of its place; else empty.
  std::string const& later_url() const { return later_url_; }

  /// Of a link that browsers may load from `url` or from `later_url`, the one that does not work;
  /// empty if both do, or neither.
  std::string_view missing_url() const { return missing_url_; }

  /// The URL of another site to which that link leads: `url`, or where a live site redirects it.
  std::string const& foreign_url() const { return foreign_url_.empty() ? url_ : foreign_url_; }

  /// Where the permanent redirects lead that a live site answers that link with first.
  std::string moved_url();

  /// What keeps that link from working from a file.
  FileView::Answer const& file_answer() const { return file_answer_; }

  /// The absolute URL at which that link ends, where it is redirected.
  std::string redirected_url();

  /// The same for another absolute URL without a fragment. `url` itself where it is not redirected.
  std::string end_of(std::string_view url) { return targets_.end_url(url); }

  /// The place of an absolute URL without its fragment.
  TargetPlace place_of(std::string_view url) { return targets_.find(url); }

  /// The fragment that redirects bring along on the way from that URL.
  std::string redirect_fragment();

  /// The path, percent-encoded, to which redirects lead from that URL, which is the site's own.
  std::string last_path();

  /// Why the last link does not resolve.
  url::Error error() const { return error_; }

  /// Why the last base element does not count, where that takes the tree.
  std::optional<html::BaseElementStatus> base_status() const { return bases_.last_status(); }

 private:
  Verdict judge_in_script(html::Link const& link, html::LinkBlock const& block);
  Verdict judge_used(html::Link const& link, html::LinkBlock const& block);
  Verdict judge_unused(html::Link const& link, html::LinkBlock const& block);
  void read_later_url(html::Link const& link, html::LinkBlock const& block);
  void read_url_at_place(html::Link const& link, html::LinkBlock const& block);
  bool is_loaded_before_base(Verdict const& verdict);
  Verdict judge_either(html::Link const& link, html::LinkBlock const& block,
                       Verdict const& by_base);
  Verdict judge_resolved(html::Link const& link, html::LinkBlock const& block);
  Verdict judge_leaving(html::Link const& link, html::LinkBlock const& block,
                        TargetPlace const& place);
  Verdict judge_foreign(html::Link const& link, html::LinkBlock const& block) const;
  std::optional<Rule> foreign_fault() const;
  std::uint64_t find_further_rules(html::Link const& link, html::LinkBlock const& block,
                                   Verdict const& verdict);
  bool has_absolute_base();
  bool fails_from_file(html::Link const& link, Verdict const& verdict);
  bool is_on(Rule rule) const { return severities_[rule] != Severity::off; }
  Verdict judge_local(html::Link const& link);
  void judge_fragment(html::Link const& link, std::string_view fragment, Verdict& verdict);
  bool is_lost(std::string_view fragment);
  html::UsableContent missed_content(html::Link const& link, html::LinkBlock const& block,
                                     TargetPlace const& place);
  bool holds_page(EntryId entry);
  bool names_file(std::string_view fragment) const;
  bool is_moved() const;

  Site const& site_;
  TargetFinder targets_;
  AnchorHash const& hash_;
  CheckOptions const& options_;
  Severities const& severities_;
  PageFile const* page_ = nullptr;
  PageElements* elements_ = nullptr;
  bool site_is_secure_;
  bool site_is_private_;
  bool looks_further_ = false;  // for `further_rules`, on this page
  bool is_in_404_ = false;
  std::optional<bool> has_absolute_base_ = {};  // of this page, once it was asked for
  std::string url_;
  std::string foreign_url_;  // where it is not `url_`
  std::string later_url_;
  std::string_view missing_url_;  // a view of one of the two
  url::Error error_ = {};
  BaseElementJudge bases_;
  std::unordered_map<EntryId, bool> holds_page_;  // of files that elements cannot use as pages
  std::string start_;                             // of such a file
  std::optional<FileView> file_view_;             // only where that is asked for
  FileView::Answer file_answer_;                  // of the last link
};

}  // namespace hrefkit::site
