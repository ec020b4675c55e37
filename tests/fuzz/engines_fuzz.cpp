// The law of the engines: what the scanner takes, it reads as the document tree is read. Links with
// all their fields, the bases that they refer to, and anchors are the same, and so is what stands
// around them.
#include <algorithm>
#include <cstdio>
#include <string>

#include "fuzz/require.h"
#include "fuzz/tag_soup.h"
#include "fuzz/text_input.h"
#include "support/engine_rows.h"
#include "support/tag_soup.h"

using namespace hrefkit;

namespace {

html::DocumentOptions options_of(fuzz::TextInput const& input) {
  html::DocumentOptions options;
  options.url = "https://example.org/a/b?c#d";
  options.scripting = input.option(0);
  if (input.option(1)) options.xml_base = html::XmlBase::automatic;
  if (input.option(2)) options.standard = url::Standard::html5;
  options.also.scripts = true;
  return options;
}

/// Shows where the rows part, and ends.
void require_same(std::vector<std::string> const& scanned, std::vector<std::string> const& judged,
                  char const* law) {
  if (scanned == judged) return;
  const auto [scan, dom] =
      std::mismatch(scanned.begin(), scanned.end(), judged.begin(), judged.end());
  std::fprintf(stderr, "scan: %s\n dom: %s\n", scan == scanned.end() ? "nothing" : scan->c_str(),
               dom == judged.end() ? "nothing" : dom->c_str());
  fuzz::require(false, law);
}

void check_text(std::string_view text, fuzz::TextInput const& input) {
  const html::DocumentOptions options = options_of(input);
  const auto encoding = input.option(3) ? text::Encoding::windows_1252 : text::Encoding::utf_8;
  const auto source = html::source_from_text(text, html::ContentType::html, encoding);
  const bool with_surroundings = input.option(4);
  // Every document can be read.
  const test::EngineRows judged = test::dom_rows(source, options, with_surroundings);
  const auto scanned = test::scan_rows(source, options, with_surroundings);
  if (!scanned) return;
  require_same(scanned->rows, judged.rows, "the engines find the same links");
  require_same(scanned->anchor_rows, judged.anchor_rows, "the engines find the same anchors");
}

std::string document_of(std::string_view bytes, fuzz::TextInput const& input) {
  if (input.option(7)) return fuzz::tag_soup(bytes);
  if (input.option(6)) return test::TagSoup::document(bytes);
  return std::string(input.text());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  const fuzz::TextInput input(data, size);
  const std::string text = document_of({reinterpret_cast<char const*>(data) + 1, size - 1}, input);
  // Long ends let the scanner take its fast ways, which look at many bytes at once.
  const std::size_t padding = input.option(5) ? 100 : 0;
  const std::string padded = text + std::string(padding, ' ');
  check_text(padded, input);
  return 0;
}
