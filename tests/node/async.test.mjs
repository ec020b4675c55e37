// The asynchronous functions answer as the others do, and leave the main thread and threads of the pool free.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { failsWith, hrefkit, packageFolder, repository, temporaryFolder, typeError } from './support.mjs';

const { base, baseAsync, effects, effectsAsync, links, linksAsync, Rewriter, rewrite, rewriteAsync } = hrefkit;
const url = 'https://docs.example/d/page.html';
const page = '<meta charset=windows-1252><base href="/b/"><a href="x?é">é</a><iframe srcdoc="<base href=c/><a href=y>"></iframe>'
  + '<img srcset="a 1x, b 2x"><p style="background:url(z)"><a href="#f">f</a><a href="https://old.example/q">q</a><a href="http://[">n</a>';
const move = { newUrl: 'https://docs.example/e/other.html' };

const functions = {
  links: [links, linksAsync, []],
  base: [base, baseAsync, []],
  effects: [effects, effectsAsync, [move]],
  rewrite: [rewrite, rewriteAsync, [{ 'https://old.example/q': 'https://new.example/' }]],
};

for (const [name, [now, later, more]] of Object.entries(functions)) {
  const plain = (value) => JSON.parse(JSON.stringify(value));
  for (const [kind, data] of Object.entries({ 'a string': page, bytes: Buffer.from(page, 'latin1'), 'an ArrayBuffer': new TextEncoder().encode(page).buffer, nothing: '' })) {
    for (const options of [undefined, {}, { xmlBase: 'off', templates: true }, { contentType: 'image/svg+xml' }]) {
      test(`${name}Async answers as ${name}: ${kind}, ${JSON.stringify(options)}`, async () => {
        assert.deepEqual(plain(await later(data, new URL(url), ...more, options)), plain(now(data, url, ...more, options)));
      });
    }
  }

  test(`${name}Async: bytes are copied, and may change meanwhile`, async () => {
    const bytes = Buffer.from(page, 'latin1');
    const wanted = plain(now(bytes, url, ...more));
    const promise = later(bytes, url, ...more);
    bytes.fill(0);
    assert.deepEqual(plain(await promise), wanted);
  });

  test(`${name}Async: errors are rejections`, async () => {
    await assert.rejects(later(page, 'x', ...more), failsWith('HREFKIT_URL'));
    await assert.rejects(later(page, url, ...more, { encoding: 'none' }), failsWith('HREFKIT_ENCODING'));
    for (const data of [undefined, 5, {}, new Uint16Array(2)]) await assert.rejects(later(data, url, ...more), typeError);
    for (const options of [null, { nothing: 1 }, { signal: 1 }, { signal: {} }]) await assert.rejects(later(page, url, ...more, options), typeError);
  });

  test(`${name}Async: a signal rejects with its reason`, async () => {
    await assert.rejects(later(page, url, ...more, { signal: AbortSignal.abort(new RangeError('mine')) }), RangeError);
    const controller = new AbortController();
    const promise = later(page.repeat(2000), url, ...more, { signal: controller.signal });
    controller.abort(new RangeError('mine'));
    await assert.rejects(promise, RangeError);
    assert.ok(await later(page, url, ...more, { signal: new AbortController().signal }));
  });
}

test('many calls may have one signal', async () => {
  const warnings = [];
  const warn = (warning) => warnings.push(warning);
  process.on('warning', warn);
  const controller = new AbortController();
  const calls = Array.from({ length: 50 }, () => linksAsync(page, url, { signal: controller.signal }));
  await Promise.all(calls.slice(0, 20));
  controller.abort(new RangeError('mine'));
  const ends = await Promise.allSettled([...calls.slice(20), linksAsync(page, url, { signal: controller.signal })]);
  assert.ok(ends.every(({ status, reason }) => status === 'fulfilled' || reason instanceof RangeError));
  assert.ok(ends.at(-1).reason instanceof RangeError);
  await new Promise(setImmediate);
  process.off('warning', warn);
  assert.deepEqual(warnings, []);
});

const large = page.repeat(20_000);  // 5 MB

test('half of the threads of the pool stay free for others', async () => {
  let done = 0;
  const jobs = Array.from({ length: 4 }, () => effectsAsync(large, url, move).then(() => { ++done; }));
  await fs.promises.stat(repository);
  assert.equal(done, 0);
  await Promise.all(jobs);
});

test('what waits for a thread when it is aborted does not begin', async () => {
  const time = async (work) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const one = await time(() => effectsAsync(large, url, move));
  const aborted = await time(async () => {
    const controller = new AbortController();
    const jobs = Array.from({ length: 20 }, () => effectsAsync(large, url, move, { signal: controller.signal }).catch(() => {}));
    const last = effectsAsync(page, url, move);
    controller.abort();
    await Promise.all([...jobs, last]);
  });
  assert.ok(aborted < 8 * one, `${aborted} and ${one} µs`);
});

test('what has begun when it is aborted ends soon', async () => {
  for (const call of [(signal) => linksAsync(large, url, { signal }), (signal) => rewriteAsync(large, url, null, { form: 'absolute', signal }),
    (signal) => new Rewriter({ form: 'absolute' }).rewriteAsync(large, url, { signal }), (signal) => rewriteAsync(large, url, () => null, { signal })]) {
    const time = async (isAborted) => {
      const controller = new AbortController();
      const before = process.cpuUsage();
      const done = call(controller.signal).catch(() => {});
      if (isAborted) await new Promise((resolve) => { setTimeout(resolve, 1); });
      if (isAborted) controller.abort();
      await done;
      await Promise.all(Array.from({ length: 2 }, () => linksAsync('', url)));  // both threads are free again
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const whole = Math.min(await time(false), await time(false));
    const aborted = Math.min(await time(true), await time(true), await time(true));
    assert.ok(aborted < 0.7 * whole, `${call}: ${aborted} and ${whole} µs`);
  }
});

test('rewriteAsync asks a function, or an asynchronous one, once for each link', async () => {
  for (const options of [undefined, move, { form: 'absolute' }, { dropBase: true }, { ...move, form: 'relative', dropBase: true }, { rebase: { 'https://docs.example/b/': 'https://docs.example/n/' } }]) {
    for (const data of [page, Buffer.from(page, 'latin1')]) {
      const change = (link) => (link.attribute === 'srcset' ? new URL('https://cdn.example/i') : link.url?.endsWith('x?%E9') ? 'https://new.example/é' : null);
      const wanted = rewrite(data, url, change, options);
      const asked = [];
      for (const ask of [change, async (link) => change(link)]) {
        const result = await rewriteAsync(data, url, (link) => { asked.push(link); return ask(link); }, options);
        assert.deepEqual(result.data, wanted.data);
        assert.deepEqual(result.edits, wanted.edits);
        assert.deepEqual(result.notes, wanted.notes);
      }
      assert.ok(asked.every(Object.isFrozen));
      assert.equal(new Set(asked.map((link) => JSON.stringify(link))).size * 2, asked.length);
    }
  }
  const changed = await rewriteAsync('<a href=x>', url, () => undefined);
  assert.deepEqual([changed.changed, changed.edits.length, changed.data], [false, 0, '<a href=x>']);
});

test('rewriteAsync by a function does as rewrite to pages of many kinds, and ends', async () => {
  let seed = 7;
  const random = (count) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % count; };
  const references = ['x', '../x', '/d/x', '?q', '#f', '', 'https://a.example/d/x', '//a.example/e/', './', '../../../../x', 'e/f'];
  const targets = ['https://a.example/d/x', 'https://a.example/e/y?z', 'https://b.example/', '/q', 'r', '../s', null, undefined];
  const change = ({ url }) => targets[[...url ?? ''].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1000003, 0) % targets.length];
  for (let i = 0; i < 150; ++i) {
    let text = random(2) ? `<base href="${references[random(references.length)]}">` : '';
    for (let j = 0; j < 20; ++j) {
      text += `<a href="${references[random(references.length)]}">`;
      if (random(5) === 0) text += `<iframe srcdoc="<base href=${references[1 + random(3)]}><a href=${references[random(4)]}>"></iframe>`;
    }
    const options = { form: ['as-written', 'absolute', 'relative', 'root-relative'][random(4)], dropBase: random(2) === 1, newUrl: random(2) ? 'https://a.example/e/f/g.html' : undefined };
    const asked = new Map();
    const ask = (link) => {
      const place = `${link.offset} ${link.index} ${link.context}`;
      asked.set(place, (asked.get(place) ?? 0) + 1);
      return change(link);
    };
    const end = async (call) => { try { return (await call()).data; } catch ({ code }) { return code; } };
    assert.equal(await end(() => rewriteAsync(text, 'https://a.example/d/p.html', ask, options)), await end(() => rewrite(text, 'https://a.example/d/p.html', change, options)), text);
    assert.ok(Math.max(...asked.values()) <= 4);
  }
});

test('what the function throws comes out as it is, and answers that are no URLs are errors', async () => {
  for (const mine of [new RangeError('mine'), null, undefined, 5, 'text']) {
    for (const change of [() => { throw mine; }, () => Promise.reject(mine)]) {
      assert.equal(await rewriteAsync(page, url, change).then(() => 'nothing', (error) => error), mine);
    }
  }
  await assert.rejects(rewriteAsync(page, url, () => 'http://['), failsWith('HREFKIT_URL'));
  for (const answer of [5, {}, [], true, Symbol('x')]) await assert.rejects(rewriteAsync(page, url, () => answer), typeError);
  for (const change of [5, 'x', [], { a: 5 }]) await assert.rejects(rewriteAsync(page, url, change), typeError);
});

test('while a function is asked for many links, timers run', async () => {
  let turns = 0, count = 0;
  const timer = setInterval(() => { ++turns; }, 1);
  const { data } = await rewriteAsync('<a href=x>'.repeat(30_000), url, ({ url }) => { ++count; return `${url}#y`; });
  clearInterval(timer);
  assert.equal(count, 30_000);
  assert.equal(data, '<a href=x#y>'.repeat(30_000));
  assert.ok(turns > 3, `${turns}`);
});

test('the function may be asked while other calls are under way, and may make them', async () => {
  const results = await Promise.all(Array.from({ length: 20 }, (_, i) => rewriteAsync('<a href=x><a href=y>', url, async (link) => {
    const inner = await rewriteAsync('<a href=z>', link.url, async () => `https://in.example/${i}`);
    return (await linksAsync(inner.data, url)).urls()[0];
  })));
  results.forEach(({ data }, i) => assert.equal(data, `<a href=https://in.example/${i}><a href=https://in.example/${i}>`));
});

const start = {
  'a check whose fetcher does not answer': "check('http://127.0.0.1:1/', { fetch() { parentPort?.postMessage(1); went(); return new Promise(() => {}); } })",
  'an archive whose stream gives nothing': 'archive({ async *[Symbol.asyncIterator]() { went(); await new Promise(() => {}); } }).next()',
  'a check of a folder': 'check(folder); went()',
  'pages in the pool': "for (let i = 0; i < 50; ++i) effectsAsync('<a href=x>'.repeat(50000), 'https://a.example/', { setBase: '/' }); went()",
  'rewriting by a function that does not answer': "rewriteAsync('<a href=x>', 'https://a.example/', () => { went(); return new Promise(() => {}); })",
};
for (const [name, code] of Object.entries(start)) {
  const head = `
    const { parentPort } = require('node:worker_threads');
    const { archive, check, effectsAsync, rewriteAsync } = require(${JSON.stringify(packageFolder)});
    const folder = ${JSON.stringify(path.join(repository, 'samples'))};
    setInterval(() => {}, 1000);`;
  test(`process.exit() during ${name}`, () => {
    const run = spawnSync(process.execPath, ['-e', `${head} const went = () => setTimeout(() => process.exit(7), 5); ${code};`], { encoding: 'utf8', timeout: 60_000 });
    assert.deepEqual([run.status, run.signal, run.stderr], [7, null, '']);
  });
  test(`a worker ends during ${name}`, async () => {
    const worker = new Worker(`${head} const went = () => parentPort.postMessage(1); ${code};`, { eval: true });
    await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject); });
    assert.equal(await worker.terminate(), 1);
  });
}

test('a module that waits for nothing else ends', (t) => {
  const file = path.join(temporaryFolder(t), 'a.cjs');
  fs.writeFileSync(file, `const { linksAsync, rewriteAsync, check } = require(${JSON.stringify(packageFolder)});
    Promise.all([linksAsync('<a href=x>', 'https://a.example/'), rewriteAsync('<a href=x>', 'https://a.example/', () => null), check(${JSON.stringify(path.join(repository, 'samples'))})])
      .then((all) => console.log(all.length));`);
  assert.equal(spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 }).stdout, '3\n');
});

test('the module may be loaded again and again in one process', () => {
  const code = `
    const folder = ${JSON.stringify(packageFolder)};
    let checks = [];
    for (let i = 0; i < 20; ++i) {
      for (const name of Object.keys(require.cache)) if (name.endsWith('.cjs')) delete require.cache[name];
      const { check, Rewriter } = require(folder);
      checks.push(check(${JSON.stringify(path.join(repository, 'samples'))}));
      new Rewriter({ form: 'absolute' }).rewrite('<a href=x>', 'https://a.example/');
    }
    setTimeout(() => process.exit(7), 5);`;
  const run = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8', timeout: 60_000 });
  assert.deepEqual([run.status, run.signal, run.stderr], [7, null, '']);
});
