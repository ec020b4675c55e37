#include "hrefkit/archive/wat/soup_page.h"

#include <algorithm>
#include <utility>

#include "hrefkit/archive/wat/soup_links.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/ascii.h"

namespace hrefkit::archive {

namespace {

/// Text goes to so many open anchors; more are open only where nobody closes them.
constexpr std::size_t deepest_anchor_text = 256;

constexpr std::size_t spare_url_bytes = std::size_t{1} << 20;
constexpr std::size_t url_bytes_per_byte = 24;

/// Begins an entry. The result takes its members, and the "}" at its end.
std::string& begin_entry(text::ChunkedText& list) {
  list.close_large_chunk();
  return list.tail() += list.empty() ? "{" : ",{";
}

html::LinkRow const* find_html_row(std::string_view element, std::string_view attribute) {
  return html::find_link_row(html::Namespace::html, element, attribute, html::Namespace::none);
}

/// Adds an entry that was begun elsewhere, by its "{" and members.
void append_entry(text::ChunkedText& list, std::string_view begun) {
  std::string& entry = begin_entry(list);
  entry += begun.substr(1);
  entry += '}';
}

/// Moves the list to the object in `out`.
void append_list(text::ChunkedText& out, std::string_view key, text::ChunkedText& list) {
  if (list.empty()) return;
  std::string& before = out.tail();
  if (!before.ends_with('{')) before += ',';
  append_json_string(before, key);
  before += ":[";
  out.append(list);
  out.tail() += ']';
}

}  // namespace

void SoupPage::start(WatPage const& page) {
  resolver_ = page.resolver;
  utf_8_resolver_.reset();
  own_resolver_.reset();
  address_ = page.address;
  url_budget_ = spare_url_bytes + url_bytes_per_byte * page.text.size();
  left_out_urls_ = false;
  in_head_ = in_title_ = in_pre_ = in_svg_ = has_head_ = false;
  base_.reset();
  title_.reset();
  title_text_.reset();
  for (text::ChunkedText* list : {&metas_, &head_links_, &scripts_, &links_}) list->clear();
  text_ = SoupText();
  open_anchors_ = 0;
  anchors_separated_ = false;
}

void SoupPage::read(WatPage const& page) {
  start(page);
  SoupLexer lexer(page.text);
  while (lexer.next()) {
    SoupNode const& node = lexer.node();
    switch (node.kind) {
      case SoupNode::Kind::open_tag:
        open(lexer);
        break;
      case SoupNode::Kind::end_tag:
        close(node.element);
        break;
      case SoupNode::Kind::text:
        take_text(node.text);
        break;
      case SoupNode::Kind::style:
        take_style(node.text);
        break;
      case SoupNode::Kind::script:
      case SoupNode::Kind::comment:
        break;
    }
  }
}

std::string_view SoupPage::decode(std::string_view raw) {
  return decode_references(raw, html::ReferencePlace::attribute, References::reference, decoded_);
}

std::string_view SoupPage::path(std::string_view element, std::string_view attribute) {
  path_.clear();
  for (char c : element) path_ += text::ascii_lower.contains(c) ? static_cast<char>(c - 32) : c;
  path_ += "@/";
  path_ += attribute;
  return path_;
}

/// The encoding of the page does not count for URLs in CSS, nor for local references.
url::Resolver SoupPage::in_utf_8(std::string_view base) const {
  auto resolver =
      url::Resolver::with_base(base, {resolver_->options().standard, text::Encoding::utf_8});
  return resolver ? std::move(*resolver) : *resolver_;
}

url::Resolver const& SoupPage::resolver_for(html::RelativeTo relative_to) {
  switch (relative_to) {
    case html::RelativeTo::document:
      if (!own_resolver_) own_resolver_ = in_utf_8(address_.empty() ? resolver_->base() : address_);
      return *own_resolver_;
    case html::RelativeTo::element_in_utf_8:
      if (!utf_8_resolver_) utf_8_resolver_ = in_utf_8(resolver_->base());
      return *utf_8_resolver_;
    case html::RelativeTo::element:
    case html::RelativeTo::fallback:
      break;
  }
  return *resolver_;
}

void SoupPage::append_resolved_url(std::string& entry, html::RelativeTo relative_to,
                                   std::string_view url) {
  if (resolver_ == nullptr) return;
  resolved_.clear();
  if (!resolver_for(relative_to).append_resolved(resolved_, cut_data_url(url))) return;
  const std::string_view resolved = cut_data_url(resolved_);
  if (resolved.size() > url_budget_) {
    left_out_urls_ = true;
    return;
  }
  url_budget_ -= resolved.size();
  append_json_member(entry, "resolved", resolved);
}

/// Adds what a browser makes of the value of an element's attribute; both names are empty where the
/// value is part of a script, or counts on all elements.
void SoupPage::append_resolved(std::string& entry, std::string_view raw, std::string_view element,
                               std::string_view attribute) {
  const std::string_view url =
      decode_references(raw, html::ReferencePlace::attribute, References::browsers, decoded_);
  // FAST: the table is asked only about what may lead to the document itself.
  const bool may_be_own = url.starts_with('#') || text::strip_ascii_whitespace(url).empty();
  html::LinkRow const* const row = may_be_own ? find_html_row(element, attribute) : nullptr;
  const auto relative_to =
      row != nullptr ? html::relative_to(*row, url) : html::RelativeTo::element;
  append_resolved_url(entry, relative_to, url);
}

/// Appends members to an entry: a URL, `raw`, and what goes with it.
void SoupPage::append_url(std::string& entry, SoupLexer const& lexer, std::string_view raw,
                          std::string_view element, SoupUrl const& url) {
  append_json_member(entry, "path", path(element, name_of(url.attribute)));
  append_json_member(entry, "url", cut_data_url(decode(raw)));
  append_resolved(entry, raw, element, name_of(url.attribute));
  for (const SoupAttribute other : url.others) {
    if (other == SoupAttribute::none) break;
    const auto value = lexer.attribute(other);
    if (!value) continue;
    append_json_member(entry, name_of(other), url.decodes_others ? decode(*value) : *value);
  }
}

void SoupPage::take_urls(SoupLexer const& lexer, SoupElement const& element,
                         text::ChunkedText& list) {
  for (SoupUrl const& url : element.urls) {
    if (url.attribute == SoupAttribute::none) break;
    const auto raw = lexer.attribute(url.attribute);
    if (!raw) continue;
    std::string& entry = begin_entry(list);
    append_url(entry, lexer, *raw, element.name, url);
    entry += '}';
  }
}

void SoupPage::take_globals(SoupLexer const& lexer) {
  for (SoupGlobal const& global : lexer.globals()) {
    std::string& entry = begin_entry(links_);
    append_json_member(entry, "path", path(lexer.node().name, name_of(global.attribute)));
    append_json_member(entry, "url", cut_data_url(decode(global.value)));
    append_resolved(entry, global.value);
    entry += '}';
  }
}

void SoupPage::take_onclick(SoupLexer const& lexer, std::string_view element) {
  const auto script = lexer.attribute(SoupAttribute::onclick);
  if (!script) return;
  for (auto find : {find_location_change, find_opened_window}) {
    const auto url = find(*script);
    if (!url) continue;
    std::string& entry = begin_entry(links_);
    append_json_member(entry, "path", path(element, "onclick"));
    append_json_member(entry, "url", cut_data_url(*url));
    append_resolved(entry, *url);
    entry += '}';
  }
}

void SoupPage::take_anchor(SoupLexer const& lexer, SoupElement const& element) {
  SoupUrl const& url = element.urls[0];
  const auto raw = lexer.attribute(url.attribute);
  if (lexer.node().is_empty) {
    std::string& entry = begin_entry(links_);
    if (raw) append_url(entry, lexer, *raw, element.name, url);
    entry += '}';
    return;
  }
  if (open_anchors_ == anchors_.size()) anchors_.emplace_back();
  OpenAnchor& anchor = anchors_[open_anchors_++];
  anchor.entry.clear();
  anchor.text.clear();
  if (!raw) return;
  anchor.entry = '{';
  append_url(anchor.entry, lexer, *raw, element.name, url);
}

void SoupPage::take_meta(SoupLexer const& lexer) {
  std::string entry = "{";
  std::size_t count = 0;
  const auto property = lexer.attribute(SoupAttribute::property);
  const bool is_image = property && decode(*property) == "og:image";
  for (const SoupAttribute attribute : meta_attributes) {
    const auto raw = lexer.attribute(attribute);
    if (!raw) continue;
    const bool may_be_data = is_image && attribute == SoupAttribute::content;
    const std::string_view value = may_be_data ? cut_data_url(decode(*raw)) : decode(*raw);
    append_json_member(entry, name_of(attribute), value);
    ++count;
  }
  if (count < 2) return;
  has_head_ = true;
  append_entry(metas_, entry);
}

void SoupPage::take_language(SoupLexer const& lexer) {
  for (const SoupAttribute attribute : {SoupAttribute::lang, SoupAttribute::xml_lang}) {
    const auto raw = lexer.attribute(attribute);
    if (!raw) continue;
    has_head_ = true;
    std::string& entry = begin_entry(metas_);
    append_json_member(entry, "name", path("html", name_of(attribute)));
    append_json_member(entry, "content", decode(*raw));
    entry += '}';
  }
}

void SoupPage::open(SoupLexer const& lexer) {
  SoupElement const* const element = lexer.node().element;
  if (element != nullptr && element->role == SoupRole::title) {
    in_title_ = !lexer.node().is_empty;
    return;
  }
  if (element != nullptr && element->breaks_text) text_.separate();
  take_globals(lexer);
  if (element != nullptr) open_element(lexer, *element);
}

void SoupPage::open_element(SoupLexer const& lexer, SoupElement const& element) {
  switch (element.role) {
    case SoupRole::none:
    case SoupRole::style:
    case SoupRole::title:
      break;
    case SoupRole::head:
      in_head_ = true;
      break;
    case SoupRole::body:
      in_head_ = false;
      break;
    case SoupRole::pre:
      in_pre_ = true;
      break;
    case SoupRole::svg:
      in_svg_ = true;
      break;
    case SoupRole::anchor:
      take_anchor(lexer, element);
      break;
    case SoupRole::meta:
      take_meta(lexer);
      break;
    case SoupRole::html:
      take_language(lexer);
      break;
    case SoupRole::link:
      take_urls(lexer, element, head_links_);
      break;
    case SoupRole::script:
      take_urls(lexer, element, scripts_);
      break;
    case SoupRole::links:
      take_urls(lexer, element, links_);
      break;
    case SoupRole::base:
      if (const auto href = lexer.attribute(SoupAttribute::href)) base_ = decode(*href);
      break;
  }
  if (element.has_onclick) take_onclick(lexer, element.name);
}

void SoupPage::close(SoupElement const* element) {
  if (in_title_) close_title();
  if (element == nullptr) return;
  if (element->breaks_text) {
    text_.separate();
    separate_anchors();
  }
  switch (element->role) {
    case SoupRole::anchor:
      close_anchor();
      break;
    case SoupRole::head:
      in_head_ = false;
      break;
    case SoupRole::pre:
      in_pre_ = false;
      break;
    case SoupRole::svg:
      in_svg_ = false;
      break;
    default:
      break;
  }
}

/// Any end tag ends a title. In the head the last one counts, elsewhere the first.
void SoupPage::close_title() {
  in_title_ = false;
  if (!in_svg_ && (in_head_ || !title_)) {
    title_ = std::move(title_text_);
    has_head_ = true;
  }
  title_text_.reset();
}

void SoupPage::close_anchor() {
  if (open_anchors_ == 0) return;
  OpenAnchor& anchor = anchors_[--open_anchors_];
  if (anchor.entry.empty()) return;
  const std::string_view text = anchor.text.trimmed();
  if (!text.empty()) append_json_member(anchor.entry, "text", text);
  append_entry(links_, anchor.entry);
}

void SoupPage::separate_anchors() {
  if (anchors_separated_) return;
  const std::size_t count = std::min(open_anchors_, deepest_anchor_text);
  for (std::size_t i = 0; i < count; ++i) anchors_[i].text.separate();
  anchors_separated_ = true;
}

void SoupPage::take_text(std::string_view raw) {
  if (!in_title_ && open_anchors_ == 0) return text_.pass(raw, in_pre_);
  const std::string_view text = text_.take(raw, in_pre_);
  if (in_title_) {
    title_text_ = java_trim(text);
  } else if (!text.empty()) {
    take_anchor_text(text);
  }
}

/// A full anchor ends the text of those inside it, too: so the reference has it.
void SoupPage::take_anchor_text(std::string_view text) {
  const std::size_t count = std::min(open_anchors_, deepest_anchor_text);
  anchors_separated_ = false;
  for (std::size_t i = 0; i < count && !anchors_[i].text.is_full(); ++i) {
    anchors_[i].text.append(text);
  }
}

void SoupPage::take_style(std::string_view raw) {
  std::string css(decode(raw));
  html::LinkRow const* const row = find_html_row("style", "");
  for_each_css_reference(css, [&](std::string_view url) {
    std::string& entry = begin_entry(links_);
    append_json_member(entry, "path", "STYLE/#text");
    append_json_member(entry, "href", cut_data_url(url));
    append_resolved_url(entry, html::relative_to(*row, url), url);
    entry += '}';
  });
}

void SoupPage::append_to(text::ChunkedText& out, WatPage const& page) {
  out.tail() += '{';
  const bool has_head = has_head_ || base_ || !head_links_.empty() || !scripts_.empty();
  if (has_head) {
    out.tail() += "\"Head\":{";
    if (base_) append_json_member(out.tail(), "Base", *base_);
    if (title_) append_json_member(out.tail(), "Title", *title_);
    append_list(out, "Metas", metas_);
    append_list(out, "Link", head_links_);
    append_list(out, "Scripts", scripts_);
    out.tail() += '}';
  }
  append_list(out, "Links", links_);
  std::string& end = out.tail();
  if (page.resolver != nullptr) {
    append_json_member(end, "Base-URL", page.resolver->base());
    append_json_member(end, "Base-Source", page.base_source);
  }
  append_json_member(end, "Encoding", page.encoding);
  end += '}';
}

}  // namespace hrefkit::archive
