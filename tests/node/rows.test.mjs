// rows.cjs and the types of rows say what the library's table of rows says (src/c/rows.def).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeRows } from '../../src/node/make_rows.mjs';
import { packageFolder } from './support.mjs';

const read = (name) => readFileSync(new URL(`../../src/${name}`, import.meta.url), 'utf8');

test('rows.cjs is made from the table', () => {
  assert.equal(read('node/rows.cjs'), makeRows(packageFolder), 'run node src/node/make_rows.mjs BUILD/node >src/node/rows.cjs');
});

test('index.d.ts has the keys of the table', () => {
  const types = read('node/index.d.ts'), table = read('c/rows.def');
  for (const [row, name] of [['LINK', 'Link'], ['NOTE', 'Note'], ['BASE_ELEMENT', 'BaseElement'], ['BASE_CONTEXT', 'Context'], ['EDIT', 'Edit'],
    ['EFFECT', 'Effect'], ['FINDING', 'Finding'], ['CAPTURE', 'Capture']]) {
    const fields = table.match(new RegExp(`^ROW\\(${row}, [^]*?^END_ROW`, 'm'))[0];
    const expected = [...fields.matchAll(/^FIELD\((\w+), \w+, ([^,]*), \d+, (\d+)/gm)].filter(([, , flags, key]) => key !== '0' || flags.includes('requested')).map(([, field, flags]) => {
      const key = field.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
      const renamed = row === 'BASE_CONTEXT' ? { path: 'context', source: 'baseSource' }[key] ?? key : key;
      return /sparse|requested/.test(flags) ? `${renamed}?` : renamed;
    });
    const body = types.match(new RegExp(`^export interface ${name} [^]*?^}`, 'm'))[0];
    const keys = [...body.matchAll(/^  readonly (\w+\??):/gm)].map(([, key]) => key).filter((key) => key !== 'body');
    assert.deepEqual(keys.sort(), expected.sort(), name);
  }
});
