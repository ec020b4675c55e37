#include "hrefkit/site/input.h"

#include <boost/filesystem.hpp>
#include <string_view>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/byte_set.h"

namespace hrefkit::site {

namespace {

namespace fs = boost::filesystem;

/// What stands for itself in a URL's path: RFC 3986 pchar without the percent sign, and '/'.
constexpr text::ByteSet path_bytes = text::ascii_alphanumeric | text::ByteSet("-._~!$&'()*+,;=:@/");

bool has_extension(std::string_view path, std::string_view extension) {
  return path.size() > extension.size() &&
         text::equals_ignoring_ascii_case(path.substr(path.size() - extension.size()), extension);
}

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

std::string url_path(std::string const& path) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string url;
  url.reserve(path.size());
  for (const char c : path) {
    if (path_bytes.contains(c)) {
      url += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      url += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return url;
}

std::string file_url(std::string const& path) {
  boost::system::error_code error;
  fs::path absolute(path);
  if (!absolute.is_absolute()) absolute = fs::current_path(error) / absolute;
  return "file://" + url_path(absolute.lexically_normal().native());
}

html::ContentType content_type_of(std::string const& path) {
  for (std::string_view extension : {".xhtml", ".xht", ".svg", ".xml"}) {
    if (has_extension(path, extension)) return html::ContentType::xml;
  }
  return html::ContentType::html;
}

InputSequence::InputSequence(InputOptions options, Report report)
    : options_(std::move(options)), report_(std::move(report)) {}

Input InputSequence::file_input(std::string const& path, std::string const& relative) const {
  Input input{path, {}, content_type_of(path)};
  if (!options_.url.empty()) {
    input.url = options_.url;
  } else if (!options_.site_url.empty()) {
    input.url = options_.site_url + url_path(relative);
  } else {
    input.url = file_url(path);
  }
  return input;
}

std::optional<Input> InputSequence::next_of_folder() {
  if (auto page = walk_->next()) {
    folder_is_empty_ = false;
    return file_input(folder_.ends_with('/') ? folder_ + *page : folder_ + "/" + *page, *page);
  }
  walk_.reset();
  if (folder_is_empty_) {
    report_(Walk::Trouble::empty, folder_, "holds no .html, .htm, .xhtml, .xht or .svg file");
  }
  return std::nullopt;
}

bool InputSequence::is_single() const {
  if (options_.paths.size() != 1) return false;
  boost::system::error_code error;
  return options_.paths.front() == "-" || !fs::is_directory(options_.paths.front(), error);
}

std::optional<Input> InputSequence::next() {
  while (true) {
    if (walk_) {
      if (auto input = next_of_folder()) return input;
    }
    if (next_path_ == options_.paths.size()) return std::nullopt;
    std::string const& path = options_.paths[next_path_++];
    if (path == "-") {
      return Input{path, options_.url.empty() ? "about:blank" : options_.url,
                   html::ContentType::html};
    }
    boost::system::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::directory_file) {
      folder_ = path;
      folder_is_empty_ = true;
      walk_.emplace(path,
                    [this](Walk::Trouble what, std::string const& where, std::string const& why) {
                      folder_is_empty_ &= what != Walk::Trouble::unreadable;
                      report_(what, where, why);
                    });
    } else if (!fs::exists(status)) {
      report_(Walk::Trouble::unreadable, path.empty() ? "''" : path,
              error ? error.message() : std::string("No such file or directory"));
    } else {
      return file_input(path, relative_path(path));
    }
  }
}

}  // namespace hrefkit::site
