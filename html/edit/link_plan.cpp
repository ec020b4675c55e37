#include "hrefkit/html/edit/link_plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/edit/place_writer.h"
#include "hrefkit/html/edit/reference.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/edit/template_code.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/import_map.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/text/chunked_text.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/relativize.h"
#include "hrefkit/url/url_offsets.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::html {

namespace {

// Links that keep their text.

constexpr std::array<std::string_view, 5> fixed_schemes{
    "javascript:", "data:", "mailto:", "about:", "blob:"};

/// True for links whose empty reference resolves to the base URL and is followed or fetched.
bool follows_empty(Link const& link) {
  if (link.ns == Namespace::svg || is_feed_namespace(link.ns)) return !is_unfetched_empty(link);
  switch (link.kind) {
    case LinkKind::hyperlink: {
      LinkRow const& row = row_of(link);
      return row.effect == BaseEffect::hyperlink && row.rule != LinkRule::kind_by_rel;
    }
    case LinkKind::cite:
    case LinkKind::refresh:
    case LinkKind::base:
      return true;
    default:
      return row_of(link).condition == LinkCondition::is_item;
  }
}

/// True for a serialised URL that is not an address: javascript:, data:, mailto:, about:, blob:.
bool is_fixed_url(std::string_view url) {
  return std::any_of(fixed_schemes.begin(), fixed_schemes.end(),
                     [&](std::string_view scheme) { return url.starts_with(scheme); });
}

/// True when the URL of a link is that of its page, `page`, except for the fragment.
bool is_same_document(std::string_view url, std::string_view page) {
  page = url::without_fragment(page);
  return url.starts_with(page) && (url.size() == page.size() || url[page.size()] == '#');
}

/// True for what only the caller has to know about: see AlsoFind::unwritten.
bool is_unwritten(Link const& link) {
  return row_of(link).condition == LinkCondition::unwritten;
}

std::string_view folder_of(std::string_view url) {
  url = url::without_query(url);
  return url.substr(0, url.rfind('/') + 1);
}

/// True for URLs in scripts that are not written: Vite's helper puts a base before the entries of
/// its lists, and programs alone know what JSON is for.
bool is_data_of_script(LinkRow const& row) {
  return row.base == ScriptBase::vite || row.grammar == LinkGrammar::json_ld ||
         row.grammar == LinkGrammar::speculation_rules;
}

/// True for an entry of Vite's lists that is relative to the address of the site, not to the
/// script.
bool is_from_vite_base(Link const& link) {
  return row_of(link).base == ScriptBase::vite && !link.raw.starts_with("./") &&
         !link.raw.starts_with("../");
}

/// True for what leads nowhere by itself: a page that loads the script says where it leads.
bool depends_on_page(url::Error error) {
  return error == url::Error::bare_specifier || error == url::Error::page_base;
}

ReferenceText text_of_reference(LinkRow const& row) {
  const bool is_specifier = row.is_specifier || row.grammar == LinkGrammar::import_map;
  return is_specifier ? ReferenceText::specifier : ReferenceText::url;
}

}  // namespace

bool is_fixed(Link const& link) {
  LinkRow const& row = row_of(link);
  if (link.local || row.condition == LinkCondition::is_name || is_unwritten(link)) return true;
  if (is_data_of_script(row)) return true;
  // A folder for names that the script puts together.
  const bool is_part = is_named_by_script(row) && link.use == LinkUse::names_only;
  if (is_part && shape_of(link.raw) == url::ReferenceShape::path) return true;
  if (is_bare_guid(link) || is_unfetched_empty(link)) return true;
  return link.raw.empty() && !follows_empty(link);
}

tl::expected<void, url::Error> append_written_url(std::string& out, LinkBlock const& block,
                                                  Link const& link, std::uint32_t base) {
  url::Resolver const& resolver = block.bases[base].resolver;
  switch (link.reference) {
    case Reference::url:
      break;
    case Reference::specifier:
      return ImportMaps().append_resolved(out, link.raw, resolver);
    case Reference::unknown_page:
      return block.append_for_own_page(out, link);
  }
  return block.append_by(out, link, base);
}

LinkPlan::LinkPlan(RewriteTask const& task, EditSink const& sink)
    : task_(task),
      sink_(sink),
      absolute_(url::ResolveOptions{task.options.document.standard}),
      writer_(edits_, task.source.content_type) {
  const url::UrlOffsets at = url::find_offsets(task.page);
  if (at.has_host()) origin_ = std::string_view(task.page).substr(0, at.path_begin);
}

bool LinkPlan::leads_to(std::string_view reference, std::string_view url,
                        url::Resolver const& base) {
  there_.clear();
  return base.append_resolved(there_, reference) && there_ == url;
}

void LinkPlan::find_target(RewriteTarget& wanted, OldLink const& old,
                           url::Resolver const& new_base) const {
  Link const& link = old.link;
  const std::string_view url = old.url;
  wanted.url = url;
  wanted.form = UrlForm::as_written;
  wanted.reason = {};
  wanted.is_unusable = false;
  const auto shape = shape_of(link.raw);
  bool may_follow = shape.has_value();
  bool is_serialised = false;
  if (task_.map_url) {
    LinkTarget target{link, old.rel, old.element, url, task_.page, new_base, wanted.url};
    target.follows_page = old.follows && shape == url::ReferenceShape::path;
    target.leads_to_page = task_.moves() && is_same_document(url, task_.old_page);
    target.page_moves = task_.moves();
    target.base_goes = old.base_goes;
    target.root = task_.root;
    target.context = old.context;
    target.base = old.declared;
    target.block = old.block;
    task_.map_url(target);
    if (target.left_alone) may_follow = url::is_fragment_only(link.raw);
    wanted.form = target.form;
    wanted.reason = target.reason;
    is_serialised = target.is_serialised;
  }
  if (!is_serialised && wanted.url != url) {
    // FAST: what is mapped to is mostly serialised already; resolving it proves that.
    wanted.buffer.clear();
    wanted.is_unusable = !absolute_.append_resolved(wanted.buffer, wanted.url);
    if (wanted.is_unusable) wanted.buffer = url;
    wanted.url.swap(wanted.buffer);
    text::clear_buffer(wanted.buffer);
  }
  if (may_follow && wanted.url == url && task_.moves() && link.kind != LinkKind::base &&
      is_same_document(url, task_.old_page)) {
    // A page that moves takes its references to itself along.
    wanted.url = url::with_fragment_of(url, task_.page);
  }
  const bool wants_own = wanted.form == UrlForm::relative || wanted.form == UrlForm::root_relative;
  if (wants_own && !is_own(wanted.url)) wanted.form = UrlForm::as_written;
}

/// True for a URL of the page's origin.
bool LinkPlan::is_own(std::string_view url) const {
  // FAST: mostly the URL begins as that of the page.
  const bool begins_so = url.size() > origin_.size() && url[origin_.size()] == '/';
  if (begins_so && !origin_.empty() && url.starts_with(origin_)) return true;
  return url::have_same_origin(url, task_.page);
}

bool LinkPlan::OldLink::has_local_fragments() const {
  return grammar == LinkGrammar::css || link.kind == LinkKind::stylesheet ||
         (link.ns == Namespace::svg && link.kind != LinkKind::hyperlink);
}

/// True if `reference` may be written. A relative reference that leads to the same URL from two
/// folders does so by chance, as it climbs above the root: it is refused.
bool LinkPlan::may_write(OldLink const& old, NewBase const& base, RewriteTarget const& wanted,
                         std::string_view reference) const {
  if (old.has_local_fragments() && url::is_fragment_only(reference)) return false;
  const bool is_of_page = old.link.reference == Reference::unknown_page;
  if (is_of_page && shape_of(reference) == url::ReferenceShape::path) return false;
  if (!base.again) return true;
  const auto url = base.again->resolve(reference);
  if (!url) return false;
  const bool is_chance = *url == wanted.url && shape_of(reference) == url::ReferenceShape::path &&
                         folder_of(base.again->base()) != folder_of(base.resolver.base());
  return !is_chance && survives_second_run(old, base, wanted, reference, *url);
}

/// True if a second run, which reads the page at its old address again, finds nothing to change;
/// there `reference` leads to `url`.
bool LinkPlan::survives_second_run(OldLink const& old, NewBase const& base,
                                   RewriteTarget const& wanted, std::string_view reference,
                                   std::string_view url) const {
  Link link = old.link;
  link.raw = reference;
  OldLink again{link, *base.again, url};
  again.follows = base.again->base() != base.resolver.base();
  again.rel = old.rel;
  again.element = old.element;
  again.context = old.context;
  again.declared = old.declared;
  RewriteTarget there;
  find_target(there, again, base.resolver);
  return there.url == wanted.url;
}

/// True for a link that needs no edit; else `reference_` is the text to write.
bool LinkPlan::stays(OldLink const& old, NewBase const& base, RewriteTarget const& wanted) {
  Link const& link = old.link;
  const bool same = base.same && wanted.url == old.url;
  bool leads_there = same || leads_to(link.raw, wanted.url, base.resolver);
  if (leads_there && base.again && base.again->base() != old.base.base()) {
    const auto again = base.again->resolve(link.raw);
    leads_there = again && survives_second_run(old, base, wanted, link.raw, *again);
  }
  if (leads_there) {
    if (wanted.form == UrlForm::as_written) return true;
    const bool keeps_document = is_same_document(wanted.url, task_.page);
    if (has_form(link.raw, wanted.form, keeps_document)) return true;
  }
  write_reference(
      reference_, wanted.url, base.resolver, wanted.form, link.raw,
      [&](std::string_view reference) { return may_write(old, base, wanted, reference); },
      text_of_reference(row_of(link)));
  // A link that has no reference of the form keeps the one it has.
  return leads_there && wanted.form != UrlForm::absolute &&
         shape_of(reference_) == shape_of(link.raw);
}

std::string_view LinkPlan::reason_of(RewriteTarget const& wanted, std::string_view before) const {
  if (!wanted.reason.empty()) return wanted.reason;
  if (wanted.url != before) return "move";
  if (task_.options.drop_base) return "drop-base";
  if (task_.options.drop_xml_base) return "drop-xml-base";
  return task_.moves() ? "move" : "base";
}

/// True when the base comes from a base element that is dropped. Documents in frames inherit it.
bool LinkPlan::goes(LinkBase const& base) const {
  return task_.options.drop_base && !is_of_scope(base.source) &&
         base.resolver.base() != task_.old_fallback;
}

/// Changes the reference where the place or the encoding of the file cannot hold it as it is, and
/// says whether that changes its URL, too. Only older standards leave characters beyond ASCII.
bool LinkPlan::fit_reference(LinkPlace const& place) {
  bool changes = percent_encode_unencodable(reference_, task_.source.encoding.encoding);
  if (changes_url(place.grammar, reference_, place.before)) {
    reference_ = std::string(value_text(there_, place.grammar, reference_, place.before, 0));
    changes = true;
  }
  return changes;
}

/// True if a link that keeps its text leads to its target after the change.
bool LinkPlan::leads_to_target(Link const& link, LinkBase const& base, NewBase const& new_base) {
  find_target(wanted_, {link, base.resolver, before_, new_base.follows, goes(base)},
              new_base.resolver);
  return leads_to(link.raw, wanted_.url, new_base.resolver);
}

/// True for a link whose URL is not known yet, since its value holds template code, or the base
/// element that it is relative to does. Of lists the whole value counts: template code in it may
/// have been split.
bool LinkPlan::is_templated(LinkBlock const& block, std::size_t number, LinkBase const& base) {
  Link const& link = block.links[number];
  LinkPlace const& place = block.places[number];
  if (holds_template(link.raw)) return true;
  const bool is_whole =
      place.url == place.value || place.grammar == LinkGrammar::css || is_in_script(row_of(link));
  if (!is_whole) {
    if (seen_value_ != place.value || seen_context_ != link.context) {
      seen_value_ = place.value;
      seen_context_ = link.context;
      is_value_templated_ =
          holds_template(place.value.in(PlaceWriter::text_of(block, link.context)));
    }
    if (is_value_templated_) return true;
  }
  if (task_.options.is_placeholder && task_.options.is_placeholder(link.raw)) return true;
  if (base.source != BaseSource::base || !shape_of(link.raw)) return false;
  if (seen_base_ != base.resolver.base().data()) {
    seen_base_ = base.resolver.base().data();
    const std::string decoded = url::percent_decode(base.resolver.base());
    is_base_templated_ = holds_template(decoded);
  }
  return is_base_templated_;
}

/// Notes a link whose loaded URL changes: a browser loads it before the base element counts.
void LinkPlan::note_loaded(LinkBlock const& block, Link const& link) {
  const std::uint32_t loaded = link.loaded_base;
  if (loaded == task_.kept_base(link) || loaded_change_) return;
  there_.clear();
  if (block.append_by(there_, link, loaded) && there_ != before_) loaded_change_ = link.span;
}

LinkPlan::Outcome LinkPlan::plan_link(LinkBlock const& block, std::size_t number,
                                      NewBase const& base) {
  Link const& link = block.links[number];
  const bool is_counted = !is_unwritten(link);
  if (is_counted) ++links_;
  before_.clear();
  LinkBase const& old_base = block.bases[task_.kept_base(link)];
  const auto resolved = append_written_url(before_, block, link, task_.kept_base(link));
  url_bytes_ += before_.size();
  const bool is_template = is_templated(block, number, old_base);
  if (!is_counted) {
    // It is no link.
  } else if (is_template) {
    // Parts of one list are one value.
    LinkPlace const& place = block.places[number];
    if (link.index == 0 || place.grammar == LinkGrammar::css) ++templates_;
  } else if (!resolved && !depends_on_page(resolved.error())) {
    ++unresolvable_;
  }
  const bool is_neutral = is_neutral_base(task_.options, link);
  if (!resolved || is_template || is_neutral || is_fixed(link) || is_fixed_url(before_)) {
    planned_.push_back(prints_.of(link, link.raw, JudgedBy::raw));
    const bool may_stray = resolved && !is_fixed_url(before_) && !link.local &&
                           (is_template || is_data_of_script(row_of(link)) || !is_counted);
    if (!may_stray) return Outcome::right;
    const bool leads_there = leads_to_target(link, old_base, base);  // the caller is asked, too
    const bool holds_here = wanted_.form == UrlForm::relative && is_from_vite_base(link);
    if ((leads_there && !holds_here) || !is_counted) return Outcome::right;
    return is_template ? Outcome::templated : Outcome::script;
  }
  LinkPlace const& place = block.places[number];
  OldLink old{link, old_base.resolver, before_, base.follows, goes(old_base)};
  if (link.element == "link") old.rel = link.rel.value_or("");
  old.element = block.element_of(link);
  old.context = block.contexts[link.context].path;
  old.declared = &old_base;
  old.grammar = place.grammar;
  old.block = &block;
  RewriteTarget& target = wanted_;
  find_target(target, old, base.resolver);
  if (target.is_unusable) ++unusable_targets_;
  bool is_right = stays(old, base, target);
  text::clear_buffer(there_);  // a URL may be many times as long as the page
  if (!is_right && fit_reference(place)) {
    target.url = base.resolver.resolve(reference_).value_or(target.url);
    is_right = leads_to(link.raw, target.url, base.resolver);
  }
  if (!is_right && !task_.options.unnamed_origin.empty() &&
      reference_.starts_with(task_.options.unnamed_origin)) {
    planned_.push_back(prints_.of(link, link.raw, JudgedBy::raw));
    return Outcome::unnamed;
  }
  planned_.push_back(prints_.of(link, target.url, JudgedBy::url));
  if (is_right) return Outcome::right;
  TextEdits::Edit const* const written = writer_.write(block, number, reference_);
  text::clear_buffer(reference_);
  if (written == nullptr) {
    return leads_to(link.raw, target.url, base.resolver) ? Outcome::kept : Outcome::astray;
  }
  ++changes_;
  note_loaded(block, link);
  report(block, link, *written, target.url, reason_of(target, before_));
  return Outcome::right;
}

bool LinkPlan::is_too_large() const {
  const std::size_t size = task_.source.bytes.size();
  return edits_.new_bytes() > std::min<std::uint64_t>(max_new_bytes(size), text::max_text_bytes) ||
         url_bytes_ > max_url_bytes(size);
}

/// True for a document in a srcdoc without quotes, which needs them once it is empty: else it would
/// take the next attribute as its value.
static bool has_bare_srcdoc(LinkBlock const& block, std::uint32_t context) {
  LinkContext const& around = block.contexts[context];
  if (context == 0 || around.in_text) return false;
  const std::string_view text = PlaceWriter::text_of(block, around.parent);
  return find_delimiter(text, around.source).quoting != Quoting::quoted;
}

void LinkPlan::plan_dropped_base(LinkBlock const& block, std::size_t number) {
  Link const& link = block.links[number];
  ++links_;
  before_.clear();
  static_cast<void>(block.append_by(before_, link, link.base));
  const ContentType type = link.context == 0 ? task_.source.content_type : ContentType::html;
  const std::string_view text = PlaceWriter::text_of(block, link.context);
  const text::Span tag = block.places[number].tag;
  // Only the first base element of a document can have opened it, or its head.
  const bool is_first = dropped_in_.insert(link.context).second;
  const bool stays = is_first && type == ContentType::html && opens_document(text, tag);
  ++changes_;
  if (is_first && task_.options.neutral_base) return write_neutral(block, number);
  bool first = true;
  for (const text::Span place :
       base_removal(text, tag, type, stays ? EmptyBase::kept : EmptyBase::removed)) {
    const bool is_whole = place.begin == 0 && place.end == text.size();
    PlacedText lifted = is_whole && has_bare_srcdoc(block, link.context)
                            ? writer_.lift(block, block.contexts[link.context].parent,
                                           {block.contexts[link.context].source, R"("")"})
                            : writer_.lift(block, link.context, {place, {}});
    if (!first) before_.clear();  // duplicates give no URL
    report(block, link, edits_.replace(lifted.place, std::move(lifted.value)), {}, "drop-base");
    first = false;
  }
}

/// Empties the href of a base element. The proof finds it again.
void LinkPlan::write_neutral(LinkBlock const& block, std::size_t number) {
  Link const& link = block.links[number];
  const text::Span value = block.places[number].value;
  const std::string_view text = PlaceWriter::text_of(block, link.context);
  const bool is_quoted = find_delimiter(text, value).quoting == Quoting::quoted;
  PlacedText lifted =
      writer_.lift(block, link.context, {value, is_quoted ? std::string() : R"("")"});
  planned_.push_back(prints_.of(link, {}, JudgedBy::raw));
  report(block, link, edits_.replace(lifted.place, std::move(lifted.value)), {}, "drop-base");
}

void LinkPlan::change_attribute(Link const& link, XmlBaseAttribute const& attribute) {
  if (!attribute.is_duplicate) ++changes_;
  edits_.replace(link.span, attribute.new_value);
  if (!sink_) return;
  sink_({link, attribute.context, link.span, link.span.in(task_.source.text), attribute.new_value,
         attribute.url, attribute.new_url,
         attribute.new_url.empty() ? "drop-xml-base" : "xml-base"});
}

void LinkPlan::report(LinkBlock const& block, Link const& link, TextEdits::Edit const& written,
                      std::string_view after, std::string_view reason) const {
  if (!sink_) return;
  sink_({link, block.contexts[link.context].path, written.place, written.place.in(block.text),
         written.value, before_, after, reason});
}

}  // namespace hrefkit::html
