// Documents in srcdoc attributes. From the bytes a file is made whose links are known, with frames
// in frames in all quotings and spellings: every link is found, in its context, at its place. Then
// the bytes themselves are such a file, and its contexts lie within each other.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzz/document_laws.h"
#include "fuzz/link_laws.h"
#include "fuzz/text_input.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/syntax/attribute_value.h"

using namespace hrefkit;
using namespace hrefkit::html;
using fuzz::require;

namespace {

constexpr std::size_t max_file = 6'000;

/// A file that holds links at known depths.
struct Nest {
  std::string text;
  std::vector<std::size_t> depths;  ///< of the links "L", in the order of the source
  std::size_t height = 0;           ///< documents in one another
};

/// Ways to write a character reference.
enum class Spelling : std::uint8_t { named, decimal, hexadecimal, padded };

void append_reference(std::string& out, char c, Spelling spelling) {
  constexpr std::string_view digits = "0123456789aBcDeF";
  const auto code = static_cast<unsigned char>(c);
  switch (spelling) {
    case Spelling::named:
      if (c == '&') out += "&amp;";
      if (c == '"') out += "&quot;";
      if (c == '>') out += "&gt;";
      if (c == '&' || c == '"' || c == '>') return;
      [[fallthrough]];
    case Spelling::decimal:
      out += "&#" + std::to_string(code) + ';';
      return;
    case Spelling::padded:
      out += "&#000" + std::to_string(code) + ';';
      return;
    case Spelling::hexadecimal:
      out += "&#x";
      out += digits[code / 16];
      out += digits[code % 16];
      out += ';';
  }
}

/// The characters that end an attribute's value or mean something in it.
std::string_view to_escape(char quote) {
  if (quote == '"') return "&\"";
  if (quote == '\'') return "&'";
  return "&\"'<=>` \r\n";
}

/// Makes the file a frame of another.
void wrap(Nest& nest, unsigned choice) {
  constexpr std::array quotes{'"', '\'', '\0'};
  const char quote = quotes[choice % quotes.size()];
  const auto spelling = static_cast<Spelling>(choice / 4 % 4);
  const bool all = choice / 16 % 4 == 0;
  std::string text = "<iframe srcdoc=";
  if (quote != 0) text += quote;
  for (const char c : nest.text) {
    if (all || to_escape(quote).find(c) != std::string_view::npos) {
      append_reference(text, c, spelling);
    } else {
      text += c;
    }
  }
  if (quote != 0) text += quote;
  text += "></iframe>";
  if (text.size() > max_file) return;
  nest.text = std::move(text);
  ++nest.height;
  for (std::size_t& depth : nest.depths) ++depth;
}

Nest make_nest(std::string_view choices) {
  Nest nest{"<a href=L>", {0}};
  for (const char c : choices) {
    const auto choice = static_cast<unsigned char>(c);
    switch (choice % 4) {
      case 0:
        nest.text += "<p><a href='L'>x</a>";
        nest.depths.push_back(0);
        break;
      case 1:
        nest.text.insert(0, "<!doctype html>\r\n<area href=\"L\">&#x1F600;");
        nest.depths.insert(nest.depths.begin(), 0);
        break;
      default:
        wrap(nest, choice / 4);
    }
  }
  return nest;
}

std::size_t depth_of(std::string_view path) {
  if (path.empty()) return 0;
  return static_cast<std::size_t>(std::count(path.begin(), path.end(), '.')) + 1;
}

void check_nest(Nest const& nest) {
  std::vector<std::size_t> found;
  fuzz::require_links(
      source_from_text(nest.text), {}, [&](Link const& link, LinkBlock const& block) {
        require(link.raw == "L", "links are what they are in their documents");
        const std::size_t depth = depth_of(block.contexts[link.context].path);
        std::string value(link.span.in(nest.text));
        for (std::size_t i = 0; i < depth; ++i) {
          decode_attribute_value(std::string(value), value, nullptr);
        }
        require(value == "L", "a link's place holds the link, however deep it is escaped");
        found.push_back(depth);
      });
  std::vector<std::size_t> wanted = nest.depths;
  std::erase_if(wanted, [](std::size_t depth) { return depth > ContextTree::depth_limit; });
  require(found == wanted, "all links up to the depth limit are found, in order");
}

/// The places of a document lie in the attribute that holds it.
void check_context(ContextTree const& tree, std::size_t index) {
  Context const& context = tree.contexts()[index];
  require(depth_of(tree.path(index)) <= ContextTree::depth_limit, "depth is limited");
  fuzz::require_document(context.document);
  if (index == 0) return;
  require(context.parent < index && tree.path(index).starts_with(tree.path(context.parent)),
          "documents come after the documents around them");
  if (context.source == nullptr) return;
  const hrefkit::text::Span outer{tree.to_file(context.parent, context.source->span.begin),
                                  tree.to_file(context.parent, context.source->span.end)};
  std::uint32_t last = outer.begin;
  for (std::uint32_t i = 0; i <= context.document.text().size(); ++i) {
    const std::uint32_t place = tree.to_file(index, i);
    require(place >= last && place <= outer.end, "places rise within the attribute");
    last = place;
  }
}

void check_text(std::string_view text, bool blank_frames) {
  DocumentOptions options;
  options.blank_frames = blank_frames;
  Notes notes;
  const ContextTree tree(source_from_text(text), options, notes);
  for (std::size_t i = 0; i < tree.contexts().size(); ++i) check_context(tree, i);
  fuzz::require_links(source_from_text(text), options, [](Link const&, LinkBlock const&) {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  const std::string_view choices(reinterpret_cast<char const*>(data),
                                 std::min<std::size_t>(size, 60));
  check_nest(make_nest(choices));
  const fuzz::TextInput input(data, size);
  check_text(input.text(), input.option(0));
  return 0;
}
