#include "hrefkit/site/check/page_report.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <utility>

#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/link_text.h"
#include "hrefkit/html/load_limits.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/text_urls.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/site/check/file_view.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/page_elements.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/external/verdict.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/host.h"
#include "hrefkit/site/pages/page_gatherer.h"
#include "hrefkit/site/pages/site_pages.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::site {

namespace {

/// A finding about something that is not a link: a second id, a usemap.
struct Extra {
  Rule rule = Rule::duplicate_id;
  text::Span span;
  std::string element;
  std::string attribute;
  std::string raw;
  std::string fragment;
  std::uint32_t context = 0;
  std::string url = {};      ///< where it is not the page's own with `fragment`
  std::string target = {};   ///< where it is not the page itself
  std::string message = {};  ///< where the rule's sentence is not enough
};

}  // namespace

/// One page on its way through the report pass.
class PageReporter::Page {
 public:
  Page(PageReporter& reporter, CheckSummary& tally, Emit const& emit)
      : reporter_(reporter),
        page_(reporter.page_),
        tally_(tally),
        emit_(emit),
        cursor_(page_.source.text),
        elements_(reporter.elements_),
        file_(reporter.site_.file_path(reporter.site_.pages()[page_.number])) {}

  /// Returns why the links of the page cannot be found, or nothing.
  std::optional<std::string> run() {
    const std::uint16_t flags = reporter_.facts_->flags[page_.number];
    if ((flags & flag_orphan) != 0) emit_unreached(Rule::orphan_page);
    if ((flags & flag_island) != 0) emit_unreached(Rule::island_page);
    if (SitePages const* const pages = reporter_.facts_->pages) {
      faults_ = pages->faults_of(page_.number);
    }
    if ((flags & (flag_doubled | flag_usemap)) != 0) find_doubles_and_usemaps(flags);
    has_integrity_fault_ =
        (flags & flag_integrity) != 0 && severity(Rule::integrity_mismatch) != Severity::off;
    sort_extras();
    if ((flags & flag_links) == 0) {
      report_missing();
      emit_extras(UINT32_MAX);
      return std::nullopt;
    }
    reporter_.judge_.begin(page_, elements_);
    const auto found = find_page_links(
        reporter_.finder_, page_,
        {.links = [this](html::LinkBlock const& block) { return report_links(block); },
         .anchors =
             [this](std::span<html::Anchor const> anchors) {
               Suggestions::append_ids(ids_, anchors);
             },
         .notes = [this](html::Note const& note) { add_fault(note); },
         .with_rels = true,
         .with_uses = true,
         .anchors_first = true});
    if (!found) return std::string(message(found.error()));
    emit_extras(UINT32_MAX);
    return std::nullopt;
  }

  void sort_extras() {
    std::stable_sort(extras_.begin(), extras_.end(),
                     [](Extra const& a, Extra const& b) { return a.span.begin < b.span.begin; });
  }

  /// Reports the missing ids of a page whose other findings are none or known.
  ///
  /// FAST: only the tags that ask for them are read again.
  void report_missing() {
    std::vector<std::uint32_t> tags;
    for (auto const& [page, tag] : reporter_.facts_->tags_in(page_.number)) tags.push_back(tag);
    if (tags.empty()) return;
    reporter_.judge_.begin(page_, elements_);
    const html::BaseUrl base(page_.options.url,
                             {page_.options.standard, page_.source.encoding.encoding});
    html::find_tag_links(page_.source.text, tags, {base.resolver}, page_.options.also,
                         {.links =
                              [this](html::LinkBlock const& block) {
                                block_ = &block;
                                for (html::Link const& link : block.links) {
                                  const Verdict verdict = reporter_.judge_.judge(link, block);
                                  emit_extras(link.span.begin);
                                  if (verdict.outcome == Outcome::fragment)
                                    report_verdict(link, verdict);
                                }
                              },
                          .with_rels = true,
                          .with_uses = true});
  }

  /// The fault at which reading of XML or JSON has ended. It is reported before the links, which
  /// all stand before it.
  void add_fault(html::Note const& note) {
    // A classic script with an import.
    if (note.kind == html::NoteKind::module_in_classic) return add_not_well_formed(note, "");
    const bool ends_links = html::severity(note.kind) == html::NoteSeverity::fault ||
                            note.kind == html::NoteKind::urls_too_long;
    if (!ends_links || std::exchange(has_fault_, true)) return;
    if (note.kind != html::NoteKind::not_well_formed || page_.ends_early) return;
    add_not_well_formed(note, "; links from here on are not checked");
  }

  void add_not_well_formed(html::Note const& note, std::string_view consequence) {
    if (reporter_.site_.id_page(page_.number) != page_.number) return;  // the file itself has it
    if (severity(Rule::not_well_formed) == Severity::off) return;
    Extra fault{Rule::not_well_formed, note.span, {}, {}, {}, {}};
    fault.url = page_.options.url;
    fault.message = note.message + std::string(consequence);
    extras_.push_back(std::move(fault));
    sort_extras();
  }

  /// Reports a link to a file that has another hash than the link's element names.
  void report_other_digest(html::Link const& link, Verdict const& verdict) {
    if (!has_integrity_fault_ || elements_.is_ignored(link)) return;
    const auto digest = reporter_.other_digest(link, *block_, verdict);
    if (!digest) return;
    Extra extra{Rule::integrity_mismatch,  link.span,
                std::string(link.element), std::string(link.attribute),
                std::string(link.raw),     {}};
    extra.url = reporter_.judge_.url();
    extra.target = text::to_valid_utf8(reporter_.site_.path(verdict.place.entry));
    extra.message =
        "the integrity attribute does not match: the hash of " + extra.target + " is " + *digest;
    emit_extra(extra);
  }

  void make_row(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict) {
    block_ = &block;
    emit_link(link, verdict);
  }

  /// Warns of a link that is loaded from another file than the one to which it leads in the end,
  /// and of the first link of the page whose URL depends on an encoding that nobody declared.
  void warn(html::Link const& link, html::LinkBlock const& block, Verdict const& verdict) {
    block_ = &block;
    if (verdict.loaded_before_base && !elements_.not_judged(link)) {
      send_warning(link, verdict, Rule::loaded_before_base);
    }
    if (verdict.is_redirected && severity(Rule::redirected_link) != Severity::off &&
        !elements_.not_judged(link)) {
      send_warning(link, verdict, Rule::redirected_link);
    }
    if (verdict.is_moved_for_good && !is_missing_fragment(verdict) && !elements_.not_judged(link)) {
      send_warning(link, verdict, Rule::redirected);
    }
    if (leads_to_refresh(verdict) && severity(Rule::redirected_link) != Severity::off &&
        !elements_.not_judged(link)) {
      send_warning(link, verdict, Rule::redirected_link);
    }
    for (const Rule rule : further_rules) {
      if ((verdict.also & bit_of(rule)) == 0 || elements_.not_judged(link)) continue;
      const bool is_wanted = send_warning(link, verdict, rule);
      if (is_wanted && rule == Rule::not_from_files) count_as_found(verdict);
    }
    // A link with a finding has one worry at a time.
    if (warned_ || !page_.is_undeclared() || !is_own(verdict)) return;
    if (verdict.outcome == Outcome::finding) return;
    if (!depends_on_encoding(link, block.text)) return;
    warned_ = true;
    send_warning(link, verdict, Rule::undeclared_encoding);
  }

 private:
  /// True for a fragment that turned out to lead to nothing.
  bool is_missing_fragment(Verdict const& verdict) const {
    return verdict.outcome == Outcome::finding ||
           (verdict.outcome == Outcome::fragment && reporter_.facts_ != nullptr &&
            reporter_.facts_->lacks(verdict.use));
  }

  /// True for a link that leads readers to a page which sends them on. In the scan pass nobody
  /// knows.
  bool leads_to_refresh(Verdict const& verdict) const {
    if (reporter_.facts_ == nullptr || !verdict.leads_reader_on || verdict.is_redirected) {
      return false;
    }
    const std::uint32_t page = reporter_.site_.page_number(verdict.place.entry);
    return page != no_entry && page != page_.number &&
           (reporter_.facts_->flags[page] & flag_redirects) != 0;
  }

  /// The absolute URL at which the last link ends, once redirects of the host and refreshes of
  /// pages have done their work.
  std::string redirected_url() {
    constexpr int max_hops = 20;
    std::string end = reporter_.judge_.redirected_url();
    for (int hop = 0; hop < max_hops && reporter_.facts_ != nullptr; ++hop) {
      const TargetPlace place = reporter_.judge_.place_of(url::without_fragment(end));
      if (place.kind != PlaceKind::file) break;
      auto const& refreshes = reporter_.facts_->refresh_urls;
      const auto refresh = refreshes.find(reporter_.site_.page_number(place.entry));
      if (refresh == refreshes.end()) break;
      end = url::with_fragment_of(refresh->second,
                                  reporter_.judge_.end_of(url::without_fragment(refresh->second)));
    }
    return end;
  }

  /// True for a fragment that a redirect, or a page that redirects, leaves behind.
  bool is_lost(Verdict const& verdict) const {
    if (verdict.rule != Rule::missing_fragment) return false;
    return verdict.is_lost ||
           (verdict.outcome == Outcome::fragment && reporter_.facts_->loses(verdict.use));
  }

  Severity severity(Rule rule) const { return reporter_.options_.severities[rule]; }

  /// A page to which nothing leads, or nothing from the start.
  void emit_unreached(Rule rule) {
    auto const& is_excluded = reporter_.options_.is_excluded;
    const bool is_unwanted_page =
        rule == Rule::island_page && is_excluded && is_excluded(page_.options.url);
    if (severity(rule) == Severity::off || is_unwanted_page) return;
    Finding finding = page_finding(rule);
    const std::string message = sentence({.rule = rule});
    finding.message = message;
    const std::string target =
        text::to_valid_utf8(reporter_.site_.path(reporter_.site_.pages()[page_.number]));
    finding.target = target;
    send(finding);
  }

  Finding page_finding(Rule rule) const {
    Finding finding;
    finding.rule = rule;
    finding.severity = severity(rule);
    finding.file = file_;
    finding.url = page_.options.url;
    finding.base = page_.options.url;
    finding.base_source = name(html::BaseSource::document);
    return finding;
  }

  /// The second and later elements that have an id which a link asks for, and each `usemap` that
  /// names no map of its document.
  ///
  /// FAST: the tree costs twenty times as much as the ids alone: a second id in a header would make
  /// each page of a site slow.
  void find_doubles_and_usemaps(std::uint16_t flags) {
    bool has_doubles = (flags & flag_doubled) != 0 && severity(Rule::duplicate_id) != Severity::off;
    const bool has_usemaps =
        (flags & flag_usemap) != 0 && severity(Rule::missing_fragment) != Severity::off;
    if (has_doubles && add_known_ids()) has_doubles = false;
    if (!has_doubles && !has_usemaps) return;
    html::LinkSink sink;
    if (has_doubles) {
      sink.anchors = [this](std::span<html::Anchor const> anchors) {
        for (html::Anchor const& anchor : anchors) {
          if (!anchor.is_id) continue;
          add_id(anchor);
        }
      };
    }
    ImageMaps maps;
    // A map may follow the image that asks for it.
    if (has_usemaps) {
      sink.image_maps = [&](std::span<html::ImageMapName const> names) { maps.add(names); };
    }
    // If the links cannot be found, the pass over them reports it.
    static_cast<void>(find_page_links(reporter_.finder_, page_, sink));
    for (BrokenUsemap const& usemap : maps.broken()) {
      if (!elements_.is_ignored(usemap.span, usemap.context)) add_usemap(usemap);
    }
  }

  /// Adds the second ids that the scan pass has found; false where it does not know them.
  bool add_known_ids() {
    const auto known = reporter_.facts_->second_ids.find(page_.number);
    if (known == reporter_.facts_->second_ids.end()) return false;
    for (SecondId const& second : known->second) {
      if (second.span.end > page_.source.text.size()) continue;  // the file has changed meanwhile
      if (second.is_ignored || !reporter_.facts_->asked_doubles.contains(second.key)) continue;
      extras_.push_back(
          {Rule::duplicate_id, second.span, second.element, "id", second.id, second.id, 0});
    }
    return true;
  }

  void add_id(html::Anchor const& anchor) {
    if (anchor.name.empty()) return;
    const AnchorKey key = reporter_.hash_(page_.number, anchor.name);
    if (!reporter_.facts_->asked_doubles.contains(key)) return;
    if (!seen_ids_.emplace(anchor.name).second && !elements_.is_ignored(anchor.span)) {
      extras_.push_back({Rule::duplicate_id, anchor.span, std::string(anchor.element), "id",
                         std::string(anchor.name), std::string(anchor.name), 0});
    }
  }

  void add_usemap(BrokenUsemap const& usemap) {
    const std::string_view map = url::fragment_of(usemap.value).value_or(usemap.value);
    extras_.push_back({Rule::missing_fragment, usemap.span, std::string(usemap.element), "usemap",
                       std::string(usemap.value), std::string(map), usemap.context});
  }

  void emit_extras(std::uint32_t before) {
    for (; next_extra_ < extras_.size() && extras_[next_extra_].span.begin < before;
         ++next_extra_) {
      emit_extra(extras_[next_extra_]);
    }
  }

  void emit_extra(Extra const& extra) {
    const std::string url =
        extra.url.empty() ? page_.options.url + "#" + extra.fragment : extra.url;
    auto const& is_excluded = reporter_.options_.is_excluded;
    if (is_excluded && is_excluded(url)) return;
    Finding finding = page_finding(extra.rule);
    place(extra.span, finding);
    finding.element = extra.element;
    finding.attribute = extra.attribute;
    finding.raw = extra.raw;
    const std::string target =
        extra.target.empty()
            ? text::to_valid_utf8(reporter_.site_.path(reporter_.site_.pages()[page_.number]))
            : extra.target;
    finding.target = target;
    finding.url = url;
    const std::string message = !extra.message.empty() ? extra.message
                                                       : sentence({.rule = extra.rule,
                                                                   .raw = extra.raw,
                                                                   .target = target,
                                                                   .fragment = extra.fragment,
                                                                   .element = extra.element,
                                                                   .attribute = extra.attribute});
    finding.message = message;
    send(finding);
  }

  html::Flow report_links(html::LinkBlock const& block) {
    block_ = &block;
    for (html::Link const& link : block.links) {
      if (stopped_) return html::Flow::stop;
      const Verdict verdict = reporter_.judge_.judge(link, block);
      emit_extras(link.span.begin);
      report_verdict(link, verdict);
      warn(link, block, verdict);
      report_other_digest(link, verdict);
      if (!faults_.empty()) report_faults(link);
    }
    return stopped_ ? html::Flow::stop : html::Flow::go_on;
  }

  /// Reports what the link says of its page and another one.
  void report_faults(html::Link const& link) {
    const bool is_field = !field_of(link).empty() && page_.list == UrlList::none;
    const std::uint32_t key = link_key(link, fields_, is_field);
    if (is_field) ++fields_;
    auto known = std::lower_bound(
        faults_.begin(), faults_.end(), key,
        [](KnownFault const& each, std::uint32_t wanted) { return each.fault.link < wanted; });
    for (; known != faults_.end() && known->fault.link == key; ++known) {
      if (!is_unwanted(link)) send_fault(link, known->fault);
    }
  }

  void send_fault(html::Link const& link, LinkFault const& fault) {
    Finding finding = link_finding(link, rule_of(fault.fault));
    std::string const& url = reporter_.judge_.url();
    if (!url.empty()) finding.url = url;
    const bool has_other = fault.other != no_entry;
    const std::string other =
        has_other ? reporter_.facts_->pages->make_address(fault.other) : std::string();
    const std::string target =
        has_other ? text::to_valid_utf8(reporter_.site_.path(fault.other)) : std::string();
    if (has_other) finding.target = target;
    if (leads_on(fault.fault)) finding.suggestion = other;
    const std::string message =
        text::to_valid_utf8(with_reference(link.raw, site::message(fault.fault, shown_url(other))));
    finding.message = message;
    send(finding);
  }

  void report_verdict(html::Link const& link, Verdict const& verdict) {
    switch (verdict.outcome) {
      case Outcome::fragment:
        if (!reporter_.facts_->lacks(verdict.use)) return;
        --tally_.fine;  // the scan pass did not know
        emit_link(link, verdict);
        return;
      case Outcome::finding:
        emit_link(link, verdict);
        // What is loaded from another site by http is on the list, too.
        if (verdict.rule != Rule::mixed_content) return;
        [[fallthrough]];
      case Outcome::external:
        if (reporter_.options_.list_external) emit_external(link, verdict);
        if (reporter_.facts_->externals != nullptr) emit_answer(link, verdict);
        return;
      case Outcome::fine:
      case Outcome::not_judged:
      case Outcome::open:
        return;
    }
  }

  void emit_external(html::Link const& link, Verdict verdict) {
    if (severity(Rule::external) == Severity::off || is_unwanted(link)) return;
    if (elements_.not_judged(link)) return;  // as on the own site
    verdict.rule = Rule::external;
    send_link(link, verdict);
  }

  /// The finding of a link to another site that was asked for.
  void emit_answer(html::Link const& link, Verdict const& verdict) {
    std::string const& url = reporter_.judge_.foreign_url();
    if (elements_.sends_data(link, *block_)) return;
    const bool asks_for_id = asks_for_svg_id(link) && !is_description(link);
    const html::UsableContent usable = html::usable_content(link, *block_);
    auto answer = reporter_.facts_->externals->verdict(url, asks_for_id, usable);
    if (answer && !answer->rule && verdict.place.is_moved) {
      // The first redirect is one of this site.
      answer->rule = Rule::external_redirected;
      answer->suggestion = reporter_.judge_.moved_url();
    }
    if (!answer || !answer->rule || severity(*answer->rule) == Severity::off) return;
    if (elements_.not_judged(link) || is_unwanted(link)) return;
    auto const& is_included = reporter_.options_.external->is_included;
    if (is_included && !is_included(url)) return;
    send_answer(link, *answer, usable);
  }

  void send_answer(html::Link const& link, ExternalVerdict const& answer,
                   html::UsableContent usable) {
    Finding finding = link_finding(link, *answer.rule);
    std::string const& url = reporter_.judge_.url();
    finding.url = url;
    finding.has_answer = true;
    finding.status = static_cast<std::uint16_t>(answer.status);
    finding.reason = answer.reason;
    // A redirect of this site may have led there.
    std::string const& foreign = reporter_.judge_.foreign_url();
    const bool is_sent = foreign != url;
    const std::string final_url = answer.final_url.empty() && is_sent
                                      ? std::string(url::without_fragment(foreign))
                                      : answer.final_url;
    if (!final_url.empty()) finding.final_url = final_url;
    const std::string suggestion = suggestion_of(answer, foreign);
    if (!suggestion.empty()) finding.suggestion = suggestion;
    const std::string_view looked_for =
        answer.fragment.empty() ? url::fragment_of(foreign).value_or("") : answer.fragment;
    const std::string fragment = decode_fragment(read_fragment(looked_for).raw);
    const std::string message = text::to_valid_utf8(sentence({.rule = *answer.rule,
                                                              .raw = link.raw,
                                                              .url = url,
                                                              .fragment = fragment,
                                                              .element = link.element,
                                                              .attribute = link.attribute,
                                                              .field = field_of(link),
                                                              .suggestion = suggestion,
                                                              .wanted = usable,
                                                              .status = finding.status,
                                                              .reason = answer.reason,
                                                              .final_url = final_url}));
    finding.message = message;
    send(finding);
  }

  /// Where a link to another site leads better.
  std::string suggestion_of(ExternalVerdict const& answer, std::string const& url) const {
    if (answer.rule == Rule::external_broken && reporter_.options_.external->suggests_archive) {
      return "https://web.archive.org/web/" + url;
    }
    if (answer.suggestion.empty() || url::fragment_of(answer.suggestion)) return answer.suggestion;
    return url::with_fragment_of(url, answer.suggestion);
  }

  void emit_link(html::Link const& link, Verdict verdict) {
    // Its ids are not collected.
    if (link.local && link.around.has(html::Around::shadow_tree)) {
      ++tally_.fine;
      return;
    }
    // The scan pass counted what the links say of a finding.
    if (verdict.outcome == Outcome::finding && skip_reason(link.use)) return;
    if (const auto reason = elements_.not_judged(link)) {
      ++tally_.not_judged[static_cast<std::size_t>(*reason)];
      return;
    }
    if (verdict.rule == Rule::mixed_content && is_upgraded(link)) {
      ++tally_.external;
      return;
    }
    verdict.rule = final_rule(verdict);
    if (severity(verdict.rule) == Severity::off || is_unwanted(link)) {
      ++tally_.ignored;
      return;
    }
    // The href of a base itself is not judged.
    ++(verdict.rule == Rule::base_ignored ? tally_.fine : tally_.found);
    if (!repeats_finding(link, verdict)) send_link(link, verdict);
  }

  /// True when a policy has browsers load the link's target by https.
  bool is_upgraded(html::Link const& link) {
    if (page_.head.upgrades_requests) return true;
    return elements_.has(html::Around::upgraded, link);
  }

  /// True for a finding that `src` and `srcset` of one element share: both have the same URL.
  bool repeats_finding(html::Link const& link, Verdict const& verdict) {
    const bool is_src = link.attribute == "src";
    if ((!is_src && link.attribute != "srcset") || link.context != 0) return false;
    if (link.element_key != sources_.element_key) {
      sources_.src.clear();
      sources_.srcset.clear();
    }
    sources_.element_key = link.element_key;
    const std::uint64_t key = text::hash64(
        reporter_.judge_.url(), sources_.seed + static_cast<std::uint64_t>(verdict.rule));
    (is_src ? sources_.src : sources_.srcset).insert(key);
    return (is_src ? sources_.srcset : sources_.src).contains(key);
  }

  bool is_unwanted(html::Link const& link) {
    if (elements_.is_ignored(link)) return true;
    auto const& is_excluded = reporter_.options_.is_excluded;
    std::string const& url = reporter_.judge_.url();
    return is_excluded && is_excluded(url.empty() ? std::string(link.raw) : url);
  }

  /// The rule, once ids and letter case are known.
  Rule final_rule(Verdict const& verdict) {
    const Rule rule = verdict.rule;
    path_suggestion_.reset();
    dangling_link_ = {};
    const bool is_path = rule == Rule::missing_file || rule == Rule::missing_index;
    const bool is_missing = is_path || rule == Rule::missing_fragment;
    if (is_missing && verdict.moved && is_in_page()) return Rule::base_moves_fragment;
    // What a rule for all addresses shows has another name than the link.
    const bool is_replaced = rule == Rule::wrong_type && verdict.place.by_catch_all;
    if (!is_path && !is_replaced) return rule;
    std::optional<std::string> const& path = own_path();
    const bool is_unpublished = verdict.place.entry != no_entry && rule == Rule::missing_file;
    if (path && rule == Rule::missing_file) dangling_link_ = reporter_.site_.dangling_link(*path);
    if (!dangling_link_.path.empty()) return rule;
    if (path && !is_unpublished) path_suggestion_ = reporter_.suggestions_.for_path(*path);
    if (is_replaced) return rule;
    const bool is_near = path_suggestion_ && path_suggestion_->nearness == Nearness::letter_case;
    return is_near ? Rule::case_mismatch : rule;
  }

  /// True when the fragment of the last URL leads to an element of this page.
  bool is_in_page() const {
    const Fragment read = read_fragment(url::fragment_of(reporter_.judge_.url()).value_or(""));
    if (read.kind == FragmentKind::top) return true;
    return reporter_.facts_->anchors.has(
        use_of(reporter_.hash_, read.raw, page_.number, reporter_.site_.id_page(page_.number)));
  }

  /// The path below the root of the last URL. Kept for the links after it, which may have the same
  /// URL: it may have half a million names, which are read one by one.
  std::optional<std::string> const& own_path() {
    std::string const& url = reporter_.judge_.url();
    const text::Hash128 hash = text::hash128(url, text::process_hash_key());
    if (!own_path_ || own_hash_ != hash) {
      own_path_ = reporter_.site_.relative_path_of(url);
      own_hash_ = hash;
    }
    return own_path_;
  }

  /// The path below the root that the last URL asks for.
  std::optional<std::string> target_of(Verdict const& verdict) {
    if (verdict.rule == Rule::missing_fragment && verdict.place.entry != no_entry) {
      return reporter_.site_.path(verdict.place.entry);
    }
    std::optional<std::string> path = own_path();
    if (path && verdict.rule == Rule::missing_index && !path->ends_with('/')) *path += '/';
    return path;
  }

  /// The path at which the link ends, where the message says it.
  std::string end_of(Verdict const& verdict) {
    if (verdict.rule == Rule::redirect_broken) return end_of_redirects();
    const bool is_page = verdict.rule == Rule::wrong_type && verdict.place.entry != no_entry;
    return is_page ? reporter_.site_.path(verdict.place.entry) : std::string();
  }

  /// Where redirects lead at last.
  std::string end_of_redirects() {
    RedirectEnd end = reporter_.suggestions_.for_redirect_end(reporter_.judge_.last_path());
    path_suggestion_ = std::move(end.suggestion);
    return std::move(end.path);
  }

  /// The id of a fragment with a query behind it, "sec?utm=1".
  std::optional<std::string> id_before_query(Verdict const& verdict,
                                             std::string const& fragment) const {
    const std::size_t query = fragment.find('?');
    if (query == 0 || query == fragment.npos) return std::nullopt;
    const std::uint32_t page = verdict.use.to;
    std::string id = fragment.substr(0, query);
    if (!reporter_.facts_->anchors.has(use_of(reporter_.hash_, id, page, page)))
      return std::nullopt;
    return id;
  }

  std::optional<std::string> suggestion_of(Verdict const& verdict, std::string const& fragment) {
    switch (verdict.rule) {
      case Rule::missing_file:
      case Rule::missing_index:
      case Rule::case_mismatch:
      case Rule::redirect_broken:
      case Rule::wrong_type:
        if (path_suggestion_) return path_suggestion_->path;
        return std::nullopt;
      case Rule::missing_fragment:
        if (auto id = id_before_query(verdict, fragment)) return id;
        if (is_lost(verdict)) return std::nullopt;
        if (verdict.use.to == page_.number && !ids_.empty()) {
          reporter_.suggestions_.set_ids(page_, std::exchange(ids_, {}));
        }
        return reporter_.suggestions_.for_id(verdict.use.to, fragment, page_.number);
      case Rule::outside_site:
      case Rule::external:
        return reporter_.suggestions_.inside_site(reporter_.judge_.url());
      case Rule::redirected_link:
        return redirected_url();
      case Rule::redirected:
        return reporter_.judge_.moved_url();
      case Rule::not_from_files:
        return file_meant(verdict);
      case Rule::insecure_own_url:
        return "https" + reporter_.judge_.url().substr(4);
      default:
        return std::nullopt;
    }
  }

  Finding link_finding(html::Link const& link, Rule rule) {
    Finding finding = page_finding(rule);
    finding.url.reset();
    // The head of an answer has no places; a file of fields has.
    if (field_of(link).empty() || html::is_text_url(link)) place(link.span, finding);
    finding.element = link.element;
    finding.attribute = link.attribute;
    finding.index = link.index;
    finding.raw = link.raw;
    html::LinkBase const& base = block_->bases[link.loaded_base];
    finding.base = base.resolver.base();
    finding.base_source = name(base.source);
    finding.context = block_->contexts[link.context].path;
    const bool is_local_note = rule == Rule::local_address &&
                               reporter_.options_.local_links_are_notes && may_be_followed(link);
    if (is_local_note || (rule == Rule::unresolvable_url && is_guarded_name(link))) {
      finding.severity = std::min(finding.severity, Severity::note);
    }
    if (reporter_.options_.pages.texts && page_.has_ids) {
      if (!texts_) texts_.emplace(page_.source.text, false);
      text_ = html::text_of_link(*texts_, link, *block_).value_or("");
      finding.text = text_;
    }
    finding.form = form_of(link, *block_);
    finding.needs_content = html::needs_content(link);
    return finding;
  }

  /// True for a name of a module that no import map knows, and that a script asks for only when it
  /// gets there: `import("fs")` may well stand where other programs than browsers get alone.
  bool is_guarded_name(html::Link const& link) const {
    html::LinkRow const& row = html::row_of(link);
    return row.is_specifier && !row.is_static_import &&
           reporter_.judge_.error() == url::Error::bare_specifier;
  }

  /// False where nobody wants to know.
  bool send_warning(html::Link const& link, Verdict warning, Rule rule) {
    if (severity(rule) == Severity::off || is_unwanted(link)) return false;
    warning.rule = rule;
    if (!repeats_finding(link, warning)) send_link(link, warning);
    return true;
  }

  /// Counts a link that is fine on a server as one with a finding.
  void count_as_found(Verdict const& verdict) {
    const bool is_counted_as_fine =
        verdict.outcome == Outcome::fine ||
        (verdict.outcome == Outcome::fragment &&
         (reporter_.facts_ == nullptr || !reporter_.facts_->lacks(verdict.use)));
    if (!is_counted_as_fine) return;
    --tally_.fine;
    ++tally_.found;
  }

  /// The file that a link means on a server, where from a file it leads elsewhere.
  std::optional<std::string> file_meant(Verdict const& verdict) const {
    if (verdict.place.kind != PlaceKind::file || verdict.place.entry == no_entry) return {};
    return reporter_.site_.path(verdict.place.entry);
  }

  /// Adds what a live site has answered to a link to itself. Returns where its redirects lead, or
  /// nothing.
  std::string add_own_answer(Verdict const& verdict, Finding& finding) const {
    LiveSite const* const live = reporter_.site_.live();
    const auto own = live == nullptr
                         ? std::nullopt
                         : reporter_.site_.own_url(url::without_fragment(reporter_.judge_.url()));
    const EntryId target = own ? live->find(own->path, own->query) : no_entry;
    if (target == no_entry || verdict.place.kind == PlaceKind::not_asked) return {};
    OwnEnd end = live->follow(target);
    OwnAnswer const& answer = live->answer(end.entry);
    finding.has_answer = true;
    finding.status = answer.status;
    finding.reason = end.kind == OwnEnd::Kind::redirect_loop
                         ? end.goes_on ? redirect_limit_reason : "redirect-loop"
                         : answer.reason;
    return std::move(end.url);
  }

  void send_link(html::Link const& link, Verdict const& verdict) {
    Finding finding = link_finding(link, verdict.rule);
    std::string const& url = reporter_.judge_.url();
    if (!url.empty()) finding.url = url;
    const std::string final_url = add_own_answer(verdict, finding);
    if (!final_url.empty()) finding.final_url = final_url;
    const auto target_bytes = target_of(verdict);
    const std::string target = target_bytes ? text::to_valid_utf8(*target_bytes) : "";
    if (target_bytes) finding.target = target;
    const std::string end = text::to_valid_utf8(end_of(verdict));
    const std::string fragment =
        decode_fragment(read_fragment(url::fragment_of(url).value_or("")).raw);
    const auto suggested = suggestion_of(verdict, fragment);
    const std::string suggestion = suggested ? text::to_valid_utf8(*suggested) : "";
    if (suggested) finding.suggestion = suggestion;
    const std::string by_item = page_.is_feed && !target.empty() ? item_hint(link, url) : "";
    std::string message = text::to_valid_utf8(sentence(
        {.rule = verdict.rule,
         .raw = link.raw,
         .url = url,
         .later_url = reporter_.judge_.later_url(),
         .missing_url = reporter_.judge_.missing_url(),
         .target = target,
         .fragment = fragment,
         .error = url.empty() ? url::message(reporter_.judge_.error()) : "the address is reserved",
         .site_url = reporter_.site_.options().url,
         .index_names = reporter_.site_.options().index,
         .end = end,
         .element = link.element,
         .attribute = link.attribute,
         .field = field_of(link),
         .is_css = link.kind == html::LinkKind::css,
         .is_lost = is_lost(verdict),
         .is_unpublished = verdict.rule == Rule::missing_file && verdict.place.entry != no_entry,
         .may_ignore_case = reporter_.site_.options().rules.may_ignore_case,
         .path = path_suggestion_ && by_item.empty() ? &*path_suggestion_ : nullptr,
         .suggestion = suggestion,
         .obstacle = reporter_.judge_.file_answer().obstacle,
         .requirement = reporter_.judge_.file_answer().requirement,
         .base_status = reporter_.judge_.base_status(),
         .wanted = verdict.wanted,
         .is_by_catch_all = verdict.place.by_catch_all,
         .dangling_link = dangling_link_.path,
         .dangling_target = dangling_link_.target,
         .status = finding.status,
         .reason = finding.reason,
         .final_url = final_url}));
    message += by_item;
    finding.message = message;
    send(finding);
  }

  /// For a link of a feed's item that leads to no file: the one that readers find, who take the
  /// link of the item for its base.
  std::string item_hint(html::Link const& link, std::string const& url) const {
    const auto other = block_ == nullptr ? std::nullopt : block_->item_url(link);
    if (!other || *other == url) return {};
    const Lookup found = reporter_.site_.find(url::without_fragment(*other));
    if (found.status != LookupStatus::found) return {};
    return "; by the link of its item, as many readers take it, it is " +
           text::to_valid_utf8(reporter_.site_.path(found.entry)) +
           ", which exists: --feed-base item reads it so";
  }

  void place(text::Span span, Finding& finding) {
    text::SourceMap const* const map = page_.map();
    finding.offset = map == nullptr ? span.begin : map->to_source(span.begin);
    finding.length = (map == nullptr ? span.end : map->to_source(span.end)) - finding.offset;
    const text::LineColumn at = cursor_.at(span.begin);
    finding.line = at.line;
    finding.column = at.column;
    finding.byte_column = cursor_.byte_column();
    const text::LineColumn end = cursor_.at(span.end);
    finding.end = {end.line, end.column, cursor_.byte_column()};
    show_line(excerpt_of(page_.source.text, span), finding);
  }

  void send(Finding const& finding) {
    if (stopped_) return;
    tally_.count(finding);
    stopped_ = !emit_(finding);
  }

  PageReporter& reporter_;
  PageFile const& page_;
  CheckSummary& tally_;
  Emit const& emit_;
  text::LineCursor cursor_;
  PageElements& elements_;
  std::string file_;
  bool has_fault_ = false;
  bool has_integrity_fault_ = false;
  std::vector<Extra> extras_;
  std::size_t next_extra_ = 0;
  std::vector<std::string> ids_;  // of the page, until they are asked for
  std::unordered_set<std::string, text::SeededHasher> seen_ids_;  // that links ask for
  std::optional<PathSuggestion> path_suggestion_;
  Site::DanglingLink dangling_link_;  // on the way to what is missing
  std::optional<std::string> own_path_;
  text::Hash128 own_hash_ = {};  // of its URL
  /// The findings of `src` and `srcset` of the element that had one last.
  struct {
    std::unordered_set<std::uint64_t> src;
    std::unordered_set<std::uint64_t> srcset;
    std::uint32_t element_key = html::Link::no_element;
    std::uint64_t seed = text::process_hash_key()[0];
  } sources_;
  html::LinkBlock const* block_ = nullptr;
  std::span<KnownFault const> faults_;    // of the page, by their links
  std::optional<html::LinkTexts> texts_;  // once one was asked for
  std::string text_;                      // of the last link
  std::uint32_t fields_ = 0;              // links in the head of the answer so far
  bool warned_ = false;
  bool stopped_ = false;
};

PageReporter::PageReporter(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
                           FoldedNames const& names, CheckOptions const& options)
    : site_(site),
      hash_(hash),
      options_(options),
      judge_(site, redirects, hash, options),
      suggestions_(site, names),
      digests_(site) {
  page_.options.also = options.also;
  page_.options.xml_base = options.xml_base;
  page_.options.feed_base = options.feed_base;
  if (options.as_files) judge_.look_as_files();
}

PageReporter::~PageReporter() = default;

std::optional<std::string> PageReporter::other_digest(html::Link const& link,
                                                      html::LinkBlock const& block,
                                                      Verdict const& verdict) {
  if (verdict.outcome != Outcome::fine || verdict.place.kind != PlaceKind::file)
    return std::nullopt;
  return digests_.other_digest(verdict.place.entry,
                               html::integrity_of(link, block.element_of(link)));
}

std::optional<std::string> PageReporter::report(std::uint32_t number, CheckSummary& tally,
                                                Emit const& emit, Rows rows) {
  if (const auto opened = open_page(site_, number, page_); !opened) return opened.error();
  elements_.reset();
  if (!page_.binary.empty()) return "holds no text any more";  // it has changed meanwhile
  Page page(*this, tally, emit);
  if (rows == Rows::all) return page.run();
  page.report_missing();
  return std::nullopt;
}

void PageReporter::begin_rows(CheckSummary& tally, Emit const& emit) {
  rows_ = std::make_unique<Page>(*this, tally, emit);
}

void PageReporter::make_row(html::Link const& link, html::LinkBlock const& block,
                            Verdict const& verdict) {
  rows_->make_row(link, block, verdict);
}

void PageReporter::warn(html::Link const& link, html::LinkBlock const& block,
                        Verdict const& verdict) {
  rows_->warn(link, block, verdict);
}

}  // namespace hrefkit::site
