const byId = id => document.getElementById(id);
const number = value => value.toLocaleString('en');
const rows = [...document.querySelectorAll('tr[data-kind]')].map(row => ({
  row, kind: row.dataset.kind, hazards: (row.dataset.hazards || '').split(' ').filter(Boolean), text: row.textContent.toLowerCase() }));
const branches = [...document.querySelectorAll('tr.branch')];

function fill(select, title, values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) || 0) + 1);
  select.append(new Option(title, ''));
  for (const [value, n] of [...counts].sort((a, b) => b[1] - a[1])) select.append(new Option(`${value} (${number(n)})`, value));
  select.hidden = counts.size === 0;
}

function filter() {
  const words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  const kind = byId('kind').value, hazard = byId('hazard').value;
  let shown = 0;
  for (const item of rows) {
    const fits = (!kind || item.kind === kind) && (!hazard || item.hazards.includes(hazard)) && words.every(word => item.text.includes(word));
    item.row.hidden = !fits;
    if (fits) shown++;
  }
  // A filter makes the branches of the tree pointless.
  for (const branch of branches) branch.hidden = shown !== rows.length;
  byId('count').textContent = shown === rows.length ? '' : `${number(shown)} of ${number(rows.length)} shown`;
}

fill(byId('kind'), 'All kinds', rows.map(item => item.kind));
fill(byId('hazard'), 'Any hazard or none', rows.flatMap(item => item.hazards));
byId('controls').hidden = rows.length === 0;
let waiting = 0;
byId('search').addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
for (const id of ['kind', 'hazard']) byId(id).addEventListener('change', filter);
// A hazard's link leads to a row that a filter may hide.
addEventListener('hashchange', () => {
  const row = document.getElementById(location.hash.slice(1));
  if (!row || !row.hidden) return;
  byId('search').value = byId('kind').value = byId('hazard').value = '';
  filter();
  row.scrollIntoView({ block: 'center' });
});
