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
                        std::string_view source) {
  LinkRow row = script_row(kind, LinkGrammar::module_script, source);
  row.usable = usable;
  row.base = base;
  return row;
}

/// The name of a module that a script loads, or of what it asks for like one.
constexpr LinkRow specifier(LinkKind kind, UsableContent usable, std::string_view source) {
  LinkRow row = named(kind, ScriptBase::own, usable, source);
  row.is_specifier = true;
  return row;
}

constexpr LinkRow static_import(UsableContent usable, std::string_view source) {
  LinkRow row = specifier(LinkKind::module, usable, source);
  row.is_static_import = true;
  return row;
}

constexpr LinkRow source_map(LinkGrammar grammar, LinkCondition condition,
                             std::string_view element) {
  LinkRow row = named(LinkKind::sourcemap, ScriptBase::own, UsableContent::anything,
                      "ECMA-426, 11.1.2 Extracting source map URLs");
  row.element = element;
  row.grammar = grammar;
  row.condition = condition;
  return row;
}

struct FormRow {
  ScriptForm value;
  std::string_view name;  // for the table alone
  LinkRow row;
};

constexpr text::EnumTable<ScriptForm::vite_dep, FormRow> forms({
    {ScriptForm::static_import, "static import",
     static_import(UsableContent::module, "ECMA-262, 16.2.2 Imports; 16.2.3 Exports")},
    {ScriptForm::dynamic_import, "dynamic import",
     specifier(LinkKind::module, UsableContent::module, "ECMA-262, 13.3.10 Import Calls")},
    {ScriptForm::meta_url, "meta URL",
     named(LinkKind::resource, ScriptBase::own, UsableContent::anything,
           "HTML, HostGetImportMetaProperties")},
    {ScriptForm::meta_resolve, "meta resolve",
     specifier(LinkKind::resource, UsableContent::anything, "HTML, import.meta.resolve()")},
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
     source_map(LinkGrammar::module_script, LinkCondition::never, "script")},
    {ScriptForm::vite_dep, "Vite dependency",
     named(LinkKind::resource, ScriptBase::vite, UsableContent::anything, "Vite, __vite__mapDeps")},
});

/// Of imports with a type: JSON may come as anything.
constexpr std::string_view json_source = "HTML, HostLoadImportedModule: JSON modules";
constexpr std::string_view css_source = "HTML, HostLoadImportedModule: CSS modules";
constexpr LinkRow static_json = static_import(UsableContent::anything, json_source);
constexpr LinkRow static_css = static_import(UsableContent::style_sheet, css_source);
constexpr LinkRow dynamic_json = specifier(LinkKind::module, UsableContent::anything, json_source);
constexpr LinkRow dynamic_css = specifier(LinkKind::module, UsableContent::style_sheet, css_source);

}  // namespace

constinit const LinkRow classic_script_row =
    script_row(LinkKind::script, LinkGrammar::classic_script, "HTML, classic scripts");
constinit const LinkRow module_script_row =
    script_row(LinkKind::script, LinkGrammar::module_script, "HTML, module scripts");
constinit const LinkRow sheet_map_row =
    source_map(LinkGrammar::css, LinkCondition::unwritten, "style");

LinkRow const& row_of(ScriptUrl const& url) {
  const bool is_static = url.form == ScriptForm::static_import;
  const bool is_typed = url.type != ScriptUrlType::none;
  if (!is_typed || (!is_static && url.form != ScriptForm::dynamic_import)) {
    return forms[url.form].row;
  }
  const bool is_css = url.type == ScriptUrlType::css;
  if (is_static) return is_css ? static_css : static_json;
  return is_css ? dynamic_css : dynamic_json;
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

bool is_speculation_rules_type(std::optional<std::string_view> type) {
  return type &&
         text::equals_ignoring_ascii_case(text::strip_ascii_whitespace(*type), "speculationrules");
}

}  // namespace hrefkit::html
