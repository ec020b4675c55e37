#include "hrefkit/site/check/redirect_findings.h"

#include <algorithm>

#include "hrefkit/site/check/source_excerpt.h"
#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

namespace {

/// Where a rule's target leads.
Place place_of(Site const& site, TargetFinder& targets, std::string_view target) {
  target = target.substr(0, target.find('#'));
  if (!target.starts_with('/')) {
    const auto own = site.own_url(target);
    if (!own) return {.kind = PlaceKind::other_origin};
    return targets.find_own(own->path, own->query);
  }
  const std::size_t query = target.find('?');
  return targets.find_own(target.substr(0, query), query == std::string_view::npos
                                                       ? std::string_view()
                                                       : target.substr(query + 1));
}

bool is_ascii_or_utf8(std::string_view bytes) {
  return text::find_invalid_utf8(bytes) == bytes.size();
}

/// Makes the rows of one file.
class RedirectRows {
 public:
  RedirectRows(Site const& site, Redirects const& redirects, std::string_view bytes,
               CheckOptions const& options, CheckSummary& tally, Emit const& emit)
      : site_(site),
        redirects_(redirects),
        targets_(site, redirects),
        bytes_(bytes),
        options_(options),
        tally_(tally),
        emit_(emit),
        cursor_(bytes),
        file_(site.file_path(site.entry(redirects_name))),
        url_(site.url(site.entry(redirects_name))) {}

  bool run() {
    auto rule = redirects_.rules().begin();
    auto broken = redirects_.broken_lines().begin();
    const auto rules_end = redirects_.rules().end();
    const auto broken_end = redirects_.broken_lines().end();
    while (!stopped_ && (rule != rules_end || broken != broken_end)) {
      const bool is_rule =
          broken == broken_end || (rule != rules_end && rule->line.begin < broken->begin);
      if (is_rule) {
        check(*rule++);
      } else {
        send(Rule::redirect_broken, *broken++, {},
             "this line is not a redirect: PATH TARGET STATUS");
      }
    }
    return !stopped_;
  }

 private:
  void check(Redirect const& rule) {
    if (has_placeholder(rule) || (!leads_on(rule) && rule.status != 404)) return;
    ++tally_.links;
    const Place place = place_of(site_, targets_, rule.to);
    switch (place.kind) {
      case PlaceKind::redirect_loop:
        return count(send(Rule::redirect_loop, rule.target, rule.to,
                          "the redirects from here lead back to where they began"));
      case PlaceKind::folder:
      case PlaceKind::missing:
      case PlaceKind::redirect_broken:
        return count(send(Rule::redirect_broken, rule.target, rule.to,
                          "the redirect leads to " + rule.to + ", which does not exist"));
      case PlaceKind::other_origin:
        ++tally_.external;
        return;
      case PlaceKind::outside_site:
      case PlaceKind::unlisted:
      case PlaceKind::file:
      case PlaceKind::redirected_away:
        ++tally_.fine;
        return;
    }
  }

  void count(bool sent) { ++(sent ? tally_.found : tally_.ignored); }

  /// False when the finding is not wanted.
  bool send(Rule rule, text::Span span, std::string const& to, std::string const& message) {
    Finding finding;
    finding.rule = rule;
    finding.severity = options_.severities[rule];
    if (finding.severity == Severity::off) return false;
    if (options_.is_excluded && options_.is_excluded(to)) return false;
    finding.file = file_;
    const text::LineColumn at = cursor_.at(span.begin);
    finding.line = at.line;
    finding.column = at.column;
    finding.offset = span.begin;
    finding.length = span.length();
    finding.raw = span.in(bytes_);
    const std::string url = to.starts_with('/') ? site_.origin() + to : to;
    if (!to.empty()) finding.url = url;
    finding.base = url_;
    finding.base_source = "document";
    const auto own = site_.own_url(url);
    const auto target = own ? site_.relative_path(own->path) : std::nullopt;
    if (target && is_ascii_or_utf8(*target)) finding.target = *target;
    finding.message = message;
    const SourceExcerpt excerpt = excerpt_of(bytes_, span);
    finding.source_line = excerpt.text;
    finding.source_begin = excerpt.span.begin;
    finding.source_end = excerpt.span.end;
    ++tally_.by_rule[static_cast<std::size_t>(rule)];
    if (finding.severity == Severity::error) ++tally_.errors;
    if (finding.severity == Severity::warning) ++tally_.warnings;
    stopped_ = !emit_(finding);
    return true;
  }

  Site const& site_;
  Redirects const& redirects_;
  TargetFinder targets_;
  std::string_view bytes_;
  CheckOptions const& options_;
  CheckSummary& tally_;
  Emit const& emit_;
  text::LineCursor cursor_;
  std::string file_;
  std::string url_;
  bool stopped_ = false;
};

}  // namespace

bool find_redirect_findings(Site const& site, Redirects const& redirects, std::string_view bytes,
                            CheckOptions const& options, CheckSummary& tally, Emit const& emit) {
  return RedirectRows(site, redirects, bytes, options, tally, emit).run();
}

}  // namespace hrefkit::site
