// The reverse of resolving: a short reference to a target, for a page with a given base URL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "hrefkit/url/display.h"  // IWYU pragma: export
#include "hrefkit/url/error.h"
#include "hrefkit/url/resolver.h"

namespace hrefkit::url {

/// The form of the reference to make.
enum class ReferenceForm : std::uint8_t {
  path_relative,    ///< the shortest of all: "", "#f", "?q", "x", "../x", "/x", "//host/x", ...
  root_relative,    ///< "/x?q#f"
  scheme_relative,  ///< "//host/x?q#f"
};

/// The shortest reference of that form, made of the target's own characters, which `base`
/// resolves to what it resolves `target` to; every candidate is proved by resolving it. When
/// no reference of that form does, the answer is the absolute URL. Fails when `target` (UTF-8,
/// absolute or itself relative) does not resolve.
tl::expected<std::string, Error> relativize(std::string_view target, Resolver const& base,
                                            ReferenceForm form = ReferenceForm::path_relative);

/// Which parts of a URL a reference takes from its base.
enum class ReferenceShape : std::uint8_t {
  path,    ///< "x", "../x", "./", and "#f" where only the fragment differs; never empty
  root,    ///< "/x?q#f"
  scheme,  ///< "//host/x?q#f"
};

/// The reference of that shape which `base` resolves to `url`, a serialised absolute URL. Proved by
/// resolving it. nullopt where no reference of the shape leads there.
std::optional<std::string> find_reference(std::string_view url, Resolver const& base,
                                          ReferenceShape shape);

}  // namespace hrefkit::url
