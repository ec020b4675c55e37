// The fallback base URL of a file, prepared: the first thing that both engines need.
#pragma once

#include <tl/expected.hpp>
#include <utility>

#include "hrefkit/html/context.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::html {

/// What a file's own document is relative to when it has no base element.
struct FileBase {
  FallbackBase fallback;
  url::Resolver resolver;  ///< resolves against it, in the file's encoding
};

/// The base that `options` give, or the reason why it cannot be a base.
inline tl::expected<FileBase, url::Error> file_base(DocumentOptions const& options,
                                                    text::Encoding encoding) {
  FallbackBase fallback = fallback_of_file(options);
  auto resolver = url::Resolver::with_base(fallback.url, {options.standard, encoding});
  if (!resolver) return tl::make_unexpected(resolver.error());
  return FileBase{std::move(fallback), *std::move(resolver)};
}

}  // namespace hrefkit::html
