// The line of a source text around a place, cut where it is very long.
#pragma once

#include <string_view>

#include "hrefkit/site/finding.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

/// A part of one line, and where the place stands in it.
struct SourceExcerpt {
  std::string_view text;
  text::Span span;
};

/// The line of `text` (valid UTF-8) that `place` begins on: at most 120 bytes before the place and
/// 240 from it on, cut between code points. A place that goes on to the next line is cut at its
/// end.
SourceExcerpt excerpt_of(std::string_view text, text::Span place);

/// Has `finding` show the excerpt, whose text must live as long.
void show_line(SourceExcerpt const& excerpt, Finding& finding);

}  // namespace hrefkit::site
