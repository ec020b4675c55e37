#include "hrefkit/archive/capture_index.h"

#include <algorithm>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/archive/header_links.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/written_reference.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::archive {

namespace {

text::Hash128 hash_of(std::string_view text) {
  return text::hash128(text, text::process_hash_key());
}

/// The digits of a date such as "2020-01-02T03:04:05.678Z" as a number of 17 digits, filled up with
/// zeros, so that dates of different precision compare.
std::uint64_t date_number(std::string_view date) {
  constexpr int digits = 17;
  std::uint64_t number = 0;
  int count = 0;
  for (const char c : date) {
    if (count == digits) break;
    if (!text::ascii_digit.contains(c)) continue;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
    ++count;
  }
  for (; count < digits; ++count) number *= 10;
  return number;
}

/// The serialised http or https URL without its fragment; nullopt for any other URI.
std::optional<std::string> web_url(std::string_view uri) {
  const url::Resolver alone{url::ResolveOptions{}};
  auto url = alone.resolve(uri);
  if (!url || !(url->starts_with("http://") || url->starts_with("https://"))) return std::nullopt;
  url->resize(url::without_fragment(*url).size());
  return *std::move(url);
}

/// Removes the angle brackets that old writers put around URIs in fields.
std::string_view without_brackets(std::string_view uri) {
  const bool has_both = uri.size() >= 2 && uri.starts_with('<') && uri.ends_with('>');
  return has_both ? uri.substr(1, uri.size() - 2) : uri;
}

/// The key of `by_place_`: a URL and a date.
text::Hash128 place_hash(std::string_view url, std::uint64_t date) {
  return hash_of(std::to_string(date).append(" ").append(url));
}

std::optional<text::Hash128> hash_of_field(warc::Record const& record, std::string_view name) {
  const std::string_view value = record.field(name);
  if (value.empty()) return std::nullopt;
  return hash_of(value);
}

}  // namespace

std::size_t CaptureIndex::slot_of(std::size_t hash, std::string_view url) const {
  const std::uint32_t mark = mark_of(hash);
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].number != none &&
         !(slots_[at].mark == mark && entries_[slots_[at].number].url == url)) {
    at = (at + 1) & (slots_.size() - 1);
  }
  return at;
}

std::optional<std::size_t> CaptureIndex::find(std::string_view url) const {
  if (slots_.empty()) return std::nullopt;
  const std::size_t hash = text::SeededHasher{}(url);
  const std::uint32_t number = slots_[slot_of(hash, url)].number;
  return number == none ? std::nullopt : std::optional<std::size_t>(number);
}

CaptureIndex::Entry& CaptureIndex::entry_of(std::string_view url) {
  if (2 * entries_.size() >= slots_.size()) grow();
  const std::size_t hash = text::SeededHasher{}(url);
  Slot& slot = slots_[slot_of(hash, url)];
  if (slot.number != none) return entries_[slot.number];
  slot = {mark_of(hash), static_cast<std::uint32_t>(entries_.size())};
  return entries_.emplace_back(Entry{.url = std::string(url)});
}

/// Makes twice as many slots, or the first ones.
void CaptureIndex::grow() {
  constexpr std::size_t first = 64;
  slots_.assign(std::max(first, 2 * slots_.size()), Slot{});
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::size_t hash = text::SeededHasher{}(entries_[i].url);
    slots_[slot_of(hash, entries_[i].url)] = {mark_of(hash), static_cast<std::uint32_t>(i)};
  }
}

bool CaptureIndex::may_count(Capture const& capture) {
  const warc::RecordType type = capture.record->type;
  if (type == warc::RecordType::revisit) return false;
  return capture.status() / 100 == 2 || (type == warc::RecordType::resource && !capture.head);
}

void CaptureIndex::add(Capture const& capture, std::uint32_t file) {
  const auto url = web_url(capture.uri);
  if (!url) {
    ++of_other_schemes_;
    return;
  }
  warc::Record const& record = *capture.record;
  const std::uint64_t date = date_number(record.field("WARC-Date"));
  const int status = capture.status();
  if (capture.head) {
    const std::vector<HeaderLink> links = header_links(*capture.head, *url);
    if (HeaderLink const* const to = find_redirect(status, links)) {
      const auto base = url::Resolver::with_base(*url, {});
      auto target = base->resolve(to->reference);
      if (target) add_redirect(*url, *std::move(target), date);
      return;
    }
  }
  if (record.type == warc::RecordType::revisit) {
    const bool is_answer = status == 0 || status == 304 || status / 100 == 2;
    if (is_answer) add_revisit(*url, capture, date);
    if (!is_answer) ++errors_;
    return;
  }
  if (may_count(capture)) {
    add_body(*url, capture, file, date);
  } else {
    ++errors_;
  }
}

void CaptureIndex::add_redirect(std::string_view url, std::string redirect, std::uint64_t date) {
  Entry& entry = entry_of(url);
  if (!entry.redirect.empty() && date < entry.redirect_date) return;
  entry.redirect = std::move(redirect);
  entry.redirect_date = date;
}

void CaptureIndex::add_revisit(std::string_view url, Capture const& capture, std::uint64_t date) {
  warc::Record const& record = *capture.record;
  Entry& entry = entry_of(url);
  if (entry.revisit != none && date < revisits_[entry.revisit].date) return;
  Revisit revisit{.date = date,
                  .id = hash_of_field(record, "WARC-Refers-To"),
                  .digest = hash_of_field(record, "WARC-Payload-Digest"),
                  .url = std::string(url)};
  const std::string_view target = without_brackets(record.field("WARC-Refers-To-Target-URI"));
  if (const auto other = web_url(target)) revisit.url = *other;
  const std::string_view then = record.field("WARC-Refers-To-Date");
  if (!then.empty()) revisit.place = place_hash(revisit.url, date_number(then));
  if (entry.revisit == none) {
    entry.revisit = static_cast<std::uint32_t>(revisits_.size());
    revisits_.push_back(std::move(revisit));
  } else {
    revisits_[entry.revisit] = std::move(revisit);
  }
}

void CaptureIndex::add_body(std::string_view url, Capture const& capture, std::uint32_t file,
                            std::uint64_t date) {
  warc::Record const& record = *capture.record;
  const auto number = static_cast<std::uint32_t>(bodies_.size());
  bodies_.push_back({.place = {file, record.place.offset, record.place.member_offset},
                     .date = date,
                     .size = record.content_length,
                     .type = mirror_type(capture.media_type)});
  by_place_[place_hash(url, date)] = number;
  if (const auto id = hash_of_field(record, "WARC-Record-ID")) {
    const auto [known, is_new] = by_id_.try_emplace(*id, number);
    if (!is_new) known->second = none;
  }
  if (const auto digest = hash_of_field(record, "WARC-Payload-Digest"))
    by_digest_[*digest] = number;
  constexpr int no_content = 204;
  constexpr int reset_content = 205;
  constexpr int partial_content = 206;
  const int status = capture.status();
  const bool is_partial =
      status == no_content || status == reset_content || status == partial_content;
  Entry& entry = entry_of(url);
  if (entry.body != none) {
    const bool is_worse = is_partial && !entry.is_partial;
    const bool is_as_good = is_partial == entry.is_partial;
    if (is_worse || (is_as_good && date < bodies_[entry.body].date)) return;
  }
  entry.body = number;
  entry.is_partial = is_partial;
}

std::uint32_t CaptureIndex::body_of(Revisit const& revisit) const {
  const auto find_in = [](Bodies const& bodies, std::optional<text::Hash128> const& key) {
    if (!key) return none;
    const auto found = bodies.find(*key);
    return found == bodies.end() ? none : found->second;
  };
  std::uint32_t body = find_in(by_place_, revisit.place);
  if (body == none) body = find_in(by_id_, revisit.id);
  if (body == none) body = find_in(by_digest_, revisit.digest);
  if (body != none) return body;
  const auto same = find(revisit.url);
  return same ? entries_[*same].body : none;
}

void CaptureIndex::choose() {
  // First find the records of all revisits, then change the entries: a revisit may refer by URL to
  // an entry whose body another revisit replaces.
  constexpr std::uint64_t max_size = std::uint64_t{1} << 40;  // Content-Length may have any value
  std::vector<std::pair<std::size_t, std::uint32_t>> revisited;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    Entry const& entry = entries_[i];
    if (entry.revisit == none) continue;
    Revisit const& revisit = revisits_[entry.revisit];
    const bool is_older =
        entry.body != none && !entry.is_partial && revisit.date < bodies_[entry.body].date;
    if (is_older) continue;
    const std::uint32_t body = body_of(revisit);
    if (body != none) revisited.emplace_back(i, body);
    if (body == none && entry.body == none) ++lost_revisits_;
  }
  std::uint64_t budget = std::uint64_t{64} << 20;
  for (Body const& body : bodies_) budget += 16 * std::min(body.size, max_size);
  for (auto const& [entry, body] : revisited) {
    const std::uint64_t size = std::min(bodies_[body].size, max_size);
    if (size > budget) {
      ++left_out_;
      continue;
    }
    budget -= size;
    entries_[entry].body = body;
  }
}

std::optional<CaptureIndex::Captured> CaptureIndex::captured(std::size_t number) const {
  Entry const& entry = entries_[number];
  if (entry.body == none) return std::nullopt;
  Body const& body = bodies_[entry.body];
  return Captured{entry.url, body.type, body.place};
}

std::optional<std::size_t> CaptureIndex::number_of(std::string_view uri) const {
  const auto url = web_url(uri);
  return url ? find(*url) : std::nullopt;
}

std::optional<CaptureIndex::Found> CaptureIndex::follow(std::string_view url) const {
  constexpr int max_redirects = 20;  // as browsers: Fetch, "HTTP-redirect fetch"
  std::string_view fragment = url.substr(url::without_fragment(url).size());
  for (int i = 0; i <= max_redirects; ++i) {
    url = url::without_fragment(url);
    if (!url.starts_with("http:") && !url.starts_with("https:")) return std::nullopt;
    auto number = find(url);
    if (!number) {
      const bool is_plain = url.starts_with("http:");
      const std::string_view rest = url.substr(url.find(':'));
      number = find(std::string(is_plain ? "https" : "http").append(rest));
    }
    if (!number) return std::nullopt;
    Entry const& entry = entries_[*number];
    if (entry.body != none) return Found{*number, fragment};
    if (entry.redirect.empty()) return std::nullopt;
    url = entry.redirect;
    // Fetch, "location URL": only a Location without a fragment keeps that of the request.
    const std::string_view own = url.substr(url::without_fragment(url).size());
    if (!own.empty()) fragment = own;
  }
  return std::nullopt;
}

}  // namespace hrefkit::archive
