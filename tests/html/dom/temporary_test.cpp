// What views a document, its contexts or a base URL is not given by temporaries.
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "hrefkit/html/context.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/live_document.h"
#include "hrefkit/html/source_text.h"

using namespace hrefkit::html;

namespace {

template <class Owner>
concept gives_nodes = requires(Owner&& owner) {
  std::forward<Owner>(owner)[NodeId{}];
};
template <class Owner>
concept gives_attributes = requires(Owner&& owner) {
  std::forward<Owner>(owner).attributes(NodeId{});
};
template <class Owner>
concept gives_attribute = requires(Owner&& owner) {
  std::forward<Owner>(owner).find_attribute(NodeId{}, "id");
};
template <class Owner>
concept gives_text = requires(Owner&& owner) {
  std::forward<Owner>(owner).text_of(NodeId{});
};
template <class Owner>
concept has_anchors = requires(Owner&& owner) {
  find_anchors(std::forward<Owner>(owner));
};
template <class Owner>
concept has_image_maps = requires(Owner&& owner) {
  find_image_maps(std::forward<Owner>(owner));
};
static_assert(gives_nodes<Document const&> && !gives_nodes<Document>);
static_assert(gives_attributes<Document const&> && !gives_attributes<Document>);
static_assert(gives_attribute<Document const&> && !gives_attribute<Document>);
static_assert(gives_text<Document const&> && !gives_text<Document>);
static_assert(has_anchors<Document const&> && !has_anchors<Document>);
static_assert(has_image_maps<Document const&> && !has_image_maps<Document>);

template <class Text>
concept makes_document = requires(Text&& text) {
  Document(std::forward<Text>(text));
};
static_assert(makes_document<std::string&> && !makes_document<std::string>);

template <class Bytes>
concept makes_source = requires(Bytes&& bytes, std::string& buffer, Notes& notes) {
  decode_source(std::forward<Bytes>(bytes), {}, buffer, notes);
};
static_assert(makes_source<std::string&> && !makes_source<std::string>);

template <class Owner>
concept gives_contexts = requires(Owner&& owner) {
  std::forward<Owner>(owner).contexts();
};
template <class Owner>
concept gives_base_url = requires(Owner&& owner) {
  std::forward<Owner>(owner).base_url(BaseId{});
};
static_assert(gives_contexts<ContextTree const&> && !gives_contexts<ContextTree>);
static_assert(gives_base_url<ContextTree const&> && !gives_base_url<ContextTree>);

template <class Owner>
concept gives_url = requires(Owner&& owner) {
  std::forward<Owner>(owner).url();
};
template <class Owner>
concept gives_address = requires(Owner&& owner) {
  std::forward<Owner>(owner).address();
};
static_assert(gives_url<BaseUrl const&> && !gives_url<BaseUrl>);
static_assert(gives_address<LiveDocument const&> && !gives_address<LiveDocument>);

}  // namespace

TEST_CASE("a document that lives gives its nodes") {
  const Document document("");
  CHECK(document[document.root()].type == NodeType::document);
}
