#include "hrefkit/html/names/tag_name.h"

#include <algorithm>

#include "hrefkit/html/names/tag_name_table.h"

namespace hrefkit::html {

static_assert(std::is_sorted(tag_names.begin(), tag_names.end()));

TagName tag_name(std::string_view written) {
  return static_cast<TagName>(tag_name_table.find(text::pack_name(written), written));
}

}  // namespace hrefkit::html
