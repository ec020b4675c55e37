#include "hrefkit/site/setting_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <system_error>
#include <type_traits>

#include "hrefkit/html/media_type.h"
#include "hrefkit/site/path_glob.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/edit_distance.h"
#include "hrefkit/text/span.h"

namespace hrefkit::site {

std::string joined(std::span<std::string const> names, std::string_view separator) {
  std::string list;
  for (std::string const& name : names) {
    if (!list.empty()) list += separator;
    list += name;
  }
  return list;
}

namespace {

constexpr std::size_t max_word = 64;  // longer words are not typing errors

/// The name that begins with the word and a hyphen, if only one does: "github-pages" for "github".
std::string only_one_begun(std::string_view word, std::span<std::string const> known) {
  std::string found;
  for (std::string const& candidate : known) {
    const bool is_begun = !word.empty() && candidate.size() > word.size() &&
                          candidate.starts_with(word) && candidate[word.size()] == '-';
    if (!is_begun) continue;
    if (!found.empty()) return {};
    found = candidate;
  }
  return found;
}

/// The number of changes up to which a word is a typing error rather than another word.
std::size_t max_changes(std::string_view word) {
  const std::size_t letters = word.size() - std::min(word.find_first_not_of('-'), word.size());
  return letters < 3 ? 0 : letters < 6 ? 1 : 2;
}

struct OtherValue {
  std::string_view word;
  std::string_view value;
};

constexpr std::array value_words{
    OtherValue{"md", "markdown"},
    OtherValue{"warn", "warning"},
};

}  // namespace

std::string closest(std::string_view word, std::span<std::string const> known) {
  if (word.size() > max_word) return {};
  std::string best;
  std::size_t limit = max_changes(word);
  for (std::string const& candidate : known) {
    const std::size_t changes = text::edit_distance(word, candidate, limit);
    if (changes > limit) continue;
    best = candidate;
    if (changes == 0) break;
    limit = changes - 1;
  }
  return best.empty() ? only_one_begun(word, known) : best;
}

std::string did_you_mean(std::string_view word, std::span<std::string const> known) {
  const std::string meant = closest(word, known);
  return meant.empty() ? "" : "; did you mean " + meant + "?";
}

std::string_view usual_value(std::string_view word) {
  for (OtherValue const& other : value_words) {
    if (other.word == word) return other.value;
  }
  return word;
}

std::string unknown_choice(std::string_view word, std::span<std::string const> names) {
  const std::string meant = did_you_mean(word, names);
  std::string message = "'";
  message += word;
  if (names.size() > max_listed) {
    return message + "' is unknown" + (meant.empty() ? "; hrefkit help rules lists them" : meant);
  }
  message += "' is not one of ";
  message += joined(names);
  return message + meant;
}

std::optional<WrongValue> find_one_too_many(Texts const& values) {
  if (values.size() <= max_compared_values) return std::nullopt;
  return WrongValue{max_compared_values, "is one too many: at most 1,000 may be given"};
}

Parsed<std::string> as_given(std::string const& text) {
  return text;
}

Parsed<std::size_t> parse_number(std::string const& text, std::size_t min, std::size_t max) {
  const auto number = text::parse_decimal<std::size_t>(text);
  if (number && *number >= min && *number <= max) return *number;
  std::string wrong = "'" + text + "' is not a whole number";
  if (max == std::numeric_limits<std::size_t>::max()) {
    if (min != 0) wrong += " of at least " + std::to_string(min);
  } else {
    wrong += " from " + std::to_string(min) + " to " + std::to_string(max);
  }
  return tl::unexpected(std::move(wrong));
}

Parsed<std::size_t> parse_size(std::string const& text) {
  constexpr std::uint64_t max_size = std::uint64_t{4} << 30;
  std::uint64_t size = 0;
  char const* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, size);
  const std::string unit = text::to_ascii_lower(std::string_view(rest, end));
  const int shift = unit.empty() ? 0 : unit == "k" ? 10 : unit == "m" ? 20 : unit == "g" ? 30 : -1;
  const bool is_valid =
      error == std::errc() && shift >= 0 && size != 0 && size <= max_size >> shift;
  if (!is_valid) return tl::unexpected("'" + text + "' is not a size from 1 to 4G, such as 256M");
  size <<= shift;
  return static_cast<std::size_t>(std::min<std::uint64_t>(size, text::max_text_bytes));
}

Parsed<Texts> items_of(std::string_view list) {
  const auto empty_item = tl::unexpected<std::string>("an item of the list is empty");
  Texts items;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    const std::string_view item = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    if (item.empty()) continue;
    items.emplace_back(text::strip_ascii_whitespace(item));
    if (items.back().empty()) return empty_item;
  }
  if (items.empty()) return empty_item;
  return items;
}

Setting flag(bool& variable) {
  Setting setting = one(variable, [](std::string const& text) -> Parsed<bool> {
    if (text == "true" || text == "false") return text == "true";
    return tl::unexpected("'" + text + "' is neither true nor false");
  });
  setting.is_flag = true;
  return setting;
}

Parsed<std::string> parse_suffix(std::string const& text) {
  if (text.empty()) return tl::unexpected<std::string>("the suffix is empty");
  if (text.find('/') != std::string::npos) {
    return tl::unexpected<std::string>("a suffix holds no '/'");
  }
  return text;
}

Setting globs(Texts& variable) {
  const auto parse_glob = [](std::string const& glob) -> Parsed<std::string> {
    if (glob.size() <= max_glob_bytes) return glob;
    return tl::unexpected("a pattern of " + std::to_string(glob.size()) +
                          " bytes is longer than a path can be: " + std::to_string(max_glob_bytes) +
                          " bytes");
  };
  return together(variable, [parse_glob](Texts const& given) -> tl::expected<Texts, WrongValue> {
    if (auto wrong = find_one_too_many(given)) return tl::make_unexpected(*std::move(wrong));
    return parse_all(given, parse_glob);
  });
}

html::AlsoFind also_find(std::span<Also const> also, SharedAttributes const& attributes) {
  const auto has = [also](Also what) {
    return std::find(also.begin(), also.end(), what) != also.end();
  };
  return {.meta = has(Also::meta),
          .json_ld = has(Also::json_ld),
          .import_map = has(Also::import_map),
          .speculation_rules = has(Also::speculation_rules),
          .attributes = attributes.get()};
}

FileRules extension_rules(std::span<ExtensionType const> types) {
  FileRules rules;
  for (ExtensionType const& type : types) {
    if (type.is_svg) {
      rules.add_svg_extension(type.extension);
    } else {
      rules.add_extension(type.extension, type.type);
    }
  }
  return rules;
}

namespace {

/// Limits the cost of a link, for which each name may be looked up.
constexpr std::size_t max_served_names = 100;

template <typename Parse>
Setting served_names(Texts& variable, Parse parse) {
  Setting setting = items(variable, parse);
  // The names are counted before they are stored.
  setting.read = [&variable, parse](Texts const& given) -> tl::expected<StoreValues, WrongValue> {
    Texts names;
    auto store = items(names, parse).read(given);
    if (!store) return store;
    (*store)();
    if (names.size() > max_served_names) {
      return tl::make_unexpected(WrongValue{
          given.size() - 1, "takes at most " + std::to_string(max_served_names) + " names"});
    }
    return [&variable, names = std::move(names)] { variable = names; };
  };
  return setting;
}

bool is_file_name(std::string_view name) {
  return name.find('/') == std::string_view::npos;
}

std::string no_extension(std::string const& text) {
  return "'" + text + "' is not the extension of a file's name, such as html";
}

/// Parses a TYPE of `ext`: a media type, or an extension of the table of file types.
std::optional<html::ContentType> parse_type(std::string const& type) {
  if (const auto media = html::parse_media_type(type)) {
    return html::content_type_of(media->essence);
  }
  if (type == "javascript") return html::ContentType::script;
  const std::string example = "x." + type;
  if (find_file_type(example) == nullptr) return std::nullopt;
  return content_type_of(example);
}

/// True for a TYPE of `ext` that is a picture in SVG.
bool is_svg_type(std::string const& type) {
  if (const auto media = html::parse_media_type(type)) return media->essence == "image/svg+xml";
  return FileRules().is_svg("x." + type);
}

Texts known_extensions() {
  Texts known;
  for (FileType const& type : file_types()) {
    if (type.extension.starts_with('.')) known.emplace_back(type.extension.substr(1));
  }
  return known;
}

Parsed<ExtensionType> parse_extension(std::string const& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    return tl::unexpected("'" + text + "' is not EXT=TYPE, such as php=html");
  }
  ExtensionType parsed{text.substr(text.starts_with('.') ? 1 : 0), html::ContentType::html};
  parsed.extension.resize(parsed.extension.find('='));
  if (!is_file_name(parsed.extension)) return tl::unexpected(no_extension(parsed.extension));
  const std::string type = text.substr(equals + 1);
  if (const auto known = parse_type(type)) {
    parsed.type = *known;
    parsed.is_svg = is_svg_type(type);
    return parsed;
  }
  const Texts extensions = known_extensions();
  return tl::unexpected("'" + type + "' is not a media type that is read, such as text/html, nor " +
                        "one of " + joined(extensions) + did_you_mean(type, extensions));
}

tl::expected<SharedAttributes, WrongValue> parse_attributes(Texts const& texts) {
  if (auto wrong = find_one_too_many(texts)) return tl::make_unexpected(*std::move(wrong));
  auto attributes = std::make_shared<html::ExtraAttributes>();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (auto added = attributes->add(texts[i]); !added) {
      return tl::make_unexpected(WrongValue{i, std::move(added.error())});
    }
  }
  return attributes;
}

}  // namespace

Setting index_names(Texts& variable) {
  return served_names(variable, [](std::string const& name) -> Parsed<std::string> {
    if (!name.empty() && is_file_name(name)) return name;
    return tl::unexpected("'" + name + "' is not the name of a file in a folder");
  });
}

Setting served_extensions(Texts& variable) {
  return served_names(variable, [](std::string const& text) -> Parsed<std::string> {
    std::string extension = text.substr(text.starts_with('.') ? 1 : 0);
    if (is_file_name(extension)) return extension;
    return tl::unexpected(no_extension(extension));
  });
}

Setting extension_types(std::vector<ExtensionType>& variable) {
  return each(variable, parse_extension);
}

Setting extra_attributes(SharedAttributes& variable) {
  return together(variable, parse_attributes);
}

}  // namespace hrefkit::site
