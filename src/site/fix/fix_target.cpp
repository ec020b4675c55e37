#include "hrefkit/site/fix/fix_target.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/site/check/link_judge.h"
#include "hrefkit/site/check/page_report.h"
#include "hrefkit/site/check/suggestion.h"
#include "hrefkit/site/fragment.h"
#include "hrefkit/site/redirects.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/case_folding.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/private_host.h"
#include "hrefkit/url/scheme_syntax.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

bool may_be_fixed(Rule rule) {
  switch (rule) {
    case Rule::case_mismatch:
    case Rule::missing_file:
    case Rule::outside_site:
    case Rule::missing_fragment:
    case Rule::redirected_link:
    case Rule::external_redirected:
    case Rule::insecure_own_url:
    case Rule::double_slash:
    case Rule::suspicious_url:
    case Rule::base_moves_fragment:
      return true;
    default:
      return false;
  }
}

namespace {

/// True for what may follow a scheme and its colon.
bool may_follow(std::string_view scheme, std::string_view rest) {
  if (scheme == "mailto") return rest.find('@') != rest.npos;
  if (scheme == "tel") {
    constexpr text::ByteSet in_number = text::ascii_digit | text::ByteSet("+-.() %");
    const bool has_digit =
        std::any_of(rest.begin(), rest.end(), [](char c) { return text::ascii_digit.contains(c); });
    return has_digit &&
           std::all_of(rest.begin(), rest.end(), [&](char c) { return in_number.contains(c); });
  }
  const std::string_view host = rest.substr(0, rest.find_first_of("/?#", 2));
  return rest.starts_with("//") && host.size() > 2;
}

}  // namespace

std::optional<std::string> with_meant_scheme(std::string_view url) {
  url = text::strip(url, url::c0_control_or_space);
  const std::size_t length = url::scheme_length(url);
  if (length == 0) return std::nullopt;
  const std::string scheme = text::to_ascii_lower(url.substr(0, length));
  const std::string_view rest = url.substr(length + 1);
  if (scheme == "http" || scheme == "https") {
    // "https://https://h.example/": with two schemes, nobody knows which one is meant.
    const std::string_view inner = rest.substr(std::min<std::size_t>(2, rest.size()));
    const std::size_t inner_length = url::scheme_length(inner);
    const bool is_doubled = rest.starts_with("//") && inner_length == length &&
                            text::equals_ignoring_ascii_case(inner.substr(0, length), scheme) &&
                            may_follow(scheme, inner.substr(length + 1));
    return is_doubled ? std::optional<std::string>(inner) : std::nullopt;
  }
  std::optional<std::string> meant;
  for (const std::string_view near : likely_schemes(scheme)) {
    if (!may_follow(near, rest)) continue;
    if (meant) return std::nullopt;
    meant = std::string(near).append(":").append(rest);
  }
  return meant;
}

std::optional<std::string> IdForms::find_only(std::uint32_t page, std::string_view id) {
  const std::lock_guard lock(mutex_);
  auto known = known_.find(page);
  if (known == known_.end()) known = known_.emplace(page, read(page)).first;
  const auto form = known->second.find(text::fold_case(url::percent_decode(id)));
  if (form == known->second.end() || form->second.is_shared) return std::nullopt;
  return form->second.id;
}

IdForms::Forms IdForms::read(std::uint32_t page) {
  Forms forms;
  if (!open_page(site_, page, page_) || !page_.binary.empty()) return forms;
  const auto add = [&](std::span<html::Anchor const> anchors) {
    for (html::Anchor const& anchor : anchors) {
      if (anchor.name.empty()) continue;
      const auto [form, is_new] =
          forms.try_emplace(text::fold_case(url::percent_decode(anchor.name)));
      if (is_new) form->second.id = anchor.name;
      form->second.is_shared |= form->second.id != anchor.name;
    }
  };
  if (!finder_.find(page_.source, page_.options, {.anchors = add})) forms.clear();
  return forms;
}

namespace {

using namespace std::string_view_literals;

/// What hosts add to the name of a page.
constexpr std::array page_extensions{"html"sv, "htm"sv, "xhtml"sv};

/// A path that a missing one may be written for.
struct Form {
  std::string path;        ///< below the root, without a slash at its end
  bool is_whole = true;    ///< nothing was added to its last name
  bool may_change = true;  ///< the letters of its names may be in another case
};

/// Finds the only file that one of several forms of a path names.
class OnlyFile {
 public:
  OnlyFile(CheckedSite const& checked, Rule rule) : checked_(checked), rule_(rule) {}

  /// Tries a path that was asked for, in all its forms.
  void try_path(std::string_view path) {
    has_slash_ = path.ends_with('/');
    while (path.ends_with('/')) path.remove_suffix(1);
    if (path.empty()) return;
    const std::string base(path);
    try_form({base, true, !has_slash_ || rule_ == Rule::case_mismatch});
    Site const& site = checked_.site;
    for (const std::string_view extension : page_extensions) {
      try_form({(base + ".").append(extension), false, false});
    }
    for (std::string const& extension : site.options().extensions) {
      try_form({(base + ".").append(extension), false, rule_ == Rule::case_mismatch});
    }
    // Encoded twice, or once too few: "a%2520b.html" and "a%2Fb.html".
    const std::string decoded = url::percent_decode(base);
    if (decoded != base) try_form({decoded, true, false});
  }

  /// The same for the name of a file that has percent signs itself.
  void try_written(std::string path) {
    while (path.ends_with('/')) path.pop_back();
    if (!path.empty()) try_form({std::move(path), true, false});
  }

  /// The path of the only file, with a slash at its end for a folder with an index.
  std::optional<std::string> found() const {
    return is_ambiguous_ || !is_allowed_ ? std::nullopt : found_;
  }

 private:
  void try_form(Form const& form) {
    FoldedNames::Only const only = checked_.names.find_only(form.path);
    EntryId const entry = only.found.entry;
    if (entry == no_entry || entry == 0) return;
    const bool is_exact = only.found.path == form.path;
    EntryTable const& entries = checked_.site.entries();
    if (!entries.is_folder(entry)) {
      return add(only.found.path, is_exact || form.may_change, only.is_shared);
    }
    if (!form.is_whole) return;
    const std::string folder = only.found.path + "/";
    const bool has_index = checked_.site.find_path(path_of(folder)).status == LookupStatus::found;
    if (has_index) return add(folder, is_exact || form.may_change, only.is_shared);
    for (std::string const& index : checked_.site.options().index) {
      FoldedNames::Only const in_folder = checked_.names.find_only(folder + index);
      const EntryId file = in_folder.found.entry;
      if (file == no_entry || entries.is_folder(file)) continue;
      add(in_folder.found.path, rule_ == Rule::case_mismatch, in_folder.is_shared);
    }
  }

  std::string path_of(std::string const& path) const {
    const std::string root = checked_.site.url(0).substr(checked_.site.origin().size());
    return root + url::percent_encode_path(path);
  }

  void add(std::string path, bool is_allowed, bool is_shared) {
    is_ambiguous_ |= is_shared || (found_ && *found_ != path);
    is_allowed_ |= is_allowed;
    found_ = std::move(path);
  }

  CheckedSite const& checked_;
  Rule rule_;
  bool has_slash_ = false;
  std::optional<std::string> found_;
  bool is_allowed_ = false;
  bool is_ambiguous_ = false;
};

/// The names of a URL's path, percent-decoded, with '/' between and the slash at its end.
std::string names_in(std::string_view path) {
  std::string joined;
  for (PathNames names(path); names.next();) {
    if (!joined.empty()) joined += '/';
    joined += names.is_possible() ? names.name() : names.written();
  }
  if (path.ends_with('/') && !joined.empty()) joined += '/';
  return joined;
}

/// The same as they are written.
std::string written_names_in(std::string_view path) {
  std::string joined;
  for (PathNames names(path); names.next();) {
    if (!joined.empty()) joined += '/';
    joined += names.written();
  }
  return joined;
}

/// `url` without empty segments in its path.
std::string with_single_slashes(std::string_view url, std::size_t path_begin) {
  std::string single(url.substr(0, path_begin));
  const std::string_view path = url::without_query(url).substr(path_begin);
  for (const char c : path) {
    if (c != '/' || !single.ends_with('/')) single += c;
  }
  return single.append(url.substr(path_begin + path.size()));
}

}  // namespace

std::optional<std::string> FixTargets::find(Finding const& finding, std::uint32_t page) {
  if (!may_be_fixed(finding.rule) || !finding.url || finding.length == 0) return std::nullopt;
  // Below a long base, a short page asks for thousands of long paths.
  if (finding.url->size() > max_target) return std::nullopt;
  // What is masked in reports cannot be written.
  const bool has_host = finding.raw.find("//") != finding.raw.npos;
  if (has_host && (url::may_have_userinfo(*finding.url) || url::may_have_userinfo(finding.raw))) {
    return std::nullopt;
  }
  return find_any(finding, page);
}

std::optional<std::string> FixTargets::find_any(Finding const& finding, std::uint32_t page) {
  const std::string_view url = *finding.url;
  Site const& site = checked_.site;
  std::optional<std::string> target;
  switch (finding.rule) {
    case Rule::case_mismatch:
    case Rule::missing_file:
    case Rule::outside_site:
      target = find_path(finding);
      break;
    case Rule::missing_fragment:
      target = find_id(finding);
      break;
    case Rule::redirected_link:
      target = end_of_redirects(finding);
      break;
    case Rule::insecure_own_url:
      if (finding.suggestion) target = *finding.suggestion;
      break;
    case Rule::double_slash:
      if (const auto own = site.own_url(url::without_fragment(url))) {
        target = with_single_slashes(url, static_cast<std::size_t>(own->path.data() - url.data()));
      }
      break;
    case Rule::base_moves_fragment:
      target = url::with_fragment_of(url, site.url(site.pages()[page]));
      break;
    case Rule::external_redirected: {
      const bool is_there = finding.suggestion && !url::may_have_userinfo(*finding.suggestion);
      const bool is_same_host = is_there && !url::host_of(url).empty() &&
                                url::host_of(url) == url::host_of(*finding.suggestion);
      return is_same_host ? std::optional<std::string>(*finding.suggestion) : std::nullopt;
    }
    case Rule::suspicious_url:
      return with_meant_scheme(finding.raw);
    default:
      return std::nullopt;
  }
  if (!target || *target == url || !works(*target, finding, page)) return std::nullopt;
  return target;
}

/// The only file that the path of a finding means, as a URL with the query and the fragment.
std::optional<std::string> FixTargets::find_path(Finding const& finding) const {
  const std::string_view url = *finding.url;
  Site const& site = checked_.site;
  const auto own = site.own_url(url::without_fragment(url));
  if (!own) return std::nullopt;
  OnlyFile only(checked_, finding.rule);
  const std::string root = site.url(0).substr(site.origin().size());  // "/docs/"
  if (const auto path = site.relative_path(own->path)) {
    only.try_path(*path);
    if (own->path.find('%') != own->path.npos && own->path.starts_with(root)) {
      only.try_written(written_names_in(own->path.substr(root.size() - 1)));
    }
    // The path of the site twice: "/docs/docs/a.html". Or once too few, where the site has a folder
    // of that name: "/docs/a.html" for "/docs/docs/a.html".
    const std::string prefix = names_in(root);
    if (!prefix.empty()) only.try_path(prefix + *path);
    if (!prefix.empty() && path->size() > prefix.size() && path->starts_with(prefix)) {
      only.try_path(path->substr(prefix.size()));
    }
  } else {
    only.try_path(names_in(own->path));
    // "/docspage.html" for "/docs/page.html".
    const std::string_view folder = std::string_view(root).substr(0, root.size() - 1);
    if (!folder.empty() && own->path.starts_with(folder)) {
      only.try_path(names_in("/" + std::string(own->path.substr(folder.size()))));
    }
  }
  const auto found = only.found();
  if (!found) return std::nullopt;
  const std::string path = site.url(0) + url::percent_encode_path(*found);
  return path + std::string(url.substr(url::without_query(url).size()));
}

/// The URL with the only id of its page that differs in letter case or percent-encoding.
std::optional<std::string> FixTargets::find_id(Finding const& finding) {
  const std::string_view url = *finding.url;
  const auto fragment = url::fragment_of(url);
  const TargetPlace place = targets_.find(url::without_fragment(url));
  if (!fragment || place.kind != PlaceKind::file || !place.keeps_fragment) return std::nullopt;
  const std::uint32_t page = checked_.site.page_number(place.entry);
  const Fragment read = read_fragment(*fragment);
  if (page == no_entry || read.kind != FragmentKind::element) return std::nullopt;
  const auto id = ids_.find_only(checked_.site.id_page(page), decode_fragment(read.raw));
  if (!id) return std::nullopt;
  std::string target(url::without_fragment(url));
  target += '#';
  for (const char c : *id) target += c == '%' ? std::string("%25") : std::string(1, c);
  return target.append(fragment->substr(read.raw.size()));
}

/// Where the redirects of a link end, and the pages that send readers on.
std::optional<std::string> FixTargets::end_of_redirects(Finding const& finding) {
  if (!finding.suggestion || targets_.find(url::without_fragment(*finding.url)).is_temporary) {
    return std::nullopt;
  }
  constexpr int max_hops = 20;
  std::string end(*finding.suggestion);
  for (int hop = 0; hop < max_hops; ++hop) {
    const TargetPlace place = targets_.find(url::without_fragment(end));
    if (place.kind != PlaceKind::file) return std::nullopt;
    auto const& refreshes = checked_.facts.refresh_urls;
    const auto refresh = refreshes.find(checked_.site.page_number(place.entry));
    if (refresh == refreshes.end()) return end;
    end = url::with_fragment_of(refresh->second,
                                targets_.end_url(url::without_fragment(refresh->second)));
  }
  return std::nullopt;
}

/// True for a target that is fine for the link. A redirect on the way is followed where links by
/// redirects are findings.
bool FixTargets::works(std::string& url, Finding const& finding, std::uint32_t page) {
  TargetPlace place = targets_.find(url::without_fragment(url));
  const bool wants_end = options_.severities[Rule::redirected_link] != Severity::off;
  if (place.is_redirected && wants_end) {
    url = url::with_fragment_of(url, targets_.end_url(url::without_fragment(url)));
    place = targets_.find(url::without_fragment(url));
    if (place.is_redirected) return false;
  }
  const bool is_there = place.kind == PlaceKind::file && !place.insecure && !place.by_catch_all &&
                        !place.is_temporary;
  if (!is_there || (finding.needs_content && place.is_called_page)) return false;
  const std::uint32_t target = checked_.site.page_number(place.entry);
  const auto fragment = url::fragment_of(url);
  if (!fragment || target == no_entry) return true;
  const Fragment read = read_fragment(*fragment);
  if (read.kind != FragmentKind::element) return true;
  return !checked_.facts.lacks(
      use_of(checked_.hash, read.raw, page, checked_.site.id_page(target)));
}

}  // namespace hrefkit::site
