// hrefkit for Node.js 18 and later. Node's own URL class is the URL of these rows; strings are given back.

export type Kind = 'hyperlink' | 'stylesheet' | 'script' | 'image' | 'media' | 'frame' | 'object' | 'form' | 'cite' | 'ping' | 'refresh' | 'base' | 'css' | 'resource' | 'metadata' | 'module' | 'worker' | 'sourcemap';

/**
 * A page: a string is text that is decoded already (offsets count UTF-16 units), bytes are bytes (offsets count bytes).
 * A string is never the name of a file or a URL: the first that looks like one is a warning (`HREFKIT_NAME_AS_PAGE`).
 * Bytes are read before the call returns; the asynchronous functions copy them.
 */
export type Data = string | Uint8Array | ArrayBuffer;

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
  also?: Array<'meta' | 'jsonld' | 'importmap' | 'speculationrules'>;
  /** Only links of these kinds, of these elements; all where the list is empty. */
  kinds?: Kind[];
  elements?: string[];
  /** Attributes of your own that hold URLs: 'img[data-src]=url'. */
  attributes?: string[];
  /** The base URL of the document that created an about:blank page. */
  creator?: string;
  /** The base URL of the document around an about:srcdoc page. */
  container?: string;
  /** Values of Content-Security-Policy headers, whose base-uri counts. */
  csp?: string[];
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

/** The rows of a page, in source order, held in flat arrays; a row's object is made when it is asked for. */
export interface Links extends Iterable<Link> {
  readonly length: number;
  /** The document base URL of the page itself. */
  readonly base: string;
  readonly baseSource: string;
  readonly encoding: string;
  readonly encodingSource: string;
  readonly notes: readonly Note[];
  /** A row; negative numbers count from the end. */
  at(index: number): Link | undefined;
  urls(): Array<string | null>;
  /** One value of each row. A name that rows do not have is a TypeError. */
  column<K extends keyof Link>(name: K): Array<Link[K]>;
  toArray(): Link[];
  toJSON(): Link[];
}

export function links(data: Data, url: string | URL, options?: Reading): Links;
/** The same in a thread of the pool. */
export function linksAsync(data: Data, url: string | URL, options?: Reading & { signal?: AbortSignal }): Promise<Links>;

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
/** The base URLs of a page, and of the documents in its frames behind it. */
export function base(data: Data, url: string | URL, options?: Reading): Context[];

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
  /** Prefixes of URLs that end where a component ends; the longest wins. */
  rebase?: Record<string, string>;
  form?: 'as-written' | 'absolute' | 'relative' | 'root-relative';
  /** The page's new address. */
  newUrl?: string | URL;
  dropBase?: boolean;
  dropXmlBase?: boolean;
  /** What stays: some of canonical, alternate, og, fragments, guid; all but fragments without. */
  keep?: string[];
  /** The new page is read again, unless this is false. */
  verify?: boolean;
}
export interface Rewritten<D> {
  readonly data: D;
  readonly changed: boolean;
  readonly edits: readonly Edit[];
  readonly notes: readonly Note[];
}
/**
 * `change` answers a URL, or null or undefined to leave the link. What it throws comes out as it is. It is called
 * synchronously, perhaps more than once for a link.
 */
export function rewrite(data: string, url: string | URL, change?: Map<string, string> | Record<string, string> | ((link: Link) => string | URL | null | undefined) | null, options?: RewriteOptions): Rewritten<string>;
export function rewrite(data: Uint8Array | ArrayBuffer, url: string | URL, change?: Map<string, string> | Record<string, string> | ((link: Link) => string | URL | null | undefined) | null, options?: RewriteOptions): Rewritten<Buffer>;

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
/** What changes of base URLs would do to the links of a page and of its srcdoc documents. The keys of xml:base changes are CSS selectors. */
export function effects(data: Data, url: string | URL, change: { setBase?: string; removeBase?: boolean; newUrl?: string; setXmlBase?: Record<string, string>; removeXmlBase?: string[] }, options?: Reading): Effect[];

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
  index?: string[];
  extensions?: string[];
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
 */
export function check(folder: string | URL, options?: CheckOptions): Promise<Report>;

/** A record; it stays valid when the next one is read. */
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
  readonly body: Buffer | null;
  /** Those of its HTTP fields come first. */
  links(options?: Reading): Links;
}
/** The captures of a WARC file, or of its bytes, which are copied. They can be iterated once. */
export function archive(source: string | URL | Uint8Array, options?: { records?: string[]; maxBody?: number }): AsyncIterable<Capture> & { readonly notes: ReadonlyArray<{ offset: number; why: string }>; close(): void };

/** The shortest reference from a page with this base URL to the URL. */
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
