// What is kept of a page to find it again where it has another address.
//
// Two pages have equal bytes if they differ in their links and in their own addresses only: a page
// that moves has other relative references. If a program wrote navigation around the content, the
// bytes of the main content decide, as menus change with every page that moves.
//
// A sketch is for pages whose text has changed: the smallest hashes of its passages. The part of
// them that two sketches share is about the part of the text that the pages share (Broder, "On the
// resemblance and containment of documents", 1997).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hrefkit/html/find_links.h"
#include "hrefkit/html/source_text.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// The print of one page. All prints of a process have one key.
struct PagePrint {
  static constexpr std::size_t sketch_size = 16;

  text::Hash128 bytes = {};  ///< without links and own addresses; 0: too little text to know it by
  text::Hash128 content = {};  ///< the same of its main content
  text::Hash128 file = {};     ///< of all bytes
  /// The `address_hash` of the address that `canonical` names, and of that in `og:url`; 0 if the
  /// page names none, or its own.
  std::uint64_t canonical = 0;
  std::uint64_t card = 0;
  /// In rising order; of a short text the last ones are UINT32_MAX.
  std::array<std::uint32_t, sketch_size> sketch = {};
};

/// The hash of an address, whose fragment does not count.
std::uint64_t address_hash(std::string_view url);

/// Makes prints. Reuses its buffers, so keep one for each thread.
class PagePrinter {
 public:
  /// The print of a page with the address `url`.
  PagePrint print(html::SourceText const& source, std::string const& url);

  /// The address that the last page names as its own by `canonical`, else by `og:url`; or empty.
  std::string const& named_address() const { return named_address_; }

 private:
  html::LinkFinder finder_;
  std::string rest_;
  std::string named_address_;
};

}  // namespace hrefkit::site
