// many_pages.mjs FOLDER: which hosts the pages of a folder link to, read in the threads of the pool.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { linksAsync } from 'hrefkit';

const [folder] = process.argv.slice(2);
const hosts = new Map();
for (const name of await readdir(folder, { recursive: true })) {
  if (!name.endsWith('.html')) continue;
  const file = path.resolve(folder, name);
  for (const url of (await linksAsync(await readFile(file), pathToFileURL(file))).urls()) {
    const host = url && new URL(url).host;
    if (host) hosts.set(host, (hosts.get(host) ?? 0) + 1);
  }
}
for (const [host, count] of [...hosts].sort()) console.log(`${host} ${count}`);
