// A program that uses all types; tsc --strict must take it.
import { archive, base, baseAsync, check, effects, effectsAsync, HrefkitError, Kind, Link, Links, links, linksAsync, Reading, relativize, resolve, Rewriter, rewrite, rewriteAsync, version } from 'hrefkit';

const reading: Reading = { kinds: ['image'], also: ['meta'], xmlBase: 'off', attributes: ['img[data-src]=url'] };
const found = links('<a href=x>', new URL('https://a.example/'), reading);
const first: Link | undefined = found.at(0);
const url: string | null | undefined = first?.url;
const kinds: Kind[] = found.column('kind');
const loaded: Array<string | null | undefined> = found.column('loaded');
const copy: Links = Links.from(found);
const rest: Array<string | null> = copy.slice(1, -1).concat(copy.filter((link) => link.url)).map((link) => link.url).concat(copy.map(({ url }) => url));
const pair: [number, Link] | undefined = [...copy.entries()][0];
const some: Reading = { kinds: new Set<Kind>(['image']), elements: new Set(['a']).values() };
const texts: Array<string | undefined> = links('', 'https://a.example/', { text: 'content', elementAttributes: new Set(['class']) }).column('text');
console.log(texts, found.at(0)?.attributes?.class, rewrite('', 'https://a.example/').uncovered + 1, found.notes.map(({ count }) => count + 1), rest, pair, some, copy.find((link) => link.kind === 'image')?.raw, archive('x', { records: ['response'] }));
for (const link of found) if (link.error !== undefined) console.log(link.raw.length, link.line + 1);
const text: string = rewrite('', 'https://a.example/', (link) => (link.url === null ? null : new URL(link.url))).data;
const bytes: Uint8Array = rewrite(new Uint8Array(1), 'https://a.example/', { a: 'b' }, { form: 'absolute', keep: [] }).data;
rewrite('', 'https://a.example/', new Map<string, string>(), { verify: false, csp: [] });
const bases: string[] = base('', 'https://a.example/').map((context) => context.base);
const after: Array<string | null> = effects('', 'https://a.example/', { setBase: '/x' }).map((effect) => effect.after);
const strings: string[] = [relativize('https://a.example/', 'https://a.example/x'), resolve('x', 'https://a.example/', { standard: 'html5' }), version];
async function run(signal: AbortSignal): Promise<number> {
  const report = await check('public', { rules: { 'missing-file': 'off' }, settings: { host: 'netlify' }, signal });
  let count = report.findings.length + (report.summary.errors ?? 0) + report.trouble.length;
  const captures = archive('x.warc.gz', { maxBody: 1 });
  for await (const capture of captures) count += capture.links(reading).length + (capture.body?.length ?? 0);
  for (const note of captures.notes) count += note.offset;
  captures.close();
  for await (const capture of archive((async function* () { yield new Uint8Array(1); yield new DataView(new ArrayBuffer(1)); })())) count += capture.status;
  const later: string = (await rewriteAsync('', 'https://a.example/', async (link) => link.url, { signal })).data;
  const laterBytes: Uint8Array = (await rewriteAsync(new DataView(new ArrayBuffer(1)), 'https://a.example/', null, { form: 'relative' })).data;
  count += later.length + laterBytes.length + (await baseAsync('', 'https://a.example/', { signal })).length;
  count += (await effectsAsync('', 'https://a.example/', { newUrl: new URL('https://a.example/x') }, { signal, scripting: true })).length;
  return count + (await linksAsync(new ArrayBuffer(1), 'https://a.example/', { signal })).length;
}
run(new AbortController().signal).catch((error: unknown) => {
  if (error instanceof HrefkitError) console.log(error.code, error.reason);
});
const mover = new Rewriter({ map: new Map([['https://a.example/', '/b']]), rebase: { 'https://a.example/': 'https://b.example/' }, edits: false, change: async () => null });
const moved: string = mover.rewrite('', 'https://a.example/').data + mover.unused.join();
const movedLater: Promise<Uint8Array> = mover.rewriteAsync(new Uint8Array(1), 'https://a.example/', { signal: new AbortController().signal }).then(({ data }) => data);
console.log(moved, movedLater, url, kinds, loaded, text, bytes, bases, after, strings);

// What must not compile:
// @ts-expect-error
links(5, 'https://a.example/');
// @ts-expect-error
links('', 'https://a.example/', { kinds: ['nothing'] });
// @ts-expect-error
rewrite('', 'https://a.example/', async () => null);
// @ts-expect-error
new Links();
// @ts-expect-error
archive('x', { records: ['nothing'] });
// @ts-expect-error
found.at(0)!.url = '';
