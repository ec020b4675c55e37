// Data from outside the repository: read through a path option; if absent, skipped with a message.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace hrefkit::test {

/// The bytes of `relative_path` below HREFKIT_SHARED_DATA. If it is absent, prints a "SKIPPED" line
/// on stderr and returns nullopt.
std::optional<std::string> outside_file(std::string const& relative_path);

/// The folders of real pages (HREFKIT_CORPORA) that exist; says so for each that does not.
std::vector<std::string> corpora();

/// A page of a corpus.
struct CorpusPage {
  std::string path;
  std::string name;  ///< the path below the folder of the corpus
};

/// HTML pages of one corpus, in the order of their paths: a sample of about `most` pages that lie
/// equally far apart, or all pages where it has no more.
std::vector<CorpusPage> corpus_pages(std::string const& folder, std::size_t most);

/// Those of all corpora, `most` of each.
std::vector<CorpusPage> corpus_pages(std::size_t most);

/// The bytes of a file; fails the test when it cannot be read.
std::string file_bytes(std::string const& path);

}  // namespace hrefkit::test
