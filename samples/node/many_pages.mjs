// many_pages.mjs FOLDER: which hosts the pages of a folder link to, read by a worker thread for each processor.
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { links } from 'hrefkit';

/** Counts the hosts of every page, or, of `count` threads, of its share. */
function countHosts({ files, first, count }) {
  const hosts = new Map();
  for (let i = first; i < files.length; i += count) {
    for (const url of links(readFileSync(files[i]), pathToFileURL(files[i])).urls()) {
      const host = url && new URL(url).host;
      if (host) hosts.set(host, (hosts.get(host) ?? 0) + 1);
    }
  }
  return hosts;
}

if (isMainThread) {
  const [folder] = process.argv.slice(2);
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html')).map((name) => path.resolve(folder, name));
  const count = Math.min(availableParallelism?.() ?? cpus().length, Math.ceil(files.length / 2000));  // a thread takes as long to start as a thousand pages to read
  const shares = await Promise.all(Array.from({ length: count }, (_, first) => (count === 1 ? countHosts({ files, first, count })
    : new Promise((resolve, reject) => {
      const worker = new Worker(fileURLToPath(import.meta.url), { workerData: { files, first, count } });
      worker.once('message', resolve).once('error', reject);
    }))));
  const hosts = new Map();
  for (const share of shares) for (const [host, links] of share) hosts.set(host, (hosts.get(host) ?? 0) + links);
  for (const [host, links] of [...hosts].sort()) console.log(`${host} ${links}`);
} else {
  parentPort.postMessage(countHosts(workerData));
}
