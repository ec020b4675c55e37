// An HTTP server on loopback whose answers are bytes by a script: also bad, slow and cut ones. It
// counts.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hrefkit::test {

/// One answer.
struct Script {
  enum class End { keep, close, reset };

  /// Sent one after the other, each after its pause.
  struct Piece {
    std::string bytes;
    std::chrono::milliseconds pause{0};
  };

  std::vector<Piece> pieces;
  End end = End::keep;  ///< of the connection
};

/// A whole answer with its Content-Length; `fields` are lines.
Script page(int status, std::string const& body = "", std::string const& fields = "");

/// These bytes, then the end.
Script raw(std::string bytes, Script::End end = Script::End::close);

struct Asked {
  std::string method;
  std::string target;
  std::string head;  ///< with the request line
  std::size_t connection = 0;
};

class LoopbackServer {
 public:
  using Handler = std::function<Script(Asked const&)>;

  /// Listens on 127.0.0.1, on a free port.
  explicit LoopbackServer(Handler handler);
  ~LoopbackServer();
  LoopbackServer(LoopbackServer const&) = delete;
  LoopbackServer& operator=(LoopbackServer const&) = delete;

  unsigned port() const { return port_; }
  /// "http://127.0.0.1:PORT" and `path`.
  std::string url(std::string_view path) const;
  /// All requests so far, in the order of their arrival.
  std::vector<Asked> asked() const;
  std::size_t connections() const { return connections_; }
  /// Bytes that were sent.
  std::size_t sent() const { return sent_; }

 private:
  void accept_all();
  void serve(int socket, std::size_t number);
  bool send_script(int socket, Script const& script);

  Handler handler_;
  int listener_ = -1;
  unsigned port_ = 0;
  std::atomic<bool> stops_ = false;
  std::atomic<std::size_t> connections_ = 0;
  std::atomic<std::size_t> sent_ = 0;
  mutable std::mutex mutex_;
  std::vector<Asked> asked_;
  std::vector<int> sockets_;
  std::vector<std::thread> workers_;
  std::thread acceptor_;
};

}  // namespace hrefkit::test
