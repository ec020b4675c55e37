// What the tests of the network's transport share.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "hrefkit/http/fields.h"
#include "hrefkit/net/curl_transport.h"
#include "hrefkit/net/exchange.h"

namespace hrefkit::test {

/// All addresses are allowed, and there is no proxy.
net::TransportOptions for_loopback();

std::unique_ptr<net::Transport> transport_with(net::TransportOptions options);

/// What one request gives.
struct Got final : net::AnswerSink {
  bool head(int answered, http::Fields const& all) override {
    status = answered;
    fields = all;
    return wants_body;
  }
  bool body(std::string_view bytes) override {
    text += bytes;
    return text.size() < max;
  }
  void done(net::Failure why) override {
    failure = why;
    is_done = true;
  }

  bool wants_body = true;
  std::size_t max = std::size_t{1} << 30;
  int status = 0;
  http::Fields fields;
  std::string text;
  net::Failure failure = net::Failure::none;
  bool is_done = false;
};

void wait_for(net::Transport& transport, Got const& got);

/// "200 fine", "dns", "200 truncated".
std::string outcome(Got const& got);

/// Asks and waits.
std::string ask(net::Transport& transport, std::string const& url,
                net::Method method = net::Method::get, std::string* body = nullptr);

}  // namespace hrefkit::test
