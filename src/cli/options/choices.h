// The types whose values are chosen by name on the command line.
#pragma once

#include <cstdint>

#include "hrefkit/cli/format/format.h"
#include "hrefkit/cli/options/choice.h"
#include "hrefkit/html/document_options.h"
#include "hrefkit/html/find_links.h"
#include "hrefkit/html/link.h"
#include "hrefkit/url/standard.h"

namespace hrefkit::cli {

/// When something is done that depends on a terminal.
enum class When : std::uint8_t {
  automatic,  ///< on a terminal
  always,
  never,
};

/// URLs that are links only where asked for.
enum class Also : std::uint8_t { meta, json_ld, import_map };

template <>
std::span<Choice<When> const> choices<When>();
template <>
std::span<Choice<Also> const> choices<Also>();
template <>
std::span<Choice<Format> const> choices<Format>();
template <>
std::span<Choice<html::XmlBase> const> choices<html::XmlBase>();
template <>
std::span<Choice<html::Engine> const> choices<html::Engine>();
template <>
std::span<Choice<html::LinkKind> const> choices<html::LinkKind>();
template <>
std::span<Choice<url::Standard> const> choices<url::Standard>();

}  // namespace hrefkit::cli
