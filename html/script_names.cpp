#include "hrefkit/html/script_names.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "hrefkit/html/syntax/script_tokenizer.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::html {

namespace {

/// The longest name of a file, each byte of it written as an escape of six bytes.
constexpr std::size_t max_written_name = std::size_t{6} * 255;

}  // namespace

void find_script_names(std::string_view script,
                       std::function<void(std::string_view name)> const& found) {
  constexpr text::ByteSet quotes("\"'`");
  constexpr text::ByteSet ends_path("?#");
  std::string name;
  while (!script.empty()) {
    std::string_view string = text::read_until(script, quotes);
    if (!script.empty()) script.remove_prefix(1);
    std::string_view segment = text::read_until(string, ends_path);
    segment.remove_prefix(segment.rfind('/') + 1);  // all of it without a slash
    if (segment.empty() || segment.size() > max_written_name) continue;
    if (segment.find('\\') != segment.npos) {
      if (!unescape_script(segment, '"', name)) continue;
      segment = name;
    }
    if (segment.find('%') == segment.npos) {
      found(segment);
    } else {
      found(url::percent_decode(segment));
    }
  }
}

void find_custom_element_names(std::string_view page,
                               std::function<void(std::string_view name)> const& found) {
  for (std::size_t at = page.find('<'); at != page.npos; at = page.find('<', at)) {
    const std::size_t begin = ++at;
    while (at < page.size() && text::ascii_alphanumeric.contains(page[at])) ++at;
    if (at == begin || at == page.size() || page[at] != '-') continue;
    const std::size_t end = std::min(page.find('>', at), page.size());
    find_script_names(page.substr(at, end - at), found);
    at = end;
  }
}

}  // namespace hrefkit::html
