#include "hrefkit/html/formats/link_writer.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

namespace {

bool is_part_of(std::string_view part, std::string_view text) {
  const std::less_equal<char const*> before;
  return before(text.data(), part.data()) &&
         before(part.data() + part.size(), text.data() + text.size());
}

}  // namespace

LinkWriter::LinkWriter(LinkSource const& source)
    : source_(source),
      document_(bases_, source_.options.url, source_.base.fallback.source, source_.base.resolver) {}

Flow LinkWriter::add(Link link, RelativeTo relative_to, LinkGrammar grammar, text::Span value,
                     std::optional<std::uint32_t> base) {
  if (source_.sink.with_places) {
    const std::uint32_t begin = link.span.begin;
    const char before = begin == value.begin ? '\0' : source_.source.text[begin - 1];
    places_.push_back({{}, value, link.span, grammar, before});
  }
  link.base = base ? *base : document_.number_for(relative_to, document_.document_base());
  link.loaded_base = link.place_base = link.base;
  link.local = relative_to == RelativeTo::document;
  if (!is_part_of(link.raw, source_.source.text)) link.raw = strings_.keep(link.raw);
  block_.push_back(link);
  return block_.size() == max_link_block ? finish() : Flow::go_on;
}

std::optional<std::uint32_t> LinkWriter::add_base(std::string_view url,
                                                  ImportMaps const* import_maps) {
  auto resolver = url::Resolver::with_base(url, source_.base.resolver.options());
  if (!resolver) return std::nullopt;
  bases_.push_back({.resolver = std::move(*resolver), .import_maps = import_maps});
  return static_cast<std::uint32_t>(bases_.size() - 1);
}

void LinkWriter::set_element(Link& link, NamedValue attribute) {
  link.element_key = static_cast<std::uint32_t>(elements_.size());
  elements_.push_back(attribute);
}

Flow LinkWriter::finish() {
  if (block_.empty()) return Flow::go_on;
  const Flow flow = source_.sink.links({.links = block_,
                                        .bases = bases_,
                                        .contexts = contexts_,
                                        .text = source_.source.text,
                                        .map = source_.map,
                                        .places = places_,
                                        .budget = &source_.budget,
                                        .elements = elements_});
  block_.clear();
  places_.clear();
  elements_.clear();
  strings_.clear();
  return flow;
}

}  // namespace hrefkit::html
