// check_page.mjs URL: asks for each http link of a page, and says which are broken.
import { links } from 'hrefkit';

const response = await fetch(process.argv[2]);
const page = links(new Uint8Array(await response.arrayBuffer()), response.url, {
  contentType: response.headers.get('content-type') ?? undefined,
});
const asked = new Map();
for (const link of page) {
  if (!link.url?.startsWith('http')) {
    if (link.error) console.log(`${link.line}: ${link.raw}: ${link.error}`);
    continue;
  }
  const target = link.url.split('#')[0];
  if (!asked.has(target)) asked.set(target, fetch(target, { method: 'HEAD' }).then((r) => r.status, (e) => e.cause?.code ?? e.message));
  const status = await asked.get(target);
  if (status !== 200) console.log(`${link.line}: ${link.url}: ${status}`);
}
