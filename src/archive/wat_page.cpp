#include "hrefkit/archive/wat_page.h"

#include "hrefkit/archive/wat/html_parser_page.h"

namespace hrefkit::archive {

struct WatPageWriter::State {
  explicit State(text::ChunkStore* store) : page(store) {}

  HtmlParserPage page;
};

WatPageWriter::WatPageWriter(text::ChunkStore* store) : state_(std::make_unique<State>(store)) {}
WatPageWriter::~WatPageWriter() = default;
WatPageWriter::WatPageWriter(WatPageWriter&&) noexcept = default;
WatPageWriter& WatPageWriter::operator=(WatPageWriter&&) noexcept = default;

void WatPageWriter::append(text::ChunkedText& out, WatPage const& page) {
  state_->page.read(page);
  state_->page.append_to(out, page);
}

bool WatPageWriter::left_out_urls() const {
  return state_->page.left_out_urls();
}

}  // namespace hrefkit::archive
