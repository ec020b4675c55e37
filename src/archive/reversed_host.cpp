#include "hrefkit/archive/reversed_host.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::archive {

namespace {

constexpr std::size_t max_host = 253;
constexpr std::size_t max_label = 63;

/// True for a valid DNS label; underscores inside are allowed, too.
bool is_label(std::string_view label) {
  constexpr text::ByteSet ends = text::ascii_alphanumeric;
  constexpr text::ByteSet inside = ends | text::ByteSet("-_");
  if (label.empty() || label.size() > max_label) return false;
  if (!ends.contains(label.front()) || !ends.contains(label.back())) return false;
  return text::is_made_of(label, inside);
}

/// The host of a serialised URL without user and port; empty for IPv6 addresses.
std::string_view host_in(std::string_view url) {
  const std::size_t begin = url.find("://");
  if (begin == std::string_view::npos || begin > url.find_first_of("/?#")) return {};
  std::string_view host = url.substr(begin + 3);
  host = host.substr(0, host.find_first_of("/?#"));
  host = host.substr(host.rfind('@') + 1);
  if (host.starts_with('[')) return {};
  return host.substr(0, host.find(':'));
}

}  // namespace

std::string reversed_host(std::string_view url) {
  std::string_view host = host_in(url);
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.empty() || host.size() > max_host) return {};
  std::vector<std::string_view> labels;
  for (std::string_view rest = host;;) {
    const std::size_t end = std::min(rest.find('.'), rest.size());
    labels.push_back(rest.substr(0, end));
    if (!is_label(labels.back())) return {};
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (labels.size() < 2 || text::is_made_of(labels.back(), text::ascii_digit)) return {};
  if (labels.size() > 2 && labels.front() == "www") labels.erase(labels.begin());
  std::string reversed;
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    if (!reversed.empty()) reversed += '.';
    reversed += text::to_ascii_lower(*label);
  }
  return reversed;
}

}  // namespace hrefkit::archive
