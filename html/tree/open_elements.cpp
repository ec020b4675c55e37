#include "hrefkit/html/tree/open_elements.h"

#include <array>
#include <utility>

#include "hrefkit/html/names/tag_name.h"

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

/// "has an element in scope": the HTML elements of its list.
constexpr TagNameSet html_scope{applet, caption, html,   table,           td,
                                th,     marquee, object, TagName::select, template_};

/// The scopes that an HTML element bounds, as a bit set by name.
enum Bound : std::uint8_t { bounds_scope = 1, bounds_special = 2, bounds_items = 4 };

constexpr auto html_bounds = [] {
  std::array<std::uint8_t, tag_name_count> bounds{};
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const auto name = static_cast<TagName>(i);
    if (html_scope.contains(name)) bounds[i] |= bounds_scope;
    if (!html_special.contains(name)) continue;
    bounds[i] |= bounds_special;
    if (!tag_groups::passed_by_items.contains(name)) bounds[i] |= bounds_items;
  }
  return bounds;
}();

std::uint8_t bounds_of(TagName name, Namespace ns) {
  if (ns == Namespace::html) return html_bounds[static_cast<std::size_t>(name)];
  return is_special(name, ns) ? bounds_scope | bounds_special | bounds_items : 0;
}

}  // namespace

bool is_special(TagName name, Namespace ns) {
  switch (ns) {
    case Namespace::html:
      return html_special.contains(name);
    case Namespace::svg:
      return tag_groups::svg_html_points.contains(name);
    default:
      return name == annotation_xml || tag_groups::mathml_text_points.contains(name);
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

OpenElement& OpenElements::push(TagName name, Namespace ns, NameNumbers::Number number) {
  if (number >= last_.size()) last_.resize(number + 1);
  OpenElement& element = place(name, ns, number, bounds_of(name, ns));
  if (!element.is_html()) ++foreign_count_;
  if (lowest_ == 0 && (!element.is_html() || name == template_)) lowest_ = stack_.size();
  return element;
}

void OpenElements::push_structure(TagName name) {
  const auto number = static_cast<NameNumbers::Number>(name);
  place(name, Namespace::html, number, html_bounds[number]);
}

/// Pushes an element that bounds the scopes in `bounded`.
inline OpenElement& OpenElements::place(TagName name, Namespace ns, NameNumbers::Number number,
                                        std::uint8_t bounded) {
  const auto position = static_cast<std::uint32_t>(stack_.size() + 1);
  const auto bound = [&](bool is_own, std::uint32_t below) { return is_own ? position : below; };
  const Bounds below = stack_.empty() ? Bounds{} : stack_.back().bounds;
  std::uint32_t& last_same = last(number, ns == Namespace::html);
  Entry& top = stack_.emplace_back();
  top.element.name = name;
  top.element.ns = ns;
  top.element.number = number;
  top.previous_same = std::exchange(last_same, position);
  top.bounds = {.scope = bound((bounded & bounds_scope) != 0, below.scope),
                .special = bound((bounded & bounds_special) != 0, below.special),
                .item = bound((bounded & bounds_items) != 0, below.item),
                .html = bound(ns == Namespace::html, below.html)};
  return top.element;
}

void OpenElements::remove(std::size_t position) {
  std::vector<OpenElement> above;
  while (size() > position) above.push_back(pop());
  pop();
  for (std::size_t i = above.size(); i > 0; --i) push(above[i - 1]);
}

std::size_t OpenElements::find_foreign(NameNumbers::Number number) const {
  return number < last_.size() ? last_[number].foreign : 0;
}

std::size_t OpenElements::find_foreign_above_html(NameNumbers::Number number) const {
  if (stack_.empty()) return 0;
  const std::size_t found = find_foreign(number);
  return found > stack_.back().bounds.html ? found : 0;
}

}  // namespace hrefkit::html
