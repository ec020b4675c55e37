// A Rewriter does to each page what rewrite() does with the same options.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { failsWith, hrefkit, packageFolder, typeError } from './support.mjs';

const { links, Rewriter, rewrite, rewriteAsync } = hrefkit;
const url = 'https://docs.example/d/page.html';
const pages = [
  '<p>é</p><a href="x">x</a> <img src="y.png"><a href="https://old.example/a/b">o</a><base href="/b/">',
  Buffer.from('<meta charset=windows-1252><a href="x?\xe9">é</a><a href="#f">', 'latin1'),
  new TextEncoder().encode('<link rel=canonical href="x">').buffer,
  '',
];
const plain = (rewritten) => JSON.parse(JSON.stringify(rewritten));

for (const options of [
  {},
  { map: { 'https://docs.example/d/x': 'https://new.example/' } },
  { map: new Map([['https://docs.example/b/x', '/z']]), form: 'absolute' },
  { rebase: { 'https://old.example/a/': 'https://new.example/' } },
  { newUrl: 'https://docs.example/e/', dropBase: true, form: 'relative' },
  { form: 'root-relative', keep: [], kinds: ['hyperlink'], xmlBase: 'off', verify: false },
  { change: (link) => (link.element === 'img' ? new URL('https://cdn.example/i') : null) },
  { map: { 'https://docs.example/d/x': 'https://new.example/' }, change: (link) => `${link.url}#t` },
  { edits: false, form: 'absolute' },
]) {
  test(`as rewrite(): ${JSON.stringify(options)}, ${options.change ?? ''}`, async () => {
    const rewriter = new Rewriter(options);
    const { map, change, ...rules } = options;
    // rewrite() takes a map or a function: a function that looks into the map does the same.
    const ask = map && change ? (link) => change({ ...link, url: map[link.url] ?? link.url }) : change ?? map;
    for (const page of [...pages, ...pages]) {
      const wanted = plain(rewrite(page, url, ask, rules));
      wanted.notes = wanted.notes.filter(({ code }) => code !== 'unused-rebase');  // a Rewriter has `unused`, of all pages
      const both = [rewriter.rewrite(page, new URL(url)), await rewriter.rewriteAsync(page, url)];
      for (const made of both.map(plain)) {
        if (map && change) for (const { edits } of [made, wanted]) for (const edit of edits) delete edit.reason;
        assert.deepEqual(made, wanted);
      }
    }
  });
}

test('without edits there is the page alone', async () => {
  const page = '<a href="x"><a href="y">', wanted = '<a href="/d/x"><a href="/d/y">';
  for (const made of [rewrite(page, url, null, { form: 'root-relative', edits: false }), new Rewriter({ form: 'root-relative', edits: false }).rewrite(page, url),
    await rewriteAsync(page, url, null, { form: 'root-relative', edits: false })]) {
    assert.deepEqual([made.data, made.changed, made.edits], [wanted, true, []]);
  }
});

test('the prefixes that nothing lay below are known', async () => {
  const rewriter = new Rewriter({ rebase: { 'https://old.example/': 'https://new.example/', 'https://odl.example/': 'https://new.example/', 'https://z.example/': 'https://new.example/' } });
  assert.equal(rewriter.unused.length, 3);
  rewriter.rewrite(Buffer.from('<a href="https://old.example/x">'), url);
  assert.deepEqual(rewriter.unused.sort(), ['https://odl.example/', 'https://z.example/']);
  await rewriter.rewriteAsync('<a href="https://z.example/x">', url);
  assert.deepEqual(rewriter.unused, ['https://odl.example/']);
});

test('it may be used by many calls at once, and by its own function', async () => {
  const rewriter = new Rewriter({ map: { 'https://docs.example/d/x': 'https://new.example/' }, change: async (link) => `${link.url}#${(await Promise.resolve(1))}` });
  const made = await Promise.all(Array.from({ length: 40 }, (_, i) => rewriter.rewriteAsync(`<a href=x><a href=y${i}>`, url)));
  made.forEach(({ data }, i) => assert.equal(data, `<a href=https://new.example/#1><a href=y${i}#1>`));
  const nested = new Rewriter({ change: (link) => (link.raw === 'x' ? links(nested.rewrite('<a href=y>', url).data, url).urls()[0] : 'https://y.example/') });
  assert.equal(nested.rewrite('<a href=x><a href=z>', url).data, '<a href=https://y.example/><a href=https://y.example/>');
});

test('errors come at once where the rules have them, and with the page where that has', async () => {
  for (const options of [null, 5, { nothing: 1 }, { map: 5 }, { change: 'x' }, { rebase: [] }, { edits: 1 }, { form: 'x' }, { signal: 1 }]) assert.throws(() => new Rewriter(options), typeError);
  for (const options of [{ map: { x: 'https://a.example/' } }, { rebase: { 'old.example': 'https://a.example/' } }, { rebase: { 'https://a.example/': 'b' } }]) {
    assert.throws(() => new Rewriter(options), failsWith('HREFKIT_URL'));
  }
  assert.throws(() => new Rewriter({ encoding: 'none' }), failsWith('HREFKIT_ENCODING'));
  const rewriter = new Rewriter({ change: () => Promise.resolve(null) });
  assert.throws(() => rewriter.rewrite('<a href=x>', 'x'), failsWith('HREFKIT_URL'));
  assert.throws(() => rewriter.rewrite(5, url), typeError);
  assert.throws(() => rewriter.rewrite('<a href=x>', url), { ...typeError, message: /a promise: rewriteAsync waits for it/ });
  await assert.rejects(rewriter.rewriteAsync('', 'x'), failsWith('HREFKIT_URL'));
  await assert.rejects(rewriter.rewriteAsync('', url, { form: 'absolute' }), typeError);
  await assert.rejects(rewriter.rewriteAsync('', url, { signal: AbortSignal.abort(new RangeError('mine')) }), RangeError);
  assert.throws(() => new Rewriter({ change: () => { throw new RangeError('mine'); } }).rewrite('<a href=x>', url), RangeError);
  assert.throws(() => Rewriter(), TypeError);
});

test('one that is dropped while it is used works on', () => {
  const code = `
    const { Rewriter } = require(${JSON.stringify(packageFolder)});
    const page = '<a href=x>'.repeat(20000);
    const all = Array.from({ length: 40 }, (_, i) => new Rewriter({ map: { 'https://docs.example/d/x': 'https://new.example/' + i }, change: i % 2 ? (link) => link.url + 'y' : undefined }).rewriteAsync(page, '${url}'));
    const timer = setInterval(gc, 1);
    Promise.all(all).then((made) => { clearInterval(timer); console.log(made.every(({ data }, i) => data === \`<a href=https://new.example/\${i}\${i % 2 ? 'y' : ''}>\`.repeat(20000))); });`;
  const run = spawnSync(process.execPath, ['--expose-gc', '-e', code], { encoding: 'utf8' });
  assert.deepEqual([run.stdout, run.stderr, run.status], ['true\n', '', 0]);
});
