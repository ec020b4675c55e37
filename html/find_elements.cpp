#include "hrefkit/html/find_elements.h"

#include "hrefkit/html/names/tag_name.h"
#include "hrefkit/html/syntax/tokenizer.h"
#include "hrefkit/html/tree/start_tag.h"
#include "hrefkit/html/tree/tag_stream.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

std::vector<FoundElement> find_elements(std::string_view text, std::string_view name,
                                        bool scripting) {
  std::vector<FoundElement> found;
  const TagName wanted = tag_name(name);
  TagStream tags(text, scripting);
  bool is_open = false;  // the last tag is that of the last element
  bool has_tag = true;
  while (has_tag) {
    has_tag = tags.next();
    if (is_open) found.back().content = tags.preceding_text().in(text);
    is_open = has_tag && !tags.tag().is_end && tags.name() == wanted &&
              tags.outcome().result == TagResult::inserted && !tags.outcome().inert;
    if (is_open) {
      found.push_back({ElementView(text, tags.tag().span.begin, tags.outcome().ns), {}});
    }
  }
  return found;
}

}  // namespace hrefkit::html
