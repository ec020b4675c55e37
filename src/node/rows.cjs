'use strict';
// Reads rows from the addon's cells: (sheet, first cell) to a frozen object. Keys that say nothing are left out, as in the
// command's rows. Made by make_rows.mjs from the table of rows, src/c/rows.def: a test compares them.
const { kinds, baseSources, namespaces, urlErrors, severities } = require('./load.cjs').addon();

const flags = [false, true];
const textAt = (text, names, begin, end) => (begin < 0xfffffffe ? text.slice(begin, end) : begin === 0xffffffff ? null : names[end - 1]);
const nameAt = (names, number) => (number === 0 ? null : names[number - 1]);
/** Names and values, each with a zero behind it. */
function pairsOf(joined) {
  const parts = joined.split('\0');
  return Object.freeze(Object.fromEntries(Array.from({ length: parts.length >> 1 }, (_, i) => [parts[2 * i], parts[2 * i + 1]])));
}
const wordsOf = (joined) => Object.freeze(joined ? joined.split(' ') : []);
let next = 0; // the cell behind the last row, where those in it begin

function readAll(read, sheet, count) {
  const rows = [];
  for (let i = 0; i < count; ++i) rows.push(read(sheet, next));
  return Object.freeze(rows);
}

/** Frozen objects for all rows of a sheet. */
function readRows(read, sheet) {
  const rows = [];
  for (next = 0; next < sheet[0].length;) rows.push(read(sheet, next));
  return Object.freeze(rows);
}

function link(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 21;
  const row = {
    line: cells[c + 12],
    column: cells[c + 13],
    offset: cells[c + 10],
    length: cells[c + 11],
    element: nameAt(names, cells[c + 4]),
    attribute: nameAt(names, cells[c + 5]),
    index: cells[c + 14],
    raw: textAt(strings, names, cells[c + 2], cells[c + 3]),
    kind: kinds[(cells[c + 15] >>> 0) & 0xff],
    base: nameAt(names, cells[c + 6]) ?? '',
    baseSource: baseSources[(cells[c + 15] >>> 8) & 0xff],
    url: textAt(strings, names, cells[c + 0], cells[c + 1]),
  };
  const ns = (cells[c + 15] >>> 16) & 0xff;
  if (ns !== 0) row.ns = namespaces[ns];
  const error = (cells[c + 15] >>> 24) & 0xff;
  if (error !== 0) row.error = urlErrors[error];
  const rel = nameAt(names, cells[c + 8]);
  if (rel !== null) row.rel = rel;
  const context = nameAt(names, cells[c + 7]);
  if (context) row.context = context;
  const loaded = nameAt(names, cells[c + 17]);
  if (loaded !== null) row.loaded = loaded === '' ? null : loaded;
  const reserved = (cells[c + 16] >>> 0) & 0xff;
  if (reserved !== 0) row.reserved = flags[reserved];
  const header = nameAt(names, cells[c + 9]);
  if (header !== null) row.header = header;
  const text = textAt(strings, names, cells[c + 18], cells[c + 19]);
  if (text !== null) row.text = text;
  const attributes = nameAt(names, cells[c + 20]);
  if (attributes !== null) row.attributes = pairsOf(attributes);
  return Object.freeze(row);
}

function note(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 7;
  const row = {
    code: nameAt(names, cells[c + 0]),
    message: nameAt(names, cells[c + 1]),
    severity: severities[(cells[c + 5] >>> 0) & 0xff],
    line: cells[c + 3],
    column: cells[c + 4],
    offset: cells[c + 2],
    count: cells[c + 6],
  };
  return Object.freeze(row);
}

function baseElement(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 5;
  const row = {
    href: nameAt(names, cells[c + 0]),
    fate: nameAt(names, cells[c + 1]),
    line: cells[c + 3],
    column: cells[c + 4],
    offset: cells[c + 2],
  };
  return Object.freeze(row);
}

function baseScope(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 6;
  const row = {
    element: nameAt(names, cells[c + 0]),
    value: nameAt(names, cells[c + 1]),
    base: nameAt(names, cells[c + 2]),
    line: cells[c + 4],
    column: cells[c + 5],
    offset: cells[c + 3],
  };
  return Object.freeze(row);
}

function baseContext(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 7;
  const row = {
    context: nameAt(names, cells[c + 0]),
    address: nameAt(names, cells[c + 1]),
    base: nameAt(names, cells[c + 2]),
    baseSource: baseSources[(cells[c + 4] >>> 0) & 0xff],
    fallback: nameAt(names, cells[c + 3]),
    fallbackSource: baseSources[(cells[c + 4] >>> 8) & 0xff],
    elements: readAll(baseElement, s, cells[c + 5]),
    scopes: readAll(baseScope, s, cells[c + 6]),
  };
  return Object.freeze(row);
}

function edit(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 18;
  const row = {
    line: cells[c + 2],
    column: cells[c + 3],
    offset: cells[c + 0],
    length: cells[c + 1],
    element: nameAt(names, cells[c + 13]),
    attribute: nameAt(names, cells[c + 14]),
    index: cells[c + 16],
    kind: kinds[(cells[c + 17] >>> 0) & 0xff],
    raw: textAt(strings, names, cells[c + 4], cells[c + 5]),
    value: textAt(strings, names, cells[c + 6], cells[c + 7]),
    before: textAt(strings, names, cells[c + 8], cells[c + 9]),
    after: textAt(strings, names, cells[c + 10], cells[c + 11]),
    reason: nameAt(names, cells[c + 12]),
  };
  const context = nameAt(names, cells[c + 15]);
  if (context) row.context = context;
  return Object.freeze(row);
}

function effect(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 16;
  const row = {
    element: nameAt(names, cells[c + 0]),
    attribute: nameAt(names, cells[c + 1]),
    raw: textAt(strings, names, cells[c + 2], cells[c + 3]),
    effect: nameAt(names, cells[c + 4]),
    before: textAt(strings, names, cells[c + 5], cells[c + 6]),
    after: textAt(strings, names, cells[c + 7], cells[c + 8]),
    changed: flags[(cells[c + 14] >>> 0) & 0xff],
    stale: flags[(cells[c + 14] >>> 8) & 0xff],
    hazards: wordsOf(nameAt(names, cells[c + 9])),
    line: cells[c + 11],
    column: cells[c + 12],
    offset: cells[c + 10],
    index: cells[c + 13],
  };
  const context = nameAt(names, cells[c + 15]);
  if (context) row.context = context;
  return Object.freeze(row);
}

function finding(s, c) {
  const cells = s[0], strings = s[1], names = s[2];
  next = c + 38;
  const row = {
    rule: nameAt(names, cells[c + 0]),
    severity: nameAt(names, cells[c + 1]),
    file: nameAt(names, cells[c + 2]),
    element: nameAt(names, cells[c + 3]),
    attribute: nameAt(names, cells[c + 4]),
    base: nameAt(names, cells[c + 9]),
    baseSource: nameAt(names, cells[c + 10]),
    raw: textAt(strings, names, cells[c + 5], cells[c + 6]),
    url: textAt(strings, names, cells[c + 7], cells[c + 8]),
    message: textAt(strings, names, cells[c + 15], cells[c + 16]),
    line: cells[c + 20],
    column: cells[c + 21],
    offset: cells[c + 18],
    length: cells[c + 19],
    index: cells[c + 22],
  };
  const status = cells[c + 23];
  if (status !== 0) row.status = status;
  const reason = nameAt(names, cells[c + 24]);
  if (reason) row.reason = reason;
  const finalUrl = textAt(strings, names, cells[c + 25], cells[c + 26]);
  if (finalUrl !== null) row.finalUrl = finalUrl;
  const target = textAt(strings, names, cells[c + 11], cells[c + 12]);
  if (target !== null) row.target = target;
  const suggestion = textAt(strings, names, cells[c + 13], cells[c + 14]);
  if (suggestion !== null) row.suggestion = suggestion;
  const context = nameAt(names, cells[c + 17]);
  if (context) row.context = context;
  const sourceFile = nameAt(names, cells[c + 27]);
  if (sourceFile !== null) row.sourceFile = sourceFile;
  const sourceFileLine = cells[c + 28];
  if (sourceFileLine !== 0) row.sourceFileLine = sourceFileLine;
  const sourceFileColumn = cells[c + 29];
  if (sourceFileColumn !== 0) row.sourceFileColumn = sourceFileColumn;
  const sourceFileOffset = cells[c + 30];
  if (sourceFileOffset !== 0) row.sourceFileOffset = sourceFileOffset;
  const sourceFileLength = cells[c + 31];
  if (sourceFileLength !== 0) row.sourceFileLength = sourceFileLength;
  const fixValue = textAt(strings, names, cells[c + 32], cells[c + 33]);
  if (fixValue !== null) row.fixValue = fixValue;
  const fixOffset = cells[c + 34];
  if (fixOffset !== 0) row.fixOffset = fixOffset;
  const fixLength = cells[c + 35];
  if (fixLength !== 0) row.fixLength = fixLength;
  const sourceFix = textAt(strings, names, cells[c + 36], cells[c + 37]);
  if (sourceFix !== null) row.sourceFix = sourceFix;
  return Object.freeze(row);
}

/** A link from the values of its fields. */
function makeLink(line, column, offset, length, element, attribute, index, raw, kind, base, baseSource, url, ns, error, rel, context, loaded, reserved, header, text, attributes) {
  const row = {
    line: line,
    column: column,
    offset: offset,
    length: length,
    element: element,
    attribute: attribute,
    index: index,
    raw: raw,
    kind: kinds[kind],
    base: base ?? '',
    baseSource: baseSources[baseSource],
    url: url,
  };
  if (ns !== 0) row.ns = namespaces[ns];
  if (error !== 0) row.error = urlErrors[error];
  if (rel !== null) row.rel = rel;
  if (context) row.context = context;
  if (loaded !== null) row.loaded = loaded === '' ? null : loaded;
  if (reserved !== 0) row.reserved = flags[reserved];
  if (header !== null) row.header = header;
  if (text !== null) row.text = text;
  if (attributes !== null) row.attributes = pairsOf(attributes);
  return Object.freeze(row);
}

const columns = {
  line(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = cells[c + 12];
    return value;
  },
  column(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = cells[c + 13];
    return value;
  },
  offset(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = cells[c + 10];
    return value;
  },
  length(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = cells[c + 11];
    return value;
  },
  element(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 4]);
    return value;
  },
  attribute(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 5]);
    return value;
  },
  index(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = cells[c + 14];
    return value;
  },
  raw(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = textAt(strings, names, cells[c + 2], cells[c + 3]);
    return value;
  },
  kind(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = (cells[c + 15] >>> 0) & 0xff;
    return kinds[value];
  },
  base(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 6]);
    return value ?? '';
  },
  baseSource(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = (cells[c + 15] >>> 8) & 0xff;
    return baseSources[value];
  },
  url(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = textAt(strings, names, cells[c + 0], cells[c + 1]);
    return value;
  },
  ns(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = (cells[c + 15] >>> 16) & 0xff;
    return value !== 0 ? namespaces[value] : undefined;
  },
  error(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = (cells[c + 15] >>> 24) & 0xff;
    return value !== 0 ? urlErrors[value] : undefined;
  },
  rel(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 8]);
    return value !== null ? value : undefined;
  },
  context(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 7]);
    return value ? value : undefined;
  },
  loaded(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 17]);
    return value !== null ? value === '' ? null : value : undefined;
  },
  reserved(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = (cells[c + 16] >>> 0) & 0xff;
    return value !== 0 ? flags[value] : undefined;
  },
  header(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 9]);
    return value !== null ? value : undefined;
  },
  text(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = textAt(strings, names, cells[c + 18], cells[c + 19]);
    return value !== null ? value : undefined;
  },
  attributes(s, c) {
    const cells = s[0], strings = s[1], names = s[2];
    const value = nameAt(names, cells[c + 20]);
    return value !== null ? pairsOf(value) : undefined;
  },
};

module.exports = {
  link, note, baseContext, edit, effect, finding, readRows, makeLink, columns, textAt,
  linkCells: 21, noteCells: 7, urlCell: 0,
  summaryKeys: ["pages","otherFiles","links","fine","found","external","ignored","notJudged","errors","warnings"],
  captureKeys: ["uri","date","status","recordType","mediaType","charset","recordOffset","recordLength"],
};
