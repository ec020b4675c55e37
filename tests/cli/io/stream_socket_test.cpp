#include "hrefkit/cli/io/stream_socket.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <thread>
#include <utility>

using namespace hrefkit::cli;

namespace {

struct Streams {
  Streams() { REQUIRE(make_stream_pair(ends)); }
  ~Streams() {
    for (const int end : ends) {
      if (end >= 0) ::close(end);
    }
  }
  void close(std::size_t end) { ::close(std::exchange(ends[end], -1)); }

  std::array<int, 2> ends{-1, -1};
};

bool closes_on_exec(int descriptor) {
  return (::fcntl(descriptor, F_GETFD) & FD_CLOEXEC) != 0;
}

}  // namespace

TEST_CASE("bytes go through a stream whole, and its end is told") {
  Streams streams;
  CHECK(closes_on_exec(streams.ends[0]));
  CHECK(closes_on_exec(streams.ends[1]));
  const std::string sent(3'000'000, 'x');
  std::thread sender([&] {
    send_all(streams.ends[0], sent.data(), sent.size());
    streams.close(0);
  });
  std::string received(sent.size() + 10, '\0');
  CHECK(receive_all(streams.ends[1], received.data(), 1000) == 1000);
  CHECK(receive_all(streams.ends[1], received.data() + 1000, received.size() - 1000) ==
        sent.size() - 1000);
  sender.join();
  received.resize(sent.size());
  CHECK(received == sent);
}

TEST_CASE("a descriptor goes beside the bytes, and only there") {
  Streams streams;
  Streams passed;
  char byte = 'a';
  REQUIRE(send_all(streams.ends[0], &byte, 1, passed.ends[0]));
  byte = 'b';
  REQUIRE(send_all(streams.ends[0], &byte, 1));
  int descriptor = -1;
  CHECK(receive_all(streams.ends[1], &byte, 1, &descriptor) == 1);
  CHECK(byte == 'a');
  REQUIRE(descriptor >= 0);
  CHECK(descriptor != passed.ends[0]);
  CHECK(closes_on_exec(descriptor));

  byte = 'c';
  CHECK(send_all(descriptor, &byte, 1));  // it is the other end of that pair
  byte = 0;
  CHECK(receive_all(passed.ends[1], &byte, 1) == 1);
  CHECK(byte == 'c');
  ::close(descriptor);

  CHECK(receive_all(streams.ends[1], &byte, 1, &descriptor) == 1);
  CHECK(byte == 'b');
  CHECK(descriptor == -1);
}

TEST_CASE("writing to a stream that nobody reads is an error, not a signal") {
  Streams streams;
  streams.close(1);
  const char byte = 'a';
  CHECK_FALSE(send_all(streams.ends[0], &byte, 1));
  CHECK_FALSE(send_all(streams.ends[0], &byte, 1, 0));
}
