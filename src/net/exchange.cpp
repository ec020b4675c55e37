#include "hrefkit/net/exchange.h"

#include <array>
#include <optional>

#include "hrefkit/text/enum_table.h"

namespace hrefkit::net {

namespace {

constexpr text::EnumTable<Failure::proxy> words({
    {Failure::none, ""},
    {Failure::dns, "dns"},
    {Failure::refused, "refused"},
    {Failure::reset, "reset"},
    {Failure::empty, "empty"},
    {Failure::protocol, "protocol"},
    {Failure::truncated, "truncated"},
    {Failure::timeout, "timeout"},
    {Failure::tls_expired, "tls-expired"},
    {Failure::tls_not_yet_valid, "tls-not-yet-valid"},
    {Failure::tls_self_signed, "tls-self-signed"},
    {Failure::tls_host, "tls-host"},
    {Failure::tls_handshake, "tls-handshake"},
    {Failure::tls_issuer, "tls-issuer"},
    {Failure::private_address, "private"},
    {Failure::proxy, "proxy"},
});

}  // namespace

std::string_view name_of(Method method) {
  return method == Method::head ? "HEAD" : "GET";
}

std::string_view word(Failure failure) {
  return words[failure].name;
}

Failure failure_of(std::string_view word) {
  const auto failure = words.find(word);
  return failure && *failure != Failure::none ? *failure : Failure::protocol;
}

bool is_tls(Failure failure) {
  return failure >= Failure::tls_expired && failure <= Failure::tls_issuer;
}

}  // namespace hrefkit::net
