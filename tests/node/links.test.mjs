import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { command, failsWith, hrefkit, packageFolder, repository, temporaryFolder, typeError, writeFiles } from './support.mjs';

const { links, Links, linksAsync, rewrite, rewriteAsync } = hrefkit;
const url = 'https://docs.example/d/page.html';

test('a page has its links in source order, frozen, with the keys of the command', () => {
  const page = Buffer.from('<base href="b/"><a href="x?q=1" rel="nofollow">x</a><img srcset="a 1x, c 2x"><a href="http://[">');
  const found = links(page, url);
  assert.equal(found.length, 5);
  assert.equal(found.base, 'https://docs.example/d/b/');
  assert.equal(found.baseSource, 'base');
  assert.deepEqual(found.at(1), {
    line: 1, column: 26, offset: 25, length: 5, element: 'a', attribute: 'href', index: 0, raw: 'x?q=1', kind: 'hyperlink',
    base: 'https://docs.example/d/b/', baseSource: 'base', url: 'https://docs.example/d/b/x?q=1', rel: 'nofollow',
  });
  assert.ok(found.toArray().every(Object.isFrozen));
  assert.deepEqual(found.at(3).url, 'https://docs.example/d/b/c');
  assert.equal(found.at(3).index, 1);
  assert.equal(found.at(4).url, null);
  assert.equal(found.at(4).error, 'invalid-ipv6');
});

test('a string that names a page is a warning, once', (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, { 'a.html': '<a href=x>' });
  const run = (...pages) => {
    const code = `const h = require(${JSON.stringify(packageFolder)});
      process.on('warning', ({ name, code, message }) => console.log(name, code, message));
      for (const page of ${JSON.stringify(pages)}) for (const f of ['links', 'base', 'rewrite', 'effects']) h[f](page, 'https://a.example/', {});`;
    const { stdout, status } = spawnSync(process.execPath, ['--no-warnings', '-e', code], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 0);
    return stdout;
  };
  for (const page of ['a.html', 'a.html\n', path.join(folder, 'a.html'), folder]) {
    assert.match(run(page, page), /^HrefkitWarning HREFKIT_NAME_AS_PAGE data is the name of a file or folder.*\n$/);
  }
  for (const page of ['https://h.example/x', ' HTTP://h.example\n', 'file:///x.html']) {
    assert.match(run(page, 'a.html'), /^HrefkitWarning HREFKIT_NAME_AS_PAGE data looks like a URL.*\n$/);
  }
  assert.equal(run('', ' ', 'text', 'b.html', 'https://h.example/ is a URL', 'a\0b', 'x'.repeat(5000), 'https://h.example/<br>'), '');
});

test('rows are read one by one, as a whole, by columns and as JSON', () => {
  const found = links('<a href=a></a><img src=""><a href="é"></a>', url);
  assert.deepEqual([...found], found.toArray());
  assert.deepEqual([...found], [found.at(0), found.at(1), found.at(2)]);
  assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify([...found])));
  assert.deepEqual(found.urls(), ['https://docs.example/d/a', null, 'https://docs.example/d/%C3%A9']);
  for (const name of ['url', 'raw', 'element', 'attribute', 'ns', 'kind', 'rel', 'base', 'baseSource', 'context', 'index', 'line', 'column',
    'offset', 'length', 'loaded', 'reserved', 'header', 'error']) {
    assert.deepEqual(found.column(name), found.toArray().map((link) => link[name]), name);
  }
  assert.deepEqual(found.at(-1), found.at(2));
  assert.deepEqual([found.at(3), found.at(-4), found.at(NaN).raw, found.at(1.9).raw], [undefined, undefined, 'a', '']);
  assert.throws(() => found.column('nothing'), typeError);
  assert.throws(() => found.column('constructor'), typeError);
});

test('an iterator may be left and begun again', () => {
  const found = links('<a href=1></a><a href=2></a>', url);
  for (const link of found) {
    assert.equal(link.raw, '1');
    break;
  }
  assert.equal([...found].length, 2);
});

test('offsets count UTF-16 units of a string, and bytes of bytes', () => {
  const page = '<p>😀é漢</p><a href="ä😀.html">x</a><a href=plain></a>';
  for (const [data, slice] of [[page, (a, b) => page.slice(a, b)], [Buffer.from(page), (a, b) => Buffer.from(page).subarray(a, b).toString()]]) {
    const found = links(data, url, typeof data === 'string' ? undefined : { encoding: 'utf-8' });
    for (const link of found) assert.equal(slice(link.offset, link.offset + link.length), link.raw);
    assert.deepEqual(found.urls(), ['https://docs.example/d/%C3%A4%F0%9F%98%80.html', 'https://docs.example/d/plain']);
  }
});

test('a string is decoded: what the page declares counts for its queries only', () => {
  const page = '<meta charset=windows-1252><a href="é?é">';
  assert.deepEqual(links(page, url).urls(), ['https://docs.example/d/%C3%A9?%E9']);
  assert.deepEqual(links(Buffer.from(page, 'latin1'), url).urls(), ['https://docs.example/d/%C3%A9?%E9']);
});

test('lone surrogates count as U+FFFD', () => {
  for (const lone of ['\ud800', '\udc00', 'x\ud83d', '\udc00\ud800']) {
    assert.deepEqual(links(`<a href="${lone}">`, url).urls(), links(`<a href="${lone.replace(/[\ud800-\udfff]/g, '\ufffd')}">`, url).urls());
  }
});

test('strings of any content are read as V8 itself encodes them', () => {
  const texts = ['', 'a', 'é'.repeat(1000), '漢字'.repeat(20000), `${'x'.repeat(15)}é${'y'.repeat(33)}漢😀`, '\0'];
  for (const text of texts) {
    const page = `<a href="${text}z">${text}</a>`;
    const given = links(page, url), wanted = links(Buffer.from(page), url, { encoding: 'utf-8' });
    assert.deepEqual(given.urls(), wanted.urls());
    assert.deepEqual(given.column('raw'), wanted.column('raw'));
  }
});

test('bytes are a Buffer, a Uint8Array at any offset, an ArrayBuffer, or shared', () => {
  const bytes = Buffer.from('<a href=x>');
  const shifted = new Uint8Array(new ArrayBuffer(40), 7, bytes.length);
  shifted.set(bytes);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  for (const data of [bytes, new Uint8Array(bytes), shifted, new Uint8Array(bytes).buffer, shared]) {
    assert.deepEqual(links(data, url).urls(), ['https://docs.example/d/x']);
  }
  for (const empty of ['', Buffer.alloc(0), new ArrayBuffer(0)]) assert.equal(links(empty, url).length, 0);
});

test('the address may be a URL of any realm', () => {
  assert.deepEqual(links('<a href=x>', new URL(url)).urls(), ['https://docs.example/d/x']);
  assert.deepEqual(links('<a href=x>', { href: url, protocol: 'https:' }).urls(), ['https://docs.example/d/x']);
});

test('each option counts', () => {
  const urls = (page, options) => links(page, url, options).urls();
  assert.deepEqual(urls('<a xlink:href="x" xmlns:xlink="http://www.w3.org/1999/xlink"/>', { contentType: 'image/svg+xml' }), []);
  assert.deepEqual(urls('<svg xmlns="http://www.w3.org/2000/svg"><a href="x"/></svg>', { contentType: 'image/svg+xml' }), ['https://docs.example/d/x']);
  assert.deepEqual(urls(Buffer.from([...Buffer.from('<a href="?'), 0xe9, ...Buffer.from('">')]), { encoding: 'koi8-r' }), ['https://docs.example/d/page.html?%E9']);
  assert.equal(links(Buffer.from('é'), url, { encodingFallback: 'auto' }).encoding, 'UTF-8');
  assert.equal(links(Buffer.from('é'), url, { encodingFallback: 'koi8-r' }).encoding, 'KOI8-R');
  assert.equal(links(Buffer.from('é'), url).encoding, 'windows-1252');
  assert.deepEqual(urls('<p xml:base="z/"><a href=x>', { xmlBase: 'off' }), ['https://docs.example/d/x']);
  assert.deepEqual(urls('<p xml:base="z/"><a href=x>'), ['https://docs.example/d/z/x']);
  const feed = '<rss><channel><item><link>/i/</link><description>&lt;a href="x"></description></item></channel></rss>';
  for (const [feedBase, last] of [['feed', 'https://docs.example/d/x'], ['item', 'https://docs.example/i/x']]) {
    assert.equal(urls(feed, { contentType: 'application/rss+xml', feedBase }).at(-1), last);
  }
  assert.deepEqual(urls('<noscript><a href=x></a></noscript>', { scripting: true }), []);
  assert.deepEqual(urls('<template><a href=x></a></template>', { templates: true }), ['https://docs.example/d/x']);
  assert.deepEqual(urls('<template><a href=x></a></template>'), []);
  assert.deepEqual(urls('<meta property=og:image content=i.png>', { also: ['meta'] }), ['https://docs.example/d/i.png']);
  assert.deepEqual(urls('<script type=importmap>{"imports":{"a":"./a.js"}}</script>', { also: ['importmap'] }), ['https://docs.example/d/a.js']);
  assert.deepEqual(urls('<script type=application/ld+json>{"@context":"https://schema.org","url":"u"}</script>', { also: ['jsonld'] }), ['https://docs.example/d/u']);
  assert.deepEqual(urls('<a href=x></a><img src=y><link rel=stylesheet href=z>', { kinds: ['image', 'stylesheet'] }).length, 2);
  assert.deepEqual(urls('<a href=x></a><img src=y>', { elements: ['img'] }), ['https://docs.example/d/y']);
  assert.deepEqual(urls('<base href="/b/"><a href=x>', { csp: ["base-uri 'none'"], elements: ['a'] }), ['https://docs.example/d/x']);
  assert.equal(links('<a href=x>', 'about:blank', { creator: 'https://c.example/' }).baseSource, 'creator');
  assert.equal(links('<a href=x>', 'about:srcdoc', { container: 'https://c.example/' }).baseSource, 'container');
  assert.deepEqual(urls('<a href="http:x">', { standard: 'whatwg-2012' }).length, 1);
  assert.deepEqual(urls('<a href=x>', { kinds: undefined, scripting: undefined }), ['https://docs.example/d/x']);
});

test('what browsers fetch before the base element is `loaded`', () => {
  const [image] = links('<img src=i.png><base href=/b/>', url);
  assert.equal(image.url, 'https://docs.example/b/i.png');
  assert.equal(image.loaded, 'https://docs.example/d/i.png');
});

test('notes say what was noticed, once made', () => {
  const found = links(Buffer.from('é<a href=x>'), url);
  assert.deepEqual(found.notes.map((note) => [note.code, note.severity, note.line, note.column, note.offset]), [['undeclared-encoding', 'remark', 1, 1, 0]]);
  assert.equal(found.notes, found.notes);
  assert.ok(Object.isFrozen(found.notes) && Object.isFrozen(found.notes[0]));
  assert.deepEqual(links('<a href=x>', url).notes, []);
});

test('failures have the code of their kind', () => {
  assert.throws(() => links('', 'page.html'), (error) => failsWith('HREFKIT_URL')(error) && error.reason === 'relative-without-base');
  assert.throws(() => links('', 'https://a:99999/'), (error) => failsWith('HREFKIT_URL')(error) && error.reason.length > 0);
  assert.throws(() => links(Buffer.from('x'), url, { encoding: 'utf-99' }), failsWith('HREFKIT_ENCODING'));
  assert.throws(() => links('', url, { contentType: 'image/png' }), failsWith('HREFKIT_CONTENT_TYPE'));
});

test('arguments of wrong types, and names that do not exist, are TypeErrors', () => {
  for (const data of [undefined, null, 5, {}, [], true, Symbol('x'), () => 1, new Uint16Array(2), new SharedArrayBuffer(2), new Blob(['x'])]) {
    assert.throws(() => links(data, url), typeError);
  }
  for (const address of [undefined, null, 5, {}, [], Symbol('x')]) assert.throws(() => links('', address), typeError);
  for (const options of [null, 5, 'x', { nothing: 1 }, { kinds: ['nothing'] }, { kinds: 'image' }, { also: ['x'] }, { standard: 'x' }, { xmlBase: 1 },
    { scripting: 1 }, { contentType: 5 }, { elements: [1] }, { elements: 'a' }, { csp: [null] }, { creator: 5 }, { toString: 1 }]) {
    assert.throws(() => links('', url, options), typeError);
  }
});

test('getters of options and of addresses that throw come out as they are', () => {
  const mine = new RangeError('mine');
  assert.throws(() => links('', url, { get kinds() { throw mine; } }), mine);
  assert.throws(() => links('', { get href() { throw mine; }, protocol: '' }), mine);
});

test('a detached ArrayBuffer is a TypeError', () => {
  const buffer = new ArrayBuffer(8), view = new Uint8Array(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  for (const data of [buffer, view]) assert.throws(() => links(data, url), typeError);
});

test('linksAsync gives the same, and copies its bytes before it returns', async () => {
  const bytes = Buffer.from('<base href=/b/><a href=x>é</a><img srcset="a, b 2x">');
  const wanted = links(bytes, url);
  const promise = linksAsync(bytes, url);
  bytes.fill(0x20);
  const found = await promise;
  assert.deepEqual(found.toArray(), wanted.toArray());
  assert.deepEqual(found.notes, wanted.notes);
  assert.deepEqual((await linksAsync('<a href="ä">', url, { kinds: ['hyperlink'] })).urls(), ['https://docs.example/d/%C3%A4']);
  const many = await Promise.all(Array.from({ length: 100 }, (_, i) => linksAsync(`<a href=${i}>`, url)));
  assert.deepEqual(many.map((each) => each.at(0).raw), Array.from({ length: 100 }, (_, i) => `${i}`));
});

test('linksAsync rejects, and never throws', async () => {
  await assert.rejects(linksAsync('', 'x'), failsWith('HREFKIT_URL'));
  await assert.rejects(linksAsync(5, url), typeError);
  await assert.rejects(linksAsync('', 5), typeError);
  await assert.rejects(linksAsync('', url, { nothing: 1 }), typeError);
  await assert.rejects(linksAsync('', url, { signal: 5 }), typeError);
});

test('a signal ends the wait with its reason', async () => {
  await assert.rejects(linksAsync('', url, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  const mine = new Error('mine');
  await assert.rejects(linksAsync('', url, { signal: AbortSignal.abort(mine) }), mine);
  const controller = new AbortController();
  const promise = linksAsync('<a href=x>'.repeat(100000), url, { signal: controller.signal });
  controller.abort(mine);
  await assert.rejects(promise, mine);
  const late = new AbortController();
  assert.equal((await linksAsync('<a href=x>', url, { signal: late.signal })).length, 1);
  late.abort();
});

test('rows are those of the command, for each page of samples/site', () => {
  const folder = path.join(repository, 'samples/site');
  let rows = 0;
  for (const name of fs.readdirSync(folder, { recursive: true })) {
    if (!/\.html$/.test(name)) continue;
    const file = path.join(folder, name);
    const address = `https://docs.example/${name}`;
    const run = spawnSync(command, ['resolve', '-q', '--format', 'jsonl', '--also', 'meta,jsonld,importmap', '--url', address, file], { encoding: 'utf8' });
    const wanted = run.stdout.split('\n').filter(Boolean).map((line) => { const { file, ...row } = JSON.parse(line); return row; });
    const found = links(fs.readFileSync(file), address, { also: ['meta', 'jsonld', 'importmap'] });
    assert.deepEqual(JSON.parse(JSON.stringify(found)), wanted, name);
    rows += wanted.length;
  }
  assert.ok(rows > 100, `${rows} rows`);
});

test('rows have the text of a link and attributes of its element, where they are asked for', async () => {
  const page = '<a href=x class="c d" rel=nofollow TITLE="é">The <b>é</b>\n link</a><img src=y alt="a picture"><link rel=icon href=z><a href=w></a>';
  const plain = links(page, url);
  assert.ok(plain.toArray().every((link) => !('text' in link) && !('attributes' in link)));
  const options = { text: true, elementAttributes: new Set(['class', 'TITLE', 'alt']) };
  assert.deepEqual(links(Buffer.from(page), url, { ...options, encoding: 'utf-8' }).column('attributes'), links(page, url, options).column('attributes'));
  for (const found of [links(page, url, options), await linksAsync(page, url, options),
    Links.from(structuredClone(links(page, url, options)))]) {
    assert.deepEqual(found.column('text'), ['The é link', 'a picture', undefined, '']);
    assert.deepEqual(found.column('attributes'), [{ class: 'c d', title: 'é' }, { alt: 'a picture' }, undefined, undefined]);
    const [first, , third] = found;
    assert.deepEqual(first, { ...plain.at(0), text: 'The é link', attributes: { class: 'c d', title: 'é' } });
    assert.deepEqual(third, plain.at(2));
    assert.ok(Object.isFrozen(first.attributes));
  }
  const { data } = rewrite(page, url, (link) => (link.attributes?.class === 'c d' ? 'https://new.example/' : null), { elementAttributes: ['class'] });
  assert.equal(data, page.replace('href=x', 'href=https://new.example/'));
  assert.equal((await rewriteAsync(page, url, (link) => (link.attributes?.class === 'c d' ? 'https://new.example/' : null), { elementAttributes: ['class'] })).data, data);
  for (const [text, wanted] of [[true, 'a b'], ['content', 'a'], [false, undefined], [undefined, undefined]]) {
    assert.equal(links('<a href=x>a <img alt=b></a>', url, { text }).at(0).text, wanted);
  }
  for (const wrong of [{ text: 1 }, { text: 'x' }, { text: null }, { elementAttributes: 'class' }, { elementAttributes: [1] }]) assert.throws(() => links(page, url, wrong), typeError);
  assert.deepEqual(links('<a href=x data-a="" __proto__=p>', url, { elementAttributes: ['data-a', '__proto__'] }).at(0).attributes, Object.fromEntries([['data-a', ''], ['__proto__', 'p']]));
});

test('a note has the place of the first bad bytes, and their number', () => {
  const { notes } = links(Buffer.concat([Buffer.from('<meta charset=utf-8>\n<p>'), Buffer.from([0xff]), Buffer.from('</p><a href="'), Buffer.from([0xfe]), Buffer.from('">')]), url);
  const [{ line, column, offset, count }] = notes;
  assert.deepEqual([line, column, offset, count], [2, 4, 24, 2]);
});
