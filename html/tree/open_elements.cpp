#include "hrefkit/html/tree/open_elements.h"

#include <algorithm>
#include <array>

namespace hrefkit::html {

namespace {

using enum TagName;

constexpr TagNameSet html_special{
    address,   applet,   area,     article, aside,   base,     basefont,   bgsound, blockquote,
    body,      br,       button,   caption, center,  col,      colgroup,   dd,      details,
    dir,       div,      dl,       dt,      embed,   fieldset, figcaption, figure,  footer,
    form,      frame,    frameset, h1,      h2,      h3,       h4,         h5,      h6,
    head,      header,   hgroup,   hr,      html,    iframe,   img,        input,   keygen,
    li,        link,     listing,  main,    marquee, menu,     meta,       nav,     noembed,
    noframes,  noscript, object,   ol,      p,       param,    plaintext,  pre,     script,
    search,    section,  select,   source,  style,   summary,  table,      tbody,   td,
    template_, textarea, tfoot,    th,      thead,   title,    tr,         track,   ul,
    wbr,       xmp};
constexpr TagNameSet mathml_special{mi, mo, mn, ms, mtext, annotation_xml};
constexpr TagNameSet svg_special{foreignobject, desc, title};

/// "has an element in scope": the HTML elements of its list.
constexpr TagNameSet html_scope{applet, caption, html,   table,           td,
                                th,     marquee, object, TagName::select, template_};
constexpr TagNameSet passed_by_items{address, div, p};

/// What an HTML element bounds, as a bit set by name.
enum Bounds : std::uint8_t { bounds_scope = 1, bounds_special = 2, bounds_items = 4 };

constexpr auto html_bounds = [] {
  std::array<std::uint8_t, tag_name_count> bounds{};
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const auto name = static_cast<TagName>(i);
    if (html_scope.contains(name)) bounds[i] |= bounds_scope;
    if (!html_special.contains(name)) continue;
    bounds[i] |= bounds_special;
    if (!passed_by_items.contains(name)) bounds[i] |= bounds_items;
  }
  return bounds;
}();

std::uint8_t bounds_of(OpenElement const& element) {
  if (element.is_html()) return html_bounds[static_cast<std::size_t>(element.name)];
  return is_special(element) ? bounds_scope | bounds_special | bounds_items : 0;
}

}  // namespace

bool is_special(OpenElement const& element) {
  switch (element.ns) {
    case Namespace::html:
      return html_special.contains(element.name);
    case Namespace::svg:
      return svg_special.contains(element.name);
    default:
      return mathml_special.contains(element.name);
  }
}

// ---- Numbers of names

NameNumbers::Number NameNumbers::number(TagName name, std::string_view written) {
  if (name != unknown) return static_cast<Number>(name);
  const auto next = static_cast<Number>(tag_name_count + unknown_.size());
  const auto [found, is_new] = unknown_.try_emplace(written, next);
  if (is_new) unknown_names_.push_back(written);
  return found->second;
}

NameNumbers::Number NameNumbers::find(TagName name, std::string_view written) const {
  if (name != unknown) return static_cast<Number>(name);
  const auto found = unknown_.find(written);
  return found == unknown_.end() ? 0 : found->second;
}

std::string_view NameNumbers::name(Number number) const {
  if (number >= tag_name_count) return unknown_names_[number - tag_name_count];
  return number == 0 ? std::string_view() : tag_names[number - 1];
}

void NameNumbers::clear() {
  unknown_.clear();
  unknown_names_.clear();
}

// ---- The stack

void OpenElements::clear() {
  stack_.clear();
  last_.assign(tag_name_count, {});
  lowest_ = 0;
  foreign_count_ = 0;
}

void OpenElements::push(OpenElement const& element) {
  if (element.number >= last_.size()) last_.resize(element.number + 1);
  Entry& entry = add_entry();
  entry.element = element;
  link(entry);
}

void OpenElements::push_html(TagName name) {
  Entry& entry = add_entry();
  entry.element.name = name;
  entry.element.number = static_cast<NameNumbers::Number>(name);
  link(entry);
}

/// A new entry on top that inherits the boundaries of the one below.
OpenElements::Entry& OpenElements::add_entry() {
  Entry& entry = stack_.emplace_back();
  if (stack_.size() > 1) {
    Entry const& below = stack_[stack_.size() - 2];
    entry.scope = below.scope;
    entry.special = below.special;
    entry.item = below.item;
    entry.html = below.html;
  }
  return entry;
}

/// Sets what follows from the element of the entry on top.
void OpenElements::link(Entry& entry) {
  const auto position = static_cast<std::uint32_t>(stack_.size());
  OpenElement const& element = entry.element;
  std::uint32_t& last_same = last(element);
  entry.previous_same = last_same;
  last_same = position;
  const std::uint8_t bounds = bounds_of(element);
  if ((bounds & bounds_scope) != 0) entry.scope = position;
  if ((bounds & bounds_special) != 0) entry.special = position;
  if ((bounds & bounds_items) != 0) entry.item = position;
  if (element.is_html()) {
    entry.html = position;
  } else {
    ++foreign_count_;
  }
  if (lowest_ == 0 && (!element.is_html() || element.name == template_)) lowest_ = position;
}

OpenElement OpenElements::pop() {
  const Entry entry = stack_.back();
  if (lowest_ == stack_.size()) lowest_ = 0;
  stack_.pop_back();
  if (!entry.element.is_html()) --foreign_count_;
  last(entry.element) = entry.previous_same;
  return entry.element;
}

std::size_t OpenElements::find_foreign(NameNumbers::Number number) const {
  return number < last_.size() ? last_[number].foreign : 0;
}

std::size_t OpenElements::find_foreign_above_html(NameNumbers::Number number) const {
  if (stack_.empty()) return 0;
  const std::size_t found = find_foreign(number);
  return found > stack_.back().html ? found : 0;
}

}  // namespace hrefkit::html
