// 30,000 calls of a kind leave no memory behind: the process grows by less than 2 MB, which is 70 bytes a call. The heap of
// V8 grows by steps, when the machine lets its collector wait: what is lost would be lost in each of four rounds.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { packageFolder } from './support.mjs';

// Three links: 32 bytes, the smallest block of memory, lost for each of them in each call would be 2.8 MB.
const page = '<meta charset=utf-8><base href=/d/><a href="p?ä">x</a><img srcset="a 1x, b 2x">';

/** How many KB a process of its own grows by `code`, called 30,000 times after it is warm: the least of four rounds. */
function growth(code) {
  const script = `
    const { links, linksAsync, Rewriter, rewrite, rewriteAsync, effectsAsync } = require(${JSON.stringify(packageFolder)});
    const page = ${JSON.stringify(page)}, bytes = Buffer.from(page), url = 'https://docs.example/';
    const rewriter = new Rewriter({ map: { 'https://docs.example/d/a': '/x' }, change: (link) => link.url + 'x' });
    const call = ${code};
    const run = async (times) => { for (let i = 0; i < times; ++i) { const made = call(); if (made instanceof Promise) await made; } };
    (async () => {
      await run(10000);
      let least = Infinity;
      for (let round = 0; round < 4 && least > 1024; ++round) {
        const before = process.memoryUsage.rss();
        await run(30000);
        least = Math.min(least, (process.memoryUsage.rss() - before) >> 10);
      }
      console.log(least);
    })();`;
  return Number(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }));
}

for (const [name, code] of [
  ['links of bytes', '() => links(bytes, url).urls()'],
  ['links of a string, as objects', '() => links(page, url).toArray()'],
  ['links in the pool', '() => linksAsync(bytes, url)'],
  ['effects in the pool', '() => effectsAsync(bytes, url, { setBase: "/x/" })'],
  ['rewriting in the pool', '() => rewriteAsync(bytes, url, null, { form: "absolute" })'],
  ['rewriting in the pool by a function', '() => rewriteAsync(bytes, url, (link) => link.url + "x")'],
  ['a Rewriter', '() => rewriter.rewrite(bytes, url)'],
  ['a Rewriter in the pool', '() => rewriter.rewriteAsync(page, url)'],
  ['rewriting by a function', '() => rewrite(bytes, url, (link) => link.url + "x").edits'],
  ['failures', '() => { try { links(bytes, "x"); } catch {} try { rewrite(bytes, url, () => { throw 1; }); } catch {} }'],
]) {
  test(name, () => {
    const kilobytes = growth(code);
    assert.ok(kilobytes < 2 * 1024, `${kilobytes} KB`);
  });
}

// What is kept would be 300 MB more; the collector may let some wait.
test('a stream of 600 MB takes no more memory than half of it', () => {
  const script = `
    const { archive } = require(${JSON.stringify(packageFolder)});
    const http = 'HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n<a href=x>' + ' '.repeat(1 << 20);
    const record = Buffer.from('WARC/1.0\\r\\nWARC-Type: response\\r\\nWARC-Record-ID: <urn:uuid:1>\\r\\nWARC-Date: 2024-01-01T00:00:00Z\\r\\nWARC-Target-URI: https://a.example/\\r\\n'
      + 'Content-Type: application/http;msgtype=response\\r\\nContent-Length: ' + http.length + '\\r\\n\\r\\n' + http + '\\r\\n\\r\\n');
    const read = async (times) => {
      let count = 0;
      const stream = (async function* () { for (let i = 0; i < times; ++i) for (let at = 0; at < record.length; at += 65536) yield record.subarray(at, at + 65536); })();
      for await (const capture of archive(stream)) count += capture.links().length;
      return count;
    };
    (async () => {
      await read(300);
      const before = process.resourceUsage().maxRSS;
      const count = await read(600);
      console.log(count, (process.resourceUsage().maxRSS - before) >> 10);
    })();`;
  const [count, megabytes] = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).split(' ').map(Number);
  assert.equal(count, 600);
  assert.ok(megabytes < 150, `${megabytes} MB`);
});
