import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { hrefkit, packageFolder } from './support.mjs';

const url = 'https://docs.example/d/';
const page = '<base href=b/>' + Array.from({ length: 200 }, (_, i) => `<a href="p${i}?é">x</a><img srcset="a${i} 1x, b 2x">`).join('');

const code = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { links, linksAsync, rewrite } = require(workerData.package);
  (async () => {
    const { page, url } = workerData;
    let rows, again;
    for (let i = 0; i < 50; ++i) rows = JSON.stringify(links(page, url));
    for (let i = 0; i < 20; ++i) again = JSON.stringify(await linksAsync(page, url));
    const rewritten = rewrite(page, url, (link) => link.url + '#w').data;
    let thrown;
    try { links(page, 'x'); } catch (error) { thrown = error.code; }
    parentPort.postMessage({ rows, again, rewritten, thrown });
  })();`;

test('eight worker threads give the same answers', async () => {
  const wanted = JSON.stringify(hrefkit.links(page, url));
  const rewritten = hrefkit.rewrite(page, url, (link) => `${link.url}#w`).data;
  const answers = await Promise.all(Array.from({ length: 8 }, () => new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: { package: packageFolder, page, url } });
    worker.once('message', resolve);
    worker.once('error', reject);
  })));
  for (const answer of answers) assert.deepEqual(answer, { rows: wanted, again: wanted, rewritten, thrown: 'HREFKIT_URL' });
});

test('a worker may end while it has work in the pool', async () => {
  const busy = `
    const { workerData, parentPort } = require('node:worker_threads');
    const { linksAsync } = require(workerData.package);
    for (let i = 0; i < 50; ++i) linksAsync(workerData.page.repeat(20), workerData.url);
    parentPort.postMessage('started');`;
  for (let i = 0; i < 4; ++i) {
    const worker = new Worker(busy, { eval: true, workerData: { package: packageFolder, page, url } });
    await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject); });
    await worker.terminate();
  }
  assert.equal((await hrefkit.linksAsync(page, url)).length, hrefkit.links(page, url).length);
});
