#include "hrefkit/site/compare/compare.h"

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <deque>
#include <map>
#include <utility>

#include "hrefkit/site/compare/link_pairs.h"
#include "hrefkit/site/compare/page_links.h"
#include "hrefkit/site/place.h"
#include "hrefkit/text/ascii_search.h"

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

class Comparison {
 public:
  Comparison(CompareOptions options, CompareHost& host);
  CompareSummary run();

 private:
  bool place_in_mirror(Input& input) const;
  void choose_cut_folders();
  void compare(Input const& input, RowPage const* rows);
  bool read(Input const& input, RowPage const* rows, ComparedPage& page);
  std::optional<std::size_t> find_new(std::string const& relative, std::string const& address);
  void report_links(ComparedPage const& before, ComparedPage const& after,
                    std::deque<LinkPair> const& rows);
  void report(Change const& change);

  CompareOptions options_;
  CompareHost& host_;
  Place mirror_;
  PageLinks links_;
  std::map<std::string, std::size_t> by_place_;    // indexes of new pages by their paths
  std::map<std::string, std::size_t> by_address_;  // and by their own addresses
  std::vector<bool> is_matched_;
  std::size_t cut_folders_ = 0;  // at the start of the paths of pages of OLD, to find those of NEW
  CompareSummary summary_;
};

Comparison::Comparison(CompareOptions options, CompareHost& host)
    : options_(std::move(options)), host_(host), mirror_(options_.local), links_(options_) {
  std::vector<Input>& pages = options_.new_pages;
  if (options_.new_rows != nullptr) {
    for (RowPage const& page : options_.new_rows->pages()) pages.push_back(input_of(page));
  }
  for (std::size_t i = 0; i < pages.size(); ++i) {
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
std::optional<std::size_t> Comparison::find_new(std::string const& relative,
                                                std::string const& address) {
  const auto match = [&](std::map<std::string, std::size_t> const& numbers,
                         std::string const& key) -> std::optional<std::size_t> {
    const auto found = numbers.find(key);
    if (found == numbers.end() || is_matched_[found->second]) return std::nullopt;
    is_matched_[found->second] = true;
    return found->second;
  };
  if (const auto page = match(by_address_, address)) return page;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < cut_folders_; ++i) begin = relative.find('/', begin) + 1;
  return match(by_place_, relative.substr(begin));
}

/// Reads the links of a page from its rows, or from its document at the page's address. False if
/// it could not be read.
bool Comparison::read(Input const& input, RowPage const* rows, ComparedPage& page) {
  page.file = input.path;
  page.rows = rows;
  html::Notes none;
  if (rows != nullptr) {
    static_cast<void>(links_.read(page, none));
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

/// Compares a page of OLD, which is read from a document or from rows.
void Comparison::compare(Input const& input, RowPage const* rows) {
  auto addresses = options_.moves.addresses_of(input);
  auto found = find_new(options_.moves.output_path(input.path, input.relative), addresses.after);
  if (!found && options_.moves.files != nullptr) {
    // In place, a page that --map moves stays.
    found = find_new(input.relative, addresses.before);
    if (found) addresses.after = addresses.before;
  }
  links_.begin(addresses);
  ComparedPage before{.address = addresses.before, .is_old = true};
  if (!read(input, rows, before)) return;
  if (!found) {
    // Rows do not list a page without links.
    if (options_.new_rows != nullptr && before.links.empty()) return;
    return report({.kind = ChangeKind::page_lost,
                   .file = before.file,
                   .before = addresses.before,
                   .expected = addresses.after});
  }
  RowPage const* const new_rows =
      options_.new_rows == nullptr ? nullptr : &options_.new_rows->pages()[*found];
  ComparedPage after{.address = addresses.after};
  if (!read(options_.new_pages[*found], new_rows, after)) return;
  ++summary_.pages;
  summary_.links += before.links.size();
  report_links(before, after, changed_links(before.links, after.links));
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
      if (rows[at++].old_link == LinkPair::none) {
        report({ChangeKind::added, after.file, link.place, link.element, link.attribute,
                std::nullopt, link.url, std::nullopt});
      } else {
        OldLink const& old = old_links.front();
        const bool is_kept = rows[at - 1].is_kept;
        report({is_kept ? ChangeKind::kept : ChangeKind::elsewhere, after.file, link.place,
                link.element, link.attribute, old.url, link.url, old.expected});
        old_links.pop_front();
      }
      report_lost();
    });
  }
}

CompareSummary Comparison::run() {
  if (options_.old_rows == nullptr) {
    for (Input page; host_.next_old(page);) compare(page, nullptr);
  } else {
    for (RowPage const& page : options_.old_rows->pages()) {
      Input input = input_of(page);
      if (place_in_mirror(input)) {
        compare(input, &page);
      } else {
        host_.report_outside(page);
      }
    }
  }
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
  return summary_;
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
