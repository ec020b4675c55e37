// The base URL of each document in a file, and how it was found: for programs that show it.
//
//   const html::BaseReport report(source, options, notes);
//   for (html::ReportedBases const& document : report.documents()) print(document.base);
//
// Most pages have no frame and no xml:base, and at most one base element. For these no tree is
// built: the scanner finds the base element (a page of 2 KB takes 5 µs, and 130 µs by its tree).
// All others are read by context.h. Both ways give the same report: a law in the tests.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/base_source.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::html {

/// A base element, and what became of it. Views live as long as the report.
struct ReportedBaseElement {
  std::string_view name = {};                 ///< its local name
  std::optional<std::string_view> href = {};  ///< as the DOM has it; nullopt without the attribute
  BaseElementStatus status = BaseElementStatus::used;
  std::uint32_t begin = 0;  ///< of its tag, in the text of the file
  /// Of the instruction that a template replaced by the element, if one did.
  std::optional<std::uint32_t> marker = {};
};

/// An element with an xml:base that counts. Views live as long as the report.
struct ReportedBaseScope {
  std::string_view name = {};  ///< its local name
  std::string_view value = {};
  /// The base URL of its subtree. nullopt where the value is no URL, and past the budget.
  std::optional<std::string_view> base = {};
  bool usable = true;       ///< the value is a URL
  std::uint32_t begin = 0;  ///< of its tag, in the text of the file
};

/// The base URLs of one document. Views live as long as the report.
struct ReportedBases {
  std::string path = {};          ///< index path of the frames, "0.3"; empty for the file's own
  std::string_view address = {};  ///< the document's URL
  std::optional<std::string_view> base = {};  ///< the document base URL; nullopt past the budget
  BaseSource source = BaseSource::document;   ///< of `base`
  std::optional<std::string_view> fallback =
      {};  ///< without base elements; nullopt past the budget
  BaseSource fallback_source = BaseSource::document;
  std::string_view frame = {};    ///< the name of its frame element; empty for the file's own
  std::uint32_t frame_begin = 0;  ///< of the frame's tag, in the text of the file
  std::vector<ReportedBaseElement> elements = {};  ///< in tree order; removed ones come last
  std::vector<ReportedBaseScope> scopes = {};      ///< in tree order
  bool is_cut = false;  ///< a URL of it, or of a document before it, exceeds the budget
};

/// The base URLs of all documents of a file: its own, and those in its frames.
class BaseReport {
 public:
  /// Reads the document of `source`, whose text must outlive the report. Empty documents of frames
  /// are among the documents; the texts of feeds, which are no browsing contexts, are not. Appends
  /// notes about the document to `notes`, but for those about base URLs that do not count: the
  /// report has them. The URLs are within the budget of a page (url_budget.h).
  BaseReport(SourceText const& source, DocumentOptions options, Notes& notes);
  BaseReport(BaseReport&&) noexcept;
  BaseReport& operator=(BaseReport&&) noexcept;
  ~BaseReport();

  /// The file's own document comes first, then those of its frames, depth first.
  std::vector<ReportedBases> const& documents() const& { return documents_; }
  std::vector<ReportedBases> const& documents() const&& = delete;

  /// True if some URLs are left out, as they exceed the budget.
  bool is_cut() const { return documents_.back().is_cut; }

 private:
  bool read_without_tree(SourceText const& source, DocumentOptions const& options);
  void read_tree(SourceText const& source, DocumentOptions const& options, Notes& notes);

  struct Texts;  // what the rows view

  std::unique_ptr<Texts> texts_;
  std::vector<ReportedBases> documents_;
};

}  // namespace hrefkit::html
