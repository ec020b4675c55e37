// Makes rows.cjs, which reads rows from the addon's cells, from the table of rows that the addon has (src/c/rows.def):
//
//   node src/node/make_rows.mjs BUILD/node >src/node/rows.cjs
//
// Objects whose keys are in the text of a program are made in a quarter of the time of others.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kinds = ['link', 'note', 'baseElement', 'baseScope', 'baseContext', 'edit', 'effect', 'finding', 'checkSummary', 'capture'];
const optional = 1, sparse = 2, filled = 4, requested = 8;  // HREFKIT_FIELD_
const [text, , words, , bytes, kind, , , , , flag, , , , rowsType, pairs] = Array(16).keys();  // also HREFKIT_FIELD_
const lists = ['kinds', 'baseSources', 'namespaces', 'urlErrors', 'severities', 'flags'];
const renamed = { baseContext: { path: 'context', source: 'baseSource' } };

/** A field with the code of its value, `cell` code, and what the value is made of. */
function fieldOf(row, [name, type, flags, cell, shift]) {
  const key = name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
  const at = (offset) => `cells[c + ${offset}]`;
  const field = { key: renamed[row]?.[key] ?? key, isSparse: type !== rowsType && (flags & (sparse | requested)) !== 0, finish: (value) => value };
  if (type <= bytes) {
    field.raw = type === text ? `textAt(strings, names, ${at(cell)}, ${at(cell + 1)})` : `nameAt(names, ${at(cell)})`;
    field.isThere = (value) => ((flags & optional) && !(flags & filled) ? `${value} !== null` : value);
    if (type === words) field.finish = (value) => `wordsOf(${value})`;
  } else if (type === pairs) {
    field.raw = `nameAt(names, ${at(cell)})`;
    field.isThere = (value) => `${value} !== null`;
    field.finish = (value) => `pairsOf(${value})`;
  } else if (type === rowsType) {
    field.raw = `readAll(${kinds[flags]}, s, ${at(cell)})`;
  } else {
    field.raw = type <= flag ? `(${at(cell)} >>> ${shift}) & 0xff` : at(cell);
    field.isThere = (value) => `${value} !== 0`;
    if (type <= flag) field.finish = (value) => `${lists[type - kind]}[${value}]`;
  }
  if (row === 'link' && key === 'base') field.finish = (value) => `${value} ?? ''`;
  if (row === 'link' && key === 'loaded') field.finish = (value) => `${value} === '' ? null : ${value}`;  // nothing is loaded
  return field;
}

/** The code that makes the object from `rawOf` each field. */
function objectOf(fields, rawOf) {
  const always = fields.filter(({ isSparse }) => !isSparse), rest = fields.filter(({ isSparse }) => isSparse);
  const sparseLines = rest.flatMap((field) => {
    const isNamed = rawOf(field) === field.key;
    return [...(isNamed ? [] : [`  const ${field.key} = ${rawOf(field)};`]), `  if (${field.isThere(field.key)}) row.${field.key} = ${field.finish(field.key)};`];
  });
  return ['  const row = {', ...always.map((field) => `    ${field.key}: ${field.finish(rawOf(field))},`), '  };', ...sparseLines,
    '  return Object.freeze(row);'];
}

function readerOf(row, fields, cells) {
  return [`function ${row}(s, c) {`, '  const cells = s[0], strings = s[1], names = s[2];', `  next = c + ${cells};`,
    ...objectOf(fields, ({ raw }) => raw), '}', ''];
}

/** The functions of `columns`: undefined where the row has no such key. */
function columnOf(field) {
  const value = field.finish('value');
  return [`  ${field.key}(s, c) {`, '    const cells = s[0], strings = s[1], names = s[2];', `    const value = ${field.raw};`,
    `    return ${field.isSparse ? `${field.isThere('value')} ? ${value} : undefined` : value};`, '  },'];
}

export function makeRows(packageFolder) {
  const prebuilds = join(packageFolder, 'prebuilds');
  const native = createRequire(import.meta.url)(join(prebuilds, readdirSync(prebuilds)[0], 'hrefkit.node'));
  const types = kinds.map((row, i) => ({ row, cells: native.rows[i][1], fields: native.rows[i][0].map((each) => fieldOf(row, each)) }));
  const keysOf = (name) => types.find(({ row }) => row === name).fields.map(({ key }) => key);
  const link = types[0];
  return `'use strict';
// Reads rows from the addon's cells: (sheet, first cell) to a frozen object. Keys that say nothing are left out, as in the
// command's rows. Made by make_rows.mjs from the table of rows, src/c/rows.def: a test compares them.
const { kinds, baseSources, namespaces, urlErrors, severities } = require('./load.cjs').addon();

const flags = [false, true];
const textAt = (text, names, begin, end) => (begin < 0xfffffffe ? text.slice(begin, end) : begin === 0xffffffff ? null : names[end - 1]);
const nameAt = (names, number) => (number === 0 ? null : names[number - 1]);
/** Names and values, each with a zero behind it. */
function pairsOf(joined) {
  const parts = joined.split('\\0');
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

${types.slice(0, 8).flatMap(({ row, fields, cells }) => readerOf(row, fields, cells)).join('\n')}
/** A link from the values of its fields. */
function makeLink(${keysOf('link').join(', ')}) {
${objectOf(link.fields, ({ key }) => key).join('\n')}
}

const columns = {
${link.fields.flatMap(columnOf).join('\n')}
};

module.exports = {
  link, note, baseContext, edit, effect, finding, readRows, makeLink, columns, textAt,
  linkCells: ${link.cells}, noteCells: ${types[1].cells}, urlCell: ${link.fields.find(({ key }) => key === 'url').raw.match(/c \+ (\d+)/)[1]},
  summaryKeys: ${JSON.stringify(keysOf('checkSummary'))},
  captureKeys: ${JSON.stringify(keysOf('capture'))},
};
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(makeRows(process.argv[2]));
