#include "hrefkit/html/parse/json_feed.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/names/kept_text.h"
#include "hrefkit/html/namespace.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/source_map.h"
#include "hrefkit/text/span.h"

namespace hrefkit::html {

namespace {

using text::JsonTokenType;

constexpr std::string_view feed_object = "feed";

/// The objects that hold URLs, by the object around them and the member: JSON Feed 1.1.
struct ObjectRow {
  std::string_view around;
  std::string_view member;
};
constexpr std::array objects = std::to_array<ObjectRow>({
    {feed_object, "author"},  // of version 1
    {feed_object, "authors"},
    {feed_object, "hubs"},
    {feed_object, "items"},
    {"items", "attachments"},
    {"items", "author"},  // of version 1
    {"items", "authors"},
});

/// The name of the element for an object; empty for one that holds no URLs.
std::string_view object_name(std::string_view around, std::string_view member) {
  const auto* const row = std::find_if(objects.begin(), objects.end(), [&](ObjectRow const& each) {
    return each.around == around && each.member == member;
  });
  return row == objects.end() ? std::string_view() : row->member;
}

bool is_feed_version(std::string_view value) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (value.starts_with(scheme)) value.remove_prefix(scheme.size());
  }
  return value.starts_with("jsonfeed.org/version/");
}

class JsonFeedReader {
 public:
  JsonFeedReader(std::string_view json, Notes& notes)
      : json_(json), reader_(json), notes_(notes), document_(json) {}

  Document read() {
    while (step()) {
    }
    append_objects();
    return std::move(document_);
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::size_t max_key = 24;

  /// A string with a URL or HTML.
  struct Member {
    std::string_view name;
    text::Span span;
    bool is_html;
  };
  /// The element of an object.
  struct Object {
    std::string_view name;
    std::uint32_t around;
    text::Span source;
    std::vector<Member> members = {};
  };
  /// An object or array that is open.
  struct Level {
    std::string_view name;  // of objects in this place; empty: they hold no URLs
    std::uint32_t object;   // whose member this is, or which this is
    bool is_array;
  };

  bool step();
  void open(text::JsonToken const& token);
  void add_string(text::Span string);
  void append_objects();
  SourcedString string_of(text::Span span);

  std::string_view json_;
  text::JsonReader reader_;
  Notes& notes_;
  Document document_;
  std::vector<Level> levels_;
  std::vector<Object> objects_;
  std::string key_;
  std::string scratch_;
};

/// Reads a token; false after the last.
bool JsonFeedReader::step() {
  const text::JsonToken token = reader_.next();
  switch (token.type) {
    case JsonTokenType::begin_object:
    case JsonTokenType::begin_array:
      open(token);
      return true;
    case JsonTokenType::end_object:
    case JsonTokenType::end_array:
      levels_.pop_back();
      return true;
    case JsonTokenType::key:
      key_ = token.text.length() > 6 * max_key
                 ? std::string_view()
                 : text::unescaped_json(token.text.in(json_), scratch_);
      return true;
    case JsonTokenType::string:
      add_string(token.text);
      return true;
    case JsonTokenType::scalar:
      return true;
    case JsonTokenType::fault:
      notes_.push_back(
          {NoteKind::not_well_formed, "not JSON: the rest of the feed is not read", token.text});
      return false;
    case JsonTokenType::end:
      return false;
  }
  return false;
}

void JsonFeedReader::open(text::JsonToken const& token) {
  const bool is_array = token.type == JsonTokenType::begin_array;
  Level level{{}, none, is_array};
  if (levels_.empty()) {
    if (!is_array) level.name = feed_object;
  } else {
    Level const& around = levels_.back();
    level.object = around.object;
    // An array in an array holds nothing that is known.
    if (!around.is_array) level.name = object_name(around.name, key_);
    if (around.is_array && !is_array) level.name = around.name;
  }
  if (!is_array && !level.name.empty()) {
    objects_.push_back({level.name, level.object, token.text});
    level.object = static_cast<std::uint32_t>(objects_.size() - 1);
  }
  levels_.push_back(level);
}

void JsonFeedReader::add_string(text::Span string) {
  if (levels_.empty() || levels_.back().is_array || levels_.back().name.empty()) return;
  Level const& level = levels_.back();
  const bool is_html =
      level.name == "items" && feed_text(Namespace::json_feed, key_) == FeedText::html;
  LinkRow const* const row = find_feed_row(Namespace::json_feed, level.name, key_);
  if (row == nullptr && !is_html) return;
  const std::string_view name = is_html ? json_feed_html : row->attribute;
  objects_[level.object].members.push_back({name, string, is_html});
}

/// Appends the objects in the order of their beginnings, so that each comes after the one around.
void JsonFeedReader::append_objects() {
  std::vector<NodeId> nodes;
  nodes.reserve(objects_.size());
  for (Object const& object : objects_) {
    const NodeId around = object.around == none ? document_.root() : nodes[object.around];
    const NodeId node =
        document_.append_element(around, Namespace::json_feed, object.name, object.source);
    nodes.push_back(node);
    for (Member const& member : object.members) {
      if (member.is_html) continue;
      Attribute attribute{string_of(member.span)};
      attribute.name = member.name;
      document_.append_attribute(attribute);
    }
    for (Member const& member : object.members) {
      if (!member.is_html) continue;
      const NodeId content =
          document_.append_element(node, Namespace::json_feed, member.name, member.span);
      document_.append_text(content, string_of(member.span));
    }
  }
}

SourcedString JsonFeedReader::string_of(text::Span span) {
  SourcedString string;
  string.span = span;
  string.value = span.in(json_);
  if (string.value.find('\\') == std::string_view::npos) return string;
  std::string value;
  text::SourceMap map;
  text::unescape_json(string.value, value, &map);
  string.value = document_.keep(std::move(value));
  string.map = document_.keep(std::move(map));
  return string;
}

}  // namespace

bool is_json_feed(std::string_view json) {
  if (json.find("jsonfeed.org") == std::string_view::npos) return false;
  text::JsonReader reader(json);
  std::string buffer;
  std::size_t depth = 0;
  bool is_version = false;
  while (true) {
    const text::JsonToken token = reader.next();
    switch (token.type) {
      case JsonTokenType::begin_object:
      case JsonTokenType::begin_array:
        if (++depth == 1 && token.type == JsonTokenType::begin_array) return false;
        break;
      case JsonTokenType::end_object:
      case JsonTokenType::end_array:
        --depth;
        break;
      case JsonTokenType::key:
        is_version = depth == 1 && token.text.in(json) == "version";
        continue;
      case JsonTokenType::string:
        if (is_version && is_feed_version(text::unescaped_json(token.text.in(json), buffer))) {
          return true;
        }
        break;
      case JsonTokenType::scalar:
        break;
      case JsonTokenType::end:
      case JsonTokenType::fault:
        return false;
    }
    is_version = false;
  }
}

Document parse_json_feed(std::string_view json, Notes& notes) {
  return JsonFeedReader(json, notes).read();
}

}  // namespace hrefkit::html
