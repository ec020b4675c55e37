// The starter gets requests by a stream, one at a time, and answers each: it starts a worker, to
// which it passes one end of a stream, or waits for one that has ended. It has no end of another
// worker's stream, so a stream ends with its worker.
#include "hrefkit/cli/io/worker_processes.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/stream_socket.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"

namespace hrefkit::cli {

namespace {

/// Opens the folder of an input again, as descriptors of the parent are closed here.
void open_folder(std::string const& path, site::OpenFolder::Identity identity, DocumentJob& job) {
  auto folder = site::InputFolder::open(path);
  if (!folder) {
    job.error = folder.error();
  } else if ((*folder)->identity() != identity) {
    job.error = "another folder has come to the place of " + path;
  } else {
    job.input.folder = *std::move(folder);
  }
}

}  // namespace

std::string pack_input(DocumentJob const& job) {
  Packer out;
  out.text(job.input.path);
  out.text(job.input.url);
  out.text(job.input.relative);
  out.number(static_cast<std::uint64_t>(job.input.content_type));
  out.number(job.input.is_type_known);
  out.number(job.input.is_named);
  out.text(job.input.place);
  const bool has_folder = job.input.folder != nullptr;
  out.text(has_folder ? job.input.folder->path() : "");
  out.number(has_folder ? job.input.folder->identity().first : 0);
  out.number(has_folder ? job.input.folder->identity().second : 0);
  out.text(job.error);
  return std::string(out.view());
}

void unpack_input(std::string_view packed, DocumentJob& job) {
  Unpacker in(packed);
  job.input.path = in.text();
  job.input.url = in.text();
  job.input.relative = in.text();
  job.input.content_type = static_cast<html::ContentType>(in.number());
  job.input.is_type_known = in.number() != 0;
  job.input.is_named = in.number() != 0;
  job.input.place = in.text();
  const std::string folder(in.text());
  const std::uintmax_t device = in.number();
  const std::uintmax_t inode = in.number();
  job.error = in.text();
  if (!folder.empty() && job.error.empty()) open_folder(folder, {device, inode}, job);
}

std::string pack_findings(DocumentJob const& job) {
  Packer out;
  out.text(job.error);
  out.text(job.skipped);
  out.number(job.warnings.size());
  for (std::string const& warning : job.warnings) out.text(warning);
  // Notes without places come from a document that was not read to its end.
  const std::size_t notes = std::min(job.notes.size(), job.note_places.size());
  for (std::size_t i = 0; i < notes; ++i) {
    out.number(static_cast<std::uint64_t>(job.notes[i].kind));
    out.text(job.notes[i].message);
    out.text(job.note_places[i]);
  }
  return std::string(out.view());
}

void unpack_findings(std::string_view packed, DocumentJob& job) {
  Unpacker in(packed);
  job.error = in.text();
  job.skipped = in.text();
  job.warnings.clear();
  for (std::uint64_t count = in.number(); count > 0 && !in.at_end(); --count) {
    job.warnings.emplace_back(in.text());
  }
  job.notes.clear();
  job.note_places.clear();
  while (!in.at_end()) {
    html::Note note;
    note.kind = static_cast<html::NoteKind>(in.number());
    note.message = in.text();
    job.notes.push_back(std::move(note));
    job.note_places.emplace_back(in.text());
  }
}

namespace {

/// The header of a chunk in the stream: its size and its tag.
constexpr std::size_t header_size = sizeof(std::uint64_t) + 1;

/// A larger chunk is not a result, but a fault of the worker.
constexpr std::uint64_t max_bytes = std::uint64_t{4} << 30;

}  // namespace

bool ChunkSink::emit(char tag, std::string_view bytes) {
  std::array<char, header_size> header{};
  const std::uint64_t size = bytes.size();
  std::memcpy(header.data(), &size, sizeof(size));
  header.back() = tag;
  return send_all(socket_, header.data(), header.size()) &&
         send_all(socket_, bytes.data(), bytes.size());
}

Received receive_piece(int socket, char& tag, std::string& bytes) {
  constexpr std::size_t step = std::size_t{1} << 20;
  std::array<char, header_size> header{};
  const std::size_t got = receive_all(socket, header.data(), header.size());
  if (got == 0) return Received::end;
  if (got < header.size()) return Received::cut;
  std::uint64_t size = 0;
  std::memcpy(&size, header.data(), sizeof(size));
  if (size > max_bytes) return Received::oversized;
  tag = header.back();
  bytes.clear();
  while (bytes.size() < size) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(step, size - bytes.size()));
    const std::size_t before = bytes.size();
    bytes.resize(before + wanted);
    if (receive_all(socket, bytes.data() + before, wanted) < wanted) return Received::cut;
  }
  return Received::piece;
}

namespace {

/// The chunks of a task.
constexpr char piece_task = 't';
constexpr char piece_bytes = 'b';

constexpr std::string_view starter_is_gone = "the process that starts workers has ended";

std::string reason(std::string_view what, int error) {
  return "cannot start a worker process: " + std::string(what) + ": " +
         std::system_category().message(error);
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

/// The status of a process that has ended.
int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// Leaves the files and the output to the first process, so that the reader of the output does not
/// wait for the end of others. The input stays open, as it may be named (/dev/stdin).
void become_starter() {
  RemovalOnSignal::leave_files();
  ::signal(SIGXFSZ, SIG_DFL);
  ::signal(SIGCHLD, SIG_DFL);  // if it were ignored, the status of workers would be lost
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0) return;
  ::dup2(nothing, STDOUT_FILENO);
  ::close(nothing);
}

/// Sends a worker its task and receives its chunks. Returns the result of the last receive: a chunk
/// if `on_piece` refused it.
Received exchange(int stream, std::string_view task, std::string_view bytes,
                  std::function<bool(char tag, std::string_view piece)> const& on_piece) {
  ChunkSink sink(stream);
  // A worker that does not read its task has ended, and its status says why.
  if (sink.emit(piece_task, task)) sink.emit(piece_bytes, bytes);
  char tag = 0;
  std::string piece;
  while (true) {
    const Received received = receive_piece(stream, tag, piece);
    if (received != Received::piece || !on_piece(tag, piece)) return received;
  }
}

}  // namespace

struct WorkerProcesses::Worker {
  pid_t process = -1;
  int stream = -1;
};

/// Requests a new worker, or the end of this one and its status.
struct WorkerProcesses::Request {
  pid_t worker = -1;
  bool kill = false;  // it must be killed
};

struct WorkerProcesses::Reply {
  pid_t worker = -1;
  int error = 0;   // of fork
  int status = 0;  // of the worker that has ended
};

/// The starter process.
class WorkerProcesses::Starter {
 public:
  Starter(int control, Work const& work) : control_(control), work_(work) {}

  [[noreturn]] void run() {
    Request request;
    int stream = -1;
    while (receive_all(control_, &request, sizeof request, &stream) == sizeof request) {
      const Reply reply = request.worker < 0 ? start(stream) : end(request);
      if (!send_all(control_, &reply, sizeof reply)) break;
    }
    // The first process has ended.
    for (const pid_t worker : workers_) ::kill(worker, SIGKILL);
    ::_exit(0);
  }

 private:
  Reply start(int stream) {
    Reply reply;
    if (stream < 0) {
      reply.error = EMFILE;
      return reply;
    }
    reply.worker = ::fork();
    if (reply.worker == 0) be_worker(stream);
    if (reply.worker < 0) {
      reply.error = errno;
    } else {
      workers_.push_back(reply.worker);
    }
    ::close(stream);
    return reply;
  }

  Reply end(Request const& request) {
    if (request.kill) ::kill(request.worker, SIGKILL);
    std::erase(workers_, request.worker);
    return {.status = wait_for(request.worker)};
  }

  [[noreturn]] void be_worker(int stream) const {
    ::close(control_);
    try {
      char tag = 0;
      std::string task;
      std::string bytes;
      const bool is_whole = receive_piece(stream, tag, task) == Received::piece &&
                            receive_piece(stream, tag, bytes) == Received::piece;
      if (!is_whole) ::_exit(2);
      ChunkSink sink(stream);
      work_(task, std::move(bytes), sink);
    } catch (...) {
      ::_exit(2);
    }
    ::_exit(0);  // without the destructors of objects of the first process
  }

  int control_;
  Work const& work_;
  std::vector<pid_t> workers_;
};

WorkerProcesses::WorkerProcesses(Work const& work) {
  std::array<int, 2> ends{};
  if (!make_stream_pair(ends)) {
    refused_ = reason("no socket", errno);
    return;
  }
  starter_ = ::fork();
  if (starter_ == 0) {
    ::close(ends[0]);
    become_starter();
    Starter(ends[1], work).run();
  }
  if (starter_ < 0) refused_ = reason("no process", errno);
  ::close(ends[1]);
  control_ = ends[0];
}

WorkerProcesses::~WorkerProcesses() {
  if (control_ >= 0) ::close(control_);
  if (starter_ > 0) wait_for(starter_);
}

/// False if the starter does not answer.
bool WorkerProcesses::ask(Request const& request, int descriptor, Reply& reply) {
  const std::lock_guard lock(mutex_);
  return send_all(control_, &request, sizeof request, descriptor) &&
         receive_all(control_, &reply, sizeof reply) == sizeof reply;
}

/// Starts a worker, or returns the error.
std::optional<std::string> WorkerProcesses::start(Worker& worker) {
  if (!refused_.empty()) return refused_;
  std::array<int, 2> ends{};
  if (!make_stream_pair(ends)) return reason("no socket", errno);
  Reply reply;
  const bool is_answered = ask({}, ends[1], reply);
  ::close(ends[1]);
  if (is_answered && reply.worker > 0) {
    worker = {reply.worker, ends[0]};
    return std::nullopt;
  }
  ::close(ends[0]);
  if (is_answered) return reason("no process", reply.error);
  return "cannot start a worker process: " + std::string(starter_is_gone);
}

/// Closes the worker's stream and waits for its end. Returns the error if it did not end as it
/// should.
std::optional<std::string> WorkerProcesses::end(Worker const& worker, bool kill) {
  ::close(worker.stream);
  Reply reply;
  if (!ask({worker.process, kill}, -1, reply)) return std::string(starter_is_gone);
  return ending(reply.status);
}

std::optional<std::string> WorkerProcesses::run(
    std::string_view task, std::string_view bytes,
    std::function<bool(char tag, std::string_view piece)> const& on_piece) {
  Worker worker;
  if (auto refused = start(worker)) return refused;
  Received last = Received::end;
  try {
    last = exchange(worker.stream, task, bytes, on_piece);
  } catch (...) {
    end(worker, true);
    throw;
  }
  const bool is_over = last == Received::end || last == Received::cut;
  std::optional<std::string> why = end(worker, !is_over);
  if (last == Received::piece) return std::nullopt;
  if (last == Received::oversized) return "the worker process gave no result";
  if (!why && last == Received::cut) return "the worker process gave half a result";
  return why;
}

}  // namespace hrefkit::cli
