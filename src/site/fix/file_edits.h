// Replacements of bytes in the files of a site.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/source_text.h"
#include "hrefkit/site/finding.h"
#include "hrefkit/site/site.h"
#include "hrefkit/text/hash.h"

namespace hrefkit::site {

/// A text in the encoding of a page; nothing for one that is not ASCII and would have to be
/// encoded, and for encodings with a state.
std::optional<std::string> encoded(std::string_view text, html::SourceText const& page);

/// Applies the edits, which may be in any order and must not overlap. Returns false, and leaves
/// `bytes` as they are, if they differ from `FixEdit::before` at an edit.
bool splice(std::vector<FixEdit> const& edits, std::string& bytes);

/// The replacements in one file.
struct FileEdits {
  text::Hash128 old = {};           ///< of the file's bytes before
  std::vector<FixEdit> edits = {};  ///< sorted

  /// Applies them to the bytes of the file. Returns false if the file has changed.
  bool apply(std::string& bytes) const;
};

/// The hash that `FileEdits::old` has.
text::Hash128 hash_of_bytes(std::string_view bytes);

using SiteEdits = std::map<EntryId, FileEdits>;

/// The site with the edits applied. A file that has changed meanwhile is read without its edits.
Site with_edits(Site const& site, std::shared_ptr<SiteEdits const> edits);

}  // namespace hrefkit::site
