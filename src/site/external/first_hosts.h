// Whether there is a network at all, by the first hosts that are asked for.
//
// A machine without a network, or whose name server does not answer, would have each name of a
// long list looked up, and retried, for one sentence. So the first addresses of a run are on hosts
// of different domains, and the others wait until one of these has a sign of a network. Where all
// of them fail by name, one is asked for again; where that fails, too, there is no network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace hrefkit::site {

/// The part of a host's name that somebody registered, roughly: "b.example" of "www.b.example", and
/// "b.co.uk" of "www.b.co.uk". It lives as long as the host.
std::string_view domain_of(std::string_view host);

/// The first hosts of a run, and what has come of them.
class FirstHosts {
 public:
  /// With fewer hosts, all are asked for at once.
  static constexpr std::size_t count = 16;

  /// Offers an address, by its number and its URL: true where it is one of the first. Not taken are
  /// addresses whose host has no name to look up, or one of a domain that was taken.
  bool offer(std::size_t number, std::string_view url);

  /// True where there are enough of them to wait for.
  bool is_full() const { return numbers_.size() == count; }

  /// The addresses, in the order in which they were offered.
  std::vector<std::size_t> const& numbers() const { return numbers_; }

  /// Notes that a request for an address has failed by name.
  void fail(std::size_t number);

  /// Notes any other end of a request.
  void note_network() { has_network_ = true; }

  /// What the run is to do.
  enum class Step : std::uint8_t {
    wait,       ///< for more of their answers
    ask_again,  ///< for the first of them alone
    go_on,      ///< there is a network
    stop,       ///< there is none
  };

  /// To be called behind each round of requests. `ask_again` comes once.
  Step next_step();

 private:
  std::vector<std::size_t> numbers_;
  std::unordered_set<std::string_view> domains_;
  std::unordered_set<std::size_t> failed_;
  bool has_network_ = false;
  bool asks_again_ = false;
};

}  // namespace hrefkit::site
