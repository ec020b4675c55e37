// document_base FILE URL: the base URL of an HTML file whose address is URL, and why.
#include <hrefkit/html/context.h>
#include <hrefkit/html/source_text.h>
#include <hrefkit/site/file.h>

#include <iostream>
#include <string>

namespace html = hrefkit::html;

int main(int argc, char** argv) {
  std::string bytes;
  if (argc != 3 || !hrefkit::site::read_file(argv[1], bytes)) return 2;
  std::string buffer;
  html::Notes notes;
  const auto source = html::decode_source(bytes, {}, buffer, notes);
  if (!source) return 2;
  html::DocumentOptions options;
  options.url = argv[2];
  const html::ContextTree tree(*source, options, notes);
  html::Context const& context = tree.contexts().front();  // the file's own; srcdocs follow
  std::cout << tree.base_url(context.base.base).url() << " (" << name(context.base.source) << ")\n";
  for (html::BaseElement const& element : context.base.elements) {
    const auto href = context.document.find_attribute(element.node, "href");
    std::cout << "  base " << (href ? href->value : "without href") << ": " << name(element.status)
              << '\n';
  }
}
