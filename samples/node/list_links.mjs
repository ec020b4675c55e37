// list_links.mjs FILE URL: every link of a page whose address is URL.
import { readFileSync } from 'node:fs';
import { links } from 'hrefkit';

const [file, url] = process.argv.slice(2);
for (const link of links(readFileSync(file), url)) {
  console.log(`${link.line}:${link.column} ${link.kind} ${link.url ?? link.error}`);
}
