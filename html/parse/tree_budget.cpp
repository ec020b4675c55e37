#include "hrefkit/html/parse/tree_budget.h"

namespace hrefkit::html {

namespace {

// Gumbo and the document together take about 310 bytes for an element.
constexpr std::size_t free_elements = 150'000;
constexpr std::size_t bytes_per_element = 12;

// A document of many tags may have many clones; a few tags must not make very many.
constexpr std::size_t free_clones = 10'000;
constexpr std::size_t clones_per_tag = 8;

constexpr std::size_t free_attributes = 200'000;
constexpr std::size_t bytes_per_attribute = 8;

}  // namespace

std::string_view message(ExcessiveTree excess) {
  switch (excess) {
    case ExcessiveTree::none:
      break;
    case ExcessiveTree::depth:
      return "elements nest too deep";
    case ExcessiveTree::formatting:
      return "too many formatting elements are left open";
    case ExcessiveTree::size:
      return "there are too many elements";
    case ExcessiveTree::patches:
      return "too many templates with a for attribute look for their markers";
    case ExcessiveTree::misread:
      return "elements are nested in a way that the tree builder misreads";
  }
  return {};
}

ExcessiveTree excess_of(TreeWork const& work, std::size_t text_size) {
  if (work.depth > max_depth) return ExcessiveTree::depth;
  if (work.clones > free_clones + clones_per_tag * work.tags) return ExcessiveTree::formatting;
  if (work.clone_attributes > free_attributes + text_size / bytes_per_attribute) {
    return ExcessiveTree::formatting;
  }
  if (work.list_is_full || work.moves_refused) return ExcessiveTree::formatting;
  if (work.elements > free_elements + text_size / bytes_per_element) return ExcessiveTree::size;
  return ExcessiveTree::none;
}

}  // namespace hrefkit::html
