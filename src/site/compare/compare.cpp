#include "hrefkit/site/compare/compare.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "hrefkit/site/check/target_finder.h"
#include "hrefkit/site/compare/link_pairs.h"
#include "hrefkit/site/compare/page_links.h"
#include "hrefkit/site/move/page_addresses.h"
#include "hrefkit/site/move/page_pairs.h"
#include "hrefkit/site/move/page_print.h"
#include "hrefkit/site/place.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

/// A page of rows as an input of a plan.
Input input_of(RowPage const& page) {
  Input input;
  input.path = page.file;
  input.url = page.address;
  input.relative = page.relative;
  return input;
}

/// False for a page without social cards.
bool may_have_cards(std::string_view text) {
  return text::find_ignoring_ascii_case(text, "og:") != text.npos ||
         text::find_ignoring_ascii_case(text, "twitter:") != text.npos;
}

/// URL Standard 1.3, "fragment percent-encode set".
constexpr text::ByteSet fragment_encoded =
    text::c0_control | text::ByteSet::range(0x7F, 0xFF) | text::ByteSet(" \"<>`");

/// An id of OLD that its page has no more.
struct LostId {
  std::uint32_t page = 0;  // of OLD
  std::string id = {};
  std::string expected = {};  // its URL in NEW
  text::LineColumn place = {};
};

class Comparison {
 public:
  Comparison(CompareOptions options, CompareHost& host);
  CompareSummary run();

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  /// The partner of a page of OLD.
  struct Partner {
    std::uint32_t page = none;  // of NEW
    MovedBy by = MovedBy::plan;
    bool is_moved = false;       // not by its address and path
    bool is_redirected = false;  // its old address leads there
    bool stays = false;          // in place, though the plan moves it
    std::uint32_t lost = none;   // in `lost_pages`, if it has no page by the plan
  };

  bool place_in_mirror(Input& input) const;
  void choose_cut_folders();
  void match_by_plan();
  void match_moved();
  void find_redirected();
  std::vector<SinglePage> prints_of(std::vector<std::uint32_t> const& numbers, ComparedSite site,
                                    std::string& root);
  void compare(std::uint32_t number);
  bool read(Input const& input, RowPage const* rows, ComparedPage& page);
  std::optional<std::uint32_t> find_new(std::string const& relative, std::string const& address);
  void report_moved(std::uint32_t number, std::string_view file);
  void report_links(ComparedPage const& before, ComparedPage const& after,
                    std::deque<LinkPair> const& rows);
  void keep_lost_ids(std::uint32_t number, ComparedPage const& before, ComparedPage const& after);
  void report_lost_ids();
  void report(Change const& change);

  Input const& old_page(std::uint32_t number) const { return options_.old_pages[number]; }
  RowPage const* old_rows(std::uint32_t number) const {
    return options_.old_rows == nullptr ? nullptr : &options_.old_rows->pages()[number];
  }
  bool are_folders() const {
    return options_.old_rows == nullptr && options_.new_rows == nullptr && options_.local.empty();
  }

  CompareOptions options_;
  CompareHost& host_;
  Place mirror_;
  MovedAddresses moved_;
  PageLinks links_;
  // Indexes of new pages by their paths, and by their own addresses.
  using PageNumbers = std::unordered_map<std::string_view, std::uint32_t, text::SeededHasher>;
  PageNumbers by_place_;
  PageNumbers by_address_;
  std::vector<bool> is_matched_;
  std::vector<bool> is_outside_;   // pages of rows that are not in the mirror
  std::vector<Partner> partners_;  // of the pages of OLD
  std::size_t cut_folders_ = 0;  // at the start of the paths of pages of OLD, to find those of NEW
  PageAddresses old_addresses_;  // if ids are compared
  std::unordered_set<std::uint64_t> wanted_ids_;  // of pages of OLD, to which links lead
  std::vector<PageId> old_ids_;
  std::vector<PageId> new_ids_;
  std::vector<LostId> lost_ids_;
  CompareSummary summary_;
};

Comparison::Comparison(CompareOptions options, CompareHost& host)
    : options_(std::move(options)), host_(host), mirror_(options_.local), links_(options_, moved_) {
  if (options_.old_rows != nullptr) {
    for (RowPage const& page : options_.old_rows->pages()) {
      options_.old_pages.push_back(input_of(page));
    }
  }
  std::vector<Input>& pages = options_.new_pages;
  if (options_.new_rows != nullptr) {
    for (RowPage const& page : options_.new_rows->pages()) pages.push_back(input_of(page));
  }
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    by_place_.emplace(pages[i].relative, i);
    by_address_.emplace(pages[i].url, i);
  }
  is_matched_.assign(pages.size(), false);
  choose_cut_folders();
}

/// A page of rows has a place in the mirror, if there is one, whatever folder the rows are of.
/// False if it is not in the mirror.
bool Comparison::place_in_mirror(Input& input) const {
  if (options_.local.empty()) return true;
  auto relative = mirror_.relative(input.path);
  boost::system::error_code error;
  if (!relative || !boost::filesystem::exists(input.path, error)) return false;
  input.relative = *std::move(relative);
  return true;
}

/// NEW may be a folder below the mirror, that of a host: cuts as many folders from the paths of OLD
/// as find most pages.
void Comparison::choose_cut_folders() {
  if (options_.local.empty() || options_.old_rows == nullptr) return;
  std::array<std::size_t, 8> found{};
  for (RowPage const& page : options_.old_rows->pages()) {
    Input input = input_of(page);
    if (!place_in_mirror(input)) continue;
    const std::string path = options_.moves.output_path(input.path, input.relative);
    std::size_t begin = 0;
    for (std::size_t& count : found) {
      if (by_place_.contains(path.substr(begin))) ++count;
      const std::size_t slash = path.find('/', begin);
      if (slash == path.npos) break;
      begin = slash + 1;
    }
  }
  cut_folders_ =
      static_cast<std::size_t>(std::max_element(found.begin(), found.end()) - found.begin());
}

/// The index of the page of NEW for a page that moves to `address`, or is written to `relative`.
std::optional<std::uint32_t> Comparison::find_new(std::string const& relative,
                                                  std::string const& address) {
  const auto match = [&](PageNumbers const& numbers,
                         std::string_view key) -> std::optional<std::uint32_t> {
    const auto found = numbers.find(key);
    if (found == numbers.end() || is_matched_[found->second]) return std::nullopt;
    is_matched_[found->second] = true;
    return found->second;
  };
  if (const auto page = match(by_address_, address)) return page;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < cut_folders_; ++i) begin = relative.find('/', begin) + 1;
  return match(by_place_, std::string_view(relative).substr(begin));
}

/// Finds the page of NEW for each page of OLD, as the plan moves it.
void Comparison::match_by_plan() {
  partners_.resize(options_.old_pages.size());
  is_outside_.assign(options_.old_pages.size(), false);
  for (std::uint32_t i = 0; i < partners_.size(); ++i) {
    Input& input = options_.old_pages[i];
    if (options_.old_rows != nullptr && !place_in_mirror(input)) {
      is_outside_[i] = true;
      continue;
    }
    const auto addresses = options_.moves.addresses_of(input);
    Partner& partner = partners_[i];
    auto found = find_new(options_.moves.output_path(input.path, input.relative), addresses.after);
    if (!found && options_.moves.files != nullptr) {
      // In place, a page that --map moves stays.
      found = find_new(input.relative, addresses.before);
      partner.stays = found.has_value();
    }
    partner.page = found.value_or(none);
    const bool is_renamed = found && !partner.stays && options_.moves.files != nullptr &&
                            options_.moves.files->new_path(input.relative) != nullptr;
    partner.is_moved = is_renamed;
    if (found && options_.lists_moves && addresses.before != addresses.after && !partner.stays) {
      summary_.lost_pages.push_back({.file = input.path,
                                     .address = addresses.before,
                                     .planned = addresses.after,
                                     .moved = addresses.after});
    }
    if (found) continue;
    partner.lost = static_cast<std::uint32_t>(summary_.lost_pages.size());
    summary_.lost_pages.push_back(
        {.file = input.path, .address = addresses.before, .planned = addresses.after});
  }
}

/// Pages of OLD that the redirects of NEW lead to a page.
void Comparison::find_redirected() {
  if (!options_.redirected) return;
  for (std::uint32_t i = 0; i < partners_.size(); ++i) {
    Partner& partner = partners_[i];
    if (partner.lost == none) continue;
    LostPage& page = summary_.lost_pages[partner.lost];
    const auto end = options_.redirected(page.address);
    if (!end) continue;
    partner.is_redirected = true;
    const auto found = by_address_.find(*end);
    if (found == by_address_.end()) continue;
    page.moved = options_.new_pages[found->second].url;
    // Two pages may have become one: then the links of the second are not compared.
    if (!is_matched_[found->second]) partner.page = found->second;
    is_matched_[found->second] = true;
    partner.is_moved = true;
    moved_.add(page.planned, page.moved, true);
  }
}

/// The prints of pages. Sets `root` to the address of the site by what most of the pages name as
/// their own addresses, if its address is not known.
std::vector<SinglePage> Comparison::prints_of(std::vector<std::uint32_t> const& numbers,
                                              ComparedSite site, std::string& root) {
  const bool is_old = site == ComparedSite::old_site;
  std::vector<Input> const& inputs = is_old ? options_.old_pages : options_.new_pages;
  std::vector<SinglePage> pages(numbers.size());
  PagePrinter printer;
  MajorityVote roots;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    Input const& input = inputs[numbers[i]];
    pages[i].name = name_hash(input.relative);
    const auto print = [&](html::SourceText const& source, html::DocumentOptions&,
                           html::Notes&) -> tl::expected<void, html::FindError> {
      pages[i].print = printer.print(source, input.url);
      return {};
    };
    host_.read_quietly(site, input, print);
    // "https://h.example/docs/" of "https://h.example/docs/a.html".
    for_each_address(input.relative, [&](std::string_view path) {
      std::string const& named = printer.named_address();
      if (!path.empty() && named.ends_with(path)) {
        roots.add(std::string_view(named).substr(0, named.size() - path.size()));
      }
    });
  }
  root = roots.winner();
  return pages;
}

/// Pairs pages that are left over.
void Comparison::match_moved() {
  if (!are_folders()) return;
  std::vector<std::uint32_t> lost;
  std::vector<std::uint32_t> added;
  for (std::uint32_t i = 0; i < partners_.size(); ++i) {
    if (partners_[i].lost != none && !partners_[i].is_moved) lost.push_back(i);
  }
  for (std::uint32_t i = 0; i < is_matched_.size(); ++i) {
    if (!is_matched_[i]) added.push_back(i);
  }
  if (lost.empty() || added.empty()) return;
  std::string root;
  std::string new_root;
  const auto old_prints = prints_of(lost, ComparedSite::old_site, root);
  const auto new_prints = prints_of(added, ComparedSite::new_site, new_root);
  const auto each_address = [&](std::uint32_t number,
                                std::function<void(std::uint64_t)> const& visit) {
    Input const& page = old_page(lost[number]);
    for_each_address(page.url, [&](std::string_view address) { visit(address_hash(address)); });
    if (root.empty() || page.url == root + page.relative) return;
    for_each_address(root + url::percent_encode_path(page.relative),
                     [&](std::string_view address) { visit(address_hash(address)); });
  };
  const PairedPages found = pair_pages(old_prints, new_prints, each_address);
  for (PagePair const& pair : found.pairs) {
    Partner& partner = partners_[lost[pair.old_page]];
    LostPage& page = summary_.lost_pages[partner.lost];
    partner.page = added[pair.new_page];
    partner.by = page.by = pair.by;
    partner.is_moved = true;
    is_matched_[partner.page] = true;
    page.moved = options_.new_pages[partner.page].url;
    moved_.add(page.planned, page.moved, partner.is_redirected);
  }
  for (SimilarPages const& pages : found.similar) {
    LostPage& page = summary_.lost_pages[partners_[lost[pages.old_page]].lost];
    page.similar = options_.new_pages[added[pages.new_page]].url;
    page.percent = pages.percent;
  }
}

/// Reads the links of a page from its rows, or from its document at the page's address. False if
/// it could not be read.
bool Comparison::read(Input const& input, RowPage const* rows, ComparedPage& page) {
  page.file = input.path;
  page.rows = rows;
  html::Notes left_out;
  if (rows != nullptr) {
    static_cast<void>(links_.read(page, left_out));
    summary_.rows_by_xml_base += page.by_xml_base;
    return true;
  }
  const auto find_links = [&](html::SourceText const& source, html::DocumentOptions& options,
                              html::Notes& notes) {
    options.url = page.address;
    // Rows may not have the cards. FAST: only the document tree finds them.
    const bool has_rows = options_.old_rows != nullptr || options_.new_rows != nullptr;
    options.also.meta |= !has_rows && may_have_cards(source.text);
    page.source = &source;
    page.options = &options;
    return links_.read(page, notes);
  };
  return host_.read(page.is_old ? ComparedSite::old_site : ComparedSite::new_site, input,
                    find_links);
}

void Comparison::report_moved(std::uint32_t number, std::string_view file) {
  Partner const& partner = partners_[number];
  const auto addresses = options_.moves.addresses_of(old_page(number));
  const bool is_known = partner.lost == none || partner.is_redirected;
  if (!is_known && partner.by != MovedBy::plan) ++summary_.moved_without_redirect;
  report({.kind = ChangeKind::moved,
          .file = file,
          .before = addresses.before,
          .after = partner.lost == none ? addresses.after : summary_.lost_pages[partner.lost].moved,
          .by = partner.by});
}

/// Compares a page of OLD, which is read from a document or from rows.
void Comparison::compare(std::uint32_t number) {
  Input const& input = old_page(number);
  Partner const& partner = partners_[number];
  auto addresses = options_.moves.addresses_of(input);
  if (partner.stays) addresses.after = addresses.before;
  if (partner.page != none && partner.lost != none) {
    addresses.after = options_.new_pages[partner.page].url;
  }
  links_.begin(addresses);
  const bool compares_ids = are_folders();
  old_ids_.clear();
  new_ids_.clear();
  ComparedPage before{.address = addresses.before, .is_old = true};
  if (compares_ids) {
    before.ids = &old_ids_;
    before.on_fragment = [&](std::string_view url) {
      const auto page = old_addresses_.find(url);
      if (!page) return;
      const std::string_view fragment = *url::fragment_of(url);
      wanted_ids_.insert(text::mix64(page_id_hash(fragment)) + *page);
      const std::string decoded = url::percent_decode(fragment);
      if (decoded != fragment) wanted_ids_.insert(text::mix64(page_id_hash(decoded)) + *page);
    };
  }
  if (!read(input, old_rows(number), before)) return;
  if (partner.is_moved) report_moved(number, before.file);
  if (partner.page == none) {
    // Rows do not list a page without links.
    const bool is_left_out = options_.new_rows != nullptr && before.links.empty();
    if (is_left_out || partner.is_moved) return;
    return report({.kind = ChangeKind::page_lost,
                   .file = before.file,
                   .before = addresses.before,
                   .expected = addresses.after});
  }
  RowPage const* const new_rows =
      options_.new_rows == nullptr ? nullptr : &options_.new_rows->pages()[partner.page];
  ComparedPage after{.address = addresses.after};
  if (compares_ids) after.ids = &new_ids_;
  if (!read(options_.new_pages[partner.page], new_rows, after)) return;
  ++summary_.pages;
  summary_.links += before.links.size();
  report_links(before, after, changed_links(before.links, after.links));
  if (compares_ids) keep_lost_ids(number, before, after);
}

/// Keeps the ids that the page has no more, until it is known whether links led to them.
void Comparison::keep_lost_ids(std::uint32_t number, ComparedPage const& before,
                               ComparedPage const& after) {
  std::vector<std::uint64_t> now;
  now.reserve(new_ids_.size());
  for (PageId const& id : new_ids_) now.push_back(id.hash);
  std::sort(now.begin(), now.end());
  text::LineCursor cursor(before.source->text);
  std::unordered_set<std::uint64_t> seen;
  for (PageId const& id : old_ids_) {
    if (std::binary_search(now.begin(), now.end(), id.hash) || !seen.insert(id.hash).second) {
      continue;
    }
    const std::string name(id.span.in(before.source->text));
    std::string expected = after.address + '#';
    url::append_percent_encoded(expected, name, fragment_encoded);
    lost_ids_.push_back({number, name, std::move(expected), cursor.at(id.span.begin)});
  }
}

void Comparison::report_lost_ids() {
  for (LostId const& lost : lost_ids_) {
    if (!wanted_ids_.contains(text::mix64(page_id_hash(lost.id)) + lost.page)) continue;
    Input const& page = old_page(lost.page);
    const std::string before = page.url + lost.expected.substr(lost.expected.find('#'));
    report({.kind = ChangeKind::id_lost,
            .file = page.path,
            .place = lost.place,
            .before = before,
            .expected = lost.expected});
  }
}

/// Reports changed links, whose links are in order on both sides. Resolves the URLs of OLD for as
/// many rows as `max_kept` bytes hold, then those of NEW one by one.
void Comparison::report_links(ComparedPage const& before, ComparedPage const& after,
                              std::deque<LinkPair> const& rows) {
  struct OldLink {
    std::string element;
    std::string attribute;
    std::string url;
    std::string expected;
    text::LineColumn place;
  };
  const std::size_t text_size = before.source == nullptr ? 0 : before.source->text.size();
  const std::size_t max_kept = (std::size_t{8} << 20) + 4 * text_size;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    std::deque<OldLink> old_links;
    std::size_t kept = 0;
    const auto find_old = [&] {
      while (end < rows.size() && rows[end].old_link == LinkPair::none) ++end;
    };
    find_old();
    const auto wants_old = [&](std::size_t number) {
      return kept < max_kept && end < rows.size() && rows[end].old_link == number;
    };
    if (end < rows.size()) {
      links_.visit(before, wants_old, [&](ComparedLink const& link) {
        old_links.push_back({std::string(link.element), std::string(link.attribute), link.url,
                             link.expected, link.place});
        kept += sizeof(OldLink) + link.url.size() + link.expected.size();
        ++end;
        find_old();
      });
    }
    std::size_t at = begin;
    const auto report_lost = [&] {
      for (; at < end && rows[at].new_link == LinkPair::none; ++at) {
        OldLink const& link = old_links.front();
        report({ChangeKind::lost, before.file, link.place, link.element, link.attribute, link.url,
                std::nullopt, link.expected});
        old_links.pop_front();
      }
    };
    report_lost();
    if (begin == end) return;  // no link was found again
    if (at == end) continue;
    const auto wants_new = [&](std::size_t number) {
      return at < end && rows[at].new_link == number;
    };
    links_.visit(after, wants_new, [&](ComparedLink const& link) {
      LinkPair const& row = rows[at++];
      Change change{.kind = ChangeKind::added,
                    .file = after.file,
                    .place = link.place,
                    .element = link.element,
                    .attribute = link.attribute,
                    .after = link.url,
                    .offset = link.offset,
                    .length = link.length,
                    .raw = link.raw};
      if (row.old_link == LinkPair::none) {
        report(change);
      } else {
        OldLink const& old = old_links.front();
        change.kind = row.is_kept ? ChangeKind::kept : ChangeKind::elsewhere;
        change.before = old.url;
        change.expected = old.expected;
        report(change);
        old_links.pop_front();
      }
      report_lost();
    });
  }
}

CompareSummary Comparison::run() {
  match_by_plan();
  find_redirected();
  match_moved();
  if (are_folders()) {
    for (std::uint32_t i = 0; i < options_.old_pages.size(); ++i) {
      old_addresses_.add(old_page(i).url, i);
    }
  }
  for (std::uint32_t i = 0; i < options_.old_pages.size(); ++i) {
    if (is_outside_[i]) {
      host_.report_outside(*old_rows(i));
    } else {
      compare(i);
    }
  }
  report_lost_ids();
  for (std::size_t i = 0; i < is_matched_.size(); ++i) {
    if (is_matched_[i]) continue;
    Input const& page = options_.new_pages[i];
    // Rows do not show whether a page without links was in OLD.
    if (options_.old_rows != nullptr && options_.new_rows == nullptr) {
      ComparedPage links{.address = page.url};
      if (!read(page, nullptr, links) || links.links.empty()) continue;
    }
    report({.kind = ChangeKind::page_added, .file = page.path, .after = page.url});
  }
  return std::move(summary_);
}

void Comparison::report(Change const& change) {
  ++summary_.changes[static_cast<std::size_t>(change.kind)];
  host_.report(change);
}

}  // namespace

CompareSummary compare_sites(CompareOptions options, CompareHost& host) {
  return Comparison(std::move(options), host).run();
}

}  // namespace hrefkit::site
