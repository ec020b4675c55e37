#include "hrefkit/site/check/answer_head.h"

#include <algorithm>
#include <array>
#include <optional>
#include <tl/expected.hpp>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/insecure_requests.h"
#include "hrefkit/html/link_field.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/page_outline.h"
#include "hrefkit/html/refresh.h"
#include "hrefkit/http/isomorphic.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"

namespace hrefkit::site {

namespace {

constexpr std::string_view policy_field = "Content-Security-Policy";
constexpr std::string_view robots_field = "X-Robots-Tag";

/// Calls `visit` for each part of a list, without white space around it.
template <typename Visit>
void for_each_part(std::string_view list, char separator, Visit const& visit) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(separator), list.size());
    const std::string_view part = text::strip_ascii_whitespace(list.substr(0, end));
    if (!part.empty()) visit(part);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

/// The directives of a policy that decide about links. The others may have a nonce, which is
/// another one in each answer, and are often long.
std::string directives_of_links(std::string_view policies) {
  std::string kept;
  for_each_part(policies, ',', [&](std::string_view policy) {
    std::string directives;
    for_each_part(policy, ';', [&](std::string_view directive) {
      const std::string_view name = directive.substr(0, directive.find_first_of(" \t"));
      if (!text::equals_ignoring_ascii_case(name, "base-uri") &&
          !text::equals_ignoring_ascii_case(name, "upgrade-insecure-requests")) {
        return;
      }
      if (!directives.empty()) directives += "; ";
      directives += directive;
    });
    if (directives.empty()) return;
    if (!kept.empty()) kept += ", ";
    kept += directives;
  });
  return kept;
}

/// As of a link element of the page at `url`.
html::LinkUse use_of(AnswerHead::Link const& link, std::string_view url) {
  const bool is_own = !link.anchor || html::is_anchored_in(*link.anchor, url);
  return is_own ? link.use : html::LinkUse::not_used;
}

}  // namespace

std::string_view field_of(html::Link const& link) {
  if (link.ns != html::Namespace::none || !link.element.empty()) return {};
  if (link.attribute == link_field) return "Link";
  return link.attribute == refresh_field ? "Refresh" : std::string_view();
}

std::string lines_of_links(http::Fields const& fields) {
  std::string lines;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    lines.append(name).append(": ").append(value).append("\r\n");
  };
  if (const auto policies = fields.joined(policy_field)) {
    add(policy_field, directives_of_links(*policies));
  }
  // Of the field, what is kept for each page is whether it forbids.
  const std::vector<std::string_view> robots = fields.all(robots_field);
  if (std::any_of(robots.begin(), robots.end(), html::forbids_index)) add(robots_field, "noindex");
  for (const std::string_view name : {"Refresh", "Link"}) {
    const auto value = fields.joined(name);
    const std::size_t room = max_answer_head - std::min(lines.size(), max_answer_head);
    if (value) add(name, std::string_view(*value).substr(0, room));
  }
  return lines;
}

AnswerHead read_answer_head(std::string_view lines) {
  AnswerHead head;
  if (lines.empty()) return head;
  const http::Fields fields = http::Fields::parse(lines);
  if (const auto policies = fields.joined(policy_field)) {
    head.policies.push_back(*policies);
    head.upgrades_requests = html::upgrades_requests(*policies);
  }
  head.is_noindex = fields.joined(robots_field).has_value();
  const std::string refresh = http::isomorphic_decode(fields.joined("Refresh").value_or(""));
  const auto place = html::find_refresh_url(refresh);
  if (place && !place->empty()) {
    head.refresh = refresh.substr(0, place->begin);
    head.links.push_back({.field = refresh_field, .raw = std::string(place->in(refresh))});
  }
  const std::string value = http::isomorphic_decode(fields.joined("Link").value_or(""));
  for (http::LinkValue const& link : http::parse_link_header(value)) {
    for (html::FieldUrl const& url :
         html::urls_of_field_link(link.target, link.rel, link.image_srcset)) {
      head.links.push_back({.field = link_field,
                            .raw = std::string(url.raw),
                            .rel = link.rel,
                            .anchor = link.anchor,
                            .kind = url.kind,
                            .use = url.use,
                            .hreflang = link.hreflang});
    }
  }
  return head;
}

html::Flow emit_answer_links(AnswerHead const& head, std::string const& url, std::string_view text,
                             html::LinkSink const& sink) {
  const auto resolver = url::Resolver::with_base(url, {});
  if (!resolver) return html::Flow::go_on;
  const std::array bases{html::LinkBase{*resolver}};
  const std::array<html::LinkContext, 1> contexts{};
  std::vector<html::Link> links;
  for (std::size_t i = 0; i < head.links.size(); ++i) {
    AnswerHead::Link const& each = head.links[i];
    html::Link link;
    link.attribute = each.field;
    link.raw = each.raw;
    link.ns = html::Namespace::none;
    link.kind = each.kind;
    link.rel = each.rel;
    link.use = use_of(each, url);
    links.push_back(link);
    if (links.size() < html::max_link_block && i + 1 < head.links.size()) continue;
    const html::Flow flow =
        sink.links({.links = links, .bases = bases, .contexts = contexts, .text = text});
    if (flow == html::Flow::stop) return flow;
    links.clear();
  }
  return html::Flow::go_on;
}

}  // namespace hrefkit::site
