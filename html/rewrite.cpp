// Rewrites a page in one pass over its links, which finds the target of each link and adds an edit
// if necessary (edit/link_plan.h). A second pass, over the result, proves it (edit/proof.h).
//
// A new reference depends on the base URL after the change. For most pages that follows from the
// old bases in the first block of links. If srcdoc documents or xml:base scopes depend on a base
// that changes, passes before this one find the new bases by making the change (edit/new_bases.h).
//
// Memory: the edits, the new bytes, and 8 bytes for each link.
#include "hrefkit/html/rewrite.h"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hrefkit/html/base/base_scopes.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/edit/link_plan.h"
#include "hrefkit/html/edit/new_bases.h"
#include "hrefkit/html/edit/proof.h"
#include "hrefkit/html/edit/reference.h"
#include "hrefkit/html/edit/removal.h"
#include "hrefkit/html/edit/template_code.h"
#include "hrefkit/html/edit/text_edits.h"
#include "hrefkit/html/find_elements.h"
#include "hrefkit/html/link_table.h"
#include "hrefkit/html/links/dom_links.h"
#include "hrefkit/html/metadata_urls.h"
#include "hrefkit/text/ascii_search.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/text/encoding.h"

namespace hrefkit::html {

namespace {

using Rewritten = tl::expected<RewrittenPage, RewriteFailure>;

Rewritten failed(RewriteError error, std::string_view why) {
  return tl::make_unexpected(RewriteFailure{error, std::string(why)});
}

Rewritten failed(RewriteError error) {
  return failed(error, message(error));
}

Rewritten too_long_urls() {
  return failed(RewriteError::too_large, "the URLs of its links are too long in total");
}

/// The tag of the first base element with template code, whose URL is unknown.
std::optional<text::Span> find_templated_base(std::string_view text) {
  constexpr std::size_t max_tag = 1024;
  constexpr std::string_view start = "<base";
  for (std::size_t at = text::find_ignoring_ascii_case(text, start); at != text.npos;
       at = text::find_ignoring_ascii_case(text, start, at + start.size())) {
    const std::string_view tag =
        text.substr(at, max_tag).substr(0, text.substr(at, max_tag).find('>'));
    if (holds_template(tag)) return text::make_span(at, at + tag.size());
  }
  return std::nullopt;
}

/// Rewrites one page.
class Job {
 public:
  Job(SourceText const& source, RewriteOptions const& options, MapUrl const& map_url, Notes& notes,
      EditSink const& report, LinkFinder& finder)
      : options_(options),
        task_{source, options_, map_url, finder},
        notes_(notes),
        report_(report) {
    XmlBase& xml_base = options_.document.xml_base;
    if (xml_base == XmlBase::unspecified) xml_base = XmlBase::automatic;
  }

  Rewritten run();

 private:
  bool find_page_url(DocumentOptions const& options, std::string& page, std::string& fallback);
  bool find_page_urls();
  void find_dropped();
  bool bases_follow(LinkBlock const& block);
  Flow plan_block(LinkBlock const& block);
  NewBase const& base_of(LinkBlock const& block, std::size_t number);
  bool is_dropped(Link const& link) const;
  void check_prolog();
  void note(LinkPlan::Outcome outcome, Link const& link);
  void note(NoteKind kind, Link const& link, std::string_view message);
  void change_xml_bases(std::uint32_t end);
  void find_mapped_xml_bases();
  void pass();
  Rewritten finish();

  RewriteOptions options_;
  RewriteTask task_;
  Notes& notes_;
  EditSink const& report_;
  std::optional<LinkPlan> plan_;
  NewBases bases_{task_};
  std::optional<ResultingBases> resulting_;
  NewBase resulting_base_{url::Resolver(url::ResolveOptions{})};
  std::vector<XmlBaseAttribute> xml_bases_;  // the attributes to remove or change
  std::vector<std::uint32_t>
      live_bases_;  // with --templates: offsets of base elements outside of them
  std::size_t next_xml_base_ = 0;
  std::size_t next_link_ = 0;  // number of the link, without dropped and neutral base elements
  bool first_block_ = true;
  bool needs_resulting_ = false;
  // For each kind of note, the index of the page's note plus 1; 0 if it has none.
  std::array<std::size_t, note_kind_count> noted_{};
  std::size_t template_places_ = 0;
  std::optional<RewriteFailure> failure_;
};

/// Finds the URL of the page and its fallback base URL; false if either is missing.
bool Job::find_page_url(DocumentOptions const& options, std::string& page, std::string& fallback) {
  const text::Encoding encoding = task_.source.encoding.encoding;
  const auto base = file_base(options, encoding);
  const auto resolved = url::Resolver({options.standard, encoding}).resolve(options.url);
  if (!base || !resolved) return false;
  page = *resolved;
  fallback = base->resolver.base();
  return true;
}

bool Job::find_page_urls() {
  DocumentOptions moved = task_.options.document;
  if (!find_page_url(moved, task_.old_page, task_.old_fallback)) return false;
  if (!task_.options.new_url.empty()) moved.url = task_.options.new_url;
  task_.root = root_namespace_of(task_.source);
  return find_page_url(moved, task_.page, task_.fallback);
}

/// Finds the xml:base attributes to remove, and the base elements outside of templates if links in
/// templates are read.
void Job::find_dropped() {
  if (task_.options.drop_xml_base)
    xml_bases_ = find_xml_bases(task_.source, task_.options.document);
  if (!task_.options.drop_base || !task_.options.document.templates) return;
  DocumentOptions live = task_.options.document;
  live.templates = false;
  const auto add_bases = [&](LinkBlock const& block) {
    for (Link const& link : block.links) {
      if (link.kind == LinkKind::base) live_bases_.push_back(link.span.begin);
    }
  };
  static_cast<void>(task_.finder.find(task_.source, live, {.links = add_bases}));
}

namespace {

/// A URL as it is written between double or single quotes of XML.
std::string escaped_value(std::string_view url) {
  std::string written;
  for (const char c : url) {
    if (c == '&') {
      written += "&amp;";
    } else if (c == '\'') {
      written += "&#39;";
    } else if (c == '"') {
      written += "&quot;";
    } else if (c == '<') {
      written += "&lt;";
    } else {
      written += c;
    }
  }
  return written;
}

}  // namespace

/// Finds the xml:base attributes whose URLs are mapped to others, from the outer ones inward. The
/// bases of links then follow from the changed text.
void Job::find_mapped_xml_bases() {
  const bool may_be = options_.map_xml_base && task_.map_url && !options_.drop_xml_base &&
                      task_.source.content_type == ContentType::xml;
  if (!may_be || !may_have_xml_base(task_.source)) return;
  static const EditSink no_report;
  DocumentOptions own = options_.document;
  own.feed_contents = false;
  Notes notes;
  const ContextTree tree(task_.source, own, notes);
  Context const& page = tree.contexts().front();
  const LinkPlan plan(task_, no_report);
  struct Base {
    url::Resolver before;
    url::Resolver after;
  };
  const url::ResolveOptions options = tree.base_url(page.base.base).resolver.options();
  std::vector<Base> bases{
      {tree.base_url(page.base.base).resolver, BaseUrl(task_.fallback, options).resolver}};
  const auto map_scope = [&](BaseScope const& scope, std::uint32_t around) {
    if (!scope.usable) return around;
    const auto attribute = find_xml_base(page.document, scope.element, own.xml_base);
    const Node node = page.document[scope.element];
    Base const& outer = bases[around];
    url::Resolver const& before = tree.base_url(scope.base).resolver;
    const Link link{.element = node.name,
                    .attribute = "xml:base",
                    .raw = attribute->value,
                    .ns = node.ns,
                    .kind = LinkKind::base};
    LinkPlan::OldLink old{link, outer.before, before.base()};
    old.follows = task_.moves() && outer.before.base() == task_.old_fallback;
    LinkPlan::RewriteTarget wanted;
    plan.find_target(wanted, old, outer.after);
    std::string after = outer.after.resolve(link.raw).value_or(std::string(before.base()));
    // A value from the document type, or of an element from an entity, cannot be written.
    const bool is_written = attribute->span.begin > node.source.begin;
    if (after != wanted.url && is_written) {
      std::string value;
      write_reference(value, wanted.url, outer.after, UrlForm::as_written, link.raw,
                      [](std::string_view) { return true; });
      const bool is_unnamed =
          !options_.unnamed_origin.empty() && value.starts_with(options_.unnamed_origin);
      if (!is_unnamed) {
        after = wanted.url;
        xml_bases_.push_back({.place = attribute->span,
                              .element = std::string(node.name),
                              .value = std::string(link.raw),
                              .url = std::string(before.base()),
                              .new_value = escaped_value(value),
                              .new_url = after});
      }
    }
    bases.push_back({before, BaseUrl(after, options).resolver});
    return static_cast<std::uint32_t>(bases.size() - 1);
  };
  walk_scopes(page.document, page.scopes, 0, map_scope, [](NodeId, std::uint32_t) {});
}

bool Job::is_dropped(Link const& link) const {
  if (!task_.options.drop_base || link.kind != LinkKind::base) return false;
  if (is_neutral_base(task_.options, link)) return false;
  return !task_.options.document.templates ||
         std::binary_search(live_bases_.begin(), live_bases_.end(), link.span.begin);
}

/// True if each new base follows from one old base (NewBases), because nothing else depends on a
/// base that changes. If the page moves, the new base of a base element depends on the style of its
/// href, which is not known yet.
bool Job::bases_follow(LinkBlock const& block) {
  bool changes = task_.moves() || !xml_bases_.empty();
  bool follow = true;
  LinkBase const* first = nullptr;
  for (LinkBase const& base : block.bases) {
    if (base.source == BaseSource::item) return false;  // the item's link may be written
    if (base.source != BaseSource::base) continue;
    changes |= task_.options.drop_base;
    // Several base elements may apply, each from its place on.
    if (first == nullptr) first = &base;
    follow &= base.declared == first->declared;
    // If nothing resolves against the base element's URL, dropping it may make xml:base attributes
    // apply.
    follow &= base.resolver.resolve("x").has_value();
    follow &= !task_.moves();
    if (task_.options.drop_base) continue;
    // Find the base element's new URL now, before its link is planned.
    const Link link{.element = "base",
                    .attribute = "href",
                    .raw = base.resolver.base(),
                    .kind = LinkKind::base};
    LinkPlan::RewriteTarget wanted;
    plan_->find_target(wanted, {link, base.resolver, base.resolver.base()}, base.resolver);
    changes |= wanted.url != base.resolver.base();
    if (block.contexts.size() == 1) bases_.set_declared(std::move(wanted.url));
  }
  bases_.keep_all(!changes);
  if (!changes) {
    return true;
  }
  return follow && block.contexts.size() == 1 &&
         std::none_of(block.bases.begin(), block.bases.end(),
                      [](LinkBase const& base) { return base.source == BaseSource::xml_base; });
}

/// Adds a note about a link that is not written. A page has one note per kind, with the number of
/// links, because an entity or a script may hold many.
void Job::note(LinkPlan::Outcome outcome, Link const& link) {
  using Outcome = LinkPlan::Outcome;
  switch (outcome) {
    case Outcome::right:
    case Outcome::astray:
      return;
    case Outcome::kept:
      return note(NoteKind::entity_link, link,
                  "links that come from an entity, or have tags in them, keep their form: they "
                  "cannot be written");
    case Outcome::script:
      if (row_of(link).base == ScriptBase::vite) {
        return note(NoteKind::script_link, link,
                    "entries in Vite's list of chunks stay as they are, and lead to their files "
                    "only at the address that the site was built for: build it anew with another "
                    "base");
      }
      return note(NoteKind::script_link, link,
                  "URLs in the data of a script, such as speculation rules, do not lead where they "
                  "should any more: they stay as they are");
    case Outcome::unnamed:
      return note(
          NoteKind::unnamed_origin, link,
          "links would need the address of the folder, which is not known, and stay as they "
          "are: --site-url gives it");
    case Outcome::templated:
      return note(NoteKind::template_link, link,
                  "values with template code stay as they are, and are not checked: the base URL "
                  "that they are relative to changes");
  }
}

void Job::note(NoteKind kind, Link const& link, std::string_view message) {
  // Each place with template code has a note of its own: users must check them all.
  constexpr std::size_t max_places = 100;
  std::size_t& place = noted_[static_cast<std::size_t>(kind)];
  const bool is_new = kind == NoteKind::template_link && ++template_places_ <= max_places;
  if (place == 0 || is_new) {
    notes_.push_back({kind, std::string(message), link.span});
    place = notes_.size();
  } else {
    ++notes_[place - 1].count;
  }
}

NewBase const& Job::base_of(LinkBlock const& block, std::size_t number) {
  const std::uint32_t base = task_.kept_base(block.links[number]);
  if (!resulting_) return bases_.of(block, base);
  resulting_base_ = resulting_->of(next_link_, block.bases[base]);
  return resulting_base_;
}

Flow Job::plan_block(LinkBlock const& block) {
  if (std::exchange(first_block_, false) && !resulting_ && !bases_follow(block)) {
    needs_resulting_ = true;
    return Flow::stop;
  }
  for (std::size_t i = 0; i < block.links.size(); ++i) {
    change_xml_bases(block.links[i].span.begin);
    if (is_dropped(block.links[i])) {
      plan_->plan_dropped_base(block, i);
      continue;
    }
    const auto outcome = plan_->plan_link(block, i, base_of(block, i));
    if (!is_neutral_base(task_.options, block.links[i])) ++next_link_;
    note(outcome, block.links[i]);
    if (plan_->is_too_large()) return Flow::stop;
    if (outcome != LinkPlan::Outcome::astray) continue;
    failure_ = RewriteFailure{
        RewriteError::not_proved,
        "a link comes from an entity, or has tags in it: it cannot be written in its place",
        block.links[i].span.begin};
    return Flow::stop;
  }
  return Flow::go_on;
}

/// Sets `needs_resulting_` for an XML document with style sheet instructions. Their links come in
/// blocks of their own, which do not have the bases of the rest, so all blocks are checked first.
void Job::check_prolog() {
  if (task_.source.content_type != ContentType::xml ||
      task_.source.text.find("<?xml-stylesheet") == std::string_view::npos) {
    return;
  }
  plan_.emplace(task_, report_);
  const auto check = [this](LinkBlock const& block) {
    needs_resulting_ |= !bases_follow(block);
    return needs_resulting_ ? Flow::stop : Flow::go_on;
  };
  static_cast<void>(task_.finder.find(task_.source, task_.options.document, {.links = check}));
  first_block_ = false;
}

/// Plans all links in one pass.
void Job::pass() {
  plan_.emplace(task_, report_);
  next_link_ = 0;
  notes_.clear();
  noted_.fill(0);
  template_places_ = 0;
  next_xml_base_ = 0;
  const LinkSink sink{.links = [this](LinkBlock const& block) { return plan_block(block); },
                      .notes = [this](Note const& note) { notes_.push_back(note); },
                      .with_places = true,
                      .with_rels = true,
                      .with_uses = true};
  static_cast<void>(task_.finder.find(task_.source, task_.options.document, sink));
  if (!needs_resulting_ || resulting_) change_xml_bases(UINT32_MAX);
  if (const auto place = plan_->loaded_change()) {
    notes_.push_back({NoteKind::loaded_change,
                      "links before the base element load another URL than before: "
                      "its link keeps the URL that it has behind the base element",
                      *place});
  }
}

/// Removes or changes the xml:base attributes before byte `end` of the file's text.
void Job::change_xml_bases(std::uint32_t end) {
  for (; next_xml_base_ < xml_bases_.size(); ++next_xml_base_) {
    XmlBaseAttribute const& attribute = xml_bases_[next_xml_base_];
    if (attribute.place.begin >= end) return;
    const Link link{.element = attribute.element,
                    .attribute = "xml:base",
                    .raw = attribute.value,
                    .span = attribute.place,
                    .kind = LinkKind::base};
    plan_->change_attribute(link, attribute);
  }
}

Rewritten Job::run() {
  if (!find_page_urls()) return failed(RewriteError::unusable_url);
  if (options_.drop_base) {
    if (const auto base = find_templated_base(task_.source.text)) {
      options_.drop_base = false;
      notes_.push_back(
          {NoteKind::template_base,
           "base elements stay: one holds template code, so the URLs that are relative "
           "to it are not known",
           *base});
    }
  }
  const Notes decoding = notes_;
  find_dropped();
  find_mapped_xml_bases();
  check_prolog();
  if (!needs_resulting_) pass();
  if (needs_resulting_) {
    const auto find_bases = [this] {
      resulting_.emplace(task_, xml_bases_, [this](Link const& link) { return is_dropped(link); });
    };
    find_bases();
    const auto needs_base = resulting_->reference_that_needs_base();
    if (needs_base) {
      options_.drop_base = options_.drop_xml_base = false;
      xml_bases_.clear();
      find_bases();
    }
    if (resulting_->is_too_large()) return too_long_urls();
    pass();
    if (needs_base) {
      notes_.push_back({NoteKind::needed_base,
                        "base elements and xml:base attributes stay: without them, references that "
                        "do not resolve would lead somewhere",
                        *needs_base});
    }
  }
  notes_.insert(notes_.begin(), decoding.begin(), decoding.end());
  return finish();
}

Rewritten Job::finish() {
  if (failure_) return tl::make_unexpected(*failure_);
  if (plan_->is_too_large()) return too_long_urls();
  RewrittenPage page;
  page.links = plan_->links();
  page.unresolvable = plan_->unresolvable();
  page.unusable_targets = plan_->unusable_targets();
  page.edits = plan_->changes();
  page.templates = plan_->templates();
  const std::vector<std::uint64_t> planned = plan_->release_planned();
  std::optional<TextEdits> edits(plan_->release_edits());
  plan_.reset();  // the URLs of the last link, and the bases, are not needed any more
  resulting_.reset();
  if (edits->empty()) return page;
  if (!edits->sort()) return failed(RewriteError::not_proved, "two links stand in one place");
  page.changed = true;
  page.bytes = edits->apply(task_.source);
  edits.reset();
  if (page.bytes.size() > text::max_text_bytes) return failed(RewriteError::too_large);
  if (!task_.options.verify) return page;
  if (auto proved = prove(page.bytes, task_, planned, notes_); !proved) {
    return tl::make_unexpected(std::move(proved.error()));
  }
  return page;
}

}  // namespace

std::string_view message(RewriteError error) {
  switch (error) {
    case RewriteError::unusable_url:
      return "the address of the page is not an absolute URL";
    case RewriteError::too_large:
      return "the page would be larger than 4 GiB";
    case RewriteError::not_proved:
      return "the result would not lead where it was meant to";
  }
  return {};
}

void find_script_urls(RewriteOptions& options) {
  AlsoFind& also = options.document.also;
  also.scripts = true;
  if (options.engine == Engine::scan) return;  // it does not read the data of scripts
  also.import_map = also.import_map_keys = also.speculation_rules = true;
}

void find_page_address(std::string_view text, RewriteOptions& options) {
  if (options.engine == Engine::scan) return;
  const auto has = [&](std::string_view word) {
    return text::find_ignoring_ascii_case(text, word) != text.npos;
  };
  // FAST: one search of most pages: 2.8 % of a rewrite.
  options.document.also.page_address |= has(":url") && (has("og:url") || has("twitter:url"));
}

namespace {

/// True for a text with a tag whose name has a hyphen.
bool may_have_custom_elements(std::string_view text) {
  for (std::size_t at = text.find('<'); at != text.npos; at = text.find('<', at)) {
    const std::size_t begin = ++at;
    while (at < text.size() && text::ascii_alphanumeric.contains(text[at])) ++at;
    if (at > begin && at < text.size() && text[at] == '-') return true;
  }
  return false;
}

/// True for a text with URLs in meta elements outside of frames that are relative, or that move.
bool may_have_moving_cards(std::string_view text, MovesUrl const& moves_url) {
  const auto metas = find_elements(text, "meta", true);
  return std::any_of(metas.begin(), metas.end(), [&](FoundElement const& meta) {
    const auto value = [&](std::string_view name) {
      return meta.element.attribute(name).value_or("");
    };
    const std::string content = value("content");
    if (!shape_of(content) && !(moves_url && moves_url(content))) return false;
    const std::string property = value("property");
    const std::string name = value("name");
    const std::string item = value("itemprop");
    return urls_of_meta({property, name, item}, content) != MetaUrls::none;
  });
}

}  // namespace

void find_unwritten(std::string_view text, RewriteOptions& options, MovesUrl const& moves_url) {
  if (options.engine == Engine::scan) return;
  AlsoFind& also = options.document.also;
  also.unwritten |=
      may_have_custom_elements(text) || (!also.meta && may_have_moving_cards(text, moves_url));
}

tl::expected<RewrittenPage, RewriteFailure> Rewriter::rewrite(SourceText const& source,
                                                              RewriteOptions const& options,
                                                              MapUrl const& map_url, Notes& notes,
                                                              EditSink const& report) {
  finder_.use(options.engine);
  return Job(source, options, map_url, notes, report, finder_).run();
}

tl::expected<RewrittenPage, RewriteFailure> rewrite(std::string_view bytes,
                                                    RewriteOptions const& options,
                                                    MapUrl const& map_url) {
  std::string buffer;
  Notes notes;
  const auto source = decode_source(bytes, options.encoding, buffer, notes);
  if (!source) return failed(RewriteError::too_large);
  return Rewriter().rewrite(*source, options, map_url, notes);
}

}  // namespace hrefkit::html
