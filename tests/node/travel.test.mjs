// Rows go to other threads, and are shown: by structuredClone and postMessage, and by console.log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { MessageChannel, Worker } from 'node:worker_threads';
import { failsWith, hrefkit, packageFolder, typeError } from './support.mjs';

const { archive, links, Links, linksAsync, rewrite } = hrefkit;
const url = 'https://docs.example/d/page.html';
const page = '<base href="/b/"><a href="x?é">é</a><img srcset="a 1x, b 2x"><iframe srcdoc="<a href=y>"></iframe><a href="http://[">n</a><base href="javascript:x">';
const found = links(page, url);
const same = (copy, wanted = found) => {
  assert.ok(copy instanceof Links);
  assert.deepEqual(copy.toArray(), wanted.toArray());
  for (const key of ['length', 'base', 'baseSource', 'encoding', 'encodingSource', 'notes']) assert.deepEqual(copy[key], wanted[key], key);
};

test('a clone has all rows, by Links.from', async () => {
  for (const wanted of [found, links('', url), links(Buffer.from('<meta charset=utf-8><a href="\xe9">', 'latin1'), url), await linksAsync(page, url)]) {
    same(Links.from(structuredClone(wanted)), wanted);
    same(Links.from(structuredClone(Links.from(structuredClone(wanted)))), wanted);
  }
  assert.equal(Links.from(found), found);
});

test('a message has all rows, from a port and from a worker', async () => {
  const { port1, port2 } = new MessageChannel();
  const message = new Promise((resolve) => { port2.once('message', resolve); });
  port1.postMessage({ page: 5, found });
  const { page: number, found: clone } = await message;
  assert.equal(number, 5);
  same(Links.from(clone));
  port1.close();
  const worker = new Worker(`
    const { parentPort, workerData } = require('node:worker_threads');
    const { Links, links } = require(workerData.packageFolder);
    const mine = Links.from(workerData.found);
    parentPort.postMessage([mine, links(workerData.page, workerData.url), mine.urls()]);`, { eval: true, workerData: { packageFolder, page, url, found } });
  const [sent, made, urls] = await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject); });
  same(Links.from(sent));
  same(Links.from(made));
  assert.deepEqual(urls, found.urls());
});

test('what is no clone is a TypeError', () => {
  const clone = structuredClone(found);
  const { packed } = clone;
  for (const wrong of [undefined, null, 5, 'x', {}, [], { ...clone, packed: null }, { ...clone, base: 5 }, { ...clone, packed: { ...packed, rows: [] } },
    { ...clone, packed: { ...packed, rows: [packed.rows[0].slice(1), packed.rows[1], packed.rows[2]] } }, { ...clone, packed: { ...packed, notes: 5 } },
    { ...clone, packed: { ...packed, version: '0.1.0' } }]) assert.throws(() => Links.from(wrong), typeError);
});

test('Links of different pages are not equal', () => {
  assert.deepEqual(links('<a href=x>', url), links('<a href=x>', url));
  assert.notDeepEqual(links('<a href=x>', url), links('<a href=y>', url));
});

test('a clone of a rewritten page has its edits and notes, and one of a capture its body', async () => {
  const rewritten = rewrite(page, url, (link) => `${link.url}#z`);
  assert.ok(rewritten.edits.length > 0);
  assert.deepEqual(structuredClone(rewritten), { data: rewritten.data, changed: true, uncovered: 0, edits: rewritten.edits, notes: rewritten.notes });
  const body = '<a href=x>';
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${body}`;
  const record = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Target-URI: https://a.example/\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: ${http.length}\r\n\r\n${http}\r\n\r\n`;
  const { value } = await archive(Buffer.from(record)).next();
  const clone = structuredClone(value);
  assert.equal(Buffer.from(clone.body).toString(), body);
  assert.deepEqual(clone, { ...value, body: clone.body });
  assert.match(inspect(value), /^Capture \{[^]*uri: 'https:\/\/a\.example\/'[^]*body: <Buffer 3c/);
});

test('they have the methods of arrays', () => {
  const rows = found.toArray();
  const name = (link, index, all) => `${index} ${link.url} ${all.length}`;
  assert.deepEqual(found.map(name), rows.map(name));
  assert.deepEqual(found.filter((link) => link.kind === 'image'), rows.filter((link) => link.kind === 'image'));
  assert.deepEqual(found.find((link) => link.error), rows.find((link) => link.error));
  assert.equal(found.find(() => false), undefined);
  assert.deepEqual([...found.entries()], [...rows.entries()]);
  assert.deepEqual([...found], rows);
  for (const ends of [[], [0], [2], [-2], [1, 3], [1, -1], [3, 1], [-100, 100], [100], [1.7, 2.9], [undefined, 2], ['x', NaN]]) {
    assert.deepEqual(found.slice(...ends), rows.slice(...ends), `${ends}`);
  }
  const self = {};
  for (const method of ['map', 'filter', 'find']) {
    found[method](function () { assert.equal(this, self); }, self);
    assert.throws(() => found[method](), TypeError);
    assert.throws(() => found[method](() => { throw new RangeError('mine'); }), RangeError);
  }
});

test('console.log shows rows', () => {
  const shown = inspect(found);
  assert.match(shown, /^Links\(7\) \{[^]*base: 'https:\/\/docs\.example\/b\/'[^]*rows: \[[^]*url: 'https:\/\/docs\.example\/b\/x\?%C3%A9'[^]*http:\/\/\[/);
  assert.doesNotMatch(shown, /packed|Uint32Array/);
  const many = inspect(links('<a href=x>'.repeat(250), url));
  assert.equal(many.split("url: 'https://docs.example/d/x'").length - 1, 100);
  assert.match(many, /\.\.\. 150 more items/);
  assert.match(inspect(links('<a href=x>', url), { maxArrayLength: null }), /d\/x/);
  assert.equal(inspect({ a: { b: { c: found } } }, { depth: 2 }).includes('[Links(7)]'), true);
  assert.match(inspect(rewrite('<a href=x>', url, null, { form: 'absolute' })), /^Rewritten \{\s+data: '<a href=https[^]*edits: \[[^]*reason/);
});

test('lists of names are any iterable but a string, and an empty one names nothing', () => {
  const names = (options) => links(page, url, options).map((link) => link.element);
  assert.deepEqual(names({ kinds: new Set(['image']) }), ['img', 'img']);
  assert.deepEqual(names({ elements: new Set(['a']).values() }), names({ elements: ['a'] }));
  for (const options of [{ kinds: [] }, { kinds: new Set() }, { elements: [] }, { kinds: [], elements: ['a'] }, { kinds: ['image'], elements: [] }]) {
    const none = links(page, url, options);
    assert.deepEqual([none.length, none.base, none.encoding], [0, found.base, found.encoding]);
    assert.equal(rewrite(page, url, () => 'https://x.example/', options).changed, false);
  }
  assert.deepEqual(names({ kinds: undefined, also: [], attributes: [], csp: [] }), found.map((link) => link.element));
  for (const options of [{ kinds: 'image' }, { kinds: {} }, { kinds: null }, { kinds: [5] }, { elements: 'a' }, { also: 'meta' }]) assert.throws(() => links(page, url, options), typeError);
  assert.throws(() => links(page, url, { attributes: ['x'] }), typeError);
  assert.throws(() => links(page, 'x', { kinds: [] }), failsWith('HREFKIT_URL'));
});
