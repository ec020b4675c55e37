// The inputs of a command: files, folders, a list of them in a file, standard input.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hrefkit/html/context.h"
#include "hrefkit/site/walk.h"

namespace hrefkit::site {

/// One document to read.
struct Input {
  std::string path;  ///< as it is shown; "-" is standard input
  std::string url;   ///< the document's address
  html::ContentType content_type = html::ContentType::html;
};

/// Where inputs come from and what their addresses are.
struct InputOptions {
  std::vector<std::string> paths = {};
  std::string url = {};       ///< address of the one input; empty: by the rules below
  std::string site_url = {};  ///< address of a folder's root, ending in '/'; empty: file: URLs
};

/// Gives the inputs one by one, in order.
class InputSequence {
 public:
  using Report =
      std::function<void(Walk::Trouble, std::string const& path, std::string const& why)>;

  InputSequence(InputOptions options, Report report);
  InputSequence(InputSequence const&) = delete;  // the walk reports to this one
  InputSequence& operator=(InputSequence const&) = delete;

  /// The next document, or nothing at the end. What cannot be found is reported and passed over.
  std::optional<Input> next();

  /// True when there is one path and it is no folder: then there is at most one document.
  bool is_single() const;

 private:
  std::optional<Input> next_of_folder();
  Input file_input(std::string const& path, std::string const& relative) const;

  InputOptions options_;
  Report report_;
  std::size_t next_path_ = 0;
  std::optional<Walk> walk_;
  std::string folder_;
  bool folder_is_empty_ = true;  ///< so far: no page, and no part of it unreadable
};

/// The file: URL of `path`, made absolute by the working folder.
std::string file_url(std::string const& path);

/// A file name or relative path as a URL path: what would not stand for itself is percent-encoded.
std::string url_path(std::string const& path);

/// The content type that a file's name tells.
html::ContentType content_type_of(std::string const& path);

}  // namespace hrefkit::site
