// Finds out from the first hosts of a run whether there is a network.
//
// Without a network, or without a name server that answers, a run would look up each name of a long
// list, several times, only to print one message. So a run first asks hosts of different domains,
// and all others wait until one of these shows that there is a network. If none of the names
// resolves, one is asked for again; if that fails as well, there is no network.
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

/// The first hosts of a run, and the results of their requests.
class FirstHosts {
 public:
  /// With fewer hosts, all are asked for at once.
  static constexpr std::size_t count = 16;

  /// Offers an address, by its number and its URL, which must outlive this. True if it is one of
  /// the first: its host has a name to look up, of a domain that none of the others has.
  bool offer(std::size_t number, std::string_view url);

  /// True where there are enough of them to wait for.
  bool is_full() const { return numbers_.size() == count; }

  /// The addresses, in the order in which they were offered.
  std::vector<std::size_t> const& numbers() const { return numbers_; }

  /// Notes that the host's name of an address does not resolve.
  void fail(std::size_t number);

  /// Notes a request that has ended otherwise, by an answer or another failure.
  void note_network() { has_network_ = true; }

  /// What the run is to do.
  enum class Step : std::uint8_t {
    wait,       ///< for more of their answers
    ask_again,  ///< for the first of them alone
    go_on,      ///< there is a network
    stop,       ///< there is none
  };

  /// Call it after each round of requests. It returns `ask_again` once.
  Step next_step();

 private:
  std::vector<std::size_t> numbers_;
  std::unordered_set<std::string_view> domains_;
  std::unordered_set<std::size_t> failed_;
  bool has_network_ = false;
  bool asks_again_ = false;
};

}  // namespace hrefkit::site
