#include "hrefkit/site/fix/file_edits.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "hrefkit/text/encoding.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

std::optional<std::string> encoded(std::string_view text, html::SourceText const& page) {
  const text::Encoding encoding = page.encoding.encoding;
  if (encoding == text::Encoding::utf_8) return std::string(text);
  if (!text::is_ascii(text) || encoding == text::Encoding::iso_2022_jp) return std::nullopt;
  const bool is_wide = encoding == text::Encoding::utf_16le || encoding == text::Encoding::utf_16be;
  if (!is_wide) return std::string(text);
  std::string wide;
  for (const char c : text) {
    if (encoding == text::Encoding::utf_16be) wide += '\0';
    wide += c;
    if (encoding == text::Encoding::utf_16le) wide += '\0';
  }
  return wide;
}

bool splice(std::vector<FixEdit> const& edits, std::string& bytes) {
  std::vector<FixEdit const*> sorted;
  sorted.reserve(edits.size());
  for (FixEdit const& edit : edits) sorted.push_back(&edit);
  std::sort(sorted.begin(), sorted.end(),
            [](FixEdit const* a, FixEdit const* b) { return a->offset < b->offset; });
  std::string spliced;
  std::size_t at = 0;
  for (FixEdit const* const edit : sorted) {
    const std::string_view rest = std::string_view(bytes).substr(std::min(at, bytes.size()));
    const bool is_there = edit->offset >= at && edit->offset - at <= rest.size() &&
                          rest.substr(edit->offset - at).starts_with(edit->before);
    if (!is_there) return false;
    spliced.append(rest.substr(0, edit->offset - at)).append(edit->after);
    at = edit->offset + edit->before.size();
  }
  bytes = spliced.append(bytes, at);
  return true;
}

bool FileEdits::apply(std::string& bytes) const {
  return hash_of_bytes(bytes) == old && splice(edits, bytes);
}

text::Hash128 hash_of_bytes(std::string_view bytes) {
  return text::hash128(bytes, text::process_hash_key());
}

Site with_edits(Site const& site, std::shared_ptr<SiteEdits const> edits) {
  return site.with_edits([edits = std::move(edits)](EntryId entry, std::string& bytes) {
    const auto file = edits->find(entry);
    if (file != edits->end()) file->second.apply(bytes);
  });
}

}  // namespace hrefkit::site
