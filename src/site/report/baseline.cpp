#include "hrefkit/site/report/baseline.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "hrefkit/text/ascii.h"
#include "hrefkit/text/json.h"
#include "hrefkit/text/span.h"
#include "hrefkit/text/utf8.h"
#include "hrefkit/url/percent_decode.h"
#include "hrefkit/url/percent_encode.h"

namespace hrefkit::site {

namespace {

/// The members of a line's object. The first of equal keys counts.
class Members {
 public:
  /// False where the line is not one object of JSON.
  bool read(std::string_view line) {
    if (line.starts_with(text::utf8_byte_order_mark)) {
      line.remove_prefix(text::utf8_byte_order_mark.size());
    }
    if (line.size() > text::max_text_bytes) return false;
    line_ = line;
    text::JsonReader reader(line);
    if (reader.next().type != text::JsonTokenType::begin_object) return false;
    std::string key;
    for (auto token = reader.next(); token.type == text::JsonTokenType::key;
         token = reader.next()) {
      text::unescape_json(token.text.in(line), key);
      values_.emplace(key, reader.skip_value());
    }
    // After a fault the reader gives nothing else.
    return reader.next().type == text::JsonTokenType::end;
  }

  /// A text; nothing where it is missing, or not a text.
  std::optional<std::string> text(std::string const& key) const {
    std::string value;
    const auto found = values_.find(key);
    if (found == values_.end() || found->second.type != text::JsonTokenType::string ||
        !text::unescape_json(found->second.text.in(line_), value)) {
      return std::nullopt;
    }
    return value;
  }

  /// A whole number of at most 64 bits; nothing where it is missing, or not one.
  std::optional<std::uint64_t> number(std::string const& key) const {
    const auto found = values_.find(key);
    if (found == values_.end() || found->second.type != text::JsonTokenType::scalar) {
      return std::nullopt;
    }
    return text::parse_decimal<std::uint64_t>(found->second.text.in(line_));
  }

 private:
  std::string_view line_;
  std::map<std::string, text::JsonToken> values_;
};

}  // namespace

tl::expected<void, std::string> Baseline::read(std::string_view text) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    Members members;
    const bool is_object = members.read(line);
    auto file = members.text("file");
    auto rule = members.text("rule");
    auto raw = members.text("raw");
    const auto count = members.number("count");
    if (!is_object || !file || !rule || !raw || !count) {
      return tl::unexpected("line " + std::to_string(number) +
                            " is no finding of a baseline (an object with file, rule, raw, count)");
    }
    if (const auto bytes = members.text("fileBytes")) file = url::percent_decode(*bytes);
    counts_[{*std::move(file), *std::move(rule), *std::move(raw)}] +=
        static_cast<std::size_t>(std::min<std::uint64_t>(*count, SIZE_MAX));
  }
  return {};
}

bool Baseline::covers(Finding const& finding, std::string_view file) {
  const auto known =
      counts_.find({std::string(file), std::string(name(finding.rule)), std::string(finding.raw)});
  if (known == counts_.end() || known->second == 0) return false;
  --known->second;
  return true;
}

void Baseline::add(Finding const& finding, std::string_view file) {
  ++counts_[{std::string(file), std::string(name(finding.rule)), std::string(finding.raw)}];
}

void Baseline::add_rest(Baseline const& other) {
  for (auto const& [key, count] : other.counts_) {
    if (count != 0) counts_[key] += count;
  }
}

std::size_t Baseline::size() const {
  std::size_t size = 0;
  for (auto const& [key, count] : counts_) size += count;
  return size;
}

void Baseline::for_each_lacking_in(Baseline const& other,
                                   std::function<void(KnownFinding const&)> const& visit) const {
  for (auto const& [key, count] : counts_) {
    const auto found = other.counts_.find(key);
    const std::size_t there = found == other.counts_.end() ? 0 : found->second;
    if (count <= there) continue;
    visit({std::get<0>(key), std::get<1>(key), std::get<2>(key), count - there});
  }
}

std::size_t Baseline::count_lacking_in(Baseline const& other) const {
  std::size_t all = 0;
  for_each_lacking_in(other, [&](KnownFinding const& known) { all += known.count; });
  return all;
}

std::string Baseline::text() const {
  std::string lines;
  text::JsonWriter json(lines);
  for (auto const& [key, count] : counts_) {
    auto const& [file, rule, raw] = key;
    const std::string valid = text::to_valid_utf8(file);
    json.begin_object();
    json.member("file", valid);
    if (valid != file) json.member("fileBytes", url::percent_encode_path(file));
    json.member("rule", rule);
    json.member("raw", raw);
    json.member("count", count);
    json.end_object();
    lines += '\n';
  }
  return lines;
}

}  // namespace hrefkit::site
