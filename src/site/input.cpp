#include "hrefkit/site/input.h"

#include <boost/filesystem.hpp>
#include <utility>

#include "hrefkit/site/file_type.h"
#include "hrefkit/url/percent_encode_path.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

/// Where a file named by itself stands below a site's address: at its path below the working
/// folder, or, when it is not below, at its name.
std::string relative_path(fs::path const& path) {
  std::string relative;
  for (fs::path const& part : path) {
    if (path.is_absolute() || part == "..") return path.filename().native();
    if (part == ".") continue;
    if (!relative.empty()) relative += '/';
    relative += part.native();
  }
  return relative;
}

}  // namespace

std::string file_url(std::string const& path) {
  boost::system::error_code error;
  fs::path absolute(path);
  if (!absolute.is_absolute()) absolute = fs::current_path(error) / absolute;
  return "file://" + url::percent_encode_path(absolute.lexically_normal().native());
}

InputSequence::InputSequence(InputOptions options) : options_(std::move(options)) {}

bool InputSequence::is_single() const {
  if (options_.paths.size() != 1) return false;
  boost::system::error_code error;
  return options_.paths.front() == "-" || !fs::is_directory(options_.paths.front(), error);
}

std::optional<InputSequence::Step> InputSequence::next() {
  while (true) {
    if (walk_) {
      if (auto step = next_of_folder()) return step;
    }
    if (next_path_ == options_.paths.size()) return std::nullopt;
    if (auto step = open(options_.paths[next_path_++])) return step;
  }
}

std::optional<InputSequence::Step> InputSequence::next_of_folder() {
  if (auto step = walk_->next()) {
    auto* const trouble = std::get_if<Trouble>(&*step);
    // A loop leads to pages that are listed elsewhere, if there are any.
    folder_is_empty_ &= trouble != nullptr && trouble->kind == Trouble::Kind::loop;
    if (trouble != nullptr) return std::move(*trouble);
    std::string const& page = std::get<WalkedPage>(*step).path;
    return file_input(folder_.ends_with('/') ? folder_ + page : folder_ + "/" + page, page);
  }
  walk_.reset();
  if (!folder_is_empty_) return std::nullopt;
  return Trouble{Trouble::Kind::empty, folder_, "holds no " + page_extensions() + " file"};
}

/// The input at `path`. Nothing for a folder, which is walked from here on.
std::optional<InputSequence::Step> InputSequence::open(std::string const& path) {
  if (path == "-") {
    return Input{path, options_.url.empty() ? "about:blank" : options_.url,
                 html::ContentType::html, {}};
  }
  boost::system::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::directory_file) {
    walk_.emplace(path, options_.walk);
    folder_ = path;
    folder_is_empty_ = true;
    return std::nullopt;
  }
  if (fs::exists(status)) return file_input(path, relative_path(path));
  return Trouble{Trouble::Kind::unreadable, path.empty() ? "''" : path,
                 error ? error.message() : std::string("No such file or directory")};
}

Input InputSequence::file_input(std::string const& path, std::string const& relative) const {
  Input input{path, {}, content_type_of(path), relative};
  if (!options_.url.empty()) {
    input.url = options_.url;
  } else if (!options_.site_url.empty()) {
    input.url = options_.site_url + url::percent_encode_path(relative);
  } else {
    input.url = file_url(path);
  }
  return input;
}

}  // namespace hrefkit::site
