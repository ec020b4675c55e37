// new_base.mjs FILE URL BASE: which links would lead elsewhere if the page had this base element.
import { readFileSync } from 'node:fs';
import { effects } from 'hrefkit';

const [file, url, setBase] = process.argv.slice(2);
for (const { line, raw, before, after, changed } of effects(readFileSync(file), url, { setBase })) {
  if (changed) console.log(`${line}: ${raw}: ${before} -> ${after}`);
}
