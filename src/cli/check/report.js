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
// A finding: [rule, severity, file, line, column, message, before, url, after], and where it is on many pages their
// number, and for two of the others file, line and column
const findings = data.findings.map(f => ({
  rule: data.rules[f[0]], severity: data.severities[f[1]], file: data.files[f[2]], line: f[3], column: f[4],
  message: f[5], before: f[6], url: f[7], after: f[8], pages: f[9] || 1, more: f.slice(10) }));
for (const f of findings) {
  f.folder = f.file.slice(0, f.file.lastIndexOf('/') + 1);
  f.places = [`${f.file}:${f.line}:${f.column}`];
  for (let i = 0; i < f.more.length; i += 3) f.places.push(`${data.files[f.more[i]]}:${f.more[i + 1]}:${f.more[i + 2]}`);
  f.text = `${f.places.join(' ')} ${f.message} ${f.rule} ${f.url}`.toLowerCase();
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
  const rest = f.pages - f.places.length;
  const where = f.places.join(', ') + (rest ? ` and ${number(rest)} more` : '');
  item.append(head, make('div', f.pages > 1 ? `on ${number(f.pages)} pages: ${where}` : where, 'place'));
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
