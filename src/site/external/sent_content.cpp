#include "hrefkit/site/external/sent_content.h"

#include "hrefkit/http/computed_type.h"

namespace hrefkit::site {

html::SentContent sent_content(net::Series const& series) {
  return {.is_called_page = html::is_page_type(series.type),
          .is_sniffed = http::sniffing_of(series.fields) == http::Sniffing::allowed};
}

bool StartReader::begin(net::BodyHead const& head) {
  bytes_.clear();
  return html::is_page_type(head.type);
}

bool StartReader::read(std::string_view bytes) {
  bytes_ += bytes.substr(0, http::sniffed_bytes - bytes_.size());
  return bytes_.size() < http::sniffed_bytes;
}

}  // namespace hrefkit::site
