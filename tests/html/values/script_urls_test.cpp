#include "hrefkit/html/script_urls.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "hrefkit/html/syntax/script_tokenizer.h"

using namespace hrefkit::html;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

constexpr std::array<std::string_view, 10> script_form_names{
    "static", "import",  "meta",    "resolve", "worker-meta",
    "worker", "service", "scripts", "map",     "vite"};
constexpr std::array<std::string_view, 5> script_type_names{"", " json", " css", " module",
                                                            " other"};

/// The URLs as "form value type", one a line; then what else was found.
std::string script_summary(std::string_view script, ScriptGoal goal) {
  std::string summary;
  const auto line = [&](std::string const& text) {
    summary += (summary.empty() ? "" : "\n") + text;
  };
  ScriptUrls urls(script, goal);
  std::uint32_t previous_end = 0;
  while (const auto url = urls.next()) {
    REQUIRE(url->span.begin >= previous_end);
    REQUIRE(url->span.begin <= url->span.end);
    REQUIRE(url->span.end <= script.size());
    if (url->form != ScriptForm::source_map) {
      REQUIRE(script[url->span.begin - 1] == url->quote);
      REQUIRE(script[url->span.end] == url->quote);
    }
    previous_end = url->span.end;
    line(std::string(script_form_names[static_cast<std::size_t>(url->form)]) + ' ' +
         std::string(url->value) +
         std::string(script_type_names[static_cast<std::size_t>(url->type)]));
  }
  REQUIRE_FALSE(urls.next());
  if (urls.computed_imports() > 0) line(std::to_string(urls.computed_imports()) + " computed");
  if (const auto fault = urls.fault()) {
    line("fault " + std::to_string(fault->offset) + ' ' + std::string(message(fault->kind)));
  }
  return summary;
}

struct ScriptCase {
  std::string_view script;
  std::string_view found;
};

/// More bytes than are looked at together: what is near the end of a text is read one by one.
const std::string script_padding = std::string("\n;") + std::string(200, ' ');

void check(std::vector<ScriptCase> const& cases, ScriptGoal goal = ScriptGoal::unknown) {
  for (ScriptCase const& c : cases) {
    CAPTURE(c.script);
    CHECK(script_summary(c.script, goal) == c.found);
    // The places of faults move only where the fault is the end.
    if (c.found.find("fault") == c.found.npos) {
      CHECK(script_summary(std::string(c.script) + script_padding, goal) == c.found);
    }
  }
}

/// Each script is followed by an import, which is found only where all before it was understood.
void check_understood(std::vector<std::string_view> const& scripts, ScriptGoal goal) {
  for (std::string_view const script : scripts) {
    CAPTURE(script);
    CHECK(script_summary(std::string(script) + "\n;import('end')", goal) == "import end");
    CHECK(script_summary(std::string(script) + "\n;import('end')" + script_padding, goal) ==
          "import end");
  }
}

}  // namespace

TEST_CASE("static imports and exports name modules (ECMA-262, 16.2)") {
  check({
      {"import 'a'", "static a"},
      {"import\"a\";import'b'", "static a\nstatic b"},
      {"import a from 'a'; import b, {c} from 'b'; import d, * as e from 'd'",
       "static a\nstatic b\nstatic d"},
      {"import{a}from'a';import*as b from'b'", "static a\nstatic b"},
      {"import {a as b, default as c, 'd e' as f} from 'a'", "static a"},
      {"import {} from 'a'", "static a"},
      {"import from from 'a'", "static a"},
      {"import {from} from 'a'", "static a"},
      {"import as, {as as as} from 'a'", "static a"},
      {"import {if as a} from 'a'", "static a"},
      {"import source a from 'a'; import source from 'b'; import source from from 'c'",
       "static a\nstatic b\nstatic c"},
      {"import defer * as a from 'a'", "static a"},
      {"import async from 'a'; import of from 'b'; import let from 'c'",
       "static a\nstatic b\nstatic c"},
      {"export * from 'a'; export*from'b'; export * as c from 'c'; export * as 'd e' from 'd'",
       "static a\nstatic b\nstatic c\nstatic d"},
      {"export {a} from 'a'; export{}from'b'; export {c as default, 'x y' as 'z'} from 'c'",
       "static a\nstatic b\nstatic c"},
      {"export {a}\nfrom\n'a'", "static a"},
      {"export {a, b as 'c d'}; 'from' + 'x'", ""},
      {"export default 'a'; export const b = 'b', c = /'/", ""},
      {"import/**/a/*'*/from//\n'a'", "static a"},
      {"import\r\n'a'\r\nimport\r\"b\"", "static a\nstatic b"},
      {"import'a'\nimport'b'", "static a\nstatic b"},
      {"a\nimport 'b'", "static b"},
      {"a = b\nexport * from 'c'", "static c"},
  });
}

TEST_CASE("import attributes have a type") {
  check({
      {"import a from 'a' with {type: 'json'}", "static a json"},
      {"import a from 'a' with {\"type\": \"css\"}", "static a css"},
      {"import a from 'a' with {}\nimport 'b'", "static a\nstatic b"},
      {"import a from 'a' with {x: 'y', type: 'json',}; b", "static a json"},
      {"import 'a'\nwith {type: 'json'}", "static a json"},
      {"import 'a' assert {type: 'json'}", "static a json"},
      {"import 'a'\nassert\n{type: 'json'}", "static a"},
      {"import 'a' with {type: 'x'}", "static a other"},
      {"export * from 'a' with {type: 'json'}", "static a json"},
      {"export {a} from 'a' with{type:'json'}/'/", "static a json"},
      {"import('a', {with: {type: 'json'}})", "import a json"},
      {"import('a', {'with': {x: 'y', 'type': `css`}},)", "import a css"},
      {"import('a', {assert: {type: 'json'}})", "import a json"},
      {"import('a', x)", "import a"},
      {"import('a', {type: 'json'})", "import a"},
  });
}

TEST_CASE("import() with a literal names a module, others are counted (13.3.10)") {
  check({
      {"import('a')", "import a"},
      {"import(`a`)", "import a"},
      {"import ( /**/ \"a\" //\n , )", "import a"},
      {"import(('a')), import((((`b`)))), import(('c',d))", "import a\nimport b\n1 computed"},
      {"import(a), import('a' + b), import(`a${b}`), import(a`b`), import(a ? 'b' : 'c')",
       "5 computed"},
      {"import('a'.b), import('a'`b`)", "2 computed"},
      {"import(import('a'))", "import a\n1 computed"},
      {"import.source('a'), import.defer(`b`), import . source (c)",
       "import a\nimport b\n1 computed"},
      {"a => import('a')", "import a"},
      {"a\nimport('b')\nc", "import b"},
      {"() => {}\nimport('a')", "import a"},
      {"`${import('a')} ${`${import('b')}`}`", "import a\nimport b"},
      {"a(...import('b')), [...import('c')], {...import('d')}", "import b\nimport c\nimport d"},
      {"import('a').then(b => b.import('c'))", "import a"},
      {"import('')", "import "},
  });
}

TEST_CASE("import as the name of a property is no import") {
  check({
      {"a.import('b'), a?.import('b'), a . import ('b'), a./*c*/import('b')", ""},
      {"a?.\nimport('b'); a.\n//c\nimport('b')", ""},
      {"({import: 1, 'a': 2, import(b) {}, get import() {}, async import() {}, *import() {}})", ""},
      {"class A { import(a) {} static import() {} #import() {} get import() {} }", ""},
      {"class A { import = 1; static import\n import() {} }", ""},
      {"class A { a() { this.#import('b') } }", ""},
      {"({ 'import'() {}, [a]() {}, import() {} })", ""},
      {"\\u0069mport('a')", ""},
      {"'import(\"a\")'; `import('a')`; /import('a')/; // import('a')\n/* import('a') */", ""},
      {"reimport('a'), import_('a'), $import('a'), \xC3\xA9import('a'), import\xC3\xA9('a')", ""},
      {"import.meta.import('a')", ""},
      {"0import('a'), 1.5import('b')", ""},
  });
}

TEST_CASE("new URL with import.meta.url") {
  check({
      {"new URL('a', import.meta.url)", "meta a"},
      {"new URL(\"a\",import.meta.url).href", "meta a"},
      {"new URL(/* @vite-ignore */ `a`, import.meta.url,)", "meta a"},
      {"new URL(('a'), (import.meta.url))", "meta a"},
      {"new /**/ URL\n(\n'a'\n,\nimport\n.\nmeta\n.\nurl\n)", "meta a"},
      {"new window.URL('a', import.meta.url), new self.URL('b', import.meta.url), new "
       "globalThis.URL('c', import.meta.url)",
       "meta a\nmeta b\nmeta c"},
      {"new URL('' + 'a', import.meta.url), new URL('b', \"\" + import.meta.url)",
       "meta a\nmeta b"},
      {"new a.URL('a', import.meta.url), new URL(a, import.meta.url), new URL('a', b), new "
       "URL('a'), new URL('a', import.meta.url.b), new URL('a', import.meta.url, b), URL('a', "
       "import.meta.url), new URL('a', import.meta.url + b), new URL(import.meta.url)",
       ""},
      {"import.meta.resolve('a'), import.meta.resolve(`b`), import.meta.resolve(c), "
       "import.meta.resolve?.('d')",
       "resolve a\nresolve b\nresolve d"},
  });
}

TEST_CASE("workers") {
  check({
      {"new Worker('a'), new SharedWorker(`b`), new Worker(c)", "worker a\nworker b"},
      {"new Worker('a', {type: 'module'}), new Worker('b', {name: 'c', type: \"module\"}), new "
       "Worker('c', {type: 'classic'}), new Worker('d', e)",
       "worker a module\nworker b module\nworker c other\nworker d"},
      {"new window.Worker('a'), new self.SharedWorker('b'), new globalThis.Worker('c')",
       "worker a\nworker b\nworker c"},
      {"new a.Worker('a'), Worker('a'), new Worker, new Worker(), new a.window.Worker('a')", ""},
      {"new Worker(new URL('a', import.meta.url), {type: 'module'})", "worker-meta a module"},
      {"new Worker(new URL('a', import.meta.url)), new URL('b', import.meta.url)",
       "worker-meta a\nmeta b"},
      {"new Worker('' + new URL('a', import.meta.url).href, {b: new URL('c', import.meta.url)})",
       "worker-meta a\nmeta c"},
      {"new Worker(f(() => { return new URL('a', import.meta.url) }), new URL('b', "
       "import.meta.url))",
       "worker-meta a\nmeta b"},
      {"new Worker(new Worker(new URL('a', import.meta.url), {type: 'module'}), {})",
       "worker-meta a module"},
      {"new Worker(import.meta.resolve('a'), b)", "worker-meta a"},
      {"navigator.serviceWorker.register('a')", "service a"},
      {"navigator?.serviceWorker?.register?.('a', {scope: '/', type: 'module'})",
       "service a module"},
      {"window.navigator.serviceWorker.register('a'); self.navigator.serviceWorker.register(`b`)",
       "service a\nservice b"},
      {"a.navigator.serviceWorker.register('a'), navigator.serviceWorker.register(a), "
       "navigator.a.register('a'), serviceWorker.register('a')",
       ""},
      {"'serviceWorker' in navigator && navigator.serviceWorker.register('a')", "service a"},
      {"importScripts('a', b, `c`, 'd' + e, ('f')), self.importScripts('g'), importScripts()",
       "scripts a\nscripts c\nscripts f\nscripts g"},
      {"importScripts('a',)", "scripts a"},
      {"importScripts(f('a'), ['b'], {c: 'd'})", ""},
      {"a.importScripts('a'), window.a.importScripts('a')", ""},
  });
}

TEST_CASE("of several source maps the last counts (ECMA-426, 11.1)") {
  check({
      {"a\n//# sourceMappingURL=b.map", "map b.map"},
      {"//@ sourceMappingURL=a\n/*# sourceMappingURL=b \n*/", "map b"},
      {"//# sourceMappingURL=a\nb\n//#   sourceMappingURL=c \t\r\n", "map c"},
      {"//#sourceMappingURL=a\n//# sourceMappingURL=\n//# sourceMappingURL=b c\n", "map a"},
      {"'//# sourceMappingURL=a'; `//# sourceMappingURL=b`; /[//# sourceMappingURL=c]/", ""},
      {"// # sourceMappingURL=a", ""},
      {"// //# sourceMappingURL=a", ""},
      {"//# sourceMappingURL=a\xE2\x80\xA8'b'", "map a"},
      {"//# sourceMappingURL=a\nimport('b')", "map a\nimport b"},
      {"import('b') //# sourceMappingURL=a", "import b\nmap a"},
  });
}

TEST_CASE("the lists of Vite") {
  check({
      {"const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=[\"assets/a.js\",\"assets/"
       "b.css\"])))=>i.map(i=>d[i]);f(()=>import(\"./a.js\"),__vite__mapDeps([0,1]))",
       "vite assets/a.js\nvite assets/b.css\nimport ./a.js"},
      {"function __vite__mapDeps(indexes) { if (!__vite__mapDeps.viteFileDeps) { "
       "__vite__mapDeps.viteFileDeps = ['a',`b`,] } import('c') }",
       "vite a\nvite b\nimport c"},
      {"m.f=['a'];import('b')", "import b"},
      {"const __vite__mapDeps=1;a.g=['c'];import('b')", "import b"},
  });
  const auto base_of = [](std::string_view script) {
    return ScriptUrls(script).vite_base().value_or("none");
  };
  CHECK(base_of("const a=\"modulepreload\",b=function(e){return\"/site/\"+e},c={};import('d')") ==
        "/site/");
  CHECK(base_of("const a='modulepreload';const b=function(dep) { return `/\\x61/` + dep; };"
                "import('d')") == "/a/");
  CHECK(base_of("const a='modulepreload';const b=function(dep, url) { return new URL(dep, url) };"
                "import('d')") == "none");
  CHECK(base_of("const b=function(e){return'/site/'+e};import('d')") == "none");
}

TEST_CASE("a slash divides behind an operand, and begins a regular expression elsewhere") {
  // Each has a quote in a regular expression, or divides where a quote would begin a string.
  check_understood({"a / b / c",
                    "a = /'/",
                    "a = /[/']/.b / 'c'",
                    "/'/",
                    "/'/g / 2",
                    "a\n/b/ 'c'.d",
                    "(a) / 2 / 'b'",
                    "a[0] / 2 / 'b'",
                    "({}) / 2 / 'b'",
                    "a = {} / 2 / 'b'",
                    "{} /'/",
                    "a;{} /'/",
                    "if (a) /'/.b",
                    "if (a) {} /'/",
                    "if (a) {} else /'/",
                    "while (a) /'/.b",
                    "for (;;) /'/.b",
                    "for (a of /'/) ;",
                    "for (const a of /'/) ;",
                    "for (of of /'/) ;",
                    "for (let of = 1 / 2; of / 2 / '3';) ;",
                    "for (let of of /'/) ;",
                    "for (a in /'/) ;",
                    "do /'/.b; while (a) /'/",
                    "do {} while (a) /'/",
                    "a = function () {} / 2 / 'b'",
                    "function a() {} /'/",
                    "a\nfunction b() {} /'/",
                    "a = class {} / 2 / 'b'",
                    "class A {} /'/",
                    "class A extends B {} /'/",
                    "class A extends f({}) {} /'/",
                    "class A extends {}.b {} /'/",
                    "class A extends class B extends C {} {} /'/",
                    "class A extends function () {} {} /'/",
                    "a = class extends (b, c) {} / 2 / 'd'",
                    "a => {}\n/'/",
                    "(a => {}) / 2 / 'b'",
                    "a = b => {}\nfunction c() {} /'/",
                    "a ? /'/ : /'/",
                    "a ? {} / 2 / 'b' : {} / 2 / 'b'",
                    "switch (a) { case /'/: /'/.b; case b ? c : d: {} /'/; default: {} /'/ }",
                    "a: {} /'/",
                    "a: /'/",
                    "a: b: {} /'/",
                    "return_: {} /'/",
                    "b = { a: {} / 2 / 'c' }",
                    "typeof /'/; void /'/; delete /'/; a in /'/; a instanceof /'/; throw_ / 1 / ''",
                    "a.return / 2 / 'b'; a?.if / 2 / 'b'; a.typeof\n/ 2 / 'b'",
                    "a++ / 2 / 'b'",
                    "a-- / 2 / 'b'",
                    "a\n++/'/.b",
                    "a + ++/'/.b",
                    "a ++\n/ 2 / 'b'",
                    "`a` / 2 / 'b'",
                    "`${a / 2 / 'b'}${/'/}${{} / 2 / 'c'}` / 2 / 'd'",
                    "`${`${/'/}`}`",
                    "`${{a: {}}}` / 2 / 'b'",
                    "1 / 2 / 'a'; 1. / 2 / 'a'; .5 / 2 / 'a'; 0x1f / 2 / 'a'; 1e-3 / 2 / 'a'",
                    "1n / 2n / 'a'; 1_0 / 2 / 'a'; 1..a / 2 / 'b'; 010.a / 2 / 'b'",
                    "this / 2 / 'a'; null / 2 / 'a'; true / 2 / 'a'",
                    "var a\n/'/",
                    "var a = 1, b\n/'/.c",
                    "var a = 1\nb, c\n/ 2 / 'd'",
                    "for (var i = 0, n = 1; i, n / 2 / 'a';) ;",
                    "let a\n/'/",
                    "{ a\n/b/ 'c' }",
                    "debugger\n/'/",
                    "a: for (;;) { break\n/'/.b; continue a\n/'/.b }",
                    "function a() { return /'/ }",
                    "function a() { return\n/'/ }",
                    "function a() { return\n{} /'/ }",
                    "function a() { return {} / 2 / 'b' }",
                    "function a() { throw /'/ }",
                    "try {} catch {} /'/",
                    "try {} catch (a) {} /'/",
                    "try {} finally {} /'/",
                    "/[/]'/; /[\\]/']/; /\\/'/; /(?<a>')/v",
                    "a = /[[a-z]--[']]/v",
                    "/=/; a /= b / 'c'; a = /='/",
                    "a ?? /'/; a || /'/; a ?\?= /'/; a **= /'/; !/'/; ~/'/; a ? .5 / 2 : 'b'",
                    "a?.[b / 2 / 'c']; a?.(/'/)",
                    "a(...function () {} / 2 / 'b'); [...class {} / 2 / 'b']; ({...class {}})",
                    "1..in / 2 / 'a'; 1.5.in / 2 / 'a'; 0x1.in / 2 / 'a'; a1.in / 2 / 'b'",
                    "a . in / 2 / 'b'; a. in / 2 / 'b'; a.\nin / 2 / 'b'; a./**/in / 2 / 'b'",
                    "a = 1./2/'b'; a = [1.,/'/]; a=b+ ++/'/.c; a=b- --/'/.c; a=b++/2/'c'",
                    "a=b ++/2/'c'; a>b; a>=/'/; a>>=/'/; a=>/'/; a = b=>{}\n/'/",
                    "a?.5 / 2 / 'b':c"},
                   ScriptGoal::classic);
}

TEST_CASE("functions and arrow functions") {
  check_understood({"function* a() { yield /'/; yield\n/'/; yield* /'/; b[yield /'/] }",
                    "var yield_; function a() { yield / 2 / 'b' }",
                    "a = function* () { yield {} / 2 / 'b' }",
                    "async function a() { await /'/; await (b) / 2 / 'c' }",
                    "a = async () => { await /'/ }",
                    "a = async () => await /'/",
                    "a = async b => await /'/",
                    "a = (async b => await /'/), await_ / 2 / 'c'",
                    "a = async function () { await /'/ } / 2 / 'b'",
                    "async function a() {} /'/",
                    "async () => {}\n/'/",
                    "async(a) / 2 / 'b'",
                    "async / 2 / 'b'",
                    "async\nfunction a() { await / 2 / 'b' }",
                    "function a() { await / 2 / 'b' }",
                    "await / 2 / 'b'",
                    "yield / 2 / 'b'",
                    "let / 2 / 'b'",
                    "a = let / 2 / 'b'",
                    "function* a() { function b() { yield / 2 / 'c' } }",
                    "async function a() { for await (b of /'/) ; }",
                    "({ async a() { await /'/ }, *b() { yield /'/ }, async *c() { await /'/; yield "
                    "/'/ }, d() { await / 2 / 'e' } })",
                    "({ async() { await / 2 / 'a' }, async: 1, b() { await / 2 / 'a' } })",
                    "({ get a() { return /'/ }, set a(b) { /'/ } })",
                    "({ async [a]() { await /'/ }, async 'b'() { await /'/ } })",
                    "function a(b = /'/, {c = {} / 2 / 'd'} = {}) {} /'/",
                    "for (async of => {}; a / 2 / 'b';) ;",
                    "new a / 2 / 'b'; new a() / 2 / 'b'",
                    "function a() { new.target / 2 / 'b' }",
                    "({a, b = 1, c}) => {}\n/'/",
                    "a = ({}) / 2 / 'b'"},
                   ScriptGoal::classic);
  check_understood(
      {"await /'/", "for await (a of /'/) ;", "a = await {} / 2 / 'b'", "import.meta / 2 / 'b'",
       "export default /'/", "export default {} / 2 / 'a'", "export default function () {} /'/",
       "export default class {} /'/", "export default async function () {} /'/",
       "export default (function () {} / 2 / 'a')", "export function a() {} /'/",
       "export class A {} /'/", "export {}\n/'/", "export var a\n/'/", "a <!--b / 2 / 'c'"},
      ScriptGoal::module);
}

TEST_CASE("classes") {
  check_understood(
      {"class A { a = /'/; b = 1 / 2 / 'c'; static c = {} / 2 / 'd'; }",
       "class A { a = /'/\n b = 1 / 2 / 'c'\n static c() {} get\n d() {} }",
       "class A { a = b => {}\n *c() { yield /'/ } d = () => {}\n ['e'] = 1 }",
       "class A { static { /'/; a / 2 / 'b' } static { {} /'/ } }",
       "class A { static a() {} static = 1; static\n b() {} static async *c() { await /'/ } }",
       "class A { async\n a() { await / 2 / 'b' } async b() { await /'/ } }",
       "class A { [a / 2 / 'b']() {} [/'/] = 1; #c = 1; #d() { return #c in a / 2 / 'e' } }",
       "class A { 'a'() {} 1() {} 1n = 2; if() {} class() {} function() {} }",
       "class A { a = function () {}\n b = class {}\n c = `d`\n e = 1 }",
       "class A { a\n b\n 'c'\n 1\n #d\n [e] }", "class A { ; ; a() {}; }",
       "class A { get; set; async; static; get a() {} }", "a = class A extends B { } / 2 / 'c'",
       "class A { a = async () => await /'/\n b = await_ / 2 / 'c' }",
       "class A { constructor() { super(); super.a / 2 / 'b' } }"},
      ScriptGoal::classic);
}

TEST_CASE("white space, comments and names") {
  check_understood(
      {"\xC2\xA0\xE2\x80\x83\xEF\xBB\xBF/'/", "// '\xE2\x80\xA8'a'", "// '\r'a'",
       "/* ' */ a /* \n ' */", "\xC3\xA9 / 2 / 'a'", "a\xC3\xA9 / 2 / 'a'",
       "\xF0\x9D\x92\xB3 / 2 / 'a'", "\\u0061 / 2 / 'a'; \\u{61}b / 2 / 'a'; a\\u0062 / 2 / 'a'",
       "'\\\n\\\r\n\\\xE2\x80\xA8\\'\xE2\x80\xA9'", "`\\`${a}\\${'`",
       "$ / 2 / 'a'; _ / 2 / 'a'; $_1 / 2 / 'a'",
       "thisVariableHasALongName / 2 / 'a'; instanceOf / 2 / 'a'; newer / 2 / 'a'"},
      ScriptGoal::unknown);
  check_understood({"#!/bin/a '", "<!-- '", "a <!-- '\nb", "--> '", "a\n --> '", "a /*\n*/ --> '",
                    "/**/ --> '", "a-->b / 'c'"},
                   ScriptGoal::classic);
  check({{"a\n--> import('a')\nimport('b')", "import b"},
         {"a <!-- import('a')\nimport('b')", "import b"},
         {"a <!-- import('a')\nimport 'b'", "import a\nstatic b"},
         {"#!import('a')\nimport('b')", "import b"},
         {" #!import('a')", "fault 1 no token begins with this character"}});
}

TEST_CASE("how many bytes are looked at together changes nothing, whatever the text") {
  const auto without_fault = [](std::string const& script) {
    const std::string found = script_summary(script, ScriptGoal::unknown);
    return found.substr(0, found.find("fault"));
  };
  for (std::string const before : {"a", "1", "1.", "a[0]", "a=>", "a=", ""}) {
    for (std::size_t dots = 1; dots < 9; ++dots) {
      const std::string script = before + std::string(dots, '.') + "import('f')";
      const std::string found = without_fault(script);
      for (std::size_t blanks = 0; blanks < 70; ++blanks) {
        CAPTURE(script, blanks);
        REQUIRE(without_fault(std::string(blanks, ' ') + script + script_padding) == found);
        REQUIRE(without_fault(std::string(blanks, ' ') + script) == found);
      }
    }
  }
  check({{"a.import('f')", ""}, {"a(...import('f'))", "import f"}, {"a....import('f')", ""}});
}

TEST_CASE("values are without escapes, places are as written") {
  check({
      {"import('\\x61\\u0062\\u{63}\\n\\\\\\'\\q\\\n\\101\\0')", "import abc\n\\'qA\0"sv},
      {"import('\\ud83d\\ude00 \\ud83d \\ude00 \\ud83d\\\n\\ude00')",
       "import \xF0\x9F\x98\x80 \xEF\xBF\xBD \xEF\xBF\xBD \xF0\x9F\x98\x80"},
      {"import(`\\x61\r\nb\rc\\\r\nd`)", "import a\nb\ncd"},
      {"import('\\\r\n\\\xE2\x80\xA8\xC3\xA9\\\xC3\xA9')", "import \xC3\xA9\xC3\xA9"},
      {"import(`\\xZ`)", "fault 8 the escape is malformed"},
      {"import(`\\1`)", "fault 8 the escape is malformed"},
      {"import(`\\0`)", "import \0"sv},
      {"import('\\8\\9\\400')", "import 89 0"},
  });
}

TEST_CASE("a value that is read again is the same") {
  for (const std::string_view written : {"a", "a\\x62", "\\u{1F600}", "\\\n", "\\u00e9\\'"}) {
    const std::string script = "import('" + std::string(written) + "')";
    ScriptUrls urls(script);
    const auto url = urls.next();
    REQUIRE(url);
    CHECK(url->span.in(script) == written);
    std::string value;
    CHECK(unescape_script(url->span.in(script), '\'', value));
    CHECK(value == url->value);
  }
}

TEST_CASE("lines that end with CR LF change nothing") {
  const std::string lf =
      "// a\nimport a from 'a'\nlet b = a\n/c/.d\nclass E { f = 1\n g() {} }\nx => {}\n/'/\n"
      "/* \n */ --b\nimport('b')\n//# sourceMappingURL=c\n";
  std::string crlf;
  for (const char c : lf) crlf += c == '\n' ? "\r\n"s : std::string(1, c);
  const std::string_view found = "static a\nimport b\nmap c";
  CHECK(script_summary(lf, ScriptGoal::unknown) == found);
  CHECK(script_summary(crlf, ScriptGoal::unknown) == found);
}

TEST_CASE("what is no script ends the search, and is told") {
  check({
      {"import('a'); 'b", "import a\nfault 13 the string does not end on its line"},
      {"import('a'); 'b\n'", "import a\nfault 13 the string does not end on its line"},
      {"import('a'); `b", "import a\nfault 13 the template does not end"},
      {"import('a'); `${b}c", "import a\nfault 17 the template does not end"},
      {"import('a'); /b\n/", "import a\nfault 13 the regular expression does not end on its line"},
      {"import('a'); /* b", "import a\nfault 13 the comment does not end"},
      {"import('a'); '\\u{110000}'", "import a\nfault 14 the escape is malformed"},
      {"import('a'); '\\x1'", "import a\nfault 14 the escape is malformed"},
      {"import('a'); @b", "import a\nfault 13 no token begins with this character"},
      {"import('a'); \\b", "import a\nfault 13 no token begins with this character"},
      {"import('a'); (b]", "import a\nfault 15 this cannot stand here"},
      {"import('a'); b)", "import a\nfault 14 this cannot stand here"},
      {"import('a'); }", "import a\nfault 13 this cannot stand here"},
      {"import('a'); {b", "import a\nfault 13 the bracket is not closed"},
      {"import('a'); ((b)", "import a\nfault 13 the bracket is not closed"},
      {"import('a'); { import 'b' }", "import a\nfault 15 this cannot stand here"},
      {"import('a'); import b", "import a\nfault 21 this cannot stand here"},
      {"import('a'); a..b", "import a\nfault 15 this cannot stand here"},
      {"import('a'); a\x7F", "import a\nfault 14 no token begins with this character"},
      {"import('a'); a.", "import a\nfault 15 this cannot stand here"},
      {"import 'a' with {b", "fault 18 this cannot stand here"},
      {"<p>import</p>", "fault 3 this cannot stand here"},
  });
}

TEST_CASE("a classic script has no module syntax") {
  check({{"import('a'); import 'b'",
          "import a\nfault 13 only a module may have import and export declarations and "
          "import.meta"},
         {"export default 1",
          "fault 0 only a module may have import and export declarations and import.meta"},
         {"a(import.meta)",
          "fault 2 only a module may have import and export declarations and import.meta"}},
        ScriptGoal::classic);
  CHECK(ScriptUrls("import 'b'").is_module());
  CHECK(ScriptUrls("a(import.meta)").is_module());
  CHECK(ScriptUrls("export {}").is_module());
  CHECK_FALSE(ScriptUrls("import('a')").is_module());
  CHECK(ScriptUrls("import('a')", ScriptGoal::module).is_module());
  CHECK(ScriptUrls("a; import 'b'").module_syntax() == 3);
  CHECK(ScriptUrls("a; import 'b'", ScriptGoal::classic).module_syntax() == 3);
  CHECK_FALSE(ScriptUrls("import('b')").module_syntax());
}

TEST_CASE("scripts that name nothing are not read") {
  for (const std::string_view script :
       {"import('a')", "export{}", "new Worker('a')", "importScripts('a')",
        "navigator.serviceWorker", "//# sourceMappingURL=a", "import"}) {
    CAPTURE(script);
    CHECK(may_name_urls(script));
  }
  for (const std::string_view script : {"", "a", "exports.a", "Workers", "important", "'"}) {
    CAPTURE(script);
    CHECK_FALSE(may_name_urls(script));
    CHECK(script_summary(script, ScriptGoal::unknown).empty());
  }
}

TEST_CASE("deep nesting takes no stack") {
  constexpr std::size_t depth = 1'000'000;
  for (const std::string_view open : {"(", "[", "{", "`${", "a?", "f(()=>{", "new Worker("}) {
    CAPTURE(open);
    std::string script = "import('a');";
    for (std::size_t i = 0; i < depth; ++i) script += open;
    ScriptUrls urls(script);
    CHECK(urls.next()->value == "a");
    CHECK(urls.fault());
  }
}
