// Rewrites documents under policies that the first bytes pick, and holds the laws of rewriting
// against the result: only reported places change, a second run changes nothing, and changes that
// keep targets keep them.
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "fuzz/tag_soup.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/extra_attributes.h"
#include "html/edit/rewrite_laws.h"
#include "support/tag_soup.h"

using namespace hrefkit;

namespace {

std::string document_of(std::string_view bytes, fuzz::TextInput const& input) {
  std::string head = input.option(5) ? "<!doctype html><base href='/base/dir/'>" : "";
  if (input.option(7)) return head + fuzz::tag_soup(bytes);
  if (input.option(6)) return head + test::TagSoup::document(bytes);
  return head + std::string(input.text());
}

void require_law(std::string const& broken, std::string_view document) {
  if (broken.empty()) return;
  std::fprintf(stderr, "%s\n%.*s\n", broken.c_str(), static_cast<int>(document.size()),
               document.data());
  fuzz::require(false, "rewriting keeps its laws");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  const fuzz::TextInput input(data, size);
  const std::string document =
      document_of({reinterpret_cast<char const*>(data) + 1, size - 1}, input);
  html::RewriteOptions options;
  options.document.url = "https://example.org/a/b.html";
  options.encoding.transport_charset = "utf-8";
  options.drop_base = input.option(0);
  if (input.option(1)) options.new_url = "https://example.org/other/place.html";
  if (input.option(2)) options.document.xml_base = html::XmlBase::on;
  // Attributes that are no links unless a run says so, in a part of the inputs.
  html::ExtraAttributes extra;
  if (size % 4 == 0) {
    for (char const* row : {"*[name]=url", "*[color]=css", "*[class]=list", "img[id]=srcset"}) {
      fuzz::require(extra.add(row).has_value(), "the attribute is a link now");
    }
    options.document.also.attributes = &extra;
  }
  const html::UrlForm form = input.option(3)   ? html::UrlForm::absolute
                             : input.option(4) ? html::UrlForm::relative
                                               : html::UrlForm::as_written;
  const auto to_form = [form](html::LinkTarget& target) { target.form = form; };
  std::string after;
  require_law(test::broken_law(document, options, to_form, after), document);
  require_law(test::broken_target(document, after, options), document);
  return 0;
}
