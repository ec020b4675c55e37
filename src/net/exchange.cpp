#include "hrefkit/net/exchange.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace hrefkit::net {

namespace {

using namespace std::string_view_literals;

constexpr std::array<std::pair<Failure, std::string_view>, 15> words{{
    {Failure::none, ""sv},
    {Failure::dns, "dns"sv},
    {Failure::refused, "refused"sv},
    {Failure::reset, "reset"sv},
    {Failure::empty, "empty"sv},
    {Failure::protocol, "protocol"sv},
    {Failure::truncated, "truncated"sv},
    {Failure::timeout, "timeout"sv},
    {Failure::tls_expired, "tls-expired"sv},
    {Failure::tls_not_yet_valid, "tls-not-yet-valid"sv},
    {Failure::tls_self_signed, "tls-self-signed"sv},
    {Failure::tls_host, "tls-host"sv},
    {Failure::tls_handshake, "tls-handshake"sv},
    {Failure::tls_issuer, "tls-issuer"sv},
    {Failure::private_address, "private"sv},
}};

}  // namespace

std::string_view name_of(Method method) {
  return method == Method::head ? "HEAD" : "GET";
}

std::string_view word(Failure failure) {
  return words[static_cast<std::size_t>(failure)].second;
}

Failure failure_of(std::string_view word) {
  auto const* const row = std::find_if(words.begin() + 1, words.end(),
                                       [&](auto const& each) { return each.second == word; });
  return row == words.end() ? Failure::protocol : row->first;
}

bool is_tls(Failure failure) {
  return failure >= Failure::tls_expired && failure <= Failure::tls_issuer;
}

}  // namespace hrefkit::net
