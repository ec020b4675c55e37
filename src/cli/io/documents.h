// The documents of a command: taken from its inputs in order, read in parallel, their notes printed
// in order. `resolve`, `base` and `effects` share this.
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
#include "hrefkit/html/source_text.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/walk.h"

namespace hrefkit::cli {

// The last line of a run: how much was read, and what was not.

/// Why a file was skipped, which is no failure.
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

/// How many inputs were read, and how many were not.
struct RunCounts {
  std::size_t files = 0;     ///< read; standard input is one of them
  std::size_t not_read = 0;  ///< inputs that failed
  std::array<std::size_t, skip_reason_count> skipped = {};

  void skip(SkipReason reason) { ++skipped[static_cast<std::size_t>(reason)]; }

  /// Counts what is passed over. Folders do not count, nor do links to what is read elsewhere.
  void add(site::InputError const& trouble);
};

/// "1,204 links in 17 files; 3 do not resolve; 2 files skipped (1 binary, 1 unknown type)" for the
/// `found` "1,204 links" and the `details` "; 3 do not resolve".
std::string run_summary(std::string const& found, std::string const& details,
                        RunCounts const& counts);

/// One document on its way through a command: what passes from thread to thread.
struct DocumentJob {
  site::Input input;
  std::optional<site::InputError> trouble;  ///< in place of an input: a path that is passed over
  std::string standard_input;  ///< the document's bytes, where the input is standard input
  html::Notes notes;
  std::vector<std::string> note_places;  ///< "file:line:col" of each note, or "file"
  std::string error;                     ///< why the document could not be read, or empty
  std::string skipped;                   ///< why its bytes are not read as a document, or empty
  std::vector<std::string> warnings;     ///< about the whole document
};

/// What a worker process needs to read the document of a job, as bytes and back. Standard input is
/// handed over beside it.
std::string pack_input(DocumentJob const& job);
void unpack_input(std::string_view packed, DocumentJob& job);

/// What reading a document added to its job, as bytes and back: a worker process tells it.
std::string pack_findings(DocumentJob const& job);
void unpack_findings(std::string_view packed, DocumentJob& job);

/// A document that was read. Used again for the next: buffers keep their capacity.
struct OpenDocument {
  std::string bytes;
  std::string buffer;  ///< the text, where it is not the bytes themselves
  html::SourceText source;
  html::DocumentOptions options;
};

/// Reads documents for one run of a command.
class Documents {
 public:
  /// Throws UsageError for options that cannot be followed.
  Documents(CommonOptions const& options, Environment const& environment, Messages& messages);

  /// Fills `job` from the next input; false at the end. Standard input is read here. For one thread
  /// at a time. Throws UsageError for an input that is the file of -o.
  bool take(DocumentJob& job);

  /// The same for a command that reads one document after the other: what is passed over on the way
  /// is reported at once.
  bool take_document(DocumentJob& job);

  /// Reads and decodes; also sets the first notes, or the error, or why the file is skipped. False
  /// then. For several threads.
  bool read(DocumentJob& job, OpenDocument& document) const;

  /// Finds the places of the notes, once all are there. For several threads.
  static void place_notes(DocumentJob& job, OpenDocument const& document);

  /// Prints the messages about `job`; false when it was not read. For the thread that writes
  /// results, in the order of the inputs: a message may flush standard output.
  bool report(DocumentJob const& job);

  /// Warns of the patterns of the options that matched no file or folder. Call it when all inputs
  /// were taken.
  void warn_of_unused() const;

  /// True when some input could not be read, or was not well-formed.
  bool failed() const { return failed_; }

  /// True when there is one input and it is not a folder.
  bool is_single() const { return inputs_.is_single(); }

  /// What was read so far, and what was not.
  RunCounts const& counts() const { return counts_; }

  /// The number of documents to work on at once.
  std::size_t threads() const;

 private:
  void report(site::InputError const& trouble);
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

// The names that --elements gives.

/// Warns of names that no known element has.
void check_element_names(std::span<std::string const> names, Messages& messages);

}  // namespace hrefkit::cli
