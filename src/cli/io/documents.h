// The documents of a command, from its inputs: listed in order, read in parallel, their notes
// printed in order. `resolve`, `base` and `effects` share this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"

namespace hrefkit::cli {

// The last line of a run: the numbers of files that were read, and that were not.

/// Why a file was skipped, which is not an error.
enum class SkipReason : std::uint8_t {
  binary,
  unknown_type,
  hidden,
  excluded,
  lock_file,
  dangling_link,
};
inline constexpr std::size_t skip_reason_count =
    static_cast<std::size_t>(SkipReason::dangling_link) + 1;

/// The numbers of inputs that were read, and that were not.
struct RunCounts {
  std::size_t files = 0;     ///< read; standard input is one of them
  std::size_t not_read = 0;  ///< inputs that failed
  std::array<std::size_t, skip_reason_count> skipped = {};

  void skip(SkipReason reason) { ++skipped[static_cast<std::size_t>(reason)]; }

  /// Counts a skipped path. Folders do not count, nor do links to pages that are read elsewhere.
  void add(site::InputError const& read_error);
};

/// "1,204 links in 17 files; 3 do not resolve; 2 files skipped (1 binary, 1 unknown type)" for the
/// `found` "1,204 links" and the `details` "; 3 do not resolve".
std::string run_summary(std::string const& found, std::string const& details,
                        RunCounts const& counts);

/// "; 3 links are moved by xml:base, which browsers ignore in HTML, XHTML and SVG (--xml-base
/// auto)" for such a summary; empty for 0.
std::string moved_by_xml_base(std::size_t links);

/// One document and its state, passed from thread to thread.
struct DocumentJob {
  site::Input input;
  std::optional<site::InputError> read_error;  ///< in place of an input: a path that is skipped
  std::string standard_input;  ///< the document's bytes, where the input is standard input
  html::Notes notes;
  std::vector<std::string> note_places;  ///< "file:line:col" of each note, or "file"
  std::string error;                     ///< why the document could not be read, or empty
  std::string skipped;                   ///< why its bytes are not read as a document, or empty
  std::vector<std::string> warnings;     ///< about the whole document
};

/// The input of a job as bytes, for a worker process, and back. Standard input is passed beside it.
std::string pack_input(DocumentJob const& job);
void unpack_input(std::string_view packed, DocumentJob& job);

/// The results of reading a document as bytes, from a worker process, and back.
std::string pack_findings(DocumentJob const& job);
void unpack_findings(std::string_view packed, DocumentJob& job);

/// A document that was read. Reused for the next one: buffers keep their capacity.
struct OpenDocument {
  std::string bytes;
  std::string buffer;  ///< the text, where it is not the bytes themselves
  html::SourceText source;
  html::DocumentOptions options;
};

/// Reads documents for one run of a command.
class Documents {
 public:
  /// Throws UsageError for invalid options.
  Documents(CommonOptions const& options, Environment const& environment, Messages& messages);

  /// Fills `job` from the next input; false at the end. Standard input is read here. For one thread
  /// at a time. Throws UsageError for an input that is the file of -o.
  bool next_job(DocumentJob& job);

  /// The same for a command that reads one document after the other: skipped paths are reported at
  /// once.
  bool next_document(DocumentJob& job);

  /// Reads and decodes; also sets the first notes, or the error, or why the file is skipped. False
  /// then. For several threads.
  bool read(DocumentJob& job, OpenDocument& document) const;

  /// Finds the places of the notes, once all are known. For several threads.
  static void place_notes(DocumentJob& job, OpenDocument const& document);

  /// Prints the messages about `job`; false when it was not read. For the thread that writes
  /// results, in the order of the inputs: a message may flush standard output.
  bool report(DocumentJob const& job);

  /// Warns of the patterns of the options that matched no file or folder. Call it after the last
  /// input.
  void warn_of_unused() const;

  /// True when some input could not be read, or was not well-formed.
  bool failed() const { return failed_; }

  /// True when there is one input and it is not a folder.
  bool is_single() const { return inputs_.is_single(); }

  /// The numbers so far.
  RunCounts const& counts() const { return counts_; }

  /// The number of documents to work on at once.
  std::size_t threads() const;

 private:
  void report(site::InputError const& read_error);
  void warn_of_options();
  void expect_files();
  bool is_text(DocumentJob& job, OpenDocument const& document) const;
  void warn_of_document(DocumentJob& job, OpenDocument const& document) const;

  Environment const& environment_;
  CommonOptions const& common_;
  Messages& messages_;
  html::DocumentOptions document_;
  OutputGuard guard_;
  site::InputOptions input_options_;
  site::InputSequence inputs_;
  RunCounts counts_;
  bool failed_ = false;
};

// The names of --elements.

/// Warns of names of unknown elements.
void check_element_names(std::span<std::string const> names, Messages& messages);

}  // namespace hrefkit::cli
