#include "hrefkit/site/input.h"

#include <boost/filesystem.hpp>
#include <string_view>
#include <utility>

#include "hrefkit/site/file_rules.h"
#include "hrefkit/site/path_parts.h"
#include "hrefkit/site/text_urls.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

void set_list(UrlList list, Input& input) {
  if (list == UrlList::none) return;
  input.text_urls = find_text_urls_of(list);
  input.content_type = html::ContentType::text;
  input.is_type_known = true;
}

}  // namespace

std::string file_url(std::string const& path) {
  return "file://" + url::percent_encode_path(absolute_path(path));
}

tl::expected<void, std::string> read_input(Input const& input, std::string& buffer) {
  if (input.folder) return input.folder->read(input.place, buffer);
  return read_file(input.path, buffer);
}

tl::expected<FileStamp, std::string> stamp_of(Input const& input) {
  if (!input.folder) return stamp_of(input.path);
  return input.folder->file(input.place).map([](OpenFile const& file) { return file.stamp; });
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
    auto* const trouble = std::get_if<InputError>(&*step);
    if (trouble == nullptr) {
      folder_is_empty_ = false;
      return page_step(std::move(std::get<WalkedPage>(*step)));
    }
    const InputError::Kind kind = trouble->kind;
    const bool is_unwanted = kind == InputError::Kind::hidden || kind == InputError::Kind::excluded;
    if (is_unwanted) ++passed_over_;
    // A loop leads to pages that are listed elsewhere, if there are any.
    folder_is_empty_ &=
        is_unwanted || kind == InputError::Kind::loop || kind == InputError::Kind::unknown;
    return std::move(*trouble);
  }
  walk_.reset();
  if (!folder_is_empty_) return std::nullopt;
  std::string why = "holds no " + page_extensions() + " file";
  if (passed_over_ != 0) why += " that is neither hidden nor excluded";
  return InputError{InputError::Kind::empty, folder_, std::move(why)};
}

/// The input at `path`. Nothing for a folder, which is walked from here on.
std::optional<InputSequence::Step> InputSequence::open(std::string const& path) {
  if (path == "-") {
    Input input{path, options_.url.empty() ? "about:blank" : options_.url};
    input.is_named = true;
    return input;
  }
  boost::system::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::directory_file) return open_folder(path);
  if (fs::exists(status)) return file_step(path, status.type() == fs::regular_file);
  return InputError{InputError::Kind::unreadable, path.empty() ? "''" : path,
                    error ? error.message() : std::string("No such file or directory")};
}

std::optional<InputSequence::Step> InputSequence::open_folder(std::string const& path) {
  folder_place_.clear();
  root_place_.clear();
  if (has_site_address() && !options_.root.empty()) {
    if (const auto place = root().relative(path)) {
      if (!place->empty()) folder_place_ = *place + '/';
    } else if (const auto inner = Place(path).relative(options_.root)) {
      root_place_ = *inner + '/';
    } else {
      return no_address(path);
    }
  }
  walk_.emplace(path, options_.walk);
  folder_ = path;
  folder_url_ = options_.folder_url.empty() ? file_url(path) : options_.folder_url;
  if (!folder_url_.ends_with('/')) folder_url_ += '/';
  folder_is_empty_ = true;
  passed_over_ = 0;
  return std::nullopt;
}

/// A file that is named.
InputSequence::Step InputSequence::file_step(std::string const& path, bool is_regular) {
  Input input = input_of(path);
  if (!is_regular) input.is_type_known = true;
  input.is_named = true;
  set_list(options_.walk.files.url_list(name_part(path)), input);
  input.relative = root().relative(path).value_or(std::string(name_part(path)));
  if (has_site_address()) {
    const auto place = root().relative(path);
    if (!place) return no_address(path);
    input.url = options_.site_url + url::percent_encode_path(*place);
  } else if (options_.url.empty()) {
    input.url = file_url(path);
  }
  return input;
}

/// A page that the walk found.
InputSequence::Step InputSequence::page_step(WalkedPage page) {
  const std::string path = join_path(folder_, page.path);
  if (!page.path.starts_with(root_place_)) return no_address(path);
  Input input = input_of(path);
  input.is_type_known = true;
  input.folder = std::move(page.folder);
  input.place = std::move(page.place);
  input.relative = std::move(page.path);
  set_list(options_.walk.files.url_list(input.relative), input);
  if (has_site_address()) {
    input.url = options_.site_url +
                url::percent_encode_path(folder_place_ + input.relative.substr(root_place_.size()));
  } else if (options_.url.empty()) {
    input.url = folder_url_ + url::percent_encode_path(input.relative);
  }
  return input;
}

Place const& InputSequence::root() {
  if (!root_) root_.emplace(options_.root.empty() ? "." : options_.root);
  return *root_;
}

InputError InputSequence::no_address(std::string const& path) {
  return {InputError::Kind::no_address, path,
          options_.root.empty() ? "lies outside of the working folder"
                                : "lies outside of the root " + options_.root};
}

/// A file with its type, and its address where that is given.
Input InputSequence::input_of(std::string const& path) const {
  const auto type = options_.walk.files.type_of(path);
  Input input{path, options_.url, type.value_or(html::ContentType::html)};
  input.is_type_known = type.has_value();
  return input;
}

}  // namespace hrefkit::site
