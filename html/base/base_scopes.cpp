#include "hrefkit/html/base/base_scopes.h"

#include <string>

namespace hrefkit::html {

std::vector<BaseScope> find_scopes(Document const& document, XmlBase which, BaseId outer,
                                   BaseTable& bases, Notes& notes) {
  std::vector<BaseScope> scopes;
  if (which == XmlBase::off) return scopes;
  bool over_budget = false;
  const auto declare = [&](NodeId id, BaseId around) -> std::optional<BaseId> {
    const auto declared = find_xml_base(document, id, which);
    if (!declared) return std::nullopt;
    const auto base = bases.add_relative(declared->value, around);
    scopes.push_back({id, base.value_or(around), base.has_value()});
    if (!base && base.error() == BaseError::unresolvable) {
      notes.push_back({NoteKind::unusable_base,
                       "xml:base '" + std::string(declared->value) +
                           "' does not resolve; the outer base stands",
                       declared->span});
    } else if (!base && !over_budget) {
      over_budget = true;
      notes.push_back({NoteKind::unusable_base,
                       "the base URLs of this file take too much memory or time: from here on some "
                       "xml:base attributes are not followed; the outer base stands",
                       declared->span});
    }
    return scopes.back().base;
  };
  walk_scopes(document, document.root(), outer, declare, [](NodeId, BaseId) {});
  return scopes;
}

}  // namespace hrefkit::html
