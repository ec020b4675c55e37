// Programs that mirror sites name a file by the URL's path as it is when it is percent-decoded,
// with the query after a "?" (or an "@" where "?" is not allowed), and perhaps ".html" at the end.
#include <algorithm>
#include <array>
#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/site/input.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode_path.h"
#include "hrefkit/url/url_offsets.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

/// A URL of http or https, taken apart.
struct WebUrl {
  std::string_view host;  ///< and port
  std::string_view path;  ///< with its slash
  std::optional<std::string_view> query;
  std::string_view fragment;  ///< with its "#"
};

std::optional<WebUrl> web_url(std::string_view url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) return std::nullopt;
  const url::UrlOffsets at = url::find_offsets(url);
  WebUrl parts;
  parts.host = url.substr(at.host_begin, at.path_begin - at.host_begin);
  parts.path = url.substr(at.path_begin, at.query_begin - at.path_begin);
  parts.fragment = url.substr(at.fragment_begin);
  if (at.query_begin != at.fragment_begin) {
    parts.query = url.substr(at.query_begin + 1, at.fragment_begin - at.query_begin - 1);
  }
  return parts;
}

/// The names of a path below a folder, percent-decoded; nothing where one cannot be a name.
std::optional<std::string> decoded_path(std::string_view path) {
  std::string decoded;
  while (!path.empty()) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string name = url::percent_decode(path.substr(0, slash));
    if (name == "." || name == ".." || name.find('/') != std::string::npos ||
        name.find('\0') != std::string::npos) {
      return std::nullopt;
    }
    decoded += name;
    if (slash < path.size()) decoded += '/';
    path.remove_prefix(std::min(slash + 1, path.size()));
  }
  return decoded;
}

}  // namespace

LocalFiles::LocalFiles(Site site, std::string folder, std::string site_url,
                       std::vector<std::string> index)
    : site_(std::move(site)),
      folder_(std::move(folder)),
      folder_url_(file_url(folder_)),
      site_url_(std::move(site_url)),
      index_(std::move(index)) {
  if (!folder_url_.ends_with('/')) folder_url_ += '/';
}

tl::expected<LocalFiles, std::string> LocalFiles::read(std::string folder, std::string site_url,
                                                       std::vector<std::string> index) {
  SiteOptions options;
  options.root = folder;
  options.hidden = true;
  auto site = Site::read(options);
  if (!site) return tl::unexpected(site.error());
  if (index.empty()) index = {"index.html", "index.htm"};
  return LocalFiles(std::move(*site), std::move(folder), std::move(site_url), std::move(index));
}

bool LocalFiles::is_file(std::string const& path) const {
  const EntryId entry = site_.entry(path);
  return entry != no_entry && !site_.entries().is_folder(entry);
}

std::optional<std::string> LocalFiles::find_below(std::string const& folder, std::string_view path,
                                                  std::optional<std::string_view> query) const {
  const auto decoded = decoded_path(path);
  if (!decoded) return std::nullopt;
  std::vector<std::string> names;
  const bool is_folder = decoded->empty() || decoded->ends_with('/');
  if (is_folder) {
    for (std::string const& index : index_) names.push_back(folder + *decoded + index);
  } else {
    names.push_back(folder + *decoded);
    if (!query) {
      for (std::string const& index : index_) names.push_back(folder + *decoded + '/' + index);
    }
  }
  for (std::string const& name : names) {
    std::array<std::string, 3> forms{name, {}, {}};
    if (query) {
      forms = {name + '?' + std::string(*query), name + '?' + url::percent_decode(*query),
               name + '@' + url::percent_decode(*query)};
    }
    for (std::string const& form : forms) {
      if (form.empty()) continue;
      if (is_file(form)) return form;
      if (is_file(form + ".html")) return form + ".html";
    }
  }
  return std::nullopt;
}

std::optional<std::string> LocalFiles::find(std::string_view url) const {
  const auto parts = web_url(url);
  if (!parts) return std::nullopt;
  const auto own = web_url(site_url_);
  std::optional<std::string> file;
  if (own && own->host == parts->host && parts->path.starts_with(own->path)) {
    file = find_below("", parts->path.substr(own->path.size()), parts->query);
  }
  if (!file) file = find_below(std::string(parts->host) + '/', parts->path.substr(1), parts->query);
  if (!file) return std::nullopt;
  return folder_url_ + url::percent_encode_path(*file) + std::string(parts->fragment);
}

bool LocalFiles::has(std::string_view file_url) const {
  if (!file_url.starts_with(folder_url_)) return false;
  file_url.remove_prefix(folder_url_.size());
  const auto path = decoded_path(file_url.substr(0, file_url.find_first_of("?#")));
  if (!path) return false;
  return is_file(*path);
}

std::optional<std::string> LocalFiles::address_of(std::string const& path) const {
  boost::system::error_code error;
  const fs::path folder = fs::canonical(folder_, error);
  const fs::path place = fs::canonical(path, error);
  if (error) return std::nullopt;
  const std::string prefix = folder.native() + "/";
  if (!place.native().starts_with(prefix)) return std::nullopt;
  const std::string below = place.native().substr(prefix.size());
  if (!site_url_.empty()) return site_url_ + url::percent_encode_path(below);
  const std::size_t slash = below.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const url::Resolver alone{url::ResolveOptions{}};
  const auto address = alone.resolve("https://" + below.substr(0, slash) +
                                     url::percent_encode_path(below.substr(slash)));
  if (!address) return std::nullopt;
  return *address;
}

}  // namespace hrefkit::site
