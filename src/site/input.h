// The inputs of a command: files, folders, standard input.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <variant>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/site/file.h"          // IWYU pragma: export
#include "hrefkit/site/file_rules.h"    // IWYU pragma: export
#include "hrefkit/site/input_folder.h"  // IWYU pragma: export
#include "hrefkit/site/place.h"
#include "hrefkit/site/walk.h"  // IWYU pragma: export

namespace hrefkit::site {

/// One document to read.
struct Input {
  std::string path = {};  ///< as it is shown; "-" is standard input
  std::string url = {};   ///< the document's address
  html::ContentType content_type = html::ContentType::html;
  html::FindTextUrls text_urls = nullptr;  ///< of a text file with URLs (text_urls.h)
  std::string relative = {};  ///< path below the folder that was named, or the working folder
  bool is_type_known = true;  ///< by its name; false only for regular files
  bool is_named = false;      ///< by the user, not found in a folder
  /// Where a file that was found in a folder is opened: at `place` below this one. Null for a file
  /// that is named, which is opened by its path.
  std::shared_ptr<InputFolder const> folder = {};
  std::string place = {};
};

/// Replaces `buffer` with the bytes of an input that is not standard input, or says why it cannot
/// be read. A user may name a pipe; what stands in a folder is read if it is a file, and if no link
/// has come to its place since the folder was walked.
tl::expected<void, std::string> read_input(Input const& input, std::string& buffer);

/// The stamp of an input's file, or a message. The same holds for links.
tl::expected<FileStamp, std::string> stamp_of(Input const& input);

/// Where inputs come from and what their addresses are.
struct InputOptions {
  std::vector<std::string> paths = {};
  std::string url = {};       ///< address of the one input; empty: by the rules below
  std::string site_url = {};  ///< address of the root, ending in '/'; empty: file: URLs
  /// Address of each folder of `paths`, ending in '/', where there is no `site_url`; empty: its
  /// file: URL.
  std::string folder_url = {};
  /// The folder that `site_url` stands for; empty: each folder of `paths` for its own pages, and
  /// the working folder for files that are named.
  std::string root = {};
  WalkOptions walk = {};  ///< how folders are walked
};

/// Returns the inputs one by one, in order. A file that is named is always read, also when it is
/// named twice. Where `site_url` counts, a file outside of the root is a `no_address` trouble.
class InputSequence {
 public:
  /// A document, or a path that is passed over and why.
  using Step = std::variant<Input, InputError>;

  explicit InputSequence(InputOptions options);

  /// The next step, or nothing at the end.
  std::optional<Step> next();

  /// True when there is one path and it is not a folder: then there is at most one document.
  bool is_single() const;

 private:
  std::optional<Step> next_of_folder();
  std::optional<Step> open(std::string const& path);
  std::optional<Step> open_folder(std::string const& path);
  Step file_step(std::string const& path, bool is_regular);
  Step page_step(WalkedPage page);
  bool has_site_address() const { return options_.url.empty() && !options_.site_url.empty(); }
  Place const& root();
  Input input_of(std::string const& path) const;
  InputError no_address(std::string const& path);

  InputOptions options_;
  std::size_t next_path_ = 0;
  std::optional<Place> root_;  // made when it is first asked for
  std::optional<Walk> walk_;
  std::string folder_;            // that is walked
  std::string folder_url_;        // its address without a site's, ending in '/'
  std::string folder_place_;      // below the root, ending in '/' unless it is the root
  std::string root_place_;        // of a root in the folder: below the folder, ending in '/'
  bool folder_is_empty_ = false;  // so far: no page, and nothing in it was passed over
  std::size_t passed_over_ = 0;   // pages in it that the rules do not want
};

/// The file: URL of `path`, made absolute by the working folder.
std::string file_url(std::string const& path);

}  // namespace hrefkit::site
