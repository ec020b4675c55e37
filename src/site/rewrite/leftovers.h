// Places of a page that still name what was changed, a host or a URL: in scripts, comments, JSON
// and text, which are never changed, so a person has to look at them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/input.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// The hosts to search for.
class Leftovers {
 public:
  /// Adds a host, with or without a port. False if it is not a host.
  bool add(std::string const& host);

  bool empty() const { return hosts_.empty(); }

  /// Calls `report` with each place in `text` that names a host, in source order. A place is the
  /// host and the URL characters around it, at most 256 bytes. A host that is part of a longer name
  /// (`old.example` in `www.old.example` or `old.example.org`) does not match. Takes time linear in
  /// the text for each host.
  void find(std::string_view text, std::function<void(text::Span)> const& report) const;

 private:
  std::vector<std::string> hosts_;  // in lower case, as given and in ASCII
};

// Strings of script files that name files of their site, as bundlers write them.

/// Strings with a path from the root that will lead elsewhere.
struct MovedStrings {
  std::string first = {};
  std::size_t count = 0;
};

/// Finds the strings in `script`, the text of `input` at `url`, that name a file in the folder of
/// the site, or that folder itself, and whose URL `moves`. Places at which one of `written` begins
/// do not count: they get new references. At most 1,000 strings are looked up.
MovedStrings find_moved_strings(std::string_view script, Input const& input, std::string_view url,
                                std::set<std::uint32_t> const& written,
                                std::function<bool(std::string_view url)> const& moves);

// Inline scripts that mention a URL which was changed.

/// The scripts of one page, and the URLs of it that were changed, by their hashes. Most URLs are in
/// no script: a filter of what scripts hold shows that without a hash.
class ScriptMentions {
 public:
  /// Begins a page; `text` (UTF-8) must outlive the other calls. FAST: it is read when the first
  /// URL is added, as many pages keep all.
  void begin(std::string_view text, html::ContentType type);

  /// Adds a URL that was changed as a page may write it: the reference, or the URL that it resolves
  /// to. References that name nothing, such as "/" and "..", do not count.
  void add(std::string_view url);

  /// Adds a place of the text, in source order, that gets a new reference: it mentions nothing.
  void add_written(text::Span place) { written_.push_back(place.begin); }

  /// How many script elements with text hold one of the URLs as a string in quotes. A string of
  /// more than 4,096 bytes is no URL here.
  std::size_t count() const;

 private:
  /// Strings by a mark of few bits. A string that is not in it was not added.
  class Filter {
   public:
    void add(std::string_view string);
    bool may_have(std::string_view string) const;

   private:
    static constexpr std::size_t bits = 4096;
    std::array<std::uint64_t, bits / 64> words_ = {};
  };

  /// A string in quotes, and the number of its script.
  struct String {
    std::string_view text;
    std::size_t script;
  };

  void read();
  bool is_changed(std::string_view string) const;

  std::string_view text_;
  html::ContentType type_ = html::ContentType::html;
  bool is_read_ = false;
  std::vector<String> strings_;         // in the order of the page
  std::vector<std::uint32_t> written_;  // where these begin
  Filter in_scripts_;
  Filter changed_;
  std::unordered_set<text::Hash128, text::Hash128Hasher> urls_;
};

}  // namespace hrefkit::site
