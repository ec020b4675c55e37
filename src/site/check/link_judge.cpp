#include "hrefkit/site/check/link_judge.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check/page_elements.h"
#include "hrefkit/site/crawl/live_site.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/about_url.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

std::string_view scheme_of(std::string_view url) {
  return url.substr(0, url.find(':'));
}

bool has_host_of_web(std::string_view scheme) {
  return scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss" ||
         scheme == "ftp";
}

// Which links are judged at all, by what the link table says of them.

/// True when HTML wants a non-empty URL in the link's attribute ("valid non-empty URL potentially
/// surrounded by spaces"), or where an empty one describes nothing: in a social card.
bool wants_url(html::Link const& link);

using html::Link;
using html::LinkKind;
using html::Namespace;

bool wants_url(Link const& link) {
  html::LinkRow const& row = html::row_of(link);
  return link.empty || html::is_action(row) ||
         (is_description(link) && row.grammar == html::LinkGrammar::url);
}

/// What hides base elements from their document, or moves them.
bool has_base_moving_markup(std::string_view text) {
  return text.find("<?marker") != text.npos || text.find("<?start") != text.npos ||
         text::find_ignoring_ascii_case(text, "shadowrootmode") != std::string_view::npos;
}

/// True where a base element gives one of the bases of the block; `link` is its href.
bool gives_base(html::Link const& link, html::LinkBlock const& block) {
  return std::any_of(block.bases.begin(), block.bases.end(), [&](html::LinkBase const& base) {
    return base.source == html::BaseSource::base && base.declared.begin <= link.span.begin &&
           link.span.end <= base.declared.end;
  });
}

}  // namespace

bool leads_reader(Link const& link) {
  switch (link.kind) {
    case LinkKind::hyperlink:
    case LinkKind::frame:
    case LinkKind::object:
    case LinkKind::form:
    case LinkKind::cite:
    case LinkKind::refresh:
      return true;
    default:
      return false;
  }
}

bool is_description(Link const& link) {
  return link.ns == Namespace::html && link.kind == LinkKind::metadata;
}

bool asks_for_svg_id(Link const& link) {
  return link.kind == LinkKind::hyperlink || link.kind == LinkKind::frame ||
         (link.ns == Namespace::svg && link.element == "use");
}

void BaseElementJudge::begin(PageFile const& page) {
  page_ = &page;
  contexts_with_base_.clear();
  needs_tree_.reset();
  last_status_.reset();
}

/// FAST: in most pages the first base element of each document counts.
bool BaseElementJudge::counts(html::Link const& link, html::LinkBlock const& block,
                              std::string_view url) {
  if (!needs_tree_) {
    const std::string_view text = page_->source.text;
    needs_tree_ = has_base_moving_markup(text);
    if (*needs_tree_) read_tree();
  }
  last_status_.reset();
  if (*needs_tree_) {
    const auto found = std::lower_bound(
        in_tree_.begin(), in_tree_.end(), link.span.begin,
        [](TreeBase const& base, std::uint32_t begin) { return base.begin < begin; });
    const bool is_known = found != in_tree_.end() && found->begin == link.span.begin;
    last_status_ = is_known ? std::optional(found->status) : std::nullopt;
    return last_status_ == html::BaseElementStatus::used;
  }
  auto& known = contexts_with_base_;
  if (std::find(known.begin(), known.end(), link.context) != known.end()) return false;
  known.push_back(link.context);
  if (url.empty() || html::has_unusable_scheme(url)) return false;
  if (gives_base(link, block)) return true;
  last_status_ = html::BaseElementStatus::blocked;
  return false;
}

void BaseElementJudge::read_tree() {
  in_tree_.clear();
  html::Notes notes;
  const html::ContextTree tree(page_->source, page_->options, notes);
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) {
    html::Context const& context = tree.contexts()[i];
    for (html::BaseElement const& element : context.base.elements) {
      const auto href = context.document.find_attribute(element.node, "href");
      if (href) in_tree_.push_back({tree.to_file(i, href->span).begin, element.status});
    }
  }
  std::sort(in_tree_.begin(), in_tree_.end(),
            [](TreeBase const& a, TreeBase const& b) { return a.begin < b.begin; });
}

namespace {

using html::Link;
using html::LinkKind;

Verdict finding(Rule rule, TargetPlace place = {}) {
  Verdict verdict;
  verdict.outcome = Outcome::finding;
  verdict.rule = rule;
  verdict.place = place;
  return verdict;
}

Verdict not_judged(SkipReason reason) {
  Verdict verdict;
  verdict.outcome = Outcome::not_judged;
  verdict.reason = reason;
  return verdict;
}

/// A reference as the URL parser reads it: without tabs and line ends, and without what it strips
/// from the start (URL Standard 4.4, basic URL parser, steps 1 to 3).
std::string as_parsed(std::string_view raw) {
  std::string read;
  for (const char c : raw) {
    const bool is_stripped = read.empty() && url::c0_control_or_space.contains(c);
    if (!is_stripped && !url::ascii_tab_or_newline.contains(c)) read += c;
  }
  return read;
}

/// True when the reference says which host it is for: "https://h/x" or "//h/x". "https:/x" does so
/// only where the base URL has another scheme (URL Standard 4.4, special relative or authority
/// state).
bool names_host(std::string_view raw, std::string_view base) {
  const std::string read = as_parsed(raw);
  std::string_view rest = read;
  const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
  const std::size_t end = rest.find_first_of(":/?#\\");
  if (end != std::string_view::npos && rest[end] == ':') {
    const std::string_view scheme = rest.substr(0, end + 1);
    rest.remove_prefix(end + 1);
    if (!text::equals_ignoring_ascii_case(base.substr(0, end + 1), scheme)) return true;
  }
  return rest.size() >= 2 && is_slash(rest[0]) && is_slash(rest[1]);
}

/// The same for the value of a base element that is in force for the link.
ReferenceForm form_of_base(html::LinkBase const& base, std::string_view text) {
  if (base.source != html::BaseSource::base || base.declared.end > text.size()) {
    return ReferenceForm::from_page;
  }
  constexpr std::size_t enough = 256;  // a base may be as long as its page
  const std::string_view value =
      text.substr(base.declared.begin, base.declared.end - base.declared.begin);
  const std::string read =
      as_parsed(value.substr(std::min(value.find_first_not_of(" \t\n\f\r"), value.size()), enough));
  if (url::scheme_length(read) != 0 || read.starts_with("//")) return ReferenceForm::from_host;
  return read.starts_with('/') ? ReferenceForm::from_root : ReferenceForm::from_page;
}

/// True for a `url(#x)` that an element's own attribute has for it. A rule of a style sheet may fit
/// no element, and "#default#VML" names what is built into a browser.
bool names_element(Link const& link) {
  return !link.attribute.empty() && link.raw.find('#', 1) == std::string_view::npos;
}

/// True for a host of an http URL that is an IPv4 address: it ends in a number (URL Standard 3.5).
bool is_ipv4(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return last.find_first_not_of("0123456789") == std::string_view::npos;
}

/// True for hosts that count as secure without https (Secure Contexts, 3.1).
bool is_own_machine(std::string_view url) {
  const url::UrlOffsets parts = url::find_offsets(url);
  const std::string_view host = url.substr(parts.host_begin, parts.host_end - parts.host_begin);
  return host == "localhost" || host.ends_with(".localhost") || host == "[::1]" ||
         (host.starts_with("127.") && is_ipv4(host));
}

/// True when one of the texts becomes the other by one edit: a byte more, less or another, or two
/// neighbours that change places.
bool is_one_edit(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (b.size() - a.size() > 1) return false;
  std::size_t same = 0;
  while (same < a.size() && a[same] == b[same]) ++same;
  if (a.size() < b.size()) return a.substr(same) == b.substr(same + 1);
  if (same == a.size()) return false;
  if (a.substr(same + 1) == b.substr(same + 1)) return true;
  return same + 1 < a.size() && a[same] == b[same + 1] && a[same + 1] == b[same] &&
         a.substr(same + 2) == b.substr(same + 2);
}

/// True for a scheme that is hardly meant: "htps", "htttp", "mialto".
bool is_misspelled(std::string_view scheme) {
  return !likely_scheme(scheme).empty();
}

/// True for "mailto:" with a text that is no address: "mailto:info", "mailto:info.h.example".
bool is_mailto_without_address(std::string_view url) {
  constexpr std::string_view mailto = "mailto:";
  if (!url.starts_with(mailto)) return false;
  const std::string_view to = url::without_query(url.substr(mailto.size()));
  return !to.empty() && to.find('@') == std::string_view::npos &&
         to.find("%40") == std::string_view::npos;
}

/// True for the host of "https://https://h.example/".
bool is_scheme_as_host(std::string_view url) {
  const std::string_view host = url::host_of(url);
  return host == "http" || host == "https";
}

/// True for a reference that a page at another address resolves in another way: "a.html", "../a".
bool is_path_relative(std::string_view raw) {
  const std::string read = as_parsed(raw);
  if (read.empty() || url::scheme_length(read) != 0) return false;
  return std::string_view("/\\?#").find(read.front()) == std::string_view::npos;
}

/// True for one that the path of its page decides: these, "?q", "#f" and the empty one.
bool depends_on_path(std::string_view raw) {
  const std::string read = as_parsed(raw);
  if (url::scheme_length(read) != 0) return false;
  return read.empty() || std::string_view("/\\").find(read.front()) == std::string_view::npos;
}

/// True for a reference without a scheme that does not name a host either.
bool is_relative(std::string_view raw) {
  const std::string read = as_parsed(raw);
  return url::scheme_length(read) == 0 && !read.starts_with("//");
}

}  // namespace

ReferenceForm form_of(Link const& link, html::LinkBlock const& block) {
  html::LinkBase const& base = block.bases[link.loaded_base];
  if (names_host(link.raw, base.resolver.base())) return ReferenceForm::from_host;
  std::string_view read = text::strip_ascii_whitespace(link.raw);
  read.remove_prefix(url::scheme_length(read));  // "https:/x" is a path
  if (read.starts_with('/') || read.starts_with('\\')) return ReferenceForm::from_root;
  return form_of_base(base, block.text);
}

std::vector<std::string_view> likely_schemes(std::string_view scheme) {
  constexpr std::array<std::string_view, 4> known{"http", "https", "mailto", "tel"};
  std::vector<std::string_view> likely;
  if (std::find(known.begin(), known.end(), scheme) != known.end()) return likely;
  std::copy_if(known.begin(), known.end(), std::back_inserter(likely),
               [&](auto name) { return is_one_edit(scheme, name); });
  return likely;
}

std::string_view likely_scheme(std::string_view scheme) {
  const std::vector<std::string_view> likely = likely_schemes(scheme);
  return likely.empty() ? std::string_view() : likely.front();
}

WantedIds wanted_ids(AnchorHash const& hash, std::string_view raw) {
  WantedIds ids{hash.of_id(raw), 0};
  ids.decoded = ids.raw;
  if (raw.find('%') != std::string_view::npos) ids.decoded = hash.of_id(decode_fragment(raw));
  if (const auto line = first_of_lines(raw)) ids.decoded = hash.of_id(*line);
  return ids;
}

AnchorUse use_of(AnchorHash const& hash, std::string_view raw, std::uint32_t from,
                 std::uint32_t to) {
  const WantedIds ids = wanted_ids(hash, raw);
  return {ids.raw, ids.decoded, from, to};
}

LinkJudge::LinkJudge(Site const& site, SiteRedirects const& redirects, AnchorHash const& hash,
                     CheckOptions const& options)
    : site_(site),
      targets_(site, redirects),
      hash_(hash),
      options_(options),
      severities_(options.severities),
      // Nobody knows how a site without an address will be served.
      site_is_secure_(site.options().url.starts_with("https:") &&
                      site.options().url != default_site_url),
      site_is_private_(is_local_address(site.options().url)) {}

bool is_local_address(std::string_view url) {
  const std::string_view scheme = scheme_of(url);
  // "C:/x" is a drive, whatever it is to the parser.
  return scheme == "file" || scheme.size() == 1 ||
         (has_host_of_web(scheme) &&
          (url::has_private_host(url) || is_name_of_network(url::host_of(url))));
}

bool is_local_address(std::string_view url, CheckOptions const& options) {
  if (!is_local_address(url)) return false;
  const std::string_view host = url::host_of(url);
  return host.empty() || !options.is_allowed_host || !options.is_allowed_host(host);
}

bool is_name_of_network(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty() || host.starts_with('[')) return false;
  const std::size_t dot = host.rfind('.');
  if (dot == host.npos) return true;
  const std::string_view last = host.substr(dot + 1);
  return last == "local" || last == "internal";
}

bool may_be_followed(Link const& link) {
  const bool is_anchor =
      link.kind == LinkKind::hyperlink && (link.element == "a" || link.element == "area");
  return is_anchor || link.kind == LinkKind::cite;
}

void LinkJudge::begin(PageFile const& page, PageElements& elements) {
  page_ = &page;
  elements_ = &elements;
  bases_.begin(page);
  is_in_404_ = is_on(Rule::relative_in_404) && page.has_ids && is_error_page(page.options.url);
  has_absolute_base_.reset();
  if (file_view_) file_view_->begin(page);
  looks_further_ = is_in_404_ || file_view_ || is_on(Rule::double_slash) ||
                   (page.is_feed && is_on(Rule::relative_in_feed));
}

Verdict LinkJudge::judge(Link const& link, html::LinkBlock const& block) {
  const bool depends_on_pages = page_->is_script && page_->scripts != nullptr;
  return depends_on_pages ? judge_in_script(link, block) : judge_used(link, block);
}

Verdict LinkJudge::judge_in_script(Link const& link, html::LinkBlock const& block) {
  Verdict verdict = judge_used(link, block);
  const bool is_bad = verdict.outcome == Outcome::finding || verdict.outcome == Outcome::external ||
                      verdict.outcome == Outcome::fragment;
  if (is_bad && !page_->scripts->is_loaded(page_->number)) {
    // Where it leads still counts as a reference.
    verdict.outcome = Outcome::not_judged;
    verdict.reason = SkipReason::unused_script;
  }
  const bool is_bare = verdict.outcome == Outcome::finding &&
                       verdict.rule == Rule::unresolvable_url &&
                       error_ == url::Error::bare_specifier;
  if (is_bare && page_->scripts->is_fetched_alone(page_->number)) {
    return not_judged(SkipReason::bare_specifier);
  }
  return verdict;
}

Verdict LinkJudge::judge_used(Link const& link, html::LinkBlock const& block) {
  url_.clear();
  foreign_url_.clear();
  if (html::is_never_used(link)) return judge_unused(link, block);
  later_url_.clear();
  missing_url_ = {};
  const auto resolved = block.append_loaded(url_, link);
  if (!resolved && resolved.error() == url::Error::too_long)
    return not_judged(SkipReason::too_long);
  // The href of a base is not checked; whether it counts is.
  if (link.kind == LinkKind::base) {
    return bases_.counts(link, block, url_) ? Verdict() : finding(Rule::base_ignored);
  }
  const bool begins_blank = link.raw.empty() || text::ascii_whitespace.contains(link.raw.front());
  const bool is_empty = begins_blank && text::strip_ascii_whitespace(link.raw).empty();
  const bool needs_none = link.empty && html::row_of(link).is_specifier;  // of Astro's islands
  if (needs_none) return not_judged(SkipReason::not_fetched);
  if (is_empty && wants_url(link)) return finding(Rule::empty_link);
  if (link.loaded_base != link.base) read_later_url(link, block);
  const bool may_be_either = link.place_base != link.loaded_base;
  if (may_be_either) read_url_at_place(link, block);
  if (!resolved) {
    error_ = resolved.error();
    return finding(Rule::unresolvable_url);
  }
  if (link.local) return judge_local(link);
  if (page_->list == UrlList::llms_full && depends_on_path(link.raw)) {
    return not_judged(SkipReason::joined_page);
  }
  Verdict verdict = judge_resolved(link, block);
  if (may_be_either) verdict = judge_either(link, block, verdict);
  verdict.moved = !is_empty && url::is_fragment_only(link.raw) && is_moved();
  if (!may_be_either && !later_url_.empty()) {
    verdict.loaded_before_base = is_loaded_before_base(verdict);
  }
  if (looks_further_) verdict.also = find_further_rules(link, block, verdict);
  return verdict;
}

/// Of what browsers do not fetch: a source map is there for tools, and no orphan.
Verdict LinkJudge::judge_unused(Link const& link, html::LinkBlock const& block) {
  Verdict verdict = not_judged(SkipReason::not_fetched);
  const bool is_wanted = link.kind == LinkKind::sourcemap && options_.orphans;
  if (is_wanted && block.append_url(url_, link)) {
    verdict.place = targets_.find(url::without_fragment(url_));
  }
  return verdict;
}

/// The rules of `further_rules` that the link breaks.
std::uint64_t LinkJudge::find_further_rules(Link const& link, html::LinkBlock const& block,
                                            Verdict const& verdict) {
  if (verdict.outcome == Outcome::not_judged) return 0;
  std::uint64_t found = 0;
  if (file_view_ && fails_from_file(link, verdict)) found |= bit_of(Rule::not_from_files);
  const bool works = verdict.outcome == Outcome::fine || verdict.outcome == Outcome::fragment;
  if (is_in_404_ && works && is_path_relative(link.raw) && !has_absolute_base()) {
    found |= bit_of(Rule::relative_in_404);
  }
  if (is_on(Rule::double_slash)) {
    const auto own = site_.own_url(url::without_fragment(url_));
    if (own && own->path.find("//") != std::string_view::npos) found |= bit_of(Rule::double_slash);
  }
  // A feed's own links are read as they should be; its content is shown by other sites.
  const bool is_content =
      page_->is_feed && (!block.contexts[link.context].path.empty() || link.ns == Namespace::html);
  if (is_content && is_on(Rule::relative_in_feed) && is_relative(link.raw)) {
    found |= bit_of(Rule::relative_in_feed);
  }
  return found;
}

/// True for a link that a server makes work. What is missing there, too, is another finding, unless
/// the reference itself is wrong for files.
bool LinkJudge::fails_from_file(Link const& link, Verdict const& verdict) {
  if (!is_on(Rule::not_from_files)) return false;
  file_answer_ = file_view_->ask(link);
  const bool works = verdict.outcome != Outcome::finding;
  switch (file_answer_.obstacle) {
    case FileObstacle::none:
      return false;
    case FileObstacle::needs_index:
    case FileObstacle::needs_server:
    case FileObstacle::refused:
    case FileObstacle::base_leads_away:
      return works;
    case FileObstacle::disk_root:
    case FileObstacle::other_host:
    case FileObstacle::above_root:
      return true;
  }
  return false;
}

/// True when the page has a base element whose URL does not depend on the page's own path.
bool LinkJudge::has_absolute_base() {
  if (has_absolute_base_) return *has_absolute_base_;
  html::Notes notes;
  const html::ContextTree tree(page_->source, page_->options, notes);
  html::Context const& context = tree.contexts().front();
  has_absolute_base_ = false;
  for (html::BaseElement const& element : context.base.elements) {
    if (element.status != html::BaseElementStatus::used) continue;
    const auto href = context.document.find_attribute(element.node, "href");
    has_absolute_base_ = href && !url::is_fragment_only(href->value) &&
                         !href->value.starts_with('?') && !is_path_relative(href->value);
  }
  return *has_absolute_base_;
}

/// Reads where the link leads after the page is read, if that is elsewhere.
void LinkJudge::read_later_url(Link const& link, html::LinkBlock const& block) {
  static_cast<void>(block.append_url(later_url_, link));
  if (later_url_ == url_) later_url_.clear();
}

/// Reads where the link leads by the base of its place, if that is elsewhere.
void LinkJudge::read_url_at_place(Link const& link, html::LinkBlock const& block) {
  static_cast<void>(block.append_at_place(later_url_, link));
  if (later_url_ == url_) later_url_.clear();
}

/// The verdict of a link that browsers load from `url_` or from the URL of its place: either will
/// do, and where only one works, that is told.
Verdict LinkJudge::judge_either(Link const& link, html::LinkBlock const& block,
                                Verdict const& by_base) {
  if (later_url_.empty()) return by_base;
  url_.swap(later_url_);
  Verdict by_place = judge_resolved(link, block);
  url_.swap(later_url_);
  if (by_base.outcome == Outcome::open || by_place.outcome == Outcome::open) {
    Verdict open = by_base;
    open.outcome = Outcome::open;
    return open;
  }
  const bool lacks_base = by_base.outcome == Outcome::finding;
  if (lacks_base == (by_place.outcome == Outcome::finding)) {
    later_url_.clear();
    return by_base;
  }
  missing_url_ = lacks_base ? url_ : later_url_;
  Verdict verdict = lacks_base ? by_place : by_base;
  verdict.loaded_before_base = true;
  return verdict;
}

/// True where both addresses of a link lead to files, and not to the same.
bool LinkJudge::is_loaded_before_base(Verdict const& verdict) {
  if (verdict.place.kind != PlaceKind::file) return false;
  if (verdict.outcome == Outcome::finding || verdict.outcome == Outcome::not_judged) return false;
  const EntryId loaded = verdict.place.entry;
  const TargetPlace later = targets_.find(url::without_fragment(later_url_));
  return later.kind == PlaceKind::file && later.entry != loaded;
}

std::string LinkJudge::moved_url() {
  const auto own = site_.own_url(url::without_fragment(url_));
  LiveSite const* const live = site_.live();
  const EntryId target = own && live != nullptr ? live->find(own->path, own->query) : no_entry;
  if (target == no_entry) return {};
  const std::string end = live->follow(target).permanent_url;
  return url::fragment_of(end) ? end : url::with_fragment_of(url_, end);
}

std::string LinkJudge::redirected_url() {
  const std::string_view asked = url::without_fragment(url_);
  std::string end = targets_.end_url(asked);
  const std::string own = targets_.redirect_fragment(asked);
  const std::optional<std::string_view> fragment =
      own.empty() ? url::fragment_of(url_) : std::optional<std::string_view>(own);
  if (fragment) {
    end += '#';
    end += *fragment;
  }
  return end;
}

std::string LinkJudge::last_path() {
  const auto own = site_.own_url(url::without_fragment(url_));
  return own ? targets_.last_path(own->path, own->query) : std::string();
}

/// A reference within the document, whatever the base is.
Verdict LinkJudge::judge_local(Link const& link) {
  Verdict verdict;
  // Ids of documents in frames are not collected.
  if (link.context != 0 || (link.kind == LinkKind::css && !names_element(link))) return verdict;
  if (page_->is_svg && !asks_for_svg_id(link)) return verdict;
  verdict.place.entry = page_->entry;
  verdict.place.kind = PlaceKind::file;
  if (const auto fragment = url::fragment_of(url_)) judge_fragment(link, *fragment, verdict);
  return verdict;
}

/// What is wrong with a URL of another site, wherever it leads.
std::optional<Rule> LinkJudge::foreign_fault() const {
  const std::string_view url = url_;
  const std::string_view scheme = scheme_of(url);
  const bool is_web = has_host_of_web(scheme);
  const bool is_doubled = is_web && is_scheme_as_host(url);  // "http" has no dot
  if (!is_doubled && !site_is_private_ && is_on(Rule::local_address) &&
      is_local_address(url, options_)) {
    return Rule::local_address;
  }
  if (!is_on(Rule::suspicious_url)) return std::nullopt;
  const bool is_suspicious =
      is_web ? is_doubled : is_misspelled(scheme) || is_mailto_without_address(url);
  return is_suspicious ? std::optional(Rule::suspicious_url) : std::nullopt;
}

Verdict LinkJudge::judge_foreign(Link const& link, html::LinkBlock const& block) const {
  if (const auto fault = foreign_fault()) {
    return finding(*fault, {.kind = PlaceKind::other_origin});
  }
  if (url_.starts_with("http://")) {
    const bool is_mixed =
        site_is_secure_ && !page_->is_feed && is_loaded(link) && !is_own_machine(url_);
    if (is_mixed) return finding(Rule::mixed_content, {.kind = PlaceKind::other_origin});
  } else if (url_.starts_with("file:")) {
    return not_judged(SkipReason::file_url);
  } else if (url::is_reserved_about_url(url_)) {
    // A srcdoc document has this address: it leads to one of its ids, which are not collected.
    const bool is_own_id = link.context != 0 && !block.contexts[link.context].in_text &&
                           url_.starts_with("about:srcdoc#");
    if (is_own_id) return {};
    return finding(Rule::unresolvable_url, {.kind = PlaceKind::other_origin});
  } else if (!url_.starts_with("https://") && !url_.starts_with("ftp:") &&
             !url_.starts_with("ws")) {
    return not_judged(SkipReason::scheme);
  }
  Verdict verdict;
  verdict.outcome = Outcome::external;
  verdict.place.kind = PlaceKind::other_origin;
  return verdict;
}

/// A link to an own URL that redirects to another site is one to there.
Verdict LinkJudge::judge_leaving(Link const& link, html::LinkBlock const& block,
                                 TargetPlace const& place) {
  std::string away = redirected_url();
  std::swap(away, url_);
  Verdict verdict = judge_foreign(link, block);
  std::swap(away, url_);
  if (verdict.outcome == Outcome::external) foreign_url_ = std::move(away);
  verdict.place.is_moved = place.is_moved;
  return verdict;
}

Verdict LinkJudge::judge_resolved(Link const& link, html::LinkBlock const& block) {
  Verdict verdict;
  if (site_.live() != nullptr && elements_->sends_data(link, block)) {
    return not_judged(SkipReason::post_form);
  }
  verdict.place = targets_.find(url::without_fragment(url_));
  TargetPlace const& place = verdict.place;
  switch (place.kind) {
    case PlaceKind::other_origin:
      verdict = judge_foreign(link, block);
      if (verdict.outcome == Outcome::external && !page_->in_scope) {
        return not_judged(SkipReason::not_asked);
      }
      return verdict;
    case PlaceKind::folder:
      return finding(Rule::missing_index, place);
    case PlaceKind::missing:
      return finding(Rule::missing_file, place);
    case PlaceKind::redirect_broken:
      return finding(Rule::redirect_broken, place);
    case PlaceKind::redirect_loop:
      return finding(Rule::redirect_loop, place);
    case PlaceKind::unlisted:
      return not_judged(SkipReason::unlisted);
    case PlaceKind::outside_site:
      if (names_host(link.raw, block.bases[link.loaded_base].resolver.base())) {
        return judge_foreign(link, block);
      }
      return finding(Rule::outside_site, place);
    case PlaceKind::server_error:
      return finding(Rule::server_error, place);
    case PlaceKind::blocked:
      return finding(Rule::external_blocked, place);
    case PlaceKind::not_asked:
      return not_judged(SkipReason::not_asked);
    case PlaceKind::open:
      verdict.outcome = Outcome::open;
      return verdict;
    case PlaceKind::redirected_away:
      if (site_.live() != nullptr) return judge_leaving(link, block, place);
      break;
    case PlaceKind::file:
      break;
  }
  if (place.insecure) return finding(Rule::insecure_own_url, place);
  if (place.is_called_page && html::needs_content(link) && is_on(Rule::wrong_type)) {
    const html::UsableContent missed = missed_content(link, block, place);
    if (missed != html::UsableContent::anything) {
      verdict = finding(Rule::wrong_type, place);
      verdict.wanted = missed;
      return verdict;
    }
  }
  verdict.is_moved_for_good = place.is_moved && is_on(Rule::redirected);
  verdict.is_redirected =
      place.is_redirected && place.kind == PlaceKind::file && !verdict.is_moved_for_good;
  verdict.leads_reader_on = leads_reader(link);
  const auto fragment = url::fragment_of(url_);
  if (fragment && place.kind == PlaceKind::file && !is_description(link)) {
    if (place.keeps_fragment) {
      judge_fragment(link, *fragment, verdict);
    } else if (is_lost(*fragment)) {
      verdict.outcome = Outcome::finding;
      verdict.rule = Rule::missing_fragment;
      verdict.is_lost = true;
    }
  }
  return verdict;
}

/// What the link needs in place of the page to which it leads; `anything` where a page is what it
/// can use.
html::UsableContent LinkJudge::missed_content(html::Link const& link, html::LinkBlock const& block,
                                              TargetPlace const& place) {
  using html::UsableContent;
  const UsableContent usable = html::usable_content(link, block);
  // An element of this document, by its address: browsers know it again.
  const bool names_element =
      usable == UsableContent::svg_element || usable == UsableContent::css_file;
  const bool is_own_element =
      names_element && place.entry == page_->entry && url::fragment_of(url_).has_value();
  if (usable == UsableContent::anything || is_own_element) return UsableContent::anything;
  const bool in_quirks_mode = usable == UsableContent::style_sheet && link.context == 0 &&
                              page_->source.content_type == html::ContentType::html &&
                              html::is_in_quirks_mode(page_->source.text);
  LiveSite const* const live = site_.live();
  html::SentContent sent =
      live == nullptr ? html::SentContent{.is_called_page = true} : live->answer(place.entry).sent;
  if (live == nullptr && !html::is_decided_by_type(usable, sent, in_quirks_mode)) {
    sent.is_page = holds_page(place.entry);
  }
  return html::is_useless_page(usable, sent, in_quirks_mode) ? usable : UsableContent::anything;
}

/// True for a file with the name of a page whose bytes begin as those of one.
bool LinkJudge::holds_page(EntryId entry) {
  const auto known = holds_page_.find(entry);
  if (known != holds_page_.end()) return known->second;
  const bool is_page = site_.read_file(entry, start_) && html::begins_with_markup(start_);
  holds_page_.emplace(entry, is_page);
  return is_page;
}

/// True when a redirect has a fragment of its own, and so the visitor's is lost (Fetch
/// Standard 4.4, HTTP-redirect fetch).
bool LinkJudge::is_lost(std::string_view fragment) {
  const Fragment read = read_fragment(fragment);
  return read.kind == FragmentKind::element &&
         decode_fragment(read.raw) != decode_fragment(redirect_fragment());
}

std::string LinkJudge::redirect_fragment() {
  return targets_.redirect_fragment(url::without_fragment(url_));
}

void LinkJudge::judge_fragment(Link const& link, std::string_view fragment, Verdict& verdict) {
  const std::uint32_t page = site_.page_number(verdict.place.entry);
  if (page == no_entry) return;  // not a page, or not read
  const Fragment read = read_fragment(fragment);
  if (read.kind == FragmentKind::top) return;
  if (read.kind == FragmentKind::page_state && !names_file(read.raw)) {
    verdict.outcome = Outcome::not_judged;
    verdict.reason = SkipReason::page_state;
    return;
  }
  const bool is_svg = page == page_->number ? page_->is_svg : site_.is_svg_page(page);
  if (is_svg && (!asks_for_svg_id(link) || is_svg_view(read.raw))) return;
  verdict.outcome = Outcome::fragment;
  verdict.rule = Rule::missing_fragment;
  verdict.use = use_of(hash_, read.raw, page_->number, site_.id_page(page));
}

/// True for a fragment such as "/guide.html" that is the path of a file: the `#` is a slip, for the
/// states of a page's script have no files.
bool LinkJudge::names_file(std::string_view fragment) const {
  if (!fragment.starts_with('/') || fragment.ends_with('/')) return false;
  const std::string path = url::percent_decode(fragment.substr(1));
  const Lookup lookup = site_.find_below_root(fragment);
  return lookup.status == LookupStatus::found && site_.path(lookup.entry) == path;
}

/// True when the link, which is a fragment alone, leads to another document than its own.
bool LinkJudge::is_moved() const {
  return url::without_fragment(url_) != page_->options.url;
}

}  // namespace hrefkit::site
