#include "html/edit/rewrite_laws.h"

#include <algorithm>

#include "hrefkit/html/edit/template_code.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/ascii_search.h"

namespace hrefkit::test {

namespace {

using namespace html;

/// A reported change: a place in the old text and what stands there afterwards.
struct Change {
  text::Span place;
  std::string value;
};

std::string decoded(std::string_view bytes, RewriteOptions const& options) {
  std::string buffer;
  Notes notes;
  const auto source = decode_source(bytes, options.encoding, buffer, notes);
  return source ? std::string(source->text) : std::string();
}

/// True when `after` is `before` with the changes made.
bool only_changes(std::string_view before, std::string_view after,
                  std::vector<Change> const& changes) {
  std::string made;
  std::size_t at = 0;
  for (Change const& change : changes) {
    if (change.place.begin < at) return false;
    made.append(before.substr(at, change.place.begin - at)).append(change.value);
    at = change.place.end;
  }
  return made.append(before.substr(at)) == after;
}

/// Base elements may lose several attributes, of which one is reported.
bool has_base_href(std::vector<LinkFacts> const& links) {
  return std::any_of(links.begin(), links.end(),
                     [](LinkFacts const& link) { return link.kind == "base"; });
}

/// So may elements with duplicates of xml:base.
bool has_two_xml_bases(std::string_view text) {
  const std::size_t first = text::find_ignoring_ascii_case(text, "xml:base");
  return first != std::string_view::npos &&
         text::find_ignoring_ascii_case(text, "xml:base", first + 1) != std::string_view::npos;
}

bool is_free(LinkFacts const& link) {
  if (link.local || link.attribute == "itemtype") return false;
  if (link.url.empty()) return false;
  // Nothing loads a picture, a script or media of SVG by an empty reference.
  const bool is_loaded = link.kind == "script" || link.kind == "media" ||
                         (link.kind == "image" && link.element != "feImage");
  if (link.ns == Namespace::svg && is_loaded && text::strip_ascii_whitespace(link.raw).empty()) {
    return false;
  }
  if (link.raw.empty()) {  // what follows an empty reference
    if (link.ns == Namespace::svg || is_feed_namespace(link.ns)) return true;
    return link.kind == "hyperlink" || link.kind == "cite" || link.kind == "refresh" ||
           link.kind == "base";
  }
  for (const std::string_view scheme : {"javascript:", "data:", "mailto:", "about:", "blob:"}) {
    if (link.url.starts_with(scheme)) return false;
  }
  return true;
}

/// True for a link that is one of the URLs of its value.
bool is_list(LinkFacts const& link) {
  for (const std::string_view name : {"srcset", "imagesrcset", "ping", "archive", "class"}) {
    if (link.attribute == name) return true;
  }
  return false;
}

}  // namespace

MapUrl in_form(UrlForm form) {
  return [form](LinkTarget& target) { target.form = form; };
}

std::vector<LinkFacts> facts_of(std::string_view bytes, RewriteOptions const& options,
                                std::string const& url) {
  std::vector<LinkFacts> facts;
  std::string buffer;
  Notes notes;
  const auto source = decode_source(bytes, options.encoding, buffer, notes);
  if (!source) return facts;
  DocumentOptions document = options.document;
  document.url = url;
  if (document.xml_base == XmlBase::unspecified) document.xml_base = XmlBase::automatic;
  const auto take = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      facts.push_back({std::string(link.element), std::string(link.attribute),
                       std::string(name(link.kind)), block.contexts[link.context].path,
                       std::string(link.raw), block.resolve(link).value_or(std::string()),
                       link.local, link.ns});
    }
  };
  static_cast<void>(find_links(*source, document, {.links = take}));
  return facts;
}

std::string broken_law(std::string_view bytes, RewriteOptions const& options, MapUrl const& map_url,
                       std::string& bytes_after) {
  std::string buffer;
  Notes notes;
  const auto source = decode_source(bytes, options.encoding, buffer, notes);
  bytes_after = bytes;
  if (!source) return {};
  Rewriter rewriter;
  std::vector<Change> changes;
  const auto take = [&](RewriteEdit const& edit) {
    changes.push_back({edit.place, std::string(edit.value)});
  };
  const auto page = rewriter.rewrite(*source, options, map_url, notes, take);
  if (!page) {
    const bool is_refused = page.error().message.find("cannot be written") != std::string::npos;
    if (!is_refused) return "not proved: " + page.error().message;
    bytes_after.clear();
    return {};
  }
  if (!page->changed) return changes.empty() ? "" : "changes are reported, but none was made";
  bytes_after = page->bytes;
  const bool many_parts =
      (options.drop_base && has_base_href(facts_of(bytes, options, options.document.url))) ||
      (options.drop_xml_base && has_two_xml_bases(source->text));
  if (!many_parts && !only_changes(source->text, decoded(bytes_after, options), changes)) {
    return "other places than those reported have changed";
  }
  RewriteOptions again = options;
  if (!options.new_url.empty() && !options.file_stays) again.document.url = options.new_url;
  const auto second = html::rewrite(bytes_after, again, map_url);
  if (!second) return "not proved the second time: " + second.error().message;
  if (second->changed) return "a second run changes something";
  return {};
}

std::string broken_target(std::string_view before, std::string_view after,
                          RewriteOptions const& options) {
  if (after.empty()) return {};
  auto old_facts = facts_of(before, options, options.document.url);
  const std::string page = options.new_url.empty() ? options.document.url : options.new_url;
  const auto new_facts = facts_of(after, options, page);
  // Where a base element holds template code, all of them stay.
  if (options.drop_base && !has_base_href(new_facts)) {
    std::erase_if(old_facts, [](LinkFacts const& link) { return link.kind == "base"; });
  }
  if (old_facts.size() != new_facts.size()) return "the number of links has changed";
  const std::string old_page = options.document.url.substr(0, options.document.url.find('#'));
  for (std::size_t i = 0; i < old_facts.size(); ++i) {
    LinkFacts const& one = old_facts[i];
    LinkFacts const& other = new_facts[i];
    if (one.element != other.element || one.attribute != other.attribute ||
        one.context != other.context || one.kind != other.kind) {
      return "a link has become another: " + one.element + "[" + one.attribute + "]";
    }
    // Without a scheme, an item's name is no reference.
    if (one.element == "guid" && one.raw == other.raw) continue;
    // What holds template code stays, and a note says so. Of a list the whole value counts, which
    // is not known here.
    const bool may_hold_template = is_list(one) ? holds_template(before) : holds_template(one.raw);
    if (may_hold_template && one.raw == other.raw) continue;
    if (!is_free(one)) {
      if (one.raw != other.raw) return "a link that never changes has changed: " + one.raw;
      continue;
    }
    const bool to_itself =
        page != options.document.url && one.url.substr(0, one.url.find('#')) == old_page;
    if (!to_itself && one.url != other.url) {
      return one.raw + " led to " + one.url + ", " + other.raw + " leads to " + other.url;
    }
  }
  return {};
}

}  // namespace hrefkit::test
