#include "net/loopback_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hrefkit::test {

Script page(int status, std::string const& body, std::string const& fields) {
  return {
      .pieces = {{.bytes = "HTTP/1.1 " + std::to_string(status) + " Said\r\n" + fields +
                           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body}}};
}

Script raw(std::string bytes, Script::End end) {
  return {.pieces = {{.bytes = std::move(bytes)}}, .end = end};
}

LoopbackServer::LoopbackServer(Handler handler) : handler_(std::move(handler)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (listener_ < 0 || bind(listener_, generic, size) != 0 || listen(listener_, 256) != 0 ||
      getsockname(listener_, generic, &size) != 0) {
    throw std::runtime_error("no port on loopback");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

LoopbackServer::~LoopbackServer() {
  stops_ = true;
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int each : sockets_) shutdown(each, SHUT_RDWR);
  }
  for (std::thread& worker : workers_) worker.join();
  close(listener_);
}

std::string LoopbackServer::url(std::string_view path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
}

std::vector<Asked> LoopbackServer::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void LoopbackServer::accept_all() {
  while (!stops_) {
    const int socket = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) return;
    const int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    const std::size_t number = connections_++;
    const std::lock_guard lock(mutex_);
    sockets_.push_back(socket);
    workers_.emplace_back([this, socket, number] { serve(socket, number); });
  }
}

bool LoopbackServer::send_script(int socket, Script const& script) {
  for (Script::Piece const& piece : script.pieces) {
    for (auto left = piece.pause; left.count() > 0 && !stops_;) {
      const auto nap = std::min(left, std::chrono::milliseconds(20));
      std::this_thread::sleep_for(nap);
      left -= nap;
    }
    std::string_view rest = piece.bytes;
    while (!rest.empty()) {
      const auto count = send(socket, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (count <= 0) return false;
      sent_ += static_cast<std::size_t>(count);
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  return true;
}

void LoopbackServer::serve(int socket, std::size_t number) {
  std::string bytes;
  bool goes_on = true;
  while (goes_on && !stops_) {
    std::size_t end = 0;
    while ((end = bytes.find("\r\n\r\n")) == std::string::npos) {
      char buffer[4096];
      const auto count = recv(socket, buffer, sizeof buffer, 0);
      if (count <= 0) {
        goes_on = false;
        break;
      }
      bytes.append(buffer, static_cast<std::size_t>(count));
    }
    if (!goes_on) break;
    Asked asked;
    asked.head = bytes.substr(0, end + 2);
    bytes.erase(0, end + 4);
    const std::size_t space = asked.head.find(' ');
    asked.method = asked.head.substr(0, space);
    asked.target = asked.head.substr(space + 1, asked.head.find(' ', space + 1) - space - 1);
    asked.connection = number;
    {
      const std::lock_guard lock(mutex_);
      asked_.push_back(asked);
    }
    Script script = handler_(asked);
    if (asked.method == "HEAD" && !script.pieces.empty()) {  // without its body
      std::string& first = script.pieces.front().bytes;
      const std::size_t head = first.find("\r\n\r\n");
      if (head != std::string::npos) {
        first.resize(head + 4);
        script.pieces.resize(1);
      }
    }
    goes_on = send_script(socket, script) && script.end == Script::End::keep;
    if (script.end == Script::End::reset) {
      const linger now{.l_onoff = 1, .l_linger = 0};
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
  }
  const std::lock_guard lock(mutex_);
  std::erase(sockets_, socket);
  close(socket);
}

}  // namespace hrefkit::test
