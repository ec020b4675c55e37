#include "hrefkit/cli/io/isolated.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <system_error>
#include <tl/expected.hpp>

#include "hrefkit/cli/io/removal_on_signal.h"

namespace hrefkit::cli {

namespace {

/// What stands before the bytes of a piece in the pipe: their number and the tag.
constexpr std::size_t header_size = sizeof(std::uint64_t) + 1;

/// More would not be a result, but a worker gone wrong.
constexpr std::uint64_t most_bytes = std::uint64_t{4} << 30;

bool write_all(int descriptor, char const* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

/// Reads up to `size` bytes; fewer only at the end.
std::size_t read_all(int descriptor, char* bytes, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = ::read(descriptor, bytes + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::string reason(std::string_view what) {
  return "cannot start a worker process: " + std::string(what) + ": " +
         std::system_category().message(errno);
}

/// The worker's side. Signals have their defaults again: what their handlers clean up belongs to
/// the first process.
[[noreturn]] void be_worker(int descriptor, std::function<void(PieceSink&)> const& work) {
  RemovalOnSignal::leave_files();
  ::signal(SIGXFSZ, SIG_DFL);
  ::signal(SIGPIPE, SIG_IGN);
  try {
    PieceSink sink(descriptor);
    work(sink);
  } catch (...) {
    ::_exit(2);
  }
  ::_exit(0);  // without the destructors of what belongs to the first process
}

enum class PipeEnd { whole, cut, refused };

/// Reads pieces until the pipe ends or `take` refuses. Memory grows with the bytes that come, not
/// with the size that the worker says.
PipeEnd read_pieces(int descriptor,
                    std::function<bool(char tag, std::string_view bytes)> const& take) {
  constexpr std::size_t step = std::size_t{1} << 20;
  std::string bytes;
  while (true) {
    std::array<char, header_size> header{};
    const std::size_t got = read_all(descriptor, header.data(), header.size());
    if (got == 0) return PipeEnd::whole;
    if (got < header.size()) return PipeEnd::cut;
    std::uint64_t size = 0;
    std::memcpy(&size, header.data(), sizeof(size));
    if (size > most_bytes) return PipeEnd::cut;
    bytes.clear();
    while (bytes.size() < size) {
      const std::size_t wanted = std::min<std::uint64_t>(step, size - bytes.size());
      const std::size_t before = bytes.size();
      bytes.resize(before + wanted);
      if (read_all(descriptor, bytes.data() + before, wanted) < wanted) return PipeEnd::cut;
    }
    if (!take(header.back(), bytes)) return PipeEnd::refused;
  }
}

std::optional<std::string> ending(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    char const* const name = ::strsignal(signal);
    return "the worker process ended by signal " + std::to_string(signal) +
           (name == nullptr ? "" : " (" + std::string(name) + ")");
  }
  if (WEXITSTATUS(status) == 0) return std::nullopt;
  return "the worker process failed";
}

struct Worker {
  pid_t process;
  int results;  ///< the end of the pipe that is read
};

/// Starts a worker, or says why it cannot.
tl::expected<Worker, std::string> start(std::function<void(PieceSink&)> const& work) {
  // A worker that another thread starts now would keep the writing end of this pipe open.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return tl::unexpected(reason("no pipe"));
  const pid_t worker = ::fork();
  if (worker == 0) {
    ::close(ends[0]);
    be_worker(ends[1], work);
  }
  const std::string why = worker < 0 ? reason("no process") : "";
  ::close(ends[1]);
  if (worker > 0) return Worker{worker, ends[0]};
  ::close(ends[0]);
  return tl::unexpected(why);
}

}  // namespace

bool PieceSink::give(char tag, std::string_view bytes) {
  std::array<char, header_size> header{};
  const std::uint64_t size = bytes.size();
  std::memcpy(header.data(), &size, sizeof(size));
  header.back() = tag;
  return write_all(descriptor_, header.data(), header.size()) &&
         write_all(descriptor_, bytes.data(), bytes.size());
}

std::optional<std::string> run_isolated(
    std::function<void(PieceSink&)> const& work,
    std::function<bool(char tag, std::string_view bytes)> const& take) {
  const auto worker = start(work);
  if (!worker) return worker.error();
  const PipeEnd end = read_pieces(worker->results, take);
  if (end == PipeEnd::refused) ::kill(worker->process, SIGKILL);
  ::close(worker->results);
  int status = 0;
  while (::waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {
  }
  if (end == PipeEnd::refused) return std::nullopt;
  const std::optional<std::string> why = ending(status);
  if (!why && end == PipeEnd::cut) return "the worker process gave half a result";
  return why;
}

}  // namespace hrefkit::cli
