#include "hrefkit/cli/check/baseline.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "hrefkit/cli/format/row_sink.h"
#include "hrefkit/url/percent_decode.h"

namespace hrefkit::cli {

namespace {

/// The text of a member, or nothing when it is missing or not a text.
char const* text_member(rapidjson::Document const& object, char const* key) {
  const auto member = object.FindMember(key);
  return member != object.MemberEnd() && member->value.IsString() ? member->value.GetString()
                                                                  : nullptr;
}

}  // namespace

tl::expected<void, std::string> Baseline::read(std::string_view text) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    rapidjson::Document object;
    // The other way of parsing calls itself for each level of arrays.
    object.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
    const auto wrong = [&] {
      return tl::unexpected("line " + std::to_string(number) +
                            " is not an object with file, rule, raw and count");
    };
    if (object.HasParseError() || !object.IsObject()) return wrong();
    char const* const file = text_member(object, "file");
    char const* const rule = text_member(object, "rule");
    char const* const raw = text_member(object, "raw");
    if (file == nullptr || rule == nullptr || raw == nullptr) return wrong();
    if (!object.HasMember("count") || !object["count"].IsUint64()) return wrong();
    char const* const bytes = text_member(object, "fileBytes");
    std::string path = bytes == nullptr ? std::string(file) : url::percent_decode(bytes);
    counts_[{std::move(path), rule, raw}] +=
        static_cast<std::size_t>(std::min<std::uint64_t>(object["count"].GetUint64(), SIZE_MAX));
  }
  return {};
}

bool Baseline::covers(site::Finding const& finding, std::string_view file) {
  const auto known =
      counts_.find({std::string(file), std::string(name(finding.rule)), std::string(finding.raw)});
  if (known == counts_.end() || known->second == 0) return false;
  --known->second;
  return true;
}

void Baseline::add(site::Finding const& finding, std::string_view file) {
  ++counts_[{std::string(file), std::string(name(finding.rule)), std::string(finding.raw)}];
}

void Baseline::add_rest(Baseline const& other) {
  for (auto const& [key, count] : other.counts_) {
    if (count != 0) counts_[key] += count;
  }
}

std::string Baseline::text() const {
  RowBuffer out;
  RowStyle style;
  style.format = Format::jsonl;
  for (auto const& [key, count] : counts_) {
    JsonRow row(out, style);
    row.begin();
    append_file_fields(out, std::get<0>(key), style);
    row.text("rule"_key, std::get<1>(key));
    row.text("raw"_key, std::get<2>(key));
    row.number("count"_key, count);
    row.end();
  }
  return std::string(out.view());
}

}  // namespace hrefkit::cli
