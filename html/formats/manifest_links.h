// The links of a web app manifest.
#pragma once

#include <concepts>  // IWYU pragma: keep
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hrefkit/html/formats/link_writer.h"
#include "hrefkit/html/link.h"
#include "hrefkit/html/listener.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

/// Emits the links of a manifest. `element` is the name of the object that holds a URL, `attribute`
/// the name of the member; the base URL is the manifest's own URL. A syntax error of JSON is a
/// `not_well_formed` note with its place; the links before it are emitted.
Flow emit_manifest_links(LinkSource const& source);

// The URLs in a web app manifest.

/// A member of a manifest that holds a URL.
struct ManifestRow {
  std::string_view path = {};  ///< "icons[].src"
  std::string_view object =
      {};  ///< the member whose object holds it; empty for the manifest itself
  std::string_view member = {};  ///< the name of the string
  LinkKind kind = LinkKind::resource;
  std::string_view source = {};  ///< the standard that defines it
  bool may_be_empty = true;      ///< false: an empty string means the default
};

/// All rows.
std::span<ManifestRow const> manifest_rows();

/// One URL.
struct ManifestUrl {
  ManifestRow const* row = nullptr;
  text::Span span = {};         ///< as written, between the quotes
  std::string_view value = {};  ///< without JSON's escapes; valid until the next call of `next`
  std::uint32_t index = 0;      ///< index of its object in the innermost array around it
};

/// Finds the URLs of a manifest in source order (Web Application Manifest; Manifest incubations).
/// Omitted are `id`, which is a name, and `protocol_handlers`, whose URLs are templates. Takes
/// linear time; invalid JSON is read up to the syntax error.
class ManifestUrls {
 public:
  /// `json` is UTF-8 of at most 4 GiB; it must outlive this.
  explicit ManifestUrls(std::string_view json) : json_(json), reader_(json) {}
  template <std::same_as<std::string> Temporary>
  explicit ManifestUrls(Temporary&&) = delete;  // the value would not outlive this

  /// The next URL; nullopt after the last.
  std::optional<ManifestUrl> next() &;

  /// The place of the syntax error; nullopt before one is found.
  std::optional<text::Span> fault() const { return fault_; }

  /// True when the text is JSON, but not an object.
  bool is_other_json() const { return is_other_json_; }

 private:
  /// An object or an array that is open.
  struct Level {
    bool is_array = false;
    std::uint32_t index = 0;  ///< of the array's next item
    std::string key = {};     ///< of the object's current member; empty if it is too long to matter
  };

  void open(text::JsonTokenType type);
  void close();
  void set_key(text::Span key);
  void end_value();
  std::optional<ManifestUrl> read(text::Span string);
  std::string path() const;
  std::uint32_t index() const;

  std::string_view json_;
  text::JsonReader reader_;
  std::vector<Level> levels_;
  std::size_t too_deep_ = 0;  ///< number of open levels below `levels_`, which has a limit
  bool is_other_json_ = false;
  std::optional<text::Span> fault_;
  std::string unescaped_;
};

}  // namespace hrefkit::html
