// The inputs of a command: files, folders, standard input.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "hrefkit/html/content_type.h"
#include "hrefkit/site/trouble.h"
#include "hrefkit/site/walk.h"

namespace hrefkit::site {

/// One document to read.
struct Input {
  std::string path = {};  ///< as it is shown; "-" is standard input
  std::string url = {};   ///< the document's address
  html::ContentType content_type = html::ContentType::html;
  std::string relative = {};  ///< path below the folder that was named, or the working folder
};

/// Where inputs come from and what their addresses are.
struct InputOptions {
  std::vector<std::string> paths = {};
  std::string url = {};       ///< address of the one input; empty: by the rules below
  std::string site_url = {};  ///< address of a folder's root, ending in '/'; empty: file: URLs
  WalkOptions walk = {};      ///< how folders are walked
};

/// Gives the inputs one by one, in order. A file that is named is always read, also when it is
/// named twice.
class InputSequence {
 public:
  /// A document, or a path that is passed over and why.
  using Step = std::variant<Input, Trouble>;

  explicit InputSequence(InputOptions options);

  /// The next step, or nothing at the end.
  std::optional<Step> next();

  /// True when there is one path and it is not a folder: then there is at most one document.
  bool is_single() const;

 private:
  std::optional<Step> next_of_folder();
  std::optional<Step> open(std::string const& path);
  Input file_input(std::string const& path, std::string const& relative) const;

  InputOptions options_;
  std::size_t next_path_ = 0;
  std::optional<Walk> walk_;
  std::string folder_;            // that is walked
  bool folder_is_empty_ = false;  // so far: no page, and nothing in it was passed over
};

/// The file: URL of `path`, made absolute by the working folder.
std::string file_url(std::string const& path);

}  // namespace hrefkit::site
