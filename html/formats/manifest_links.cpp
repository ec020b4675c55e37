#include "hrefkit/html/formats/manifest_links.h"

#include <algorithm>
#include <array>

#include "hrefkit/html/link_table.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/html/note.h"
#include "hrefkit/html/source_text.h"

namespace hrefkit::html {

namespace {

using K = LinkKind;
using text::JsonTokenType;

constexpr std::size_t max_depth = 6;  // levels around a URL
constexpr std::size_t max_key = 24;   // bytes

constexpr std::string_view manifest = "Web Application Manifest";
constexpr std::string_view incubation = "Manifest incubations";

// clang-format off
constexpr std::array rows = std::to_array<ManifestRow>({
    {"start_url", "", "start_url", K::hyperlink, manifest, false},
    {"scope", "", "scope", K::metadata, manifest, false},
    {"icons[].src", "icons", "src", K::image, manifest},
    {"shortcuts[].url", "shortcuts", "url", K::hyperlink, manifest},
    {"shortcuts[].icons[].src", "icons", "src", K::image, manifest},
    {"screenshots[].src", "screenshots", "src", K::image, "Manifest: App Info"},
    {"related_applications[].url", "related_applications", "url", K::hyperlink, manifest},
    {"share_target.action", "share_target", "action", K::form, "Web Share Target"},
    {"file_handlers[].action", "file_handlers", "action", K::hyperlink, incubation},
    {"file_handlers[].icons[].src", "icons", "src", K::image, incubation},
    {"note_taking.new_note_url", "note_taking", "new_note_url", K::hyperlink, incubation},
    {"serviceworker.src", "serviceworker", "src", K::script, "Payment Handler"},
    {"tab_strip.home_tab.icons[].src", "icons", "src", K::image, incubation},
    {"tab_strip.new_tab_button.url", "new_tab_button", "url", K::hyperlink, incubation},
});
// clang-format on

/// The link row of `scope`: the prefix of the app's URLs, which no row of the link table describes.
constexpr LinkRow scope_row{.attribute = "scope",
                            .kind = K::metadata,
                            .grammar = LinkGrammar::json_string,
                            .source = manifest,
                            .condition = LinkCondition::is_prefix};

}  // namespace

std::span<ManifestRow const> manifest_rows() {
  return rows;
}

std::optional<ManifestUrl> ManifestUrls::next() & {
  while (!fault_) {
    const text::JsonToken token = reader_.next();
    switch (token.type) {
      case JsonTokenType::begin_object:
      case JsonTokenType::begin_array:
        open(token.type);
        break;
      case JsonTokenType::end_object:
      case JsonTokenType::end_array:
        close();
        break;
      case JsonTokenType::key:
        set_key(token.text);
        break;
      case JsonTokenType::string: {
        const auto url = read(token.text);
        end_value();
        if (url) return url;
        break;
      }
      case JsonTokenType::scalar:
        is_other_json_ |= levels_.empty();
        end_value();
        break;
      case JsonTokenType::fault:
        fault_ = token.text;
        break;
      case JsonTokenType::end:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

void ManifestUrls::open(JsonTokenType type) {
  const bool is_array = type == JsonTokenType::begin_array;
  if (levels_.empty()) is_other_json_ = is_array;
  if (levels_.size() < max_depth && too_deep_ == 0) {
    levels_.push_back({is_array});
  } else {
    ++too_deep_;
  }
}

void ManifestUrls::close() {
  if (too_deep_ != 0) {
    --too_deep_;
  } else {
    levels_.pop_back();
  }
  end_value();
}

void ManifestUrls::set_key(text::Span key) {
  if (too_deep_ != 0) return;
  const std::string_view written = key.in(json_);
  std::string& name = levels_.back().key;
  name.clear();
  if (written.size() <= 6 * max_key) text::unescape_json(written, name);
}

/// Call after each value; counts the items of the innermost array.
void ManifestUrls::end_value() {
  if (!levels_.empty() && too_deep_ == 0 && levels_.back().is_array) ++levels_.back().index;
}

std::optional<ManifestUrl> ManifestUrls::read(text::Span string) {
  is_other_json_ |= levels_.empty();
  if (levels_.empty() || too_deep_ != 0 || levels_.back().is_array) return std::nullopt;
  const std::string at = path();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](ManifestRow const& r) { return r.path == at; });
  if (row == rows.end()) return std::nullopt;
  if (string.empty() && !row->may_be_empty) return std::nullopt;
  return ManifestUrl{&*row, string, text::unescaped_json(string.in(json_), unescaped_), index()};
}

/// "icons[].src" at a string.
std::string ManifestUrls::path() const {
  std::string path;
  for (Level const& level : levels_) {
    if (level.is_array) {
      path += "[]";
    } else {
      if (!path.empty()) path += '.';
      path += level.key;
    }
  }
  return path;
}

std::uint32_t ManifestUrls::index() const {
  const auto array = std::find_if(levels_.rbegin(), levels_.rend(),
                                  [](Level const& level) { return level.is_array; });
  return array == levels_.rend() ? 0 : array->index;
}

namespace {

/// The notes about the whole file. They need a pass of their own, because notes come before links.
Notes notes_of(std::string_view json) {
  ManifestUrls urls(json);
  while (urls.next()) {
  }
  if (const auto fault = urls.fault()) {
    return {{NoteKind::not_well_formed, "not JSON: the rest of the manifest is not read", *fault}};
  }
  if (!urls.is_other_json()) return {};
  return {{NoteKind::left_out,
           "the JSON is not an object, and so neither a web app manifest nor a JSON Feed",
           {}}};
}

}  // namespace

Flow emit_manifest_links(LinkSource const& source) {
  if (emit(source.sink, notes_of(source.source.text)) == Flow::stop) return Flow::stop;
  LinkWriter writer(source);
  ManifestUrls urls(source.source.text);
  while (const auto url = urls.next()) {
    const Link link{.element = url->row->object,
                    .attribute = url->row->member,
                    .raw = url->value,
                    .span = url->span,
                    .index = url->index,
                    .ns = Namespace::none,
                    .kind = url->row->kind,
                    .row = url->row->member == scope_row.attribute ? &scope_row : nullptr};
    const Flow flow = writer.add(link, RelativeTo::element, LinkGrammar::json_string, url->span);
    if (flow == Flow::stop) return Flow::stop;
  }
  return writer.finish();
}

}  // namespace hrefkit::html
