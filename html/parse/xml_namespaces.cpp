#include "hrefkit/html/parse/xml_namespaces.h"

namespace hrefkit::html {

namespace {

constexpr std::string_view declaration = "xmlns";

}  // namespace

std::optional<QualifiedName> split_qualified_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return QualifiedName{{}, name};
  const QualifiedName split{name.substr(0, colon), name.substr(colon + 1)};
  if (split.prefix.empty() || split.local.empty()) return std::nullopt;
  if (split.local.find(':') != std::string_view::npos) return std::nullopt;
  return split;
}

bool is_namespace_declaration(std::string_view name) {
  if (!name.starts_with(declaration)) return false;
  return name.size() == declaration.size() || name[declaration.size()] == ':';
}

std::string_view declared_prefix(std::string_view name) {
  return name.size() == declaration.size() ? std::string_view()
                                           : name.substr(declaration.size() + 1);
}

XmlNamespaces::XmlNamespaces() {
  default_ = &bindings_[""];
  *default_ = XmlNamespace{};
  names_.emplace("", XmlNamespace{});
  bindings_["xml"] = intern("http://www.w3.org/XML/1998/namespace");
}

XmlNamespace XmlNamespaces::intern(std::string_view uri) {
  const auto found = names_.lower_bound(uri);
  if (found != names_.end() && found->first == uri) return found->second;
  const XmlNamespace made{namespace_from_uri(uri), static_cast<std::uint32_t>(names_.size())};
  names_.emplace_hint(found, uri, made);
  return made;
}

bool XmlNamespaces::declare(std::string_view prefix, std::string_view uri) {
  if (uri.empty() && !prefix.empty()) return false;
  const XmlNamespace name = intern(uri);
  if (name.ns == Namespace::xmlns || prefix == declaration) return false;
  if ((name.ns == Namespace::xml) != (prefix == "xml")) return false;
  Binding& binding = prefix.empty() ? *default_ : bindings_[std::string(prefix)];
  if (binding == name) return true;
  changes_.push_back({depth_, &binding, binding});
  binding = name;
  return true;
}

void XmlNamespaces::leave() {
  while (!changes_.empty() && changes_.back().depth == depth_) {
    *changes_.back().binding = changes_.back().before;
    changes_.pop_back();
  }
  --depth_;
}

std::optional<XmlNamespace> XmlNamespaces::find(std::string_view prefix) const {
  if (prefix.empty()) return *default_;
  const auto found = bindings_.find(prefix);
  return found == bindings_.end() ? std::nullopt : found->second;
}

}  // namespace hrefkit::html
