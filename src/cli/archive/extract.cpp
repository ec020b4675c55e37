// Three passes. The first reads the heads of all records, so that each URL has a file name before a
// page that links to it is written, and keeps what scripts name. With --page, the second finds the
// links of all documents, because what a page loads includes what its frames, style sheets and
// scripts load. The last writes bodies to files and rewrites documents in several threads.
//
// Where the names in scripts lead, the pages say that run these (captured_scripts.h). So what
// scripts name and the archive lacks is known when all pages were read.
//
// All is written aside, so each file is created under its final name by three calls of the system:
// 44 MB in 1,093 pages take 0.18 s on two cores, where a plain writer of the same files takes 0.04.
// Half of it finds and writes links.
//
// The first pass also stores bodies, up to a limit of memory. The archive is read again only for
// the records after that.
#include "hrefkit/cli/archive/extract.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hrefkit/archive/capture_index.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/cli/archive/captured_scripts.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/io/warning_groups.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/kept_script.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/ordered_run.h"
#include "hrefkit/site/replace_file.h"
#include "hrefkit/site/rewrite/browser_restrictions.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/script_graph.h"
#include "hrefkit/text/encoding.h"
#include "hrefkit/text/text.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/url.h"
#include "hrefkit/warc/record_reader.h"

namespace hrefkit::cli {

namespace {

using archive::Capture;
using archive::CapturePlace;
using Kind = archive::RecordNote::Kind;

/// The folder's URL while links are written. Relative references between files are the same in
/// every folder, so the folder's real path never gets into a page.
constexpr std::string_view folder_address = "file:///";

/// Bytes of bodies that the first pass stores.
constexpr std::size_t kept_bodies = std::size_t{256} << 20;

bool is_web(std::string_view url) {
  return url.starts_with("http:") || url.starts_with("https:");
}

/// Maps captured URLs to the files of the folder.
class ExtractedFiles final : public site::LocalTargets {
 public:
  explicit ExtractedFiles(archive::CaptureIndex const& index) : index_(index) {}

  /// Sets the path for each number of the index; empty if the URL has no file.
  void set_paths(std::vector<std::string> paths) {
    paths_ = std::move(paths);
    addresses_.reserve(paths_.size());
    const url::Resolver alone{url::ResolveOptions{}};
    for (std::string const& path : paths_) {
      std::string& address = addresses_.emplace_back();
      if (path.empty()) continue;
      const std::string written = std::string(folder_address) + url::percent_encode_path(path);
      address = alone.resolve(written).value_or(written);
    }
  }
  std::string const& path(std::size_t number) const { return paths_[number]; }

  std::string const& address(std::size_t number) const { return addresses_[number]; }

  std::optional<std::string> find(std::string_view url) const override {
    const auto found = index_.follow(url);
    if (!found || paths_[found->number].empty()) return std::nullopt;
    std::string const& file = address(found->number);
    std::string whole;
    whole.reserve(file.size() + found->fragment.size());
    whole.append(file).append(found->fragment);
    return whole;
  }

  bool keeps_host(std::string_view) const override { return false; }

  /// Pages of the web have no links to file: URLs of the folder.
  bool has(std::string_view) const override { return false; }

 private:
  archive::CaptureIndex const& index_;
  std::vector<std::string> paths_;
  std::vector<std::string> addresses_;
};

/// Counts of written files.
struct Written {
  std::size_t files = 0;
  bool failed = false;
};

/// A document that is to be written.
struct Job {
  /// A message to report, in order.
  struct Line {
    enum class Severity : std::uint8_t { error, warning, note } severity;
    std::string subject;
    std::string text;
  };

  Capture capture;
  std::vector<std::uint32_t> numbers;  // index numbers of the URLs that have this body
  std::vector<Line> lines;
  std::vector<std::string> lacking;  // URLs that it loads and the archive lacks
  std::vector<PageScripts> scripts;  // that it loads
  std::size_t computed_imports = 0;  // in the scripts of pages
  std::vector<std::pair<std::string, site::PageRefusals>> refusals;
  std::size_t links = 0;  // links to files
  std::size_t pages = 0;
  Written written;
  bool not_proved = false;

  void clear() { *this = {}; }
};

/// The buffers of one thread.
struct Worker {
  std::optional<archive::CapturePage> page;
  html::Rewriter rewriter;
  html::LinkFinder finder;
  std::string buffer;
};

/// A link whose target the archive lacks.
struct LackingLink {
  std::string url;
  std::uint32_t begin;  // its place in the page's text
  html::LinkUse use;
};

/// Counts of one document. The rewriter may pass over its links more than once.
class LinkCounts {
 public:
  /// Begins the next link; the first link of a pass resets the count. False for a base element,
  /// which is not counted.
  bool begin(html::Link const& link) {
    if (link.kind == html::LinkKind::base) return false;
    if (link.span.begin < last_) {
      links = 0;
      lacking.clear();
    }
    last_ = link.span.begin;
    return true;
  }

  std::size_t links = 0;
  std::vector<LackingLink> lacking;

 private:
  std::uint32_t last_ = 0;
};

/// The bytes to write for a document. If only the HTTP head declares the encoding, a browser that
/// opens the file would not know it, so the text is converted to UTF-8 with a byte order mark.
std::string_view with_own_encoding(std::string_view bytes, html::SourceText const& source,
                                   html::EncodingFallback const& fallback, std::string& buffer,
                                   std::string& marked) {
  using Source = html::EncodingSource;
  if (source.encoding.source != Source::transport) return bytes;
  const auto own =
      html::choose_encoding(bytes, {.content_type = source.content_type, .fallback = fallback});
  const bool is_declared = own.source != Source::fallback && own.source != Source::type_default;
  if (is_declared && own.encoding == source.encoding.encoding) return bytes;
  html::Notes notes;
  const auto decoded = html::decode_source(
      bytes, {.content_type = source.content_type, .encoding = source.encoding.encoding}, buffer,
      notes);
  if (!decoded || (decoded->text == bytes && text::is_ascii(bytes))) return bytes;
  marked.assign(text::utf8_byte_order_mark).append(decoded->text);
  return marked;
}

/// Removes the links at `unused`, of those whose use was not known.
void remove_unused(std::vector<LackingLink>& lacking,
                   std::unordered_set<std::uint32_t> const& unused) {
  std::erase_if(lacking, [&](LackingLink const& link) {
    return link.use == html::LinkUse::unknown && unused.contains(link.begin);
  });
}

/// What one document loads, for --page.
struct PageLoads {
  std::vector<std::uint32_t> numbers;  // of captured URLs
  PageScripts scripts;
};

class Extract {
 public:
  explicit Extract(ExtractInput const& input)
      : input_(input), command_(input.command), messages_(input.messages) {
    policy_.local = &files_;
    policy_.is_excluded = input.is_excluded;
  }

  ExtractResult run() {
    check_folder();
    for (std::size_t file = 0; file < input_.files; ++file) index_file(file);
    index_.choose();
    list_bodies([](std::size_t) { return true; });
    assign_scripts();
    if (!command_.page.empty()) choose_page();
    name_files();
    if (places_.empty()) {
      messages_.warning("--extract", "no page was captured: nothing is written");
    } else {
      write_files();
    }
    report_summary();
    return result_;
  }

 private:
  /// The folder must be new or empty: no file is overwritten, and no symbolic link in it is
  /// followed.
  void check_folder() const {
    const auto free = site::NewFolder::check(command_.extract);
    if (!free) throw UsageError("--extract", "'" + command_.extract + "' " + free.error());
  }

  static CapturePlace place_of(std::size_t file, warc::RecordPlace const& place) {
    return {static_cast<std::uint32_t>(file), place.offset, place.member_offset};
  }

  /// Reads the heads of a file, and stores bodies until the memory limit is reached.
  void index_file(std::size_t file) {
    auto source = input_.open(file);
    if (!source) return fail(input_.name(file), source.error());
    archive::CaptureOptions options;
    options.max_body = command_.max_body;
    options.scripts = true;
    std::optional<CapturePlace> collected;  // the record whose body is being read
    std::optional<CapturePlace> noted;      // the record of the last note
    std::size_t noted_from = 0;             // index of its first line in `pending_lines_`
    options.wants_body = [&](Capture const& capture) {
      collected.reset();
      if (!archive::CaptureIndex::may_count(capture)) return false;
      const CapturePlace place = place_of(file, capture.record->place);
      if (!kept_end_ && capture.record->content_length > kept_room_) {
        kept_end_ = place;
        if (noted == place)
          pending_lines_.erase(pending_lines_.begin() + static_cast<std::ptrdiff_t>(noted_from),
                               pending_lines_.end());
      }
      if (kept_end_) return capture.is_script();  // only what it names is kept
      collected = place;
      body_lines_.clear();  // may have lines of a damaged record
      return true;
    };
    options.note = [&](archive::RecordNote const& note) {
      if (note.kind == Kind::damage) {
        ++result_.damaged;
        messages_.warning(input_.name(file), text_of(note));
      } else if (note.kind == Kind::body && !kept_end_) {
        const CapturePlace place = place_of(file, note.place);
        if (noted != place) noted_from = pending_lines_.size();
        noted = place;
        (collected == place ? body_lines_ : pending_lines_).push_back(line_of(file, note));
      }
    };
    archive::CaptureReader reader(*source, options);
    while (reader.next()) {
      Capture& capture = reader.capture();
      index_.add(capture, static_cast<std::uint32_t>(file));
      const CapturePlace place = place_of(file, capture.record->place);
      if (archive::CaptureIndex::may_count(capture)) keep_script(place, capture);
      if (collected == place) keep(place, capture);
    }
    if (source->error()) return fail(input_.name(file), *source->error());
    if (reader.records().found_any()) return;
    if (source->offset() == 0) return messages_.warning(input_.name(file), "it is empty");
    fail(input_.name(file), std::string(message(warc::other_format(*source))));
  }

  /// Keeps what a script names.
  void keep_script(CapturePlace const& place, Capture const& capture) {
    if (!capture.is_script() || !script_page_.open(capture)) return;
    html::KeptScript script(script_page_.source().text);
    script_page_.release_memory();
    const bool is_kept = !script.empty() || script.computed_imports() != 0;
    if (is_kept) script_places_.emplace_back(place, scripts_.add(std::move(script)));
  }

  /// Finds the URLs at which the scripts were captured.
  void assign_scripts() {
    for (auto const& [place, script] : script_places_) {
      for (auto const& [record, number] : bodies_at(place)) scripts_.assign(number, script);
    }
  }

  static std::string text_of(archive::RecordNote const& note) {
    return "record at " + std::to_string(note.place.offset) + ": " + std::string(note.why);
  }

  Job::Line line_of(std::size_t file, archive::RecordNote const& note) const {
    return {Job::Line::Severity::warning, input_.name(file), text_of(note)};
  }

  void keep(CapturePlace const& place, Capture& capture) {
    constexpr std::size_t other = 1024;  // bytes, of the head
    constexpr std::size_t large_pages = std::size_t{24} << 20;
    if (kept_.empty() || kept_room_ < large_pages_at_) {
      text::take_large_pages();
      large_pages_at_ = kept_room_ - std::min(kept_room_, large_pages);
    }
    // The buffer has the size of Content-Length, which may be far too large.
    if (capture.body.capacity() / 2 > capture.body.size()) capture.body.shrink_to_fit();
    kept_room_ -= std::min(kept_room_, capture.body.capacity() + other);
    kept_.push_back({place, std::move(capture), std::exchange(pending_lines_, {}),
                     std::exchange(body_lines_, {})});
    kept_.back().capture.record = nullptr;
  }

  /// The options for reading bodies that were not stored. Damage was reported by the first pass.
  archive::CaptureOptions reading_again(std::size_t file, std::vector<Job::Line>& lines) {
    archive::CaptureOptions options;
    options.max_body = command_.max_body;
    options.scripts = true;
    options.wants_body = [this, file](Capture const& capture) {
      const CapturePlace place = place_of(file, capture.record->place);
      return place >= *kept_end_ && !bodies_at(place).empty();
    };
    options.note = [this, file, &lines](archive::RecordNote const& note) {
      const bool is_new = note.kind == Kind::body && place_of(file, note.place) >= *kept_end_;
      if (is_new) lines.push_back(line_of(file, note));
    };
    return options;
  }

  void fail(std::string const& subject, std::string const& why) {
    messages_.error(subject, why);
    result_.failed = true;
  }

  /// Sets `places_` to the records whose bodies are to be written.
  template <typename Filter>
  void list_bodies(Filter is_included) {
    places_.clear();
    for (std::size_t i = 0; i < index_.size(); ++i) {
      const auto captured = index_.captured(i);
      if (captured && is_included(i)) {
        places_.emplace_back(captured->place, static_cast<std::uint32_t>(i));
      }
    }
    std::sort(places_.begin(), places_.end());
  }

  /// The entries of `places_` for a record: the index numbers of the URLs that have its body.
  std::span<std::pair<CapturePlace, std::uint32_t> const> bodies_at(
      CapturePlace const& place) const {
    const auto before = [](auto const& entry, CapturePlace const& searched) {
      return entry.first < searched;
    };
    const auto begin = std::lower_bound(places_.begin(), places_.end(), place, before);
    auto end = begin;
    while (end != places_.end() && end->first == place) ++end;
    return {begin, end};
  }

  /// Restricts `places_` to the page of --page and what it loads, directly or indirectly.
  void choose_page() {
    const std::string url = absolute_url("--page", command_.page, url::Standard::whatwg);
    const auto start = index_.follow(url);
    if (!start) {
      const std::string other = url.ends_with('/') ? url.substr(0, url.size() - 1) : url + '/';
      throw UsageError("--page",
                       url + " was not captured, or only as an error (such as 404); " +
                           (index_.follow(other) ? "did you mean " + other + '?'
                                                 : "--format pages lists what was captured"));
    }
    start_ = start->number;
    const std::vector<bool> is_included = find_included(find_loads());
    list_bodies([&](std::size_t number) { return is_included[number]; });
  }

  /// For each index number, whether the page of --page loads it. What scripts load is known when
  /// all pages are that run them, and may be pages with scripts: all is followed again then.
  std::vector<bool> find_included(std::vector<PageLoads> const& loads) {
    constexpr int max_rounds = 16;
    std::vector<bool> is_included(index_.size());
    std::vector<std::uint32_t> open;
    const auto include = [&](std::uint32_t number) {
      if (!is_included[number]) open.push_back(number);
      is_included[number] = true;
    };
    std::vector<std::uint32_t> pages;    // that load scripts
    std::vector<std::uint32_t> scripts;  // that are included
    std::size_t followed = 0;            // of `scripts`
    include(static_cast<std::uint32_t>(*start_));
    for (int rounds = 0; !open.empty();) {
      const std::size_t known_pages = pages.size();
      while (!open.empty()) {
        const std::uint32_t number = open.back();
        open.pop_back();
        for (const std::uint32_t loaded : loads[number].numbers) include(loaded);
        if (!loads[number].scripts.uses.empty()) pages.push_back(number);
        if (scripts_.has(number)) scripts.push_back(number);
      }
      if (pages.size() != known_pages) {
        if (rounds++ == max_rounds) {
          messages_.warning("--page",
                            "what scripts load has scripts, and so on, too many times: the scripts "
                            "of the last pages are left out");
          break;
        }
        scripts_.restart();
        for (const std::uint32_t page : pages) scripts_.add_page(loads[page].scripts);
        scripts_.follow();
        followed = 0;
      }
      while (followed < scripts.size()) follow_script(scripts[followed++], include);
    }
    return is_included;
  }

  /// Calls `include` with the number of each captured URL that the script loads.
  template <typename Include>
  void follow_script(std::uint32_t script, Include const& include) const {
    std::string url;
    const auto add = [&](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        url.clear();
        if (!site::loads_with_page(link) || !block.append_loaded(url, link)) continue;
        if (const auto found = index_.follow(url)) {
          include(static_cast<std::uint32_t>(found->number));
        }
      }
    };
    scripts_.find_links(script, {.links = add, .with_uses = true});
  }

  /// For each index number, what the document loads.
  std::vector<PageLoads> find_loads() {
    std::vector<PageLoads> loads(index_.size());
    archive::PageSettings settings = input_.pages;
    settings.with_map = false;
    settings.document.also.scripts = true;
    archive::CapturePage page(settings);
    html::LinkFinder finder(command_.engine);
    const auto add_document = [&](CapturePlace const& at, Capture& capture) {
      for (auto const& [place, number] : bodies_at(at)) {
        capture.uri = index_.captured(number)->url;
        if (!capture.document || capture.is_script() || !page.open(capture)) continue;
        add_loads(finder, page, loads[number]);
      }
      page.release_memory();
    };
    for (Kept& kept : kept_) add_document(kept.place, kept.capture);
    for (std::size_t file = 0; file < input_.files; ++file) {
      if (!is_read_again(file)) continue;
      auto source = input_.open(file);
      if (!source) continue;         // reported by the first pass
      std::vector<Job::Line> lines;  // reported when the bodies are written
      archive::CaptureReader reader(*source, reading_again(file, lines));
      while (reader.next()) {
        Capture& capture = reader.capture();
        const CapturePlace place = place_of(file, capture.record->place);
        if (place >= *kept_end_) add_document(place, capture);
      }
    }
    return loads;
  }

  void add_loads(html::LinkFinder& finder, archive::CapturePage const& page, PageLoads& loads) {
    std::string url;
    site::ScriptLoaders loaders;
    const auto add = [&](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        if (!site::loads_with_page(link)) continue;
        url.clear();
        const auto add_url = [&](tl::expected<void, url::Error> const& resolved) {
          const auto found = resolved ? index_.follow(url) : std::nullopt;
          if (found) loads.numbers.push_back(static_cast<std::uint32_t>(found->number));
          if (found) scripts_.add_link(link, block, url, loaders, loads.scripts);
          url.clear();
        };
        add_url(block.append_loaded(url, link));
        if (link.place_base != link.loaded_base) add_url(block.append_at_place(url, link));
      }
    };
    static_cast<void>(
        finder.find(page.source(), page.options(),
                    {.links = add,
                     .with_rels = true,
                     .with_uses = true,
                     .with_surroundings = html::mentions_source(page.source().text)}));
    std::sort(loads.numbers.begin(), loads.numbers.end());
    loads.numbers.erase(std::unique(loads.numbers.begin(), loads.numbers.end()),
                        loads.numbers.end());
    scripts_.share_maps(loads.scripts);
  }

  void name_files() {
    std::vector<std::uint32_t> numbers;
    for (auto const& [place, number] : places_) numbers.push_back(number);
    std::sort(numbers.begin(), numbers.end(), [this](std::uint32_t a, std::uint32_t b) {
      return index_.captured(a)->url < index_.captured(b)->url;
    });
    std::vector<archive::MirrorFile> named;
    named.reserve(numbers.size());
    for (const std::uint32_t number : numbers) {
      const auto captured = *index_.captured(number);
      named.push_back({.url = captured.url, .type = captured.type});
    }
    archive::name_mirror_files(named);
    std::vector<std::string> paths(index_.size());
    for (std::size_t i = 0; i < named.size(); ++i) {
      if (named[i].is_renamed) {
        if (renamed_++ == 0) first_renamed_ = named[i].path;
        messages_.note(named[i].url, "its file is " + named[i].path + ": another has its name");
      }
      paths[numbers[i]] = std::move(named[i].path);
    }
    files_.set_paths(std::move(paths));
  }

  void write_files() {
    auto folder = site::NewFolder::begin(command_.extract);
    if (!folder) return fail(command_.extract, folder.error());
    folder_ = *std::move(folder);
    const RemovalOnSignal removal;
    site::run_in_order<Job, Worker>(
        thread_count(command_.common), [this](Job& job) { return next_document(job); },
        [this](Job& job, Worker& worker, site::Turn& turn) {
          work(job, worker);
          turn.finish(0);
        },
        [this](Job& job) { return report(job); });
    report_lines(pending_lines_);
    if (const auto done = folder_->commit(); !done) {
      fail(command_.extract, done.error());
      files_written_ = 0;
      other_files_.files = 0;
    }
    folder_.reset();
  }

  /// Sets `job` to the next document; false at the end. Bodies that are no documents are written
  /// here at once: they need no rewriting and may be large.
  bool next_document(Job& job) {
    job.clear();
    CapturePlace at;
    while (Capture* const capture = next_body(at)) {
      const auto bodies = bodies_at(at);
      if (capture->document) {
        for (auto const& [place, number] : bodies) job.numbers.push_back(number);
        job.capture = std::move(*capture);
        job.capture.record = nullptr;
        job.lines = std::exchange(pending_lines_, {});
        return true;
      }
      for (auto const& [place, number] : bodies)
        write(number, capture->body, pending_lines_, other_files_);
    }
    return false;
  }

  /// The next capture to write: first the stored ones, then those that are read again. Null at the
  /// end.
  Capture* next_body(CapturePlace& at) {
    while (!kept_.empty()) {
      current_ = std::move(kept_.front());
      kept_.pop_front();
      at = current_.place;
      std::move(current_.lines.begin(), current_.lines.end(), std::back_inserter(pending_lines_));
      if (bodies_at(at).empty()) continue;
      std::move(current_.body_lines.begin(), current_.body_lines.end(),
                std::back_inserter(pending_lines_));
      return &current_.capture;
    }
    while (reader_ || open_next()) {
      if (!reader_->next()) {
        reader_.reset();
        continue;
      }
      at = place_of(file_, reader_->capture().record->place);
      if (at >= *kept_end_ && !bodies_at(at).empty()) return &reader_->capture();
    }
    return nullptr;
  }

  /// True for an archive file with bodies to write that were not stored.
  bool is_read_again(std::size_t file) const {
    return kept_end_ && std::any_of(places_.begin(), places_.end(), [&](auto const& entry) {
             return entry.first.file == file && entry.first >= *kept_end_;
           });
  }

  /// Opens the next archive file that must be read again; false at the end.
  bool open_next() {
    while (next_file_ < input_.files) {
      file_ = next_file_++;
      if (!is_read_again(file_)) continue;
      auto source = input_.open(file_);
      if (!source) {
        pending_lines_.push_back({Job::Line::Severity::error, input_.name(file_), source.error()});
        other_files_.failed = true;
        continue;
      }
      source_.emplace(std::move(*source));
      reader_.emplace(*source_, reading_again(file_, pending_lines_));
      return true;
    }
    return false;
  }

  /// Writes a file; false after noting an error.
  bool write(std::uint32_t number, std::string_view bytes, std::vector<Job::Line>& lines,
             Written& written) {
    std::string const& path = files_.path(number);
    if (const auto done = folder_->output().write_new(path, bytes); !done) {
      lines.push_back({Job::Line::Severity::error, command_.extract + "/" + path, done.error()});
      written.failed = true;
      return false;
    }
    ++written.files;
    return true;
  }

  void work(Job& job, Worker& worker) {
    if (!worker.page) {
      archive::PageSettings settings = input_.pages;
      settings.with_map = true;
      worker.page.emplace(settings);
    }
    for (const std::uint32_t number : job.numbers) {
      try {
        write_document(job, worker, number);
      } catch (std::bad_alloc const&) {  // continue with the others
        job.lines.push_back(
            {Job::Line::Severity::error, files_.path(number), "out of memory; not written"});
        job.written.failed = true;
      }
    }
    worker.page->release_memory();
    job.capture = {};
  }

  html::RewriteOptions rewrite_options(Capture const& capture, archive::CapturePage const& page,
                                       std::uint32_t number) const {
    html::RewriteOptions options;
    options.document = page.options();
    html::find_script_urls(options);
    options.encoding = {.content_type = *capture.document,
                        .transport_charset = capture.charset,
                        .fallback = input_.pages.fallback};
    options.new_url = files_.address(number);
    options.drop_base = true;
    options.keep_loaded = true;
    options.engine = command_.engine;
    return options;
  }

  void write_document(Job& job, Worker& worker, std::uint32_t number) {
    using Severity = Job::Line::Severity;
    Capture& capture = job.capture;
    const std::string subject(index_.captured(number)->url);
    capture.uri = subject;
    if (const auto opened = worker.page->open(capture); !opened) {
      job.lines.push_back({Severity::warning, subject, opened.error()});
      write(number, capture.body, job.lines, job.written);
      return;
    }
    html::SourceText const& source = worker.page->source();
    html::Notes notes = worker.page->notes();
    site::PageRefusals refusals;
    LinkCounts counts;
    const auto page = worker.rewriter.rewrite(
        source, rewrite_options(capture, *worker.page, number),
        [&](html::LinkTarget& target) {
          const std::string_view url = target.url;
          refusals_.check(target, policy_.apply(target), refusals);
          if (!counts.begin(target.link)) return;
          const bool is_file = target.target != url && target.target.starts_with(folder_address);
          target.is_serialised = is_file;
          if (is_file) ++counts.links;
          // What scripts name is looked for when it is known which pages run them.
          const bool is_loaded = site::loads_with_page(target.link) &&
                                 !html::is_named_by_script(html::row_of(target.link));
          if (!is_file && is_web(url) && is_loaded) {
            counts.lacking.push_back({std::string(url), target.link.span.begin, target.link.use});
          }
        },
        notes);
    bool is_faulty = false;
    for (html::Note const& note : notes) {
      const bool is_fault = severity(note.kind) == html::NoteSeverity::fault;
      is_faulty |= is_fault;
      job.lines.push_back(
          {is_fault ? Severity::warning : Severity::note, subject,
           is_fault ? note.message + "; its links stay as they are" : note.message});
    }
    std::string_view bytes = capture.body;
    std::size_t links = 0;
    if (!page) {
      job.lines.push_back(
          {Severity::error, subject, page.error().message + "; the page stays as it was captured"});
      job.not_proved = true;
    } else if (!is_faulty) {
      if (page->changed) bytes = page->bytes;
      const bool is_hashed = source.content_type == html::ContentType::css ||
                             source.content_type == html::ContentType::script;
      if (is_hashed && page->edits != 0) {
        refusals.changed_file = subject;
      }
      links = counts.links;
      read_again(worker, counts.lacking, job);
      for (LackingLink& link : counts.lacking) job.lacking.push_back(std::move(link.url));
      job.refusals.emplace_back(files_.path(number), std::move(refusals));
    }
    std::string marked;
    // A mark in a script would change the hash by which pages know it (integrity).
    if (!capture.is_script()) {
      bytes = with_own_encoding(bytes, source, input_.pages.fallback, worker.buffer, marked);
    }
    if (!write(number, bytes, job.lines, job.written)) return;
    job.links += links;
    if (source.content_type == html::ContentType::html) ++job.pages;
  }

  /// Reads a document once more, for what the rewriter does not know: which links browsers do not
  /// use by their parent element, such as the `src` of a `source` in a `picture`; and what scripts
  /// in it name, and which scripts it loads.
  void read_again(Worker& worker, std::vector<LackingLink>& lacking, Job& job) const {
    archive::CapturePage const& page = *worker.page;
    const bool has_open = std::any_of(lacking.begin(), lacking.end(), [](LackingLink const& link) {
      return link.use == html::LinkUse::unknown;
    });
    const bool has_scripts = may_load_scripts(page.source());
    if (!has_open && !has_scripts) return;
    std::unordered_set<std::uint32_t> unused;  // places
    site::ScriptLoaders loaders;
    PageScripts scripts;
    std::string url;
    const auto add = [&](html::LinkBlock const& block) {
      for (html::Link const& link : block.links) {
        if (!html::may_be_used(link)) unused.insert(link.span.begin);
        if (!site::loads_with_page(link)) continue;
        const bool is_named = html::is_named_by_script(html::row_of(link));
        if (!is_named && !site::script_role_of(link, block)) continue;
        url.clear();
        if (!block.append_loaded(url, link)) continue;
        if (!start_) scripts_.add_link(link, block, url, loaders, scripts);
        if (is_named && lacks(url)) job.lacking.push_back(url);
      }
    };
    html::DocumentOptions options = page.options();
    options.also.scripts = has_scripts;
    static_cast<void>(worker.finder.find(page.source(), options,
                                         {.links = add,
                                          .scripts =
                                              [&](html::ScriptFacts const& facts) {
                                                job.computed_imports += facts.computed_imports;
                                              },
                                          .with_rels = true,
                                          .with_uses = true,
                                          .with_surroundings = has_open}));
    remove_unused(lacking, unused);
    if (!scripts.uses.empty()) job.scripts.push_back(std::move(scripts));
  }

  /// True for what a script names that is not in the folder.
  bool lacks(std::string_view url) const {
    return is_web(url) && !files_.find(url) && !(input_.is_excluded && input_.is_excluded(url));
  }

  bool report(Job& job) {
    messages_.progress();
    report_lines(job.lines);
    for (auto const& [path, refusals] : job.refusals)
      refusals_.add(path, refusals, warnings_.adder());
    for (std::string const& url : job.lacking) report_lacking(url);
    for (PageScripts const& page : job.scripts) scripts_.add_page(page);
    computed_imports_ += job.computed_imports;
    links_ += job.links;
    pages_ += job.pages;
    add_written(job.written);
    result_.not_proved |= job.not_proved;
    return true;
  }

  void report_lacking(std::string const& url) {
    if (!lacking_.insert(text::hash128(url, text::process_hash_key())).second) return;
    messages_.note(url, "is loaded by a page, and is not in the archive");
  }

  /// Reports what the scripts in the folder name and the archive lacks.
  void report_scripts() {
    if (!start_) scripts_.follow();
    std::string url;
    for (const std::uint32_t script : scripts_.numbers()) {
      if (files_.path(script).empty()) continue;
      const bool is_run = scripts_.is_run(script);
      const auto add = [&](html::LinkBlock const& block) {
        for (html::Link const& link : block.links) {
          if (!site::loads_with_page(link)) continue;
          url.clear();
          const auto resolved = block.append_loaded(url, link);
          if (resolved && lacks(url)) report_lacking(url);
          if (!resolved && needs_page(resolved.error(), is_run)) ++open_names_;
        }
      };
      scripts_.find_links(script, {.links = add, .with_uses = true});
      computed_imports_ += scripts_.computed_imports(script);
    }
    if (const std::size_t pairs = scripts_.left_out()) {
      messages_.warning("--extract", left_out_pairs(pairs));
    }
  }

  void add_written(Written const& written) {
    files_written_ += written.files;
    result_.failed |= written.failed;
  }

  void report_lines(std::vector<Job::Line>& lines) {
    for (Job::Line const& line : lines) {
      switch (line.severity) {
        case Job::Line::Severity::error:
          messages_.error(line.subject, line.text);
          break;
        case Job::Line::Severity::warning:
          messages_.warning(line.subject, line.text);
          break;
        case Job::Line::Severity::note:
          messages_.note(line.subject, line.text);
          break;
      }
    }
    lines.clear();
  }

  void report_summary() {
    add_written(other_files_);
    if (!places_.empty()) report_scripts();
    refusals_.finish(warnings_.adder());
    warnings_.print();
    if (renamed_ != 0) {
      messages_.warning("--extract", counted(renamed_, "file has", "files have") +
                                         " a number in the name, as another has the same name: " +
                                         first_renamed_ +
                                         (renamed_ == 1 ? "" : " and others, which -v lists"));
    }
    if (index_.left_out() != 0) {
      messages_.warning("--extract", counted(index_.left_out(), "revisit is", "revisits are") +
                                         " left out: the copies would take too much space");
    }
    report_left_out();
    if (open_names_ != 0) messages_.summary_line(open_names_text(open_names_));
    if (computed_imports_ != 0) messages_.summary_line(computed_imports_text(computed_imports_));
    if (start_ && files_written_ != 0) {
      messages_.summary_line("the page is " + command_.extract + "/" + files_.path(*start_));
    }
    messages_.summary(counted(files_written_, "file", "files") + " (" +
                      counted(pages_, "page", "pages") + ") in " + command_.extract + ", " +
                      counted(links_, "link leads", "links lead") + " to them, " +
                      counted(lacking_.size(), "address", "addresses") + " that pages load " +
                      (lacking_.size() == 1 ? "is" : "are") + " not in the archive, " +
                      counted(result_.damaged, "damaged record", "damaged records"));
  }

  /// Reports in one line what was captured and is not in the folder.
  void report_left_out() {
    std::string text;
    const auto add = [&text](std::size_t count, std::string const& one, std::string const& more) {
      if (count != 0) text += (text.empty() ? "left out: " : ", ") + counted(count, one, more);
    };
    add(index_.errors(), "captured error (such as 404)", "captured errors (such as 404)");
    add(index_.lost_revisits(), "revisit whose original is not in the archive",
        "revisits whose originals are not in the archive");
    add(index_.of_other_schemes(), "capture that is neither http nor https",
        "captures that are neither http nor https");
    if (!text.empty()) messages_.summary_line(text);
  }

  ExtractInput const& input_;
  ArchiveCommand const& command_;
  Messages& messages_;
  ExtractResult result_;
  archive::CaptureIndex index_;
  std::vector<std::pair<CapturePlace, std::uint32_t>> places_;  // bodies to write, sorted
  ExtractedFiles files_{index_};
  site::RewritePolicy policy_;
  std::unique_ptr<site::NewFolder> folder_;
  site::BrowserRestrictions refusals_{true, {}, &files_};
  WarningGroups warnings_{messages_, command_.common.verbose};
  std::optional<std::size_t> start_;  // of --page
  std::size_t renamed_ = 0;
  std::string first_renamed_;
  std::size_t links_ = 0;
  std::size_t pages_ = 0;
  std::size_t files_written_ = 0;
  std::unordered_set<text::Hash128, text::Hash128Hasher> lacking_;
  CapturedScripts scripts_{index_};
  std::vector<std::pair<CapturePlace, std::size_t>> script_places_;  // records, for `assign`
  archive::CapturePage script_page_{archive::PageSettings{.with_map = false}};
  std::size_t computed_imports_ = 0;
  std::size_t open_names_ = 0;

  /// A stored capture, and the lines to report with it.
  struct Kept {
    CapturePlace place;
    Capture capture;
    std::vector<Job::Line> lines;       // about the records before it
    std::vector<Job::Line> body_lines;  // about itself; only reported if it is written
  };
  std::deque<Kept> kept_;                 // in the order of the archive
  std::size_t kept_room_ = kept_bodies;   // bytes of memory left for bodies
  std::size_t large_pages_at_ = 0;        // at this value of `kept_room_`, ask for more large pages
  std::optional<CapturePlace> kept_end_;  // the first record whose body was not stored

  // Only used by `next_document`, which one thread at a time calls.
  Kept current_;
  std::size_t next_file_ = 0;
  std::size_t file_ = 0;
  std::optional<warc::ByteSource> source_;
  std::optional<archive::CaptureReader> reader_;
  std::vector<Job::Line> pending_lines_;
  std::vector<Job::Line> body_lines_;  // about the body that is being stored
  Written other_files_;                // files that are no documents
};

}  // namespace

ExtractResult extract_captures(ExtractInput const& input) {
  return Extract(input).run();
}

}  // namespace hrefkit::cli
