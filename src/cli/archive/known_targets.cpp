#include "hrefkit/cli/archive/known_targets.h"

#include <string>

#include "hrefkit/archive/surt.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/warc/text_lines.h"

namespace hrefkit::cli {

void KnownTargets::add_uri(std::string_view uri) {
  add_key(archive::surt(uri));
}

void KnownTargets::add_index(std::string const& path) {
  const auto read = warc::for_each_line(path, [this](std::string_view line) {
    const bool is_header = line.starts_with(" CDX ") || line.starts_with('!');
    if (!is_header && !line.empty()) add_key(line.substr(0, line.find(' ')));
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
