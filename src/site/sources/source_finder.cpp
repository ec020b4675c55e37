#include "hrefkit/site/sources/source_finder.h"

#include <algorithm>
#include <boost/filesystem.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "hrefkit/html/page_regions.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/sources/built_page.h"
#include "hrefkit/site/sources/page_name.h"
#include "hrefkit/site/sources/page_source.h"
#include "hrefkit/site/sources/source_index.h"
#include "hrefkit/site/sources/source_match.h"
#include "hrefkit/site/sources/source_references.h"
#include "hrefkit/site/sources/source_text.h"
#include "hrefkit/site/sources/source_tree.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

namespace {

/// How sure it is that a reference is that of a link, the surest first.
enum class Certainty : std::uint8_t {
  same_text,  ///< the same path and the same text
  part_text,  ///< a path that is the end of the other, and the same text
  link,       ///< the same path; a text is not known
  token,      ///< the same, and it may be no reference
  part,       ///< a path that is the end of the other
  none,
};

enum class TextFit : std::uint8_t { same, unknown, other };

/// Generators put marks before and behind the text of a link: arrows, the words of screen readers.
TextFit fit_of_text(SourceReference const& reference, BuiltLink const& link) {
  constexpr std::size_t min_letters = 4;
  if (!reference.has_text || link.letters.empty()) return TextFit::unknown;
  if (reference.letters == link.letters) return TextFit::same;
  const bool is_part =
      reference.letters.size() >= min_letters &&
      (link.letters.starts_with(reference.letters) || link.letters.ends_with(reference.letters));
  return is_part ? TextFit::same : TextFit::other;
}

bool fits_element(SourceReference const& reference, BuiltLink const& link) {
  switch (reference.element) {
    case ReferenceElement::link:
      return link.element == "a" || link.element == "area";
    case ReferenceElement::image:
      return link.element != "a" && link.element != "area";
    case ReferenceElement::unknown:
      break;
  }
  return true;
}

Certainty certainty_of(KeyedReference const& keyed, BuiltLink const& link, PageNames const& page) {
  if (!fits_element(keyed.reference, link)) return Certainty::none;
  const TextFit text = fit_of_text(keyed.reference, link);
  if (text == TextFit::other) return Certainty::none;
  Likeness alike = likeness(keyed.key, link.key, page);
  if (keyed.moved) alike = std::max(alike, likeness(*keyed.moved, link.key, page));
  switch (alike) {
    case Likeness::none:
      break;
    case Likeness::label:
    case Likeness::part:
      return text == TextFit::same ? Certainty::part_text : Certainty::part;
    case Likeness::same:
    case Likeness::written:
      if (text == TextFit::same) return Certainty::same_text;
      return keyed.reference.found_as == FoundAs::link ? Certainty::link : Certainty::token;
  }
  return Certainty::none;
}

/// The letters that stand before a place of a source.
std::string letters_before(std::string_view text, std::size_t at) {
  constexpr std::size_t max_bytes = 80;
  const std::size_t from = at - std::min(at, max_bytes);
  std::string letters;
  html::append_letters(letters, text.substr(from, at - from));
  return letters;
}

/// True where both end with the same letters.
bool end_alike(std::string_view a, std::string_view b) {
  constexpr std::size_t compared = 8;
  if (a.size() < compared || b.size() < compared) return false;
  return a.substr(a.size() - compared) == b.substr(b.size() - compared);
}

/// What links have in common that are written alike.
std::string key_of_likes(BuiltLink const& link) {
  return link.element + '\n' + link.letters + '\n' + link.raw;
}

/// The references of a source that may be that of a link.
struct Candidates {
  Certainty certainty = Certainty::none;
  std::vector<std::uint32_t> numbers = {};  ///< in the order of the source
};

}  // namespace

class SourceFinder::State {
 public:
  State(Site const& site, std::vector<std::string> const& folders, SourceReport report)
      : site_(site), folders_(folders), report_(std::move(report)), pages_(site) {}

  FindingSource find(Finding const& finding);
  FindingSource find(BuiltReference const& link);

 private:
  /// A place in a source: a reference of it, or the file alone.
  struct Place {
    std::uint32_t source = 0;
    std::optional<text::Span> span = {};
  };

  /// The links of a page that are written alike, and the references that may be theirs.
  struct Likes {
    Candidates found;
    std::vector<std::uint32_t> links;    // numbers, in order
    std::vector<std::uint32_t> content;  // of them: those of the main content
  };

  /// The links of a page that are written alike, and places in other files that may be theirs.
  struct InLibrary {
    std::vector<Place> places;
    std::vector<std::uint32_t> links;  // only where there are several places
  };

  /// The page of the findings that come.
  struct Page {
    BuiltPage built;
    PageSourceFile from;
    std::optional<std::vector<std::uint32_t>> included;
    std::map<std::string, std::size_t> ids;     // that were found several times: how often
    std::map<std::string, Likes> likes;         // of its links, by what makes them alike
    std::map<std::string, InLibrary> in_parts;  // the same
    std::map<std::string, InLibrary> in_pages;
  };

  /// References of many files, by hash.
  using Library = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

  bool open(std::string_view file);

  std::optional<Place> place_of(Finding const& finding);
  std::optional<Place> place_of(BuiltReference const& link);
  std::optional<Place> place_of_link(std::uint32_t number);
  std::optional<Place> place_of_id(Finding const& finding);
  Candidates candidates(ReadSource const& source, BuiltLink const& link) const;
  bool is_taken(KeyedReference const& keyed, BuiltLink const& link, Certainty certainty) const;
  std::vector<std::uint32_t> like_links(BuiltLink const& link, Certainty certainty) const;
  bool is_content(BuiltLink const& link);
  Likes const& likes(ReadSource const& source, BuiltLink const& link);
  std::optional<text::Span> choose(ReadSource const& source, Likes const& likes,
                                   std::uint32_t number, bool& is_elsewhere);
  std::vector<std::uint32_t> const& included_files();
  std::optional<Place> in_included(BuiltLink const& link);
  InLibrary look_up(Library const& library, BuiltLink const& link);
  std::optional<Place> in_library(Library const& library, std::map<std::string, InLibrary>& known,
                                  std::uint32_t number);
  Library const& parts();
  Library const& all_pages();
  template <typename Wanted>
  Library make_library(Wanted wanted);
  bool stands_alike(Place const& place, BuiltLink const& link);
  FindingSource show(std::optional<Place> const& place);

  Site const& site_;
  std::vector<std::string> const& folders_;
  SourceReport report_;
  BuiltPages pages_;
  std::optional<SourceIndex> sources_;  // once it is asked for
  std::string file_;                    // of the findings that come
  std::optional<Page> page_;
  std::optional<Library> parts_;
  std::optional<Library> all_pages_;
};

bool SourceFinder::State::open(std::string_view file) {
  if (file_ == file) return page_.has_value();
  file_ = file;
  page_.reset();
  if (!sources_) sources_.emplace(site_, folders_, report_);
  const auto number = sources_->page_at(file_);
  if (!number) return false;
  auto built = pages_.read(*number);
  if (!built) return false;
  page_.emplace();
  page_->built = *std::move(built);
  page_->from = find_source_of_page(*sources_, site_, page_->built);
  return true;
}

/// True for a link of the page's main content, as far as the page says it.
bool SourceFinder::State::is_content(BuiltLink const& link) {
  if (link.region == html::Region::navigation) return false;
  return !pages_.is_on_most_pages(page_->built, link);
}

/// True for a reference that another link of the page fits better.
bool SourceFinder::State::is_taken(KeyedReference const& keyed, BuiltLink const& link,
                                   Certainty certainty) const {
  if (certainty == Certainty::same_text) return false;
  BuiltPage const& built = page_->built;
  constexpr std::size_t max_compared = 64;
  std::size_t compared = 0;
  const Likeness own = likeness(keyed.key, link.key, built.names);
  for (const std::uint64_t hash : hashes_of_source(keyed.key)) {
    const auto others = built.by_hash.find(hash);
    if (others == built.by_hash.end()) continue;
    for (const std::uint32_t number : others->second) {
      BuiltLink const& other = built.links[number];
      if (other.raw == link.raw) continue;
      if (++compared > max_compared) return true;
      if (certainty_of(keyed, other, built.names) == Certainty::none) continue;
      if (likeness(keyed.key, other.key, built.names) > own) return true;
    }
  }
  return false;
}

Candidates SourceFinder::State::candidates(ReadSource const& source, BuiltLink const& link) const {
  Candidates found;
  std::vector<std::uint32_t> numbers;
  for (const std::uint64_t hash : hashes_of_link(link.key)) {
    const auto known = source.by_hash.find(hash);
    if (known == source.by_hash.end()) continue;
    numbers.insert(numbers.end(), known->second.begin(), known->second.end());
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  for (const std::uint32_t number : numbers) {
    KeyedReference const& keyed = source.references[number];
    const Certainty certainty = certainty_of(keyed, link, page_->built.names);
    if (certainty == Certainty::none || certainty > found.certainty) continue;
    if (is_taken(keyed, link, certainty)) continue;
    if (certainty < found.certainty) found.numbers.clear();
    found.certainty = certainty;
    found.numbers.push_back(number);
  }
  return found;
}

/// The links of the page that are written alike: with the same text, where the references have one.
std::vector<std::uint32_t> SourceFinder::State::like_links(BuiltLink const& link,
                                                           Certainty certainty) const {
  const bool by_text = certainty == Certainty::same_text || certainty == Certainty::part_text;
  std::vector<std::uint32_t> like;
  const bool is_anchor = link.element == "a";
  for (const std::uint32_t number : page_->built.by_raw.find(link.raw)->second) {
    BuiltLink const& other = page_->built.links[number];
    if (by_text && other.letters != link.letters) continue;
    if ((other.element == "a") == is_anchor) like.push_back(number);
  }
  return like;
}

/// FAST: a page may have very many links that are alike, and each may have a finding.
SourceFinder::State::Likes const& SourceFinder::State::likes(ReadSource const& source,
                                                             BuiltLink const& link) {
  const auto [known, is_new] = page_->likes.try_emplace(key_of_likes(link));
  Likes& likes = known->second;
  if (!is_new) return likes;
  likes.found = candidates(source, link);
  if (likes.found.numbers.empty()) return likes;
  likes.links = like_links(link, likes.found.certainty);
  for (const std::uint32_t number : likes.links) {
    if (is_content(page_->built.links[number])) likes.content.push_back(number);
  }
  return likes;
}

/// Chooses the reference of a link among the candidates. Sets `is_elsewhere` if the link does not
/// come from this source.
std::optional<text::Span> SourceFinder::State::choose(ReadSource const& source, Likes const& likes,
                                                      std::uint32_t number, bool& is_elsewhere) {
  BuiltLink const& link = page_->built.links[number];
  std::vector<std::uint32_t> const& found = likes.found.numbers;
  const auto place_at = [&](std::size_t i) { return source.references[found[i]].reference.place; };
  const auto index_in = [number](std::vector<std::uint32_t> const& numbers) {
    return static_cast<std::size_t>(std::lower_bound(numbers.begin(), numbers.end(), number) -
                                    numbers.begin());
  };
  if (likes.links.size() == found.size()) return place_at(index_in(likes.links));
  if (!is_content(link)) {
    is_elsewhere = likes.content.size() >= found.size();
    return std::nullopt;
  }
  if (likes.content.size() == found.size()) return place_at(index_in(likes.content));
  // The definition of several links.
  const bool is_one_place = place_at(0).begin == place_at(found.size() - 1).begin;
  const bool is_definition = source.references[found[0]].reference.is_definition;
  if (is_one_place && (found.size() > 1 || is_definition)) return place_at(0);
  // What stands before the link decides.
  constexpr std::size_t max_compared = 64;
  if (found.size() > max_compared) return std::nullopt;
  std::optional<text::Span> chosen;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::uint32_t begin = source.references[found[i]].reference.begin;
    if (!end_alike(letters_before(source.text, begin), link.before)) continue;
    if (chosen) return std::nullopt;
    chosen = place_at(i);
  }
  return chosen;
}

/// The sources that the page's source names where it includes them, and what these include.
std::vector<std::uint32_t> const& SourceFinder::State::included_files() {
  if (page_->included) return *page_->included;
  constexpr std::size_t max_files = 32;
  page_->included.emplace();
  std::vector<std::uint32_t> waiting;
  if (page_->from.made_from) waiting.push_back(*page_->from.made_from);
  std::vector<std::uint32_t> known = waiting;
  while (!waiting.empty() && known.size() <= max_files) {
    const std::uint32_t including = waiting.back();
    waiting.pop_back();
    const auto text = sources_->texts().read(including);
    if (!text) continue;
    const std::string folder(folder_part(sources_->files()[including].name));
    for (std::string name : find_included_names(*text)) {
      while (name.starts_with("./") || name.starts_with("../") || name.starts_with('/')) {
        name.erase(0, name.find('/') + 1);
      }
      auto source = sources_->ending_with(folder + name, false);
      if (!source) source = sources_->ending_with(name, false);
      if (!source) {
        // The name is that below a folder of parts: `_includes/`, `snippets/`, `partials/`.
        const auto named = sources_->called(name_part(name));
        if (named.size() == 1) source = named[0];
      }
      if (!source || std::find(known.begin(), known.end(), *source) != known.end()) continue;
      if (sources_->files()[*source].name.size() < name.size() ||
          !std::string_view(sources_->files()[*source].name).ends_with(name)) {
        continue;
      }
      known.push_back(*source);
      waiting.push_back(*source);
      page_->included->push_back(*source);
      if (known.size() > max_files) break;
    }
  }
  return *page_->included;
}

std::optional<SourceFinder::State::Place> SourceFinder::State::in_included(BuiltLink const& link) {
  std::optional<Place> found;
  Certainty best = Certainty::none;
  for (const std::uint32_t file : included_files()) {
    ReadSource const* const source = sources_->texts().get(file);
    if (source == nullptr) continue;
    const Candidates here = candidates(*source, link);
    constexpr std::size_t max_places = 64;
    if (here.numbers.size() > max_places) return std::nullopt;
    for (const std::uint32_t number : here.numbers) {
      if (here.certainty > best) continue;
      const text::Span place = source->references[number].reference.place;
      if (here.certainty == best && found &&
          (found->source != file || found->span->begin != place.begin)) {
        found->span.reset();
        continue;
      }
      best = here.certainty;
      found = Place{file, place};
    }
  }
  if (found && !found->span) return std::nullopt;
  return found;
}

template <typename Wanted>
SourceFinder::State::Library SourceFinder::State::make_library(Wanted wanted) {
  Library library;
  std::span<SourceFile const> const files = sources_->files();
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (files[i].kind == SourceKind::none || !wanted(i)) continue;
    ReadSource const* const source = sources_->texts().get(i);
    if (source == nullptr) continue;
    for (auto const& [hash, numbers] : source->by_hash) library.emplace_back(hash, i);
  }
  std::sort(library.begin(), library.end());
  return library;
}

/// Templates, configuration, and parts of pages.
SourceFinder::State::Library const& SourceFinder::State::parts() {
  if (!parts_) {
    parts_ = make_library([this](std::uint32_t source) {
      SourceFile const& file = sources_->files()[source];
      if (!sources_->names().has_page(source)) return true;
      return !makes_pages(file.kind);
    });
  }
  return *parts_;
}

/// Sources of pages, for lists that quote them.
SourceFinder::State::Library const& SourceFinder::State::all_pages() {
  if (!all_pages_) {
    all_pages_ = make_library(
        [this](std::uint32_t source) { return makes_pages(sources_->files()[source].kind); });
  }
  return *all_pages_;
}

/// The places of a link in the files of a library; none where there are too many.
SourceFinder::State::InLibrary SourceFinder::State::look_up(Library const& library,
                                                            BuiltLink const& link) {
  constexpr std::size_t max_files = 12;
  constexpr std::size_t max_places = 64;
  std::vector<std::uint32_t> files;
  for (const std::uint64_t hash : hashes_of_link(link.key)) {
    auto at = std::lower_bound(library.begin(), library.end(), std::pair(hash, 0U));
    std::size_t count = 0;
    for (; at != library.end() && at->first == hash; ++at) {
      if (++count > max_files) return {};
      files.push_back(at->second);
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  struct Found {
    Place place;
    bool has_text_near;
    bool is_name = false;  // without a path
  };
  std::vector<Found> found;
  Certainty best = Certainty::none;
  for (const std::uint32_t file : files) {
    ReadSource const* const source = sources_->texts().get(file);
    if (source == nullptr) continue;
    const Candidates here = candidates(*source, link);
    if (here.numbers.empty() || here.certainty > best) continue;
    if (here.numbers.size() > max_places) return {};
    if (here.certainty < best) found.clear();
    best = here.certainty;
    for (const std::uint32_t reference : here.numbers) {
      const text::Span place = source->references[reference].reference.place;
      constexpr std::size_t near = 160;
      const std::size_t from = place.begin - std::min<std::size_t>(place.begin, near);
      std::string letters;
      html::append_letters(letters,
                           std::string_view(source->text).substr(from, place.end + near - from));
      const bool has_text = link.letters.size() >= 2 && letters.find(link.letters) != letters.npos;
      const bool is_known = std::any_of(found.begin(), found.end(), [&](Found const& other) {
        return other.place.source == file && other.place.span->begin == place.begin;
      });
      const bool is_name = source->references[reference].key.is_label;
      if (!is_known) found.push_back({{file, place}, has_text, is_name});
    }
  }
  std::erase_if(found, [](Found const& one) { return one.is_name && !one.has_text_near; });
  if (found.size() > 1 && !link.letters.empty()) {
    std::erase_if(found, [](Found const& one) { return !one.has_text_near; });
  }
  InLibrary result;
  for (Found const& one : found) result.places.push_back(one.place);
  if (found.size() > 1) result.links = like_links(link, best);
  return result;
}

std::optional<SourceFinder::State::Place> SourceFinder::State::in_library(
    Library const& library, std::map<std::string, InLibrary>& known, std::uint32_t number) {
  BuiltLink const& link = page_->built.links[number];
  const auto [at, is_new] = known.try_emplace(key_of_likes(link));
  if (is_new) at->second = look_up(library, link);
  std::vector<Place> const& places = at->second.places;
  std::vector<std::uint32_t> const& like = at->second.links;
  if (places.size() == 1) return places[0];
  // As many in one file as on the page.
  const bool is_one_file = std::all_of(places.begin(), places.end(), [&](Place const& place) {
    return place.source == places[0].source;
  });
  if (places.empty() || !is_one_file || like.size() != places.size()) return std::nullopt;
  return places[static_cast<std::size_t>(std::lower_bound(like.begin(), like.end(), number) -
                                         like.begin())];
}

/// True where the same letters stand before the reference and the link.
bool SourceFinder::State::stands_alike(Place const& place, BuiltLink const& link) {
  ReadSource const* const source = sources_->texts().get(place.source);
  if (source == nullptr || !place.span) return false;
  const auto found = std::find_if(source->references.begin(), source->references.end(),
                                  [&place](KeyedReference const& keyed) {
                                    return keyed.reference.place.begin == place.span->begin;
                                  });
  return found != source->references.end() &&
         end_alike(letters_before(source->text, found->reference.begin), link.before);
}

std::optional<SourceFinder::State::Place> SourceFinder::State::place_of_link(std::uint32_t number) {
  BuiltLink const& link = page_->built.links[number];
  bool is_elsewhere = !page_->from.made_from;
  bool has_candidates = false;
  if (page_->from.made_from) {
    if (ReadSource const* const source = sources_->texts().get(*page_->from.made_from)) {
      Likes const& alike = likes(*source, link);
      has_candidates = !alike.found.numbers.empty();
      if (has_candidates) {
        if (const auto span = choose(*source, alike, number, is_elsewhere)) {
          return Place{*page_->from.made_from, span};
        }
      } else {
        is_elsewhere = true;
      }
    }
  }
  const bool is_own = is_content(link);
  if (is_own && page_->from.made_from && !has_candidates) {
    if (auto place = in_included(link)) return place;
  }
  if (is_elsewhere) {
    if (auto place = in_library(parts(), page_->in_parts, number)) return place;
  }
  if (!page_->from.made_from && is_own && !link.letters.empty()) {
    // A list that quotes pages: what stands before the link there stands before it here.
    if (auto place = in_library(all_pages(), page_->in_pages, number)) {
      if (stands_alike(*place, link)) return place;
    }
  }
  if (is_own && page_->from.made_from) return Place{*page_->from.made_from, std::nullopt};
  return std::nullopt;
}

/// The second and later headings that get the same id, or elements that are given it.
std::optional<SourceFinder::State::Place> SourceFinder::State::place_of_id(Finding const& finding) {
  if (!page_->from.made_from) return std::nullopt;
  ReadSource const* const source = sources_->texts().get(*page_->from.made_from);
  if (source == nullptr) return std::nullopt;
  std::vector<text::Span> places;
  const std::string wanted = slug_of(finding.raw);
  std::size_t at = 0;
  std::string_view const text = source->text;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text::strip_ascii_whitespace(text.substr(at, end - at));
    const bool is_heading = line.starts_with('#') || line.starts_with('=');
    const std::size_t given = line.find(finding.raw);
    const bool is_given =
        given != line.npos && given > 0 &&
        (line[given - 1] == '#' || line[given - 1] == '"' || line[given - 1] == '_');
    const std::string_view heading = text::strip(line, text::ByteSet("#= "));
    if (is_given || (is_heading && slug_of(heading) == wanted)) {
      const std::string_view shown = is_given ? line.substr(given, finding.raw.size()) : heading;
      const auto begin = static_cast<std::size_t>(shown.data() - text.data());
      places.push_back(text::make_span(begin, begin + shown.size()));
    }
    at = end + 1;
  }
  const std::size_t count = ++page_->ids[std::string(finding.raw)];
  if (places.size() < 2 || count >= places.size()) return std::nullopt;
  return Place{*page_->from.made_from, places[count]};
}

std::optional<SourceFinder::State::Place> SourceFinder::State::place_of(Finding const& finding) {
  if (finding.rule == Rule::orphan_page || finding.rule == Rule::duplicate_id) {
    if (!open(finding.file)) return std::nullopt;
    if (page_->from.copied_from) {
      if (finding.rule == Rule::orphan_page) return Place{*page_->from.copied_from, std::nullopt};
    } else if (finding.rule == Rule::duplicate_id) {
      return place_of_id(finding);
    } else if (page_->from.made_from) {
      return Place{*page_->from.made_from, std::nullopt};
    }
  }
  return place_of(BuiltReference{.file = finding.file,
                                 .offset = finding.offset,
                                 .length = finding.length,
                                 .raw = finding.raw,
                                 .element = finding.element});
}

std::optional<SourceFinder::State::Place> SourceFinder::State::place_of(
    BuiltReference const& link) {
  if (!open(link.file)) return std::nullopt;
  if (page_->from.copied_from) {
    const std::size_t end = link.offset + link.length;
    if (end > page_->built.bytes.size()) return Place{*page_->from.copied_from, std::nullopt};
    return Place{*page_->from.copied_from, text::make_span(link.offset, end)};
  }
  const auto [begin, end] = page_->built.by_offset.equal_range(link.offset);
  for (auto at = begin; at != end; ++at) {
    BuiltLink const& built = page_->built.links[at->second];
    if (built.raw == link.raw && built.element == link.element) return place_of_link(at->second);
  }
  return std::nullopt;
}

FindingSource SourceFinder::State::show(std::optional<Place> const& place) {
  if (!place) return {};
  FindingSource found{.file = sources_->files()[place->source].path};
  if (!place->span) return found;
  ReadSource const* const source = sources_->texts().get(place->source);
  if (source == nullptr || place->span->end > source->text.size()) return found;
  const text::LineColumn at = source->lines.at(source->text, place->span->begin);
  found.line = at.line;
  found.column = at.column;
  found.begin = {at.line, at.column, source->lines.byte_column(place->span->begin)};
  const text::LineColumn end = source->lines.at(source->text, place->span->end);
  found.end = {end.line, end.column, source->lines.byte_column(place->span->end)};
  found.written = place->span->in(source->text);
  found.is_of_page =
      page_ && (place->source == page_->from.made_from || place->source == page_->from.copied_from);
  found.offset = place->span->begin;
  found.length = place->span->length();
  const SourceExcerpt excerpt = excerpt_of(source->text, *place->span);
  found.shown_line = excerpt.text;
  found.shown_begin = excerpt.span.begin;
  found.shown_end = excerpt.span.end;
  return found;
}

FindingSource SourceFinder::State::find(Finding const& finding) {
  return show(place_of(finding));
}

FindingSource SourceFinder::State::find(BuiltReference const& link) {
  return show(place_of(link));
}

std::string fault_of_source_folders(std::span<std::string const> folders) {
  for (std::string const& folder : folders) {
    boost::system::error_code error;
    const boost::filesystem::file_status status = boost::filesystem::status(folder, error);
    if (status.type() == boost::filesystem::directory_file) continue;
    return "the folder of sources " + folder +
           (boost::filesystem::exists(status) ? " is not a folder" : " does not exist");
  }
  return {};
}

SourceFinder::SourceFinder(
    Site const& site, std::vector<std::string> const& folders,
    std::function<void(std::string const& path, std::string const& why)> report)
    : state_(std::make_unique<State>(site, folders, std::move(report))) {}

SourceFinder::~SourceFinder() = default;

FindingSource SourceFinder::find(Finding const& finding) {
  return state_->find(finding);
}

FindingSource SourceFinder::find(BuiltReference const& link) {
  return state_->find(link);
}

}  // namespace hrefkit::site
