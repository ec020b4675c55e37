// How mirroring programs name files. They use the percent-decoded path of the URL, with the query
// after "?" (or "@" if "?" is not allowed), and may append ".html" or ".css". Each program keeps
// other bytes percent-encoded: wget control characters and "/" from "%2F", wget2 some more; so
// names are also compared after decoding. An appended extension must be removed to derive a page's
// URL, or references that are only a query would miss the page. With --protocol-directories, wget
// puts the folders of hosts into folders of schemes. HTTrack puts part of a hash into the name
// instead of the query, and rewrites links itself.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/binary_content.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/input_folder.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/snapshot/entry_table.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

/// The parts of an http or https URL.
struct LocalFiles::WebUrl {
  std::string_view scheme;
  std::string_view host;  ///< and port
  std::string_view path;  ///< with its slash
  std::optional<std::string_view> query;
  std::string_view fragment;  ///< with its "#"
};

namespace {

using namespace std::string_view_literals;

template <class WebUrl>
std::optional<WebUrl> split_web_url(std::string_view url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) return std::nullopt;
  const url::UrlOffsets at = url::find_offsets(url);
  WebUrl parts;
  parts.scheme = url.substr(0, url.find(':'));
  parts.host = url.substr(at.host_begin, at.path_begin - at.host_begin);
  parts.path = url.substr(at.path_begin, at.query_begin - at.path_begin);
  parts.fragment = url.substr(at.fragment_begin);
  if (at.query_begin != at.fragment_begin) {
    parts.query = url.substr(at.query_begin + 1, at.fragment_begin - at.query_begin - 1);
  }
  return parts;
}

/// Percent-decodes a name. A "/" stays encoded, because it does not separate names.
std::string decoded_name(std::string_view name) {
  std::string decoded;
  while (true) {
    const std::size_t encoded = text::find_ignoring_ascii_case(name, "%2f");
    const std::size_t slash = std::min({encoded, name.find('/'), name.size()});
    decoded += url::percent_decode(name.substr(0, slash));
    if (slash == name.size()) return decoded;
    decoded += "%2F";
    name.remove_prefix(slash + (slash == encoded ? 3 : 1));
  }
}

/// The same for each name of a path.
std::string decoded_names(std::string_view path) {
  std::string decoded;
  while (true) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    decoded += decoded_name(path.substr(0, slash));
    if (slash == path.size()) return decoded;
    decoded += '/';
    path.remove_prefix(slash + 1);
  }
}

/// Percent-decodes a path below a folder; nullopt if a name is "." or "..", or has a NUL.
std::optional<std::string> decoded_path(std::string_view path) {
  std::string decoded = decoded_names(path);
  const std::string names = "/" + decoded + "/";
  for (const std::string_view impossible : {"/./"sv, "/../"sv, "\0"sv}) {
    if (names.find(impossible) != std::string::npos) return std::nullopt;
  }
  return decoded;
}

/// The offset of `sign` before the port at the end of a host, or npos.
std::size_t port_sign(std::string_view host, char sign) {
  const std::size_t at = host.find_last_not_of("0123456789");
  const bool has_port = at != std::string_view::npos && at + 1 < host.size() && host[at] == sign;
  return has_port ? at : std::string_view::npos;
}

/// Replaces the sign before the port. In names that are valid on Windows, "+" replaces the colon.
std::string with_port_sign(std::string_view host, char from, char to) {
  std::string name(host);
  const std::size_t at = port_sign(host, from);
  if (at != std::string_view::npos) name[at] = to;
  return name;
}

/// The likely scheme for a host and port. Most servers with a non-default port have no TLS, except
/// on ports such as 8443.
std::string_view default_scheme(std::string_view host) {
  const bool is_plain = port_sign(host, ':') != std::string_view::npos && !host.ends_with("443");
  return is_plain ? "http" : "https";
}

/// True for a folder name that may be a host: "www.example.org", "localhost",
/// "intranet:8080".
bool is_host_name(std::string_view name) {
  return name == "localhost" || name.find('.', 1) != std::string_view::npos ||
         port_sign(name, ':') != std::string_view::npos ||
         port_sign(name, '+') != std::string_view::npos;
}

bool have_same_content(InputFolder const& folder, std::string const& place,
                       std::string const& other) {
  const auto file = folder.file(place);
  const auto other_file = folder.file(other);
  if (!file || !other_file || file->stamp.size != other_file->stamp.size) return false;
  std::string bytes;
  std::string other_bytes;
  return file->read(bytes) && other_file->read(other_bytes) && bytes == other_bytes;
}

constexpr std::string_view added_ending = ".html";

/// True for the name of a server-side program, whose output is HTML despite the extension.
bool is_program_name(std::string_view path) {
  constexpr std::array endings{".php"sv,  ".php5"sv, ".phtml"sv, ".asp"sv, ".aspx"sv, ".jsp"sv,
                               ".jspx"sv, ".cgi"sv,  ".pl"sv,    ".cfm"sv, ".do"sv};
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return path.size() > ending.size() &&
           text::equals_ignoring_ascii_case(path.substr(path.size() - ending.size()), ending);
  });
}

/// The relative URL for a file's path. A query in the file's name belongs to the URL, and a ".html"
/// after it was appended by the mirroring program.
std::string address_below(std::string_view path) {
  const std::string_view start = before_query(path);
  if (start.size() == path.size()) return url::percent_encode_path(path);
  std::string_view query = path.substr(start.size() + 1);
  if (query.ends_with(added_ending)) query.remove_suffix(added_ending.size());
  std::string address = url::percent_encode_path(start);
  address += '?';
  for (const char c : query) {
    if (c == '#') {
      address += "%23";
    } else {
      address += c;
    }
  }
  return address;
}

}  // namespace

LocalFiles::LocalFiles(Site site, std::string const& folder, std::string site_url,
                       std::vector<std::string> index)
    : site_(std::move(site)),
      folder_url_(file_url(folder)),
      site_url_(std::move(site_url)),
      index_(std::move(index)) {
  real_folder_ = real_path(folder).value_or("");
  if (!folder_url_.ends_with('/')) folder_url_ += '/';
  read_names();
}

void LocalFiles::read_names() {
  EntryTable const& entries = site_.entries();
  for (EntryId entry = 0; entry < entries.size(); ++entry) {
    if (entries[entry].kind != EntryKind::file) continue;
    const std::string path = entries.path(entry);
    const std::string_view start = before_query(path);
    if (start.size() != path.size()) with_queries_.emplace(start);
    if (auto target = redirected_to(path)) redirected_.emplace(path, *std::move(target));
    if (path.find('%') == std::string::npos) continue;
    std::string decoded = decoded_names(path);
    if (decoded != path) decoded_names_.emplace(std::move(decoded), entry);
  }
  is_by_httrack_ = site_.entry("hts-cache") != no_entry || is_file("hts-log.txt");
  for (const std::string_view scheme : {"https", "http"}) {
    const EntryId folder = site_.entry(scheme);
    if (folder != no_entry && entries.is_folder(folder)) schemes_.emplace_back(scheme);
  }
}

tl::expected<LocalFiles, std::string> LocalFiles::read(std::string const& folder,
                                                       std::string site_url,
                                                       std::vector<std::string> index) {
  SiteOptions options;
  options.root = folder;
  options.pages_behind_links = false;
  options.hidden = true;
  auto site = Site::read(options);
  if (!site) return tl::unexpected(site.error());
  if (index.empty()) index = {"index.html", "index.htm"};
  return LocalFiles(std::move(*site), folder, std::move(site_url), std::move(index));
}

namespace {

/// The extension of a name with its dot; empty without one.
std::string_view ending_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot);
}

/// True for a name that browsers read as HTML.
bool has_html_ending(std::string_view name) {
  constexpr std::array endings{".html"sv, ".htm"sv, ".xhtml"sv, ".xht"sv, ".shtml"sv};
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return text::equals_ignoring_ascii_case(ending_of(name), ending);
  });
}

/// Appends an extension. A name that would be too long for a file system is cut and gets a hash of
/// the whole name.
std::string with_extension(std::string_view path, std::string_view extension) {
  constexpr std::size_t max_name = 255;
  constexpr std::size_t cut_name = 200;
  const std::string_view name = name_part(path);
  std::string whole(path);
  if (name.size() + extension.size() > max_name) {
    std::size_t length = cut_name;
    while (length > 0 && text::is_continuation_byte(name[length])) --length;
    whole.resize(path.size() - name.size() + length);
    whole += '-';
    std::uint64_t hash = text::fnv1a64(name);
    for (int i = 0; i < 8; ++i, hash >>= 8) {
      text::append_hex(whole, static_cast<char>(hash & 0xFF));
    }
  }
  return whole += extension;
}

}  // namespace

/// The extension, with its dot, to append to the file's name; empty if it needs none.
std::string_view LocalFiles::extension_for(std::string_view path, FileRules const& rules) const {
  const std::string_view name = name_part(path);
  if (name.ends_with(".orig")) return {};  // wget -K: a file before it was changed
  const std::string_view start = before_query(name);
  const FileStatus status = rules.status_of(path, PathKind::file);
  auto type = rules.type_of(path);
  if (!type && status == FileStatus::unknown && rules.looks_at_bytes() &&
      rules.status_of_html(path) == FileStatus::read) {
    const auto file = site_.folder().file(std::string(path));
    if (file && begins_as_html(file->start(html_start_bytes))) type = html::ContentType::html;
  }
  if (type == html::ContentType::html) {
    return has_html_ending(name) ? std::string_view() : added_ending;
  }
  const std::string_view ending = type == html::ContentType::css ? ".css"sv : ending_of(start);
  const bool is_named = text::equals_ignoring_ascii_case(ending_of(name), ending);
  const bool has_type = type == html::ContentType::css || start.size() != name.size();
  return has_type && !is_named ? ending : std::string_view();
}

void LocalFiles::name_by_types(FileRules const& rules) {
  EntryTable const& entries = site_.entries();
  std::unordered_set<std::string, text::SeededHasher> used_paths;
  for (EntryId entry = 0; entry < entries.size(); ++entry) {
    if (entries[entry].kind != EntryKind::file) continue;
    const std::string path = entries.path(entry);
    const std::string_view extension = extension_for(path, rules);
    if (extension.empty()) continue;
    const std::string first = with_extension(path, extension);
    std::string new_path = first;
    for (std::size_t number = 1; site_.entry(new_path) != no_entry || used_paths.contains(new_path);
         ++number) {
      new_path = with_extension(path + '.' + std::to_string(number), extension);
    }
    used_paths.insert(new_path);
    if (new_path != first) second_names_.push_back({path, first, new_path});
    new_paths_.emplace(path, std::move(new_path));
  }
}

/// The path relative to the folder of the file at `path`, after following links.
std::optional<std::string> LocalFiles::place_of(std::string const& path) const {
  const auto place = real_path(path);
  if (!place) return std::nullopt;
  return path_below(*place, real_folder_);
}

std::string const& LocalFiles::new_path(std::string const& path) const {
  const auto found = new_paths_.find(path);
  return found == new_paths_.end() ? path : found->second;
}

std::optional<std::string> LocalFiles::new_name(std::string const& path) const {
  if (new_paths_.empty()) return std::nullopt;
  const auto place = place_of(path);
  const auto found = place ? new_paths_.find(*place) : new_paths_.end();
  if (found == new_paths_.end()) return std::nullopt;
  return std::string(name_part(found->second));
}

std::string LocalFiles::new_url(std::string const& path) const {
  const auto name = new_name(path);
  return file_url(name ? std::string(folder_part(path)) + *name : path);
}

std::optional<std::string> LocalFiles::renamed(std::string_view file_url) const {
  if (new_paths_.empty() || !file_url.starts_with(folder_url_)) return std::nullopt;
  const std::string_view whole = file_url.substr(folder_url_.size());
  const auto path = decoded_path(url::without_query(whole));
  const auto found = path ? new_paths_.find(*path) : new_paths_.end();
  if (found == new_paths_.end()) return std::nullopt;
  return url::with_fragment_of(file_url, folder_url_ + url::percent_encode_path(found->second));
}

bool LocalFiles::is_file(std::string const& path) const {
  if (path.ends_with('/')) return false;  // no browser opens "page.html/"
  const EntryId entry = site_.entry(path);
  return entry != no_entry && !site_.entries().is_folder(entry);
}

/// The path of the file with that name, or with an extension that mirroring programs append.
std::optional<std::string> LocalFiles::find_name(std::string const& name) const {
  for (const std::string_view ending : {"", ".html", ".css"}) {
    std::string whole = name;
    whole += ending;
    if (is_file(whole)) return whole;
    const auto decoded = decoded_names_.find(whole);
    if (decoded != decoded_names_.end()) return site_.path(decoded->second);
  }
  return std::nullopt;
}

std::optional<std::string> LocalFiles::find_below(std::string const& folder, std::string_view path,
                                                  std::optional<std::string_view> query) const {
  const auto decoded = decoded_path(path);
  if (!decoded) return std::nullopt;
  const std::string file = folder + *decoded;
  std::vector<std::string> names;
  const bool is_folder = decoded->empty() || decoded->ends_with('/');
  if (!is_folder) names.push_back(file);
  if (is_folder || !query) {
    const std::string start = is_folder ? file : file + '/';
    for (std::string const& index : index_) names.push_back(start + index);
  }
  for (std::string const& name : names) {
    if (!query) {
      if (auto found = find_name(name)) return found;
      continue;
    }
    for (const char separator : {'?', '@'}) {
      const std::string start = name + separator;
      // Try the query as written, unless it has a slash, which would name a folder.
      const bool is_name = query->find('/') == std::string_view::npos;
      const std::string written = start + std::string(*query);
      if (is_name && is_file(written)) return written;
      if (auto found = find_name(start + decoded_name(*query))) return found;
    }
  }
  return std::nullopt;
}

std::optional<std::string> LocalFiles::find_at_host(std::string_view scheme, std::string_view host,
                                                    std::string_view path,
                                                    std::optional<std::string_view> query) const {
  for (std::string const& folder : host_folders(scheme, host)) {
    if (auto file = find_below(folder, path, query)) return file;
  }
  return std::nullopt;
}

/// The folders in which files of a host may be, ending in a slash; first below the folder of the
/// URL's scheme, last below that of the other scheme.
std::vector<std::string> LocalFiles::host_folders(std::string_view scheme,
                                                  std::string_view host) const {
  std::vector<std::string> around{""};
  for (std::string const& name : schemes_) {
    around.insert(name == scheme ? around.begin() : around.end(), name + '/');
  }
  std::vector<std::string> folders;
  for (std::string const& folder : around) {
    folders.push_back(folder + std::string(host) + '/');
    if (port_sign(host, ':') == std::string_view::npos) continue;
    folders.push_back(folder + with_port_sign(host, ':', '+') + '/');
  }
  return folders;
}

std::optional<LocalFiles::WebUrl> LocalFiles::web_url(std::string_view url) {
  return split_web_url<WebUrl>(url);
}

bool LocalFiles::keeps_host(std::string_view url) const {
  const auto parts = web_url(url);
  if (!parts) return false;
  const auto own = web_url(site_url_);
  if (own && own->host == parts->host && parts->path.starts_with(own->path)) return true;
  const std::vector<std::string> folders = host_folders(parts->scheme, parts->host);
  return std::any_of(folders.begin(), folders.end(), [&](std::string const& folder) {
    const EntryId entry = site_.entry(folder);
    return entry != no_entry && site_.entries().is_folder(entry);
  });
}

std::optional<std::string> LocalFiles::find(std::string_view url) const {
  const auto parts = web_url(url);
  if (!parts) return std::nullopt;
  auto file = find_file(*parts, parts->path);
  if (!file && parts->path.find("//") != std::string_view::npos) {
    // Empty segments have no folder.
    std::string path(parts->path);
    path.erase(
        std::unique(path.begin(), path.end(), [](char a, char b) { return a == '/' && b == '/'; }),
        path.end());
    file = find_file(*parts, path);
  }
  if (!file) return std::nullopt;
  return folder_url_ + url::percent_encode_path(new_path(*file)) + std::string(parts->fragment);
}

/// The file for `url`, but with the path `path`.
std::optional<std::string> LocalFiles::find_file(WebUrl const& url, std::string_view path) const {
  const auto own = web_url(site_url_);
  if (own && own->host == url.host && path.starts_with(own->path)) {
    if (auto file = find_below("", path.substr(own->path.size()), url.query)) return file;
  }
  return find_at_host(url.scheme, url.host, path.substr(1), url.query);
}

bool LocalFiles::has(std::string_view file_url) const {
  if (!file_url.starts_with(folder_url_)) return false;
  file_url.remove_prefix(folder_url_.size());
  // Links to files have no query, so this link is meant for the server.
  if (!is_by_httrack_ && url::query_of(file_url)) return false;
  const auto path = decoded_path(url::without_query(file_url));
  return path && is_file(*path);
}

/// For a page "docs.html", the index file of the folder "docs" if both have the same content: then
/// /docs was a redirect to /docs/, and the page's references are relative to that.
std::optional<std::string> LocalFiles::redirected_to(std::string const& path) const {
  if (!path.ends_with(added_ending)) return std::nullopt;
  const std::string folder = path.substr(0, path.size() - added_ending.size()) + '/';
  for (std::string const& index : index_) {
    if (!is_file(folder + index)) continue;
    const std::string place = site_.path(site_.entry(folder + index));
    if (have_same_content(site_.folder(), path, place)) return folder + index;
  }
  return std::nullopt;
}

/// The path without an appended ".html". It was appended if the rest is the name of a server-side
/// program, or if files with this name and a query exist.
std::string_view LocalFiles::without_added_ending(std::string_view path) const {
  if (!path.ends_with(added_ending) || before_query(path).size() != path.size()) return path;
  const std::string_view name = path.substr(0, path.size() - added_ending.size());
  const bool was_added = is_program_name(name) || with_queries_.contains(std::string(name));
  return was_added ? name : path;
}

bool LocalFiles::has_more_in_name(std::string_view named, std::string_view kept) {
  const std::string_view path = kept.substr(0, kept.find('?'));
  if (path.size() != kept.size()) {
    if (!named.starts_with(path)) return false;
    const std::string_view rest = named.substr(path.size());
    return rest.starts_with("%3F") || rest.starts_with('@');
  }
  if (!named.ends_with(added_ending)) return false;
  named.remove_suffix(added_ending.size());
  return kept.starts_with(named) && (kept.size() == named.size() || kept[named.size()] == '/');
}

std::optional<std::string> LocalFiles::address_of_one_site() const {
  if (is_by_httrack_ || !schemes_.empty() || !site_url_.empty()) return std::nullopt;
  EntryTable const& entries = site_.entries();
  bool has_page = false;
  for (EntryId entry = 0; entry < entries.size(); ++entry) {
    std::string name = entries.path(entry);
    if (name.ends_with('/')) name.pop_back();
    if (name.empty() || name.find('/') != std::string::npos) continue;
    if (entries.is_folder(entry)) {
      if (is_host_name(name)) return std::nullopt;
    } else {
      has_page |= has_html_ending(name);
    }
  }
  if (!has_page) return std::nullopt;
  const std::string name(name_part(real_folder_));
  if (!is_host_name(name)) return std::string();
  const std::string host = with_port_sign(name, '+', ':');
  return std::string(default_scheme(host)).append("://").append(host) + '/';
}

std::optional<std::string> LocalFiles::address_of(std::string const& path) const {
  const auto below = place_of(path);
  if (!below) return std::nullopt;
  const auto target = redirected_.find(std::string(*below));
  std::string_view names =
      target == redirected_.end() ? without_added_ending(*below) : target->second;
  if (!site_url_.empty()) return site_url_ + address_below(names);
  std::string_view scheme = names.substr(0, names.find('/'));
  const bool names_scheme = std::find(schemes_.begin(), schemes_.end(), scheme) != schemes_.end();
  if (names_scheme) names.remove_prefix(std::min(scheme.size() + 1, names.size()));
  const std::size_t slash = names.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string host = with_port_sign(names.substr(0, slash), '+', ':');
  if (!names_scheme) scheme = default_scheme(host);
  const url::Resolver alone{url::ResolveOptions{}};
  const auto address = alone.resolve(std::string(scheme).append("://").append(host) +
                                     address_below(names.substr(slash)));
  if (!address) return std::nullopt;
  return *address;
}

}  // namespace hrefkit::site
