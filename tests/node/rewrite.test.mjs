import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failsWith, hrefkit, typeError } from './support.mjs';

const { links, rewrite } = hrefkit;
const url = 'https://docs.example/d/page.html';
const page = '<p>é</p><a href="x">x</a> <img src="y.png">';

test('a function answers new URLs, and nothing else of the page changes', () => {
  const asked = [];
  const result = rewrite(page, url, (link) => {
    asked.push(link);
    return link.kind === 'image' ? new URL('https://cdn.example/y.png') : null;
  });
  assert.equal(result.data, '<p>é</p><a href="x">x</a> <img src="https://cdn.example/y.png">');
  assert.equal(result.changed, true);
  assert.deepEqual(result.edits, [{
    line: 1, column: 37, offset: 36, length: 5, element: 'img', attribute: 'src', index: 0, kind: 'image', raw: 'y.png',
    value: 'https://cdn.example/y.png', before: 'https://docs.example/d/y.png', after: 'https://cdn.example/y.png', reason: 'function',
  }]);
  assert.equal(result.edits, result.edits);
  assert.ok(asked.every(Object.isFrozen));
  assert.deepEqual(asked.slice(0, 2).map((link) => link.url), links(page, url).urls());
  assert.deepEqual(Object.keys(asked[0]), Object.keys(links(page, url).at(0)));
});

test('a Map and an object name whole URLs', () => {
  const wanted = '<p>é</p><a href="https://new.example/">x</a> <img src="y.png">';
  assert.equal(rewrite(page, url, new Map([['https://docs.example/d/x', 'https://new.example/']])).data, wanted);
  assert.equal(rewrite(page, url, { 'https://docs.example/d/x': 'https://new.example/' }).data, wanted);
  assert.equal(rewrite(page, url, { 'https://docs.example/d/other': 'https://new.example/' }).changed, false);
});

test('bytes give a Buffer, in the encoding of the page', () => {
  const bytes = Buffer.from('<meta charset=windows-1252><a href="x">é</a>', 'latin1');
  const { data } = rewrite(bytes, url, () => 'https://new.example/?é');
  assert.ok(Buffer.isBuffer(data));
  assert.equal(data.toString('latin1'), '<meta charset=windows-1252><a href="https://new.example/?%C3%A9">é</a>');
  assert.ok(Buffer.isBuffer(rewrite(new Uint8Array(bytes).buffer, url).data));
  const same = rewrite(bytes, url);
  assert.deepEqual([same.changed, same.edits, Buffer.compare(same.data, bytes)], [false, [], 0]);
  assert.equal(rewrite('', url).data, '');
});

test('each option counts', () => {
  const data = (text, options) => rewrite(text, url, null, options).data;
  assert.equal(data('<a href="x">', { form: 'absolute' }), '<a href="https://docs.example/d/x">');
  assert.equal(data('<a href="x">', { form: 'root-relative' }), '<a href="/d/x">');
  assert.equal(data('<a href="/d/x">', { form: 'relative' }), '<a href="x">');
  assert.equal(data('<base href="/b/"><a href="x">', { dropBase: true }), '<a href="../b/x">');
  assert.equal(data('<p xml:base="/b/"><a href="x">', { dropXmlBase: true, xmlBase: 'on' }), '<p><a href="../b/x">');
  // By default as in browsers, which ignore xml:base in HTML; in feeds it counts.
  assert.equal(data('<p xml:base="/b/"><a href="x">', { form: 'root-relative' }), '<p xml:base="/b/"><a href="/d/x">');
  const feed = '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/b/"><link href="x"/></feed>';
  assert.equal(data(feed, { form: 'root-relative', contentType: 'application/atom+xml' }), feed.replace('"x"', '"/b/x"'));
  assert.equal(data('<a href="x">', { newUrl: new URL('https://docs.example/other/') }), '<a href="../d/x">');
  assert.equal(data('<a href="https://old.example/a/x">', { rebase: { 'https://old.example/a/': 'https://new.example/' } }), '<a href="https://new.example/x">');
  assert.equal(data('<link rel=canonical href="x">', { form: 'absolute' }), '<link rel=canonical href="x">');
  assert.equal(data('<link rel=canonical href="x">', { form: 'absolute', keep: [] }), '<link rel=canonical href="https://docs.example/d/x">');
  const item = '<rss><channel><item><link>https://old.example/</link><guid>https://old.example/</guid></item></channel></rss>';
  const moved = (keep) => data(item, { contentType: 'application/rss+xml', rebase: { 'https://old.example/': 'https://new.example/' }, keep }).split('new.example').length - 1;
  assert.deepEqual([moved(undefined), moved(['guid']), moved([])], [1, 1, 2]);
  assert.equal(data('<a href="#f">', { form: 'absolute', keep: ['fragments'] }), '<a href="#f">');
  assert.equal(data('<a href="x"><img src="y">', { form: 'absolute', verify: false }), '<a href="https://docs.example/d/x"><img src="https://docs.example/d/y">');
  assert.equal(rewrite('<base href="/b/">', url, null, { dropBase: true }).edits[0].after, null);
});

test('what the function throws comes out as it is', () => {
  for (const mine of [new RangeError('mine'), null, undefined, 5, 'text']) {
    let caught = 'nothing';
    try {
      rewrite(page, url, () => { throw mine; });
    } catch (error) {
      caught = error;
    }
    assert.equal(caught, mine);
  }
});

test('an answer that is no URL is an error', () => {
  assert.throws(() => rewrite(page, url, () => 'http://['), failsWith('HREFKIT_URL'));
  for (const answer of [5, {}, [], true, Symbol('x')]) assert.throws(() => rewrite(page, url, () => answer), typeError);
});

test('the function may call the library, and detach the page', () => {
  const bytes = new TextEncoder().encode('<a href="x"></a><a href="y"></a>'.repeat(100));
  const { data } = rewrite(bytes, url, (link) => {
    if (bytes.byteLength > 0) structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    const inner = rewrite('<a href=z>', link.url, () => 'https://in.example/');
    return links(inner.data, url).urls()[0];
  });
  assert.equal(data.toString(), '<a href="https://in.example/"></a><a href="https://in.example/"></a>'.repeat(100));
});

test('what scripts load is written, and speculation rules that lead elsewhere are noted', () => {
  const moved = (script) => rewrite(script, 'https://h.example/old/', null, { newUrl: 'https://h.example/new/' });
  const rules = '<script type=speculationrules>{"prefetch":[{"urls":["x"]}]}</script>';
  assert.ok(moved(rules).notes.some(({ code }) => code === 'script-link'));
  assert.equal(moved(rules).data.toString(), rules);
  assert.equal(
    moved('<script type=importmap>{"imports":{"a":"./a.js"}}</script>').data.toString(),
    '<script type=importmap>{"imports":{"a":"../old/a.js"}}</script>',
  );
  assert.equal(
    moved("<script type=module>import a from './m.js'</script>").data.toString(),
    "<script type=module>import a from '../old/m.js'</script>",
  );
});

test('wrong arguments are TypeErrors', () => {
  for (const change of [5, 'x', true, [], Symbol('x'), { a: 5 }, new Map([[1, 'x']]), { a: null }]) {
    assert.throws(() => rewrite(page, url, change), typeError);
  }
  for (const options of [null, { form: 'x' }, { keep: ['x'] }, { dropBase: 1 }, { rebase: [] }, { rebase: { a: 1 } }, { newUrl: 1 }, { verify: null }, { signal: 1 }]) {
    assert.throws(() => rewrite(page, url, null, options), typeError);
  }
  assert.throws(() => rewrite(page, 'x'), failsWith('HREFKIT_URL'));
  assert.throws(() => rewrite(page, url, null, { newUrl: 'http://[' }), failsWith('HREFKIT_URL'));
  assert.throws(() => rewrite(page, url, null, { rebase: { 'http://[': 'y' } }), failsWith('HREFKIT_URL'));
});

test('prefixes that cover nothing are noted, and links that none covers are counted', () => {
  const rebase = { 'https://old.example/': 'https://new.example/', 'https://odl.example/': 'https://new.example/' };
  const { notes, uncovered, data } = rewrite('<a href="https://old.example/a">a</a><a href="https://other.example/b">b</a>', url, null, { rebase });
  assert.equal(data, '<a href="https://new.example/a">a</a><a href="https://other.example/b">b</a>');
  assert.equal(uncovered, 1);
  const [note] = notes.filter(({ code }) => code === 'unused-rebase');
  assert.match(note.message, /odl\.example/);
  assert.equal(rewrite(page, url).uncovered, 0);
  for (const wrong of [{ 'old.example': 'https://new.example' }, { 'https://old.example': 'new.example' }]) {
    assert.throws(() => rewrite(page, url, null, { rebase: wrong }), failsWith('HREFKIT_URL'));
  }
});
