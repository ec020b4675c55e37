#include "hrefkit/site/compare/link_rows.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>
#include <unordered_map>

#include "hrefkit/html/namespace.h"
#include "hrefkit/site/file.h"
#include "hrefkit/text/hash.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"
#include "hrefkit/url/written_reference.h"

namespace hrefkit::site {

namespace {

using text::JsonToken;
using text::JsonTokenType;

constexpr std::size_t max_reported = 10;  // lines that are not rows

struct TextKey {
  std::string_view name;
  std::string LinkRow::*value;
};
constexpr std::array text_keys{
    TextKey{"file", &LinkRow::file}, TextKey{"element", &LinkRow::element},
    TextKey{"raw", &LinkRow::raw},   TextKey{"attribute", &LinkRow::attribute},
    TextKey{"url", &LinkRow::url},   TextKey{"loaded", &LinkRow::loaded},
    TextKey{"rel", &LinkRow::rel},   TextKey{"context", &LinkRow::context},
    TextKey{"base", &LinkRow::base}, TextKey{"baseSource", &LinkRow::base_source},
};

/// The reading of one line.
class RowReading {
 public:
  RowReading(std::string_view line, LinkRow& row) : line_(line), json_(line), row_(row) {}

  /// The error in the line; empty: it is a row.
  std::string run() {
    row_ = {};
    if (json_.next().type != JsonTokenType::begin_object) return not_an_object;
    for (JsonToken token = json_.next(); token.type == JsonTokenType::key; token = json_.next()) {
      name_ = text::unescaped_json(token.text.in(line_), name_buffer_);
      if (!read_member()) return fault_;
    }
    if (json_.next().type != JsonTokenType::end) return not_an_object;
    for (std::string_view const name : {"file", "element", "attribute", "raw", "kind", "url"}) {
      if (std::find(seen_.begin(), seen_.end(), name) == seen_.end()) {
        return "has no \"" + std::string(name) + '"';
      }
    }
    if (!file_bytes_.empty()) row_.file = url::percent_decode(file_bytes_);
    finish_link();
    return {};
  }

 private:
  static constexpr char const* not_an_object = "is not a JSON object";

  bool read_member() {
    for (TextKey const& key : text_keys) {
      if (key.name == name_) return read_text(row_.*key.value, key.name, key.name == "url");
    }
    std::string text;
    if (name_ == "fileBytes") return read_text(file_bytes_, "fileBytes", false);
    if (name_ == "ns") return read_text(ns_, "ns", false);
    if (name_ == "kind") {
      if (!read_text(text, "kind", false)) return false;
      const auto kind = html::link_kind_from_name(text);
      if (!kind) return fail("has the unknown \"kind\" '" + text + "'");
      row_.link.kind = *kind;
      return true;
    }
    if (name_ == "line") return read_number(row_.place.line);
    if (name_ == "column") return read_number(row_.place.column);
    if (name_ == "index") return read_number(row_.link.index);
    return json_.skip_value().type != JsonTokenType::fault || fail(not_an_object);
  }

  bool fail(std::string why) {
    fault_ = std::move(why);
    return false;
  }

  bool read_text(std::string& value, std::string_view name, bool may_be_null) {
    const JsonToken token = json_.next();
    if (token.type == JsonTokenType::fault) return fail(not_an_object);
    const bool is_null = token.type == JsonTokenType::scalar && token.text.in(line_) == "null";
    if (token.type != JsonTokenType::string && !(may_be_null && is_null)) {
      return fail('"' + std::string(name) + "\" is not a string");
    }
    value.clear();
    if (!is_null) text::unescape_json(token.text.in(line_), value);
    seen_.push_back(name);
    return true;
  }

  template <typename Number>
  bool read_number(Number& value) {
    const JsonToken token = json_.next();
    if (token.type == JsonTokenType::fault) return fail(not_an_object);
    const std::string_view text = token.text.in(line_);
    char const* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (token.type == JsonTokenType::scalar && read.ec == std::errc() && read.ptr == end) {
      return true;
    }
    return fail('"' + std::string(name_) + "\" is not a number");
  }

  void finish_link() {
    html::Link& link = row_.link;
    link.element = row_.element;
    link.attribute = row_.attribute;
    link.raw = row_.raw;
    if (ns_ == "svg") link.ns = html::Namespace::svg;
    if (ns_ == "mathml") link.ns = html::Namespace::mathml;
    const bool may_be_local =
        link.kind == html::LinkKind::css ||
        (link.ns == html::Namespace::svg && link.kind != html::LinkKind::hyperlink);
    link.local = may_be_local && row_.raw.starts_with('#');
  }

  std::string_view line_;
  text::JsonReader json_;
  LinkRow& row_;
  std::string_view name_;
  std::string name_buffer_;
  std::string fault_;
  std::string file_bytes_;
  std::string ns_;
  std::vector<std::string_view> seen_;
};

/// The address of the page itself, if the row shows it: the base of references without a base
/// element.
std::string_view page_address(LinkRow const& row) {
  if (row.base_source != "document" || !row.context.empty()) return {};
  return url::without_query(row.base);
}

/// True if `path` ends in the segments of `end`.
bool ends_in(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

/// The length of the common beginning of `one` and `other`, up to a slash.
std::size_t common_folder(std::string_view one, std::string_view other) {
  const auto end = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
  const std::size_t slash = one.substr(0, std::size_t(end - one.begin())).rfind('/');
  return slash == one.npos ? 0 : slash + 1;
}

/// The length of the part of `file` that is not in its address, up to a slash: "old/" of
/// "old/a/b.html" at "https://h.example/a/b.html".
std::size_t unshared_folder(std::string_view file, std::string_view address) {
  const std::string path = url::percent_decode(address);
  const auto end = std::mismatch(file.rbegin(), file.rend(), path.rbegin(), path.rend()).first;
  const std::size_t begin = file.size() - std::size_t(end - file.rbegin());
  if (begin == 0) return 0;
  const std::size_t slash = file.find('/', begin - 1);
  return slash == file.npos ? file.size() : slash + 1;
}

}  // namespace

tl::expected<LinkRows, std::string> LinkRows::read(std::string const& path,
                                                   std::istream& standard_input,
                                                   Report const& report) {
  LinkRows rows;
  const auto is_read =
      path == "-" ? read_stream(standard_input, rows.text_) : read_file(path, rows.text_);
  if (!is_read) return tl::unexpected(is_read.error());
  std::unordered_map<std::string, std::size_t, text::SeededHasher> numbers;
  LinkRow row;
  const std::string_view text = rows.text_;
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    ++number;
    if (line.empty() || line == "\r") continue;
    if (const std::string fault = RowReading(line, row).run(); !fault.empty()) {
      if (rows.faults_++ < max_reported) {
        report(path + ':' + std::to_string(number),
               fault + ": it is not a row of 'resolve --format jsonl'");
      }
      continue;
    }
    const auto [found, is_new] = numbers.try_emplace(row.file, rows.pages_.size());
    if (is_new) rows.pages_.push_back({row.file, {}, {}});
    RowPage& page = rows.pages_[found->second];
    page.rows.emplace_back(begin, end - begin);
    if (page.address.empty()) page.address = page_address(row);
  }
  if (rows.faults_ > max_reported) {
    report(path, std::to_string(rows.faults_ - max_reported) + " more lines are not rows");
  }
  if (rows.pages_.empty()) return tl::unexpected<std::string>("holds no row of a link");
  return rows;
}

tl::expected<void, std::string> LinkRows::place_at(std::string const& site_url) {
  site_url_ = site_url;
  std::string folder;
  bool is_placed = false;
  RowPage const* elsewhere = nullptr;
  std::size_t unshared = 0;
  for (RowPage const& page : pages_) {
    if (page.address.empty()) continue;
    if (site_url.empty()) {
      unshared = std::max(unshared, unshared_folder(page.file, page.address));
      is_placed = true;
    } else if (page.address.starts_with(site_url)) {
      const std::string below = url::percent_decode(page.address.substr(site_url.size()));
      if (is_placed || !ends_in(page.file, below)) continue;
      folder = page.file.substr(0, page.file.size() - below.size());
      is_placed = true;
    } else {
      elsewhere = &page;
    }
  }
  if (!is_placed && elsewhere != nullptr) {
    return tl::unexpected(elsewhere->file + " has the address " + elsewhere->address +
                          ", which is not below " + site_url);
  }
  if (!is_placed || (site_url.empty() && unshared == 0)) {
    // Only the names show the folder: it is the one that holds all pages.
    std::size_t length = common_folder(pages_.front().file, pages_.front().file);
    for (RowPage const& page : pages_) {
      length = std::min(length, common_folder(pages_.front().file, page.file));
    }
    folder = pages_.front().file.substr(0, length);
  } else if (site_url.empty()) {
    folder = pages_.front().file.substr(0, std::min(unshared, pages_.front().file.size()));
  }
  for (RowPage& page : pages_) {
    page.relative = page.file.starts_with(folder) ? page.file.substr(folder.size()) : page.file;
    if (!site_url_.empty() || page.address.empty()) continue;
    if (!ends_in(url::percent_decode(page.address), page.relative)) continue;
    const std::size_t end = url::percent_encode_path(page.relative).size();
    if (end < page.address.size()) {
      site_url_ = page.address.substr(0, page.address.size() - end);
    }
  }
  if (site_url_.empty()) {
    return tl::unexpected<std::string>("no row has the address of its page: give --site-url");
  }
  for (RowPage& page : pages_) {
    if (page.address.empty()) page.address = site_url_ + url::percent_encode_path(page.relative);
  }
  return {};
}

void LinkRows::each(RowPage const& page, std::function<void(LinkRow const&)> const& visit) const {
  LinkRow row;
  for (auto const& [begin, length] : page.rows) {
    if (RowReading(std::string_view(text_).substr(begin, length), row).run().empty()) visit(row);
  }
}

}  // namespace hrefkit::site
