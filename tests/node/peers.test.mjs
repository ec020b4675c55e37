// The tricky pages of tests/bench/peers: links are what Chromium says, but where README.md there says why not.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { packageFolder, repository } from './support.mjs';

const folder = path.join(repository, 'tests/bench/peers');
const expected = JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8')).pages;
const otherwise = {
  'a base that is no URL': ['https://docs.example/d/p'],  // the HTML Standard: the fallback base URL
  'SVG and MathML': ['p', 'q', 'r', 's', 'x'].map((name) => `https://docs.example/d/${name}`),  // x: xlink:href beside href
};

test('tricky pages are read as by Chromium', () => {
  const run = spawnSync(process.execPath, [path.join(folder, 'peers.mjs'), 'hrefkit', 'tricky'], { encoding: 'utf8', env: { ...process.env, HREFKIT_PACKAGE: packageFolder } });
  assert.equal(run.stderr, '');
  const { answers } = JSON.parse(run.stdout);
  assert.deepEqual(Object.keys(answers), Object.keys(expected));
  assert.equal(Object.keys(answers).length, 38);
  for (const [page, urls] of Object.entries(answers)) {
    assert.deepEqual(urls, otherwise[page] ?? expected[page], page);
    assert.notDeepEqual(otherwise[page], expected[page], page);
  }
});
