// Proves a move: reads a site before and after it, and compares the URL of each link with its
// target in the plan that `rewrite` follows. A site is a folder, or a file of rows that `resolve`
// has written (link_rows.h).
//
// Pages are paired by the plan: a page of OLD with the page of NEW that has its new address, else
// with the one that `rewrite -o NEW` writes for it. The links of two pages are paired in two steps.
// First those of equal context, element, attribute and index that lead to their targets, by a
// longest common subsequence, so that an inserted link shifts no other. Then, between two such
// pairs, the remaining links of equal context, element, attribute and index, in order: these lead
// elsewhere. The rest is lost or added.
//
// Cost: the text of the two pages that are compared, three hashes a link, and at most `max_cells`
// steps a page for the pairs. URLs are not kept, as each may repeat a long base URL: if links
// differ, both pages are visited again, and only the URLs of these links are resolved again.
#include <algorithm>
#include <array>
#include <boost/filesystem/operations.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "hrefkit/cli/command.h"
#include "hrefkit/cli/compare/link_rows.h"
#include "hrefkit/cli/environment.h"
#include "hrefkit/cli/exit_code.h"
#include "hrefkit/cli/format/printable.h"
#include "hrefkit/cli/format/row_buffer.h"
#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/cli/io/documents.h"
#include "hrefkit/cli/io/messages.h"
#include "hrefkit/cli/io/output.h"
#include "hrefkit/cli/options/option_set.h"
#include "hrefkit/cli/options/options.h"
#include "hrefkit/cli/rewrite/command.h"
#include "hrefkit/html/base_url.h"
#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/element_view.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/html/xml_root.h"
#include "hrefkit/site/file.h"
#include "hrefkit/site/input.h"
#include "hrefkit/site/place.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/site/site.h"
#include "hrefkit/site/walk.h"
#include "hrefkit/text/enum_table.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/line_index.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/masked_url.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::cli {

namespace {

constexpr std::array<std::string_view, 9> compare_columns{
    "change", "file", "line", "column", "element", "attribute", "before", "after", "expected"};

/// The maximum number of steps to pair that many links of two pages; beyond, they are paired in
/// order.
constexpr std::size_t max_cells(std::size_t links) {
  return (std::size_t{1} << 18) + 64 * links;
}

/// `hrefkit compare`: proves a move.
struct CompareCommand final : Command {
  CompareCommand()
      : Command({"compare", "Prove that each link of a moved site leads where it should",
                 "hrefkit compare --rebase /old/=/new/ before after\n"
                 "hrefkit compare --format jsonl public.before public",
                 "A link was lost, is new, or leads elsewhere than planned."}) {}

  void add_options(OptionSet& options) override {
    common.xml_base = html::XmlBase::automatic;
    options.arguments("OLD-NEW", common.inputs,
                      "The site before, and the site after: two folders, or files of 'resolve "
                      "--format jsonl'",
                      "OLD NEW");
    add_input_file_options(options, common);
    add_link_options(options, common);
    options.text("--new-site-url", new_site_url);
    options.texts("--rebase", rebase);
    options.text("--map", map);
    options.text("--local", local);
    options.list(
        {"--index", "The plan: links to folders lead to their index files, by these names"}, index);
    options.list({"--extensions",
                  "The plan: links to files have these extensions: with html, page is page.html"},
                 extensions);
    options.choices_list("--kinds", kinds, text::names_up_to<html::LinkKind::metadata>());
    options.list("--elements", elements);
    options.texts("--exclude-url", common.exclude_url);
    options.choice("--format", requested_format, format_names);
    add_output_options(options, common);
  }

  int run(Environment const& environment) const override;

  std::string new_site_url;
  std::vector<std::string> rebase;
  std::string map;
  std::string local;
  std::vector<std::string> index;
  std::vector<std::string> extensions;
  std::vector<html::LinkKind> kinds;
  std::vector<std::string> elements;
  std::optional<Format> requested_format;  ///< of --format
};

/// One link of a page while it is visited.
struct PageLink {
  std::string_view context;
  std::string_view element;
  std::string_view attribute;
  std::uint32_t index = 0;
  std::string url;  ///< where it leads; its text if it does not resolve
  bool resolves = false;
  std::string expected;  ///< of OLD: its target
  /// Of OLD: another valid target, as policies keep it by default. Of NEW: the text as written.
  std::string other;
  text::LineColumn place;       ///< once it is printed
  bool is_by_xml_base = false;  ///< of a row outside of feeds whose base is from xml:base
};

/// The hashes of a link, which are kept while its page is compared.
struct LinkHashes {
  text::Hash128 target = {};     ///< of shape and URL, or the expected URL
  text::Hash128 alternate = {};  ///< of shape and `other`
  std::uint64_t shape = 0;       ///< of its place in the page
  bool resolves = false;
};

/// The hashes of a link; `to` is the URL that is compared.
LinkHashes hashes_of(PageLink const& link, std::string_view to) {
  text::Hash128 const& key = text::process_hash_key();
  std::string place(link.context);
  place.append("\n").append(link.element).append("\n").append(link.attribute).append("\n");
  place += std::to_string(link.index);
  LinkHashes hashes{.shape = text::hash64(place, key[0]), .resolves = link.resolves};
  const text::Hash128 key_of_shape{key[0] ^ hashes.shape, key[1]};
  hashes.target = text::hash128(to, key_of_shape);
  hashes.alternate = link.other.empty() ? hashes.target : text::hash128(link.other, key_of_shape);
  return hashes;
}

/// A page, whose text stays in memory while it is compared.
struct ComparedPage {
  std::string file = {};
  std::string address = {};
  bool is_old = false;
  RowPage const* rows = nullptr;  ///< null: `document` has the links
  OpenDocument document = {};
  std::deque<LinkHashes> links = {};  ///< in the order of the source; a vector would grow by copies

  std::size_t size() const { return document.source.text.size(); }
};

/// A pair of links, or a row to print: the numbers of its links in OLD and NEW.
struct RowLinks {
  static constexpr std::uint32_t none = UINT32_MAX;
  std::uint32_t old_link = none;
  std::uint32_t new_link = none;
};

/// A page has fewer links than 2^32.
RowLinks row_of(std::size_t old_link, std::size_t new_link) {
  return {static_cast<std::uint32_t>(old_link), static_cast<std::uint32_t>(new_link)};
}

/// The pairs of a longest common subsequence of two ranges, in order. If that takes too many steps,
/// each item is paired with the next equal one nearby.
template <typename IsSame>
std::vector<RowLinks> common_sequence(std::size_t old_size, std::size_t new_size, IsSame is_same) {
  std::vector<RowLinks> pairs;
  pairs.reserve(std::min(old_size, new_size) + 1);
  const auto add = [&](std::size_t i, std::size_t j) { pairs.push_back(row_of(i, j)); };
  std::size_t begin = 0;
  while (begin < old_size && begin < new_size && is_same(begin, begin)) {
    add(begin, begin);
    ++begin;
  }
  std::size_t tail = 0;
  while (begin + tail < old_size && begin + tail < new_size &&
         is_same(old_size - 1 - tail, new_size - 1 - tail)) {
    ++tail;
  }
  const std::size_t rows = old_size - begin - tail;
  const std::size_t columns = new_size - begin - tail;
  if (rows != 0 && columns != 0 && rows < max_cells(rows + columns) / columns) {
    // From (i, j), a longest sequence goes on at (i + 1, j) if the bit is set, else at (i, j + 1).
    // Only one row of lengths is kept.
    std::vector<bool> goes_down(rows * columns);
    std::vector<std::uint32_t> lengths(columns + 1, 0);
    for (std::size_t i = rows; i-- > 0;) {
      std::uint32_t diagonal = 0;  // of (i + 1, j + 1)
      for (std::size_t j = columns; j-- > 0;) {
        const std::uint32_t below = lengths[j];
        goes_down[i * columns + j] = below >= lengths[j + 1];
        lengths[j] = is_same(begin + i, begin + j) ? diagonal + 1 : std::max(below, lengths[j + 1]);
        diagonal = below;
      }
    }
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
      if (is_same(begin + i, begin + j)) {
        add(begin + i++, begin + j++);
      } else if (goes_down[i * columns + j]) {
        ++i;
      } else {
        ++j;
      }
    }
  } else {
    constexpr std::size_t reach = 64;
    for (std::size_t i = 0, j = 0; i < rows && j < columns; ++i) {
      const std::size_t end = std::min(columns, j + reach);
      std::size_t found = j;
      while (found < end && !is_same(begin + i, begin + found)) ++found;
      if (found == end) continue;
      add(begin + i, begin + found);
      j = found + 1;
    }
  }
  for (; tail > 0; --tail) add(old_size - tail, new_size - tail);
  return pairs;
}

/// A page of rows as an input of a plan.
site::Input input_of(RowPage const& page) {
  site::Input input;
  input.path = page.file;
  input.url = page.address;
  input.relative = page.relative;
  return input;
}

/// The surroundings of a link of OLD.
struct Surroundings {
  std::string_view base;                         ///< the URL that it is relative to
  std::string_view rel = {};                     ///< of its element
  html::ElementView element = {};                ///< its element, if that is known
  html::Namespace root = html::Namespace::none;  ///< of the root element of XML
};

/// What has changed about a link or a page.
struct Change {
  std::string_view change;
  std::string_view file;
  text::LineColumn place;
  std::string_view element;
  std::string_view attribute;
  std::optional<std::string_view> before;
  std::optional<std::string_view> after;
  std::optional<std::string_view> expected;
};

/// One run of the command.
class CompareRun {
 public:
  CompareRun(CompareCommand const& command, Environment const& environment,
             RewriteCommand const& plan, CommonOptions const& old_site,
             CommonOptions const& new_site, std::optional<LinkRows> const& old_rows,
             std::optional<LinkRows> const& new_rows)
      : command_(command),
        kinds_(command.kinds),
        elements_(command.elements),
        environment_(environment),
        old_options_(old_site),
        new_options_(new_site),
        old_rows_(old_rows),
        new_rows_(new_rows),
        messages_(environment, command.common),
        mirror_(command.local),
        old_inputs_(input_options(old_options_, environment.in)),
        new_inputs_(input_options(new_options_, environment.in)),
        settings_(plan, old_inputs_),
        style_(
            row_style(chosen_format(command.requested_format, format_names, command.common.output),
                      command.common, environment)),
        output_(command.common.output, environment.out, contents_of(style_.format)),
        sink_(style_, compare_columns, [this](auto text) { return output_.write(text); }) {}

  int run();

 private:
  void warn_of_xml_base();
  void list_new_pages();
  bool place_in_mirror(site::Input& input) const;
  void choose_cut_folders();
  void compare_old(site::Input const& input, Documents* documents, DocumentJob* job,
                   RowPage const* rows);
  bool has_links(site::Input const& input);
  bool read(Documents& documents, DocumentJob& job, ComparedPage& page);
  void read_rows(ComparedPage& page);
  template <typename Wants, typename See>
  void visit(ComparedPage const& page, Wants const& wants, See const& see);
  template <typename Wants, typename See>
  void visit_rows(ComparedPage const& page, Wants const& wants, See const& see) const;
  template <typename Wants, typename See>
  tl::expected<void, html::FindError> visit_document(ComparedPage const& page, Wants const& wants,
                                                     See const& see, html::Notes* notes);
  bool is_compared(html::Link const& link) const;
  void plan_old(PageLink& read, html::Link const& link, bool resolves,
                Surroundings const& around) const;
  void plan(PageLink& read, html::Link const& link, Surroundings const& around) const;
  std::optional<std::size_t> find_new(std::string const& relative, std::string const& address);
  void compare(ComparedPage const& before, ComparedPage const& after);
  void print(ComparedPage const& before, ComparedPage const& after,
             std::deque<RowLinks> const& rows);
  void report(Change const& change);
  template <typename RowType>
  void write_fields(Change const& change);

  CompareCommand const& command_;
  html::LinkKinds kinds_;
  html::ElementNames elements_;
  Environment const& environment_;
  CommonOptions const& old_options_;
  CommonOptions const& new_options_;
  std::optional<LinkRows> const& old_rows_;  // nullopt: OLD is a folder
  std::optional<LinkRows> const& new_rows_;
  Messages messages_;
  site::Place mirror_;  // the folder of --local
  site::InputOptions old_inputs_;
  site::InputOptions new_inputs_;
  RewriteSettings settings_;
  RowStyle style_;
  Output output_;
  RowSink sink_;
  RowBuffer rows_;
  html::LinkFinder finder_;
  std::optional<Documents> new_documents_;
  std::vector<site::Input> new_pages_;
  std::map<std::string, std::size_t> by_place_;    // indexes of new pages by their paths
  std::map<std::string, std::size_t> by_address_;  // and by their own addresses
  std::vector<bool> is_matched_;
  std::size_t cut_folders_ = 0;  // at the start of the paths of pages of OLD, to find those of NEW
  std::string old_page_;         // the addresses of the pages that are compared
  std::string new_page_;
  std::size_t links_ = 0;
  std::size_t pages_ = 0;
  std::map<std::string, std::size_t, std::less<>> changes_;  // the number of each kind
  std::size_t by_xml_base_ = 0;  // rows outside of feeds with a base of xml:base
  bool failed_ = false;
};

/// Lists the pages of NEW, which are read later.
void CompareRun::list_new_pages() {
  const auto add = [this](site::Input input) {
    by_place_.emplace(input.relative, new_pages_.size());
    by_address_.emplace(input.url, new_pages_.size());
    new_pages_.push_back(std::move(input));
  };
  if (new_rows_) {
    for (RowPage const& page : new_rows_->pages()) add(input_of(page));
    is_matched_.assign(new_pages_.size(), false);
    choose_cut_folders();
    return;
  }
  site::InputSequence inputs(new_inputs_);
  while (auto step = inputs.next()) {
    auto* const input = std::get_if<site::Input>(&*step);
    if (input == nullptr) {
      auto const& error = std::get<site::InputError>(*step);
      using Kind = site::InputError::Kind;
      const bool is_fault = error.kind == Kind::unreadable || error.kind == Kind::no_address;
      if (!is_fault) continue;
      messages_.error(error.path, error.why);
      failed_ = true;
      continue;
    }
    add(std::move(*input));
  }
  is_matched_.assign(new_pages_.size(), false);
  choose_cut_folders();
}

/// With --local, a page of rows has a place in the mirror, whatever folder the rows are of. False
/// if it is not in the mirror.
bool CompareRun::place_in_mirror(site::Input& input) const {
  if (command_.local.empty()) return true;
  auto relative = mirror_.relative(input.path);
  boost::system::error_code error;
  if (!relative || !boost::filesystem::exists(input.path, error)) return false;
  input.relative = *std::move(relative);
  return true;
}

/// NEW may be a folder below the mirror, that of a host: cuts as many folders from the paths of OLD
/// as find most pages.
void CompareRun::choose_cut_folders() {
  if (command_.local.empty() || !old_rows_) return;
  std::array<std::size_t, 8> found{};
  for (RowPage const& page : old_rows_->pages()) {
    site::Input input = input_of(page);
    if (!place_in_mirror(input)) continue;
    const std::string path = settings_.output_path(input.path, input.relative);
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
std::optional<std::size_t> CompareRun::find_new(std::string const& relative,
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

/// Sets the target of a link of a page that moves to `new_page_`.
void CompareRun::plan(PageLink& read, html::Link const& link, Surroundings const& around) const {
  const auto base = url::Resolver::with_base(new_page_, {command_.common.standard});
  if (!base) return;
  html::LinkTarget wanted{link,      around.rel, around.element, read.url,
                          new_page_, *base,      read.expected};
  const bool moves = new_page_ != old_page_;
  const bool is_page = url::without_fragment(read.url) == url::without_fragment(old_page_);
  wanted.follows_page = moves && !url::is_fragment_only(link.raw);
  wanted.leads_to_page = moves && is_page;
  wanted.root = around.root;
  // --local drops base elements. xml:base stays, and the link with it: what the reference means
  // against the new page does not count either.
  wanted.base_goes = !command_.local.empty() && around.base != old_page_;
  const site::LinkPolicy policy = settings_.policy().apply(wanted);
  // References of a page to itself follow it when it moves.
  if (moves && is_page && read.expected == read.url) {
    std::string& where = policy == site::LinkPolicy::judged ? read.expected : read.other;
    where = url::with_fragment_of(read.url, new_page_);
  } else if (policy != site::LinkPolicy::judged) {
    read.other = settings_.policy().rebases.apply(read.url).value_or("");
  }
}

/// Sets the target of a link of OLD. A fragment of CSS or SVG that leads into its own document
/// follows that document.
void CompareRun::plan_old(PageLink& read, html::Link const& link, bool resolves,
                          Surroundings const& around) const {
  read.expected = read.url;
  if (!resolves) return;
  if (!link.local) return plan(read, link, around);
  if (url::without_fragment(read.url) == url::without_fragment(old_page_)) {
    read.expected = url::with_fragment_of(read.url, new_page_);
  }
}

bool CompareRun::is_compared(html::Link const& link) const {
  return link.kind != html::LinkKind::base && !is_unfetched_empty(link) &&
         is_selected(kinds_, elements_, link);
}

/// Sets the link's place in the page, and clears the URLs.
void begin_link(PageLink& read, html::Link const& link, std::string_view context) {
  read.context = context;
  read.element = link.element;
  read.attribute = link.attribute;
  read.index = link.index;
  read.url.clear();
  read.expected.clear();
  read.other.clear();
}

/// Calls `see(number, link)` for each link of a page with `wants(number)`. A link that did not
/// resolve on the first visit, as some limit was reached, does not resolve on later ones.
template <typename Wants, typename See>
void CompareRun::visit(ComparedPage const& page, Wants const& wants, See const& see) {
  if (page.rows != nullptr) return visit_rows(page, wants, see);
  static_cast<void>(visit_document(page, wants, see, nullptr));  // its error was reported
}

constexpr auto every_link = [](std::size_t) { return true; };

/// `visit` for a page of rows. If they have another address for the page, references that are
/// relative to it or to its base element are resolved again, as in a document.
template <typename Wants, typename See>
void CompareRun::visit_rows(ComparedPage const& page, Wants const& wants, See const& see) const {
  LinkRows const& rows = page.is_old ? *old_rows_ : *new_rows_;
  RowPage const& rows_of_page = *page.rows;
  std::string const& address = page.address;
  const bool is_old = page.is_old;
  const url::ResolveOptions options{command_.common.standard};
  std::optional<url::Resolver> moved;
  std::optional<url::Resolver> moved_base;
  std::string old_base;
  if (address != rows_of_page.address) {
    if (auto base = url::Resolver::with_base(address, options)) moved = std::move(*base);
    if (moved) {
      rows.each(rows_of_page, [&](LinkRow const& row) {
        const bool counts = row.link.kind == html::LinkKind::base && row.context.empty();
        if (!counts || row.url.empty() || !old_base.empty()) return;
        old_base = row.url;
        const auto there = moved->resolve(row.raw);
        if (!there) return;
        if (auto base = url::Resolver::with_base(*there, options)) moved_base = std::move(*base);
      });
    }
  }
  PageLink link;
  std::size_t number = 0;
  // In a feed, its own links come before those of the HTML in it.
  html::Namespace root = html::Namespace::none;
  rows.each(rows_of_page, [&](LinkRow const& row) {
    if (is_feed_namespace(row.link.ns) && root == html::Namespace::none) {
      root = row.link.ns == html::Namespace::atom ? row.link.ns : html::Namespace::rss;
    }
    if (!is_compared(row.link) || !wants(number++)) return;
    PageLink* const read = &link;
    begin_link(*read, row.link, row.context);
    read->resolves = !row.url.empty();
    read->is_by_xml_base = row.base_source == "xml-base" && root == html::Namespace::none;
    read->place = row.place;
    // As in rewrite, --local keeps the URL that a browser loads: it is relative to the page if a
    // base element comes too late.
    const bool by_loading = is_old && !command_.local.empty() && !row.loaded.empty();
    const std::string_view row_base =
        by_loading ? std::string_view(rows_of_page.address) : std::string_view(row.base);
    read->url = by_loading ? row.loaded : row.url.empty() ? row.raw : row.url;
    url::Resolver const* by = nullptr;
    if (moved && url::without_query(row_base) == rows_of_page.address) by = &*moved;
    if (moved_base && row_base == old_base) by = &*moved_base;
    if (by != nullptr && !row.url.empty()) {
      if (auto url = by->resolve(row.raw)) read->url = std::move(*url);
    }
    const std::string_view base = by != nullptr ? by->base() : row_base;
    if (is_old) {
      plan_old(*read, row.link, read->resolves, {base, row.rel, {}, root});
    } else {
      read->other = row.raw;
    }
    see(number - 1, *read);
  });
}

/// `visit` for a document. `notes` is null after the first visit.
template <typename Wants, typename See>
tl::expected<void, html::FindError> CompareRun::visit_document(ComparedPage const& page,
                                                               Wants const& wants, See const& see,
                                                               html::Notes* notes) {
  OpenDocument const& document = page.document;
  text::LineCursor cursor(document.source.text);
  const bool is_old = page.is_old;
  const html::Namespace root = document.source.content_type == html::ContentType::xml
                                   ? html::root_namespace_of_xml(document.source.text)
                                   : html::Namespace::none;
  PageLink read;
  std::size_t number = 0;
  const auto visit_links = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (!is_compared(link) || !wants(number++)) continue;
      begin_link(read, link, block.contexts[link.context].path);
      const bool is_first = number > page.links.size();
      // As in rewrite, --local keeps the URL that a browser loads.
      const bool by_loading = is_old && !command_.local.empty();
      read.resolves = is_first || page.links[number - 1].resolves;
      if (read.resolves) {
        read.resolves =
            (by_loading ? block.append_loaded(read.url, link) : block.append_url(read.url, link))
                .has_value();
      }
      if (!read.resolves) read.url = link.raw;
      if (!is_first) read.place = cursor.at(link.span.begin);
      if (is_old) {
        html::LinkBase const& base = block.bases[by_loading ? block.loaded_base(link) : link.base];
        plan_old(
            read, link, read.resolves,
            {base.resolver.base(), block.rel_of(link).value_or(""), block.element_of(link), root});
      } else {
        read.other = link.raw;
      }
      see(number - 1, read);
    }
  };
  const auto take_note = [&](html::Note const& note) {
    if (notes != nullptr) notes->push_back(note);
  };
  auto found = finder_.find(document.source, document.options,
                            {.links = visit_links, .notes = take_note, .with_rels = true});
  if (!found) return tl::unexpected(found.error());
  return {};
}

/// Reads the links of a page from its rows.
void CompareRun::read_rows(ComparedPage& page) {
  visit_rows(page, every_link, [&](std::size_t, PageLink const& link) {
    if (link.is_by_xml_base) ++by_xml_base_;
    page.links.push_back(hashes_of(link, page.is_old ? link.expected : link.url));
  });
}

/// Reads the links of the document of `job` at the page's address. False where it cannot be read.
bool CompareRun::read(Documents& documents, DocumentJob& job, ComparedPage& page) {
  page.file = job.input.path;
  const bool is_read = documents.read(job, page.document);
  if (is_read) {
    page.document.options.url = page.address;
    const auto found = visit_document(
        page, every_link,
        [&](std::size_t, PageLink const& link) {
          page.links.push_back(hashes_of(link, page.is_old ? link.expected : link.url));
        },
        &job.notes);
    if (!found) job.error = message(found.error());
    Documents::place_notes(job, page.document);
  }
  return documents.report(job) && is_read;
}

/// Appends the rows of the links between two pairs.
void add_gap(ComparedPage const& before, ComparedPage const& after, RowLinks begin, RowLinks end,
             std::deque<RowLinks>& rows) {
  const std::size_t old_size = end.old_link - begin.old_link;
  const std::size_t new_size = end.new_link - begin.new_link;
  auto pairs = common_sequence(old_size, new_size, [&](std::size_t i, std::size_t j) {
    return before.links[begin.old_link + i].shape == after.links[begin.new_link + j].shape;
  });
  pairs.push_back(row_of(old_size, new_size));
  RowLinks at = begin;
  for (auto const& [i, j] : pairs) {
    while (at.old_link < begin.old_link + i) rows.push_back({.old_link = at.old_link++});
    while (at.new_link < begin.new_link + j) rows.push_back({.new_link = at.new_link++});
    if (at.old_link == end.old_link || at.new_link == end.new_link) continue;
    rows.push_back({at.old_link++, at.new_link++});
  }
}

void CompareRun::compare(ComparedPage const& before, ComparedPage const& after) {
  auto const& old_links = before.links;
  auto const& new_links = after.links;
  ++pages_;
  links_ += old_links.size();
  auto pairs =
      common_sequence(old_links.size(), new_links.size(), [&](std::size_t i, std::size_t j) {
        return old_links[i].target == new_links[j].target ||
               old_links[i].alternate == new_links[j].target ||
               // What does not resolve stays as it is: it may resolve at the new address.
               (!old_links[i].resolves && old_links[i].target == new_links[j].alternate);
      });
  pairs.push_back(row_of(old_links.size(), new_links.size()));
  std::deque<RowLinks> rows;
  RowLinks begin{0, 0};
  for (auto const& [i, j] : pairs) {
    add_gap(before, after, begin, {i, j}, rows);
    begin = {i + 1, j + 1};
  }
  print(before, after, rows);
}

/// Prints rows, whose links are in order on both sides. Resolves the URLs of OLD for as many rows
/// as `max_kept` bytes hold, then those of NEW one by one.
void CompareRun::print(ComparedPage const& before, ComparedPage const& after,
                       std::deque<RowLinks> const& rows) {
  struct OldLink {
    std::string element;
    std::string attribute;
    std::string url;
    std::string expected;
    text::LineColumn place;
  };
  const std::size_t max_kept = (std::size_t{8} << 20) + 4 * before.size();
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    std::deque<OldLink> old_links;
    std::size_t kept = 0;
    const auto find_old = [&] {
      while (end < rows.size() && rows[end].old_link == RowLinks::none) ++end;
    };
    find_old();
    const auto wants_old = [&](std::size_t number) {
      return kept < max_kept && end < rows.size() && rows[end].old_link == number;
    };
    if (end < rows.size()) {
      visit(before, wants_old, [&](std::size_t, PageLink const& link) {
        old_links.push_back({std::string(link.element), std::string(link.attribute), link.url,
                             link.expected, link.place});
        kept += sizeof(OldLink) + link.url.size() + link.expected.size();
        ++end;
        find_old();
      });
    }
    std::size_t at = begin;
    const auto print_lost = [&] {
      for (; at < end && rows[at].new_link == RowLinks::none; ++at) {
        OldLink const& link = old_links.front();
        report({"lost", before.file, link.place, link.element, link.attribute, link.url,
                std::nullopt, link.expected});
        old_links.pop_front();
      }
    };
    print_lost();
    if (begin == end) return;  // no link was found again
    if (at == end) continue;
    const auto wants_new = [&](std::size_t number) {
      return at < end && rows[at].new_link == number;
    };
    visit(after, wants_new, [&](std::size_t, PageLink const& link) {
      if (rows[at++].old_link == RowLinks::none) {
        report({"added", after.file, link.place, link.element, link.attribute, std::nullopt,
                link.url, std::nullopt});
      } else {
        OldLink const& old = old_links.front();
        report({"elsewhere", after.file, link.place, link.element, link.attribute, old.url,
                link.url, old.expected});
        old_links.pop_front();
      }
      print_lost();
    });
  }
}

template <typename RowType>
void CompareRun::write_fields(Change const& change) {
  RowType row(rows_, style_);
  row.begin();
  row.name("change"_key, change.change);
  row.text("file"_key, text::to_valid_utf8(change.file));
  row.number("line"_key, change.place.line);
  row.number("column"_key, change.place.column);
  row.text("element"_key, change.element);
  row.text("attribute"_key, change.attribute);
  row.text_or_null("before"_key, change.before);
  row.text_or_null("after"_key, change.after);
  row.text_or_null("expected"_key, change.expected);
  row.end();
}

void CompareRun::report(Change const& change) {
  ++changes_[std::string(change.change)];
  rows_.clear();
  if (is_json(style_.format)) {
    write_fields<JsonRow>(change);
  } else if (style_.format == Format::csv) {
    write_fields<CsvRow>(change);
  } else {
    std::string line;
    append_printable(line, change.file, style_.display);
    line += ':' + std::to_string(change.place.line) + ':' + std::to_string(change.place.column) +
            ": " + std::string(change.change) + ": ";
    append_printable(line, change.element, style_.display);
    if (!change.attribute.empty()) {
      line += '[';
      append_printable(line, change.attribute, style_.display);
      line += ']';
    }
    if (!change.element.empty() || !change.attribute.empty()) line += ' ';
    const auto append_url = [&](char const* before, std::string_view url) {
      append_printable(line += before, site::shown_url(url), style_.display);
    };
    append_url("", change.before.value_or(change.after.value_or("")));
    if (change.before && change.after) append_url(" -> ", *change.after);
    if (change.expected && change.expected != change.before) {
      append_url(", expected ", *change.expected);
    }
    line += '\n';
    rows_.append(line);
  }
  sink_.emit(rows_.view());
}

/// Compares a page of OLD, which is read from a document or from rows.
void CompareRun::compare_old(site::Input const& input, Documents* documents, DocumentJob* job,
                             RowPage const* rows) {
  const auto addresses = settings_.addresses_of(input);
  old_page_ = addresses.before;
  new_page_ = addresses.after;
  ComparedPage before{.file = input.path, .address = old_page_, .is_old = true, .rows = rows};
  if (rows != nullptr) {
    before.file = rows->file;
    read_rows(before);
  } else if (!read(*documents, *job, before)) {
    return;
  }
  const auto found = find_new(settings_.output_path(input.path, input.relative), new_page_);
  if (!found) {
    if (new_rows_ && before.links.empty()) return;  // rows do not list such a page
    report({"page-lost", before.file, {1, 1}, {}, {}, old_page_, std::nullopt, new_page_});
    return;
  }
  ComparedPage after{.address = new_page_};
  if (new_rows_) {
    after.rows = &new_rows_->pages()[*found];
    after.file = after.rows->file;
    read_rows(after);
  } else {
    DocumentJob new_job;
    new_job.input = new_pages_[*found];
    if (!read(*new_documents_, new_job, after)) return;
  }
  compare(before, after);
}

/// True for a page of NEW that has links. Rows do not show whether others were in OLD.
bool CompareRun::has_links(site::Input const& input) {
  DocumentJob job;
  job.input = input;
  ComparedPage page{.address = input.url};
  return read(*new_documents_, job, page) && !page.links.empty();
}

/// Warns of rows with an xml:base that `compare` ignores: `resolve` applies all by default.
void CompareRun::warn_of_xml_base() {
  if (by_xml_base_ == 0 || html::counts_in_html(command_.common.xml_base)) return;
  messages_.warning("--xml-base", counted(by_xml_base_, "row has", "rows have") +
                                      " a base URL by xml:base, which browsers ignore in HTML, "
                                      "XHTML and SVG: make the rows with --xml-base auto, or "
                                      "compare with --xml-base on");
}

int CompareRun::run() {
  if (messages_.report(output_.error())) return exit_error;
  list_new_pages();
  if (!new_rows_) new_documents_.emplace(new_options_, environment_, messages_);
  sink_.begin();
  if (old_rows_) {
    for (RowPage const& page : old_rows_->pages()) {
      site::Input input = input_of(page);
      if (place_in_mirror(input)) {
        compare_old(input, nullptr, nullptr, &page);
      } else {
        messages_.error(page.file, "is not in the folder of --local; not compared");
        failed_ = true;
      }
    }
  } else {
    Documents old_documents(old_options_, environment_, messages_);
    DocumentJob job;
    while (old_documents.next_document(job)) {
      if (job.error.empty()) {
        compare_old(site::Input(job.input), &old_documents, &job, nullptr);
      } else {
        old_documents.report(job);
      }
    }
    failed_ = failed_ || old_documents.failed();
  }
  for (std::size_t i = 0; i < new_pages_.size(); ++i) {
    if (is_matched_[i]) continue;
    site::Input const& page = new_pages_[i];
    if (old_rows_ && !new_rows_ && !has_links(page)) continue;
    report({"page-added", page.path, {1, 1}, {}, {}, std::nullopt, page.url, std::nullopt});
  }
  sink_.end();
  warn_of_xml_base();
  output_.finish(pages_);
  if (messages_.report(output_.error())) return exit_error;
  std::string summary =
      counted(links_, "link", "links") + " on " + counted(pages_, "page", "pages") + " compared";
  for (auto const& [change, count] : changes_) {
    summary += "; " + grouped_number(count) + " " + change;
  }
  messages_.summary(summary);
  if (failed_ || (new_documents_ && new_documents_->failed())) return exit_error;
  return changes_.empty() ? exit_clean : exit_findings;
}

/// Reads the rows at `path`; nullopt if that is a folder. Reports errors in them.
std::optional<LinkRows> rows_at(std::string const& path, Environment const& environment,
                                Messages& messages) {
  if (site::is_folder(path)) return std::nullopt;
  auto rows = LinkRows::read(
      path, environment.in,
      [&](std::string const& place, std::string const& why) { messages.error(place, why); });
  if (rows) return *std::move(rows);
  boost::system::error_code error;
  const bool is_there = path == "-" || boost::filesystem::exists(path, error);
  throw UsageError("'" + url::masked_url(path) + "' " +
                   (is_there ? rows.error() : "does not exist") +
                   "; give a folder, or a file of 'resolve --format jsonl'");
}

/// Finds the folder of the rows, and its address.
void place_rows(LinkRows& rows, std::string const& path, std::string const& option,
                std::string const& site_url) {
  if (const auto placed = rows.place_at(site_url); !placed) {
    const std::string wrong = "'" + path + "': " + placed.error();
    throw site_url.empty() ? UsageError(wrong) : UsageError(option, wrong);
  }
}

int CompareCommand::run(Environment const& environment) const {
  if (common.inputs.size() != 2 || !common.files_from.empty()) {
    const std::string wrong =
        "give two folders, or files of 'resolve --format jsonl': the site before, and the site "
        "after";
    if (common.inputs.size() < 2) throw NoInput(wrong, "which are the two folders?");
    throw UsageError(wrong);
  }
  std::string const& old_path = common.inputs[0];
  std::string const& new_path = common.inputs[1];
  if (old_path == "-" && new_path == "-") {
    throw UsageError("standard input cannot be both the old and the new site");
  }
  Messages messages(environment, common);
  const OutputGuard guard(common, environment);
  for (std::string const& path : common.inputs) {
    if (!site::is_folder(path)) guard.check_input(path);
  }
  std::optional<LinkRows> old_rows = rows_at(old_path, environment, messages);
  std::optional<LinkRows> new_rows = rows_at(new_path, environment, messages);
  CommonOptions old_site = common;
  old_site.output.clear();
  if (local.empty()) old_site.folder_url = site::default_site_url;
  old_site.looks_at_bytes = !local.empty();
  std::string old_url = folder_url("--site-url", common.site_url, common.standard);
  if (old_rows) {
    place_rows(*old_rows, old_path, "--site-url", old_url);
    old_url = old_rows->site_url();
    // Without a web address, rows of a mirror have the addresses of their places in it.
    if (local.empty() || !old_url.starts_with("file:")) old_site.site_url = old_url;
  } else if (old_url.empty()) {
    old_url = site::default_site_url;
  }
  CommonOptions new_site = old_site;
  // The input options apply to folders. Rows have their addresses already.
  old_site.inputs = {old_rows ? "." : old_path};
  new_site.inputs = {new_rows ? "." : new_path};
  RewriteCommand plan;
  plan.common = common;
  plan.common.site_url = old_site.site_url;
  plan.to = html::UrlForm::as_written;  // a plan without moves is valid, too
  plan.rebase = rebase;
  plan.map = map;
  plan.local = local;
  plan.index = index;
  plan.extensions = extensions;
  if (old_rows && !(index.empty() && extensions.empty())) {
    throw UsageError(index.empty() ? "--extensions" : "--index",
                     "needs a folder as OLD: it looks for files there");
  }
  // In place, files keep their names.
  const bool is_in_place = !local.empty() && site::Place(local).relative(new_path);
  if (!is_in_place) plan.output = new_path;
  plan.kinds = {};
  // The address of NEW: that of the option, else that of its rows, else that of OLD by the plan.
  std::string new_url = folder_url("--new-site-url", new_site_url, common.standard);
  if (new_rows) {
    place_rows(*new_rows, new_path, "--new-site-url", new_url);
    new_url = new_rows->site_url();
  }
  if (!new_url.empty()) {
    new_site.site_url = new_url;
    if (rebase.empty() && local.empty() && new_url != old_url) {
      plan.rebase.push_back(old_url + "=" + new_url);
      const bool has_address = !old_url.starts_with("file:") || !new_url.starts_with("file:");
      if (new_site_url.empty() && has_address) {
        messages.warning(new_path, "its pages are at " + new_url + ", and those of " + old_path +
                                       " at " + old_url +
                                       ": compared as a move (--new-site-url says so without this "
                                       "warning)");
      }
    }
  } else if (local.empty() && !rebase.empty()) {
    const RewriteSettings settings(plan, input_options(old_site, environment.in));
    new_site.site_url = settings.policy().page_address(old_url);
  }
  const int exit_code =
      CompareRun(*this, environment, plan, old_site, new_site, old_rows, new_rows).run();
  const bool has_faults =
      (old_rows && old_rows->has_faults()) || (new_rows && new_rows->has_faults());
  return has_faults ? exit_error : exit_code;
}

}  // namespace

std::unique_ptr<Command> make_compare_command() {
  return std::make_unique<CompareCommand>();
}

}  // namespace hrefkit::cli
