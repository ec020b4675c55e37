#include "hrefkit/html/syntax/import_map_text.h"

#include "hrefkit/text/json.h"
#include "hrefkit/text/json_members.h"
#include "hrefkit/url/resolver.h"
#include "hrefkit/url/result.h"
#include "hrefkit/url/scheme_syntax.h"

namespace hrefkit::html {

bool is_url_like_specifier(std::string_view specifier) {
  return specifier.starts_with('/') || begins_with_dots(specifier) ||
         url::scheme_length(specifier) != 0;
}

namespace {

/// True for the prefix of a scope that is a URL, whatever the base URL of the map is.
bool is_scope_prefix(std::string_view prefix) {
  const auto resolver = url::Resolver::with_base("https://scope.invalid/", {});
  return resolver && resolver->resolve(prefix).has_value();
}

/// Parses a specifier map. nullopt if the value is not an object, which voids the import map.
std::optional<std::vector<ImportMapEntry>> read_specifiers(text::JsonReader const& reader,
                                                           std::string_view json) {
  const auto members = text::read_json_members(reader, json);
  if (!members) return std::nullopt;
  std::vector<ImportMapEntry> entries;
  std::string buffer;
  for (text::JsonMember const& member : *members) {
    if (member.key.empty()) continue;
    const bool is_string = member.begin.type == text::JsonTokenType::string;
    const std::string_view address =
        is_string ? text::unescaped_json(member.begin.text.in(json), buffer) : std::string_view();
    const bool is_prefix_alone = member.key.ends_with('/') && !address.ends_with('/');
    entries.push_back({member.key, member.key_text, member.begin.text,
                       !is_url_like_specifier(address) || is_prefix_alone});
  }
  return entries;
}

std::optional<std::vector<ImportMapScope>> read_scopes(text::JsonReader const& reader,
                                                       std::string_view json) {
  const auto members = text::read_json_members(reader, json);
  if (!members) return std::nullopt;
  std::vector<ImportMapScope> scopes;
  for (text::JsonMember const& member : *members) {
    auto imports = read_specifiers(member.value, json);
    if (!imports) return std::nullopt;
    if (is_scope_prefix(member.key))
      scopes.push_back({member.key, member.key_text, std::move(*imports)});
  }
  return scopes;
}

std::optional<std::vector<ImportMapIntegrity>> read_integrity(text::JsonReader const& reader,
                                                              std::string_view json) {
  const auto members = text::read_json_members(reader, json);
  if (!members) return std::nullopt;
  std::vector<ImportMapIntegrity> hashes;
  for (text::JsonMember const& member : *members) {
    const bool is_string = member.begin.type == text::JsonTokenType::string;
    if (is_string && is_url_like_specifier(member.key)) hashes.push_back({member.key_text});
  }
  return hashes;
}

/// Moves what was read into its list. False where it is void.
template <class List>
bool take(List& list, std::optional<List> read) {
  if (read) list = std::move(*read);
  return read.has_value();
}

}  // namespace

std::optional<ImportMapText> parse_import_map(std::string_view json) {
  if (!text::is_json(json)) return std::nullopt;
  const auto members = text::read_json_members(text::JsonReader(json), json);
  if (!members) return std::nullopt;
  ImportMapText map;
  for (text::JsonMember const& member : *members) {
    const bool counts =
        member.key == "imports"     ? take(map.imports, read_specifiers(member.value, json))
        : member.key == "scopes"    ? take(map.scopes, read_scopes(member.value, json))
        : member.key == "integrity" ? take(map.integrity, read_integrity(member.value, json))
                                    : true;
    if (!counts) return std::nullopt;
  }
  return map;
}

}  // namespace hrefkit::html
