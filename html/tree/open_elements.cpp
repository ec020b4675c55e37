#include "hrefkit/html/tree/open_elements.h"

#include <algorithm>

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

bool bounds_scope(OpenElement const& element) {
  return element.is_html() ? html_scope.contains(element.name) : is_special(element);
}

bool bounds_items(OpenElement const& element) {
  return is_special(element) && !(element.is_html() && passed_by_items.contains(element.name));
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

bool OpenElements::top_is(TagName name) const {
  return !stack_.empty() && top().is_html() && top().name == name;
}

bool OpenElements::top_is(TagNameSet const& names) const {
  return !stack_.empty() && top().is_html() && names.contains(top().name);
}

std::uint32_t& OpenElements::last(OpenElement const& element) {
  if (element.number >= last_.size()) last_.resize(element.number + 1);
  Last& found = last_[element.number];
  return element.is_html() ? found.html : found.foreign;
}

void OpenElements::push(OpenElement element) {
  const auto position = static_cast<std::uint32_t>(stack_.size() + 1);
  Entry entry{element, 0, 0, 0, 0, 0};
  if (!stack_.empty()) {
    entry.scope = stack_.back().scope;
    entry.special = stack_.back().special;
    entry.item = stack_.back().item;
    entry.html = stack_.back().html;
  }
  if (bounds_scope(element)) entry.scope = position;
  if (is_special(element)) entry.special = position;
  if (bounds_items(element)) entry.item = position;
  if (element.is_html()) {
    entry.html = position;
  } else {
    ++foreign_count_;
  }
  if (lowest_ == 0 && (!element.is_html() || element.name == template_)) lowest_ = position;
  std::uint32_t& last_same = last(element);
  entry.previous_same = last_same;
  last_same = position;
  stack_.push_back(entry);
}

OpenElement OpenElements::pop() {
  const Entry entry = stack_.back();
  if (lowest_ == stack_.size()) lowest_ = 0;
  stack_.pop_back();
  if (!entry.element.is_html()) --foreign_count_;
  last(entry.element) = entry.previous_same;
  return entry.element;
}

std::size_t OpenElements::find(NameNumbers::Number number) const {
  return number < last_.size() ? last_[number].html : 0;
}

std::size_t OpenElements::find_foreign(NameNumbers::Number number) const {
  return number < last_.size() ? last_[number].foreign : 0;
}

std::size_t OpenElements::find_foreign_above_html(NameNumbers::Number number) const {
  if (stack_.empty()) return 0;
  const std::size_t found = find_foreign(number);
  return found > stack_.back().html ? found : 0;
}

std::size_t OpenElements::boundary(Scope scope) const {
  if (stack_.empty()) return 0;
  switch (scope) {
    case Scope::element:
      break;
    case Scope::button:
      return std::max<std::size_t>(stack_.back().scope, find(button));
    case Scope::list_item:
      return std::max<std::size_t>({stack_.back().scope, find(ol), find(ul)});
    case Scope::table:
      return std::max(find(table), find(template_));
    case Scope::special:
      return stack_.back().special;
    case Scope::item:
      return stack_.back().item;
  }
  return stack_.back().scope;
}

std::size_t OpenElements::find_in_scope(TagName name, Scope scope) const {
  const std::size_t found = find(name);
  return found >= boundary(scope) ? found : 0;
}

}  // namespace hrefkit::html
