import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { failsWith, hrefkit, temporaryFolder, typeError, writeFiles } from './support.mjs';

const { check } = hrefkit;
const head = '<!DOCTYPE html><meta charset=utf-8><title>t</title>';
const site = {
  'index.html': `${head}<a href=a.html>a</a><a href=gone.html>gone</a><a href="https://other.example/">o</a>`,
  'a.html': `${head}<a href="./">back</a><a href="#no">no</a>`,
};

test('a folder has its broken links', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, site);
  const report = await check(folder, { siteUrl: 'https://docs.example/' });
  assert.equal(report.ok, false);
  assert.deepEqual(report.findings.map((finding) => [finding.rule, path.relative(folder, finding.file), finding.raw]).sort(),
    [['missing-file', 'index.html', 'gone.html'], ['missing-fragment', 'a.html', '#no']]);
  const [gone] = report.findings.filter((finding) => finding.rule === 'missing-file');
  assert.deepEqual([gone.severity, gone.line, gone.element, gone.attribute, gone.url, gone.target, gone.base, gone.baseSource],
    ['error', 1, 'a', 'href', 'https://docs.example/gone.html', 'gone.html', 'https://docs.example/index.html', 'document']);
  assert.equal(site['index.html'].slice(gone.offset, gone.offset + gone.length), 'gone.html');
  assert.ok(gone.message.length > 0);
  const { pages, otherFiles, links, fine, found, external, ignored, notJudged, errors, warnings } = report.summary;
  assert.deepEqual([pages, otherFiles, links, fine, found, external, ignored, notJudged, errors, warnings], [2, 0, 5, 2, 2, 1, 0, 0, 2, 0]);
  assert.deepEqual(report.trouble, []);
  assert.ok([report, report.findings, gone, report.summary].every(Object.isFrozen));
  assert.deepEqual((await check(pathToFileURL(folder), { siteUrl: new URL('https://docs.example/'), threads: 2 })).findings, report.findings);
});

test('findings have their places in the sources', async (t) => {
  const folder = temporaryFolder(t);
  const prose = 'To set the program up, fetch it, unpack it, and put it where your shell finds programs. ';
  const source = `# Guide\n\n${prose}\nSee [x](gone.md).\n`;
  writeFiles(folder, {
    'docs/guide.md': source,
    'public/guide.html': `<main><p>${prose}See <a href="gone.html">x</a>.</main>`,
    'public/other.html': '<a href="none.html">y</a><a href="guide.html">z</a>',
  });
  const build = path.join(folder, 'public');
  const { findings } = await check(build, { settings: { sources: [path.join(folder, 'docs')] } });
  const [gone] = findings.filter((finding) => finding.raw === 'gone.html');
  assert.deepEqual([gone.sourceFile, gone.sourceFileLine, gone.sourceFileColumn], [path.join(folder, 'docs', 'guide.md'), 4, 9]);
  assert.equal(source.slice(gone.sourceFileOffset, gone.sourceFileOffset + gone.sourceFileLength), 'gone.md');
  const [none] = findings.filter((finding) => finding.raw === 'none.html');
  assert.ok(!('sourceFile' in none) && !('sourceFileLine' in none));
  assert.ok(!('sourceFile' in (await check(build)).findings[0]));
});

test('a finding has what repairs it', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, { 'Guide.html': head, 'a.html': `${head}<a href=guide.html><a href=gone.html>` });
  const { findings: [wrong, gone] } = await check(folder);
  assert.deepEqual([wrong.raw, wrong.fixValue, wrong.fixOffset, wrong.fixLength], ['guide.html', 'Guide.html', wrong.offset, 10]);
  assert.deepEqual([gone.raw, gone.fixValue, 'fixOffset' in gone], ['gone.html', undefined, false]);
});

test('each option counts', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, { ...site, '.hidden.html': '<a href=none.html>', 'b.htm': head });
  const rules = async (options) => (await check(folder, options)).findings.map((finding) => finding.rule).sort();
  assert.deepEqual(await rules(), ['missing-file', 'missing-fragment']);
  assert.deepEqual(await rules({ rules: { 'missing-file': 'off' } }), ['missing-fragment']);
  assert.equal((await check(folder, { rules: { 'missing-file': 'warning', 'missing-fragment': 'note' } })).ok, true);
  assert.ok((await rules({ hidden: true })).filter((rule) => rule === 'missing-file').length === 2);
  assert.ok((await rules({ orphans: true })).some((rule) => rule.includes('orphan')));
  assert.ok((await rules({ external: true })).includes('external'));
  assert.ok(!(await rules({ settings: { 'exclude-path': ['index.html'] } })).includes('missing-file'));
  assert.ok((await rules({ settings: { attribute: ['p[title]=url'], host: 'netlify', orphans: true } })).some((rule) => rule.includes('orphan')));
  writeFiles(folder, { 'index.html': `${head}<a href=a>a</a>`, 'a.html': `${head}<a href="./">`, 'd/start.html': `${head}<a href="../d/">` });
  assert.deepEqual(await rules({ extensions: ['html'], index: ['start.html', 'index.html'] }), []);
});

test('files and folders that are not there have the codes of Node', async (t) => {
  const folder = temporaryFolder(t);
  await assert.rejects(check(path.join(folder, 'none')), (error) => failsWith('ENOENT')(error) && error.errno < 0);
  await assert.rejects(check(folder), failsWith('HREFKIT_EMPTY'));
});

test('wrong arguments reject, and never throw', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, site);
  for (const given of [undefined, null, 5, {}, [], 'a\0b', new Uint8Array(2)]) await assert.rejects(check(given), typeError);
  for (const options of [null, { threads: -1 }, { threads: 1.5 }, { rules: [] }, { rules: { a: 1 } }, { index: 'x' }, { nothing: 1 }, { settings: { a: 5 } }, { hidden: 1 },
    { rules: { 'no-such-rule': 'off' } }, { rules: { 'missing-file': 'loud' } }, { settings: { 'no-such-option': true } }]) {
    await assert.rejects(check(folder, options), typeError);
  }
  await assert.rejects(check(folder, { siteUrl: 'x' }), (error) => typeof error.code === 'string');
});

test('a wrong setting has the message of the command', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, site);
  const lines = readFileSync(new URL('../support/check_settings.tsv', import.meta.url), 'utf8').trimEnd().split('\n');
  const cases = lines.filter((line) => !line.startsWith('#')).map((line) => line.split('\t'));
  assert.ok(cases.length > 40);
  for (const [name, text, message] of cases) {
    const value = text.replace('\\r', '\r').replace('\\n', '\n');
    await assert.rejects(check(folder, { settings: { [name]: value } }), { ...typeError, message: `${name}: ${message}` });
  }
});

test('a live site is crawled', async () => {
  const pages = { '/': '<a href=page>x</a><a href=gone>x</a>', '/page': '<a href=./#no>x</a>' };
  const fetch = ({ url }) => {
    const body = pages[new URL(url).pathname];
    return { status: body === undefined ? 404 : 200, headers: { 'Content-Type': 'text/html' }, body };
  };
  for (const start of ['https://a.example/', new URL('https://a.example/')]) {
    const { findings } = await check(start, { settings: { delay: '0', retries: '0' }, fetch });
    assert.deepEqual(findings.map(({ rule, file, raw }) => [rule, file, raw]),
      [['missing-file', 'https://a.example/', 'gone'], ['missing-fragment', 'https://a.example/page', './#no']]);
  }
});

test('a signal stops it', async (t) => {
  const folder = temporaryFolder(t);
  const files = {};
  for (let i = 0; i < 300; ++i) files[`${i}.html`] = head + '<a href=gone.html>x</a>'.repeat(100);
  writeFiles(folder, files);
  const controller = new AbortController();
  const promise = check(folder, { signal: controller.signal });
  controller.abort();
  await assert.rejects(promise, { name: 'AbortError' });
  await assert.rejects(check(folder, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal((await check(folder)).findings.length, 30000);
});

test('checks may run beside each other', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, site);
  const reports = await Promise.all(Array.from({ length: 8 }, () => check(folder)));
  for (const report of reports) assert.deepEqual(report.findings, reports[0].findings);
});

const web = async ({ url, wantsBody }) => {
  switch (url) {
    case 'https://a.example/page':
      return new Response(wantsBody ? '<p id=a><p id=b>' : null, { headers: { 'content-type': 'text/html' } });
    case 'https://a.example/old': return { status: 301, headers: [['Location', '/page']] };
    case 'https://b.example/': return 'tls-expired';
    default: return { status: 404, headers: { 'X-A': ['1', '2'] }, body: Buffer.from('gone') };
  }
};
const settings = { external: 'check', delay: '0', 'retry-wait': '0', header: ['X-Test: 1'] };

test('a fetcher asks for links to other sites', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, {
    'a.html': `${head}<a href=https://a.example/old#b>1</a><a href=https://a.example/page#c>2</a>
      <a href=https://b.example/>3</a><a href=https://c.example/>4</a>`,
  });
  const requests = [];
  const fetch = (request) => { requests.push(request); return web(request); };
  const { findings, ok } = await check(folder, { settings, fetch });
  assert.equal(ok, false);
  assert.deepEqual(findings.map(({ rule, status, reason, finalUrl }) => [rule, status, reason, finalUrl]), [
    ['external-redirected', 200, undefined, 'https://a.example/page'],
    ['external-fragment', 200, undefined, undefined],
    ['external-tls', undefined, 'tls-expired', undefined],
    ['external-broken', 404, 'status', undefined],
  ]);
  assert.ok(requests.every(({ method, headers }) => ['GET', 'HEAD'].includes(method) && headers['X-Test'] === '1'));
  assert.ok(requests.some(({ wantsBody }) => wantsBody));
  await assert.rejects(check(folder, { settings }), typeError);
  await assert.rejects(check(folder, { settings, fetch: 3 }), typeError);
});

test('of a Response of fetch the codings are undone, and are not undone again', async (t) => {
  const server = createServer((request, response) => {
    const body = gzipSync('<p id=a><p id=b>');
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}/x`;
  const folder = temporaryFolder(t);
  writeFiles(folder, { 'a.html': `${head}<a href=${url}#b>1</a><a href=${url}#none>2</a>` });
  const rules = { 'local-address': 'off' };
  const asked = { ...settings, 'allow-private': '127.0.0.0/8' };
  const raw = async ({ method, wantsBody }) => ({ status: 200, headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' },
    body: method === 'GET' && wantsBody ? gzipSync('<p id=a><p id=b>') : null });
  for (const fetcher of [({ url: one, ...more }) => fetch(one, { ...more, redirect: 'manual' }), raw]) {
    const { findings } = await check(folder, { settings: asked, rules, fetch: fetcher });
    assert.deepEqual(findings.map(({ rule, raw: written }) => [rule, written]), [['external-fragment', `${url}#none`]]);
  }
});

test('what a fetcher throws comes out unchanged', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, { 'a.html': `${head}<a href=https://a.example/>1</a>` });
  const error = new Error('mine');
  await assert.rejects(check(folder, { settings, fetch: () => { throw error; } }), (thrown) => thrown === error);
  await assert.rejects(check(folder, { settings, fetch: async () => { throw error; } }), (thrown) => thrown === error);
  await assert.rejects(check(folder, { settings, fetch: () => 7 }), typeError);
});

test('a check that waits for a fetcher can be stopped', async (t) => {
  const folder = temporaryFolder(t);
  writeFiles(folder, { 'a.html': `${head}<a href=https://a.example/>1</a>` });
  const controller = new AbortController();
  const fetch = () => { controller.abort(); return new Promise(() => {}); };
  await assert.rejects(check(folder, { settings, fetch, signal: controller.signal }), { name: 'AbortError' });
});
