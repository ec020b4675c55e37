#include "hrefkit/cli/archive/known_targets.h"

#include <algorithm>
#include <string>

#include "hrefkit/archive/surt.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/warc/text_lines.h"

namespace hrefkit::cli {

namespace {

/// The SURT key that the first field of an index line stands for. Old tools sort by the URL, mostly
/// without its scheme: "example.com:8080/x".
std::string surt_of_key(std::string_view key) {
  const std::size_t end = key.find_first_of(")/");
  if (end != std::string_view::npos && key[end] == ')') return std::string(key);
  if (key.find("://") != std::string_view::npos) return archive::surt(key);
  const std::string_view host = key.substr(0, end);
  const std::string_view port = host.substr(std::min(host.find(':'), host.size()));
  const bool is_web = port.find_first_not_of(":0123456789") == std::string_view::npos;
  return is_web ? archive::surt("http://" + std::string(key)) : std::string(key);
}

}  // namespace

void KnownTargets::add_uri(std::string_view uri) {
  add_key(archive::surt(uri));
}

void KnownTargets::add_index(std::string const& path) {
  const auto read = warc::for_each_line(path, [this](std::string_view line) {
    const bool is_header = line.starts_with(" CDX ") || line.starts_with('!');
    if (!is_header && !line.empty()) add_key(surt_of_key(line.substr(0, line.find(' '))));
  });
  if (!read) throw UsageError("--cdxj", path + ": " + read.error());
}

bool KnownTargets::lacks(std::string_view url) const {
  const bool is_web = url.starts_with("http:") || url.starts_with("https:");
  return is_web && !keys_.contains(text::hash128(archive::surt(url), text::process_hash_key()));
}

void KnownTargets::add_key(std::string_view key) {
  keys_.insert(text::hash128(key, text::process_hash_key()));
}

}  // namespace hrefkit::cli
