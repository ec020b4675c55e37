#include "hrefkit/html/tree/foreign_content.h"

#include <algorithm>

#include "hrefkit/html/names/tag_groups.h"

namespace hrefkit::html {

namespace {

using enum TagName;
using namespace tag_groups;

// 13.2.6.5, 'A start tag whose tag name is one of: "b", "big", ...'
constexpr TagNameSet breaking{b,      big,  blockquote, body,  br,   center, code,    dd,   div,
                              dl,     dt,   em,         embed, h1,   h2,     h3,      h4,   h5,
                              h6,     head, hr,         i,     img,  li,     listing, menu, meta,
                              nobr,   ol,   p,          pre,   ruby, s,      small,   span, strong,
                              strike, sub,  sup,        table, tt,   u,      ul,      var};

constexpr TagNameSet mathml_text_points{mi, mo, mn, ms, mtext};
constexpr TagNameSet svg_html_points{foreignobject, desc, title};

// 13.2.4.1
constexpr TagNameSet mode_names{select,   td,    th,        tr,   tbody, thead,    tfoot, caption,
                                colgroup, table, template_, head, body,  frameset, html};

// 13.2.6.4.7 "in body": start tags that close, before anything else, an element that may be open.
constexpr TagNameSet closes_same{a, button, nobr};
constexpr TagNameSet list_items{li, dd, dt};
constexpr TagNameSet options{option, optgroup};

bool may_close(TagName start_tag, TagName open) {
  const auto both = [&](TagNameSet const& set) {
    return set.contains(start_tag) && set.contains(open);
  };
  return (open == p && (start_tag == table || closes_paragraph.contains(start_tag))) ||
         (open == start_tag && closes_same.contains(open)) || both(headings) || both(list_items) ||
         both(options) || (start_tag == hr && options.contains(open)) ||
         (ruby_parts.contains(start_tag) && open == ruby);
}

}  // namespace

ForeignContent::Point ForeignContent::point_of(TagName name, Namespace ns, bool annotates_html) {
  if (ns == Namespace::svg) return svg_html_points.contains(name) ? Point::html : Point::none;
  if (ns != Namespace::mathml) return Point::none;
  if (mathml_text_points.contains(name)) return Point::mathml_text;
  if (name == annotation_xml) return annotates_html ? Point::html : Point::annotation;
  return Point::none;
}

bool ForeignContent::open(TagName name, std::string_view written, Namespace ns,
                          bool annotates_html) {
  if (open_.size() >= max_depth) return false;
  const bool mode_name = has_mode_name() || (ns != Namespace::html && mode_names.contains(name));
  open_.push_back({WrittenName(written), name, ns, point_of(name, ns, annotates_html), mode_name});
  written_.add(open_.back().written);
  return true;
}

void ForeignContent::close_to(std::size_t depth) {
  while (open_.size() > depth) {
    written_.remove(open_.back().written);
    open_.pop_back();
  }
}

bool ForeignContent::takes_html(TagName start_tag) const {
  Element const& current = open_.back();
  switch (current.point) {
    case Point::html:
      return true;
    case Point::mathml_text:
      return start_tag != mglyph && start_tag != malignmark;
    case Point::annotation:
      return start_tag == svg;
    case Point::none:
      break;
  }
  return current.ns == Namespace::html;
}

bool ForeignContent::breaks_out(TagName start_tag, bool styles_font) {
  return breaking.contains(start_tag) || (start_tag == font && styles_font);
}

void ForeignContent::break_out(std::size_t floor) {
  const auto lets_html_in = [](Element const& e) {
    return e.ns == Namespace::html || e.point == Point::html || e.point == Point::mathml_text;
  };
  std::size_t depth = open_.size();
  while (depth > floor && !lets_html_in(open_[depth - 1])) --depth;
  close_to(depth);
}

std::size_t ForeignContent::find_foreign(std::string_view written, std::size_t floor) const {
  const WrittenName name(written);
  if (!written_.may_hold(name)) return not_found;
  for (std::size_t depth = open_.size(); depth > floor; --depth) {
    Element const& element = open_[depth - 1];
    if (element.ns == Namespace::html) break;
    if (element.written == name) return depth - 1;
  }
  return not_found;
}

std::size_t ForeignContent::find_html(TagName name, std::string_view written,
                                      std::size_t floor) const {
  const WrittenName wanted(written);
  if (!written_.may_hold(wanted)) return not_found;
  for (std::size_t depth = open_.size(); depth > floor; --depth) {
    Element const& element = open_[depth - 1];
    if (element.ns != Namespace::html) break;
    if (name != unknown ? element.name == name : element.written == wanted) {
      return depth - 1;
    }
  }
  return not_found;
}

bool ForeignContent::bounds_scope(std::size_t floor) const {
  return std::any_of(open_.begin() + static_cast<std::ptrdiff_t>(floor), open_.end(),
                     [](Element const& e) { return e.point != Point::none; });
}

bool ForeignContent::might_imply_end(TagName start_tag, std::size_t floor) const {
  for (std::size_t depth = open_.size(); depth > floor; --depth) {
    Element const& element = open_[depth - 1];
    if (element.ns != Namespace::html) break;
    if (may_close(start_tag, element.name)) return true;
  }
  return false;
}

}  // namespace hrefkit::html
