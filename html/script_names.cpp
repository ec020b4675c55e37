#include "hrefkit/html/script_names.h"

#include <cstddef>
#include <string>

#include "hrefkit/html/syntax/script_tokenizer.h"
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

}  // namespace hrefkit::html
