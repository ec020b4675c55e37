#include "hrefkit/cli/archive/run.h"

#include <algorithm>
#include <new>
#include <optional>
#include <system_error>
#include <thread>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/known_targets.h"
#include "hrefkit/cli/archive/packed_rows.h"
#include "hrefkit/cli/archive/rows_aside.h"
#include "hrefkit/cli/archive/sorted_lines.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/output_guard.h"
#include "hrefkit/cli/options/usage_error.h"
#include "hrefkit/site/ordered.h"
#include "hrefkit/warc/byte_source.h"

namespace hrefkit::cli {

namespace {

using archive::RecordNote;
using Kind = RecordNote::Kind;

/// What is to be said about a file, in order.
struct Saying {
  Kind kind;
  std::string text;
};

/// The rows of files that wait for their turn take so much memory; more is set aside.
constexpr std::size_t rows_in_memory = std::size_t{4} << 20;

/// One archive file on its way to output.
struct Job {
  std::string path;
  FileRows rows;
  std::string packed;  // rows, packed, where that is wanted
  RowsAside aside;     // rows before these
  std::vector<Saying> sayings;
  std::size_t sayings_size = 0;
  std::size_t captures = 0;
  std::size_t damaged = 0;
  std::string error;  // why the file could not be read to its end

  void clear() {
    aside.clear();
    rows.clear();
    packed.clear();
    sayings.clear();
    sayings_size = captures = damaged = 0;
    error.clear();
  }
  std::size_t bytes() const { return rows.rows.size() + packed.size() + sayings_size; }
};

struct Worker {
  std::unique_ptr<ArchiveWriter> writer;
  PackedRows packed;
};

std::vector<std::string> input_paths(ArchiveCommand const& command, Environment const& environment,
                                     OutputGuard const& guard) {
  std::vector<std::string> paths = command.common.inputs;
  for (std::string& path : listed_inputs(command.common, environment.in)) {
    paths.push_back(std::move(path));
  }
  if (paths.empty() && command.common.files_from.empty()) {
    throw UsageError("FILE", "no input: name WARC files, or - for standard input");
  }
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    throw UsageError("FILE", "standard input can be read only once");
  }
  for (std::string const& path : paths) guard.check_input(path);
  return paths;
}

archive::PageSettings page_settings(CommonOptions const& common) {
  return {.document = document_options(common), .fallback = common.encoding_fallback};
}

class Run {
 public:
  Run(ArchiveCommand const& command, Environment const& environment)
      : command_(command),
        environment_(environment),
        messages_(environment, command.common),
        guard_(command.common, environment),
        paths_(input_paths(command, environment, guard_)),
        settings_{.command = command, .pages = page_settings(command.common)},
        output_(command.common.output, environment.out) {}

  int run() {
    if (output_.error()) return finish();  // before any work is done
    if (command_.missing) learn_targets();
    write_packed(header_of(command_.format));
    site::run_in_order<Job, Worker>(
        threads(), [this](Job& job) { return take(job); },
        [this](Job& job, Worker& worker, site::Turn& turn) { work(job, worker, turn); },
        [this](Job& job) { return give(job); }, rows_in_memory);
    sorted_.give([this](std::string_view lines) { return write_packed(lines); });
    end_packed();
    output_.finish();
    return finish();
  }

 private:
  int finish() {
    if (const auto error = output_.error()) {
      messages_.error("", *error);
      return exit_error;
    }
    summarize();
    if (failed_) return exit_error;
    auto const& fail_on = command_.fail_on;
    const auto counts = [&](ArchiveFinding finding) {
      return std::find(fail_on.begin(), fail_on.end(), finding) != fail_on.end();
    };
    const bool found = (damaged_ != 0 && counts(ArchiveFinding::damaged)) ||
                       (unresolvable_ != 0 && counts(ArchiveFinding::unresolvable));
    return found ? exit_findings : exit_clean;
  }

  std::size_t threads() const {
    const std::size_t most = command_.common.jobs != 0
                                 ? command_.common.jobs
                                 : std::max(1U, std::thread::hardware_concurrency());
    return std::max<std::size_t>(1, std::min(most, paths_.size()));
  }

  bool take(Job& job) {
    if (next_ == paths_.size()) return false;
    job.clear();
    job.path = paths_[next_++];
    return true;
  }

  void work(Job& job, Worker& worker, site::Turn& turn) {
    try {
      if (!worker.writer) worker.writer = make_writer(settings_);
      read(job, worker, turn);
    } catch (std::bad_alloc const&) {  // the others are still processed
      job.error = "out of memory";
    }
    turn.finish(job.bytes());
  }

  tl::expected<warc::ByteSource, std::string> open(std::string const& path) const {
    if (path != "-") return warc::open_source(path);
    if (environment_.in_descriptor >= 0) return warc::source_of(environment_.in_descriptor);
    return warc::source_of(environment_.in);
  }

  void read(Job& job, Worker& worker, site::Turn& turn) {
    ArchiveWriter& writer = *worker.writer;
    worker.packed.restart();
    auto source = open(job.path);
    if (!source) {
      job.error = source.error();
      return;
    }
    archive::CaptureOptions options = writer.reading();
    options.note = [&](RecordNote const& note) { say(job, note); };
    archive::CaptureReader reader(*source, options);
    writer.begin(job.path, job.rows);
    bool goes_on = true;
    const auto pause = [&] {
      pack(job, worker);
      return goes_on = goes_on && give_early(job, turn);
    };
    while (goes_on && reader.next()) {
      archive::Capture& capture = reader.capture();
      ++job.captures;
      writer.write(reader, pause, [&](Kind kind, std::string_view why) {
        say(job, {kind, capture.record->place, why});
      });
      pause();
    }
    if (packs_rows()) worker.packed.end(job.packed);
    if (source->error()) job.error = *source->error();
    if (job.error.empty() && goes_on && !reader.records().found_any()) judge_empty(job, *source);
  }

  /// A file without any record is no archive, unless it has no bytes, or they unpack to nothing.
  static void judge_empty(Job& job, warc::ByteSource& source) {
    if (source.offset() == 0 || job.damaged == 0) {
      say(job, {Kind::body, {}, ""});
      return;
    }
    job.sayings.clear();
    job.damaged = 0;
    job.error = "it is not a WARC file";
  }

  static void say(Job& job, RecordNote const& note) {
    if (note.kind == Kind::damage) ++job.damaged;
    std::string text = "it is empty";
    if (!note.why.empty()) {
      text = "record at " + std::to_string(note.place.offset);
      if (note.place.member_offset != 0) {
        text += ", byte " + std::to_string(note.place.member_offset) + " unpacked";
      }
      text.append(": ").append(note.why);
    }
    job.sayings_size += text.size() + sizeof(Saying);
    job.sayings.push_back({note.kind, std::move(text)});
  }

  /// True where rows are packed before they are given; WAT packs its own.
  bool packs_rows() const {
    return command_.compress == Compression::gzip && command_.format != ArchiveFormat::wat &&
           !is_sorted_list(command_);
  }

  void pack(Job& job, Worker& worker) const {
    if (!packs_rows()) return;
    worker.packed.add(job.rows.rows.view(), job.packed);
    job.rows.rows.clear();
  }

  /// The rows of a large file are given in parts. False when the output takes no more.
  bool give_early(Job& job, site::Turn& turn) {
    return turn.give_early(
        job.bytes(), [&] { return give_part(job); }, [&] { job.clear(); },
        [&] { return set_aside(job); });
  }

  /// Puts rows out of memory: their turn comes when the files before have been read.
  bool set_aside(Job& job) const {
    const bool is_kept = job.aside.add(rows_of(job));
    if (is_kept) {
      job.rows.rows.clear();
      job.packed.clear();
    }
    return is_kept;
  }

  std::string_view rows_of(Job const& job) const {
    return packs_rows() ? std::string_view(job.packed) : job.rows.rows.view();
  }

  /// For the thread whose turn it is.
  bool give_part(Job& job) {
    for (Saying const& saying : job.sayings) {
      if (saying.kind == Kind::remark) {
        messages_.note(job.path, saying.text);
      } else {
        messages_.warning(job.path, saying.text);
      }
    }
    captures_ += job.captures;
    links_ += job.rows.count;
    unresolvable_ += job.rows.unresolvable;
    damaged_ += job.damaged;
    const bool given = job.aside.give([this](std::string_view rows) { return write(rows); }) &&
                       write(rows_of(job));
    const std::string error = std::move(job.error);
    job.clear();
    job.error = error;
    return given;
  }

  /// Writes what no file's job has packed.
  bool write_packed(std::string_view text) {
    if (command_.compress == Compression::none) return write_bytes(text);
    std::string members;
    packed_.add(text, members);
    if (!is_sorted_list(command_)) packed_.end(members);
    return write_bytes(members);
  }

  /// An output of gzip has one member at least.
  void end_packed() {
    if (command_.compress == Compression::none) return;
    std::string members;
    packed_.end(members);
    if (!wrote_any_ && members.empty()) http::GzipPacker().append_member(members, "");
    write_bytes(members);
  }

  bool write_bytes(std::string_view bytes) {
    wrote_any_ |= !bytes.empty();
    return output_.write(bytes);
  }

  bool write(std::string_view rows) {
    if (!is_sorted_list(command_)) return write_bytes(rows);
    sorted_.add(rows);
    return true;
  }

  bool give(Job& job) {
    const bool given = give_part(job);
    messages_.progress();
    if (!job.error.empty()) {
      messages_.error(job.path, job.error);
      failed_ = true;
    }
    return given;
  }

  void summarize() {
    if (command_.common.quiet) return;
    const auto count = [](std::size_t number, std::string_view one, std::string_view many) {
      return std::to_string(number) + ' ' + std::string(number == 1 ? one : many);
    };
    std::string text =
        count(paths_.size(), "file", "files") + ", " + count(captures_, "capture", "captures");
    if (finds_links(command_.format)) {
      text += ", " + count(links_, "link", "links") + " (" + std::to_string(unresolvable_) +
              " unresolvable)";
    }
    text += ", " + count(damaged_, "damaged record", "damaged records");
    messages_.summary(text);
  }

  /// Learns what the archive has: from indexes, or from the inputs themselves.
  void learn_targets() {
    settings_.known = &known_;
    for (std::string const& index : command_.indexes) known_.add_index(index);
    if (!command_.indexes.empty()) return;
    for (std::string const& path : paths_) {
      if (path == "-") throw UsageError("--missing", "standard input is read once: use --cdxj");
      auto source = warc::open_source(path);
      if (!source) continue;  // told when its links are looked for
      archive::CaptureReader reader(*source, {.bodies = false});
      while (reader.next()) known_.add_uri(reader.capture().uri);
    }
  }

  ArchiveCommand const& command_;
  Environment const& environment_;
  Messages messages_;
  OutputGuard guard_;
  std::vector<std::string> paths_;
  WriterSettings settings_;
  KnownTargets known_;
  Output output_;
  SortedLines sorted_;
  PackedRows packed_;
  bool wrote_any_ = false;
  std::size_t next_ = 0;  // of paths_
  std::size_t captures_ = 0;
  std::size_t links_ = 0;
  std::size_t unresolvable_ = 0;
  std::size_t damaged_ = 0;
  bool failed_ = false;
};

}  // namespace

int run_archive_formats(ArchiveCommand const& command, Environment const& environment) {
  if (!command.indexes.empty() && !command.missing) {
    throw UsageError("--cdxj", "says what is not --missing: it needs that option");
  }
  const bool has_order = command.format == ArchiveFormat::hosts || is_sorted_list(command);
  if (command.sort && !has_order) {
    throw UsageError("--sort", "is for --format cdxj, cdx, edges and hosts");
  }
  if (command.missing && command.format != ArchiveFormat::jsonl) {
    throw UsageError("--missing", "is for --format jsonl");
  }
  return Run(command, environment).run();
}

}  // namespace hrefkit::cli
