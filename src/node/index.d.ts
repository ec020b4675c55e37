// hrefkit for Node.js 18 and later. Links resolve as in browsers, but for xml:base (see Reading), and after a base element
// that is no URL: there they resolve with the page's address, as the HTML Standard says. Node's own URL class is the URL of these rows; strings are given back.

export type Kind = 'hyperlink' | 'stylesheet' | 'script' | 'image' | 'media' | 'frame' | 'object' | 'form' | 'cite' | 'ping' | 'refresh' | 'base' | 'css' | 'resource' | 'metadata' | 'module' | 'worker' | 'sourcemap';

/**
 * A page: a string is text that is decoded already (offsets count UTF-16 units), bytes are bytes (offsets count bytes).
 * A string is never the name of a file or a URL: the first that looks like one is a warning (`HREFKIT_NAME_AS_PAGE`).
 * Bytes are read before the call returns; the asynchronous functions copy them.
 */
export type Data = string | Uint8Array | ArrayBuffer | DataView;

/** A Buffer where the types of Node are there. */
export type Bytes = typeof globalThis extends { Buffer: { new (...values: any[]): infer B } } ? B : Uint8Array;

/**
 * The options of asynchronous functions. They work in the thread pool of Node, in at most half of its threads
 * (UV_THREADPOOL_SIZE, 4 without) at a time. When the signal aborts, the promise is rejected with its reason at once;
 * what waits for a thread is not begun, and what has begun ends soon (of XML and a few HTML pages after they are parsed).
 */
export interface Waiting {
  signal?: AbortSignal;
}

/** How a page is read, and which of its links are wanted. */
export interface Reading {
  /** The value of the Content-Type header; text/html without. */
  contentType?: string;
  /** The label of an encoding that overrides the page's own. */
  encoding?: string;
  /** That of pages that declare none: windows-1252 without; 'auto' is UTF-8 where all bytes are valid. */
  encodingFallback?: string;
  standard?: 'whatwg' | 'whatwg-2012' | 'html5' | 'web-address';
  /**
   * Which xml:base attributes count. 'auto': not those in HTML, XHTML and SVG, as in browsers; those in feeds and
   * other XML do. Without it 'on' for links, base and effects, 'auto' for rewrite and archives.
   */
  xmlBase?: 'on' | 'namespaced' | 'off' | 'auto';
  /** What the HTML of a feed's item is relative to: the feed, or the link of the item. */
  feedBase?: 'feed' | 'item';
  /** The content of noscript is text. */
  scripting?: boolean;
  /** Links in the content of templates, too. */
  templates?: boolean;
  also?: Iterable<'meta' | 'jsonld' | 'importmap' | 'speculationrules'>;
  /** Only links of these kinds, of these elements; none where one is empty. */
  kinds?: Iterable<Kind>;
  elements?: Iterable<string>;
  /** Attributes of your own that hold URLs: 'img[data-src]=url'. */
  attributes?: Iterable<string>;
  /** Rows have the text of their link or picture; with 'content' without the alt of pictures in links. */
  text?: boolean | 'content';
  /** Rows have these attributes of their element: ['rel', 'class']. */
  elementAttributes?: Iterable<string>;
  /** The base URL of the document that created an about:blank page. */
  creator?: string;
  /** The base URL of the document around an about:srcdoc page. */
  container?: string;
  /** Values of Content-Security-Policy headers, whose base-uri counts. */
  csp?: Iterable<string>;
}

/**
 * A row, frozen, with the keys of `hrefkit resolve --format jsonl`.
 * `data.slice(offset, offset + length)` is the URL as written.
 */
export interface Link {
  /** Absolute, ASCII; null where it does not resolve, and `error` says why. */
  readonly url: string | null;
  readonly error?: string;
  /** As the DOM has it: the value of the attribute, or one URL of it. */
  readonly raw: string;
  readonly element: string;
  readonly attribute: string;
  /** The namespace of the element, where it is not HTML. */
  readonly ns?: string;
  readonly kind: Kind;
  readonly rel?: string;
  readonly base: string;
  readonly baseSource: string;
  /** Which frame it is in, as "0.3"; not there for the page itself. */
  readonly context?: string;
  /** Counts the URLs of one value, from 0. */
  readonly index: number;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
  /** What a browser loads where that is not `url`; null where it loads nothing. */
  readonly loaded?: string | null;
  /** The URL leads nowhere: about:legacy-compat, about:srcdoc. */
  readonly reserved?: true;
  /** The HTTP field of a row of an archive that is not of a document; it has no place then. */
  readonly header?: string;
  /** With the option `text`, of a hyperlink or a picture in HTML: what readers see there. */
  readonly text?: string;
  /** With the option `elementAttributes`: those that the element has, if any, by name. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface Note {
  readonly code: string;
  readonly message: string;
  /** fault: only a part of the page is reported */
  readonly severity: 'fault' | 'warning' | 'remark';
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** How many places it is about, of which this is the first. */
  readonly count: number;
}

/**
 * The rows of a page, in source order, held in flat arrays; a row's object is made when it is asked for.
 *
 * structuredClone and postMessage pass on what `packed` has: `Links.from` makes Links of the clone, with all rows.
 *
 * @example
 * import { links, Links } from 'hrefkit';
 *
 * const clone = structuredClone(links('<img srcset="a.png 1x, b.png 2x">', 'https://docs.example/'));
 * console.log(Links.from(clone).map((link) => link.raw).join()); // a.png,b.png
 */
export class Links implements Iterable<Link> {
  private constructor();
  /** Of a clone; Links are given back. What is neither, or of another version of hrefkit, is a TypeError. */
  static from(clone: unknown): Links;
  readonly length: number;
  /** The document base URL of the page itself. */
  readonly base: string;
  readonly baseSource: string;
  readonly encoding: string;
  readonly encodingSource: string;
  readonly notes: readonly Note[];
  /** The rows for clones. */
  readonly packed: object;
  /** A row; negative numbers count from the end. */
  at(index: number): Link | undefined;
  urls(): Array<string | null>;
  /** One value of each row. A name that rows do not have is a TypeError. */
  column<K extends keyof Link>(name: K): Array<Link[K]>;
  /** These are as those of an array. */
  map<T>(call: (link: Link, index: number, links: Links) => T, self?: unknown): T[];
  filter(call: (link: Link, index: number, links: Links) => unknown, self?: unknown): Link[];
  find(call: (link: Link, index: number, links: Links) => unknown, self?: unknown): Link | undefined;
  slice(begin?: number, end?: number): Link[];
  entries(): IterableIterator<[number, Link]>;
  toArray(): Link[];
  toJSON(): Link[];
  [Symbol.iterator](): IterableIterator<Link>;
}

/**
 * The links of a page.
 *
 * @example
 * import { links } from 'hrefkit';
 *
 * const found = links('<base href="/g/"><a href="café.html">Café</a>', 'https://docs.example/', { kinds: ['hyperlink'] });
 * console.log(found.base); // https://docs.example/g/
 * for (const { line, column, url } of found) console.log(line, column, url); // 1 27 https://docs.example/g/caf%C3%A9.html
 */
export function links(data: Data, url: string | URL, options?: Reading): Links;
/**
 * The same in a thread of the pool.
 *
 * @example
 * import { linksAsync } from 'hrefkit';
 *
 * const found = await linksAsync('<a href="a">a</a>', 'https://docs.example/', { signal: new AbortController().signal });
 * console.log(found.urls().join()); // https://docs.example/a
 */
export function linksAsync(data: Data, url: string | URL, options?: Reading & Waiting): Promise<Links>;

export interface BaseElement {
  readonly href: string | null;
  /** What became of it: "used", "second", "in-template", ... */
  readonly fate: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}
/** The document of the page, or of a frame in it. */
export interface Context {
  readonly context: string;
  readonly address: string;
  readonly base: string;
  readonly baseSource: string;
  readonly fallback: string;
  readonly fallbackSource: string;
  readonly elements: readonly BaseElement[];
  /** Elements with an xml:base that counts: {element, value, base, line, column, offset}. */
  readonly scopes: readonly object[];
}
/**
 * The base URLs of a page, and of the documents in its frames behind it.
 *
 * @example
 * import { base } from 'hrefkit';
 *
 * const [page] = base('<base href="/a/"><base href="/b/">', 'https://docs.example/');
 * console.log(page.base, page.elements.map(({ fate }) => fate).join()); // https://docs.example/a/ used,second
 */
export function base(data: Data, url: string | URL, options?: Reading): Context[];
/** The same in a thread of the pool. */
export function baseAsync(data: Data, url: string | URL, options?: Reading & Waiting): Promise<Context[]>;

export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  readonly element: string;
  readonly attribute: string;
  readonly kind: Kind;
  readonly index: number;
  /** What was written there, and what is now. */
  readonly raw: string;
  readonly value: string;
  readonly before: string;
  /** Null where a base is dropped. */
  readonly after: string | null;
  readonly reason: string;
  readonly context?: string;
}
export interface RewriteOptions extends Reading {
  /**
   * Prefixes of URLs that end where a component ends; the longest wins. Keys and values are absolute. The note
   * "unused-rebase" names those that cover nothing in the page.
   */
  rebase?: UrlMap;
  form?: 'as-written' | 'absolute' | 'relative' | 'root-relative';
  /** The page's new address. */
  newUrl?: string | URL;
  dropBase?: boolean;
  dropXmlBase?: boolean;
  /** What stays: some of canonical, alternate, og, fragments, guid; all but fragments without. */
  keep?: Iterable<'canonical' | 'alternate' | 'og' | 'fragments' | 'guid'>;
  /** The new page is read again, unless this is false. */
  verify?: boolean;
  /** False: the page alone is wanted, and `edits` is empty. */
  edits?: boolean;
}
export interface Rewritten<D> {
  readonly data: D;
  readonly changed: boolean;
  /** How many links of the page lie below no prefix of `rebase`; 0 without it. */
  readonly uncovered: number;
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
}
/** What a function answers for a link: a URL, or null or undefined to leave it. */
export type Answer = string | URL | null | undefined;
/** New URLs by the old ones; keys are absolute. */
export type UrlMap = Map<string, string> | Record<string, string>;
/**
 * Changes the URLs of links, and nothing else of the page. `change` has URLs for URLs, or is a function, which is called
 * synchronously, perhaps more than once for a link. What it throws comes out as it is.
 *
 * @example
 * import { rewrite } from 'hrefkit';
 *
 * const page = '<a href="/old">old</a> <img src="i.png">';
 * console.log(rewrite(page, 'https://docs.example/', { 'https://docs.example/old': '/new' }).data); // <a href="/new">old</a> <img src="i.png">
 * const { data } = rewrite(page, 'https://docs.example/', (link) => (link.kind === 'image' ? `https://cdn.example/${link.raw}` : null));
 * console.log(data); // <a href="/old">old</a> <img src="https://cdn.example/i.png">
 */
export function rewrite(data: string, url: string | URL, change?: UrlMap | ((link: Link) => Answer) | null, options?: RewriteOptions): Rewritten<string>;
export function rewrite(data: Uint8Array | ArrayBuffer | DataView, url: string | URL, change?: UrlMap | ((link: Link) => Answer) | null, options?: RewriteOptions): Rewritten<Bytes>;
/**
 * The same in a thread of the pool. A function runs in the calling thread, and may be asynchronous: it is called once for
 * each link, in turns of some milliseconds, and the page is read once more for it. Its promises are awaited for a turn
 * together, so that requests should be limited by the function.
 *
 * @example
 * import { rewriteAsync } from 'hrefkit';
 *
 * const { data } = await rewriteAsync('<a href="a">a</a>', 'https://docs.example/', async (link) => {
 *   const isThere = await Promise.resolve(link.raw !== 'a'); // or a request
 *   return isThere ? null : 'https://docs.example/b';
 * });
 * console.log(data); // <a href="b">a</a>
 */
export function rewriteAsync(data: string, url: string | URL, change?: UrlMap | ((link: Link) => Answer | Promise<Answer>) | null, options?: RewriteOptions & Waiting): Promise<Rewritten<string>>;
export function rewriteAsync(data: Uint8Array | ArrayBuffer | DataView, url: string | URL, change?: UrlMap | ((link: Link) => Answer | Promise<Answer>) | null, options?: RewriteOptions & Waiting): Promise<Rewritten<Bytes>>;

export interface RewriterOptions extends RewriteOptions {
  map?: UrlMap;
  /** Asked last, with the URL that `rebase` and `map` gave. `rewrite` cannot wait for one that answers promises. */
  change?: (link: Link) => Answer | Promise<Answer>;
}
/**
 * What is to be done with the links of many pages. Its rules are parsed once: a map of 100,000 URLs costs as much as
 * thousands of pages. Those for strings are parsed when the first string comes.
 *
 * @example
 * import { Rewriter } from 'hrefkit';
 *
 * const mover = new Rewriter({ map: { 'https://docs.example/old': '/new' }, edits: false });
 * console.log(mover.rewrite('<a href="/old">', 'https://docs.example/').data); // <a href="/new">
 * console.log((await mover.rewriteAsync('<a href="old">', 'https://docs.example/')).data); // <a href="new">
 */
export class Rewriter {
  constructor(options?: RewriterOptions);
  rewrite(data: string, url: string | URL): Rewritten<string>;
  rewrite(data: Uint8Array | ArrayBuffer | DataView, url: string | URL): Rewritten<Bytes>;
  rewriteAsync(data: string, url: string | URL, options?: Waiting): Promise<Rewritten<string>>;
  rewriteAsync(data: Uint8Array | ArrayBuffer | DataView, url: string | URL, options?: Waiting): Promise<Rewritten<Bytes>>;
  /** The keys of `rebase` below which neither a page nor a link was so far: they may be misspelt. */
  readonly unused: string[];
}

export interface Effect {
  readonly element: string;
  readonly attribute: string;
  readonly raw: string;
  readonly effect: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly changed: boolean;
  /** An open page keeps `before` until it is reloaded. */
  readonly stale: boolean;
  readonly hazards: readonly string[];
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly index: number;
  /** The frames' indexes, "0.3"; absent for the page itself. */
  readonly context?: string;
}
/** Changes of base URLs. The keys of xml:base changes are CSS selectors. */
export interface BaseChange {
  setBase?: string | URL;
  removeBase?: boolean;
  newUrl?: string | URL;
  setXmlBase?: UrlMap;
  removeXmlBase?: Iterable<string>;
}
/**
 * What changes of base URLs would do to the links of a page and of its srcdoc documents.
 *
 * @example
 * import { effects } from 'hrefkit';
 *
 * const [link] = effects('<a href="a">a</a>', 'https://docs.example/', { setBase: '/b/' });
 * console.log(link.before, link.after); // https://docs.example/a https://docs.example/b/a
 */
export function effects(data: Data, url: string | URL, change: BaseChange, options?: Reading): Effect[];
/** The same in a thread of the pool. */
export function effectsAsync(data: Data, url: string | URL, change: BaseChange, options?: Reading & Waiting): Promise<Effect[]>;

export interface Finding {
  readonly rule: string;
  readonly severity: 'error' | 'warning' | 'note';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
  readonly element: string;
  readonly attribute: string;
  readonly index: number;
  readonly raw: string;
  readonly url: string | null;
  readonly base: string;
  readonly baseSource: string;
  /** The path below the folder that was looked for. */
  readonly target?: string;
  /** The nearest that exists. */
  readonly suggestion?: string;
  readonly message: string;
  readonly context?: string;
  /** Of HTTP, where the link was asked for. */
  readonly status?: number;
  /** A word such as "dns", where the link was asked for. */
  readonly reason?: string;
  /** Where redirects lead. */
  readonly finalUrl?: string;
  /** The source where it can be repaired, with the setting sources. */
  readonly sourceFile?: string;
  /** From 1; left out where only the file is known. */
  readonly sourceFileLine?: number;
  /** From 1, in code points. */
  readonly sourceFileColumn?: number;
  /** In bytes of the source. */
  readonly sourceFileOffset?: number;
  /** In bytes of the source. */
  readonly sourceFileLength?: number;
  /** What repairs it, where there is one safe answer, as it is written in the page. */
  readonly fixValue?: string;
  /** Of what fixValue replaces, in bytes of the file. */
  readonly fixOffset?: number;
  /** Of what fixValue replaces, in bytes of the file. */
  readonly fixLength?: number;
  /** What repairs it in the source, in place of its bytes there, where that is sure. */
  readonly sourceFix?: string;
}
/** One request of a check: no redirect is to be followed. */
export interface CheckRequest {
  readonly method: 'HEAD' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wantsBody: boolean;
}
/**
 * Its answer; a Response of fetch with redirect 'manual' is one. Its body is as the server sent it, and `headers` name its
 * codings; of a Response of fetch, whose codings are undone, they do not count.
 */
export interface CheckAnswer {
  readonly status: number;
  readonly headers?: Iterable<readonly [string, string]> | Record<string, string | string[]>;
  readonly body?: string | ArrayBuffer | ArrayBufferView | AsyncIterable<Uint8Array> | null;
}
export interface CheckOptions {
  siteUrl?: string;
  index?: Iterable<string>;
  extensions?: Iterable<string>;
  rules?: Record<string, 'off' | 'note' | 'warning' | 'error'>;
  hidden?: boolean;
  orphans?: boolean;
  /** List links to other sites. */
  external?: boolean;
  threads?: number;
  /** Other options of `hrefkit check` by their long names, see the manual: { 'exclude-path': ['old/**'] }. */
  settings?: Record<string, string | boolean | string[]>;
  /**
   * Asks for pages of a live site, and with settings { external: 'check' } for links to other sites: one request at a
   * time. A string says why there is no answer: "dns", "refused", "timeout", "tls-expired".
   */
  fetch?: (request: CheckRequest) => CheckAnswer | string | Promise<CheckAnswer | string>;
  signal?: AbortSignal;
}
export interface Report {
  /** No errors, and each page could be read. */
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  readonly summary: Readonly<Record<string, number>>;
  /** Files that could not be read, or only in part. */
  readonly trouble: ReadonlyArray<{ readonly path: string; readonly why: string }>;
}
/**
 * The broken links of a folder that will be a site, or of the live site at an http or https URL. A folder without a page
 * is the error HREFKIT_EMPTY.
 *
 * @example
 * import { mkdtempSync, writeFileSync } from 'node:fs';
 * import { check } from 'hrefkit';
 *
 * const folder = mkdtempSync('/tmp/site-');
 * writeFileSync(`${folder}/index.html`, '<!DOCTYPE html><title>t</title><a href="gone.html">gone</a>');
 * const { ok, findings } = await check(folder, { siteUrl: 'https://docs.example/' });
 * console.log(ok, findings.map(({ line, rule, message }) => `${line} ${rule} ${message}`).join()); // false 1 missing-file gone.html does not exist
 */
export function check(folder: string | URL, options?: CheckOptions): Promise<Report>;

/** A record; it stays valid when the next one is read. A clone has its body, and no links(). */
export interface Capture {
  readonly uri: string;
  readonly date: string;
  readonly status: number;
  readonly recordType: string;
  readonly mediaType: string;
  readonly charset: string;
  readonly recordOffset: number;
  readonly recordLength: number;
  /** Of a document, without the codings of HTTP; null for others. */
  readonly body: Bytes | null;
  /** Those of its HTTP fields come first. */
  links(options?: Reading): Links;
}
export type RecordType = 'warcinfo' | 'request' | 'response' | 'revisit' | 'resource' | 'metadata' | 'conversion' | 'continuation';
/** Pieces of bytes that follow each other: a Readable or a ReadableStream is one. */
export type ByteStream = AsyncIterable<Uint8Array | ArrayBuffer | DataView>;
export interface Captures extends AsyncIterableIterator<Capture> {
  readonly notes: ReadonlyArray<{ readonly offset: number; readonly why: string }>;
  /** Ends the reading, and the stream. */
  close(): void;
}
/**
 * The captures of a WARC file: of a path or a URL with the scheme file; of its bytes, which are copied; or of a stream of
 * bytes, which is read as captures are asked for, by a thread of its own, and ended with them. They can be iterated once.
 * What a stream throws comes out as it is, behind the captures before.
 *
 * @example
 * import { createReadStream } from 'node:fs';
 * import { archive } from 'hrefkit';
 *
 * const captures = archive(createReadStream('samples/letters.warc.gz'), { records: ['response'] });
 * let count = 0;
 * for await (const capture of captures) count += capture.links({ kinds: ['hyperlink'] }).length;
 * console.log(count, captures.notes.length); // 8 0
 */
export function archive(source: string | URL | Uint8Array | ArrayBuffer | DataView | ByteStream, options?: { records?: Iterable<RecordType>; maxBody?: number }): Captures;

/**
 * The shortest reference from a page with this base URL to the URL.
 *
 * @example
 * import { relativize, resolve } from 'hrefkit';
 *
 * console.log(relativize('https://docs.example/a/b.html', 'https://docs.example/c.html')); // /c.html
 * console.log(resolve('../c.html', 'https://docs.example/a/b.html')); // https://docs.example/c.html
 */
export function relativize(base: string | URL, url: string | URL): string;
/** The absolute URL of a reference. */
export function resolve(reference: string, base: string | URL, options?: { encoding?: string; standard?: Reading['standard'] }): string;

/**
 * code: 'HREFKIT_URL', 'HREFKIT_ENCODING', 'HREFKIT_CONTENT_TYPE', 'HREFKIT_TOO_LARGE', 'HREFKIT_NOT_PROVED',
 * 'HREFKIT_SELECTOR', 'HREFKIT_FORMAT', 'HREFKIT_EMPTY'; files: Node's own codes ('ENOENT'). Arguments of a wrong type,
 * names that do not exist, and buffers that are detached are a TypeError.
 */
export class HrefkitError extends Error {
  readonly code: string;
  /** Why it is not a URL: "invalid-port", ... */
  readonly reason?: string;
}
export const version: string;
