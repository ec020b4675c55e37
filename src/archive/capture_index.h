// The capture to use for each URL of an archive, for code that writes captures as files.
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
#include <utility>
#include <vector>

#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/mirror_names.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::archive {

/// The place of a record in one of several files.
struct CapturePlace {
  std::uint32_t file = 0;
  std::uint64_t offset = 0;
  std::uint64_t member_offset = 0;

  auto operator<=>(CapturePlace const&) const = default;
};

/// The captures of http and https URLs with an answer (2xx), and where redirects lead. Of several
/// captures of a URL the latest answer counts; among equally late ones the last that was added. A
/// part of a body (206) and answers without a body count only where there is no other. A revisit
/// stands for the record that it names: by URI and date, by record ID, or by the digest of its
/// payload. Takes memory for the URLs and about 200 bytes a record, not for bodies.
class CaptureIndex {
 public:
  /// True for a capture whose body may be one that counts.
  static bool may_count(Capture const& capture);

  /// Adds a capture of the file of that number. Its body is not used.
  void add(Capture const& capture, std::uint32_t file);

  /// Decides about all captures, once they were added. Revisits make copies of bodies: those past
  /// 64 MiB and 16 times the bytes of all records with bodies stand for nothing.
  void choose();

  /// How many revisits did not count for that reason.
  std::size_t left_out() const { return left_out_; }

  /// Captures that count for no URL: those that a server answered with an error.
  std::size_t errors() const { return errors_; }
  /// Captures of URIs that are not of http or https.
  std::size_t of_other_schemes() const { return of_other_schemes_; }
  /// Revisits of URLs that no record has an answer for.
  std::size_t lost_revisits() const { return lost_revisits_; }

  /// A URL and the record that has its body.
  struct Captured {
    std::string_view url;  ///< serialised, without a fragment
    MirrorType type = MirrorType::other;
    CapturePlace place = {};
  };

  /// How many URLs there are, and one of them; nothing for one without an answer. Numbers are in
  /// the order in which the URLs were added.
  std::size_t size() const { return entries_.size(); }
  std::optional<Captured> captured(std::size_t number) const;

  /// Where a URL leads.
  struct Found {
    std::size_t number = 0;
    /// With its "#": that of the URL, or that of a redirect. A view of either.
    std::string_view fragment = {};
  };

  /// The URL that is captured and to which `url`, serialised, leads by up to 20 redirects. Where
  /// its own scheme was not captured, that of http and https does which was. Nothing for all else.
  std::optional<Found> follow(std::string_view url) const;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// A record with a body.
  struct Body {
    CapturePlace place;
    std::uint64_t date;
    std::uint64_t size;  // of the block
    MirrorType type;
  };

  /// What a revisit tells of the record that it stands for.
  struct Revisit {
    std::uint64_t date = 0;
    std::optional<text::Hash128> place = {};
    std::optional<text::Hash128> id = {};
    std::optional<text::Hash128> digest = {};
    std::string url = {};
  };

  struct Entry {
    std::string url;
    std::uint32_t body = none;  // in the end, the one that counts
    bool is_partial = false;    // the body
    std::uint32_t revisit = none;
    std::string redirect = {};
    std::uint64_t redirect_date = 0;
    std::uint32_t next = none;  // the next entry whose URL has the same hash
  };

  using Bodies = std::unordered_map<text::Hash128, std::uint32_t, text::Hash128Hasher>;

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
  std::unordered_map<std::size_t, std::uint32_t> numbers_;  // by the hash of the URL
  Bodies by_place_;                                         // URL and date
  Bodies by_id_;  // `none` for an ID that several records have
  Bodies by_digest_;
};

}  // namespace hrefkit::archive
