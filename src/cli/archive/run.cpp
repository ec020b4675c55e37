#include <algorithm>
#include <atomic>
#include <boost/filesystem/operations.hpp>
#include <boost/filesystem/path.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/captured_scripts.h"
#include "hrefkit/cli/archive/captured_targets.h"
#include "hrefkit/cli/archive/command.h"
#include "hrefkit/cli/archive/extract.h"
#include "hrefkit/cli/archive/page_links.h"
#include "hrefkit/cli/archive/part_reader.h"
#include "hrefkit/cli/archive/sorted_lines.h"
#include "hrefkit/cli/archive/writer.h"
#include "hrefkit/cli/command.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/link_rows.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/log_commands.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/spilled_rows.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/options/suggestion.h"
#include "hrefkit/cli/options/url_patterns.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/http/deflate.h"
#include "hrefkit/site/check.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/site/site.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

constexpr text::EnumTable<Compression::gzip> compression_names({
    {Compression::none, "none"},
    {Compression::gzip, "gzip"},
});

/// The values of --also: scripts are read only if they are asked for, which changes the rows.
constexpr text::EnumTable<Also::modules> archive_also_names({
    {Also::meta, "meta"},
    {Also::json_ld, "jsonld"},
    {Also::import_map, "importmap"},
    {Also::speculation_rules, "speculationrules"},
    {Also::modules, "modules"},
});

constexpr text::EnumTable<ArchiveFinding::none> finding_names({
    {ArchiveFinding::damaged, "damaged"},
    {ArchiveFinding::unresolvable, "unresolvable"},
    {ArchiveFinding::none, "none"},
});

/// Refuses an empty value, which most likely is an unset variable of a script.
Parsed<std::string> parse_given(std::string const& text) {
  if (text.empty()) return tl::unexpected<std::string>("the value is empty");
  return text;
}

}  // namespace

ArchiveCommand::ArchiveCommand()
    : Command({"archive", "Print the links of the pages in web archives",
               "hrefkit archive crawl.warc.gz\n"
               "hrefkit archive --format wat --compress gzip -o crawl.wat.gz crawl.warc.gz\n"
               "hrefkit archive --missing --kinds hyperlink,image crawl.warc.gz\n"
               "hrefkit archive --extract captured crawl.warc.gz",
               "Records are damaged, at every try, or what --fail-on names was found."}) {}

void ArchiveCommand::add_options(OptionSet& options) {
  common.xml_base = html::XmlBase::automatic;
  options.arguments("FILE", common.inputs,
                    "WARC files (plain, gzip, zstd), ARC files, WACZ packages, collections of them "
                    "(ZIP or JSON), folders, or - for standard input");
  options.text("--files-from", common.files_from);
  options.flag("--null", common.null_separated);
  add_page_options(options, common);
  add_link_options(options, common,
                   {"--also",
                    "Include URLs in social cards, JSON-LD, import maps or speculation rules, or "
                    "what scripts name (modules), which --missing and --extract always read"},
                   archive_also_names);
  options.choice("--engine", engine, text::names_up_to<html::Engine::dom>());
  options.parsed("--max-body", max_body, site::parse_size);
  options.choices_list("--records", records, text::names_up_to<warc::RecordType::continuation>());
  options.choices_list("--kinds", kinds, text::names_up_to<html::LinkKind::sourcemap>());
  options.list("--elements", elements);
  options.texts("--exclude-url", common.exclude_url);
  options.flag("--unique", unique);
  options.flag("--text", has_texts);
  options.flag("--missing", missing);
  options.texts("--cdxj", indexes);
  options.parsed("--extract", extract, parse_given);
  options.parsed("--page", page, parse_given);
  options.choice({"--format", "Format of the results [text on a terminal, else jsonl]"},
                 requested_format, archive_format_names());
  options.flag("--sort", sort);
  options.choice("--compress", compress, compression_names);
  options.choices_list("--fail-on", fail_on, finding_names);
  add_output_options(options, common);
}

namespace {

/// Bytes of rows, per thread, that may wait in memory for their turn; more go to temporary files.
constexpr std::size_t rows_in_memory = std::size_t{8} << 20;

/// Bytes of rows that are written at once by the part whose turn it is.
constexpr std::size_t rows_at_once = std::size_t{256} << 10;

/// The archives below a folder in the order of the walk. Reports files that cannot be read.
std::vector<std::string> archives_below(std::string const& folder, Messages& messages,
                                        bool& failed) {
  site::WalkOptions options;
  for (char const* const extension : {"warc", "arc", "gz", "zst", "wacz"}) {
    options.files.add_extension(extension, html::ContentType::html);
  }
  std::vector<std::string> paths;
  site::Walk walk(folder, options);
  while (auto step = walk.next()) {
    if (auto const* const error = std::get_if<site::InputError>(&*step)) {
      using Kind = site::InputError::Kind;
      const bool is_archive = warc::is_archive_name(error->path);
      if (error->kind == Kind::unreadable) {
        messages.error(error->path, error->why);
        failed = true;
      } else if (error->kind == Kind::loop || (is_archive && error->kind != Kind::elsewhere)) {
        messages.warning(error->path, error->why + "; not read");
      }
      continue;
    }
    std::string const& path = std::get<site::WalkedPage>(*step).path;
    if (warc::is_archive_name(path)) paths.push_back(site::join_path(folder, path));
  }
  if (paths.empty() && !failed) {
    messages.error(folder,
                   "holds no web archive (*.warc, *.warc.gz, *.warc.zst, *.wacz, *.arc, *.arc.gz)");
    failed = true;
  }
  return paths;
}

/// The packages that the JSON file at `path` names; nullopt if it is none of a collection. Reports
/// what is not beside it.
std::optional<std::vector<std::string>> packages_of(std::string const& path, Messages& messages,
                                                    bool& failed) {
  constexpr std::size_t max_json = std::size_t{16} << 20;
  if (!path.ends_with(".json")) return std::nullopt;
  std::string json;
  const auto read = site::read_file(path, json, max_json);
  const auto list = read ? warc::package_list(json) : std::nullopt;
  if (!list) return std::nullopt;  // reported when it is read as an archive
  const auto fail = [&](std::string const& why) {
    messages.error(path, why);
    failed = true;
  };
  for (std::string const& other : list->others) {
    fail("names " + other + ", which is not in its folder: fetch it, and name the file");
  }
  if (list->paths.empty() && list->others.empty()) fail("names no package");
  namespace fs = boost::filesystem;
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  boost::system::error_code error;
  const fs::path real = fs::canonical(folder.empty() ? "." : folder, error);
  std::vector<std::string> paths;
  for (std::string const& name : list->paths) {
    const fs::path file = fs::canonical(folder + name, error);
    const auto parts = std::mismatch(real.begin(), real.end(), file.begin(), file.end());
    if (!error && parts.first != real.end()) {
      fail("names " + name + ", a link that leads out of its folder: it is not read");
    } else {
      paths.push_back(folder + name);
    }
  }
  return paths;
}

std::vector<std::string> input_paths(ArchiveCommand const& command, Environment const& environment,
                                     OutputGuard const& guard, Messages& messages, bool& failed) {
  std::vector<std::string> named = command.common.inputs;
  for (std::string& path : listed_inputs(command.common, environment.in)) {
    named.push_back(std::move(path));
  }
  std::vector<std::string> paths;
  for (std::string& path : named) {
    if (path != "-" && site::is_folder(path)) {
      const auto found = archives_below(path, messages, failed);
      paths.insert(paths.end(), found.begin(), found.end());
    } else if (const auto packages = packages_of(path, messages, failed)) {
      paths.insert(paths.end(), packages->begin(), packages->end());
    } else {
      paths.push_back(std::move(path));
    }
  }
  if (named.empty() && command.common.files_from.empty()) {
    throw NoInput("no input: name WARC files, or - for standard input",
                  "which archive shall be read?");
  }
  if (std::count(paths.begin(), paths.end(), "-") > 1) {
    throw UsageError("standard input can be read only once");
  }
  for (std::string const& path : paths) guard.check_input(path);
  for (std::string const& path : command.indexes) guard.check_input(path);
  return paths;
}

archive::PageSettings page_settings(ArchiveCommand const& command) {
  html::DocumentOptions document = document_options(command.common);
  document.also.scripts = reads_scripts(command);
  return {.document = document,
          .fallback = command.common.encoding_fallback,
          .with_map = has_rows(command.format)};  // no other format has places
}

/// The head of a WAT record has its length, and gzip is not text: these bytes must not change.
Contents contents_of(ArchiveCommand const& command) {
  if (command.compress != Compression::none) return Contents::data;
  switch (command.format) {
    case ArchiveFormat::wat:
      return Contents::data;
    case ArchiveFormat::jsonl:
    case ArchiveFormat::json:
    case ArchiveFormat::pages:
    case ArchiveFormat::cdxj:
      return Contents::json;
    case ArchiveFormat::text:
    case ArchiveFormat::csv:
    case ArchiveFormat::cdx:
    case ArchiveFormat::edges:
    case ArchiveFormat::hosts:
      break;
  }
  return Contents::text;
}

class Run {
 public:
  Run(ArchiveCommand const& command, Environment const& environment)
      : command_(command),
        environment_(environment),
        messages_(environment, command.common),
        guard_(command.common, environment),
        parts_(input_paths(command, environment, guard_, messages_, failed_),
               threads() > 1 && !packs_rows(command)),
        settings_{.command = command,
                  .pages = page_settings(command),
                  .kinds = command.kinds,
                  .elements = command.elements,
                  .is_excluded = exclusion_.predicate(),
                  .style = row_style(row_format(command.format), command.common, environment)},
        output_(command.common.output, environment.out, contents_of(command)) {
    check_element_names(command.elements, messages_);
  }

  int run() {
    if (output_.error()) return finish();  // before any work is done
    if (!command_.extract.empty()) {
      extract();
      if (!command_.requested_format) return finish();
    }
    if (command_.missing) read_captured_targets();
    write_packed(header_of(command_.format, settings_.style, command_.has_texts));
    site::run_in_order<PartRows, PartReader>(
        threads(), [this](PartRows& part) { return parts_.next(part.place); },
        [this](PartRows& part, PartReader& reader, site::Turn& turn) { work(part, reader, turn); },
        [this](PartRows& part) { return write_part(part); }, rows_in_memory * threads());
    sorted_.emit([this](std::string_view lines) { return write_packed(lines); });
    write_packed(footer_of(command_.format, any_rows_));
    end_packed();
    output_.finish(archives_read_);
    return finish();
  }

 private:
  int finish() {
    if (messages_.report(output_.error())) return exit_error;
    messages_.warn_of_commands(output_.commands_in_log());
    exclusion_.warn_of_unused(command_.common, messages_);
    if (command_.extract.empty() || command_.requested_format) summarize();
    if (failed_) return exit_error;
    auto const& fail_on = command_.fail_on;
    const auto counts = [&](ArchiveFinding finding) {
      return std::find(fail_on.begin(), fail_on.end(), finding) != fail_on.end();
    };
    const bool found = not_proved_ || (damaged_ != 0 && counts(ArchiveFinding::damaged)) ||
                       (unresolvable_ != 0 && counts(ArchiveFinding::unresolvable));
    return found ? exit_findings : exit_clean;
  }

  std::size_t threads() const { return thread_count(command_.common); }

  void work(PartRows& part, PartReader& reader, site::Turn& turn) {
    part.is_first = part.place.begin == 0;
    part.begin_at(part.place.file->is_over ? std::nullopt : find_start(part), part.is_first);
    if (part.start) {
      reader.read(
          settings_, part, [&] { return open(part); }, [&] { return write_early(part, turn); });
    }
    turn.finish(part.bytes());
  }

  tl::expected<warc::ByteSource, std::string> open(PartRows const& part) const {
    return open(*part.place.file);
  }

  tl::expected<warc::ByteSource, std::string> open(ArchiveFile const& file) const {
    if (!file.error.empty()) return tl::unexpected(file.error);
    if (file.shared) return file.shared->source();
    if (file.member) return file.member();
    if (file.pipe) return file.pipe->source();
    std::string const& path = file.path;
    if (path != "-") return warc::open_source(path);
    if (environment_.in_descriptor >= 0) return warc::source_of(environment_.in_descriptor);
    return warc::source_of(environment_.in);
  }

  /// The offset at which the part seems to begin. Read errors are reported when the part is read
  /// again.
  static std::optional<std::uint64_t> find_start(PartRows const& part) {
    try {
      return part.place.find_start();
    } catch (std::bad_alloc const&) {
      return std::nullopt;
    }
  }

  /// Writes rows before the part was read to its end, if they are many. False to stop reading.
  bool write_early(PartRows& part, site::Turn& turn) {
    return turn.emit_early(
        part.bytes(), [&] { return part.confirm() && write_output(part); }, [&] { part.clear(); },
        [&] { return set_aside(part); });
  }

  /// Moves the rows to a temporary file until their turn comes; false if they stay in memory.
  bool set_aside(PartRows& part) const {
    if (command_.unique) return false;  // write_unique needs the rows together with their marks
    const bool is_kept = part.aside.add(rows_of(part));
    if (is_kept) {
      part.rows.rows.clear();
      part.packed.clear();
    }
    return is_kept;
  }

  std::string_view rows_of(PartRows const& part) const {
    return packs_rows(command_) ? std::string_view(part.packed) : part.rows.rows.view();
  }

  /// Reads a part again, from the offset at which the part before it ended.
  void read_again(PartRows& part) {
    ArchiveFile const& file = *part.place.file;
    part.is_first = !file.has_captures;
    part.begin_at(file.reached, true);
    part.reached = file.reached;
    if (file.reached >= part.place.end) return;  // a record before it extends beyond it
    spare_reader_.read(
        settings_, part, [&] { return open(part); },
        [&] { return part.bytes() < rows_at_once || write_output(part); });
  }

  /// Writes the output of the part that was not written yet. For the thread whose turn it is. False
  /// if the output failed.
  bool write_output(PartRows& part) {
    for (PartRows::Message const& message : part.messages) {
      if (message.kind == archive::RecordNote::Kind::remark) {
        messages_.note(part.path(), message.text);
      } else {
        messages_.warning(part.path(), message.text);
      }
    }
    part.place.file->has_captures |= part.captures != 0;
    captures_ += part.captures;
    links_ += part.rows.count;
    unresolvable_ += part.rows.unresolvable;
    damaged_ += part.damaged;
    left_out_ += part.rows.left_out;
    unused_ += part.rows.unused;
    unknown_xml_ += part.rows.unknown_xml;
    computed_imports_ += part.rows.computed_imports;
    open_names_ += part.rows.open_names;
    const bool written = part.aside.emit([this](std::string_view rows) { return write(rows); }) &&
                         (command_.unique ? write_unique(part.rows) : write(rows_of(part)));
    const std::string error = std::move(part.error);
    part.clear();
    part.error = error;
    return written;
  }

  /// Writes text that was not compressed by a thread: headers, and sorted or unique rows.
  bool write_packed(std::string_view text) {
    if (command_.compress == Compression::none) return write_bytes(text);
    std::string members;
    packed_.add(text, members);
    if (!packs_at_end(command_)) packed_.end(members);
    return write_bytes(members);
  }

  /// Ends compressed output, which has at least one member.
  void end_packed() {
    if (command_.compress == Compression::none) return;
    std::string members;
    packed_.end(members);
    if (!wrote_any_ && members.empty()) http::GzipPacker().append_member(members, "");
    write_bytes(members);
  }

  bool write_bytes(std::string_view bytes) {
    wrote_any_ |= !bytes.empty();
    const bool is_shown = !has_rows(command_.format) || is_json(settings_.style.format);
    if (command_.compress != Compression::none || !is_shown) return output_.write(bytes);
    return output_.write(shown_json(bytes, display_, shown_));
  }

  bool write(std::string_view rows) {
    if (is_sorted_list(command_)) {
      sorted_.add(rows);
      return true;
    }
    if (!any_rows_ && has_rows(command_.format)) {
      any_rows_ = !rows.empty();
      rows.remove_prefix(std::min(rows.size(), row_prefix(settings_.style.format).size()));
    }
    return packs_at_end(command_) ? write_packed(rows) : write_bytes(rows);
  }

  /// Writes the rows whose URLs were not written before, and the rows without a URL.
  bool write_unique(FileRows const& rows) {
    std::size_t begin = 0;
    for (RowMark const& mark : rows.marks) {
      const bool is_new = !mark.url || seen_.insert(*mark.url).second;
      if (is_new && mark.url) ++different_;
      if (is_new && !write(rows.rows.view().substr(begin, mark.row_end - begin))) return false;
      begin = mark.row_end;
    }
    return true;
  }

  /// Writes a part that was read to its end, in the order of the parts.
  bool write_part(PartRows& part) {
    ArchiveFile& file = *part.place.file;
    if (file.is_over) return true;
    if (!part.confirm()) read_again(part);
    file.reached = part.reached;
    file.found_any |= part.found_any;
    if (part.ends_file && part.error.empty()) note_missing_records(part);
    const bool written = write_output(part);
    if (part.ends_file) end_file(part);
    return written;
  }

  void note_missing_records(PartRows& part) const {
    ArchiveFile const& file = *part.place.file;
    const bool has_captures = file.has_captures || part.captures != 0;
    if (!file.found_any) {
      part.note_no_record();
    } else if (!has_captures && part.damaged == 0 && command_.records.empty()) {
      part.note_no_capture();
    }
  }

  void end_file(PartRows const& part) {
    part.place.file->is_over = true;
    messages_.progress();
    const bool is_read = part.error.empty() || part.place.file->found_any;
    ++(is_read ? archives_read_ : not_read_);
    if (part.error.empty()) return;
    messages_.error(part.path(), part.error + hint(part));
    failed_ = true;
  }

  /// A hint for a file that is no web archive: the command that reads it.
  static std::string hint(PartRows const& part) {
    std::string const& path = part.path();
    if (is_web_url(path)) return network_hint(path);
    const bool is_page = !part.place.file->found_any && site::find_file_type(path) != nullptr;
    return is_page ? "; hrefkit resolve reads it" : "";
  }

  void summarize() {
    if (command_.common.quiet) return;
    std::string text = counted(parts_.files() - not_read_, "file", "files") + ", " +
                       counted(captures_, "capture", "captures");
    if (finds_links(command_.format)) {
      text += ", " + counted(links_, "link", "links") + " (" +
              counted(unresolvable_, "does", "do") + " not resolve)";
      if (command_.unique) text += ", " + counted(different_, "different URL", "different URLs");
    }
    text += ", " + counted(damaged_, "damaged record", "damaged records");
    if (left_out_ != 0) {
      text += "; " + counted(left_out_, "address", "addresses") +
              " left out (IP addresses, and hosts that are not domains)";
    }
    if (unused_ != 0) {
      text += "; " + counted(unused_, "link is", "links are") +
              " left out, which browsers neither fetch nor follow";
    }
    if (computed_imports_ != 0) text += "; " + computed_imports_text(computed_imports_);
    if (open_names_ != 0) text += "; " + open_names_text(open_names_);
    if (unknown_xml_ != 0) {
      text += "; " + counted(unknown_xml_, "document is", "documents are") +
              " XML of unknown kinds, whose own links are not found";
    }
    if (not_read_ != 0) text += "; " + counted(not_read_, "input not read", "inputs not read");
    messages_.summary(text);
  }

  /// Extracts the captures to files. If rows are printed, too, the archive is read again, so damage
  /// is counted then.
  void extract() {
    const auto check = [](std::string const& path) {
      if (path == "-") throw UsageError("--extract", "standard input is read once: save it first");
      boost::system::error_code error;
      if (boost::filesystem::status(path, error).type() == boost::filesystem::fifo_file) {
        throw UsageError("--extract", path + ": a pipe is read once: save it first");
      }
    };
    for (std::string const& path : parts_.paths()) check(path);
    std::vector<std::shared_ptr<ArchiveFile>> files;
    FileParts all(parts_.paths(), false);
    for (ArchivePart part; all.next(part);) files.push_back(part.file);
    const ExtractResult result =
        extract_captures({.command = command_,
                          .pages = settings_.pages,
                          .is_excluded = settings_.is_excluded,
                          .messages = messages_,
                          .files = files.size(),
                          .name = [&](std::size_t file) { return files[file]->path; },
                          .open = [&](std::size_t file) { return open(*files[file]); }});
    failed_ |= result.failed;
    not_proved_ = result.not_proved;
    if (!command_.requested_format) damaged_ = result.damaged;
  }

  void read_captured_targets() {
    captured_.read(parts_.paths());
    settings_.known = &captured_.urls();
    settings_.scripts = &captured_.scripts();
    if (const std::size_t errors = captured_.urls().only_errors()) {
      messages_.warning("--missing",
                        counted(errors, "address was captured", "addresses were captured") +
                            " only as an error (such as 404): these count as "
                            "captured, and are not printed");
    }
    if (const std::size_t pairs = captured_.scripts().left_out()) {
      messages_.warning("--missing", left_out_pairs(pairs));
    }
  }

  ArchiveCommand const& command_;
  Environment const& environment_;
  Messages messages_;
  OutputGuard guard_;
  bool failed_ = false;
  FileParts parts_;
  PartReader spare_reader_;  // for `read_again`
  UrlExclusion exclusion_{command_.common};
  WriterSettings settings_;
  CapturedTargets captured_{command_, settings_.pages,
                            [this](ArchiveFile const& file) { return open(file); }};
  Output output_;
  Display display_ = row_style(Format::jsonl, command_.common, environment_).display;
  std::string shown_;  // rows on a terminal
  SortedLines sorted_;
  PackedRows packed_;
  bool wrote_any_ = false;
  std::size_t not_read_ = 0;       // files
  std::size_t archives_read_ = 0;  // files read to their ends, or with at least one record
  std::size_t captures_ = 0;
  std::size_t links_ = 0;
  std::size_t unresolvable_ = 0;
  std::size_t damaged_ = 0;
  std::size_t left_out_ = 0;
  std::size_t unused_ = 0;  // with --missing
  std::size_t unknown_xml_ = 0;
  std::size_t computed_imports_ = 0;
  std::size_t open_names_ = 0;                                   // with --missing
  std::size_t different_ = 0;                                    // URLs written with --unique
  std::unordered_set<text::Hash128, text::Hash128Hasher> seen_;  // hashes of these URLs
  bool any_rows_ = false;
  bool not_proved_ = false;  // ExtractResult::not_proved
};

}  // namespace

namespace {

/// The format without --format: by the extension of the output, or text on a terminal.
ArchiveFormat usual_format(CommonOptions const& common, Environment const& environment) {
  // "rows.csv.gz" has the format of "rows.csv".
  constexpr std::string_view packed = ".gz";
  std::string_view output = common.output;
  if (output.ends_with(packed)) output.remove_suffix(packed.size());
  if (const std::string_view name = format_name_of(output); !name.empty()) {
    return text::value_of(archive_format_names(), name).value_or(ArchiveFormat::text);
  }
  const bool to_terminal = environment.out_is_terminal && common.output.empty();
  return to_terminal ? ArchiveFormat::text : ArchiveFormat::jsonl;
}

}  // namespace

int ArchiveCommand::run(Environment const& environment) const {
  ArchiveCommand command(*this);
  command.format = requested_format.value_or(usual_format(common, environment));
  return command.run_format(environment);
}

int ArchiveCommand::run_format(Environment const& environment) const {
  if (extract.empty() && !page.empty()) {
    throw UsageError("--page", "needs --extract DIR: the folder to which the page is written");
  }
  if (!extract.empty() && !requested_format && !common.output.empty()) {
    throw UsageError("--output", "is for rows, which --extract writes only with --format");
  }
  if (!indexes.empty() && !missing) {
    throw UsageError("--cdxj", "is for --missing, which is not given");
  }
  const bool has_order = format == ArchiveFormat::hosts || is_sorted_list(*this);
  if (sort && !has_order) {
    throw UsageError("--sort", "is for --format cdxj, cdx, edges and hosts");
  }
  const bool wants_names = std::any_of(kinds.begin(), kinds.end(), [](html::LinkKind kind) {
    return kind >= html::LinkKind::module;
  });
  const bool has_links = extract.empty() || requested_format.has_value();
  if (wants_names && has_links && !reads_scripts(*this)) {
    throw UsageError("--kinds",
                     "module, worker and sourcemap are kinds of what scripts name: add --also "
                     "modules or --missing, for rows or --format pages");
  }
  const bool rows = has_rows(format);
  if (missing && !rows) throw UsageError("--missing", "is for --format jsonl, json, text and csv");
  if (unique && !rows) throw UsageError("--unique", "is for --format jsonl, json, text and csv");
  if (has_texts && (!rows || format == ArchiveFormat::text)) {
    throw UsageError("--text", "is for --format jsonl, json and csv");
  }
  return Run(*this, environment).run();
}

std::unique_ptr<Command> make_archive_command() {
  return std::make_unique<ArchiveCommand>();
}

}  // namespace hrefkit::cli
