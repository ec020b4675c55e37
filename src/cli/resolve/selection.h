// Which links --kinds and --elements select.
#pragma once

#include <span>
#include <string>

#include "hrefkit/html/link.h"

namespace hrefkit::cli {

/// True where `kinds` is empty or has the kind.
bool is_selected(std::span<html::LinkKind const> kinds, html::LinkKind kind);

/// The same for a link; `elements` are names in any ASCII case, and empty for all.
bool is_selected(std::span<html::LinkKind const> kinds, std::span<std::string const> elements,
                 html::Link const& link);

}  // namespace hrefkit::cli
