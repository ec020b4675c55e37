#include "hrefkit/site/check/finding_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "hrefkit/html/base_url.h"
#include "hrefkit/html/usable_content.h"
#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/display.h"
#include "hrefkit/url/error.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

void PageRows::clear() {
  rows_.clear();
  texts_.clear();
}

void PageRows::add(Finding const& finding) {
  rows_.push_back({finding, texts_.size()});
  for_each_text(finding, [this](std::string_view text) { texts_ += text; });
}

void PageRows::insert(Finding const& finding) {
  add(finding);
  const auto added = std::prev(rows_.end());
  const auto place = std::find_if(
      rows_.begin(), added, [&](Row const& row) { return row.finding.offset >= finding.offset; });
  std::rotate(place, added, rows_.end());
}

Finding PageRows::at(std::size_t number) const {
  auto [finding, begin] = rows_[number];
  for_each_text(finding, [this, at = begin](std::string_view& text) mutable {
    text = std::string_view(texts_).substr(at, text.size());
    at += text.size();
  });
  return finding;
}

namespace {

constexpr std::size_t max_before = 120;
constexpr std::size_t max_after = 240;

constexpr bool is_line_end(char byte) {
  return byte == '\r' || byte == '\n';
}

}  // namespace

SourceExcerpt excerpt_of(std::string_view text, text::Span place) {
  const std::size_t first = place.begin - std::min<std::size_t>(place.begin, max_before);
  const std::size_t last = std::min<std::size_t>(place.begin + max_after, text.size());
  std::size_t begin = place.begin;
  while (begin > first && !is_line_end(text[begin - 1])) --begin;
  while (begin < place.begin && text::is_continuation_byte(text[begin])) ++begin;
  std::size_t end = place.begin;
  while (end < last && !is_line_end(text[end])) ++end;
  while (end > place.begin && end < text.size() && text::is_continuation_byte(text[end])) --end;
  const auto at = [&](std::size_t offset) {
    return static_cast<std::uint32_t>(std::min(offset, end) - begin);
  };
  return {text.substr(begin, end - begin), {at(place.begin), at(place.end)}};
}

void show_line(SourceExcerpt const& excerpt, Finding& finding) {
  finding.source_line = excerpt.text;
  finding.source_begin = excerpt.span.begin;
  finding.source_end = excerpt.span.end;
}

namespace {

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

std::string list_of(std::span<std::string const> names) {
  std::string list;
  for (std::string const& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

/// A path as it is shown: the root has none.
std::string_view shown(std::string_view path) {
  return path.empty() ? "/" : path;
}

/// True for "h.example": names that a dot parts, and the last one begins with a letter.
bool looks_like_host(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (text.empty() || dot == 0 || dot >= text.size() - 1) return false;
  return text::ascii_alpha.contains(text.front()) && text::ascii_alpha.contains(text[dot + 1]);
}

std::string_view raw_of(FindingText const& t) {
  return text::strip_ascii_whitespace(t.raw);
}

/// The text of a reference before its path, query and fragment, if it is a path of several names.
std::string_view first_name(FindingText const& t) {
  const std::string_view raw = raw_of(t);
  return raw.substr(0, raw.find_first_of("/?#"));
}

/// "www.h.example/x"
bool lacks_scheme(FindingText const& t) {
  constexpr std::string_view www = "www.";
  const std::string_view first = first_name(t);
  return text::equals_ignoring_ascii_case(first.substr(0, www.size()), www) &&
         looks_like_host(first.substr(www.size()));
}

/// "me@h.example"
bool is_mail_address(FindingText const& t) {
  const std::string_view first = first_name(t);
  const std::size_t at = first.find('@');
  return at != 0 && at != std::string_view::npos && looks_like_host(first.substr(at + 1)) &&
         raw_of(t).substr(first.size()).substr(0, 1) != "/" &&
         (t.element == "a" || t.element == "area");
}

/// True when `text` begins with one of the schemes of the web, and what `behind` says follows.
bool begins_with_scheme(std::string_view text, std::string_view behind) {
  for (const std::string_view scheme : {"https", "http"}) {
    if (text::equals_ignoring_ascii_case(text.substr(0, scheme.size()), scheme) &&
        text.substr(scheme.size()).starts_with(behind)) {
      return true;
    }
  }
  return false;
}

/// "https//h.example/x"
bool lacks_colon(FindingText const& t) {
  return begins_with_scheme(raw_of(t), "//");
}

/// "https:/h.example/x", which is a path where the page has the same scheme.
bool lacks_slash(FindingText const& t) {
  const std::string_view raw = raw_of(t);
  return begins_with_scheme(raw, ":/") && !begins_with_scheme(raw, "://");
}

/// What authors put around a URL: brackets, quotes, and the quotes of word processors.
constexpr std::array<std::string_view, 14> enclosures{
    "(",      "<",      "[",      "{",      "'",      "\"",     "`",
    "\u2018", "\u2019", "\u201A", "\u201C", "\u201D", "\u201E", "\u00AB"};

/// "(https://h.example/x)", and with a quote of a word processor before it.
bool is_enclosed(FindingText const& t) {
  std::string_view raw = raw_of(t);
  const std::size_t size = raw.size();
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const std::string_view mark : enclosures) {
      if (!raw.starts_with(mark)) continue;
      raw.remove_prefix(mark.size());
      goes_on = true;
    }
  }
  return raw.size() < size && (begins_with_scheme(raw, ":") || raw.starts_with("mailto:"));
}

/// A path between the quotes of a word processor, as in href=\u201Ca.html\u201D.
bool has_smart_quotes(FindingText const& t) {
  const std::string_view raw = raw_of(t);
  for (const std::string_view mark :
       {"\u2018", "\u2019", "\u201A", "\u201C", "\u201D", "\u201E", "\u00AB"}) {
    if (raw.starts_with(mark)) return true;
  }
  return false;
}

/// "a.png,b.png" of srcset="a.png,b.png 2x": without white space a comma is a part of a URL.
bool joins_candidates(FindingText const& t) {
  if (!t.attribute.ends_with("srcset")) return false;
  const std::string_view raw = raw_of(t);
  const std::size_t comma = raw.find(',');
  return comma != 0 && comma != std::string_view::npos && comma + 1 < raw.size();
}

/// "/https://h.example/x"
bool has_slash_before_scheme(FindingText const& t) {
  const std::string_view raw = raw_of(t);
  return raw.starts_with('/') && begins_with_scheme(raw.substr(1), "://");
}

/// What a generator should have replaced; empty where there is nothing of the kind. `reference` is
/// percent-decoded.
std::string_view template_leftover(std::string_view reference) {
  struct Marks {
    std::string_view begin;
    std::string_view end;
  };
  for (const Marks marks : {Marks{"{{", "}}"}, Marks{"{%", "%}"}, Marks{"${", "}"},
                            Marks{"<%", "%>"}, Marks{"#{", "}"}, Marks{"[object ", "]"}}) {
    const std::size_t begin = reference.find(marks.begin);
    if (begin == reference.npos) continue;
    const std::size_t end = reference.find(marks.end, begin + marks.begin.size());
    if (end == reference.npos) continue;
    return reference.substr(begin, end + marks.end.size() - begin);
  }
  if (reference.starts_with("@/")) return reference.substr(0, 2);  // Zola
  const bool is_ref = reference.starts_with("@ref") &&
                      (reference.size() == 4 || !text::ascii_alphanumeric.contains(reference[4]));
  if (is_ref) return reference.substr(0, 4);  // Documenter.jl
  // A variable without a value, as a whole name of the path or the host.
  constexpr std::string_view separators = "/?#&=";
  for (std::size_t at = 0; at < reference.size();) {
    const std::size_t end = std::min(reference.find_first_of(separators, at), reference.size());
    const std::string_view name = reference.substr(at, end - at);
    for (const std::string_view value : {"undefined", "null", "NaN"}) {
      if (name == value) return name;
    }
    at = end + 1;
  }
  return {};
}

/// True for a rule whose findings templates cause.
bool may_be_leftover(Rule rule) {
  switch (rule) {
    case Rule::missing_file:
    case Rule::missing_index:
    case Rule::case_mismatch:
    case Rule::outside_site:
    case Rule::unresolvable_url:
    case Rule::local_address:
    case Rule::external_broken:
      return true;
    default:
      return false;
  }
}

/// Characters that nobody sees, by name.
struct InvisibleRow {
  char32_t code_point;
  std::string_view name;
};

constexpr std::array invisible_names{
    InvisibleRow{0xA0, "no-break space"},
    InvisibleRow{0xAD, "soft hyphen"},
    InvisibleRow{0x200B, "zero width space"},
    InvisibleRow{0x200C, "zero width non-joiner"},
    InvisibleRow{0x200D, "zero width joiner"},
    InvisibleRow{0x200E, "left-to-right mark"},
    InvisibleRow{0x200F, "right-to-left mark"},
    InvisibleRow{0x202E, "right-to-left override"},
    InvisibleRow{0x202F, "narrow no-break space"},
    InvisibleRow{0x2060, "word joiner"},
    InvisibleRow{0x3000, "ideographic space"},
    InvisibleRow{0xFEFF, "zero width no-break space"},
};

/// "U+200B"
std::string code_point_text(char32_t c) {
  constexpr std::size_t min_digits = 4;
  std::string digits;
  for (auto rest = static_cast<std::uint32_t>(c); rest != 0; rest /= 16) {
    digits.insert(0, 1, "0123456789ABCDEF"[rest % 16]);
  }
  if (digits.size() < min_digits) digits.insert(0, min_digits - digits.size(), '0');
  return "U+" + digits;
}

/// The sentence with invisible characters shown as "<U+200B>", those of a very long text in part,
/// and the first of them named.
std::string show_invisible(std::string sentence) {
  // FAST: a sentence may have a very long URL, and its beginning shows what is meant.
  constexpr std::size_t max_read = 4096;
  if (text::is_ascii(std::string_view(sentence).substr(0, max_read))) return sentence;
  constexpr std::size_t max_shown = 64;
  std::string shown;
  std::size_t count = 0;
  char32_t first = 0;
  for (std::size_t at = 0; at < sentence.size();) {
    const text::Utf8Step step = text::decode_utf8(sentence, at);
    if (count < max_shown && step.valid && url::is_invisible(step.code_point)) {
      ++count;
      if (first == 0) first = step.code_point;
      shown += "<" + code_point_text(step.code_point) + ">";
    } else {
      shown.append(sentence, at, step.length);
    }
    at += step.length;
  }
  if (first == 0) return sentence;
  const auto row = std::find_if(invisible_names.begin(), invisible_names.end(),
                                [&](InvisibleRow const& each) { return each.code_point == first; });
  return shown + "; " + code_point_text(first) + " is " +
         (row == invisible_names.end() ? "an invisible character"
                                       : "invisible: a " + std::string(row->name));
}

/// What the author of a reference did not mean, as far as the reference shows.
struct ReferenceHint {
  bool (*fits)(FindingText const& text);
  std::string_view text;
  bool is_sure;  ///< more likely than any path of the site that is near
};

constexpr std::array reference_hints{
    ReferenceHint{lacks_colon, "; the colon after http or https is missing", true},
    ReferenceHint{lacks_slash, "; the URL of another site has two slashes after https:", true},
    ReferenceHint{has_slash_before_scheme,
                  "; the slash before http:// or https:// makes it a path of this site", true},
    ReferenceHint{is_enclosed, "; the brackets or quotes around the URL are a part of it", true},
    ReferenceHint{has_smart_quotes, "; these quotes are a part of the URL: HTML knows ' and \"",
                  true},
    ReferenceHint{joins_candidates, "; in srcset, a space after the comma separates two URLs",
                  true},
    ReferenceHint{lacks_scheme, "; the URL of another site begins with https://", false},
    ReferenceHint{is_mail_address, "; a link to a mail address begins with mailto:", false},
};

/// The hint that fits; null for none.
ReferenceHint const* find_hint(FindingText const& t) {
  const auto hint = std::find_if(reference_hints.begin(), reference_hints.end(),
                                 [&](ReferenceHint const& each) { return each.fits(t); });
  return hint == reference_hints.end() ? nullptr : hint;
}

/// The option with which a link without an extension finds the file.
std::string extensions_text(std::string_view path) {
  return joined({"with --extensions ", path.substr(path.rfind('.') + 1), " it is ", path});
}

std::string missing_file(FindingText const& t) {
  const std::string_view target = shown(t.target);
  // A server may have the file and refuse it.
  if (t.status != 0 && t.status != 404 && t.status != 410) {
    return joined({target, " is not served: the server answers ", std::to_string(t.status)});
  }
  if (!t.dangling_link.empty()) {
    const std::string leads =
        joined({" is a symbolic link to ", t.dangling_target, ", which does not exist"});
    if (t.dangling_link == t.target) return joined({target, leads});
    return joined({target, " does not exist: ", t.dangling_link, leads});
  }
  if (t.is_unpublished) {
    return joined({target,
                   " is not published: GitHub Pages leaves out names that begin with '_', "
                   "unless the root has a file .nojekyll"});
  }
  ReferenceHint const* const hint = find_hint(t);
  if (hint != nullptr && (hint->is_sure || t.path == nullptr)) {
    return joined({target, " does not exist", hint->text});
  }
  if (t.path == nullptr) return joined({target, " does not exist"});
  const std::string_view path = t.path->path;
  switch (t.path->nearness) {
    case Nearness::letter_case:
      return joined({target, " does not exist; did you mean ", path, " (letter case)?"});
    case Nearness::normalization:
      return joined({target, " does not exist; did you mean ", path, " (Unicode normalization)?"});
    case Nearness::extension:
      return joined({target, " does not exist; ", extensions_text(path)});
    case Nearness::spelling:
    case Nearness::elsewhere:
      return joined({target, " does not exist; did you mean ", path, "?"});
  }
  return {};
}

/// Also for a folder with an index whose name differs in letter case.
std::string missing_index(FindingText const& t) {
  std::string text =
      joined({"the folder ", shown(t.target), " has no index file (", list_of(t.index_names), ")"});
  if (t.path == nullptr) return text;
  const std::string_view path = t.path->path;
  switch (t.path->nearness) {
    case Nearness::letter_case:
      return text + joined({"; did you mean ", path, " (letter case)?"});
    case Nearness::extension:
      return text + "; " + extensions_text(path);
    case Nearness::normalization:
    case Nearness::spelling:
    case Nearness::elsewhere:
      break;
  }
  return text + joined({"; did you mean ", path, "?"});
}

/// True where what differs in letter case is the index of a folder that is there.
bool is_index_mismatch(FindingText const& t) {
  if (t.path == nullptr || t.path->nearness != Nearness::letter_case) return false;
  std::string_view folder = t.target;
  while (folder.ends_with('/')) folder.remove_suffix(1);
  std::string_view path = t.path->path;
  if (!path.starts_with(folder)) return false;
  path.remove_prefix(folder.size());
  return folder.empty() ? path.find('/') == path.npos : path.size() > 1 && path.starts_with('/');
}

std::string base_ignored(FindingText const& t) {
  if (t.url.empty()) return joined({"the base URL '", t.raw, "' is not a URL: browsers ignore it"});
  if (html::has_unusable_scheme(t.url)) {
    return joined(
        {"a ", t.url.substr(0, t.url.find(':') + 1), " URL cannot be a base: browsers ignore it"});
  }
  if (t.base_status == html::BaseElementStatus::blocked) {
    return "a base-uri policy of the page forbids this base URL: browsers ignore it";
  }
  if (t.base_status == html::BaseElementStatus::in_shadow_tree) {
    return "browsers ignore a base element in a shadow tree";
  }
  return "this is the second base element: browsers use the first one only";
}

/// The URLs of CSS may stand in any attribute, and in style sheets.
std::string empty_link(FindingText const& t) {
  if (t.is_css) return "a url() is empty";
  return joined({"the attribute ", t.attribute, " of ", t.element, " is empty"});
}

std::string missing_fragment(FindingText const& t) {
  if (t.attribute == "usemap") {
    if (!url::fragment_of(t.raw)) {
      return joined({"'", t.raw, "' does not name a map: the name begins after '#'"});
    }
    return joined({"no map has the name or id '", t.fragment, "'"});
  }
  if (t.is_lost) {
    return joined(
        {"the redirect at ", shown_url(url::without_fragment(t.url)), " drops #", t.fragment});
  }
  std::string text =
      joined({shown(t.target), " has no element with the id or name '", t.fragment, "'"});
  if (t.suggestion.empty()) return text;
  const std::size_t query = t.fragment.find('?');
  if (query != t.fragment.npos && t.fragment.substr(0, query) == t.suggestion) {
    return text + joined({"; a query stands before the fragment: ", t.fragment.substr(query), "#",
                          t.suggestion});
  }
  return text + joined({"; did you mean '", t.suggestion, "'?"});
}

/// The bytes of "https://h.example" in a URL of a site.
std::size_t origin_size(std::string_view site_url) {
  const std::size_t host = site_url.find("//");
  return host == std::string_view::npos ? 0
                                        : std::min(site_url.find('/', host + 2), site_url.size());
}

std::string outside_site(FindingText const& t) {
  std::string text = joined({"'", raw_of(t), "' is outside ", t.site_url});
  const std::string_view root = t.site_url.substr(origin_size(t.site_url));  // "/docs/"
  const std::string_view own = t.url.substr(std::min(t.url.size(), origin_size(t.url)));
  const std::string_view folder = root.substr(0, root.size() - (root.empty() ? 0 : 1));  // "/docs"
  if (!folder.empty() && own.starts_with(folder) && !t.suggestion.empty()) {
    const std::string_view rest = own.substr(folder.size());
    std::string_view path = rest.substr(0, rest.find_first_of("?#"));
    while (path.ends_with('/')) path.remove_suffix(1);
    if (t.suggestion.starts_with(url::percent_decode(path))) {
      return text + joined({"; a slash is missing: did you mean ", root, rest, "?"});
    }
  }
  if (t.suggestion.empty()) return text;
  // What follows the origin is missing below the path of the site.
  const std::string_view path = t.url.substr(std::min(t.url.size(), origin_size(t.url) + 1));
  text += joined({"; did you mean ", t.site_url.substr(origin_size(t.site_url)), path, "?"});
  return text;
}

std::string loaded_before_base(FindingText const& t) {
  if (!t.missing_url.empty()) {
    return joined({"browsers load ", shown_url(t.url), " or ", shown_url(t.later_url),
                   ", as the base element comes later, and ", shown_url(t.missing_url),
                   " does not work"});
  }
  return joined({"browsers load ", shown_url(t.url),
                 ", as the base element comes later: with it, this is ", shown_url(t.later_url)});
}

/// True for the names and addresses of the machine itself.
bool is_localhost(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") ||
         host == "[::1]";
}

std::string local_address(FindingText const& t) {
  const std::string_view scheme = t.url.substr(0, t.url.find(':'));
  if (scheme == "file") return joined({"'", t.raw, "' is a local file: visitors cannot open it"});
  if (scheme.size() == 1) {
    return joined({"'", t.raw, "' is a local file: URLs have no drive letters"});
  }
  const std::string_view host = url::host_of(t.url);
  if (host.find('.') == host.npos && is_name_of_network(host) && !is_localhost(host)) {
    return joined({"'", t.raw, "' has a host without a dot, '", host,
                   "', which only a private network knows: visitors cannot reach it"});
  }
  return joined({"'", t.raw,
                 is_localhost(host) ? "' points to localhost" : "' points to a private network",
                 ": visitors cannot reach it"});
}

std::string suspicious_url(FindingText const& t) {
  const std::string_view scheme = t.url.substr(0, t.url.find(':'));
  if (const std::string_view likely = likely_scheme(scheme); !likely.empty()) {
    return joined(
        {"'", t.raw, "' has the unknown scheme ", scheme, ":; did you mean ", likely, ":?"});
  }
  if (scheme == "mailto") return joined({"'", t.raw, "' is not a mail address: it has no '@'"});
  return joined({"'", t.raw, "' has http:// or https:// twice"});
}

/// What a word of the rows' `reason` means.
struct ReasonText {
  std::string_view reason;
  std::string_view text;
};

constexpr std::string_view wrong_type_reason = "type";

constexpr std::array reason_texts{
    ReasonText{"dns", "no server has that name"},
    ReasonText{"refused", "the server refuses connections"},
    ReasonText{"reset", "the server has closed the connection"},
    ReasonText{"empty", "the server has closed the connection without an answer"},
    ReasonText{"protocol", "the answer is not HTTP"},
    ReasonText{"truncated", "the answer is cut off"},
    ReasonText{"coding", "the answer is compressed in a way that cannot be read"},
    ReasonText{"timeout", "the server has not answered in time"},
    ReasonText{"redirect-scheme", "a redirect leads to a URL that is neither http nor https"},
    ReasonText{"redirect-url", "a redirect leads to an invalid URL"},
    ReasonText{"redirect-limit", "too many redirects"},
    ReasonText{"redirect-loop", "the redirects form a loop"},
    ReasonText{"tls-expired", "the certificate has expired"},
    ReasonText{"tls-not-yet-valid", "the certificate is not valid yet"},
    ReasonText{"tls-self-signed", "the certificate is self-signed"},
    ReasonText{"tls-host", "the certificate is for another host"},
    ReasonText{"tls-handshake", "no secure connection can be made"},
    ReasonText{"tls-issuer", "the server does not send the certificate of its issuer"},
    ReasonText{"wall", "a bot check answers in place of the page"},
    ReasonText{"login", "the server asks for a login"},
    ReasonText{"rate", "rate-limited"},
    ReasonText{"robots", "robots.txt forbids the request"},
    ReasonText{"private", "the address is in a private network: not checked"},
    ReasonText{"body-limit", "the page is longer than --max-body"},
};

/// "the server answers 404", "no server has that name".
std::string answer_text(FindingText const& t) {
  const auto found = std::find_if(reason_texts.begin(), reason_texts.end(),
                                  [&](ReasonText const& text) { return text.reason == t.reason; });
  std::string text;
  if (found != reason_texts.end()) text = found->text;
  if (t.reason == wrong_type_reason) {
    text = joined({"a page is served in place of ", html::description(t.wanted)});
  }
  const std::string status = std::to_string(t.status);
  if (t.status != 0 && text.empty())
    text = "the server answers " + status;
  else if (t.status >= 400)
    text += " (" + status + ")";
  if (!t.final_url.empty()) text += joined({" at ", t.final_url});
  return text;
}

std::string external_fragment(FindingText const& t) {
  return joined({shown_url(t.final_url.empty() ? url::without_fragment(t.url) : t.final_url),
                 " has no element with the id or name '", t.fragment, "'"});
}

std::string not_from_files(FindingText const& t) {
  switch (t.obstacle) {
    case FileObstacle::disk_root:
      if (raw_of(t).find_first_of("/\\") != 0) {
        return joined({"the base element leads '", t.raw,
                       "' to the root of the disk where the page is opened from a file"});
      }
      return joined({"'", t.raw,
                     "' begins at the root, which is that of the disk where the page is opened "
                     "from a file"});
    case FileObstacle::other_host:
      return joined(
          {"'", t.raw, "' has no scheme, and where the page is opened from a file, that is file:"});
    case FileObstacle::above_root:
      return joined({"'", t.raw,
                     "' leads out of the folder where the page is opened from a file: only "
                     "servers stop at the root"});
    case FileObstacle::needs_index:
      return joined({"'", t.raw, "' is a folder: without a server, browsers list its files",
                     t.suggestion.empty() ? "" : " and do not show ", t.suggestion});
    case FileObstacle::needs_server:
      return joined({"'", t.raw, "' is no file: only a server knows ",
                     t.suggestion.empty() ? "what it means" : "that it means ", t.suggestion});
    case FileObstacle::refused:
      return joined({"browsers load '", t.raw, "' (", t.requirement,
                     ") for pages from a server, but not from a file"});
    case FileObstacle::base_leads_away:
      return joined({"the base element leads '", t.raw, "' to ", shown_url(t.url),
                     ", not to the file in this folder"});
    case FileObstacle::none:
      break;
  }
  return "this does not work without a server";
}

/// A page in place of a picture. Where a rule shows it, the file that the link names may be
/// missing.
std::string wrong_type(FindingText const& t) {
  std::string text;
  if (t.is_by_catch_all) text = joined({shown(t.target), " does not exist, and "});
  const std::string_view page = t.end.empty() ? "what is there" : t.end;
  const bool is_by_type =
      t.wanted == html::UsableContent::module || t.wanted == html::UsableContent::style_sheet;
  if (is_by_type) {
    text += joined({page, " is sent as a page, which browsers refuse as "});
  } else {
    text += t.end.empty() ? "a page" : joined({"the page ", page});
    text += " is served in place of ";
  }
  text += html::description(t.wanted);
  if (!t.suggestion.empty()) text += joined({"; did you mean ", t.suggestion, "?"});
  return text;
}

/// Why a URL does not resolve, with the character that its host must not have.
std::string why_not_resolved(FindingText const& t) {
  constexpr std::string_view forbidden = " <>[]^|%";  // a few of the URL Standard's, in domains
  const std::size_t slashes = t.raw.find("//");
  if (t.error != url::message(url::Error::invalid_host) || slashes == t.raw.npos) {
    return std::string(t.error);
  }
  const std::string_view rest = t.raw.substr(slashes + 2);
  const std::string_view host = rest.substr(0, rest.find_first_of("/\\?#"));
  const std::size_t at = host.find_first_of(forbidden);
  if (at == host.npos) return std::string(t.error);
  return joined({"'", host.substr(at, 1), "' is not allowed in a host name"});
}

/// True for a rule whose sentence says where a link leads.
bool names_target(Rule rule) {
  switch (rule) {
    case Rule::missing_file:
    case Rule::missing_index:
    case Rule::missing_fragment:
    case Rule::case_mismatch:
    case Rule::outside_site:
    case Rule::redirect_broken:
    case Rule::redirect_loop:
      return true;
    default:
      return false;
  }
}

std::string sentence_of_rule(FindingText const& t) {
  switch (t.rule) {
    case Rule::case_mismatch:
      return (is_index_mismatch(t) ? missing_index(t) : missing_file(t)) +
             (t.may_ignore_case ? " Users say that Netlify finds it all the same" : "");
    case Rule::missing_file:
      return missing_file(t);
    case Rule::missing_index:
      return missing_index(t);
    case Rule::missing_fragment:
      return missing_fragment(t);
    case Rule::unresolvable_url:
      return joined({"'", t.raw, "' is not a URL: ", why_not_resolved(t)});
    case Rule::outside_site:
      return outside_site(t);
    case Rule::redirect_broken:
      if (!t.reason.empty()) return joined({"a redirect does not work: ", answer_text(t)});
      return joined({"the redirect leads to ", shown(t.end), ", which does not exist"});
    case Rule::redirect_loop:
      if (!t.reason.empty()) return answer_text(t);
      return "the redirects form a loop, or are more than 20";
    case Rule::base_moves_fragment:
      return joined(
          {"'", t.raw, "' is in this page, but with the base URL it is ", shown_url(t.url)});
    case Rule::insecure_own_url:
      return "the site uses https, but this link to it says http";
    case Rule::not_well_formed:
      return "this is not well-formed";
    case Rule::local_address:
      return local_address(t);
    case Rule::removed_url:
      return joined({"'", t.raw, "' has neither a file nor a redirect any more",
                     t.suggestion.empty() ? "" : "; did you mean ", t.suggestion,
                     t.suggestion.empty() ? "" : "?"});
    case Rule::id_lost:
      return joined({shown(t.target), " has no element with the id '", t.fragment,
                     "' any more, to which links led",
                     t.suggestion.empty() ? "" : "; did you mean '#", t.suggestion,
                     t.suggestion.empty() ? "" : "'?"});
    case Rule::integrity_mismatch:
      return joined({"the integrity attribute does not match ", shown(t.target)});
    case Rule::wrong_type:
      return wrong_type(t);
    case Rule::not_from_files:
      return not_from_files(t);
    case Rule::relative_in_404:
      return joined({"'", t.raw,
                     "' is relative, but hosts show 404.html at every missing address: begin it "
                     "with '/', or add a base element"});
    case Rule::suspicious_url:
      return suspicious_url(t);
    case Rule::nothing_checked:
      return "nothing was checked";
    case Rule::wrong_site_url:
      return joined({"the pages name the address ", t.suggestion, " as their own"});
    case Rule::catch_all:
      return "every address has an answer";
    case Rule::redirect_ignored:
      return joined({"this rule is not applied: ", t.error});
    case Rule::double_slash:
      return joined({"the path of '", t.raw, "' has a double slash, which some hosts do not find"});
    case Rule::relative_in_feed:
      return joined({"'", t.raw,
                     "' is relative, and many feed readers resolve it against the wrong "
                     "address: write the whole URL"});
    case Rule::orphan_file:
      return joined({"nothing links to ", shown(t.target)});
    case Rule::base_ignored:
      return base_ignored(t);
    case Rule::duplicate_id:
      return joined({"a link leads to the id '", t.fragment, "', which more than one element has"});
    case Rule::empty_link:
      return empty_link(t);
    case Rule::mixed_content:
      return "a page served by https loads this by http";
    case Rule::undeclared_encoding:
      return "the URL depends on the page's encoding, which is not declared";
    case Rule::loaded_before_base:
      return loaded_before_base(t);
    case Rule::redirected_link:
      return joined({"'", t.raw, "' is redirected to ", shown_url(t.suggestion)});
    case Rule::orphan_page:
      return "no other page links to this page";
    case Rule::island_page:
      return "pages link to this page, but no path of links leads here from the start page";
    case Rule::hreflang_no_return:
    case Rule::canonical_broken:
    case Rule::sitemap_not_indexable:
      return std::string(description(t.rule));  // the fault has its own sentence (site_pages.h)
    case Rule::external_broken:
    case Rule::external_tls:
    case Rule::external_timeout:
    case Rule::external_blocked:
    case Rule::external_private:
    case Rule::server_error:
      return answer_text(t);
    case Rule::external_fragment:
      return external_fragment(t);
    case Rule::external_soft_404:
      return joined(
          {"the site redirects to ", t.final_url, ", which is hardly the page that was meant"});
    case Rule::external_redirected:
    case Rule::redirected:
      return joined({"has moved to ", t.suggestion});
    case Rule::external:
      return t.suggestion.empty() ? "the link leads to another site" : outside_site(t);
  }
  return {};
}

struct AdviceRow {
  Rule value;
  RuleAdvice advice;
};

// clang-format off
constexpr text::EnumTable<Rule::external, AdviceRow> advice_table({
    {Rule::missing_file,
     {"`<a href=\"instal.html\">`, where the folder has `install.html`",
      "Correct the path, or add the file. The message names the nearest file. Where the server adds an extension (`page` is `page.html`), say so: `--extensions html`, or `--host NAME`. `--mount /PATH=DIR` adds what another program serves below a path.",
      "`--exclude-url REGEX` for paths that another program serves"}},
    {Rule::missing_index,
     {"`<a href=\"guide/\">`, where `guide/` has no `index.html`",
      "Link to a page in the folder, or add an index file. Where the index has another name, say so: `--index NAME`."}},
    {Rule::missing_fragment,
     {"`<a href=\"install.html#windows\">`, where no element of the page has `id=\"windows\"`",
      "Correct the fragment, or give the element that id. The message names the nearest id.",
      "`--exclude-url REGEX` for ids that a script makes, as `'\\.html#line[0-9]+$'`"}},
    {Rule::case_mismatch,
     {"`<a href=\"Guide/\">`, where the folder is `guide/`",
      "Write the path as the file is called, or rename the file. Windows and macOS find the file anyway; most servers do not."}},
    {Rule::unresolvable_url,
     {"`<a href=\"http://\">`, `<a href=\"https://h.example:99999/\">`; `import \"vue\"` in a module, where no import map has `vue`",
      "Correct the URL: the message says which part of it is wrong. `hrefkit url URL` shows the parts. A bare name in `import(\"fs\")` is a note: browsers may never get there."}},
    {Rule::outside_site,
     {"`<a href=\"/page.html\">` on a site at `https://h.example/docs/`",
      "Write the prefix (`/docs/page.html`), or a relative reference, which works at every address.",
      "`--exclude-url REGEX` for what other sites on the host serve"}},
    {Rule::redirect_broken,
     {"`/old /new.html 301` in `_redirects`, where there is no `new.html`",
      "Correct the target of the redirect, or remove the redirect.",
      "`--exclude-path _redirects`: the redirects still count"}},
    {Rule::redirect_loop,
     {"`/a /b` and `/b /a` in `_redirects`",
      "Let one of the redirects lead to a page. Browsers give up after 20 redirects in a row."}},
    {Rule::base_moves_fragment,
     {"`<a href=\"#people\">` in a page with `<base href=\"/guide/\">`",
      "Write the page's own address before the fragment, or remove the base element: `hrefkit rewrite --drop-base` keeps where all links lead."}},
    {Rule::insecure_own_url,
     {"`<a href=\"http://h.example/page.html\">` on the site `https://h.example/`",
      "Write https, or a relative reference: `hrefkit rewrite --to relative`."}},
    {Rule::not_well_formed,
     {"a sitemap in which an element is not closed",
      "Correct the XML or JSON at the place that the message names. What comes before it was checked; the rest was not read."}},
    {Rule::local_address,
     {"`<a href=\"http://localhost:1313/page/\">`",
      "Write the address that visitors can reach. Generators write such links when a site is built for a local server: build it for its real address. `--severity local-address=error` makes links that readers may follow errors, too.",
      "`--allow-private CIDR` for literal addresses and localhost"}},
    {Rule::removed_url,
     {"`/old.html` in the file of `--keep-urls`, or in the folder of `--since`, where the site has neither that file nor a redirect",
      "Bring the page back, or redirect its URL to the page that replaces it.",
      "remove the URL from the list"}},
    {Rule::integrity_mismatch,
     {"`<script src=\"app.js\" integrity=\"sha384-...\">`, where `app.js` has another hash",
      "Compute the hash again whenever the file changes, as a step of the build: browsers do not run a file with another hash."}},
    {Rule::wrong_type,
     {"`<img src=\"/x.png\">`, where there is no `x.png`, and `/* /index.html 200` in `_redirects` shows the home page in its place",
      "Add the file, or correct the reference: the page that the message names is served there, and browsers cannot use it as a picture or a script.",
      "`--exclude-url REGEX` for what a server makes out of the page"}},
    {Rule::not_from_files,
     {"`<a href=\"/guide/\">` in a folder that is opened without a server",
      "`hrefkit rewrite --to relative --index index.html` writes references that lead to files from `file:` addresses, too.",
      "leave out `--as-files`"}},
    {Rule::base_ignored,
     {"a second `<base href>`, or `<base href=\"javascript:;\">`",
      "Remove the element: browsers do not use it. `hrefkit base FILE` says which base URL the page has, and why."}},
    {Rule::duplicate_id,
     {"`<a href=\"#x\">` in a page with two elements that have `id=\"x\"`",
      "Give each element an id of its own. Browsers go to the first one."}},
    {Rule::empty_link,
     {"`<img src=\"\">`",
      "Write the URL, or remove the attribute. An empty `href` of a link to the page itself is fine."}},
    {Rule::mixed_content,
     {"`<script src=\"http://cdn.example/a.js\">` on the site `https://h.example/`",
      "Write https. Browsers refuse to load scripts, style sheets and frames by http into such a page."}},
    {Rule::undeclared_encoding,
     {"`<a href=\"?q=caf\xC3\xA9\">` in a page without `<meta charset>`",
      "Declare the encoding: `<meta charset=\"utf-8\">` in the first kilobyte."}},
    {Rule::loaded_before_base,
     {"`<link rel=\"stylesheet\" href=\"a.css\">` before `<base href=\"/v2/\">`",
      "Move the base element to the beginning of the head, before any element with a URL."}},
    {Rule::relative_in_404,
     {"`<link rel=\"stylesheet\" href=\"a.css\">` in `404.html`",
      "Write a reference from the root (`/a.css`) or a whole URL: servers show the page at every address that does not exist."}},
    {Rule::id_lost,
     {"`guide.html` had `<h2 id=\"install\">`, to which a page linked, and has no such id now (`--since`)",
      "Give the element its id again, or an `a` with it as its name: other sites link to it, too."}},
    {Rule::suspicious_url,
     {"`htps://h.example/`, `https://http//h.example/`, `mailto:somebody`",
      "Correct the scheme, the host or the mail address."}},
    {Rule::nothing_checked,
     {"a folder of pages whose links all lead to another host, without `--site-url`",
      "Say where the folder will be: `--site-url URL`. The summary counts the links that were not checked.",
      "`--allow-empty`"}},
    {Rule::wrong_site_url,
     {"`<link rel=\"canonical\" href=\"https://h.example/docs/\">` in the pages, and another `--site-url`, or none",
      "Give the address that the pages name: the message proposes it. Or build the site for its address."}},
    {Rule::catch_all,
     {"`/* /index.html 200` in `_redirects`: every link of the site works, whatever it names",
      "Nothing, where a script shows all of these addresses. Else let the rule answer with 404 (`/* /404.html 404`), or name the addresses that it is for (`/app/*`), so that missing pages are found."}},
    {Rule::redirect_ignored,
     {"`/* /index.html 200` in `_redirects` with `--host cloudflare-pages`, which drops it as an infinite loop",
      "Correct the rule as the message says, or remove it: the host works as if it were not there.",
      "`--exclude-path _redirects`: what the host applies still counts"}},
    {Rule::redirected_link,
     {"`<a href=\"/docs\">`, where the server redirects to `/docs/`",
      "Write the URL where the redirect ends: the message names it. Such a link works, but costs a request.",
      "it is off unless `--severity` or `--rules` asks for it"}},
    {Rule::double_slash,
     {"`<a href=\"/docs//page.html\">`",
      "Write one slash. Some servers find the page anyway, others do not, and the page then has two addresses.",
      "it is off unless `--severity` or `--rules` asks for it"}},
    {Rule::relative_in_feed,
     {"`<img src=\"cat.png\">` in the content of an item",
      "Write whole URLs into feeds: `hrefkit rewrite --to absolute --feed-base item`, which takes the link of the "
      "item for the base, as Newsboat, FreshRSS and Miniflux do; without `--feed-base item` the base is the "
      "address of the feed.",
      "it is off unless `--severity` or `--rules` asks for it"}},
    {Rule::hreflang_no_return,
     {"`<link rel=alternate hreflang=de href=/de/>`, where /de/ has no such link to this page",
      "Give each page of a group the same set of links: one for each language, itself among them, with absolute URLs that do not redirect. A value is a language with an optional script and region (BCP 47): `en`, `zh-Hant`, `pt-BR`, `es-419`, or `x-default`.",
      "it is off unless `--severity consistency=warning`, `--severity` or `--rules` asks for it"}},
    {Rule::canonical_broken,
     {"`<link rel=canonical href=/old>`, where /old redirects to /new",
      "Write one absolute URL, that of a page which search engines may show and which names itself, and the same one in `og:url` (RFC 6596).",
      "it is off unless `--severity consistency=warning`, `--severity` or `--rules` asks for it"}},
    {Rule::sitemap_not_indexable,
     {"`<loc>https://h.example/draft</loc>` of a page with `<meta name=robots content=noindex>`",
      "Leave the URL out of the sitemap, or let search engines show the page. URLs of another folder than the sitemap's need a Sitemap line in robots.txt (sitemaps.org).",
      "it is off unless `--severity consistency=warning`, `--severity` or `--rules` asks for it"}},
    {Rule::island_page,
     {"two pages that link to each other, and to which no other page links",
      "Link to one of them from a page that visitors reach, or remove them. `--start URL` names further pages where visitors begin.",
      "it is off unless `--severity consistency=warning`, `--severity` or `--rules` asks for it"}},
    {Rule::orphan_page,
     {"a page that no other page links to",
      "Link to the page, or remove it.",
      "leave out `--orphans`, or `--exclude-path GLOB` for such pages"}},
    {Rule::orphan_file,
     {"a picture that no page, style sheet, feed or manifest uses",
      "Remove the file, or link to it.",
      "leave out `--orphans`, or `--exclude-path GLOB` for such files"}},
    {Rule::external_broken,
     {"`<a href=\"https://other.example/gone\">`, where the server answers 404",
      "Link to where the page is now, or remove the link. With `--suggest archive` the suggestion is the address of an archived copy. The row's `status` and `reason` say what the server answered; `--accept CODES` says which answers are fine.",
      "leave out `--external check`"}},
    {Rule::external_tls,
     {"`<a href=\"https://other.example/\">`, where the certificate has expired, or is for another host",
      "Tell the owner of the site, or link to another page: visitors see a warning. `--ca-file FILE` adds the certificates of an authority of your own.",
      "`--insecure` accepts every certificate"}},
    {Rule::external_fragment,
     {"`<a href=\"https://other.example/page#windows\">`, where no element of that page has `id=\"windows\"`",
      "Correct the fragment, or leave it out. Ids that a script makes are not found: for such sites use `--exclude-url REGEX` or `--severity external-fragment=off`.",
      "leave out `--external check`"}},
    {Rule::external_timeout,
     {"`<a href=\"https://slow.example/\">`, where no answer comes within `--timeout` seconds",
      "Try it again later, or give it more time: `--timeout`, `--retries`.",
      "leave out `--external check`"}},
    {Rule::external_soft_404,
     {"`<a href=\"https://other.example/old/page\">`, which is redirected to `https://other.example/`",
      "Link to where the page is now: the site sends visitors to another page than the one you meant.",
      "leave out `--external check`"}},
    {Rule::external_redirected,
     {"`<a href=\"http://other.example/\">`, which is permanently redirected to `https://other.example/`",
      "Write the new address, which is the suggestion.",
      "leave out `--external check`"}},
    {Rule::external_blocked,
     {"`<a href=\"https://other.example/\">`, where the answer is 403, 429 or a bot check",
      "Nothing to repair: look at the page in a browser. `--accept CODES` accepts such answers, `--header` sends what the server asks for, and a slower `--delay` may help.",
      "leave out `--external check`"}},
    {Rule::external_private,
     {"`<a href=\"http://intranet.example/\">`, whose address is 10.0.0.7",
      "Such addresses are not checked unless `--allow-private CIDR` names them. Visitors elsewhere cannot reach them.",
      "leave out `--external check`"}},
    {Rule::server_error,
     {"`<a href=\"/search\">` on a live site, where the server answers 500",
      "Look at the server's log. The row's `status` and `reason` say what the server answered."}},
    {Rule::redirected,
     {"`<a href=\"/old\">` on a live site, where the server answers 301 and `/new`",
      "Write the new address, which is the suggestion."}},
    {Rule::external,
     {"`<a href=\"https://other.example/\">`",
      "Nothing is wrong: with `--external list` these are the links that hrefkit does not check, for a program that does.",
      "leave out `--external list`"}},
});
// clang-format on

}  // namespace

std::string sentence(FindingText const& given) {
  FindingText t = given;
  std::array<std::string, 6> masked;
  std::size_t i = 0;
  for (std::string_view* const url :
       {&t.raw, &t.url, &t.later_url, &t.missing_url, &t.suggestion, &t.final_url}) {
    if (!url::may_have_userinfo(*url)) continue;
    masked[i] = url::masked_url(*url);
    *url = masked[i++];
  }
  const std::string decoded =
      may_be_leftover(t.rule) ? url::percent_decode(raw_of(t)) : std::string();
  const std::string_view leftover = template_leftover(decoded);
  if (!leftover.empty()) t.path = nullptr;
  std::string text = sentence_of_rule(t);
  if (!leftover.empty()) text += joined({"; '", leftover, "' is left over from a template"});
  if (!t.later_url.empty() && names_target(t.rule)) {
    text +=
        joined({"; browsers load it from there, as the base element comes later: with it, this is ",
                shown_url(t.later_url)});
  }
  const bool begins_with_target = t.rule == Rule::missing_file || t.rule == Rule::case_mismatch;
  if (!begins_with_target || raw_of(t) != t.target || !text.starts_with(t.target)) {
    text = with_reference(t.raw, std::move(text));
  }
  if (!t.field.empty()) text += joined({" (in the HTTP header ", t.field, ")"});
  return show_invisible(std::move(text));
}

std::string with_reference(std::string_view raw, std::string sentence) {
  constexpr std::size_t max_shown = 400;
  raw = text::strip_ascii_whitespace(raw);
  if (raw.empty()) return sentence;
  // TOML and JSON have quotes of their own.
  const bool is_quoted =
      raw.size() > 1 && (raw[0] == '\'' || raw[0] == '"') && raw.back() == raw[0];
  const std::string_view quote = is_quoted ? raw.substr(0, 1) : "'";
  if (is_quoted) raw = raw.substr(1, raw.size() - 2);
  const std::string masked = url::masked_url(raw);
  raw = masked;
  if (sentence.find(joined({"'", raw, "'"})) != sentence.npos) return sentence;
  std::size_t end = std::min(raw.size(), max_shown);
  while (end < raw.size() && end > 0 && text::is_continuation_byte(raw[end])) --end;
  return joined({quote, raw.substr(0, end), end < raw.size() ? "..." : "", quote, ": ", sentence});
}

RuleAdvice const& advice_on(Rule rule) {
  return advice_table[rule].advice;
}

}  // namespace hrefkit::site
