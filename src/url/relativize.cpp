// A serialised URL is split into authority, path, query and fragment as RFC 3986 (appendix B)
// splits it, which serves all standards. Each candidate leaves out a part that the target shares
// with the base. Then each candidate, shortest first, is resolved; the first that resolves to the
// target is the answer. So a rule of a standard that this file does not implement (drive letters,
// opaque paths, "/.") can make the answer longer, but never wrong.
#include "hrefkit/url/relativize.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "hrefkit/url/characters/dot_segment.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::url {

namespace {

/// A serialised URL, split so that `before_path` + `path` + `query` + `fragment` is the URL again.
struct SplitUrl {
  explicit SplitUrl(std::string_view url) {
    const UrlOffsets at = find_offsets(url);
    const auto between = [url](std::size_t begin, std::size_t end) {
      return url.substr(begin, end - begin);
    };
    scheme = between(0, at.scheme_end);
    after_scheme = url.substr(std::min<std::size_t>(at.scheme_end + 1, url.size()));
    before_path = between(0, at.path_begin);
    path = between(at.path_begin, at.query_begin);
    query = between(at.query_begin, at.fragment_begin);
    fragment = url.substr(at.fragment_begin);
  }

  std::string_view scheme;
  std::string_view after_scheme;
  std::string_view before_path;
  std::string_view path;
  std::string_view query;     ///< with "?", or empty without a query
  std::string_view fragment;  ///< with "#", or empty without a fragment
};

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
  // "./" where the first segment would be empty or look like a scheme.
  const std::string_view first = rest.substr(0, rest.find('/'));
  if (ups == 0 && (first.empty() || first.find(':') != std::string_view::npos)) path += "./";
  path += rest;
  if (rest.empty()) path.pop_back();
  return path;
}

class Candidates {
 public:
  Candidates(SplitUrl const& target, SplitUrl const& base) : target_(target), base_(base) {}

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

  SplitUrl const& target_;
  SplitUrl const& base_;
  std::vector<std::string> candidates_;
};

bool leads_back(std::string_view reference, std::string_view target, Resolver const& base) {
  const auto resolved = base.resolve(reference);
  return resolved && *resolved == target;
}

/// The path of the target relative to the base, written in full: never empty, and folders end in
/// '/'.
std::string spelt_path(std::string_view target, std::string_view base) {
  std::string path = relative_path(target, base);
  const bool is_folder = path == "." || path == ".." || path.ends_with("/..");
  if (is_folder) path += '/';
  return path;
}

std::string shaped(SplitUrl const& target, SplitUrl const& base, ReferenceShape shape) {
  std::string reference;
  switch (shape) {
    case ReferenceShape::path: {
      const bool only_fragment = target.path == base.path && target.query == base.query;
      if (only_fragment && !target.fragment.empty()) return std::string(target.fragment);
      reference = spelt_path(target.path, base.path.empty() ? "/" : base.path);
      break;
    }
    case ReferenceShape::root:
      // A path that begins with "//" would be read as a host.
      if (target.path.starts_with("//")) reference = "/.";
      reference += target.path;
      break;
    case ReferenceShape::scheme:
      return std::string(target.after_scheme);
  }
  reference += target.query;
  reference += target.fragment;
  return reference;
}

}  // namespace

std::optional<std::string> find_reference(std::string_view url, Resolver const& base,
                                          ReferenceShape shape) {
  const SplitUrl target(url);
  const SplitUrl around(base.base());
  if (target.scheme != around.scheme) return std::nullopt;
  if (shape == ReferenceShape::scheme) {
    if (!target.after_scheme.starts_with("//")) return std::nullopt;
  } else if (target.before_path != around.before_path || !target.path.starts_with('/')) {
    return std::nullopt;
  }
  std::string reference = shaped(target, around, shape);
  if (!leads_back(reference, url, base)) return std::nullopt;
  return reference;
}

tl::expected<std::string, Error> relativize(std::string_view target, Resolver const& base,
                                            ReferenceForm form) {
  auto absolute = base.resolve(target);
  if (!absolute) return absolute;
  const SplitUrl target_parts(*absolute);
  const SplitUrl base_parts(base.base());
  for (std::string& candidate : Candidates(target_parts, base_parts).of_form(form)) {
    if (candidate.size() >= absolute->size()) break;
    if (leads_back(candidate, *absolute, base)) return std::move(candidate);
  }
  return absolute;
}

}  // namespace hrefkit::url
