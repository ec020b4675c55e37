// why_base.mjs FILE URL: the base URL of a page, and what became of each base element.
import { readFileSync } from 'node:fs';
import { base } from 'hrefkit';

const [file, url] = process.argv.slice(2);
for (const document of base(readFileSync(file), url)) {
  console.log(`${document.context || 'page'}: ${document.base} (${document.baseSource})`);
  for (const { href, fate, line } of document.elements) console.log(`  line ${line}: ${href ?? 'no href'}: ${fate}`);
}
