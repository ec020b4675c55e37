// The namespaces that decide what an element or attribute means.
#pragma once

#include <cstdint>
#include <string_view>

namespace hrefkit::html {

/// Infra Standard section 8, "Namespaces", and all others as one.
enum class Namespace : std::uint8_t { none, html, svg, mathml, xlink, xml, xmlns, other };

/// The short name used in output: "svg", "mathml", ...
std::string_view name(Namespace ns);

/// The namespace of that URI; empty is `none`, an unknown one `other`.
Namespace namespace_from_uri(std::string_view uri);

}  // namespace hrefkit::html
