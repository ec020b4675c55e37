#include "hrefkit/site/check/page_file.h"

#include "hrefkit/site/file.h"
#include "hrefkit/site/file_type.h"

namespace hrefkit::site {

tl::expected<void, std::string> open_page(Site const& site, std::uint32_t number, PageFile& page) {
  const EntryId entry = site.pages()[number];
  const std::string path = site.file_path(entry);
  page.number = number;
  if (auto read = read_file(path, page.bytes); !read) return tl::unexpected(read.error());
  html::Notes notes;
  auto source = html::decode_source(
      page.bytes, {.content_type = content_type_of(path), .fallback = {.utf_8_if_valid = true}},
      page.buffer, notes);
  if (!source) return tl::unexpected(std::string(message(source.error())));
  page.source = std::move(*source);
  page.options.url = site.url(entry);
  page.options.xml_base = html::XmlBase::off;
  page.is_svg = site.is_svg_page(number);
  return {};
}

}  // namespace hrefkit::site
