'use strict';
// hrefkit for Node.js: every link of a page, as a browser resolves it. index.d.ts says what each function is.
//
// The addon (the sources in C beside this file) is called with checked arguments, and answers with flat arrays: a
// "sheet" is [cells, text, names], where `cells` has some numbers for each row. A cell holds a number, or the number
// of a name, from 1; two cells say where a text begins and ends in `text`. Objects are made of rows by rows.cjs, when
// they are asked for.
const { existsSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const { getSystemErrorName, inspect } = require('node:util');
const native = require('./load.cjs').addon();
const rows = require('./rows.cjs');

// ---- errors ----

class HrefkitError extends Error {
  constructor(message, code, reason) {
    super(message);
    this.code = code;
    if (reason) this.reason = reason;
  }
}
Object.defineProperty(HrefkitError.prototype, 'name', { value: 'HrefkitError', writable: true, configurable: true });

native.setup((status, message, reason, detail) => {
  if (status === 'argument') return typeError(message, 'ERR_INVALID_ARG_VALUE');
  if (status === 'io' && detail > 0) {
    const code = getSystemErrorName(-detail);
    const error = new HrefkitError(`${code}: ${message}`, code);
    error.errno = -detail;
    return error;
  }
  return new HrefkitError(message, `HREFKIT_${status.toUpperCase().replaceAll('-', '_')}`, reason);
});

// Threads end before the process does. One listener for all instances of the module: test runners load it again and again.
const atExit = Symbol.for('hrefkit.atExit');
if (!process[atExit]) {
  const calls = new Set();
  Object.defineProperty(process, atExit, { value: calls });
  process.on('exit', () => { for (const each of calls) each(); });
}
process[atExit].add(native.closeThreads);

function typeError(message, code = 'ERR_INVALID_ARG_TYPE') {
  const error = new TypeError(message);
  error.code = code;
  return error;
}

// ---- options ----

// Options: name to the kind of its value. Others than these are errors, so that a slip is not passed over.
const readingOptions = {
  contentType: text, encoding: text, encodingFallback: text, standard: oneOf(native.standards),
  xmlBase: oneOf(native.xmlBases), feedBase: oneOf(['feed', 'item']), scripting: flag, templates: flag, also: someOf(['meta', 'jsonld', 'importmap', 'speculationrules']),
  kinds: someOf(native.kinds), elements: texts, attributes: texts, text: textOption, elementAttributes: texts, creator: address, container: address, csp: texts,
};
const resolveOptions = { encoding: text, standard: oneOf(native.standards) };
const rewriteOptions = {
  rebase: pairs, form: oneOf(native.forms), newUrl: address, dropBase: flag, dropXmlBase: flag,
  keep: someOf(['canonical', 'alternate', 'og', 'fragments', 'guid']), verify: flag, edits: flag,
};
const rewriterOptions = { change: callable, map: pairs };
const changeOptions = { setBase: address, removeBase: flag, newUrl: address, setXmlBase: pairs, removeXmlBase: texts };
const checkOptions = {
  siteUrl: address, index: texts, extensions: texts, rules: pairs, hidden: flag, orphans: flag, external: flag,
  threads: count, signal: abortSignal, settings, fetch: callable,
};
const archiveOptions = {
  records: someOf(['warcinfo', 'request', 'response', 'revisit', 'resource', 'metadata', 'conversion', 'continuation']),
  maxBody: count,
};

function text(value, name) {
  if (typeof value !== 'string') throw typeError(`${name} is not a string`);
  return value;
}

/** An array of what an iterable has. A string is none: a name in place of a list is a slip. */
function listOf(value, name, what) {
  if (value === null || typeof value !== 'object' || typeof value[Symbol.iterator] !== 'function') {
    throw typeError(`${name} is not an array, a Set or another iterable of ${what}`);
  }
  return [...value];
}

function texts(value, name) {
  return listOf(value, name, 'strings').map((each, i) => text(each, `${name}[${i}]`));
}

function flag(value, name) {
  if (typeof value !== 'boolean') throw typeError(`${name} is not a boolean`);
  return value;
}

function textOption(value, name) {
  if (value !== 'content' && typeof value !== 'boolean') throw typeError(`${name} is neither a boolean nor "content"`);
  return value;
}

function count(value, name) {
  if (!Number.isSafeInteger(value) || value < 0) throw typeError(`${name} is not a whole number from 0 on`);
  return value;
}

/** A URL as a string. Objects of any realm's class URL are taken. */
function address(value, name) {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && typeof value.href === 'string' && typeof value.protocol === 'string') {
    return value.href;
  }
  const isPromise = typeof value?.then === 'function';
  throw typeError(`${name} is neither a string nor a URL${isPromise ? ', but a promise: rewriteAsync waits for it' : ''}`);
}

/** A Map or an object as [from, to, from, to, ...]. */
function pairs(value, name) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw typeError(`${name} is neither an object nor a Map`);
  }
  const flat = [];
  for (const [from, to] of value instanceof Map ? value : Object.entries(value)) {
    flat.push(address(from, `a key of ${name}`), address(to, `${name}[${JSON.stringify(String(from))}]`));
  }
  return flat;
}

function settings(value, name) {
  const flat = [];
  if (value === null || typeof value !== 'object') throw typeError(`${name} is not an object`);
  for (const [key, given] of Object.entries(value)) {
    for (const each of Array.isArray(given) ? given : [given]) {
      if (each === false) continue;
      flat.push(key, each === true ? 'true' : text(each, `${name}.${key}`));
    }
  }
  return flat;
}

/** The number of a name. */
function oneOf(names) {
  return (value, name) => {
    const number = names.indexOf(value);
    if (number < 0) throw typeError(`${name} is none of: ${names.join(', ')}`, 'ERR_INVALID_ARG_VALUE');
    return number;
  };
}

/** The numbers of names as bits. */
function someOf(names) {
  const number = oneOf(names);
  return (value, name) => {
    return listOf(value, name, 'names').reduce((bits, each) => bits | (1 << number(each, name)), 0);
  };
}

function abortSignal(value, name) {
  if (value === null || typeof value !== 'object' || typeof value.aborted !== 'boolean' || typeof value.addEventListener !== 'function') {
    throw typeError(`${name} is not an AbortSignal`);
  }
  return value;
}

function callable(value, name) {
  if (typeof value !== 'function') throw typeError(`${name} is not a function`);
  return value;
}

/** The options that `known` names, checked. An option that is undefined was not given. */
function read(options, ...known) {
  const result = {};
  if (options === undefined) return result;
  if (options === null || typeof options !== 'object') throw typeError('options is not an object');
  for (const name of Object.keys(options)) {
    const value = options[name];
    const kind = known.find((each) => Object.hasOwn(each, name));
    if (!kind) throw typeError(`there is no option ${name}`, 'ERR_INVALID_ARG_VALUE');
    if (value !== undefined) result[name] = kind[name](value, name);
  }
  return result;
}

const scripting = 1 << 1, templates = 1 << 2, fallbackAuto = 1 << 7, feedBaseItem = 1 << 9, noLinks = 1 << 10, withText = 1 << 11, withTextContent = 1 << 12;
const alsoFlags = [1 << 3, 1 << 4, 1 << 5, 1 << 8];

/** What the addon takes for the reading of a page; undefined for the defaults. */
function readingOf(given) {
  let flags = (given.scripting ? scripting : 0) | (given.templates ? templates : 0);
  alsoFlags.forEach((bit, i) => { if ((given.also ?? 0) & (1 << i)) flags |= bit; });
  const isAuto = given.encodingFallback?.toLowerCase() === 'auto';
  if (isAuto) flags |= fallbackAuto;
  if (given.feedBase) flags |= feedBaseItem;
  if (given.kinds === 0 || given.elements?.length === 0) flags |= noLinks; // lists that were given, and name nothing
  if (given.text) flags |= given.text === 'content' ? withTextContent : withText;
  return [
    // The number behind the names is HREFKIT_XML_BASE_DEFAULT.
    flags, given.standard ?? 0, given.xmlBase ?? native.xmlBases.length, given.kinds ?? 0, given.contentType, given.encoding,
    isAuto ? undefined : given.encodingFallback, given.creator, given.container, given.csp, given.elements, given.attributes, given.elementAttributes,
  ];
}

function reading(options) {
  return options === undefined ? undefined : readingOf(read(options, readingOptions));
}

let hasWarned = false;

/** The page. A string that seems to name one is read as the page itself, which has no links then: that is a warning, once. */
function pageOf(data) {
  if (hasWarned || typeof data !== 'string' || data.length > 4096 || data.includes('<')) return data;
  const name = data.trim();
  const isUrl = /^(https?|file):\/\/\S*$/i.test(name);
  if (!isUrl && !existsSync(name)) return data;
  hasWarned = true;
  const why = isUrl ? 'looks like a URL, but a string is the page itself: fetch the page, and give its bytes'
    : 'is the name of a file or folder, but a string is the page itself: read the file, and give its bytes';
  process.emitWarning(`data ${why}`, { type: 'HrefkitWarning', code: 'HREFKIT_NAME_AS_PAGE' });
  return data;
}

// ---- links ----

const noNotes = Object.freeze([]);

/** Has console.log show the name of the class, with its length if it has one, and what `shown` answers. */
function setInspect(type, shown) {
  Object.defineProperty(type.prototype, inspect.custom, {
    value(depth, options, show = inspect) {
      const name = type.name + (this.length === undefined ? '' : `(${this.length})`);
      return depth < 0 ? `[${name}]` : `${name} ${show(shown(this, options), options)}`;
    },
    writable: true,
    configurable: true,
  });
}

/** Own properties that are read when they are asked for; a clone has their values. */
const lazily = (getters) => Object.fromEntries(Object.entries(getters).map(([name, get]) => [name, { get, enumerable: true }]));

class Links {
  #sheet; #length; #notes;
  // Own properties are all that structuredClone and postMessage pass on: so `packed` has the rows, and `from` reads them.
  constructor(packed, base, baseSource, encoding, encodingSource) {
    this.#sheet = packed.rows;
    this.#length = packed.rows[0].length / rows.linkCells;
    this.base = base;
    this.baseSource = baseSource;
    this.encoding = encoding;
    this.encodingSource = encodingSource;
    this.packed = packed;
    Object.freeze(this);
  }
  static from(clone) {
    if (clone instanceof Links) return clone;
    const { packed, base, baseSource, encoding, encodingSource } = Object(clone);
    const isSheet = (sheet, cells) => Array.isArray(sheet) && sheet[0] instanceof Uint32Array && sheet[0].length % cells === 0
      && typeof sheet[1] === 'string' && Array.isArray(sheet[2]);
    if (!packed || !isSheet(packed.rows, rows.linkCells) || (packed.notes !== null && !isSheet(packed.notes, rows.noteCells))) {
      throw typeError('what is given is not a clone of Links');
    }
    if (packed.version !== native.version) throw typeError(`the clone is of hrefkit ${packed.version}, this is ${native.version}`, 'ERR_INVALID_ARG_VALUE');
    return new Links(packed, text(base, 'base'), text(baseSource, 'baseSource'), text(encoding, 'encoding'), text(encodingSource, 'encodingSource'));
  }
  get length() { return this.#length; }
  get notes() {
    this.#notes ??= this.packed.notes ? rows.readRows(rows.note, this.packed.notes) : noNotes;
    return this.#notes;
  }
  at(index) {
    let i = Math.trunc(index) || 0;
    if (i < 0) i += this.#length;
    return i >= 0 && i < this.#length ? rows.link(this.#sheet, i * rows.linkCells) : undefined;
  }
  urls() {
    const [cells, text, names] = this.#sheet;
    const urls = new Array(this.#length);
    for (let i = 0, c = 0; i < urls.length; ++i, c += rows.linkCells) {
      urls[i] = rows.textAt(text, names, cells[c + rows.urlCell], cells[c + rows.urlCell + 1]);
    }
    return urls;
  }
  column(name) {
    if (!Object.hasOwn(rows.columns, name)) throw typeError(`there is no column ${String(name)}`, 'ERR_INVALID_ARG_VALUE');
    const value = rows.columns[name];
    return Array.from({ length: this.#length }, (_, i) => value(this.#sheet, i * rows.linkCells));
  }
  map(call, self) {
    const all = new Array(this.#length);
    for (let i = 0; i < all.length; ++i) all[i] = call.call(self, rows.link(this.#sheet, i * rows.linkCells), i, this);
    return all;
  }
  filter(call, self) {
    const some = [];
    for (let i = 0; i < this.#length; ++i) {
      const link = rows.link(this.#sheet, i * rows.linkCells);
      if (call.call(self, link, i, this)) some.push(link);
    }
    return some;
  }
  find(call, self) {
    for (let i = 0; i < this.#length; ++i) {
      const link = rows.link(this.#sheet, i * rows.linkCells);
      if (call.call(self, link, i, this)) return link;
    }
    return undefined;
  }
  slice(begin = 0, end = this.#length) {
    const place = (index) => Math.min(Math.max(index < 0 ? index + this.#length : index, 0), this.#length);
    const [from, to] = [place(Math.trunc(begin) || 0), place(Math.trunc(end) || 0)];
    return Array.from({ length: Math.max(to - from, 0) }, (_, i) => rows.link(this.#sheet, (from + i) * rows.linkCells));
  }
  *entries() {
    for (let i = 0; i < this.#length; ++i) yield [i, rows.link(this.#sheet, i * rows.linkCells)];
  }
  toArray() { return this.map((link) => link); }
  toJSON() { return this.toArray(); }
  *[Symbol.iterator]() {
    for (let i = 0; i < this.#length; ++i) yield rows.link(this.#sheet, i * rows.linkCells);
  }
}
setInspect(Links, (links, { maxArrayLength }) => {
  const { length, base, baseSource, encoding, encodingSource, notes } = links;
  const shown = links.slice(0, maxArrayLength ?? length);
  shown.length = length; // those beyond are counted, not shown
  return { base, baseSource, encoding, encodingSource, notes, rows: shown };
});

/** Of what the addon answers. */
function linksOf([sheet, base, baseSource, encoding, encodingSource, notes]) {
  const packed = Object.freeze({ version: native.version, rows: sheet, notes });
  return new Links(packed, base, native.baseSources[baseSource], encoding, encodingSource);
}

function links(data, url, options) {
  return linksOf(native.links(pageOf(data), address(url, 'url'), reading(options)));
}

const abortCalls = new WeakMap();  // what each signal calls: one listener a signal, since Node warns of many

/** Has the signal call a function. The answer takes that back. */
function onAbort(signal, call) {
  let calls = abortCalls.get(signal);
  if (!calls) {
    calls = new Set();
    abortCalls.set(signal, calls);
    signal.addEventListener('abort', () => { for (const each of calls) each(); }, { once: true });
  }
  calls.add(call);
  return () => { calls.delete(call); };
}

/** Starts the work and waits for it, or for the signal. start(stop): work that has not begun when stop[0] is 1 does not begin. */
async function abortable(signal, start) {
  if (!signal) return start();
  signal.throwIfAborted();
  const stop = new Int32Array(1);
  let forget;
  const aborted = new Promise((_, reject) => {
    forget = onAbort(signal, () => { Atomics.store(stop, 0, 1); reject(signal.reason); });
  });
  try {
    return await Promise.race([start(stop), aborted]);
  } finally {
    forget();
  }
}

const signalOption = { signal: abortSignal };

async function linksAsync(data, url, options) {
  const given = read(options, readingOptions, signalOption);
  const [page, at, how] = [pageOf(data), address(url, 'url'), readingOf(given)];
  return linksOf(await abortable(given.signal, (stop) => native.linksAsync(page, at, how, undefined, stop)));
}

// ---- base URLs ----

const contextsOf = (sheet) => [...rows.readRows(rows.baseContext, sheet)];

function base(data, url, options) {
  return contextsOf(native.base(pageOf(data), address(url, 'url'), reading(options)));
}

async function baseAsync(data, url, options) {
  const given = read(options, readingOptions, signalOption);
  const [page, at, how] = [pageOf(data), address(url, 'url'), readingOf(given)];
  return contextsOf(await abortable(given.signal, (stop) => native.baseAsync(page, at, how, undefined, stop)));
}

// ---- rewriting ----

class Rewritten {
  #edits; #notes;
  static #lazy = lazily({
    edits() { return this.#readEdits(); },
    notes() { return this.#readNotes(); },
  });
  constructor([data, changed, edits, notes, uncovered]) {
    this.data = data;
    this.changed = changed;
    this.uncovered = uncovered;
    this.#edits = edits;
    this.#notes = notes;
    Object.defineProperties(this, Rewritten.#lazy);
    Object.freeze(this);
  }
  #readEdits() {
    if (!Object.isFrozen(this.#edits)) this.#edits = rows.readRows(rows.edit, this.#edits);
    return this.#edits;
  }
  #readNotes() {
    if (!Object.isFrozen(this.#notes)) this.#notes = rows.readRows(rows.note, this.#notes);
    return this.#notes;
  }
}
setInspect(Rewritten, (rewritten) => ({ ...rewritten }));

const keepDefault = 23;

/** What the addon takes for the rules of a rewriting: see rules() of rewrite.c. */
const rulesOf = (given, map, change) => [readingOf(given), [
  given.form ?? 0, given.dropBase ? 1 : 0, given.dropXmlBase ? 1 : 0, given.verify === false ? 1 : 0,
  given.keep ?? keepDefault, given.newUrl, given.rebase, given.edits === false ? 1 : 0,
], map, change !== undefined];

/** The function and the map of an argument that may be either. */
function changeOf(change) {
  if (typeof change === 'function') return { change };
  return { map: change === undefined || change === null ? undefined : pairs(change, 'change') };
}

const answerOfLink = (answer) => (answer === null || answer === undefined ? null : address(answer, 'the answer of the function'));

function rewriteNow(data, url, rules, change) {
  const ask = change && ((...values) => answerOfLink(change(rows.makeLink(...values))));
  return new Rewritten(native.rewrite(pageOf(data), address(url, 'url'), rules, ask));
}

function rewrite(data, url, change, options) {
  const given = read(options, readingOptions, rewriteOptions);
  const asked = changeOf(change);
  return rewriteNow(data, url, rulesOf(given, asked.map, asked.change), asked.change);
}

const maxTurn = 8;  // milliseconds in which a function is asked, before other work has its turn

/** Has a function answer the links of a sheet. */
async function answerLinks(rewriting, change, sheet, signal) {
  const ask = async (link) => answerOfLink(await change(link));
  const size = sheet[0].length;
  for (let cell = 0; cell < size;) {
    if (cell > 0) await new Promise(setImmediate);
    signal?.throwIfAborted();
    const turn = [];
    const end = performance.now() + maxTurn;
    for (; cell < size && (turn.length === 0 || performance.now() < end); cell += rows.linkCells) turn.push(ask(rows.link(sheet, cell)));
    native.rewriteAnswer(rewriting, await Promise.all(turn));
  }
}

async function rewriteLater(data, url, rules, change, signal) {
  const rewriting = native.rewriteOpen(pageOf(data), address(url, 'url'), rules);
  return abortable(signal, async (stop) => {
    for (;;) {
      const made = await native.rewriteRun(rewriting, stop);
      if (made.length > 3) return new Rewritten(made);  // no sheet of links
      await answerLinks(rewriting, change, made, signal);
    }
  });
}

async function rewriteAsync(data, url, change, options) {
  const given = read(options, readingOptions, rewriteOptions, signalOption);
  const asked = changeOf(change);
  return rewriteLater(data, url, rulesOf(given, asked.map, asked.change), asked.change, given.signal);
}

class Rewriter {
  #change; #rules; #ofBytes; #ofStrings;
  constructor(options) {
    const given = read(options, readingOptions, rewriteOptions, rewriterOptions);
    this.#change = given.change;
    this.#rules = rulesOf(given, given.map, given.change);
    this.#ofBytes = native.rules(this.#rules, false);
    Object.freeze(this);
  }
  /** Strings have rules of their own, since their pages are decoded. */
  #rulesFor(data) {
    if (typeof data !== 'string') return this.#ofBytes;
    this.#ofStrings ??= native.rules(this.#rules, true);
    return this.#ofStrings;
  }
  rewrite(data, url) { return rewriteNow(data, url, this.#rulesFor(data), this.#change); }
  async rewriteAsync(data, url, options) {
    const { signal } = read(options, signalOption);
    return rewriteLater(data, url, this.#rulesFor(data), this.#change, signal);
  }
  get unused() {
    const unused = native.unusedPrefixes(this.#ofBytes);
    if (!this.#ofStrings) return unused;
    const ofStrings = new Set(native.unusedPrefixes(this.#ofStrings));
    return unused.filter((prefix) => ofStrings.has(prefix));
  }
}

// ---- effects ----

/** The changes as [what, selector, value, ...]. */
function changesOf(change) {
  if (change === undefined) throw typeError('change is not an object');
  const given = read(change, changeOptions);
  const changes = [];
  if (given.setBase !== undefined) changes.push(0, undefined, given.setBase);
  if (given.removeBase) changes.push(1, undefined, undefined);
  if (given.newUrl !== undefined) changes.push(2, undefined, given.newUrl);
  for (let i = 0; i < (given.setXmlBase?.length ?? 0); i += 2) changes.push(3, given.setXmlBase[i], given.setXmlBase[i + 1]);
  for (const selector of given.removeXmlBase ?? []) changes.push(4, selector, undefined);
  return changes;
}

const effectsOf = (sheet) => [...rows.readRows(rows.effect, sheet)];

function effects(data, url, change, options) {
  const changes = changesOf(change);
  return effectsOf(native.effects(pageOf(data), address(url, 'url'), reading(options), changes));
}

async function effectsAsync(data, url, change, options) {
  const changes = changesOf(change);
  const given = read(options, readingOptions, signalOption);
  const [page, at, how] = [pageOf(data), address(url, 'url'), readingOf(given)];
  return effectsOf(await abortable(given.signal, (stop) => native.effectsAsync(page, at, how, changes, stop)));
}

// ---- checking a folder ----

/** The sheet of troubles has the names of a path and a reason for each. */
function troubleOf([cells, , names]) {
  const trouble = [];
  for (let i = 0; i < cells.length; i += 2) trouble.push(Object.freeze({ path: names[cells[i] - 1], why: names[cells[i + 1] - 1] }));
  return Object.freeze(trouble);
}

/** A path, or a URL with the scheme file. */
function pathOf(value, name) {
  const path = typeof value === 'string' ? value : fileURLToPath(address(value, name));
  if (path.includes('\0')) throw typeError(`${name} has a null character`, 'ERR_INVALID_ARG_VALUE');
  return path;
}

/** The fields of an answer as [name, value, ...]: of Headers, a Map, an object, or an array of pairs. */
function fieldsOf(headers) {
  if (headers === undefined || headers === null) return [];
  const entries = typeof headers[Symbol.iterator] === 'function' ? [...headers] : Object.entries(headers);
  return entries.flatMap(([name, values]) => [values].flat().flatMap((value) => [String(name), String(value)]));
}

const maxBody = 32 << 20;  // no more is kept while it arrives

/** The bytes of a body: bytes, a string, or a stream of bytes. */
async function bytesOf(body) {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const pieces = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(Buffer.from(piece));
    size += piece.length;
    if (size > maxBody) break;
  }
  return Buffer.concat(pieces);
}

const startsAsZstd = (bytes) => bytes !== undefined && bytes.length >= 4 && Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from([0x28, 0xB5, 0x2F, 0xFD]));

/** Without Content-Encoding, where a Response of fetch has undone it and has left its name there. */
const fieldsOfDecoded = (fields, body) => (startsAsZstd(body) ? fields
  : fields.filter((_, i) => fields[i - i % 2].toLowerCase() !== 'content-encoding'));

/** What the fetcher answers, as the addon takes it: a word, or status, fields and body. */
async function answerOf(fetch, request) {
  const answer = await fetch(request);
  if (typeof answer === 'string') return [answer];
  if (answer === null || typeof answer !== 'object') throw typeError('fetch has not given an answer');
  const status = count(answer.status, 'the status of the answer');
  if (request.wantsBody) {
    const [fields, body] = [fieldsOf(answer.headers), await bytesOf(answer.body)];
    return [status, typeof answer.arrayBuffer === 'function' ? fieldsOfDecoded(fields, body) : fields, body];
  }
  if (typeof answer.body?.cancel === 'function') await answer.body.cancel();
  return [status, fieldsOf(answer.headers)];
}

async function check(folder, options) {
  const given = read(options, checkOptions);
  const flags = (given.hidden ? 1 : 0) | (given.orphans ? 2 : 0) | (given.external ? 4 : 0);
  const chosen = [given.siteUrl, given.index, given.extensions, given.rules, flags, given.threads ?? 1, given.settings];
  const thrown = [];  // by the fetcher
  const ask = given.fetch && ((exchange, method, url, headers, wantsBody) => {
    const fields = {};
    for (let i = 0; i < headers.length; i += 2) fields[headers[i]] = headers[i + 1];
    let forget;
    const aborted = new Promise((resolve) => { if (given.signal) forget = onAbort(given.signal, () => resolve(['empty'])); });
    Promise.race([aborted, answerOf(given.fetch, { method, url, headers: fields, wantsBody })])
      .finally(forget)
      .then((answer) => native.answer(exchange, ...answer), (error) => { thrown.push(error); native.answer(exchange); });
  });
  const start = (stop) => native.check(/^https?:$/.test(folder?.protocol) ? address(folder, 'folder') : pathOf(folder, 'folder'), chosen, stop, ask);
  const done = abortable(given.signal, start);
  const [findings, trouble, numbers, hasFailed] = await done.catch((error) => { throw thrown.length === 0 ? error : thrown[0]; });
  const summary = Object.freeze(Object.fromEntries(rows.summaryKeys.map((key, i) => [key, numbers[i]])));
  return Object.freeze({
    ok: summary.errors === 0 && !hasFailed,
    findings: rows.readRows(rows.finding, findings),
    summary,
    trouble: troubleOf(trouble),
  });
}

// ---- web archives ----

class Capture {
  #record; #hasBody; #body;
  static #lazy = lazily({ body() { return this.#readBody(); } });
  constructor([record, hasBody, ...values]) {
    this.#record = record;
    this.#hasBody = hasBody;
    rows.captureKeys.forEach((key, i) => { this[key] = values[i]; });
    Object.defineProperties(this, Capture.#lazy);
    Object.freeze(this);
  }
  #readBody() {
    if (!this.#hasBody) return null;
    this.#body ??= native.captureBody(this.#record);
    return this.#body;
  }
  links(options) { return linksOf(native.captureLinks(this.#record, reading(options))); }
}
setInspect(Capture, (capture) => ({ ...capture }));

/** A source as the addon takes it: bytes, a path, or undefined for a stream. */
function archiveInput(source) {
  if (ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return source;
  if (isStream(source)) return undefined;
  const isAddress = typeof source === 'string' || typeof source?.href === 'string';
  if (!isAddress) throw typeError('source is none of: a path, a URL of a file, bytes, a stream or another async iterable of bytes');
  return pathOf(source, 'source');
}

const isStream = (source) => typeof source?.[Symbol.asyncIterator] === 'function';

class Archive {
  #reader; #stream; #pieces; #first; #captures = []; #failure = null; #isEnd = false; #turn = Promise.resolve();
  constructor(source, options) {
    const given = read(options, archiveOptions);
    this.#reader = native.archiveOpen(archiveInput(source), given.records ?? 0, given.maxBody ?? 0);
    if (isStream(source)) this.#stream = source;
    this.notes = [];
    Object.freeze(this);
  }
  next() {
    // One after the other, also where several are asked for at once.
    const turn = this.#turn.then(() => this.#next());
    this.#turn = turn.catch(() => {});
    return turn;
  }
  async #next() {
    while (this.#captures.length === 0) {
      if (this.#failure) {
        const { error } = this.#failure;
        this.#failure = null;
        throw error;
      }
      if (this.#isEnd) return { value: undefined, done: true };
      await this.#read();
    }
    return { value: this.#captures.shift(), done: false };
  }
  async #read() {
    let thrown = null;
    this.#begin();
    const feed = this.#stream && (() => { this.#feed().catch((error) => { thrown = { error }; native.archiveFeed(this.#reader); }); });
    const [captures, notes, isEnd, failure] = await native.archiveRead(this.#reader, feed);
    for (let i = 0; i < notes.length; i += 2) this.notes.push(Object.freeze({ offset: notes[i], why: notes[i + 1] }));
    if (this.#isEnd) return; // it was closed meanwhile
    this.#captures = captures.map((each) => new Capture(each));
    this.#isEnd = isEnd;
    this.#failure = thrown ?? (failure && { error: failure });
    if (isEnd) this.#endStream();
  }
  /** Asks the stream for its first piece at once: a stream of Node throws errors that nobody waits for. */
  #begin() {
    if (!this.#stream || this.#first) return;
    this.#first = (async () => {
      this.#pieces = this.#stream[Symbol.asyncIterator]();
      return this.#pieces.next();
    })();
    this.#first.catch(() => {}); // #feed hears of it
  }
  /** Gives the addon the next bytes of the stream. */
  async #feed() {
    const isFirst = this.#first !== true;
    const { value, done } = await (isFirst ? this.#first : this.#pieces.next());
    this.#first = true;
    if (!done && !ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) throw typeError('a piece of the stream is not bytes');
    native.archiveFeed(this.#reader, done ? null : value);
  }
  #endStream() {
    const pieces = this.#pieces ?? this.#stream?.[Symbol.asyncIterator]();
    this.#stream = this.#pieces = undefined;
    // What it says about its end is too late to matter.
    Promise.resolve(pieces?.return?.()).catch(() => {});
  }
  async return(value) {
    this.close();
    return { value, done: true };
  }
  close() {
    this.#isEnd = true;
    this.#captures = [];
    this.#failure = null;
    native.archiveClose(this.#reader);
    this.#endStream();
  }
  [Symbol.asyncIterator]() { return this; }
}

const archive = (source, options) => new Archive(source, options);

// ---- references ----

function resolve(reference, baseUrl, options) {
  const given = read(options, resolveOptions);
  return native.resolve(text(reference, 'reference'), address(baseUrl, 'base'), given.encoding, given.standard ?? 0);
}

const relativize = (baseUrl, url) => native.relativize(address(baseUrl, 'base'), address(url, 'url'));

module.exports = { links, linksAsync, Links, base, baseAsync, rewrite, rewriteAsync, Rewriter, effects, effectsAsync, check, archive, relativize, resolve, HrefkitError, version: native.version };
