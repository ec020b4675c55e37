#include "hrefkit/cli/check/network.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/input.h"

namespace hrefkit::cli {

namespace {

constexpr std::array handled_signals{SIGINT, SIGTERM};

volatile std::sig_atomic_t is_interrupted = 0;

/// What the signals did before.
std::array<struct sigaction, handled_signals.size()> former_actions{};
std::array<bool, handled_signals.size()> is_handled{};

void restore(std::size_t i) {
  if (is_handled[i]) ::sigaction(handled_signals[i], &former_actions[i], nullptr);
  is_handled[i] = false;
}

extern "C" void note_interruption(int signal) {
  if (is_interrupted == 0) {
    is_interrupted = 1;
    return;
  }
  for (std::size_t i = 0; i < handled_signals.size(); ++i) restore(i);
  ::raise(signal);
}

}  // namespace

Interruption::Interruption() {
  is_interrupted = 0;
  for (std::size_t i = 0; i < handled_signals.size(); ++i) {
    if (::sigaction(handled_signals[i], nullptr, &former_actions[i]) != 0) continue;
    const bool is_ignored =
        (former_actions[i].sa_flags & SA_SIGINFO) == 0 && former_actions[i].sa_handler == SIG_IGN;
    if (is_ignored) continue;
    struct sigaction action {};
    action.sa_handler = note_interruption;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    is_handled[i] = ::sigaction(handled_signals[i], &action, nullptr) == 0;
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < handled_signals.size(); ++i) restore(i);
}

bool Interruption::is_requested() {
  return is_interrupted != 0;
}

namespace {

/// The answers of one run.
class CacheOfRun final : public net::Cache {
 public:
  tl::expected<std::optional<Entry>, std::string> get(std::string_view key) override {
    const auto found = entries_.find(std::string(key));
    return found == entries_.end() ? std::nullopt : std::optional(found->second);
  }

  tl::expected<void, std::string> put(std::string_view key, std::string_view value,
                                      std::int64_t time) override {
    entries_.insert_or_assign(std::string(key), Entry{std::string(value), time});
    return {};
  }

  tl::expected<void, std::string> remove(std::string_view key) override {
    entries_.erase(std::string(key));
    return {};
  }

  tl::expected<void, std::string> remove_before(std::int64_t) override { return {}; }

 private:
  std::unordered_map<std::string, Entry, text::SeededHasher> entries_;
};

}  // namespace

Network::Network(site::CheckSettings const& settings, NetworkOptions const& options)
    : settings_(settings),
      options_(options),
      transport_options_(transport_options(settings, options)) {
  external_.client = client_options(settings, options);
  external_.max_age = std::chrono::duration_cast<std::chrono::seconds>(options.max_age);
  external_.is_insecure = settings.insecure;
  external_.suggests_archive = settings.suggest == site::SuggestFrom::archive;
  for (std::string const& pattern : settings.include_url) {
    if (const auto added = included_.add(pattern); !added) {
      throw UsageError("--include-url", added.error());
    }
  }
  if (!included_.empty()) {
    included_.note_uses();
    external_.is_included = [this](std::string_view url) { return included_.match(url); };
  }
  if (options.cookie_jar.empty()) return;
  std::string bytes;
  if (const auto read = site::read_file(options.cookie_jar, bytes); !read) {
    throw UsageError("--cookie-jar", options.cookie_jar + ": " + read.error());
  }
  auto cookies = net::CookieJar::parse_netscape(bytes);
  if (!cookies) throw UsageError("--cookie-jar", options.cookie_jar + ": " + cookies.error());
  external_.client.cookies = std::move(*cookies);
  external_.shape = std::move(bytes);
}

void Network::warn_of_unused(Messages& messages) const {
  for (const std::size_t i : included_.unused()) {
    messages.warning("--include-url", "'" + settings_.include_url[i] + "' matched no URL");
  }
}

tl::expected<void, std::string> Network::open(net::AddressRules const& addresses,
                                              std::string const& start_origin,
                                              std::optional<net::PinnedName> pin) {
  external_.client.start_origin = start_origin;
  transport_options_.pin = std::move(pin);
  if (!settings_.allow_private) {
    external_.client.addresses = addresses;
    transport_options_.addresses = addresses;
  }
  if (!options_.cache.empty()) {
    auto cache = net::open_cache(options_.cache);
    if (!cache) return tl::unexpected(cache.error());
    cache_ = std::move(*cache);
  } else if (keeps_answers_) {
    cache_ = std::make_unique<CacheOfRun>();
  }
  auto transport = net::make_transport(transport_options_);
  if (!transport) return tl::unexpected(transport.error());
  transport_ = std::move(*transport);
  external_.transport = transport_.get();
  external_.cache = cache_.get();
  return {};
}

std::string progress_text(site::ExternalProgress const& progress) {
  std::string text = grouped_number(progress.done) + " of " +
                     counted(progress.all, "address", "addresses") + ", " +
                     counted(progress.requests, "request", "requests");
  char const* before = "; waiting for ";
  for (net::WaitingOrigin const& waiting : progress.waiting) {
    text.append(before).append(waiting.origin).append(" (").append(grouped_number(waiting.tasks));
    const auto stop = std::chrono::ceil<std::chrono::seconds>(waiting.stop).count();
    if (stop > 0) text.append(", for ").append(std::to_string(stop)).append(" s");
    text += ')';
    before = ", ";
  }
  return text;
}

}  // namespace hrefkit::cli
