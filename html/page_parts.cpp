#include "hrefkit/html/page_parts.h"

#include <cstddef>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/scan/part_collector.h"
#include "hrefkit/html/syntax/markup_declaration.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

IgnoreComment read_ignore_comment(std::string_view text, std::uint32_t begin) {
  const std::size_t end = skip_markup_declaration(text, begin, Cdata::comment);
  std::string_view content = text.substr(begin, end - begin);
  content.remove_prefix(std::string_view("<!--").size());
  for (const std::string_view close : {"-->", "--!>"}) {
    if (content.ends_with(close)) content.remove_suffix(close.size());
  }
  content = text::strip_ascii_whitespace(content);
  IgnoreComment comment{.end = static_cast<std::uint32_t>(end)};
  if (content == "hrefkit-ignore") comment.word = IgnoreWord::element;
  if (content == "hrefkit-ignore-start") comment.word = IgnoreWord::part_start;
  if (content == "hrefkit-ignore-end") comment.word = IgnoreWord::part_end;
  return comment;
}

std::optional<PageParts> find_page_parts(SourceText const& source, DocumentOptions const& options) {
  const bool is_readable =
      source.content_type == ContentType::html && source.text.size() <= text::max_text_bytes;
  if (!is_readable || options.templates) return std::nullopt;
  FrameLimit limit(source.text.size());
  scan::PartCollector parts(source.text, options.scripting, limit);
  if (!parts.read()) return std::nullopt;
  return parts.parts();
}

}  // namespace hrefkit::html
