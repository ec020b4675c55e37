import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import zlib from 'node:zlib';
import { failsWith, hrefkit, repository, temporaryFolder, typeError } from './support.mjs';

const { archive } = hrefkit;
const file = path.join(repository, 'samples/letters.warc.gz');

function record(type, uri, body, fields = '') {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${fields}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  return `WARC/1.1\r\nWARC-Type: ${type}\r\nWARC-Target-URI: ${uri}\r\nWARC-Date: 2024-05-06T07:08:09Z\r\n` +
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\nContent-Type: application/http\r\n' +
    `Content-Length: ${Buffer.byteLength(http)}\r\n\r\n${http}\r\n\r\n`;
}

async function all(source, options) {
  const captures = [];
  for await (const capture of archive(source, options)) captures.push(capture);
  return captures;
}

test('a WARC file has its captures, with their links', async () => {
  const captures = await all(file);
  const [first] = captures;
  assert.deepEqual([first.uri, first.date, first.status, first.recordType, first.mediaType, first.recordOffset, first.recordLength],
    ['https://letters.example/', '2024-05-06T07:08:09Z', 200, 'response', 'text/html', 215, 427]);
  assert.ok(Buffer.isBuffer(first.body) && first.body.includes('<base'));
  assert.equal(first.body, first.body);
  const links = first.links();
  assert.deepEqual(links.at(0), {
    line: 0, column: 0, offset: 0, length: 0, element: '', attribute: '', index: 0, raw: '/style.css', kind: 'stylesheet', base: 'https://letters.example/',
    baseSource: 'document', url: 'https://letters.example/style.css', rel: 'stylesheet', header: 'link',
  });
  assert.deepEqual([links.at(2).raw, links.at(2).url, links.at(2).line, links.at(2).header], ['may.html', 'https://letters.example/1890/may.html', 5, undefined]);
  assert.deepEqual(first.links({ kinds: ['stylesheet'] }).urls(), ['https://letters.example/style.css']);
  assert.throws(() => first.links({ nothing: 1 }), typeError);
  assert.ok(captures.every(Object.isFrozen));
});

test('a path, a URL and bytes give the same', async () => {
  const wanted = (await all(file)).map((capture) => [capture.uri, capture.recordOffset, capture.links().urls()]);
  assert.ok(wanted.length >= 4);
  for (const source of [pathToFileURL(file), fs.readFileSync(file), new Uint8Array(fs.readFileSync(file)), new Uint8Array(fs.readFileSync(file)).buffer]) {
    assert.deepEqual((await all(source)).map((capture) => [capture.uri, capture.recordOffset, capture.links().urls()]), wanted);
  }
});

test('bytes are copied: they may change meanwhile', async () => {
  const bytes = Buffer.from(record('response', 'https://a.example/', '<a href=x>'));
  const captures = archive(bytes);
  bytes.fill(0);
  const { value } = await captures.next();
  assert.deepEqual(value.links().urls(), ['https://a.example/x']);
});

test('captures outlive the archive, many of them in their order', async () => {
  const uris = Array.from({ length: 1000 }, (_, i) => `https://a.example/${i}`);
  const bytes = Buffer.from(uris.map((uri) => record('response', uri, `<a href="${uri}#x">${'y'.repeat(100)}`)).join(''));
  const captures = await all(bytes);
  assert.deepEqual(captures.map((capture) => capture.uri), uris);
  assert.deepEqual(captures.map((capture) => capture.links().urls()[0]), uris.map((uri) => `${uri}#x`));
});

test('only the wanted types of records are given, and no more of a body than is asked for', async () => {
  const bytes = Buffer.from(record('response', 'https://a.example/', `<a href=x>${' '.repeat(5000)}`) + record('metadata', 'https://b.example/', ''));
  assert.deepEqual((await all(bytes, { records: ['metadata'] })).map((capture) => capture.recordType), ['metadata']);
  assert.deepEqual((await all(bytes)).length, 1);
  assert.ok(((await all(bytes, { maxBody: 100 }))[0]?.body?.length ?? 0) <= 100);
});

test('damage is noted with the place of its record', async () => {
  const good = zlib.gzipSync(record('response', 'https://a.example/', '<a href=x>'));
  const bad = zlib.gzipSync(record('response', 'https://b.example/', '<a href=y>'));
  bad[bad.length - 6] ^= 0xff;
  const captures = archive(Buffer.concat([good, bad, good]));
  let count = 0;
  for await (const capture of captures) count += capture.uri === 'https://a.example/' ? 1 : 0;
  assert.ok(count >= 1);
  assert.ok(captures.notes.length >= 1);
  assert.equal(captures.notes[0].offset, good.length);
  assert.ok(captures.notes[0].why.length > 0);
});

test('what is no archive is an error', async (t) => {
  const folder = temporaryFolder(t);
  await assert.rejects(all(path.join(folder, 'none.warc')), failsWith('ENOENT'));
  await assert.rejects(all(folder), (error) => error instanceof hrefkit.HrefkitError);
  await assert.rejects(all(Buffer.from('<!DOCTYPE html><p>a page')), failsWith('HREFKIT_FORMAT'));
  for (const source of [undefined, null, 5, {}, [], new Uint16Array(2), { href: 5 }]) assert.throws(() => archive(source), typeError);
  for (const options of [null, { records: ['x'] }, { records: 'response' }, { maxBody: -1 }, { nothing: 1 }]) assert.throws(() => archive(file, options), typeError);
});

test('it is closed by leaving the loop, and by close', async () => {
  const captures = archive(file);
  for await (const capture of captures) {
    assert.equal(capture.links().length > 0, true);
    break;
  }
  assert.deepEqual(await captures.next(), { value: undefined, done: true });
  const other = archive(file);
  const pending = other.next();
  other.close();
  other.close();
  assert.equal((await pending).done, true);
  assert.equal((await other.next()).done, true);
});

test('several may be asked for at once, and come in order', async () => {
  const captures = archive(file);
  const wanted = (await all(file)).map((capture) => capture.uri);
  const given = await Promise.all(wanted.map(() => captures.next()));
  assert.deepEqual(given.map(({ value }) => value.uri), wanted);
  assert.equal((await captures.next()).done, true);
});

const webArchive = fs.readFileSync(file);
/** Pieces of bytes, of this size. */
async function* pieces(size, bytes = webArchive) {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

test('streams and other asynchronous iterables of bytes give the same as a file', async () => {
  const summary = (captures) => captures.map((capture) => [capture.uri, capture.recordOffset, capture.body?.toString(), capture.links().urls()]);
  const wanted = summary(await all(file));
  for (const [name, source] of Object.entries({
    'a file stream': fs.createReadStream(file, { highWaterMark: 7 }),
    'a web stream': new Blob([webArchive]).stream(),
    'pieces of one byte': pieces(1),
    'one piece': pieces(webArchive.length),
    'ArrayBuffers, DataViews, and empty pieces': (async function* () {
      for await (const piece of pieces(100)) {
        const copy = new Uint8Array(piece);
        yield copy[0] % 2 ? copy.buffer : new DataView(copy.buffer);
        yield new Uint8Array(0);
      }
    })(),
  })) assert.deepEqual(summary(await all(source)), wanted, name);
  for (const empty of [pieces(1, Buffer.alloc(0)), Buffer.alloc(0)]) assert.deepEqual(await all(empty), []);
});

test('pieces may change once the next one is asked for', async () => {
  const reused = Buffer.alloc(64);
  const captures = await all((async function* () {
    for await (const piece of pieces(reused.length)) {
      piece.copy(reused);
      yield reused.subarray(0, piece.length);
    }
  })());
  assert.ok(captures.length >= 4 && captures[0].body.includes('<base'));
});

test('many streams at once do not wait for each other', async () => {
  const counts = await Promise.all(Array.from({ length: 12 }, async () => (await all(fs.createReadStream(file, { highWaterMark: 50 }))).length));
  assert.equal(new Set(counts).size, 1);
});

test('a stream is read as captures are asked for', async () => {
  const bytes = Buffer.from(record('response', 'https://a.example/', `<a href=x>${'y'.repeat(100_000)}`));
  let given = 0;
  const captures = archive((async function* () { for (;;) { ++given; yield bytes; } })());
  for (let i = 0; i < 100; ++i) assert.equal((await captures.next()).value.uri, 'https://a.example/');
  assert.ok(given >= 100 && given < 160, `${given}`);
  captures.close();
});

test('what a stream throws comes out as it is, behind the captures before', async () => {
  const whole = Buffer.from(record('response', 'https://a.example/', '<a href=x>') + record('response', 'https://b.example/', '<a href=x>'));
  for (const mine of [new RangeError('mine'), null, 5]) {
    const captures = archive((async function* () { yield whole; throw mine; })());
    const uris = [];
    let caught = 'nothing';
    try { for await (const { uri } of captures) uris.push(uri); } catch (error) { caught = error; }
    assert.equal(caught, mine);
    assert.deepEqual(uris, ['https://a.example/', 'https://b.example/']);
    assert.equal((await captures.next()).done, true);
  }
  for (const piece of ['text', 5, null, new Uint16Array(2), {}]) await assert.rejects(all((async function* () { yield piece; })()), typeError);
  await assert.rejects(all({ [Symbol.asyncIterator]() { throw new RangeError('mine'); } }), RangeError);
  await assert.rejects(all(fs.createReadStream(path.join(path.dirname(file), 'none.warc'))), { code: 'ENOENT' });
});

test('a stream is ended when the archive is closed, also while it has nothing to give', async () => {
  for (const leave of [(captures) => captures.close(), (captures) => captures.return()]) {
    let ended = 0;
    const stream = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}), return: async () => { ++ended; return { done: true }; } }) };
    const captures = archive(stream);
    const pending = captures.next();
    await new Promise(setImmediate);
    await leave(captures);
    assert.equal((await pending).done, true);
    assert.equal(ended, 1);
  }
  const read = fs.createReadStream(file, { highWaterMark: 100 });
  for await (const capture of archive(read)) { assert.ok(capture.uri); break; }
  await new Promise(setImmediate);
  assert.equal(read.destroyed, true);
});
