// The rules are those of IAURLCanonicalizer and GoogleURLCanonicalizer of the Wayback Machine, as
// Python's package `surt` has them. Steps that look odd (a host from the path, "sid=" inside a
// name) are theirs: a key is of use only when it equals the one in the index.
#include "hrefkit/archive/surt.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "hrefkit/archive/surt/handy_url.h"
#include "hrefkit/archive/surt/session_id.h"
#include "hrefkit/archive/surt/surt_escape.h"
#include "hrefkit/archive/surt/surt_host.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

namespace {

/// Takes dot segments and empty segments out of a path that begins with "/". A ".." with nothing
/// before it stays.
std::string normal_path(std::string_view path) {
  std::vector<std::string_view> kept;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    if (segment == ".") continue;
    if (segment == ".." && !kept.empty()) {
      kept.pop_back();
    } else {
      kept.push_back(segment);
    }
  }
  std::string out = "/";
  for (std::size_t i = 0; i < kept.size(); ++i) {
    out += kept[i];
    if (i + 1 < kept.size() && !kept[i].empty()) out += '/';
  }
  return out;
}

/// "www", any digits and a dot at the beginning of a host.
void strip_www(std::string& host) {
  if (!host.starts_with("www")) return;
  const std::size_t end = host.find_first_not_of("0123456789", 3);
  if (end != std::string::npos && host[end] == '.') host.erase(0, end + 1);
}

void normalize_path(HandyUrl& url) {
  const bool had_path = url.path.has_value();
  std::string path = unescape_repeatedly(url.path.value_or(""));
  if (!url.host.empty()) {
    path = normal_path(path);
  } else if (!had_path) {
    return;
  }
  path = text::to_ascii_lower(escape_once(path));
  strip_path_session_id(path);
  if (path.size() > 1 && path.ends_with('/')) path.pop_back();
  url.path = std::move(path);
}

/// The parts between "&" in order of their names, then their values; "x" goes before "x=".
std::string sorted_query(std::string_view query) {
  using Part = std::tuple<std::string_view, bool, std::string_view>;  // name, has "=", value
  std::vector<Part> parts;
  for (;;) {
    const std::size_t end = query.find('&');
    const std::string_view part = query.substr(0, end);
    const std::size_t equals = std::min(part.find('='), part.size());
    const bool has_value = equals < part.size();
    parts.emplace_back(part.substr(0, equals), has_value, part.substr(equals + has_value));
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
  std::sort(parts.begin(), parts.end());
  std::string out;
  for (auto const& [name, has_value, value] : parts) {
    if (&name != &std::get<0>(parts.front())) out += '&';
    out += name;
    if (has_value) out += '=';
    out += value;
  }
  return out;
}

void normalize_query(HandyUrl& url) {
  if (url.query.empty()) return;
  std::string query = text::to_ascii_lower(escape_once(unescape_repeatedly(url.query)));
  strip_query_session_id(query);
  url.query = sorted_query(query);
}

void normalize_host(HandyUrl& url) {
  if (url.host.empty()) return;
  url.host = surt_host(unescape_repeatedly(url.host));
  if (url.scheme != "dns") strip_www(url.host);
  const bool is_default =
      (text::equals_ignoring_ascii_case(url.scheme, "http") && url.port == "80") ||
      (text::equals_ignoring_ascii_case(url.scheme, "https") && url.port == "443");
  if (is_default) url.port.clear();
}

void append_reversed_labels(std::string& out, std::string_view host) {
  for (;;) {
    const std::size_t dot = host.rfind('.');
    if (dot == std::string_view::npos) break;
    out += host.substr(dot + 1);
    out += ',';
    host = host.substr(0, dot);
  }
  out += host;
}

std::string serialize(HandyUrl const& url) {
  std::string out;
  if (url.host.empty()) {
    out = url.scheme + ":";
  } else {
    append_reversed_labels(out, url.host);
    if (!url.port.empty()) out += ":" + url.port;
    out += ')';
  }
  const std::string path = url.path.value_or("");
  out += path.empty() && !url.query.empty() ? "/" : path;
  if (!url.query.empty()) out += "?" + url.query;
  return out;
}

/// True for a name in a folder that means the same wherever it stands: nothing in it is undone,
/// taken for a dot segment or looked at by what cuts session ids (".aspx").
bool is_plain_name(std::string_view name) {
  constexpr text::ByteSet plain = text::ascii_alphanumeric | text::ByteSet("-_");
  return !name.empty() && text::is_made_of(name, plain);
}

}  // namespace

std::string surt(std::string_view uri) {
  if (uri.starts_with("filedesc")) return std::string(uri);
  HandyUrl url = split_handy_url(uri);
  if (url.scheme.empty()) return "-";
  if (url.has_wrong_port) return std::string(uri);
  normalize_host(url);
  normalize_path(url);
  normalize_query(url);
  return serialize(url);
}

std::string const& SurtKeys::key(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const bool is_web = url.starts_with("http:") || url.starts_with("https:");
  const std::size_t slash = is_web ? url.find('/', scheme + 3) : std::string_view::npos;
  if (slash == std::string_view::npos) return key_ = surt(url);
  url = url.substr(0, url.find('#', slash));
  const std::string_view path = url.substr(0, url.find('?', slash));
  if (path != path_) find_path_key(path);
  key_ = path_key_;
  if (url.size() > path.size()) {
    std::string query("http://h/");
    query += url.substr(path.size());
    key_ += surt(query).substr(std::string_view("h)/").size());
  }
  return key_;
}

/// Finds the key of a URL up to its query, which holds a path.
void SurtKeys::find_path_key(std::string_view path) {
  const std::string_view folder = path.substr(0, path.rfind('/') + 1);
  const std::string_view name = path.substr(folder.size());
  path_ = path;
  if (!is_plain_name(name)) {
    path_key_ = surt(path);
    return;
  }
  if (folder != folder_) {
    folder_ = folder;
    folder_key_ = surt(std::string(folder) + "x");
    folder_key_.pop_back();
  }
  path_key_ = folder_key_;
  path_key_ += text::to_ascii_lower(name);
}

}  // namespace hrefkit::archive
