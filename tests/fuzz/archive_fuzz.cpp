// Whole archives through captures, documents and links.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/require.h"
#include "hrefkit/archive/capture_reader.h"
#include "hrefkit/archive/header_links.h"
#include "hrefkit/html/find_links.h"

namespace archive = hrefkit::archive;
namespace html = hrefkit::html;
using hrefkit::fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<char const*>(data), size);
  auto source = hrefkit::warc::source_of(bytes);
  archive::CaptureOptions options;
  options.max_body = 1 << 16;
  archive::CaptureReader reader(source, options);
  archive::CapturePage page;
  html::LinkFinder finder;
  while (reader.next()) {
    archive::Capture const& capture = reader.capture();
    require(capture.body.size() <= options.max_body + size, "no body grows past the limit");
    if (capture.head) archive::header_links(*capture.head, capture.uri);
    if (!page.open(capture)) continue;
    static_cast<void>(finder.find(page.source(), page.options(), {}));
  }
  return 0;
}
