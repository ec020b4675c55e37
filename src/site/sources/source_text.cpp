#include "hrefkit/site/sources/source_text.h"

#include <algorithm>
#include <array>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/site/file.h"
#include "hrefkit/site/sources/front_matter.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/utf8.h"

namespace hrefkit::site {

LineBegins::LineBegins(std::string_view text) {
  if (text.starts_with(text::utf8_byte_order_mark)) begins_[0] = text::utf8_byte_order_mark.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_end =
        text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
    if (is_end) begins_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

text::LineColumn LineBegins::at(std::string_view text, std::size_t offset) const {
  offset = std::max<std::size_t>(offset, begins_[0]);
  const auto behind = std::upper_bound(begins_.begin(), begins_.end(), offset);
  const std::size_t begin = *(behind - 1);
  const std::string_view before = text.substr(begin, offset - begin);
  const auto continued = std::count_if(before.begin(), before.end(), text::is_continuation_byte);
  return {static_cast<std::size_t>(behind - begins_.begin()),
          before.size() - static_cast<std::size_t>(continued) + 1};
}

std::optional<std::string> SourceTexts::read(std::uint32_t source) {
  SourceFile const& file = files_[source];
  std::string text;
  std::string why;
  if (const auto done = read_regular_file(file.path, text, max_bytes); !done) {
    why = "cannot be read: " + done.error();
  } else if (text::to_valid_utf8(text) != text) {
    why = "is not UTF-8: findings are not looked for in it";
  } else {
    return text;
  }
  if (faulty_.insert(source).second) report_(file.path, why);
  return std::nullopt;
}

ReadSource const* SourceTexts::get(std::uint32_t source) {
  if (const auto known = places_.find(source); known != places_.end()) {
    kept_.splice(kept_.begin(), kept_, known->second);
    return &kept_.front().second;
  }
  if (faulty_.contains(source)) return nullptr;
  auto read_text = read(source);
  if (!read_text) return nullptr;
  ReadSource loaded{.text = *std::move(read_text)};
  SourceFile const& file = files_[source];
  loaded.lines = LineBegins(loaded.text);
  loaded.body = read_front_matter(loaded.text, file.kind).end;
  for (SourceReference& reference :
       find_source_references(loaded.text, file.kind, file.name, loaded.body)) {
    ReferenceKey key = key_of_source(reference.value);
    const auto number = static_cast<std::uint32_t>(loaded.references.size());
    const auto add_hashes = [&](ReferenceKey const& added) {
      for (const std::uint64_t hash : hashes_of_source(added)) {
        auto& numbers = loaded.by_hash[hash];
        if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
      }
    };
    add_hashes(key);
    std::optional<ReferenceKey> moved;
    if (!key.is_absolute && !key.names.empty()) {
      if (auto const* const names = address_of_(key.path)) {
        moved = key;
        moved->names = *names;
        add_hashes(*moved);
      }
    }
    loaded.references.push_back({std::move(reference), std::move(key), std::move(moved)});
  }
  kept_.emplace_front(source, std::move(loaded));
  places_[source] = kept_.begin();
  if (kept_.size() > max_kept) {
    places_.erase(kept_.back().first);
    kept_.pop_back();
  }
  return &kept_.front().second;
}

namespace {

constexpr text::ByteSet word_bytes = text::ascii_alphanumeric | text::ByteSet::range(0x80, 0xFF);

/// Where markup ends that begins at a byte: a tag, the destination of a link. 0 for none. What
/// stands before it and behind it goes on on the page.
std::size_t end_of_markup(std::string_view text, std::size_t at) {
  constexpr std::size_t max_markup = 1000;
  const bool is_tag = text[at] == '<';
  const bool is_destination = text[at] == '(' && at > 0 && text[at - 1] == ']';
  if (!is_tag && !is_destination) return 0;
  const std::size_t end = text.substr(at, max_markup).find(is_tag ? '\x3E' : ')');
  return end == text.npos ? 0 : at + end + 1;
}

/// Calls `action` with the hash of each run of three words.
template <typename Action>
void for_each_run(std::string_view text, Action action) {
  std::array<std::uint64_t, 3> last = {};
  std::size_t words = 0;
  std::string word;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!word_bytes.contains(text[at])) {
      at = std::max(at + 1, end_of_markup(text, at));
      continue;
    }
    word.clear();
    for (; at < text.size() && word_bytes.contains(text[at]); ++at) {
      word += text::to_ascii_lower(text[at]);
    }
    last = {last[1], last[2], text::hash64(word, text::process_hash_key()[1])};
    if (++words >= 3) action((last[0] * 3 + last[1]) * 5 + last[2]);
  }
}

}  // namespace

PageWords::PageWords(std::string_view page) {
  for_each_run(page, [this](std::uint64_t run) { runs_.insert(run); });
}

std::optional<double> PageWords::share_of(std::string_view source) const {
  constexpr std::size_t min_runs = 8;
  constexpr std::size_t max_runs = 5000;
  std::unordered_set<std::uint64_t> seen;
  std::size_t common = 0;
  for_each_run(source, [&](std::uint64_t run) {
    if (seen.size() == max_runs || !seen.insert(run).second) return;
    if (runs_.contains(run)) ++common;
  });
  const std::size_t runs = seen.size();
  if (runs < min_runs) return std::nullopt;
  return static_cast<double>(common) / static_cast<double>(runs);
}

}  // namespace hrefkit::site
