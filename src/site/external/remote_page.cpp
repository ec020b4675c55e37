#include "hrefkit/site/external/remote_page.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/script_built.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/body.h"
#include "hrefkit/http/fields.h"
#include "hrefkit/site/check/answer_head.h"
#include "hrefkit/site/check/page_scan.h"
#include "hrefkit/site/external/wall_marks.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/url/url.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// A page has at least so many bytes more before it is read again on the chance that it has all.
constexpr std::size_t min_growth = 4096;

/// The parser for a computed type whose documents have ids; nothing for other types.
std::optional<html::ContentType> type_with_ids(std::string_view type) {
  if (type == "text/html") return html::ContentType::html;
  if (type == "application/xhtml+xml" || type == "image/svg+xml") return html::ContentType::xml;
  return std::nullopt;
}

}  // namespace

std::string sent_on_to(http::Fields const& fields, std::string_view url) {
  const AnswerHead head = read_answer_head(lines_of_links(fields));
  if (head.links.empty() || head.links.front().field != refresh_field) return {};
  if (!sends_on(head.refresh)) return {};
  const auto page = url::Url::parse(url);
  if (!page) return {};
  const auto target = url::Url::parse(head.links.front().raw, {.base = &*page});
  if (!target || url::equal(*target, *page, url::Fragment::excluded)) return {};
  return std::string(target->href());
}

std::uint64_t id_hash(std::string_view id) {
  return text::mix64(text::fnv1a64(id));
}

std::vector<std::string> ids_of_fragment(std::string_view fragment) {
  const std::string_view raw = read_fragment(fragment).raw;
  std::vector<std::string> ids{std::string(raw)};
  if (raw.find('%') != raw.npos) ids.push_back(decode_fragment(raw));
  if (const auto line = first_of_lines(raw)) ids.emplace_back(*line);
  const std::size_t size = ids.size();
  for (std::size_t i = 0; i < size; ++i) ids.push_back("user-content-" + ids[i]);
  return ids;
}

bool RemotePage::begin(net::BodyHead const& head) {
  has_begun_ = true;
  bytes_.clear();
  needles_.clear();
  ids_.clear();
  seen_.clear();
  scanned_ = searched_ = found_ = wanted_fragments_ = 0;
  is_fixed_ = is_built_by_script_ = false;
  rest_ = FragmentAnswer::not_judged;
  const auto type = type_with_ids(head.type);
  is_judged_ = type.has_value();
  if (!type) return false;
  type_ = *type;
  url_ = url::without_fragment(head.url);
  head_sends_on_ = !sent_on_to(head.fields, url_).empty();
  sends_to_.clear();
  charset_.clear();
  if (const auto value = head.fields.joined("content-type")) {
    const auto media = html::parse_media_type(*value, html::TypeSyntax::browsers);
    if (media) charset_ = media->charset.value_or("");
  }
  // The fragment of a redirect counts in place of the link's (Fetch 4.4, HTTP-redirect fetch).
  if (const auto fragment = url::fragment_of(head.url)) {
    is_fixed_ = true;
    is_found_.assign(1, false);
    if (!is_wanted_fragment(*fragment)) {
      is_judged_ = false;
      return false;
    }
    want(*fragment, 0);
    return true;
  }
  is_found_.assign(fragments_.size(), false);
  for (std::size_t i = 0; i < fragments_.size(); ++i) {
    if (type_ == html::ContentType::xml && head.type == "image/svg+xml" &&
        is_svg_view(read_fragment(fragments_[i]).raw)) {
      is_found_[i] = true;
      continue;
    }
    want(fragments_[i], i);
  }
  return !has_all();
}

void RemotePage::want(std::string_view fragment, std::size_t number) {
  ++wanted_fragments_;
  for (std::string& id : ids_of_fragment(fragment)) needles_[std::move(id)].push_back(number);
}

/// True where the bytes hold one of the ids of each fragment somewhere: in an encoding that is no
/// superset of ASCII they never do, and then the page's growth decides.
bool RemotePage::may_have_all() {
  seen_.resize(is_found_.size());
  for (auto const& [id, numbers] : needles_) {
    const bool is_needed =
        std::any_of(numbers.begin(), numbers.end(), [&](std::size_t i) { return !seen_[i]; });
    const std::size_t begin = searched_ - std::min(searched_, id.size());
    if (!is_needed || bytes_.find(id, begin) == std::string::npos) continue;
    for (const std::size_t i : numbers) seen_[i] = true;
  }
  searched_ = bytes_.size();
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    if (!seen_[i] && !is_found_[i]) return false;
  }
  return true;
}

bool RemotePage::read(std::string_view bytes) {
  bytes_ += bytes;
  constexpr std::size_t max_searched = 16;  // fragments whose ids are looked for in the bytes
  const bool has_doubled = bytes_.size() >= 2 * scanned_ + min_growth * 4;
  const bool has_grown = bytes_.size() >= scanned_ + std::max(min_growth / 8, scanned_ / 8);
  const bool is_worth_it =
      has_doubled || (has_grown && needles_.size() <= max_searched && may_have_all());
  if (is_worth_it) scan(false);
  return !has_all();
}

bool RemotePage::has_enough() {
  if (!has_all()) scan(false);
  return has_all();
}

bool RemotePage::is_wall() {
  return is_judged_ && has_wall_mark(bytes_) && !has_enough();
}

void RemotePage::find(std::string_view id) {
  if (ids_.size() < max_ids) ids_.push_back(id_hash(id));
  const auto wanted = needles_.find(std::string(id));
  if (wanted == needles_.end()) return;
  for (const std::size_t number : wanted->second) {
    if (is_found_[number]) continue;
    is_found_[number] = true;
    ++found_;
  }
}

void RemotePage::scan(bool is_last) {
  scanned_ = bytes_.size();
  ids_.clear();
  html::Notes notes;
  const auto source = html::decode_source(bytes_,
                                          {.content_type = type_,
                                           .transport_charset = charset_,
                                           .fallback = {.utf_8_if_valid = true},
                                           .with_map = false},
                                          buffer_, notes);
  if (!source) return;
  std::size_t links_for_readers = 0;
  std::string sends_to;  // by the first refresh
  const auto read_links = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (link.context != 0) continue;
      if (link.kind == html::LinkKind::hyperlink && link.element != "link") ++links_for_readers;
      if (link.kind != html::LinkKind::refresh) continue;
      if (!sends_on(block.element_of(link).attribute("content").value_or(""))) continue;
      const auto url = block.resolve(link);
      if (sends_to.empty() && url && url::without_fragment(*url) != url_) sends_to = *url;
    }
  };
  const auto find_anchors = [&](std::span<html::Anchor const> found) {
    for (html::Anchor const& anchor : found) {
      if (!anchor.name.empty()) find(anchor.name);
    }
  };
  html::LinkSink sink{.anchors = find_anchors};
  if (is_last) sink.links = read_links;
  html::DocumentOptions options{.url = url_, .xml_base = html::XmlBase::automatic};
  const auto found = finder_.find(*source, options, sink);
  if (!found || !is_last) return;
  const bool sends_readers_on = head_sends_on_ || !sends_to.empty();
  const bool only_redirects = sends_readers_on && links_for_readers <= max_links_of_redirect;
  if (only_redirects && !sends_to.empty()) {
    // One in noscript is for readers without scripts.
    options.scripting = true;
    sends_to.clear();
    static_cast<void>(finder_.find(*source, options, {.links = read_links}));
    sends_to_ = std::move(sends_to);
  }
  is_built_by_script_ = !only_redirects && html::is_built_by_script(source->text);
  if (only_redirects || is_built_by_script_) is_judged_ = false;
}

void RemotePage::finish(net::Series const& series) {
  // What answers is a wall: the page itself has not been seen.
  if (!has_begun_ || !series.was_read || series.end == net::End::wall) is_judged_ = false;
  if (is_judged_ && !has_all()) {
    scan(true);
    if (!is_judged_) {
      rest_ = is_built_by_script_ ? FragmentAnswer::of_script : FragmentAnswer::not_judged;
    } else if (series.notes.unknown_coding) {
      rest_ = FragmentAnswer::coding;
    } else if (series.notes.over_limit) {
      rest_ = FragmentAnswer::body_limit;
    } else if (series.failure == net::Failure::timeout) {
      rest_ = FragmentAnswer::timed_out;
    } else if (series.is_truncated || series.notes.ended_early) {
      rest_ = FragmentAnswer::truncated;
    } else {
      rest_ = FragmentAnswer::missing;
    }
  }
  std::string().swap(bytes_);
  std::string().swap(buffer_);
}

FragmentAnswer RemotePage::answer(std::size_t number) const {
  const std::size_t at = is_fixed_ ? 0 : number;
  if (at < is_found_.size() && is_found_[at]) return FragmentAnswer::found;
  return rest_;
}

}  // namespace hrefkit::site
