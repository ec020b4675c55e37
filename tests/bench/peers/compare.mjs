// compare.mjs [NAME...]: a table of programs that find the links of pages: how many of the tricky pages each reads as Chromium
// does (expected.json), and the processor time that it takes for a page. README.md says what it takes.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages, url } from './pages.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const node = ['hrefkit', 'cheerio', 'parse5', 'htmlparser2', 'linkedom', 'jsdom'];
const python = ['hrefkit-python', 'lxml', 'libxml2', 'parsel', 'w3lib', 'scrapy', 'bs4', 'bs4-html5lib', 'html5lib'];
const where = { ...Object.fromEntries(node.map((name) => [name, `npm install ${name}`])), lxml: 'Debian: python3-lxml', libxml2: 'Debian: python3-libxml2', parsel: 'Debian: python3-parsel',
  w3lib: 'Debian: python3-w3lib', scrapy: 'Debian: python3-scrapy', bs4: 'Debian: python3-bs4', 'bs4-html5lib': 'Debian: python3-bs4 python3-html5lib', html5lib: 'Debian: python3-html5lib',
  hrefkit: 'HREFKIT_PACKAGE=BUILD/node', 'hrefkit-python': 'PYTHONPATH=BUILD/python' };

const pythonProgram = process.env.PEERS_PYTHON ?? '/usr/bin/python3'; // Debian's has Debian's packages

/** A hundred pages of each manual: with sorted paths, each n-th. */
function sample() {
  const files = [];
  for (const [name, folder] of [['python3-doc', '/usr/share/doc/python3-doc/html'], ['postgresql-doc-15', '/usr/share/doc/postgresql-doc-15/html'], ['cppreference-doc-en-html', '/usr/share/cppreference']]) {
    if (!existsSync(folder)) {
      console.log(`missing: the manual ${name} (Debian: ${name})`);
      continue;
    }
    const root = realpathSync(folder);
    const all = readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.html')).map((file) => path.join(root, file)).sort();
    for (let i = 0; i < 100; ++i) files.push(all[Math.floor(i * all.length / 100)]);
  }
  return files;
}

const expected = JSON.parse(readFileSync(path.join(here, 'expected.json'), 'utf8'));
const files = sample();
const bytes = files.reduce((sum, file) => sum + readFileSync(file).length, 0);
const work = mkdtempSync(path.join(os.tmpdir(), 'peers-'));
writeFileSync(path.join(work, 'pages.json'), JSON.stringify({ url, pages: pages.map(([name, data, what, type]) => ({ name, bytes: data.toString('base64'), what, type })) }));

function run(name, ...task) {
  const program = node.includes(name) ? [process.execPath, path.join(here, 'peers.mjs')] : [pythonProgram, path.join(here, 'peers.py')];
  const made = spawnSync(program[0], [program[1], name, ...task], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (made.status === 3) return null;
  if (made.status !== 0) throw new Error(`${name}: ${made.stderr}`);
  return JSON.parse(made.stdout);
}

/** Absolute URLs as a client that follows the URL Standard fetches them: what is not escaped yet does not count against a program. */
const fetched = (urls) => [...new Set(urls.map((each) => { try { return new URL(each).href; } catch { return each; } }))].sort();

console.log(`${new Date().toISOString().slice(0, 10)}, ${os.cpus()[0].model}, Node ${process.version}, ${execFileSync(pythonProgram, ['--version'], { encoding: 'utf8' }).trim()}, ${expected.browser};`
  + ` ${files.length} pages, ${(bytes / 1e6).toFixed(1)} MB\n`);
console.log('| program | version | tricky pages right, of ' + pages.length + ' | median ms a page | mean | times hrefkit (mean) |\n|---|---|---|---|---|---|');
const wrong = new Map();
let own;
for (const name of process.argv.length > 2 ? process.argv.slice(2) : [...node, ...python]) {
  const tricky = run(name, 'tricky', ...(node.includes(name) ? [] : [path.join(work, 'pages.json')]));
  if (!tricky) {
    console.log(`| ${name} | missing: ${where[name]} | | | | |`);
    continue;
  }
  const bad = pages.map(([page]) => page).filter((page) => String(fetched(tricky.answers[page])) !== String(expected.pages[page]));
  for (const page of bad) wrong.set(page, [...wrong.get(page) ?? [], name]);
  if (process.env.PEERS_SHOW === name) for (const page of bad) console.log(page, tricky.answers[page], expected.pages[page]);
  const times = run(name, 'time', ...files).sort((a, b) => a - b);
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  own ??= mean;
  console.log(`| ${name} | ${tricky.version} | ${pages.length - bad.length} | ${times[times.length >> 1].toFixed(3)} | ${mean.toFixed(3)} | ${(mean / own).toFixed(1)} |`);
}
console.log('\n| tricky page | read otherwise by |\n|---|---|');
for (const [page] of pages) if (wrong.has(page)) console.log(`| ${page} | ${wrong.get(page).join(', ')} |`);
rmSync(work, { recursive: true });
