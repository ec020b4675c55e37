#include "hrefkit/site/external/answer_cache.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ratio>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/http/body.h"
#include "hrefkit/net/cache.h"
#include "hrefkit/net/exchange.h"
#include "hrefkit/net/redirect.h"
#include "hrefkit/site/check/integrity.h"
#include "hrefkit/site/external/remote_page.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

constexpr char row_version = 1;
constexpr std::size_t max_hops = 1'000;

enum Flag : std::uint8_t { flag_body = 1, flag_get = 2, flag_fragments = 4, flag_script = 8 };

void append_number(std::string& out, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

void append_text(std::string& out, std::string_view text) {
  append_number(out, text.size(), 4);
  out += text;
}

/// Reads what the functions above have written. After the end all is zero and empty.
class AnswerReader {
 public:
  explicit AnswerReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::size_t bytes) {
    if (rest_.size() < bytes) {
      is_over_ = true;
      rest_ = {};
      return 0;
    }
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
      number |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * i);
    }
    rest_.remove_prefix(bytes);
    return number;
  }

  std::string text() {
    const auto size = static_cast<std::size_t>(number(4));  // four bytes fit
    if (size > rest_.size()) {
      is_over_ = true;
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }

  std::size_t left() const { return rest_.size(); }
  bool is_whole() const { return !is_over_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_over_ = false;
};

/// Statuses by which a server refuses to answer, today and tomorrow.
bool is_lasting_refusal(int status) {
  constexpr std::array<int, 5> statuses{401, 402, 403, 451, 999};
  return std::find(statuses.begin(), statuses.end(), status) != statuses.end();
}

/// What shapes answers for all URLs. Each text is behind its length, so that no two lists are one.
std::string shape_of(ExternalOptions const& options) {
  std::string shape;
  append_text(shape, options.client.user_agent);
  append_text(shape, options.client.other_user_agent);
  append_number(shape, static_cast<std::uint64_t>(options.client.steps.method), 1);
  for (net::UserHeader const& header : options.client.headers) {
    append_text(shape, header.prefix);
    append_text(shape, header.name);
    append_text(shape, header.value);
  }
  append_text(shape, options.shape);
  return shape;
}

}  // namespace

std::string encode(CachedAnswer const& answer) {
  std::string out(1, row_version);
  const int flags = (answer.has_body ? flag_body : 0) | (answer.is_from_get ? flag_get : 0) |
                    (answer.judges_fragments ? flag_fragments : 0) |
                    (answer.is_built_by_script ? flag_script : 0);
  append_number(out, static_cast<std::uint64_t>(flags), 1);
  append_text(out, answer.type);
  append_text(out, answer.final_url);
  append_number(out, answer.hops.size(), 2);
  for (CachedAnswer::Hop const& hop : answer.hops) {
    append_number(out, static_cast<std::uint64_t>(hop.status), 2);
    append_text(out, hop.url);
  }
  for (const std::uint64_t id : answer.ids) append_number(out, id, 8);
  return out;
}

std::optional<CachedAnswer> decode_answer(std::string_view bytes) {
  AnswerReader reader(bytes);
  if (reader.number(1) != static_cast<std::uint64_t>(row_version)) return std::nullopt;
  CachedAnswer answer;
  const std::uint64_t flags = reader.number(1);
  answer.has_body = (flags & flag_body) != 0;
  answer.is_from_get = (flags & flag_get) != 0;
  answer.judges_fragments = (flags & flag_fragments) != 0;
  answer.is_built_by_script = (flags & flag_script) != 0;
  answer.type = reader.text();
  answer.final_url = reader.text();
  const std::uint64_t hops = reader.number(2);
  if (hops == 0 || hops > max_hops) return std::nullopt;
  for (std::uint64_t i = 0; i < hops && reader.left() != 0; ++i) {
    const auto status = static_cast<int>(reader.number(2));
    answer.hops.push_back({status, reader.text()});
  }
  if (answer.hops.size() != hops) return std::nullopt;
  while (reader.left() >= 8) answer.ids.push_back(reader.number(8));
  if (!reader.is_whole() || answer.ids.size() > RemotePage::max_ids) return std::nullopt;
  if (!std::is_sorted(answer.ids.begin(), answer.ids.end())) return std::nullopt;
  return answer;
}

std::optional<CachedAnswer> answer_to_keep(net::Series const& series) {
  const bool is_refused = series.end == net::End::failed && series.failure == net::Failure::none &&
                          is_lasting_refusal(series.status());
  const bool is_kept = series.end == net::End::accepted || is_refused;
  if (!is_kept || series.hops.size() > max_hops || series.notes.damaged) return std::nullopt;
  CachedAnswer answer;
  for (net::Hop const& hop : series.hops) {
    answer.hops.push_back({hop.status(), net::masked_url(hop.url)});
  }
  answer.final_url = net::masked_url(series.final_url);
  answer.type = series.type;
  net::Attempt const* const last =
      series.hops.back().attempts.empty() ? nullptr : &series.hops.back().attempts.back();
  answer.has_body = last != nullptr && last->has_body;
  answer.is_from_get = series.was_read;
  return answer;
}

net::Series series_of(CachedAnswer const& answer, net::StatusSet const& accept) {
  net::Series series;
  for (CachedAnswer::Hop const& hop : answer.hops) {
    net::Attempt attempt;
    attempt.status = hop.status;
    attempt.has_body = answer.has_body;
    series.hops.push_back({.url = hop.url, .attempts = {attempt}});
  }
  const int status = series.status();
  const bool is_shown = net::is_redirect(status) && answer.has_body;
  series.end = accept.contains(status) || is_shown ? net::End::accepted : net::End::failed;
  series.final_url = answer.final_url;
  series.type = answer.type;
  series.was_read = answer.is_from_get;
  return series;
}

bool may_come_from_cache(ExternalVerdict const& verdict) {
  if (!verdict.rule || *verdict.rule == Rule::external_redirected) return true;
  return *verdict.rule == Rule::external_blocked && verdict.reason == "status" &&
         is_lasting_refusal(verdict.status);
}

std::chrono::seconds age_limit(std::chrono::seconds max_age, std::string_view key) {
  constexpr std::int64_t parts = 1'000;
  const auto part = static_cast<std::int64_t>(id_hash(key) % (parts / 10));
  return max_age - max_age * part / parts;
}

AnswerCache::AnswerCache(ExternalOptions const& options)
    : options_(options),
      clock_(options.clock == nullptr ? net::system_clock() : *options.clock),
      shape_(options.cache == nullptr ? std::string() : shape_of(options)) {}

/// Neither the userinfo of URLs nor the values of headers are in the file, but for a digest of them
/// all.
std::string AnswerCache::key_of(std::string_view url) const {
  std::string shape = shape_;
  const std::string masked = net::masked_url(url);
  append_text(shape, masked == url ? "" : url);
  return masked + ' ' + digest_of(DigestAlgorithm::sha256, shape);
}

bool AnswerCache::answer(ExternalTarget& target) {
  if (options_.cache == nullptr || !trouble_.empty()) return false;
  const std::string key = key_of(target.url);
  auto entry = options_.cache->get(key);
  if (!entry) {
    trouble_ = entry.error();
    return false;
  }
  if (!*entry) return false;
  const auto now =
      std::chrono::duration_cast<std::chrono::seconds>(clock_.wall().time_since_epoch());
  const std::chrono::seconds age = now - std::chrono::seconds((*entry)->time);
  if (age.count() < 0 || age >= age_limit(options_.max_age, key)) return false;
  const auto kept = decode_answer((*entry)->value);
  if (!kept || url::without_fragment(kept->hops.front().url) != net::masked_url(target.url)) {
    return false;
  }
  const net::Series series =
      series_of(*kept, net::accepted_statuses(options_.client, kept->hops.back().url));
  ExternalVerdict verdict = judge(series, options_.is_insecure);
  if (!may_come_from_cache(verdict)) return false;
  // A link that cannot use a page would be a finding, which is asked for again.
  const bool is_page = html::is_page_type(kept->type);
  if (target.needs.has_useless({is_page, is_page, true})) return false;
  std::vector<FragmentAnswer> answers;
  const bool is_accepted = series.end == net::End::accepted;
  for (std::string const& wanted : target.fragments) {
    if (!is_accepted) break;
    if (!kept->is_from_get) return false;
    const std::string_view fragment = url::fragment_of(kept->final_url).value_or(wanted);
    const std::vector<std::string> ids = ids_of_fragment(fragment);
    const bool is_known = std::any_of(ids.begin(), ids.end(), [&](std::string const& id) {
      return std::binary_search(kept->ids.begin(), kept->ids.end(), id_hash(id));
    });
    if (!is_known && kept->judges_fragments) return false;
    answers.push_back(is_known                   ? FragmentAnswer::found
                      : kept->is_built_by_script ? FragmentAnswer::of_script
                                                 : FragmentAnswer::not_judged);
  }
  target.state = ExternalTarget::State::cached;
  target.verdict = std::move(verdict);
  target.answers = std::move(answers);
  return true;
}

void AnswerCache::keep(ExternalTarget const& target, net::Series const& series,
                       std::vector<std::uint64_t> const& ids, bool judges_fragments) {
  if (options_.cache == nullptr || !trouble_.empty()) return;
  const std::string key = key_of(target.url);
  // Where a page sends its readers on, that page is asked for again, too.
  auto answer = target.sends_to.empty() ? answer_to_keep(series) : std::nullopt;
  tl::expected<void, std::string> done;
  if (answer) {
    answer->ids = ids;
    std::sort(answer->ids.begin(), answer->ids.end());
    answer->judges_fragments = judges_fragments;
    answer->is_built_by_script =
        std::count(target.answers.begin(), target.answers.end(), FragmentAnswer::of_script) != 0;
    const auto now =
        std::chrono::duration_cast<std::chrono::seconds>(clock_.wall().time_since_epoch());
    done = options_.cache->put(key, encode(*answer), now.count());
  } else {
    done = options_.cache->remove(key);
  }
  if (!done) trouble_ = done.error();
}

}  // namespace hrefkit::site
