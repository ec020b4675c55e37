#include "hrefkit/site/compare/page_links.h"

#include <optional>
#include <span>
#include <utility>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/rewrite.h"
#include "hrefkit/site/rewrite_policy.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::site {

/// The surroundings of a link of OLD.
struct PageLinks::Surroundings {
  std::string_view base;                         ///< the URL that it is relative to
  std::string_view rel = {};                     ///< of its element
  html::ElementView element = {};                ///< its element, if that is known
  html::Namespace root = html::Namespace::none;  ///< of the root element of XML
};

namespace {

LinkHashes hashes_of(ComparedLink const& link, bool is_old) {
  text::Hash128 const& key = text::process_hash_key();
  std::string place(link.context);
  place.append("\n").append(link.element).append("\n").append(link.attribute).append("\n");
  place += std::to_string(link.index);
  LinkHashes hashes{
      .shape = text::hash64(place, key[0]), .resolves = link.resolves, .is_kept = link.is_kept};
  const text::Hash128 key_of_shape{key[0] ^ hashes.shape, key[1]};
  std::string const& target = is_old ? link.expected : link.target.empty() ? link.url : link.target;
  hashes.target = text::hash128(target, key_of_shape);
  hashes.alternate = link.other.empty() ? hashes.target : text::hash128(link.other, key_of_shape);
  return hashes;
}

/// Sets the link's place in the page, and clears the URLs.
void begin_link(ComparedLink& read, html::Link const& link, std::string_view context) {
  read.context = context;
  read.element = link.element;
  read.attribute = link.attribute;
  read.index = link.index;
  read.url.clear();
  read.target.clear();
  read.expected.clear();
  read.other.clear();
}

}  // namespace

std::uint64_t page_id_hash(std::string_view id) {
  return text::hash64(id, text::process_hash_key()[0]);
}

PageLinks::PageLinks(CompareOptions const& options, MovedAddresses const& moved)
    : options_(options), moved_(moved) {}

/// Sets the target of a link that leads to a page which moved without a plan: where it went, or,
/// with a redirect, its old address.
void PageLinks::follow_moved(ComparedLink& read) const {
  if (moved_.empty() || !read.resolves) return;
  if (auto found = moved_.find(read.expected)) {
    if (found->is_redirected && read.other.empty()) read.other = read.expected;
    read.expected = std::move(found->url);
  } else {
    read.expected = moved_.spelled_out(read.expected);
  }
  if (read.other.empty()) return;
  if (auto found = moved_.find(read.other); found && !found->is_redirected) {
    read.other = std::move(found->url);
  } else if (!found) {
    read.other = moved_.spelled_out(read.other);
  }
}

/// Sets the target of a link of OLD. A fragment of CSS or SVG that leads into its own document
/// follows that document.
void PageLinks::plan(ComparedLink& read, html::Link const& link, Surroundings const& around) const {
  read.expected = read.url;
  read.is_kept = false;
  if (!read.resolves) return;
  auto const& [old_page, new_page] = addresses_;
  const bool is_page = url::without_fragment(read.url) == url::without_fragment(old_page);
  if (link.local) {
    if (is_page) read.expected = url::with_fragment_of(read.url, new_page);
    return;
  }
  const auto base = url::Resolver::with_base(new_page, {options_.standard});
  if (!base) return;
  html::LinkTarget wanted{link,     around.rel, around.element, read.url,
                          new_page, *base,      read.expected};
  const bool moves = new_page != old_page;
  wanted.follows_page = moves && !url::is_fragment_only(link.raw) &&
                        url::scheme_length(text::strip_ascii_whitespace(link.raw)) == 0;
  wanted.leads_to_page = moves && is_page;
  wanted.page_moves = moves;
  wanted.root = around.root;
  // In a mirror, base elements go. xml:base stays, and the link with it: what the reference means
  // against the new page does not count either.
  wanted.base_goes = !options_.local.empty() && around.base != old_page;
  const LinkPolicy policy = options_.moves.policy.apply(wanted);
  read.is_kept = policy == LinkPolicy::kept_under_old || policy == LinkPolicy::kept_name;
  // References of a page to itself follow it when it moves.
  if (moves && is_page && read.expected == read.url) {
    std::string& where = policy == LinkPolicy::judged ? read.expected : read.other;
    where = url::with_fragment_of(read.url, new_page);
  } else if (policy != LinkPolicy::judged) {
    read.other = options_.moves.policy.moved(read.url, new_page).value_or("");
  }
}

bool PageLinks::is_compared(html::Link const& link) const {
  return link.kind != html::LinkKind::base && !is_unfetched_empty(link) &&
         is_selected(options_.kinds, options_.elements, link);
}

void PageLinks::visit(ComparedPage const& page, Wants const& wants, See const& see) {
  if (page.rows != nullptr) return visit_rows(page, wants, see);
  static_cast<void>(visit_document(page, wants, see, nullptr));  // its error was reported
}

/// `visit` for a page of rows. If they have another address for the page, references that are
/// relative to it or to its base element are resolved again, as in a document.
void PageLinks::visit_rows(ComparedPage const& page, Wants const& wants, See const& see) const {
  LinkRows const& rows = page.is_old ? *options_.old_rows : *options_.new_rows;
  RowPage const& rows_of_page = *page.rows;
  std::string const& address = page.address;
  const bool is_old = page.is_old;
  const url::ResolveOptions options{options_.standard};
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
  ComparedLink read;
  std::size_t number = 0;
  // In a feed, its own links come before those of the HTML in it.
  html::Namespace root = html::Namespace::none;
  rows.each(rows_of_page, [&](LinkRow const& row) {
    if (is_feed_namespace(row.link.ns) && root == html::Namespace::none) {
      root = row.link.ns == html::Namespace::atom ? row.link.ns : html::Namespace::rss;
    }
    if (!is_compared(row.link) || !wants(number++)) return;
    begin_link(read, row.link, row.context);
    read.resolves = !row.url.empty();
    read.is_by_xml_base = row.base_source == "xml-base" && root == html::Namespace::none;
    read.place = row.place;
    // As in rewrite, a mirror keeps the URL that a browser loads: it is relative to the page if a
    // base element comes too late.
    const bool by_loading = is_old && !options_.local.empty() && !row.loaded.empty();
    const std::string_view row_base =
        by_loading ? std::string_view(rows_of_page.address) : std::string_view(row.base);
    read.url = by_loading ? row.loaded : row.url.empty() ? row.raw : row.url;
    url::Resolver const* by = nullptr;
    if (moved && url::without_query(row_base) == rows_of_page.address) by = &*moved;
    if (moved_base && row_base == old_base) by = &*moved_base;
    if (by != nullptr && !row.url.empty()) {
      if (auto url = by->resolve(row.raw)) read.url = std::move(*url);
    }
    const std::string_view base = by != nullptr ? by->base() : row_base;
    if (is_old) {
      plan(read, row.link, {base, row.rel, {}, root});
      follow_moved(read);
    } else {
      if (!moved_.empty()) read.target = moved_.spelled_out(read.url);
      read.other = row.raw;
    }
    see(read);
  });
}

/// `visit` for a document. `notes` is null after the first visit.
tl::expected<void, html::FindError> PageLinks::visit_document(ComparedPage const& page,
                                                              Wants const& wants, See const& see,
                                                              html::Notes* notes) {
  text::LineCursor cursor(page.source->text);
  const bool is_old = page.is_old;
  const html::Namespace root = html::root_namespace_of(*page.source);
  ComparedLink read;
  std::size_t number = 0;
  const auto visit_links = [&](html::LinkBlock const& block) {
    for (html::Link const& link : block.links) {
      if (!is_compared(link) || !wants(number++)) continue;
      begin_link(read, link, block.contexts[link.context].path);
      const bool is_first = number > page.links.size();
      // As in rewrite, a mirror keeps the URL that a browser loads.
      const bool by_loading = is_old && !options_.local.empty();
      read.resolves = is_first || page.links[number - 1].resolves;
      if (read.resolves) {
        const auto resolved = link.reference == html::Reference::unknown_page
                                  ? block.append_for_own_page(read.url, link)
                              : by_loading ? block.append_loaded(read.url, link)
                                           : block.append_url(read.url, link);
        read.resolves = resolved.has_value();
      }
      if (!read.resolves) read.url = link.raw;
      if (!is_first) {
        const text::Span bytes = block.bytes_of(link);
        read.place = cursor.at(link.span.begin);
        read.offset = bytes.begin;
        read.length = bytes.length();
        read.raw = link.raw;
      }
      if (is_old) {
        html::LinkBase const& base = block.bases[by_loading ? link.loaded_base : link.base];
        plan(read, link,
             {base.resolver.base(), link.rel.value_or(""), block.element_of(link), root});
        follow_moved(read);
      } else {
        if (!moved_.empty()) read.target = moved_.spelled_out(read.url);
        read.other = link.raw;
      }
      see(read);
    }
  };
  const auto take_note = [&](html::Note const& note) {
    if (notes != nullptr) notes->push_back(note);
  };
  html::LinkSink sink{.links = visit_links, .notes = take_note, .with_rels = true};
  if (notes != nullptr && page.ids != nullptr) {
    sink.anchors = [&](std::span<html::Anchor const> anchors) {
      for (html::Anchor const& anchor : anchors) {
        page.ids->push_back({page_id_hash(anchor.name), anchor.span});
      }
    };
  }
  auto found = finder_.find(*page.source, *page.options, sink);
  if (!found) return tl::unexpected(found.error());
  return {};
}

tl::expected<void, html::FindError> PageLinks::read(ComparedPage& page, html::Notes& notes) {
  const auto every_link = [](std::size_t) { return true; };
  const auto add = [&](ComparedLink const& link) {
    if (link.is_by_xml_base) ++page.by_xml_base;
    if (page.on_fragment && link.resolves && url::fragment_of(link.url)) page.on_fragment(link.url);
    page.links.push_back(hashes_of(link, page.is_old));
  };
  if (page.rows == nullptr) return visit_document(page, every_link, add, &notes);
  visit_rows(page, every_link, add);
  return {};
}

}  // namespace hrefkit::site
