#include "net/child_process.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace hrefkit::test {

ChildProcess::ChildProcess(std::vector<std::string> const& arguments) {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  std::vector<char*> pointers;
  for (std::string const& each : arguments) pointers.push_back(const_cast<char*>(each.c_str()));
  pointers.push_back(nullptr);
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no process");
  if (process_ == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    execvp(pointers[0], pointers.data());
    _exit(127);
  }
  close(ends[1]);
  output_ = ends[0];
}

ChildProcess::~ChildProcess() {
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
  close(output_);
}

std::string ChildProcess::line_with(std::string const& text) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (std::chrono::steady_clock::now() < end) {
    std::size_t begin = 0;
    for (std::size_t line = 0; (line = read_.find('\n', begin)) != std::string::npos;
         begin = line + 1) {
      std::string found = read_.substr(begin, line - begin);
      if (found.find(text) != std::string::npos) return found;
    }
    pollfd wanted{.fd = output_, .events = POLLIN, .revents = 0};
    poll(&wanted, 1, 100);
    if (wanted.revents == 0) continue;
    char buffer[4096];
    const auto count = read(output_, buffer, sizeof buffer);
    if (count <= 0) return "";
    read_.append(buffer, static_cast<std::size_t>(count));
  }
  return "";
}

bool has_program(std::string const& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

unsigned free_port() {
  const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  const bool is_bound =
      bind(listener, generic, size) == 0 && getsockname(listener, generic, &size) == 0;
  close(listener);
  if (!is_bound) throw std::runtime_error("no port on loopback");
  return ntohs(address.sin_port);
}

}  // namespace hrefkit::test
