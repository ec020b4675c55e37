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
  return element.ns == Namespace::html ? html_scope.contains(element.name) : is_special(element);
}

bool bounds_items(OpenElement const& element) {
  return is_special(element) &&
         !(element.ns == Namespace::html && passed_by_items.contains(element.name));
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

bool OpenElements::top_is(TagName name) const {
  return !stack_.empty() && top().ns == Namespace::html && top().name == name;
}

void OpenElements::push(OpenElement element) {
  const auto position = static_cast<std::uint32_t>(stack_.size() + 1);
  Entry entry{element, 0, 0, 0, 0};
  if (!stack_.empty()) {
    entry.scope = stack_.back().scope;
    entry.special = stack_.back().special;
    entry.item = stack_.back().item;
  }
  if (bounds_scope(element)) entry.scope = position;
  if (is_special(element)) entry.special = position;
  if (bounds_items(element)) entry.item = position;
  if (element.ns == Namespace::html) {
    std::uint32_t& last = last_[static_cast<std::size_t>(element.name)];
    entry.previous_same = last;
    last = position;
  }
  stack_.push_back(entry);
  written_.add(element.written);
}

OpenElement OpenElements::pop() {
  const Entry entry = stack_.back();
  stack_.pop_back();
  written_.remove(entry.element.written);
  if (entry.element.ns == Namespace::html) {
    last_[static_cast<std::size_t>(entry.element.name)] = entry.previous_same;
  }
  return entry.element;
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
