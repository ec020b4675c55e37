#include "hrefkit/site/check/redirect_findings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/host.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/number_text.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// The parts of a rule's target.
struct Target {
  std::string_view path;  ///< from its slash on; empty for another site
  std::string_view query;
  std::optional<std::string_view> fragment;
};

Target target_of(Site const& site, std::string_view text) {
  Target target;
  target.fragment = url::fragment_of(text);
  // "//user:password@host" is no path.
  if (!text.starts_with('/') || url::masked_url(text) != text) {
    const auto own = site.own_url(url::without_fragment(text));
    if (own) target.path = own->path;
    if (own) target.query = own->query;
    return target;
  }
  target.path = url::without_query(text);
  target.query = url::query_of(text).value_or("");
  return target;
}

/// What a row says beside its place.
struct RedirectRow {
  Rule rule = Rule::redirect_broken;
  std::string message = {};
  std::optional<std::string> suggestion = {};
  std::optional<std::string> target = {};  ///< where it is not the path that is written
};

/// Makes the rows of one file.
class RedirectRows {
 public:
  RedirectRows(CheckedSite const& checked, SiteRedirects::File const& file,
               CheckOptions const& options, CheckSummary& tally, Emit const& emit)
      : checked_(checked),
        rules_(file.redirects),
        is_lines_(redirect_syntax_of(name_part(file.name), file.bytes) ==
                  RedirectSyntax::redirects),
        site_(checked.site),
        targets_(checked.site, checked.redirects),
        suggestions_(checked.site, checked.names),
        mark_(static_cast<std::uint32_t>(Redirects::mark_length(file.bytes))),
        text_(std::string_view(file.bytes).substr(mark_)),
        options_(options),
        tally_(tally),
        emit_(emit),
        cursor_(text_),
        file_(file.path),
        url_(file.is_in_root ? site_.url(site_.entry(file.name)) : site_.url(0)) {}

  bool run() {
    if (!rules_.fault().empty()) send_fault();
    std::vector<Redirect const*> rules;  // in the order of the file
    for (Redirect const& rule : rules_.rules()) rules.push_back(&rule);
    std::stable_sort(rules.begin(), rules.end(),
                     [](auto const* a, auto const* b) { return a->line.begin < b->line.begin; });
    auto rule = rules.begin();
    auto broken = rules_.broken_lines().begin();
    auto ignored = rules_.ignored_rules().begin();
    const auto rule_at = [&] { return rule == rules.end() ? no_place : (*rule)->line.begin; };
    const auto broken_at = [&] {
      return broken == rules_.broken_lines().end() ? no_place : broken->begin;
    };
    const auto ignored_at = [&] {
      return ignored == rules_.ignored_rules().end() ? no_place : ignored->place.begin;
    };
    while (!stopped_) {
      const std::uint32_t next = std::min({rule_at(), broken_at(), ignored_at()});
      if (next == no_place) break;
      if (rule_at() == next) {
        check(**rule++);
      } else if (broken_at() == next) {
        send(*broken++, {},
             {.message = is_lines_ ? "this line is not a redirect: PATH TARGET STATUS"
                                   : "this entry is not a redirect"});
      } else {
        send_ignored(*ignored++);
      }
    }
    return !stopped_;
  }

 private:
  static constexpr std::uint32_t no_place = UINT32_MAX;

  void send_ignored(IgnoredRule const& ignored) {
    std::string message = sentence({.rule = Rule::redirect_ignored, .error = ignored.why});
    if (ignored.more != 0) message += ", and drops " + text::grouped_number(ignored.more) + " more";
    send(ignored.place, {}, {.rule = Rule::redirect_ignored, .message = std::move(message)});
  }

  /// A file that is not TOML or JSON.
  void send_fault() {
    const auto begin = static_cast<std::uint32_t>(rules_.fault_offset());
    send({begin, begin}, {},
         {.rule = Rule::not_well_formed,
          .message = std::string(rules_.fault()) + "; its redirects are not known"});
  }

  void check(Redirect const& rule) {
    if (&rule == checked_.redirects.catch_all()) report_catch_all(rule);
    if (rule.own || (rule.early && rule.forward)) return;
    if (!leads_on(rule) && (rule.status != 404 || rule.to.empty())) return;
    if (leads_to_local_address(rule)) {
      ++tally_.links;
      return count(send(rule.target, rule.to, local_row(rule)));
    }
    if (has_placeholder(rule)) return;
    ++tally_.links;
    const Target target = target_of(site_, rule.to);
    if (target.path.empty()) {
      ++tally_.external;
      return;
    }
    if (is_host_service(target.path)) {
      ++tally_.fine;
      return;
    }
    const TargetPlace place = targets_.find_own(target.path, target.query);
    switch (place.kind) {
      case PlaceKind::redirect_loop:
        return count(send(rule.target, rule.to, loop_row(place)));
      case PlaceKind::folder:
      case PlaceKind::missing:
      case PlaceKind::redirect_broken:
        return count(send(rule.target, rule.to, broken_row(target)));
      case PlaceKind::other_origin:
        ++tally_.external;
        return;
      case PlaceKind::file:
        return check_fragment(rule, target, place);
      case PlaceKind::outside_site:
      case PlaceKind::unlisted:
      case PlaceKind::redirected_away:
      case PlaceKind::server_error:  // of live sites, which have no such files
      case PlaceKind::blocked:
      case PlaceKind::not_asked:
      case PlaceKind::open:
        ++tally_.fine;
        return;
    }
  }

  void report_catch_all(Redirect const& rule) {
    const std::size_t links = tally_.by_catch_all;
    if (links == 0) return;
    send(is_lines_ ? rule.line : rule.target, rule.to,
         {.rule = Rule::catch_all,
          .message =
              text::grouped_number(links) + (links == 1 ? " link works" : " links work") +
              " by this rule alone: it answers every address, so missing pages are not found"});
  }

  /// As for a link: not where the site itself has such an address.
  bool leads_to_local_address(Redirect const& rule) const {
    const auto url = url::Url::parse(rule.to);
    return url && options_.severities[Rule::local_address] != Severity::off &&
           !is_local_address(site_.options().url) && is_local_address(url->href(), options_);
  }

  static RedirectRow local_row(Redirect const& rule) {
    return {.rule = Rule::local_address,
            .message = sentence({.rule = Rule::local_address, .raw = rule.to, .url = rule.to})};
  }

  static RedirectRow loop_row(TargetPlace const& place) {
    return {.rule = Rule::redirect_loop,
            .message = place.goes_on ? "more than 20 redirects follow each other from here"
                                     : "the redirects from here form a loop"};
  }

  RedirectRow broken_row(Target const& target) {
    const RedirectEnd end =
        suggestions_.for_redirect_end(targets_.last_path(target.path, target.query));
    RedirectRow row;
    if (end.suggestion) row.suggestion = end.suggestion->path;
    row.message =
        "the redirect leads to " + (end.path.empty() ? "/" : end.path) + ", which does not exist";
    return row;
  }

  void check_fragment(Redirect const& rule, Target const& target, TargetPlace const& place) {
    const std::uint32_t page = site_.page_number(place.entry);
    const bool is_judged =
        target.fragment && place.keeps_fragment && page != no_entry && !site_.is_svg_page(page);
    const Fragment read = is_judged ? read_fragment(*target.fragment) : Fragment{};
    if (!is_judged || read.kind != FragmentKind::element ||
        !checked_.facts.lacks(use_of(checked_.hash, read.raw, page, page))) {
      ++tally_.fine;
      return;
    }
    const std::string id = decode_fragment(read.raw);
    RedirectRow row{.rule = Rule::missing_fragment,
                    .suggestion = suggestions_.for_id(page, id, page),
                    .target = site_.path(place.entry)};
    row.message = sentence({.rule = row.rule,
                            .target = *row.target,
                            .fragment = id,
                            .suggestion = row.suggestion ? *row.suggestion : std::string_view()});
    count(send(rule.target, rule.to, row));
  }

  void count(bool sent) { ++(sent ? tally_.found : tally_.ignored); }

  /// False when the finding is not wanted.
  bool send(text::Span span, std::string const& to, RedirectRow const& row) {
    Finding finding;
    finding.rule = row.rule;
    finding.severity = options_.severities[row.rule];
    if (finding.severity == Severity::off) return false;
    if (options_.is_excluded && options_.is_excluded(to)) return false;
    finding.file = file_;
    const text::Span in_text{span.begin - mark_, span.end - mark_};
    const text::LineColumn at = cursor_.at(in_text.begin);
    finding.line = at.line;
    finding.column = at.column;
    finding.offset = span.begin;
    finding.length = span.length();
    const std::string raw = text::to_valid_utf8(in_text.in(text_));
    finding.raw = raw;
    const std::string url = text::to_valid_utf8(to.starts_with('/') ? site_.origin() + to : to);
    if (!to.empty()) finding.url = url;
    finding.base = url_;
    finding.base_source = "document";
    const auto path = row.target ? row.target : site_.relative_path_of(url);
    const std::string target = text::to_valid_utf8(path.value_or(""));
    if (path) finding.target = target;
    const std::string suggestion = text::to_valid_utf8(row.suggestion.value_or(""));
    if (row.suggestion) finding.suggestion = suggestion;
    const std::string message = with_reference(raw, text::to_valid_utf8(row.message));
    finding.message = message;
    // The file need not be UTF-8.
    const SourceExcerpt excerpt = excerpt_of(text_, in_text);
    const bool is_text = text::find_invalid_utf8(excerpt.text) == excerpt.text.size();
    if (is_text) show_line(excerpt, finding);
    tally_.count(finding);
    stopped_ = !emit_(finding);
    return true;
  }

  CheckedSite const& checked_;
  Redirects const& rules_;
  bool is_lines_;  // the file is `_redirects`
  Site const& site_;
  TargetFinder targets_;
  Suggestions suggestions_;
  std::uint32_t mark_;     // length of the byte order mark
  std::string_view text_;  // what follows it: columns count from there
  CheckOptions const& options_;
  CheckSummary& tally_;
  Emit const& emit_;
  text::LineCursor cursor_;
  std::string file_;
  std::string url_;
  bool stopped_ = false;
};

}  // namespace

bool find_redirect_findings(CheckedSite const& checked, SiteRedirects::File const& file,
                            CheckOptions const& options, CheckSummary& tally, Emit const& emit) {
  if (file.is_in_root && options.is_reported && !options.is_reported(file.name)) return true;
  return RedirectRows(checked, file, options, tally, emit).run();
}

}  // namespace hrefkit::site
