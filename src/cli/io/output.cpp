#include "hrefkit/cli/io/output.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <boost/filesystem/path.hpp>
#include <cerrno>
#include <climits>
#include <fstream>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/cli/options/config.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/site/site.h"

namespace hrefkit::cli {

namespace {

constexpr std::size_t buffer_size = std::size_t{64} << 10;
constexpr int max_links = 40;  // as Linux has it

std::error_code last_error() {
  return {errno, std::generic_category()};
}

/// The path that the links at `path` finally lead to, whether or not there is a file.
std::string follow_links(std::string path) {
  std::array<char, PATH_MAX> link;
  for (int i = 0; i < max_links; ++i) {
    const ssize_t length = ::readlink(path.c_str(), link.data(), link.size());
    if (length < 0) return path;
    const std::string_view next(link.data(), static_cast<std::size_t>(length));
    path = next.starts_with('/') ? std::string(next)
                                 : std::string(site::folder_part(path)).append(next);
  }
  return path;
}

mode_t mode_of_new_files() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// The prefix of the names of a target's temporary files. A run removes only those that killed runs
/// left for its own target: locks may not work between machines, so those of other targets may be
/// in use.
std::string prefix_of(std::string_view target) {
  return ".hrefkit-" + std::to_string(std::hash<std::string_view>()(target)) + '-';
}

/// The standard stream that has this file open for writing, or -1.
int standard_stream(std::string const& path) {
  const auto wanted = regular_file(path);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
    if (wanted && wanted == regular_file(descriptor)) return descriptor;
  }
  return -1;
}

}  // namespace

std::error_code OutputFile::open(std::string const& path) {
  if (path.find('\0') != std::string::npos) return {EINVAL, std::generic_category()};
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return last_error();
  if (exists && S_ISDIR(status.st_mode)) return {EISDIR, std::generic_category()};
  if (exists && (!S_ISREG(status.st_mode) || standard_stream(path) >= 0)) {
    return open_straight(path);
  }
  if (exists && ::access(path.c_str(), W_OK) != 0) return last_error();
  return open_temporary(path);
}

std::error_code OutputFile::open_straight(std::string const& path) {
  const int standard = standard_stream(path);
  direct_ = site::Descriptor(standard >= 0 ? ::fcntl(standard, F_DUPFD_CLOEXEC, 0)
                                           : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  return direct_ ? std::error_code() : last_error();
}

std::error_code OutputFile::open_temporary(std::string const& path) {
  target_ = follow_links(path);
  const std::string folder(site::folder_part(target_));
  const std::string prefix = prefix_of(target_.substr(folder.size()));
  const auto opened = site::OpenFolder::open(folder.empty() ? "." : folder);
  if (!opened) return last_error();
  removal_.emplace();
  temporary_ = std::make_unique<site::TemporaryFile>(*opened);
  if (!temporary_->create(0600, prefix)) return last_error();
  site::remove_leftovers(**opened, prefix);
  return copy_mode();
}

/// Copies the mode and, if allowed, the owner of the target to the temporary file.
std::error_code OutputFile::copy_mode() const {
  struct stat status {};
  mode_t mode = mode_of_new_files();
  if (::stat(target_.c_str(), &status) == 0) {
    mode = status.st_mode & 07777;
    if (::fchown(descriptor(), status.st_uid, status.st_gid) != 0) mode &= 0777;
  }
  return ::fchmod(descriptor(), mode) != 0 ? last_error() : std::error_code();
}

bool OutputFile::is_standard_stream() const {
  struct stat file {};
  if (::fstat(descriptor(), &file) != 0) return false;
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat standard {};
    if (::fstat(stream, &standard) == 0 && file.st_dev == standard.st_dev &&
        file.st_ino == standard.st_ino) {
      return true;
    }
  }
  return false;
}

std::error_code OutputFile::write(std::string_view text) {
  if (buffer_.size() + text.size() >= buffer_size) {
    if (const std::error_code error = flush()) return error;
    if (text.size() >= buffer_size) return write_all(text);
  }
  buffer_ += text;
  return {};
}

std::error_code OutputFile::flush() {
  const std::error_code error = write_all(buffer_);
  buffer_.clear();
  return error;
}

std::error_code OutputFile::write_all(std::string_view text) const {
  return site::write_all(descriptor(), text) ? std::error_code() : last_error();
}

std::error_code OutputFile::commit() {
  if (const std::error_code error = flush()) return error;
  if (!temporary_) return ::close(direct_.release()) != 0 ? last_error() : std::error_code();
  const std::string name(site::name_part(target_));
  if (!temporary_->sync() || !temporary_->rename_to(name)) return last_error();
  temporary_.reset();
  removal_.reset();
  return {};
}

std::string OutputFile::divert(std::string_view suffix) {
  if (!temporary_) return {};
  target_ += suffix;
  return target_;
}

void refuse_outward_link(Destination const& output, std::string_view remedy) {
  if (output.path.empty()) return;
  const auto folder = site::real_path(".");
  if (!folder) return;  // no path that is relative can be opened
  const auto outward = site::outward_link(output.path, *folder);
  if (!outward) return;
  const std::string link = site::path_below(outward->link, *folder).value_or(outward->link);
  std::string message = "'" + output.path + "' ";
  if (link != output.path) message += "passes through the link '" + link + "', which ";
  message.append("leads out of the working folder, to '").append(outward->target);
  throw UsageError(output.option, message.append("': ").append(remedy));
}

namespace {

bool begins_with(std::string const& file, std::string_view text) {
  std::ifstream stream(file, std::ios::binary);
  std::string read(text.size(), '\0');
  stream.read(read.data(), static_cast<std::streamsize>(read.size()));
  return stream && read == text;
}

}  // namespace

OutputGuard::OutputGuard(CommonOptions const& common, Environment const& environment,
                         std::string option, std::string output)
    : option_(std::move(option)), output_(std::move(output)) {
  if (output_.empty()) return;
  target_ = regular_file(output_);
  if (!target_) return;
  standard_input_ = regular_file(environment.in_descriptor);
  std::string const& list = common.files_from;
  if (!list.empty() && target_ == (list == "-" ? standard_input_ : regular_file(list))) {
    refuse("the list of the inputs");
  }
  if (target_ == regular_file(common.config.empty() ? default_config : common.config)) {
    refuse("the configuration file");
  }
}

void OutputGuard::check_inputs(site::InputOptions const& inputs) const {
  if (output_.empty()) return;
  for (std::string const& path : inputs.paths) {
    check_input(path);
    if (site::is_walked(output_, path, inputs.walk.files)) {
      refuse("one of the pages of '" + path + "'");
    }
  }
}

void OutputGuard::check_site(std::string const& site, std::string_view own_beginning,
                             site::FileRules const& files) const {
  if (!target_ || !site::is_walked(output_, site, files)) return;
  if (own_beginning.empty() || !begins_with(output_, own_beginning)) {
    refuse("one of the pages of '" + site + "'");
  }
}

void OutputGuard::check_input(std::string const& path) const {
  if (!target_) return;
  if (target_ == (path == "-" ? standard_input_ : regular_file(path))) {
    refuse("one of the inputs");
  }
}

void OutputGuard::refuse(std::string const& what) const {
  throw UsageError(option_, "'" + output_ + "' is " + what);
}

namespace {

std::optional<FileIdentity> identity(struct stat const& status) {
  if (!S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{static_cast<std::uintmax_t>(status.st_dev), status.st_ino};
}

}  // namespace

std::optional<FileIdentity> regular_file(std::string const& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return identity(status);
}

std::string place_of(std::string const& file) {
  namespace fs = boost::filesystem;
  const fs::path path(file);
  const auto folder = site::real_path(path.has_parent_path() ? path.parent_path().native() : ".");
  return folder ? (fs::path(*folder) / path.filename()).native() : std::string();
}

std::optional<FileIdentity> regular_file(int descriptor) {
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) return std::nullopt;
  return identity(status);
}

namespace {

/// All signals whose default is to end the program, but SIGKILL, and SIGPIPE and SIGXFSZ, which
/// main ignores.
constexpr std::array named_signals {
  SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
      SIGALRM, SIGTERM, SIGXCPU, SIGVTALRM, SIGPROF, SIGSYS,
#if defined(SIGIO) && defined(SIGPOLL) && SIGIO == SIGPOLL  // POSIX's; that of the BSDs is ignored
      SIGIO,
#endif
#ifdef SIGEMT
      SIGEMT,
#endif
#ifdef SIGSTKFLT
      SIGSTKFLT,
#endif
#ifdef SIGPWR
      SIGPWR,
#endif
};

/// These and the real-time signals, for which the system may have any number.
constexpr std::size_t max_signals = named_signals.size() + 64;

std::size_t removals = 0;  // objects that live

std::array<int, max_signals> handled;  // signals that had their default before
std::size_t handled_count = 0;

/// The default is restored only after the file is removed: another thread may get the same signal
/// meanwhile. The signal raised here waits until the handler returns, and ends the program then.
extern "C" void remove_and_end(int signal) {
  site::remove_unfinished_files();
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  ::sigaction(signal, &standard, nullptr);
  ::raise(signal);
}

/// Installs the handler for a signal, unless it is ignored or has another handler.
void handle(int signal) {
  struct sigaction old {};
  const bool is_default = ::sigaction(signal, nullptr, &old) == 0 &&
                          (old.sa_flags & SA_SIGINFO) == 0 && old.sa_handler == SIG_DFL;
  if (!is_default || handled_count == handled.size()) return;
  struct sigaction action {};
  action.sa_handler = remove_and_end;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  if (::sigaction(signal, &action, nullptr) == 0) handled[handled_count++] = signal;
}

void restore_handlers() noexcept {
  while (handled_count > 0) ::signal(handled[--handled_count], SIG_DFL);
}

}  // namespace

RemovalOnSignal::RemovalOnSignal() {
  if (removals++ != 0) return;
  for (const int signal : named_signals) handle(signal);
#if defined(SIGRTMIN) && defined(SIGRTMAX)
  for (int signal = SIGRTMIN; signal <= SIGRTMAX; ++signal) handle(signal);
#endif
}

RemovalOnSignal::~RemovalOnSignal() {
  if (--removals == 0) restore_handlers();
}

void RemovalOnSignal::leave_files() noexcept {
  site::leave_unfinished_files();
  restore_handlers();
}

Output::Output(std::string path, std::ostream& standard, Contents contents)
    : path_(std::move(path)),
      standard_(standard),
      contents_(contents),
      filter_(LogFilter::of(standard)) {
  if (!is_file()) return;
  if (check(file_.open(path_)) && filter_ != nullptr && file_.is_standard_stream()) {
    log_commands_.emplace();
  }
}

bool Output::write(std::string_view text) {
  if (error_ || reader_left_) return false;
  if (log_commands_) {
    filtered_.clear();
    log_commands_->append(filtered_, text, contents_);
    text = filtered_;
  }
  if (is_file()) return check(file_.write(text));
  if (filter_ != nullptr) filter_->set_contents(contents_);
  errno = 0;
  standard_.write(text.data(), static_cast<std::streamsize>(text.size()));
  return check_stream();
}

bool Output::flush() {
  if (error_ || reader_left_) return false;
  if (is_file()) return check(file_.flush());
  errno = 0;
  standard_.flush();
  return check_stream();
}

bool Output::finish(std::size_t inputs_read) {
  if (!is_file()) return flush();
  if (error_ || reader_left_) return false;
  return inputs_read == 0 && file_.is_replacement() ? keep_file() : check(file_.commit());
}

std::size_t Output::commands_in_log() const {
  if (log_commands_) return log_commands_->kept();
  return is_file() || filter_ == nullptr ? 0 : filter_->kept_commands();
}

std::string Output::finish_incomplete() {
  std::string name;
  if (is_file() && !error_) name = file_.divert(".incomplete");
  return finish(1) ? name : std::string();
}

/// Keeps the old file; the temporary file is removed with this object.
bool Output::keep_file() {
  error_ =
      path_ + (regular_file(path_) ? ": not replaced" : ": not written") + ": no input was read";
  return false;
}

bool Output::check_stream() {
  return standard_ || check({errno != 0 ? errno : EIO, std::generic_category()});
}

bool Output::check(std::error_code error) {
  if (!error) return true;
  if (error == std::errc::broken_pipe) {
    reader_left_ = true;
  } else {
    error_ = (is_file() ? path_ : "standard output") + ": cannot write: " + error.message();
  }
  return false;
}

}  // namespace hrefkit::cli
