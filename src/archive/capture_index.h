// Chooses one capture for each URL of an archive, for code that writes captures as files.
//
//   archive::CaptureIndex index;
//   for each capture: index.add(reader.capture(), 0);
//   index.choose();
//   if (auto found = index.follow("https://h.example/old#x")) use(index.captured(found->number));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/index_line.h"  // IWYU pragma: export
#include "hrefkit/archive/mirror_names.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::archive {

/// A record's place among the records of several files.
struct CapturePlace {
  std::uint32_t file = 0;           ///< the caller's number of the file
  std::uint64_t offset = 0;         ///< warc::RecordPlace::offset
  std::uint64_t member_offset = 0;  ///< warc::RecordPlace::member_offset

  auto operator<=>(CapturePlace const&) const = default;
};

/// The successful captures (2xx) of http and https URLs, and the targets of redirects. Of several
/// captures of a URL the one with the latest date is chosen; of equal dates, the one added last.
/// Partial bodies (206) and responses without a body (204, 205) are chosen only if there is nothing
/// else. A revisit is replaced by the record that it refers to: by URI and date, by record ID, or
/// by the digest of its payload. Memory: the URLs and about 200 bytes a record; bodies are not
/// kept.
class CaptureIndex {
 public:
  /// True if `choose` may choose the body of this capture.
  static bool may_count(Capture const& capture);

  /// Adds a capture from file number `file`. The body is not read.
  void add(Capture const& capture, std::uint32_t file);

  /// Chooses a capture for each URL; call it once, after all captures were added. Each revisit
  /// causes a copy of a body, so their total size is limited to 64 MiB and 16 times the size of all
  /// records with bodies; the revisits beyond are ignored.
  void choose();

  /// Number of revisits ignored because of that limit.
  std::size_t left_out() const { return left_out_; }

  /// Number of captures ignored because the response was an error.
  std::size_t errors() const { return errors_; }
  /// Number of captures ignored because the URI is not http or https.
  std::size_t of_other_schemes() const { return of_other_schemes_; }
  /// Number of revisits whose original record is missing.
  std::size_t lost_revisits() const { return lost_revisits_; }

  /// A URL and the record that holds its body. `url` lives as long as the index, until `add`.
  struct Captured {
    std::string_view url;  ///< serialised, without a fragment
    MirrorType type = MirrorType::other;
    CapturePlace place = {};
  };

  /// The number of URLs, in the order in which they were added, and the capture of one of them;
  /// nullopt if it has no usable capture.
  std::size_t size() const { return entries_.size(); }
  std::optional<Captured> captured(std::size_t number) const;

  /// The number of the URL of a capture that was added; nullopt for any other. It can be asked
  /// before `choose`.
  std::optional<std::size_t> number_of(std::string_view uri) const;

  /// The result of `follow`.
  struct Found {
    std::size_t number = 0;  ///< for `captured`
    /// With its "#": that of the last redirect that has one, else that of `url`. A view into
    /// `url` or into this index.
    std::string_view fragment = {};
  };

  /// The captured URL that a serialised `url` leads to, after up to 20 redirects. If `url` itself
  /// was not captured, the same URL with the other of http and https is tried. Nullopt if there is
  /// none.
  std::optional<Found> follow(std::string_view url) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// A record with a body.
  struct Body {
    CapturePlace place;
    std::uint64_t date;  // date_number
    std::uint64_t size;  // of the record's block, in bytes
    MirrorType type;
  };

  /// What a revisit says about the original record. Texts are kept as hashes to save memory.
  struct Revisit {
    std::uint64_t date = 0;
    std::optional<text::Hash128> place = {};  // URL and date
    std::optional<text::Hash128> id = {};
    std::optional<text::Hash128> digest = {};
    std::string url = {};
  };

  struct Entry {
    std::string url;
    std::uint32_t body = none;  // the best one so far; after `choose`, the chosen one
    bool is_partial = false;    // the body is partial or absent (204, 205, 206)
    std::uint32_t revisit = none;
    std::string redirect = {};
    std::uint64_t redirect_date = 0;
  };

  /// A place of the table of URLs, and the upper half of the hash of the one in it.
  struct Slot {
    std::uint32_t mark = 0;
    std::uint32_t number = none;
  };
  static std::uint32_t mark_of(std::size_t hash) {
    return static_cast<std::uint32_t>(std::uint64_t{hash} >> 32);
  }

  using Bodies = std::unordered_map<text::Hash128, std::uint32_t, text::Hash128Hasher>;

  std::size_t slot_of(std::size_t hash, std::string_view url) const;
  void grow();
  std::optional<std::size_t> find(std::string_view url) const;
  Entry& entry_of(std::string_view url);
  void add_redirect(std::string_view url, std::string redirect, std::uint64_t date);
  void add_revisit(std::string_view url, Capture const& capture, std::uint64_t date);
  void add_body(std::string_view url, Capture const& capture, std::uint32_t file,
                std::uint64_t date);
  std::uint32_t body_of(Revisit const& revisit) const;

  std::vector<Entry> entries_;
  std::vector<Body> bodies_;
  std::size_t left_out_ = 0;
  std::size_t errors_ = 0;
  std::size_t of_other_schemes_ = 0;
  std::size_t lost_revisits_ = 0;
  std::vector<Revisit> revisits_;
  /// FAST: the numbers of URLs, in a table that is at most half full. Each link is looked up here,
  /// which was a seventh of --extract by the nodes of a standard map.
  std::vector<Slot> slots_;
  Bodies by_place_;  // URL and date
  Bodies by_id_;     // `none` if several records have the ID
  Bodies by_digest_;
};

}  // namespace hrefkit::archive
