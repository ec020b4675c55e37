#include "hrefkit/cli/check/html_report.h"

#include "hrefkit/cli/check/report.h"
#include "hrefkit/cli/format/json_writer.h"
#include "hrefkit/cli/format/printable.h"

namespace hrefkit::cli {

// clang-format off
std::string_view html_style() {
  return R"css(
:root { color-scheme: light dark; --back: #fff; --text: #1c1e21; --dim: #5c6370; --line: #d9dce1; --box: #f4f5f7; --error: #b3261e; --warning: #8a5a00; --note: #0b5a8a; --mark: #ffe08a; --link: #4a6fd0; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #e6e8eb; --dim: #9aa1ac; --line: #343841; --box: #1f2228; --error: #ff8a80; --warning: #ffc966; --note: #80c7f2; --mark: #6b5500; --link: #8fb0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text); font: 16px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; }
p { margin: .3rem 0; }
.dim, .place { color: var(--dim); }
.controls { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem; padding: .6rem 0; background: var(--back); border-bottom: 1px solid var(--line); }
input, select, button { font: inherit; color: inherit; background: var(--box); border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .5rem; min-width: 0; max-width: 100%; }
input { flex: 1 1 14rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
ol { list-style: none; margin: 0; padding: 0; }
li { padding: .6rem .4rem; border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 6rem; overflow-wrap: anywhere; }
.error { color: var(--error); } .warning { color: var(--warning); } .note { color: var(--note); }
.rule { font-size: .85rem; color: var(--dim); white-space: nowrap; }
.place { font: .9rem ui-monospace, monospace; }
pre { margin: .3rem 0 0; padding: .4rem .5rem; background: var(--box); border-radius: .4rem; font: .85rem/1.4 ui-monospace, monospace; white-space: pre-wrap; }
mark { background: var(--mark); color: inherit; }
figure { margin: .6rem 0; } figcaption { font-size: .85rem; }
svg { display: block; width: 100%; height: auto; margin: 0 0 .3rem; }
.folder rect { fill: var(--box); stroke: var(--line); } .folder text { fill: var(--text); font: 12px system-ui, sans-serif; pointer-events: none; }
.folder.bad rect { fill: color-mix(in srgb, var(--error) 18%, var(--box)); }
.folder { cursor: pointer; } .folder.chosen rect { stroke: var(--link); stroke-width: 3; }
.edge { stroke: var(--link); fill: none; opacity: .55; pointer-events: none; }
)css";
}

std::string_view html_script() {
  return R"js(
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const make = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (kind) element.className = kind;
  return element;
};
const number = value => value.toLocaleString('en');
const counted = (value, noun) => `${number(value)} ${noun}${value === 1 ? '' : 's'}`;
// A finding: [rule, severity, file, line, column, message, before, url, after]
const findings = data.findings.map(f => ({
  rule: data.rules[f[0]], severity: data.severities[f[1]], file: data.files[f[2]], line: f[3], column: f[4],
  message: f[5], before: f[6], url: f[7], after: f[8] }));
for (const f of findings) {
  f.folder = f.file.slice(0, f.file.lastIndexOf('/') + 1);
  f.text = `${f.file}:${f.line} ${f.message} ${f.rule} ${f.url}`.toLowerCase();
}
const step = 100;
let shown = [], drawn = 0;
let chosen = null;  // the box whose findings are shown
let choose = box => { chosen = box; };
const count = (list, key) => list.reduce((map, item) => map.set(item[key], (map.get(item[key]) || 0) + 1), new Map());

function fillSelect(select, title, counts) {
  select.append(new Option(title, ''));
  for (const [value, n] of [...counts].sort((a, b) => b[1] - a[1])) select.append(new Option(`${value} (${number(n)})`, value));
}

function row(f) {
  const item = make('li');
  item.tabIndex = -1;
  const head = make('div');
  head.append(make('span', f.severity, f.severity), ' ', make('span', f.message), ' ', make('span', f.rule, 'rule'));
  item.append(head, make('div', `${f.file}:${f.line}:${f.column}`, 'place'));
  if (f.before + f.url + f.after) {
    const source = make('pre');
    source.append(f.before, make('mark', f.url), f.after);
    item.append(source);
  }
  return item;
}

function drawMore() {
  const part = document.createDocumentFragment();
  const end = Math.min(drawn + step, shown.length);
  for (; drawn < end; drawn++) part.append(row(shown[drawn]));
  byId('list').append(part);
  byId('more').hidden = drawn === shown.length;
}

function filter() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const rule = byId('rule').value, severity = byId('severity').value;
  shown = findings.filter(f => (!rule || f.rule === rule) && (!severity || f.severity === severity) &&
    (!chosen || f.box === chosen) && words.every(word => f.text.includes(word)));
  byId('list').replaceChildren();
  drawn = 0;
  byId('count').textContent = shown.length === findings.length ? '' : `${number(shown.length)} of ${number(findings.length)} shown` + (chosen ? ` in /${chosen.path}` : '');
  drawMore();
}

// The picture: folders as boxes, as large as they have pages; lines are links between folders.
// Its units are about the pixels of the page, so that names can be read on a phone, too.
const width = Math.min(Math.max(document.body.clientWidth - 32, 300), 1000);
const most = 60;
function groups() {
  for (let depth = 8; depth >= 0; depth--) {
    const cut = path => path.split('/').slice(0, depth).filter(Boolean).map(name => name + '/').join('');
    const map = new Map();
    const at = path => { const key = cut(path); if (!map.has(key)) map.set(key, { path: key, pages: 0, bad: 0, to: new Map() }); return map.get(key); };
    data.folders.forEach(([path, pages]) => { at(path).pages += pages; });
    if (map.size > most && depth > 0) continue;
    findings.forEach(f => { f.box = at(f.folder.slice(data.root.length)); f.box.bad++; });
    data.links.forEach(([from, to, n]) => {
      const a = at(data.folders[from][0]), b = at(data.folders[to][0]);
      if (a !== b) a.to.set(b, (a.to.get(b) || 0) + n);
    });
    return [...map.values()].sort((a, b) => b.pages - a.pages);
  }
  return [];
}

function place(list, x, y, w, h) {
  if (list.length === 1) { Object.assign(list[0], { x, y, w, h }); return; }
  const weight = item => 1 + Math.sqrt(item.pages);
  const all = list.reduce((sum, item) => sum + weight(item), 0);
  let sum = 0, cut = 0;
  while (cut < list.length - 1 && sum + weight(list[cut]) / 2 < all / 2) sum += weight(list[cut++]);
  cut = Math.max(cut, 1);
  const share = list.slice(0, cut).reduce((s, item) => s + weight(item), 0) / all;
  if (w > h) { place(list.slice(0, cut), x, y, w * share, h); place(list.slice(cut), x + w * share, y, w * (1 - share), h); }
  else { place(list.slice(0, cut), x, y, w, h * share); place(list.slice(cut), x, y + h * share, w, h * (1 - share)); }
}

function svg(name, attributes, parent) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

function picture() {
  const boxes = groups();
  if (boxes.length < 2) return;
  byId('picture').hidden = false;
  const height = width < 600 ? Math.min(boxes.length * 60, width * 1.6) : Math.min(60 + boxes.length * 30, 420);
  place(boxes, 0, 0, width, height);
  const image = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Folders of the site' }, byId('picture'));
  byId('picture').prepend(image);
  const lines = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  const link = (box, list) => list.sort((a, b) => b[1] - a[1]).slice(0, 12).forEach(([other, n]) => {
    const from = [box.x + box.w / 2, box.y + box.h / 2], to = [other.x + other.w / 2, other.y + other.h / 2];
    svg('path', { class: 'edge', d: `M${from} Q${(from[0] + to[0]) / 2 + (to[1] - from[1]) / 6} ${(from[1] + to[1]) / 2 + (from[0] - to[0]) / 6} ${to}`, 'stroke-width': 1 + Math.log10(n) }, lines);
  });
  const showLinks = box => { lines.replaceChildren(); if (box) link(box, [...box.to]); else if (boxes.length <= 12) boxes.forEach(b => link(b, [...b.to])); };
  for (const box of boxes) {
    const group = svg('g', { class: 'folder' + (box.bad ? ' bad' : ''), tabindex: 0, role: 'button', 'aria-pressed': false }, image);
    const name = '/' + box.path;
    svg('title', {}, group).textContent = `${name}: ${counted(box.pages, 'page')}, ${counted(box.bad, 'finding')}, links to ${counted(box.to.size, 'folder')}`;
    svg('rect', { x: box.x + 1, y: box.y + 1, width: Math.max(box.w - 2, 1), height: Math.max(box.h - 2, 1), rx: 4 }, group);
    const room = Math.floor((box.w - 12) / 7);
    if (room > 2 && box.h > 18) svg('text', { x: box.x + 6, y: box.y + 16 }, group).textContent = name.length > room ? name.slice(0, room - 1) + '…' : name;
    if (room > 8 && box.h > 36) svg('text', { x: box.x + 6, y: box.y + 32 }, group).textContent = box.w > 180 ? `${counted(box.pages, 'page')} · ${counted(box.bad, 'finding')}` : `${number(box.pages)} · ${number(box.bad)}`;
    box.group = group;
    const take = () => { choose(chosen === box ? null : box); filter(); };
    group.addEventListener('click', take);
    group.addEventListener('keydown', event => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); take(); } });
    group.addEventListener('pointerenter', () => showLinks(box));
    group.addEventListener('pointerleave', () => showLinks(chosen));
  }
  choose = box => {
    chosen = box;
    for (const other of boxes) {
      other.group.classList.toggle('chosen', other === box);
      other.group.setAttribute('aria-pressed', other === box);
    }
    showLinks(box);
  };
  image.append(lines);
  showLinks(null);
}

function move(by) {
  const items = [...byId('list').children];
  const at = items.indexOf(document.activeElement) + by;
  if (at >= items.length && drawn < shown.length) { drawMore(); move(by); return; }
  const item = items[Math.min(Math.max(at, 0), items.length - 1)];
  if (item) { item.focus(); item.scrollIntoView({ block: 'center' }); }
}

fillSelect(byId('rule'), 'All rules', count(findings, 'rule'));
fillSelect(byId('severity'), 'All severities', count(findings, 'severity'));
let waiting = 0;
byId('search').addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
for (const id of ['rule', 'severity']) byId(id).addEventListener('change', filter);
byId('more').addEventListener('click', drawMore);
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') { byId('search').value = byId('rule').value = byId('severity').value = ''; choose(null); filter(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT)$/.test(document.activeElement.tagName)) return;
  if (event.key === '/') { event.preventDefault(); byId('search').focus(); }
  if (event.key === 'j') move(1);
  if (event.key === 'k') move(-1);
});
if ('IntersectionObserver' in window) new IntersectionObserver(entries => { if (entries[0].isIntersecting && drawn < shown.length) drawMore(); }, { rootMargin: '600px' }).observe(byId('more'));
picture();
filter();
)js";
}
// clang-format on

std::string_view html_style_hash() {
  return "sha256-Bv0V5BVAuhLJbJVu28ZBOR6K9L3/MasX8jFBKo5II3U=";
}

std::string_view html_script_hash() {
  return "sha256-4aHr++Dw+VJc0aHa1dppn45AxvaIMaXIWRlqz66eUzU=";
}

namespace {

constexpr std::string_view head_begin =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<head>\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"robots\" content=\"noindex\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; base-uri 'none'; "
    "form-action 'none'; style-src '";

constexpr std::string_view body =
    "<noscript><p>This report needs its script to show the findings.</p></noscript>\n"
    "<figure id=\"picture\" hidden><figcaption class=\"dim\">A box is a folder with what is in it: "
    "its pages and its findings. Choose one to see its findings alone, and the folders that its "
    "pages link to.</figcaption></figure>\n"
    "<div class=\"controls\">\n"
    "<input id=\"search\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\"Search\">\n"
    "<select id=\"rule\" aria-label=\"Rule\"></select>\n"
    "<select id=\"severity\" aria-label=\"Severity\"></select>\n"
    "</div>\n"
    "<p class=\"dim\" id=\"count\" role=\"status\"></p>\n"
    "<ol id=\"list\"></ol>\n"
    "<button id=\"more\" hidden>Show more</button>\n"
    "<p class=\"dim\">Keys: / search, j and k next and previous, Esc all</p>\n";

/// Names of the rules and severities, in the order of their numbers.
void write_names(JsonWriter& json) {
  json.key("rules");
  json.begin_array();
  for (std::size_t i = 0; i < site::rule_count; ++i) json.string(name(static_cast<site::Rule>(i)));
  json.end_array();
  json.key("severities");
  json.begin_array();
  for (const site::Severity severity : {site::Severity::off, site::Severity::note,
                                        site::Severity::warning, site::Severity::error}) {
    json.string(name(severity));
  }
  json.end_array();
}

void write_folders(JsonWriter& json, site::CheckSummary const& summary) {
  json.key("folders");
  json.begin_array();
  for (site::FolderPages const& folder : summary.folders) {
    json.begin_array();
    json.string(shown_text(folder.path));
    json.number(folder.pages);
    json.end_array();
  }
  json.end_array();
  json.key("links");
  json.begin_array();
  for (site::FolderLinks const& links : summary.folder_links) {
    json.begin_array();
    json.number(links.from);
    json.number(links.to);
    json.number(links.pages);
    json.end_array();
  }
  json.end_array();
}

}  // namespace

std::string_view HtmlReport::beginning() {
  return head_begin;
}

bool HtmlReport::begin() {
  std::string out(head_begin);
  out.append(html_style_hash()).append("'; script-src '").append(html_script_hash());
  out.append("'\">\n<title>Broken links</title>\n<style>").append(html_style());
  out.append("</style>\n</head>\n<body>\n<script type=\"application/json\" id=\"data\">");
  if (!write_(out)) return false;
  RowBuffer data;
  JsonWriter json(data);
  json.begin_object();
  std::string root = shown_text(options_.root);
  if (!root.ends_with('/')) root += '/';
  json.member("root", root);
  write_names(json);
  json.key("findings");
  json.begin_array();
  return write_data(data);
}

bool HtmlReport::give(site::Finding const& finding) {
  const auto [file, is_new] = file_numbers_.try_emplace(std::string(finding.file), files_.size());
  if (is_new) files_.push_back(shown_text(finding.file));
  const std::string_view line = finding.source_line;
  RowBuffer data;
  data.append(count_++ == 0 ? "\n" : ",\n");
  JsonWriter json(data);
  json.begin_array();
  json.number(static_cast<std::size_t>(finding.rule));
  json.number(static_cast<std::size_t>(finding.severity));
  json.number(file->second);
  json.number(finding.line);
  json.number(finding.column);
  json.string(shown_text(finding.message));
  json.string(shown_text(line.substr(0, finding.source_begin)));
  json.string(
      shown_text(line.substr(finding.source_begin, finding.source_end - finding.source_begin)));
  json.string(shown_text(line.substr(finding.source_end)));
  json.end_array();
  return write_data(data);
}

bool HtmlReport::end(site::CheckSummary const& summary) {
  RowBuffer data;
  data.append("],\"files\":");
  JsonWriter files(data);
  files.begin_array();
  for (std::string const& file : files_) files.string(file);
  files.end_array();
  data.append(",");
  RowBuffer rest;
  JsonWriter json(rest);
  json.begin_object();
  write_folders(json, summary);
  json.end_object();
  data.append(rest.view().substr(1));  // the object began with the findings
  if (!write_data(data)) return false;
  std::string out = "</script>\n<h1>";
  out.append(count_ == 0 ? "No findings" : counted(count_, "finding", "findings"));
  out.append("</h1>\n<p>").append(link_counts(summary)).append(". ");
  out.append("Checked by hrefkit ").append(options_.version).append(".</p>\n").append(body);
  out.append("<script>").append(html_script()).append("</script>\n</body>\n</html>\n");
  return write_(out);
}

/// Writes JSON so that no end tag stands in it.
bool HtmlReport::write_data(RowBuffer const& data) {
  std::string out;
  for (const char c : data.view()) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return write_(out);
}

}  // namespace hrefkit::cli
