// The surroundings of links in a tree of documents, as the scanner finds them on its way.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hrefkit/html/around.h"
#include "hrefkit/html/context.h"
#include "hrefkit/html/dom.h"
#include "hrefkit/html/link.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// The surroundings in all documents of a file. The tree must outlive this.
class TreeSurroundings {
 public:
  /// `is_xml`: the file is an XML document. `is_flat`: its elements are listed, not nested.
  TreeSurroundings(ContextTree const& tree, bool is_xml, bool is_flat);

  /// What is around a link of that element, or of its text.
  Surroundings of(Link const& link, NodeId element) const;

  /// Whether browsers use the link of a source element that is a child of body, by its row.
  LinkUse use_in_body(LinkRow const& row) const;

  /// True for a place of the file between comments that have it ignored.
  bool is_in_ignored_part(std::uint32_t context, std::uint32_t place) const;

  /// By node of a document; without `post_form` and `upgraded`.
  std::span<Surroundings const> nodes(std::uint32_t context) const {
    return documents_[context].nodes;
  }

  /// Where in the file the first comment `hrefkit-ignore-start` begins that nothing ends.
  std::optional<std::uint32_t> open_ignore() const { return open_ignore_; }

 private:
  struct OfDocument {
    std::vector<Surroundings> nodes = {};
    std::vector<text::Span> ignored = {};      ///< between comments; places of the file
    std::uint32_t upgraded_from = UINT32_MAX;  ///< the same
    bool any_form_posts = false;
    std::unordered_map<std::string_view, bool> forms_post = {};  ///< by id
  };

  void read_document(std::uint32_t index);
  void read_node(std::uint32_t index, NodeId id, OfDocument& found);
  void read_comments(std::uint32_t index, OfDocument& found);
  bool is_in_post_form(std::uint32_t context, NodeId element) const;

  ContextTree const& tree_;
  bool is_xml_;
  bool is_flat_;
  std::vector<OfDocument> documents_;
  std::optional<std::uint32_t> open_ignore_;
};

}  // namespace hrefkit::html
