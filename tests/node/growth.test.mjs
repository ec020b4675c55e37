// Very many links, rules and entries cost what their page allows: three seconds of processor time, and half a second for
// each MB.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hrefkit } from './support.mjs';

const { base, baseAsync, effects, effectsAsync, links, linksAsync, Rewriter, rewrite, rewriteAsync } = hrefkit;
const url = 'https://docs.example/d/';
const count = 100_000;

const repeat = (times, text) => Array.from({ length: times }, (_, i) => text.replaceAll('#', i)).join('');
const pages = {
  anchors: [repeat(count, '<a href=/x#>\n')],
  'text beyond ASCII': [repeat(count, '<a href="/ä#">\n')],
  'a style sheet': [repeat(count, 'a{b:url(#)}'), { contentType: 'text/css' }],
  'a srcset': [`<img srcset="${repeat(count, '# 2x, ')}">`],
  frames: [`<base href=/b/>${repeat(count / 4, "<iframe srcdoc='<a href=#>'></iframe>")}`],
  'base elements': [repeat(count, '<base href=/#/>')],
  'xml:base': [repeat(count / 4, '<p xml:base=/#/><a href=x></a></p>')],
};

/** Checks the processor time of a call. */
async function check(size, call) {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  assert.ok((user + system) / 1e6 < 3 + size / 2e6, `${(user + system) / 1e6} s`);
}

for (const [name, [page, options]] of Object.entries(pages)) {
  const bytes = Buffer.from(page);
  for (const [task, call] of Object.entries({
    links: () => links(page, url, options).toArray(),
    'links of bytes': () => links(bytes, url, options).urls(),
    'links with texts and attributes': () => links(page, url, { ...options, text: true, elementAttributes: ['href', 'id'] }).toArray(),
    'links with one attribute': () => links(page, url, { ...options, elementAttributes: ['srcset'] }).urls(),
    base: () => base(page, url, options),
    effects: () => effects(page, url, { newUrl: 'https://n.example/' }, options),
    rewrite: () => rewrite(page, url, null, { form: 'absolute', ...options }).edits,
    'rewrite by a function': () => rewrite(page, url, () => null, options),
    linksAsync: () => linksAsync(page, url, options),
    baseAsync: () => baseAsync(page, url, options),
    effectsAsync: () => effectsAsync(page, url, { newUrl: 'https://n.example/' }, options),
    rewriteAsync: () => rewriteAsync(page, url, null, { form: 'absolute', ...options }),
    'rewriteAsync by a function': () => rewriteAsync(page, url, (link) => link.url, options),
  })) {
    test(`${task}: ${name}`, () => check(page.length, call));
  }
}

const rows = links(pages.anchors[0], url);
for (const [name, call] of Object.entries({
  at: () => { for (let i = 0; i < rows.length; ++i) rows.at(i); },
  'at from the end': () => { for (let i = 1; i <= rows.length; ++i) rows.at(-i); },
  iterator: () => { for (const row of rows) assert.ok(row.url); },
  column: () => rows.column('url'),
  urls: () => rows.urls(),
  JSON: () => JSON.stringify(rows),
  base: () => { for (let i = 0; i < rows.length; ++i) assert.ok(rows.base); },
  notes: () => { for (let i = 0; i < rows.length; ++i) assert.ok(rows.notes); },
})) {
  test(`rows: ${name}`, () => {
    assert.equal(rows.length, count);
    check(pages.anchors[0].length, call);
  });
}

const page = repeat(count, '<a id=i# href=/p#/x></a>');
const entries = (times, key) => Object.fromEntries(Array.from({ length: times }, (_, i) => [key.replace('#', i), `https://docs.example/q${i}/`]));
for (const [name, call] of Object.entries({
  rebase: () => rewrite(page, url, null, { rebase: entries(10_000, 'https://docs.example/p#/') }),
  'rebase with stars': () => rewrite(page, url, null, { rebase: entries(10_000, 'https://docs.example/*/x#') }),
  map: () => rewrite(page, url, entries(count, 'https://docs.example/p#/x')),
  attributes: () => links(page, url, { attributes: Array.from({ length: count }, (_, i) => `a[data-${i}]=url`) }),
  setXmlBase: () => effects(page, url, { setXmlBase: entries(count, '[id=i#]') }),
})) {
  test(`entries: ${name}`, () => check(page.length, call));
}

test('a Rewriter parses its map once for all pages', async () => {
  const rewriter = new Rewriter({ map: entries(count, 'https://docs.example/p#/x') });
  const small = '<a href=/p5/x>'.repeat(20);
  await check(0, () => { for (let i = 0; i < 10_000; ++i) rewriter.rewrite(small, url); });
  await check(0, async () => { for (let i = 0; i < 5_000; ++i) await rewriter.rewriteAsync(small, url); });
  assert.ok(rewriter.rewrite(small, url).changed);
});
