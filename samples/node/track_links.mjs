// track_links.mjs FILE URL: sends links to other sites through a page of ours, and says what was changed.
import { readFileSync } from 'node:fs';
import { rewrite } from 'hrefkit';

const [file, url] = process.argv.slice(2);
const { edits } = rewrite(readFileSync(file, 'utf8'), url, (link) => {
  if (link.kind !== 'hyperlink' || new URL(link.url).origin === new URL(url).origin) return null;
  return new URL(`/out?to=${encodeURIComponent(link.url)}`, url);
});
for (const { line, raw, value } of edits) console.log(`${line}: ${raw} -> ${value}`);
