'use strict';
// What the pages for people share: a list that is drawn bit by bit, with search, filters, keys and a view that the
// address holds. All that comes from input is put into the page as text.
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
const button = (text, kind, act) => {
  const element = make('button', text, kind);
  element.type = 'button';
  element.addEventListener('click', act);
  return element;
};

// A page that is opened from a file has no clipboard in some browsers: then a selected field is copied.
async function copyText(text, from) {
  let done = false;
  try { await navigator.clipboard.writeText(text); done = true; } catch {
    const field = make('textarea', text, 'hidden');
    from.after(field);
    field.select();
    try { done = document.execCommand('copy'); } catch {}
    field.remove();
    from.focus();
  }
  const label = from.textContent;
  from.textContent = done ? 'Copied' : text;
  if (done) setTimeout(() => { from.textContent = label; }, 1500);
}

// Cards above get their true heights only when they come near the screen, and move what is below them.
function bring(element, block) {
  element.scrollIntoView({ block });
  let frames = 3;
  const again = () => { element.scrollIntoView({ block }); if (--frames) requestAnimationFrame(again); };
  requestAnimationFrame(again);
}

// The text with what the search looks for is made once, when somebody searches.
const readText = item => item.text ??= item.words().toLowerCase();

// items: what is listed, each with `number` (its place in the data), `words()` and `size` (how many findings it is).
// selects: {id, title, values(item), label?(value), explain?(value), min?, chips?}; left out where they tell nothing apart,
// or have fewer than `min` values. With `chips` each value is a button.
// sorts: {value, title, compare}, the usual one first. draw(item): its element. fits(item, state): a further filter.
function makeList({ items, noun, selects, sorts, draw, fits, fitting, changed }) {
  const step = 100;
  const list = byId('list'), more = byId('more'), search = byId('search');
  const state = { q: '', at: '' };
  let shown = [], drawn = 0;

  const fields = new Map();
  for (const select of selects) {
    const counts = new Map();
    for (const item of items) for (const value of new Set(select.values(item))) counts.set(value, (counts.get(value) || 0) + item.size);
    const all = items.reduce((sum, item) => sum + item.size, 0);
    if (counts.size < (select.min || 1) || ![...counts.values()].some(n => n < all)) continue;
    const values = [...counts].sort((a, b) => b[1] - a[1]).map(([value, n]) => [value, select.label ? select.label(value) : value, n]);
    fields.set(select.id, { field: select.chips ? makeChips(select, values) : makeSelect(select, values), select });
  }
  if (sorts.length > 1) {
    const field = make('select');
    field.setAttribute('aria-label', 'Order');
    for (const sort of sorts) field.append(new Option(sort.title, sort.value));
    fields.set('sort', { field });
  }
  for (const [id, { field }] of fields) {
    state[id] = '';
    if (field.localName === 'select') byId('selects').append(field);
    field.addEventListener('change', () => { set({ [id]: field.value }); });
  }
  function makeSelect(select, values) {
    const field = make('select');
    field.setAttribute('aria-label', select.title);
    field.append(new Option(select.all, ''));
    for (const [value, label, n] of values) field.append(new Option(`${label} (${number(n)})`, value));
    return field;
  }
  // A group of buttons in place of a select element, with its options, its value and its change event.
  function makeChips(select, values) {
    const field = byId('chips');
    field.setAttribute('role', 'group');
    field.setAttribute('aria-label', select.title);
    const chips = values.map(([value, label, n]) => {
      const chip = button(label, 'chip', () => { field.value = field.value === value ? '' : value; field.dispatchEvent(new Event('change')); });
      chip.append(' ', make('b', number(n)));
      chip.value = value;
      return chip;
    });
    field.append(...chips);
    field.options = [{ value: '' }, ...chips];
    let chosen = '';
    Object.defineProperty(field, 'value', {
      get: () => chosen,
      set: value => { chosen = value; for (const chip of chips) chip.setAttribute('aria-pressed', chip.value === value); },
    });
    field.value = '';
    return field;
  }

  function drawMore() {
    const part = document.createDocumentFragment();
    const end = Math.min(drawn + step, shown.length);
    for (; drawn < end; drawn++) part.append(elementOf(shown[drawn]));
    list.append(part);
    const left = shown.length - drawn;
    more.hidden = left === 0;
    more.textContent = `Show ${number(Math.min(left, step))} more of ${number(left)}`;
  }
  function elementOf(item) {
    const element = draw(item);
    element.tabIndex = -1;
    element.dataset.number = item.number;
    return element;
  }
  function drawAll() { while (drawn < shown.length) drawMore(); }

  function filter() {
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = [...fields].filter(([id, { select }]) => select && state[id]);
    shown = items.filter(item => (!fits || fits(item, state)) &&
      chosen.every(([id, { select }]) => select.values(item).includes(state[id])) && words.every(word => readText(item).includes(word)));
    const sort = sorts.find(sort => sort.value === state.sort) || sorts[0];
    if (sort && sort.compare) shown.sort(sort.compare);
    list.replaceChildren();
    drawn = 0;
    const size = list => list.reduce((sum, item) => sum + item.size, 0);
    const isAll = shown.length === items.length;
    byId('count').textContent = (isAll ? `${counted(size(items), noun)}` : `${number(size(shown))} of ${counted(size(items), noun)} shown`) + (fitting ? fitting(state) : '');
    byId('reset').hidden = isAll;
    const explained = chosen.map(([id, { select }]) => select.explain ? select.explain(state[id]) : '').filter(Boolean).join(' ');
    byId('explained').textContent = explained;
    byId('explained').hidden = !explained;
    drawMore();
    if (changed) changed(state);
  }

  // The view in the address: `#q=logo&rule=missing-file&at=12`.
  function writeAddress() {
    const view = new URLSearchParams();
    for (const [key, value] of Object.entries(state)) if (value) view.set(key, value);
    const text = view.toString();
    if (text === location.hash.slice(1)) return;
    try { history.replaceState(null, '', text ? '#' + text : location.href.split('#')[0]); } catch { location.hash = text; }
  }
  function readAddress() {
    const view = new URLSearchParams(location.hash.slice(1));
    for (const key of Object.keys(state)) state[key] = view.get(key) || '';
    for (const [id, { field }] of fields) {
      if (![...field.options].some(option => option.value === state[id])) state[id] = '';
      field.value = state[id] || field.options[0].value;
    }
    search.value = state.q;
    filter();
    if (state.at) show(Number(state.at));
  }
  function set(values) {
    Object.assign(state, { at: '' }, values);
    for (const [id, { field }] of fields) field.value = state[id] || field.options[0].value;
    if (search.value.trim() !== state.q) search.value = state.q;
    filter();
    writeAddress();
  }
  function reset() { set(Object.fromEntries(Object.keys(state).map(key => [key, key === 'sort' ? state.sort : '']))); }

  // Brings the item with that number to the eye.
  function show(wanted, focus) {
    const at = shown.findIndex(item => item.number === wanted);
    if (at < 0) return false;
    while (drawn <= at) drawMore();
    const element = list.children[at];
    if (focus) element.focus({ preventScroll: true });
    bring(element, 'start');
    mark(wanted);
    return true;
  }
  function mark(at) {
    if (state.at === String(at)) return;
    state.at = String(at);
    writeAddress();
  }
  function move(by) {
    const at = [...list.children].indexOf(document.activeElement?.closest('#list > li')) + by;
    if (at >= drawn && drawn < shown.length) drawMore();
    const element = list.children[Math.min(Math.max(at, 0), list.children.length - 1)];
    if (!element) return;
    element.focus({ preventScroll: true });
    bring(element, 'center');
    mark(element.dataset.number);
  }

  let waiting = 0;
  search.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(() => set({ q: search.value.trim() }), 120); });
  search.addEventListener('change', () => { clearTimeout(waiting); if (search.value.trim() !== state.q) set({ q: search.value.trim() }); });
  more.addEventListener('click', () => { const first = drawn; drawMore(); list.children[first]?.focus({ preventScroll: true }); });
  byId('reset').addEventListener('click', reset);
  byId('send').hidden = !/^https?:$/.test(location.protocol);  // the address of a file is nobody else's
  byId('send').addEventListener('click', () => { copyText(location.href, byId('send')); });
  list.addEventListener('focusin', event => { const item = event.target.closest('#list > li'); if (item) mark(item.dataset.number); });
  addEventListener('hashchange', readAddress);
  document.addEventListener('keydown', event => {
    if (event.key === 'Escape') { reset(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    if (event.key === '/') { event.preventDefault(); search.focus(); }
    if (event.key === 'j') move(1);
    if (event.key === 'k') move(-1);
  });
  // Paper has all that the view shows, and no buttons.
  addEventListener('beforeprint', () => { drawAll(); for (const item of shown) item.drawAll?.(); });
  byId('view').hidden = false;
  return { set, show, state, start: readAddress };
}
