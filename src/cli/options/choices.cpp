#include "hrefkit/cli/options/choices.h"

#include <array>

namespace hrefkit::cli {

template <>
std::span<Choice<When> const> choices<When>() {
  static constexpr std::array<Choice<When>, 3> table{
      {{When::automatic, "auto"}, {When::always, "always"}, {When::never, "never"}}};
  return table;
}

template <>
std::span<Choice<Also> const> choices<Also>() {
  static constexpr std::array<Choice<Also>, 3> table{
      {{Also::meta, "meta"}, {Also::json_ld, "jsonld"}, {Also::import_map, "importmap"}}};
  return table;
}

template <>
std::span<Choice<Format> const> choices<Format>() {
  static constexpr std::array<Choice<Format>, 4> table{{{Format::text, "text"},
                                                        {Format::json, "json"},
                                                        {Format::jsonl, "jsonl"},
                                                        {Format::csv, "csv"}}};
  return table;
}

template <>
std::span<Choice<html::XmlBase> const> choices<html::XmlBase>() {
  using html::XmlBase;
  static constexpr std::array<Choice<XmlBase>, 3> table{
      {{XmlBase::on, "on"}, {XmlBase::namespaced, "namespaced"}, {XmlBase::off, "off"}}};
  return table;
}

template <>
std::span<Choice<html::Engine> const> choices<html::Engine>() {
  return named_choices<html::Engine::dom>();
}

template <>
std::span<Choice<html::LinkKind> const> choices<html::LinkKind>() {
  return named_choices<html::LinkKind::metadata>();
}

template <>
std::span<Choice<url::Standard> const> choices<url::Standard>() {
  return named_choices<url::Standard::web_address>();
}

}  // namespace hrefkit::cli
