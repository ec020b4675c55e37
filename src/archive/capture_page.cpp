#include "hrefkit/archive/capture_page.h"

#include <algorithm>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/chunked_text.h"

namespace hrefkit::archive {

tl::expected<void, std::string> CapturePage::open(Capture const& capture) {
  notes_.clear();
  if (!capture.document) return tl::unexpected(std::string("it is not a document"));
  html::EncodingOptions encoding{.content_type = *capture.document,
                                 .transport_charset = capture.charset,
                                 .fallback = settings_.fallback};
  auto source = html::decode_source(capture.body, encoding, buffer_, notes_);
  if (!source) return tl::unexpected(std::string(message(source.error())));
  source_ = std::move(*source);
  options_ = settings_.document;
  options_.url = capture.uri;
  if (capture.head) {
    options_.content_security_policies = content_security_policies(capture.head->fields);
  }
  return {};
}

void CapturePage::release_memory() {
  text::clear_buffer(buffer_);
}

std::vector<std::string> content_security_policies(http::Fields const& fields) {
  std::vector<std::string> policies;
  for (std::string_view value : fields.all("Content-Security-Policy")) {
    while (!value.empty()) {  // CSP 2.2.2: commas stand between policies
      const std::size_t end = std::min(value.find(','), value.size());
      const std::string_view policy = text::strip_ascii_whitespace(value.substr(0, end));
      if (!policy.empty()) policies.emplace_back(policy);
      value.remove_prefix(std::min(end + 1, value.size()));
    }
  }
  return policies;
}

}  // namespace hrefkit::archive
