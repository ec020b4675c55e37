// A capture as a document whose links can be found.
//
//   archive::CapturePage page;  // kept from capture to capture
//   if (page.open(capture)) finder.find(page.source(), page.options(), sink);
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "hrefkit/archive/capture.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/encoding.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::archive {

/// How captures are read as documents.
struct PageSettings {
  html::DocumentOptions document = {.xml_base = html::XmlBase::off};
  html::EncodingFallback fallback = {};
};

/// One document after another; memory is used again.
class CapturePage {
 public:
  explicit CapturePage(PageSettings settings = {}) : settings_(std::move(settings)) {}

  /// Decodes the body of a capture that is a document, which must outlive the page. The URI is the
  /// document's address; header charset, Content-Type and Content-Security-Policy count. Says why
  /// where there is no such document.
  tl::expected<void, std::string> open(Capture const& capture);

  html::SourceText const& source() const { return source_; }
  html::DocumentOptions const& options() const { return options_; }
  /// What was noticed about the encoding.
  html::Notes const& notes() const { return notes_; }

  /// Gives memory back that usual pages do not need.
  void release_memory();

 private:
  PageSettings settings_;
  html::SourceText source_;
  html::DocumentOptions options_;
  html::Notes notes_;
  std::string buffer_;
};

/// The values of the Content-Security-Policy fields, one a policy.
std::vector<std::string> content_security_policies(http::Fields const& fields);

}  // namespace hrefkit::archive
