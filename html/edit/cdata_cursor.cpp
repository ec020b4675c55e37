#include "hrefkit/html/edit/cdata_cursor.h"

#include <algorithm>

#include "hrefkit/html/syntax/markup_declaration.h"

namespace hrefkit::html {

bool CdataCursor::is_in_section(std::string_view text, std::uint32_t context, std::uint32_t begin,
                                std::uint32_t at) {
  if (context != context_ || begin != begin_ || at < since_) {
    context_ = context;
    begin_ = begin;
    since_ = begin;
    in_section_ = text.substr(0, begin).ends_with(cdata_start);
    find_border(text, begin);
  }
  while (border_ < at) step(text);
  return at < since_ ? !in_section_ : in_section_;
}

/// Steps over what begins at the border. A comment may hold what looks like a delimiter.
void CdataCursor::step(std::string_view text) {
  const std::string_view rest = text.substr(border_);
  if (in_section_ || rest.starts_with(cdata_start)) {
    since_ = border_ + (in_section_ ? cdata_end : cdata_start).size();
    in_section_ = !in_section_;
    find_border(text, since_);
  } else if (rest.starts_with("<!--")) {
    find_border(text, skip_markup_declaration(text, border_, Cdata::section));
  } else {
    find_border(text, border_ + 1);
  }
}

void CdataCursor::find_border(std::string_view text, std::size_t from) {
  border_ = std::min(in_section_ ? text.find(cdata_end, from) : text.find('<', from), text.size());
}

}  // namespace hrefkit::html
