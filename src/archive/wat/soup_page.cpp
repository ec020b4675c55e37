#include "hrefkit/archive/wat/soup_page.h"

#include <algorithm>
#include <array>
#include <utility>

#include "hrefkit/archive/wat/soup_links.h"
#include "hrefkit/archive/wat/wat_text.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/case_folding.h"
#include "hrefkit/text/chunked_text.h"

namespace hrefkit::archive {

namespace {

/// Text goes to so many open anchors; more are open only where nobody closes them.
constexpr std::size_t deepest_anchor_text = 256;

/// The longest tag of an anchor whose entry waits for its end tag; a longer one is read again then.
constexpr std::size_t max_waiting_tag = 4096;

/// Longer values go to their list in pieces.
constexpr std::size_t max_whole_value = std::size_t{256} << 10;

constexpr std::size_t spare_url_bytes = std::size_t{1} << 20;
constexpr std::size_t url_bytes_per_byte = 24;

constexpr ShortText content_start = member_start("content");
constexpr ShortText href_start = member_start("href");
constexpr ShortText name_start = member_start("name");
constexpr ShortText resolved_start = member_start("resolved");
constexpr ShortText text_start = member_start("text");
constexpr ShortText url_start = member_start("url");

constexpr auto attribute_starts = [] {
  std::array<ShortText, soup_attribute_names.size()> starts;
  for (std::size_t i = 0; i < starts.size(); ++i) starts[i] = member_start(soup_attribute_names[i]);
  return starts;
}();

ShortText const& start_of(SoupAttribute attribute) {
  return attribute_starts[static_cast<std::size_t>(attribute)];
}

html::LinkRow const* find_html_row(std::string_view element, std::string_view attribute) {
  return html::find_link_row(html::Namespace::html, element, attribute, html::Namespace::none);
}

/// Appends a part of an entry, or all of it, with the comma before it.
void append_part(text::ChunkedText& list, std::string_view part) {
  list.close_large_chunk();
  list.tail() += part.substr(list.empty() ? 1 : 0);
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
  page_ = page.text;
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
  entries_.clear();
  text_ = SoupText();
  open_anchors_ = 0;
  deep_anchors_.start();
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

std::string_view SoupPage::decode_as_browsers(std::string_view raw) {
  return decode_references(raw, html::ReferencePlace::attribute, References::browsers, decoded_);
}

std::string_view SoupPage::path(std::string_view element, std::string_view attribute) {
  path_ = text::to_upper(element);
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
    case html::RelativeTo::place:
    case html::RelativeTo::fallback:
      break;
  }
  return *resolver_;
}

void SoupPage::add_resolved_as(html::RelativeTo relative_to, std::string_view url) {
  if (resolver_ == nullptr) return;
  text::clear_buffer(resolved_);
  if (url.size() > max_whole_value) resolved_.reserve(resolver_->base().size() + url.size());
  if (!resolver_for(relative_to).append_resolved(resolved_, cut_data_url(url))) return;
  const std::string_view resolved = cut_data_url(resolved_);
  if (resolved.size() > url_budget_) {
    left_out_urls_ = true;
    return;
  }
  url_budget_ -= resolved.size();
  add(resolved_start, resolved);
}

/// Adds what a browser makes of the URL in an element's attribute; both names are empty where it is
/// part of a script, or counts on all elements.
void SoupPage::add_resolved(std::string_view url, std::string_view element,
                            std::string_view attribute) {
  // FAST: the table is asked only about what may lead to the document itself.
  const bool may_be_own = url.starts_with('#') || text::strip_ascii_whitespace(url).empty();
  html::LinkRow const* const row = may_be_own ? find_html_row(element, attribute) : nullptr;
  const auto relative_to =
      row != nullptr ? html::relative_to(*row, url) : html::RelativeTo::element;
  add_resolved_as(relative_to, url);
}

/// Adds members to the last entry: a URL, `raw`, and what goes with it.
void SoupPage::add_url(SoupLexer const& lexer, std::string_view raw, std::string_view element,
                       SoupUrl const& url) {
  entries_.add_path(element, url.attribute);
  const std::string_view decoded = decode(raw);
  const bool is_raw = decoded.data() == raw.data();
  add(url_start, cut_data_url(decoded));
  add_resolved(is_raw ? raw : decode_as_browsers(raw), element, name_of(url.attribute));
  for (const SoupAttribute other : url.others) {
    if (other == SoupAttribute::none) break;
    const auto value = lexer.attribute(other);
    if (value) add(start_of(other), url.decodes_others ? decode(*value) : *value);
  }
}

/// Begins an entry of a list. Null for one that waits until others have ended.
std::size_t SoupPage::begin_entry(text::ChunkedText* list) {
  target_ = list;
  return entry_ = entries_.begin();
}

/// Adds a member to the last entry.
void SoupPage::add(ShortText const& start, std::string_view value) {
  if (value.size() <= max_whole_value || target_ == nullptr) return entries_.add(start, value);
  entries_.add_in_pieces(entry_, start, value,
                         [this](std::string_view part) { append_part(*target_, part); });
}

/// Ends an entry, which is the last one, and moves it to the list.
void SoupPage::give_entry(text::ChunkedText& list, std::size_t entry) {
  append_part(list, entries_.end(entry));
  entries_.cut(entry);
}

void SoupPage::take_urls(SoupLexer const& lexer, SoupElement const& element,
                         text::ChunkedText& list) {
  for (SoupUrl const& url : element.urls) {
    if (url.attribute == SoupAttribute::none) break;
    const auto raw = lexer.attribute(url.attribute);
    if (!raw) continue;
    const std::size_t entry = begin_entry(&list);
    add_url(lexer, *raw, element.name, url);
    give_entry(list, entry);
  }
}

void SoupPage::take_globals(SoupLexer const& lexer) {
  for (SoupGlobal const& global : lexer.globals()) {
    const std::size_t entry = begin_entry(&links_);
    add(path_start, path(lexer.node().name, name_of(global.attribute)));
    add(url_start, cut_data_url(decode(global.value)));
    add_resolved(decode_as_browsers(global.value));
    give_entry(links_, entry);
  }
}

void SoupPage::take_onclick(SoupLexer const& lexer, std::string_view element) {
  const auto script = lexer.attribute(SoupAttribute::onclick);
  if (!script) return;
  for (auto find : {find_location_change, find_opened_window}) {
    const auto url = find(*script);
    if (!url) continue;
    const std::size_t entry = begin_entry(&links_);
    entries_.add_path(element, SoupAttribute::onclick);
    add(url_start, cut_data_url(*url));
    add_resolved(decode_as_browsers(*url));
    give_entry(links_, entry);
  }
}

void SoupPage::take_anchor(SoupLexer const& lexer, SoupElement const& element) {
  SoupUrl const& url = element.urls[0];
  const auto raw = lexer.attribute(url.attribute);
  const bool waits = !lexer.node().is_empty;
  if (waits && open_anchors_ == deepest_anchor_text) return deep_anchors_.add(place_of(lexer));
  const bool is_long = lexer.end() - place_of(lexer) > max_waiting_tag;
  const std::size_t entry = begin_entry(waits ? nullptr : &links_);
  if (raw && !(waits && is_long)) add_url(lexer, *raw, element.name, url);
  if (!waits) return give_entry(links_, entry);
  if (open_anchors_ == anchors_.size()) anchors_.emplace_back();
  OpenAnchor& anchor = anchors_[open_anchors_++];
  anchor.entry = entry;
  anchor.has_entry = raw.has_value();
  anchor.place.reset();
  if (is_long) anchor.place = place_of(lexer);
  anchor.text.clear();
}

void SoupPage::take_meta(SoupLexer const& lexer) {
  const auto is_there = [&](SoupAttribute attribute) {
    return lexer.attribute(attribute).has_value();
  };
  if (std::count_if(meta_attributes.begin(), meta_attributes.end(), is_there) < 2) return;
  const std::size_t entry = begin_entry(&metas_);
  const auto property = lexer.attribute(SoupAttribute::property);
  const bool is_image = property && decode(*property) == "og:image";
  for (const SoupAttribute attribute : meta_attributes) {
    const auto raw = lexer.attribute(attribute);
    if (!raw) continue;
    const bool may_be_data = is_image && attribute == SoupAttribute::content;
    const std::string_view value = may_be_data ? cut_data_url(decode(*raw)) : decode(*raw);
    add(start_of(attribute), value);
  }
  has_head_ = true;
  give_entry(metas_, entry);
}

void SoupPage::take_language(SoupLexer const& lexer) {
  for (const SoupAttribute attribute : {SoupAttribute::lang, SoupAttribute::xml_lang}) {
    const auto raw = lexer.attribute(attribute);
    if (!raw) continue;
    has_head_ = true;
    const std::size_t entry = begin_entry(&metas_);
    add(name_start, path("html", name_of(attribute)));
    add(content_start, decode(*raw));
    give_entry(metas_, entry);
  }
}

void SoupPage::open(SoupLexer const& lexer) {
  SoupElement const* const element = lexer.node().element;
  if (element != nullptr && element->role == SoupRole::title) {
    in_title_ = !lexer.node().is_empty;
    return;
  }
  if (element != nullptr && element->breaks_text) text_.separate();
  if (!lexer.globals().empty()) take_globals(lexer);
  if (element != nullptr && element->counts()) open_element(lexer, *element);
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
  if (const auto place = deep_anchors_.close()) {
    if (read_anchor_again(*place)) give_entry(links_, entry_);
    return;
  }
  if (open_anchors_ == 0) return;
  OpenAnchor& anchor = anchors_[--open_anchors_];
  if (!anchor.has_entry) return entries_.cut(anchor.entry);
  if (anchor.place) {
    entries_.cut(anchor.entry);
    read_anchor_again(*anchor.place);
  }
  const std::string_view text = anchor.text.trimmed();
  if (!text.empty()) add(text_start, text);
  give_entry(links_, anchor.entry);
}

/// Where the tag that was read begins in the page.
std::size_t SoupPage::place_of(SoupLexer const& lexer) const {
  return static_cast<std::size_t>(lexer.node().name.data() - page_.data()) - 1;
}

/// Reads the tag of an anchor again, and begins its entry where it has one.
bool SoupPage::read_anchor_again(std::size_t place) {
  SoupLexer lexer(page_.substr(place));
  lexer.next();
  SoupElement const& element = *lexer.node().element;
  const auto raw = lexer.attribute(element.urls[0].attribute);
  if (!raw) return false;
  begin_entry(&links_);
  add_url(lexer, *raw, element.name, element.urls[0]);
  return true;
}

void SoupPage::separate_anchors() {
  if (anchors_separated_) return;
  for (std::size_t i = 0; i < open_anchors_; ++i) anchors_[i].text.separate();
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
  anchors_separated_ = false;
  for (std::size_t i = 0; i < open_anchors_ && !anchors_[i].text.is_full(); ++i) {
    anchors_[i].text.append(text);
  }
}

void SoupPage::take_style(std::string_view raw) {
  const std::string_view css = decode(raw);
  html::LinkRow const* const row = find_html_row("style", "");
  for_each_css_reference(css, [&](std::string_view url) {
    const std::size_t entry = begin_entry(&links_);
    add(path_start, "STYLE/#text");
    add(href_start, cut_data_url(url));
    add_resolved_as(html::relative_to(*row, url), url);
    give_entry(links_, entry);
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
