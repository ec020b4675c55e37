// The rows of what scripts name. They are not in the link table, whose rows are attributes and
// texts of elements: what a URL in a script is for, its place in the script says.
#include <array>
#include <cstddef>

#include "hrefkit/html/links/link_values.h"
#include "hrefkit/html/script_type.h"
#include "hrefkit/text/ascii.h"
#include "hrefkit/text/enum_table.h"

namespace hrefkit::html {

namespace {

constexpr LinkRow script_row(LinkKind kind, LinkGrammar grammar, std::string_view source) {
  return {.element = "script", .kind = kind, .grammar = grammar, .source = source};
}

constexpr LinkRow named(LinkKind kind, ScriptBase base, UsableContent usable,
                        std::string_view source, bool is_specifier = false,
                        LinkCondition condition = LinkCondition::always) {
  LinkRow row = script_row(kind, LinkGrammar::module_script, source);
  row.condition = condition;
  row.usable = usable;
  row.is_specifier = is_specifier;
  row.base = base;
  return row;
}

struct FormRow {
  ScriptForm value;
  std::string_view name;  // for the table alone
  LinkRow row;
};

constexpr text::EnumTable<ScriptForm::vite_dep, FormRow> forms({
    {ScriptForm::static_import, "static import",
     named(LinkKind::module, ScriptBase::own, UsableContent::module,
           "ECMA-262, 16.2.2 Imports; 16.2.3 Exports", true)},
    {ScriptForm::dynamic_import, "dynamic import",
     named(LinkKind::module, ScriptBase::own, UsableContent::module,
           "ECMA-262, 13.3.10 Import Calls", true)},
    {ScriptForm::meta_url, "meta URL",
     named(LinkKind::resource, ScriptBase::own, UsableContent::anything,
           "HTML, HostGetImportMetaProperties")},
    {ScriptForm::meta_resolve, "meta resolve",
     named(LinkKind::resource, ScriptBase::own, UsableContent::anything,
           "HTML, import.meta.resolve()", true)},
    {ScriptForm::worker_meta_url, "worker meta URL",
     named(LinkKind::worker, ScriptBase::own, UsableContent::module, "HTML, dedicated workers")},
    {ScriptForm::worker, "worker",
     named(LinkKind::worker, ScriptBase::page, UsableContent::module, "HTML, dedicated workers")},
    {ScriptForm::service_worker, "service worker",
     named(LinkKind::worker, ScriptBase::page, UsableContent::module,
           "Service Workers, register()")},
    {ScriptForm::import_scripts, "import scripts",
     named(LinkKind::script, ScriptBase::worker, UsableContent::script, "HTML, importScripts()")},
    {ScriptForm::source_map, "source map",
     named(LinkKind::sourcemap, ScriptBase::own, UsableContent::anything,
           "ECMA-426, 11.1.2 Extracting source map URLs", false, LinkCondition::never)},
    {ScriptForm::vite_dep, "Vite dependency",
     named(LinkKind::resource, ScriptBase::vite, UsableContent::anything, "Vite, __vite__mapDeps")},
});

/// Of imports with a type: JSON may come as anything.
struct TypedRows {
  LinkRow json = named(LinkKind::module, ScriptBase::own, UsableContent::anything,
                       "HTML, HostLoadImportedModule: JSON modules", true);
  LinkRow css = named(LinkKind::module, ScriptBase::own, UsableContent::style_sheet,
                      "HTML, HostLoadImportedModule: CSS modules", true);
};
constexpr TypedRows typed_static;
constexpr TypedRows typed_dynamic;

}  // namespace

constinit const LinkRow classic_script_row =
    script_row(LinkKind::script, LinkGrammar::classic_script, "HTML, classic scripts");
constinit const LinkRow module_script_row =
    script_row(LinkKind::script, LinkGrammar::module_script, "HTML, module scripts");

LinkRow const& row_of(ScriptUrl const& url) {
  const bool is_static = url.form == ScriptForm::static_import;
  const bool is_typed = url.type != ScriptUrlType::none;
  if (!is_typed || (!is_static && url.form != ScriptForm::dynamic_import)) {
    return forms[url.form].row;
  }
  TypedRows const& typed = is_static ? typed_static : typed_dynamic;
  return url.type == ScriptUrlType::css ? typed.css : typed.json;
}

bool is_static_import(LinkRow const& row) {
  return &row == &forms[ScriptForm::static_import].row || &row == &typed_static.json ||
         &row == &typed_static.css;
}

/// A folder is never fetched, but a base for names that are put together.
LinkUse use_of(ScriptUrl const& url) {
  if (url.form == ScriptForm::source_map) return LinkUse::not_used;
  const bool is_resource = url.form == ScriptForm::meta_url || url.form == ScriptForm::meta_resolve;
  const bool is_folder = url.value == "." || url.value == ".." || url.value.ends_with('/');
  return is_resource && is_folder ? LinkUse::names_only : LinkUse::used;
}

std::optional<ScriptFacts> facts_of(ScriptUrls const& script, bool is_classic) {
  ScriptFacts facts{.computed_imports = script.computed_imports()};
  if (auto const& fault = script.fault()) {
    facts.fault = message(fault->kind);
    facts.fault_begin = fault->offset;
  }
  facts.is_module_in_classic = is_classic && script.module_syntax().has_value();
  if (facts.is_module_in_classic) facts.fault_begin = *script.module_syntax();
  const bool has_some =
      facts.computed_imports != 0 || !facts.fault.empty() || facts.is_module_in_classic;
  return has_some ? std::optional(facts) : std::nullopt;
}

LinkRow const* inline_script_row(std::optional<std::string_view> type,
                                 std::optional<std::string_view> language) {
  if (!fetches_script(type, language)) return nullptr;
  return is_module_script(type) ? &module_script_row : &classic_script_row;
}

bool is_import_map_type(std::optional<std::string_view> type) {
  return type && text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(*type), "importmap");
}

}  // namespace hrefkit::html
