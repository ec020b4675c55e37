// What becomes of each link when the page is published so, in the order of the page, risky changes first.
// A row: [level, label, attribute, line, column, fate, kind, is a base, hazards, raw, urls]; or [level, label] for an
// element around those that follow.
const items = [];
for (const [number, file] of data.files.entries()) {
  const open = [];  // labels of the elements around, by level
  for (const [level, label, ...rest] of file.rows) {
    open.length = level;
    open[level] = label;
    if (!rest.length) continue;
    const [attribute, line, column, fate, kind, isBase, hazards, raw, urls] = rest;
    const item = { number: items.length, file: number ? file.file : '', path: open.slice(0, level), label, attribute, line, column,
      fate: data.fates[fate], kind, isBase, hazards: hazards.map(i => data.hazards[i]), raw, urls, size: 1,
      words: () => [...item.path, label, attribute, `${line}:${column}`, item.file, item.fate[1], item.fate[0], kind, raw, ...item.hazards.flat(), ...urlsOf(urls)].join(' ') };
    items.push(item);
  }
}
const urlsOf = urls => typeof urls === 'string' ? [urls] : urls === null ? [] : urls.length === 4 ? [urls[0] + urls[1] + urls[3], urls[0] + urls[2] + urls[3]] : urls.filter(Boolean);
const where = item => `${item.file ? item.file + ':' : ''}${item.line}:${item.column}`;

function urlLine(name, parts) {
  const line = make('div', undefined, 'url');
  const code = make('code');
  if (!parts) code.append('does not resolve');
  else code.append(parts[0], ...(parts[1] === undefined ? [] : [make('mark', parts[1])]), parts[2] || '');
  line.append(make('span', name, 'soft'), code);
  return line;
}

function urlLines({ urls, fate }) {
  const [after, before] = ['published so', fate[0] === 'stale' ? 'open page: still' : 'before'];
  if (typeof urls === 'string') return [urlLine('URL', [urls])];
  if (urls === null) return [urlLine('URL', null)];
  if (urls.length === 4) return [urlLine(after, [urls[0], urls[2], urls[3]]), urlLine(before, [urls[0], urls[1], urls[3]])];
  if (urls.length === 0) return [];
  return [urlLine(after, urls[1] === null ? null : ['', urls[1]]), urlLine(before, urls[0] === null ? null : ['', urls[0]])];
}

const colours = { updated: 'note', stale: 'note', reloaded: 'note' };
function draw(item) {
  const card = make('li', undefined, 'card ' + (item.hazards.length ? 'error' : colours[item.fate[0]] || 'same'));
  const title = make('h3');
  title.append(make('code', item.label + (item.attribute ? ` [${item.attribute}]` : '')), ' ', make('span', where(item), 'place soft'));
  card.append(title);
  if (item.path.length) card.append(make('p', 'in ' + item.path.join(' > '), 'soft path'));
  const about = make('p', undefined, 'about');
  about.append(make('span', item.fate[1], 'tag ' + (colours[item.fate[0]] || 'same')));
  for (const [, message] of item.hazards) about.append(' ', make('span', message, 'tag error'));
  const raw = make('div', undefined, 'url');
  raw.append(make('span', 'written as', 'soft'), item.raw ? make('code', item.raw) : make('span', '(empty)', 'soft'));
  card.append(about, raw, ...urlLines(item));
  if (item.isBase) card.append(make('p', item.fate[0] === 'stale' ? 'The base URL of an open page stays; a script that reads href gets the new one.' : 'A base element: relative to the address of the page.', 'soft'));
  return card;
}

const words = new Map(data.fates.map(([name, words]) => [name, words]));
const sentences = new Map(data.fates.map(([name, , sentence]) => [name, sentence]));
const messages = new Map(data.hazards);
if (items.length) {
  const view = makeList({
    items, noun: 'link', draw, sorts: [],
    selects: [
      { id: 'fate', title: 'What happens', all: 'Changed or not', values: item => [item.fate[0]], label: value => words.get(value), explain: value => sentences.get(value) },
      { id: 'hazard', title: 'Risk', all: 'Risky or not', values: item => item.hazards.map(([name]) => name), label: value => messages.get(value), explain: value => `Rows of other formats have the hazard "${value}".` },
      { id: 'kind', title: 'Kind of link', all: 'All kinds', values: item => [item.kind] },
    ],
  });
  for (const [name, message] of data.hazards) {
    const concerned = items.filter(item => item.hazards.some(([other]) => other === name));
    if (!concerned.length) continue;
    byId('hazards').hidden = false;
    const item = make('li', undefined, 'card error');
    const title = make('h3');
    title.append(make('b', number(concerned.length)), ` × ${message}`);
    const list = make('ul', undefined, 'places');
    for (const one of concerned.slice(0, 5)) {
      const line = make('li');
      line.append(button(`line ${where(one)}`, 'link', () => { view.set({ q: '', fate: '', kind: '', hazard: '' }); view.show(one.number, true); }), ' ', make('code', one.raw || '(empty)'), ...urlLines(one));
      list.append(line);
    }
    item.append(title, list);
    if (concerned.length > 5) item.append(button(`Show all ${number(concerned.length)}`, 'quiet', () => { view.set({ hazard: name, q: '', fate: '', kind: '' }); byId('urls').scrollIntoView(); }));
    byId('hazard-list').append(item);
  }
  view.start();
}
