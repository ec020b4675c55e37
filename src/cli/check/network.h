// The network of one run of `check`: transport, cache, and how a run is interrupted.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "hrefkit/cli/check/network_options.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/net/client.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/check_settings.h"

namespace hrefkit::cli {

/// While it lives, the first SIGINT or SIGTERM is noted and does not end the program: what is known
/// is printed. The second one does what it did before. One at a time; signals that are ignored stay
/// so.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(Interruption const&) = delete;
  Interruption& operator=(Interruption const&) = delete;

  /// True after the signal.
  static bool is_requested();
};

/// What requests need. Until `open` nothing is loaded or opened.
class Network {
 public:
  /// Reads the files of the options. Throws UsageError. Both must outlive this.
  Network(site::CheckSettings const& settings, NetworkOptions const& options);
  Network(Network const&) = delete;
  Network& operator=(Network const&) = delete;

  /// Opens transport and cache. `addresses` are the rules without --allow-private; `start_origin`
  /// and `pin` are those of a crawl's start. Returns what is wrong.
  tl::expected<void, std::string> open(net::AddressRules const& addresses,
                                       std::string const& start_origin,
                                       std::optional<net::PinnedName> pin);

  /// Without a file of --cache, keeps answers until the end of the run: it checks more than once.
  void keep_answers() { keeps_answers_ = true; }

  /// How links to other sites are asked for. Valid once it is open, without functions for progress
  /// and the end.
  site::ExternalOptions const& external() const { return external_; }
  site::ExternalOptions& external() { return external_; }

  /// Warns of expressions of --include-url that have matched nothing.
  void warn_of_unused(Messages& messages) const;

  net::Transport& transport() { return *transport_; }
  net::ClientOptions const& client() const { return external_.client; }

 private:
  site::CheckSettings const& settings_;
  NetworkOptions const& options_;
  net::TransportOptions transport_options_;
  site::ExternalOptions external_;
  UrlPatterns included_;
  std::unique_ptr<net::Transport> transport_;
  std::unique_ptr<net::Cache> cache_;
  bool keeps_answers_ = false;
};

/// "12 of 30 addresses, 41 requests; waiting for https://a.example (3)"
std::string progress_text(site::ExternalProgress const& progress);

}  // namespace hrefkit::cli
