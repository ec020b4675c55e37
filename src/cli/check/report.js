// Findings by target: what is most broken first, the pages that lead there below it.
// A finding: [rule, severity, target, message, before, url, after, findings, pages, places, more], where the message has what
// the target and the sentence of the rule do not say, places are [file, line, column, ...], and more has what only some
// findings have: href (of a target that can be opened), status, reason, final, and of a finding in the
// sources: built (its place in the build), or source (the file alone).
const files = data.files.map(file => {
  const [shown, href] = typeof file === 'string' ? [file, null] : file;
  const inRoot = shown.startsWith(data.root) ? shown.slice(data.root.length) : shown;
  return { shown, name: inRoot, folder: inRoot.slice(0, inRoot.lastIndexOf('/') + 1),
    href: href === '' ? '' : data.pages + (href ?? inRoot.split('/').map(encodeURIComponent).join('/')) };
});

function hostOf(href) {
  if (!/^https?:/.test(href)) return '';
  try { return new URL(href).host; } catch { return ''; }
}
const ownHost = hostOf(data.pages);

const sentences = new Map(data.rules);
// A finding about how the site was checked.
const causes = ['nothing-checked'];

// A card: a rule and a target, and all places that lead there.
const cards = new Map();
for (const [rule, severity, target, message, before, url, after, findings, pages, places, more = {}] of data.findings) {
  const key = rule + ' ' + severity + ' ' + target;
  let card = cards.get(key);
  if (!card) {
    card = { number: cards.size, rule: data.rules[rule][0], severity: data.severities[severity], level: severity, order: rule, isCause: causes.includes(data.rules[rule][0]), target, href: more.href || '',
      host: hostOf(more.href || target), groups: [], size: 0, words: () => wordsOf(card) };
    cards.set(key, card);
  }
  card.size += findings;
  card.groups.push({ message, before, url, after, findings, pages, places, more });
}
const all = [...cards.values()].sort((a, b) => b.isCause - a.isCause);
const isWorse = (a, b) => b.isCause - a.isCause || b.size - a.size || b.level - a.level || a.order - b.order || a.number - b.number;
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const nameOf = card => card.isCause ? capital(card.groups[0].message) : card.target || card.groups[0].message;
const wordsOf = card => [card.target, card.rule, sentences.get(card.rule), card.href, ...card.groups.flatMap(g => [g.message, g.url, g.more.reason || '', g.more.final || '', ...filesOf(g).map(f => f.shown)])].join(' ');
function* filesIn(group) { for (let i = 0; i < group.places.length; i += 3) yield files[group.places[i]]; }
const filesOf = group => [...filesIn(group)];

// The pages that lead to the target, each with its places there, and with the groups of findings whose line of source it has.
function pagesOf(card) {
  if (card.pages) return card.pages;
  const pages = new Map();
  for (const group of card.groups) {
    for (let i = 0; i < group.places.length; i += 3) {
      const file = group.places[i];
      if (!pages.has(file)) pages.set(file, { file: files[file], places: [], sources: [] });
      const page = pages.get(file);
      page.places.push([group.places[i + 1], group.places[i + 2]]);
      if (i === 0) page.sources.push(group);
    }
  }
  for (const page of pages.values()) page.places.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return card.pages = [...pages.values()];
}
// Of very many places a group has the first ones, and their number.
const pageCount = card => Math.max(pagesOf(card).length, ...card.groups.map(group => group.pages));

function linkTo(href, text, what) {
  const link = make('a', text);
  link.href = href;
  link.rel = 'noreferrer noopener';
  if (what) link.setAttribute('aria-label', what);
  return link;
}

function pageRow(page, card) {
  const item = make('li');
  const places = page.places.map(place => place.join(':'));
  const head = make('div', undefined, 'place');
  const where = make('span', `${page.file.name}:${places[0]}`);
  head.append(where);
  // Two more places, and the others on demand.
  const others = make('span', '', 'soft'), all = button(`${number(places.length)} places`, 'quiet', () => { showPlaces(places.length); others.tabIndex = -1; others.focus(); });
  const showPlaces = count => {
    others.textContent = places.slice(1, count).map(place => `, ${place}`).join('');
    all.hidden = count >= places.length;
  };
  showPlaces(places.length > 4 ? 1 : 4);
  page.drawAll = () => { showPlaces(places.length); };
  where.append(others);
  if (places.length > 4) head.append(' ', all);
  if (page.file.href) head.append(' ', linkTo(page.file.href, 'open page', `Open the page ${page.file.name}`));
  const copy = button('copy path', 'quiet', () => { copyText(`${page.file.shown}:${places[0]}`, copy); });
  copy.setAttribute('aria-label', `Copy the path ${page.file.shown}`);
  head.append(' ', copy);
  item.append(head);
  for (const { before, url, after, message, more: { status, reason, final, built, source } } of page.sources.slice(0, places.length > 4 ? 1 : 3)) {
    if (card.target && message !== card.groups[0].message) item.append(make('div', plain(card, message)));
    if (before + url + after) {
      const source = make('pre');
      source.append(before.trimStart(), make('mark', url), after);
      item.append(source);
    }
    if (built || source) item.append(make('div', built ? `built: ${built}` : `source: ${source}`, 'soft'));
    if (status || reason || final) item.append(make('div', [status && `status ${status}`, reason !== 'status' && reason, final && `ends at ${final}`].filter(Boolean).join(' · '), 'soft'));
  }
  return item;
}

// A message begins with a small letter, which stays where it is that of the target.
const plain = (card, message) => /^[a-z]+ /.test(message) && !message.startsWith(card.target) ? capital(message) : message;

function draw(card) {
  const item = make('li', undefined, 'card ' + card.severity);
  const title = make('h3');
  title.append(make(card.isCause ? 'span' : 'code', nameOf(card)));
  const target = card.href.startsWith('./') ? (data.pages ? data.pages + card.href : '') : card.href;
  if (target) title.append(' ', linkTo(target, 'open target', `Open the target ${nameOf(card)}`));
  const pages = pagesOf(card), known = pageCount(card);
  const facts = make('p', undefined, 'about');
  facts.append(make('span', card.severity, 'tag ' + card.severity));
  if (card.size > 1) facts.append(' ', make('b', known > 1 ? `on ${number(known)} pages` : `${number(card.size)} times`));
  if (!card.isCause) facts.append(' ', make('span', sentences.get(card.rule)));
  facts.append(' ', make('span', card.rule, 'rule'));
  item.append(title, facts);
  if (card.isCause) {
    item.classList.add('cause');
    return item;
  }
  if (card.target && card.groups[0].message) item.append(make('p', plain(card, card.groups[0].message), 'message'));
  const list = make('ul', undefined, 'places');
  let drawn = 0;
  const drawSome = count => {
    const end = Math.min(drawn + count, pages.length);
    for (; drawn < end; drawn++) list.append(pageRow(pages[drawn], card));
    const left = pages.length - drawn;
    rest.hidden = left === 0;
    rest.textContent = `Show ${left > 100 ? `100 more of ${number(left)}` : `${number(left)} more`} ${left === 1 ? 'page' : 'pages'}`;
    const unlisted = card.size - pages.reduce((sum, page) => sum + page.places.length, 0);
    beyond.textContent = left === 0 && unlisted > 0 ? `and ${number(unlisted)} more places that are not listed here` : '';
  };
  const rest = button('', 'quiet', () => { drawSome(100); });
  const beyond = make('p', '', 'soft');
  drawSome(pages.length === 4 ? 4 : 3);
  card.drawAll = () => { drawSome(pages.length); for (const page of pages) page.drawAll(); };
  item.append(list, rest, beyond);
  return item;
}

// Bars: a name, a number, and a length.
function bars(list, entries, act) {
  const max = Math.max(1, ...entries.map(entry => entry.size));
  for (const entry of entries) {
    const item = make('li');
    const choose = button(undefined, 'bar', () => { act(entry); });
    const length = make('span', undefined, 'length');
    length.style.width = `${entry.size / max * 100}%`;
    choose.append(make('span', entry.name, 'name'), ' ', make('b', number(entry.size)), length);
    if (entry.title) choose.title = entry.title;
    item.append(choose);
    list.append(item);
  }
}

// The map: folders as boxes within boxes, as large as they have pages, coloured by the share of broken links: the darkest is
// that of the worst folder.
const share = folder => Math.min(1, folder.bad / Math.max(1, folder.links, folder.bad));
const parts = [0, 0.1, 0.35, 0.7, 1];
const stepOf = (folder, worst) => parts.findIndex(part => share(folder) <= part * worst);
const percent = part => `${part >= 0.1 ? Math.round(part * 100) : Number((part * 100).toPrecision(2))} %`;

// The name as far as there is room: what it shares with other names is cut first.
function cutName(name, others, room) {
  if (name.length <= room) return name;
  let common = 0;
  for (const other of others) {
    let i = 0;
    while (i < name.length && name[i] === other[i]) i++;
    if (other !== name) common = Math.max(common, i);
  }
  if (common < room - 2) return name.slice(0, room - 1) + '…';
  const rest = name.slice(common - 1);
  return '…' + (rest.length <= room - 1 ? rest : rest.slice(0, room - 2) + '…');
}

function folderTree() {
  const root = { path: '', name: '/', pages: 0, links: 0, bad: 0, own: 0, children: new Map() };
  for (const [path, pages, links, bad] of data.folders) {
    let folder = root;
    const add = at => { at.pages += pages; at.links += links; at.bad += bad; };
    add(root);
    for (const name of path.split('/').filter(Boolean)) {
      if (!folder.children.has(name)) folder.children.set(name, { path: `${folder.path}${name}/`, name: name + '/', pages: 0, links: 0, bad: 0, own: 0, children: new Map() });
      folder = folder.children.get(name);
      add(folder);
    }
    folder.own += pages;
  }
  const weigh = folder => {
    // A folder that has one folder and nothing else is one box with it.
    while (folder.children.size === 1 && folder.own === 0 && folder !== root) {
      const [only] = folder.children.values();
      Object.assign(folder, { path: only.path, name: folder.name + only.name, own: only.own, children: only.children });
    }
    folder.folders = [...folder.children.values()];
    folder.folders.forEach(weigh);
    folder.weight = Math.sqrt(folder.own) + (folder.own ? 1 : 0) + folder.folders.reduce((sum, child) => sum + child.weight, 0);
    folder.folders.sort((a, b) => b.weight - a.weight);
  };
  weigh(root);
  root.worst = 0;
  const findWorst = folder => {
    root.worst = Math.max(root.worst, share(folder));
    folder.folders.forEach(findWorst);
  };
  findWorst(root);
  return root;
}

// Splits a rectangle among items by their weights, in halves that are about equal.
function split(items, x, y, w, h, take) {
  if (items.length === 0) return;
  if (items.length === 1) { take(items[0], x, y, w, h); return; }
  const all = items.reduce((sum, item) => sum + item.weight, 0);
  let sum = items[0].weight, cut = 1;
  while (cut < items.length - 1 && sum + items[cut].weight / 2 < all / 2) sum += items[cut++].weight;
  const part = all ? sum / all : 0.5;
  if (w > h * 1.2) { split(items.slice(0, cut), x, y, w * part, h, take); split(items.slice(cut), x + w * part, y, w * (1 - part), h, take); }
  else { split(items.slice(0, cut), x, y, w, h * part, take); split(items.slice(cut), x, y + h * part, w, h * (1 - part), take); }
}

function drawMap(root, view) {
  const boxes = byId('boxes');
  const maxBoxes = 120;
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const width = boxes.clientWidth;
  if (width === 0) return;
  const count = Math.min(data.folders.length, 60);
  const height = width < 37 * rem ? width * 1.3 : Math.min(width * 0.6, (10 + count) * rem);
  boxes.style.height = `${height}px`;
  boxes.replaceChildren();
  const line = 1.5 * rem, letter = 0.52 * rem;
  const queue = [[root, ['/'], 0, 0, width, height]];
  let drawn = 0;
  while (queue.length && drawn < maxBoxes) {
    const [folder, names, x, y, w, h] = queue.shift();
    drawn++;
    const room = Math.floor((w - 12) / letter);
    const label = room < 3 || h < line ? '' : cutName(folder.name, names, room);
    const box = button(undefined, `box share${stepOf(folder, root.worst)}`, () => { view.set({ folder: view.state.folder === folder.path ? '' : folder.path || '/' }); });
    box.append(make('span', label));
    const isOpen = folder.folders.length > 0 && w > 5 * rem && h > 2 * line && drawn + queue.length + folder.folders.length <= maxBoxes;
    const numbers = [`${counted(folder.pages, 'page')}, ${number(folder.bad)} broken`, `${number(folder.bad)} broken`].find(text => text.length < room * 1.05);
    if (h > 2 * line && numbers && !isOpen) box.append(make('span', numbers, 'small'));
    box.dataset.path = folder.path || '/';
    box.title = `${folder.path || '/'}: ${counted(folder.pages, 'page')}, ${counted(folder.bad, 'finding')}, ${share(folder) ? (share(folder) * 100).toFixed(1) : 0} % of ${counted(folder.links, 'link')}`;
    box.setAttribute('aria-label', box.title);
    box.setAttribute('aria-pressed', view.state.folder === box.dataset.path);
    Object.assign(box.style, { left: `${x + 1}px`, top: `${y + 1}px`, width: `${Math.max(w - 2, 1)}px`, height: `${Math.max(h - 2, 1)}px` });
    boxes.append(box);
    if (!isOpen) continue;
    const inner = [...folder.folders], innerNames = inner.map(child => child.name);
    const own = folder.own ? [{ weight: Math.sqrt(folder.own) + 1 }] : [];
    split([...inner, ...own].sort((a, b) => b.weight - a.weight), x + 4, y + line, w - 8, h - line - 4, (child, ...at) => { if (child.folders) queue.push([child, innerNames, ...at]); });
  }
}

function makeMap(view) {
  if (data.folders.length < 2) return;
  const map = byId('map');
  map.hidden = false;
  const root = folderTree();
  for (const [i, part] of parts.entries()) {
    const item = make('li');
    const words = i === 0 ? 'no broken link' : `up to ${percent(part * root.worst)}${part === 1 ? ': the worst folder' : ''}`;
    item.append(make('span', undefined, `swatch share${i}`), ' ', words);
    byId('legend').append(item);
  }
  let width = 0;
  map.addEventListener('toggle', () => { drawMap(root, view); });
  addSkip('map', 'Map of the folders', () => { map.open = true; return map.querySelector('summary'); });
  addEventListener('resize', () => { if (byId('boxes').clientWidth !== width) { width = byId('boxes').clientWidth; drawMap(root, view); } });
  map.open = innerWidth >= 700;
}

// A link to a part of the page: where the focus goes.
function addSkip(id, text, target) {
  const link = make('a', text, 'skip');
  link.href = '#' + id;
  link.id = 'to-' + id;
  link.addEventListener('click', event => { event.preventDefault(); target().focus({ preventScroll: true }); bring(byId(id), 'start'); });
  byId('skips').append(link, ' ');
}

// Of many findings: what most of them lead to, and their rules.
function makeOverview(view) {
  // A target of one finding is no worse than the others.
  const worst = all.filter(card => card.size > 1 && !card.isCause).sort(isWorse).slice(0, 6);
  bars(byId('worst'), worst.map(card => ({ name: nameOf(card), size: card.size, title: card.rule, card })), ({ card }) => {
    if (!view.show(card.number, true)) { view.set({ q: '', rule: '', severity: '', host: '', folder: '' }); view.show(card.number, true); }
  });
  byId('worst').parentElement.hidden = worst.length === 0;
  const rules = new Map();
  for (const card of all) {
    const known = rules.get(card.rule) || { name: card.rule, title: sentences.get(card.rule), size: 0, level: card.level };
    known.size += card.size;
    rules.set(card.rule, known);
  }
  byId('rules').parentElement.hidden = rules.size < 2;
  bars(byId('rules'), [...rules.values()].sort((a, b) => b.size - a.size || b.level - a.level), ({ name }) => {
    view.set({ rule: name });
    byId('findings').scrollIntoView();
  });
  byId('overview').hidden = false;
  addSkip('overview', 'Worst targets', () => byId('overview'));
}

const severities = { error: 'errors', warning: 'warnings', note: 'notes' };
const isIn = (card, folder) => folder === '/' || card.groups.some(g => { for (const file of filesIn(g)) if (file.folder.startsWith(folder)) return true; return false; });
if (all.length) {
  const view = makeList({
    items: all, noun: 'finding', draw,
    selects: [
      { id: 'rule', title: 'Rule', chips: true, values: card => [card.rule], explain: rule => `${sentences.get(rule)} hrefkit help ${rule} says how to repair it.` },
      { id: 'severity', title: 'Severity', all: 'All severities', values: card => [card.severity], label: value => severities[value] || value },
      { id: 'host', title: 'Host', min: 2, all: 'All hosts', values: card => card.host && card.host !== ownHost ? [card.host] : [] },
    ],
    sorts: [
      { value: 'worst', title: 'Most broken first', compare: isWorse },
      { value: 'page', title: 'In the order of pages' },
    ],
    fits: (card, state) => !state.folder || isIn(card, state.folder),
    fitting: state => state.folder ? ` in ${state.folder}` : '',
    changed: state => { for (const box of byId('boxes').children) box.setAttribute('aria-pressed', box.dataset.path === state.folder); },
  });
  view.state.folder = '';
  const size = all.reduce((sum, card) => sum + card.size, 0);
  if (size > 20) makeOverview(view);
  view.start();
  makeMap(view);
}
