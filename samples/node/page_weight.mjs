// page_weight.mjs FILE URL: what a browser fetches for a page, by kind.
import { readFileSync } from 'node:fs';
import { links } from 'hrefkit';

const [file, url] = process.argv.slice(2);
const fetched = ['stylesheet', 'script', 'image', 'media', 'frame', 'object', 'css', 'resource'];
const urls = new Map(fetched.map((kind) => [kind, new Set()]));
for (const link of links(readFileSync(file), url, { kinds: fetched })) {
  const loaded = link.loaded === undefined ? link.url : link.loaded; // what stands before the base element
  if (loaded) urls.get(link.kind).add(loaded);
}
for (const [kind, set] of urls) if (set.size > 0) console.log(`${kind}: ${[...set].join(' ')}`);
