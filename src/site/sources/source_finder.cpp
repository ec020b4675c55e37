#include "hrefkit/site/sources/source_finder.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "hrefkit/html/page_regions.h"
#include "hrefkit/site/check/finding_text.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/place.h"
#include "hrefkit/site/sources/built_page.h"
#include "hrefkit/site/sources/front_matter.h"
#include "hrefkit/site/sources/page_name.h"
#include "hrefkit/site/sources/source_match.h"
#include "hrefkit/site/sources/source_references.h"
#include "hrefkit/site/sources/source_text.h"
#include "hrefkit/site/sources/source_tree.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
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

  FoundSource const* find(Finding const& finding);

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
    std::optional<std::uint32_t> source;       // from which it was made
    std::optional<std::uint32_t> copied_from;  // the same bytes
    std::optional<std::vector<std::uint32_t>> included;
    std::optional<PageWords> words;
    std::map<std::string, std::size_t> ids;     // that were found several times: how often
    std::map<std::string, Likes> likes;         // of its links, by what makes them alike
    std::map<std::string, InLibrary> in_parts;  // the same
    std::map<std::string, InLibrary> in_pages;
  };

  /// References of many files, by hash.
  using Library = std::vector<std::pair<std::uint64_t, std::uint32_t>>;

  void prepare();
  bool open(Finding const& finding);
  std::optional<std::uint32_t> decide_source();
  std::optional<std::uint32_t> by_edit_link() const;
  std::optional<std::uint32_t> by_sphinx_copy() const;
  std::optional<std::uint32_t> by_names();
  std::optional<std::uint32_t> by_title();
  std::optional<std::uint32_t> copy_of_page();
  std::optional<std::uint32_t> ending_with(std::string_view path, bool wants_folder) const;
  std::optional<std::uint32_t> named(std::string_view path) const;
  enum class Evidence : std::uint8_t { against, none, for_it };
  Evidence evidence_for(std::uint32_t source);
  double share_of(std::uint32_t source);

  std::optional<Place> place_of(Finding const& finding);
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
  FoundSource const* show(Place const& place);

  Site const& site_;
  std::vector<std::string> const& folders_;
  SourceReport report_;
  BuiltPages pages_;
  bool is_prepared_ = false;
  SourceTree tree_;
  std::vector<FrontMatter> fronts_;
  std::optional<PageSources> names_;
  std::optional<SourceTexts> texts_;
  std::unordered_map<std::string, std::uint32_t> page_numbers_;  // by file_path
  std::unordered_map<std::uint32_t, std::size_t> name_numbers_;  // by page number: that of names_
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> by_file_name_;
  std::string file_;  // of the findings that come
  std::optional<Page> page_;
  std::optional<Library> parts_;
  std::optional<Library> all_pages_;
  FoundSource found_;
};

void SourceFinder::State::prepare() {
  is_prepared_ = true;
  tree_ = SourceTree::read(folders_, site_.live() != nullptr ? "" : site_.options().root, report_);
  texts_.emplace(tree_.files(), report_, [this](std::string_view path) {
    const auto source = names_ ? named(path) : std::nullopt;
    return source ? names_->address_of(*source) : nullptr;
  });
  std::span<SourceFile const> const files = tree_.files();
  fronts_.resize(files.size());
  std::map<std::string, std::uint32_t> folded;
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    by_file_name_[std::string(name_part(files[i].name))].push_back(i);
    if (!makes_pages(files[i].kind)) continue;
    const auto text = texts_->read(i);
    if (!text) continue;
    fronts_[i] = read_front_matter(*text, files[i].kind);
    if (!fronts_[i].fault.empty()) {
      report_(files[i].path + ':' + std::to_string(fronts_[i].fault_line), fronts_[i].fault);
    }
    const auto [other, is_new] = folded.try_emplace(text::to_ascii_lower(files[i].path), i);
    if (!is_new) {
      report_(files[i].path, "differs from " + files[other->second].path +
                                 " in letter case only: pages of such a name may be of either");
    }
  }
  std::vector<std::string> paths;
  for (std::uint32_t page = 0; page < site_.pages().size(); ++page) {
    page_numbers_.emplace(site_.file_path(site_.pages()[page]), page);
    if (!site_.is_document(page) || site_.is_svg_page(page)) continue;
    name_numbers_.emplace(page, paths.size());
    std::string path = site_.path(site_.pages()[page]);
    if (path.empty() || path.ends_with('/')) path += "index.html";
    if (name_part(path).find('.') == std::string_view::npos) path += ".html";
    paths.push_back(std::move(path));
  }
  names_.emplace(files, fronts_, std::move(paths));
}

bool SourceFinder::State::open(Finding const& finding) {
  if (file_ == finding.file) return page_.has_value();
  file_ = finding.file;
  page_.reset();
  const auto number = page_numbers_.find(file_);
  if (number == page_numbers_.end()) return false;
  auto built = pages_.read(number->second);
  if (!built) return false;
  page_.emplace();
  page_->built = *std::move(built);
  page_->copied_from = copy_of_page();
  if (!page_->copied_from) page_->source = decide_source();
  return true;
}

/// A source that has the bytes of the page: a file that the generator only copies.
std::optional<std::uint32_t> SourceFinder::State::copy_of_page() {
  BuiltPage const& built = page_->built;
  const auto named = by_file_name_.find(name_part(built.path));
  if (named == by_file_name_.end()) return std::nullopt;
  constexpr std::size_t max_files = 64;
  if (named->second.size() > max_files) return std::nullopt;
  std::vector<std::uint32_t> same;
  std::size_t best = 0;
  for (const std::uint32_t source : named->second) {
    const auto text = texts_->read(source);
    if (!text || *text != built.bytes) continue;
    // The more names of the path agree, the better.
    const std::string_view name = tree_.files()[source].name;
    std::size_t common = 0;
    while (common < std::min(name.size(), built.path.size()) &&
           name[name.size() - 1 - common] == built.path[built.path.size() - 1 - common]) {
      ++common;
    }
    if (common > best) same.clear();
    best = std::max(best, common);
    if (common == best) same.push_back(source);
  }
  return same.size() == 1 ? std::optional(same[0]) : std::nullopt;
}

/// The source whose path ends the path. With `wants_folder`, what stands before it must be the
/// folder of sources, or one name (that of a branch).
std::optional<std::uint32_t> SourceFinder::State::ending_with(std::string_view path,
                                                              bool wants_folder) const {
  const auto named = by_file_name_.find(name_part(path));
  if (named == by_file_name_.end()) return std::nullopt;
  std::optional<std::uint32_t> best;
  std::size_t best_size = 0;
  bool is_unique = false;
  for (const std::uint32_t source : named->second) {
    std::string const& name = tree_.files()[source].name;
    if (!path.ends_with(name)) continue;
    std::string_view before = path.substr(0, path.size() - name.size());
    if (!before.empty() && !before.ends_with('/')) continue;
    if (wants_folder && !before.empty()) {
      before.remove_suffix(1);
      const bool is_branch = before.find('/') == before.npos;
      const bool is_folder = std::any_of(
          tree_.folders().begin(), tree_.folders().end(),
          [&](std::string const& folder) { return name_part(before) == name_part(folder); });
      if (!is_branch && !is_folder) continue;
    }
    is_unique = name.size() != best_size;
    if (name.size() >= best_size) best = source;
    best_size = std::max(best_size, name.size());
  }
  return is_unique ? best : std::nullopt;
}

/// The only source whose path ends with a path that a reference has.
std::optional<std::uint32_t> SourceFinder::State::named(std::string_view path) const {
  const auto found = by_file_name_.find(name_part(path));
  if (found == by_file_name_.end()) return std::nullopt;
  constexpr std::size_t max_files = 64;
  if (found->second.size() > max_files) return std::nullopt;
  std::optional<std::uint32_t> only;
  for (const std::uint32_t source : found->second) {
    std::string const& name = tree_.files()[source].name;
    const bool ends_so = name.ends_with(path) &&
                         (name.size() == path.size() || name[name.size() - path.size() - 1] == '/');
    if (!ends_so) continue;
    if (only) return std::nullopt;
    only = source;
  }
  return only;
}

/// The file of the link "edit this page": Material for MkDocs, Sphinx themes, Docusaurus and others
/// lead to `/edit/BRANCH/FILE` of a code host (docs.github.com, docs.gitlab.com, read 2026-11-30).
std::optional<std::uint32_t> SourceFinder::State::by_edit_link() const {
  std::optional<std::uint32_t> found;
  for (BuiltLink const& link : page_->built.links) {
    if (link.element != "a" || !link.key.is_absolute) continue;
    std::string_view path = link.key.decoded;
    path = path.substr(0, path.find_first_of("?#"));
    constexpr std::string_view words[] = {"/edit/", "/_edit/"};
    std::size_t begin = path.npos;
    for (std::string_view const word : words) {
      const std::size_t at = path.find(word);
      if (at != path.npos) begin = std::min(begin, at + word.size());
    }
    const bool says_edit = link.letters.starts_with("edit") || link.letters.starts_with("improve");
    if (begin == path.npos && says_edit) {
      const std::size_t blob = path.find("/blob/");
      if (blob != path.npos) begin = blob + 6;
    }
    if (begin == path.npos) continue;
    const auto source = ending_with(path.substr(begin), true);
    if (!source) continue;
    if (found && *found != *source) return std::nullopt;
    found = source;
  }
  return found;
}

/// The file that Sphinx copied (sphinx-doc.org, html_copy_source, read 2026-11-30):
/// `_sources/guide.rst.txt` of guide.html.
std::optional<std::uint32_t> SourceFinder::State::by_sphinx_copy() const {
  std::string const& path = page_->built.path;
  const std::size_t dot = path.rfind('.');
  if (dot == path.npos) return std::nullopt;
  const std::string stem = path.substr(0, dot);
  for (std::size_t slash = 0; slash != stem.npos; slash = stem.find('/', slash + 1)) {
    const std::string root = slash == 0 ? "" : stem.substr(0, slash + 1);
    const std::string below_root = stem.substr(root.size());
    for (char const* extension : {".rst", ".md", ".ipynb", ".txt"}) {
      std::string name = "/" + below_root;
      name += extension;
      std::string copy = root + "_sources";
      copy.append(name).append(".txt");
      if (site_.entry(copy) == no_entry) continue;
      if (const auto source = ending_with(name, false)) return source;
    }
  }
  return std::nullopt;
}

double SourceFinder::State::share_of(std::uint32_t source) {
  if (!page_->words) page_->words.emplace(page_->built.bytes);
  const auto text = texts_->read(source);
  if (!text) return 0;
  return page_->words->share_of(std::string_view(*text).substr(fronts_[source].end)).value_or(-1);
}

SourceFinder::State::Evidence SourceFinder::State::evidence_for(std::uint32_t source) {
  constexpr double enough = 0.3;
  constexpr double too_little = 0.08;
  const double share = share_of(source);
  if (share >= enough) return Evidence::for_it;
  // Most of a template or a notebook is no prose.
  const SourceKind kind = tree_.files()[source].kind;
  const bool is_prose =
      kind == SourceKind::markdown || kind == SourceKind::rst || kind == SourceKind::asciidoc;
  return share >= 0 && share < too_little && is_prose ? Evidence::against : Evidence::none;
}

std::optional<std::uint32_t> SourceFinder::State::by_names() {
  const auto number = name_numbers_.find(page_->built.number);
  if (number == name_numbers_.end()) return std::nullopt;
  std::vector<PageSource> const sources = names_->find(number->second);
  constexpr std::size_t max_read = 16;
  if (sources.size() > max_read) return std::nullopt;
  if (sources.size() == 1) {
    const Evidence evidence = evidence_for(sources[0].source);
    const bool is_accepted =
        sources[0].is_sure ? evidence != Evidence::against : evidence == Evidence::for_it;
    return is_accepted ? std::optional(sources[0].source) : std::nullopt;
  }
  // One of several, if its prose alone stands on the page.
  std::optional<std::uint32_t> best;
  double best_share = 0;
  double second_share = 0;
  for (PageSource const& source : sources) {
    const double share = share_of(source.source);
    if (share > best_share) {
      second_share = best_share;
      best_share = share;
      best = source.source;
    } else {
      second_share = std::max(second_share, share);
    }
  }
  const bool is_clear = best && best_share >= 0.3 && second_share * 2 < best_share;
  return is_clear ? best : std::nullopt;
}

std::optional<std::uint32_t> SourceFinder::State::by_title() {
  if (page_->built.heading.empty()) return std::nullopt;
  const auto titled = names_->titled(page_->built.heading);
  if (titled.size() != 1 || names_->has_page(titled[0])) return std::nullopt;
  const bool is_accepted = evidence_for(titled[0]) == Evidence::for_it;
  return is_accepted ? std::optional(titled[0]) : std::nullopt;
}

std::optional<std::uint32_t> SourceFinder::State::decide_source() {
  for (const auto source : {by_edit_link(), by_sphinx_copy()}) {
    if (source && evidence_for(*source) != Evidence::against) return source;
  }
  if (const auto source = by_names()) return source;
  return by_title();
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
  if (page_->source) waiting.push_back(*page_->source);
  std::vector<std::uint32_t> known = waiting;
  while (!waiting.empty() && known.size() <= max_files) {
    const std::uint32_t including = waiting.back();
    waiting.pop_back();
    const auto text = texts_->read(including);
    if (!text) continue;
    const std::string folder(folder_part(tree_.files()[including].name));
    for (std::string name : find_included_names(*text)) {
      while (name.starts_with("./") || name.starts_with("../") || name.starts_with('/')) {
        name.erase(0, name.find('/') + 1);
      }
      auto source = ending_with(folder + name, false);
      if (!source) source = ending_with(name, false);
      if (!source) {
        // The name is that below a folder of parts: `_includes/`, `snippets/`, `partials/`.
        const auto named = by_file_name_.find(name_part(name));
        if (named != by_file_name_.end() && named->second.size() == 1) source = named->second[0];
      }
      if (!source || std::find(known.begin(), known.end(), *source) != known.end()) continue;
      if (tree_.files()[*source].name.size() < name.size() ||
          !std::string_view(tree_.files()[*source].name).ends_with(name)) {
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
    ReadSource const* const source = texts_->get(file);
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
  std::span<SourceFile const> const files = tree_.files();
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    if (files[i].kind == SourceKind::none || !wanted(i)) continue;
    ReadSource const* const source = texts_->get(i);
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
      SourceFile const& file = tree_.files()[source];
      if (!names_->has_page(source)) return true;
      return !makes_pages(file.kind);
    });
  }
  return *parts_;
}

/// Sources of pages, for lists that quote them.
SourceFinder::State::Library const& SourceFinder::State::all_pages() {
  if (!all_pages_) {
    all_pages_ = make_library(
        [this](std::uint32_t source) { return makes_pages(tree_.files()[source].kind); });
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
    ReadSource const* const source = texts_->get(file);
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
  ReadSource const* const source = texts_->get(place.source);
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
  bool is_elsewhere = !page_->source;
  bool has_candidates = false;
  if (page_->source) {
    if (ReadSource const* const source = texts_->get(*page_->source)) {
      Likes const& alike = likes(*source, link);
      has_candidates = !alike.found.numbers.empty();
      if (has_candidates) {
        if (const auto span = choose(*source, alike, number, is_elsewhere)) {
          return Place{*page_->source, span};
        }
      } else {
        is_elsewhere = true;
      }
    }
  }
  const bool is_own = is_content(link);
  if (is_own && page_->source && !has_candidates) {
    if (auto place = in_included(link)) return place;
  }
  if (is_elsewhere) {
    if (auto place = in_library(parts(), page_->in_parts, number)) return place;
  }
  if (!page_->source && is_own && !link.letters.empty()) {
    // A list that quotes pages: what stands before the link there stands before it here.
    if (auto place = in_library(all_pages(), page_->in_pages, number)) {
      if (stands_alike(*place, link)) return place;
    }
  }
  if (is_own && page_->source) return Place{*page_->source, std::nullopt};
  return std::nullopt;
}

/// The second and later headings that get the same id, or elements that are given it.
std::optional<SourceFinder::State::Place> SourceFinder::State::place_of_id(Finding const& finding) {
  if (!page_->source) return std::nullopt;
  ReadSource const* const source = texts_->get(*page_->source);
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
  return Place{*page_->source, places[count]};
}

std::optional<SourceFinder::State::Place> SourceFinder::State::place_of(Finding const& finding) {
  if (!open(finding)) return std::nullopt;
  if (page_->copied_from) {
    const auto begin = static_cast<std::uint32_t>(finding.offset);
    const auto end = static_cast<std::uint32_t>(finding.offset + finding.length);
    const bool has_place = end <= page_->built.bytes.size() && finding.rule != Rule::orphan_page;
    return Place{*page_->copied_from,
                 has_place ? std::optional(text::Span{begin, end}) : std::nullopt};
  }
  if (finding.rule == Rule::orphan_page && page_->source) return Place{*page_->source, {}};
  if (finding.rule == Rule::duplicate_id) return place_of_id(finding);
  const auto [begin, end] = page_->built.by_offset.equal_range(finding.offset);
  for (auto at = begin; at != end; ++at) {
    BuiltLink const& link = page_->built.links[at->second];
    if (link.raw == finding.raw && link.element == finding.element)
      return place_of_link(at->second);
  }
  return std::nullopt;
}

FoundSource const* SourceFinder::State::show(Place const& place) {
  found_ = {};
  found_.file = tree_.files()[place.source].path;
  if (!place.span) return &found_;
  ReadSource const* const source = texts_->get(place.source);
  if (source == nullptr || place.span->end > source->text.size()) return &found_;
  const text::LineColumn at = source->lines.at(source->text, place.span->begin);
  found_.line = at.line;
  found_.column = at.column;
  found_.place_begin = {at.line, at.column, source->lines.byte_column(place.span->begin)};
  const text::LineColumn end = source->lines.at(source->text, place.span->end);
  found_.place_end = {end.line, end.column, source->lines.byte_column(place.span->end)};
  found_.written = place.span->in(source->text);
  found_.is_of_page =
      page_ && (place.source == page_->source || place.source == page_->copied_from);
  found_.offset = place.span->begin;
  found_.length = place.span->length();
  const SourceExcerpt excerpt = excerpt_of(source->text, *place.span);
  found_.excerpt = excerpt.text;
  found_.begin = excerpt.span.begin;
  found_.end = excerpt.span.end;
  return &found_;
}

FoundSource const* SourceFinder::State::find(Finding const& finding) {
  if (!is_prepared_) prepare();
  const auto place = place_of(finding);
  return place ? show(*place) : nullptr;
}

SourceFinder::SourceFinder(
    Site const& site, std::vector<std::string> const& folders,
    std::function<void(std::string const& path, std::string const& why)> report)
    : state_(std::make_unique<State>(site, folders, std::move(report))) {}

SourceFinder::~SourceFinder() = default;

FoundSource const* SourceFinder::find(Finding const& finding) {
  return state_->find(finding);
}

}  // namespace hrefkit::site
