// A serialised URL is cut at its authority, path, query and fragment as RFC 3986 (appendix B)
// cuts it, which serves all standards. What the target shares with the base is left out, one
// candidate for each length of the shared part; then each candidate, shortest first, has to
// resolve to the target. So a rule of a standard that is not thought of here (drive letters,
// opaque paths, "/.") costs length, never correctness.
#include "hrefkit/url/relativize.h"

#include <algorithm>
#include <vector>

#include "hrefkit/url/characters/windows_drive_letter.h"

namespace hrefkit::url {

namespace {

/// A serialised URL, cut so that `before_path` + `path` + `query` + `fragment` is the URL again.
struct CutUrl {
  std::string_view scheme;  ///< with ":"
  std::string_view before_path;
  std::string_view path;
  std::string_view query;     ///< with "?", or empty when there is none
  std::string_view fragment;  ///< with "#", or empty when there is none
  std::string_view after_scheme;
};

CutUrl cut(std::string_view url) {
  CutUrl parts;
  const std::size_t fragment = std::min(url.find('#'), url.size());
  parts.fragment = url.substr(fragment);
  const std::size_t query = std::min(url.substr(0, fragment).find('?'), fragment);
  parts.query = url.substr(query, fragment - query);
  const std::string_view hierarchy = url.substr(0, query);
  const std::size_t after_scheme = std::min(hierarchy.find(':') + 1, hierarchy.size());
  parts.scheme = hierarchy.substr(0, after_scheme);
  parts.after_scheme = url.substr(after_scheme);
  std::size_t path = after_scheme;
  if (hierarchy.substr(after_scheme).starts_with("//")) {
    path = std::min(hierarchy.find('/', after_scheme + 2), hierarchy.size());
  }
  parts.before_path = hierarchy.substr(0, path);
  parts.path = hierarchy.substr(path);
  return parts;
}

/// The target's path relative to the base's directory, where both begin with "/".
std::string relative_path(std::string_view target, std::string_view base) {
  const std::string_view directory = base.substr(0, base.rfind('/') + 1);
  const auto difference =
      std::mismatch(directory.begin(), directory.end(), target.begin(), target.end()).first;
  const auto same = static_cast<std::size_t>(difference - directory.begin());
  const std::size_t shared = directory.substr(0, same).rfind('/') + 1;
  const auto ups =
      std::count(directory.begin() + static_cast<std::ptrdiff_t>(shared), directory.end(), '/');
  const std::string_view rest = target.substr(shared);
  std::string path;
  for (std::ptrdiff_t i = 0; i < ups; ++i) path += "../";
  // "./" where the first segment would be nothing or look like a scheme.
  const std::string_view first = rest.substr(0, rest.find('/'));
  if (ups == 0 && (first.empty() || first.find(':') != std::string_view::npos)) path += "./";
  path += rest;
  if (rest.empty()) path.pop_back();
  return path;
}

class Candidates {
 public:
  Candidates(CutUrl const& target, CutUrl const& base) : target_(target), base_(base) {}

  std::vector<std::string> of_form(ReferenceForm form) {
    switch (form) {
      case ReferenceForm::path_relative:
        if (same_authority()) add_within_authority();
        add_scheme_relative();
        break;
      case ReferenceForm::root_relative:
        if (same_authority()) add_root_relative();
        break;
      case ReferenceForm::scheme_relative:
        add_scheme_relative();
        break;
    }
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](auto const& a, auto const& b) { return a.size() < b.size(); });
    return std::move(candidates_);
  }

 private:
  bool same_authority() const { return target_.before_path == base_.before_path; }

  void add(std::string_view path, std::string_view query) {
    std::string candidate(path);
    candidate += query;
    candidate += target_.fragment;
    candidates_.push_back(std::move(candidate));
  }

  void add_within_authority() {
    if (target_.path == base_.path) {
      if (target_.query == base_.query) add("", "");
      if (!target_.query.empty()) add("", target_.query);
    }
    const std::string_view base_path = base_.path.empty() ? "/" : base_.path;
    if (target_.path.starts_with('/') && base_path.starts_with('/')) {
      add(relative_path(target_.path, base_path), target_.query);
    } else {
      add(target_.path, target_.query);
    }
    add_root_relative();
  }

  void add_root_relative() {
    if (!target_.path.starts_with('/')) return;
    // A file's drive letter is inherited.
    if (is_normalized_windows_drive_letter(target_.path.substr(1, 2))) {
      add(target_.path.substr(3), target_.query);
    }
    // A path that begins with "//" would be read as a host.
    if (target_.path.starts_with("//")) {
      std::string path("/.");
      path += target_.path;
      add(path, target_.query);
    } else {
      add(target_.path, target_.query);
    }
  }

  void add_scheme_relative() {
    if (target_.scheme != base_.scheme || !target_.after_scheme.starts_with("//")) return;
    candidates_.emplace_back(target_.after_scheme);
  }

  CutUrl const& target_;
  CutUrl const& base_;
  std::vector<std::string> candidates_;
};

bool leads_back(std::string_view reference, std::string_view target, Resolver const& base) {
  const auto resolved = base.resolve(reference);
  return resolved && *resolved == target;
}

}  // namespace

tl::expected<std::string, Error> relativize(std::string_view target, Resolver const& base,
                                            ReferenceForm form) {
  auto absolute = base.resolve(target);
  if (!absolute) return absolute;
  const CutUrl target_parts = cut(*absolute);
  const CutUrl base_parts = cut(base.base());
  for (std::string& candidate : Candidates(target_parts, base_parts).of_form(form)) {
    if (candidate.size() >= absolute->size()) break;
    if (leads_back(candidate, *absolute, base)) return std::move(candidate);
  }
  return absolute;
}

}  // namespace hrefkit::url
