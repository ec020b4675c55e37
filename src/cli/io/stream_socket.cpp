#include "hrefkit/cli/io/stream_socket.h"

#include <fcntl.h>  // IWYU pragma: keep
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <cerrno>
#include <cstring>

namespace hrefkit::cli {

namespace {

// Linux and the BSDs have flags that macOS lacks or has under another name.
#if defined(SOCK_CLOEXEC) && defined(MSG_CMSG_CLOEXEC) && !defined(HREFKIT_FALLBACKS)
#define HREFKIT_CLOEXEC_FLAGS 1
constexpr int stream_type = SOCK_STREAM | SOCK_CLOEXEC;
constexpr int receive_flags = MSG_CMSG_CLOEXEC;
#else
constexpr int stream_type = SOCK_STREAM;
constexpr int receive_flags = 0;
#endif

#if defined(MSG_NOSIGNAL) && !defined(HREFKIT_FALLBACKS)
constexpr int send_flags = MSG_NOSIGNAL;
#else
constexpr int send_flags = 0;
#endif

/// FAST: does nothing where the flags of the call above did it.
void close_on_exec([[maybe_unused]] int descriptor) {
#ifndef HREFKIT_CLOEXEC_FLAGS
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
}

/// Makes writing to a stream without a reader an error, if `send` has no flag for that.
void have_errors_for_signals([[maybe_unused]] int socket) {
  if constexpr (send_flags != 0) return;
#ifdef SO_NOSIGPIPE
  constexpr int on = 1;
  ::setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#else
  ::signal(SIGPIPE, SIG_IGN);
#endif
}

/// A message of some bytes, with room for one descriptor.
class Message {
 public:
  Message(void* bytes, std::size_t size) : part_{bytes, size} {
    message_.msg_iov = &part_;
    message_.msg_iovlen = 1;
  }
  Message(Message const&) = delete;
  Message& operator=(Message const&) = delete;

  ssize_t send(int socket, int descriptor) {
    make_room();
    cmsghdr* const header = CMSG_FIRSTHDR(&message_);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return ::sendmsg(socket, &message_, send_flags);
  }

  ssize_t receive(int socket, int& descriptor) {
    make_room();
    const ssize_t got = ::recvmsg(socket, &message_, receive_flags);
    cmsghdr const* const header = got < 0 ? nullptr : CMSG_FIRSTHDR(&message_);
    descriptor = -1;
    if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
      close_on_exec(descriptor);
    }
    return got;
  }

 private:
  void make_room() {
    message_.msg_control = room_.data();
    message_.msg_controllen = room_.size();
  }

  iovec part_;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room_{};
  msghdr message_{};
};

}  // namespace

bool make_stream_pair(std::array<int, 2>& ends) {
  if (::socketpair(AF_UNIX, stream_type, 0, ends.data()) != 0) return false;
  for (const int end : ends) {
    close_on_exec(end);
    have_errors_for_signals(end);
  }
  return true;
}

bool send_all(int socket, void const* bytes, std::size_t size, int descriptor) {
  auto const* at = static_cast<char const*>(bytes);
  while (size > 0) {
    const ssize_t sent =
        descriptor >= 0
            ? Message(const_cast<char*>(at), size).send(socket, descriptor)  // which only reads
            : ::send(socket, at, size, send_flags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    descriptor = -1;
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

std::size_t receive_all(int socket, void* bytes, std::size_t size, int* descriptor) {
  if (descriptor != nullptr) *descriptor = -1;
  auto* const to = static_cast<char*>(bytes);
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got = descriptor != nullptr && done == 0
                            ? Message(to, size).receive(socket, *descriptor)
                            : ::recv(socket, to + done, size - done, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace hrefkit::cli
