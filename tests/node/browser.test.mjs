// What a real browser resolves, through Node: the same documents and rules as tests/html/browser_cases_test.cpp.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { hrefkit, sharedData } from './support.mjs';

const file = path.join(sharedData, 'browser/cases.jsonl');
const reason = fs.existsSync(file) ? false : `${file} is not there`;
if (reason) console.log(`skipped: ${reason}`);

// Why they differ is said in the test of the library.
const expectedFailures = new Set(['url/punycode', 'srcdoc/sandbox']);

test('the rows of a browser', { skip: reason }, async () => {
  const cases = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const pairs = new Set(cases.flatMap(({ links }) => links.map(([element, attribute]) => `${element} ${attribute}`)));
  const text = (rows) => [...new Set(rows.map((row) => JSON.stringify(row)))].sort();
  let agreeing = 0;
  for (const each of cases) {
    const options = { contentType: each.contentType, xmlBase: 'off', scripting: true };
    const bytes = Buffer.from(each.body, 'base64');
    const found = hrefkit.links(bytes, each.url, options);
    assert.deepEqual((await hrefkit.linksAsync(bytes, each.url, options)).toArray(), found.toArray());
    // The browser's rows tell what its DOM answers for an empty value that HTML does not fetch; ours have no URL.
    const unfetched = new Set([...found].filter(({ error, raw }) => error === 'empty' && raw.trim() === '')
      .map(({ element, attribute, raw }) => `${element} ${attribute} ${raw}`));
    const wanted = text(each.links.map(([element, attribute, raw, url]) => [element, attribute, raw, unfetched.has(`${element} ${attribute} ${raw}`) ? null : url]));
    const given = text([...found].filter(({ element, attribute }) => pairs.has(`${element} ${attribute}`))
      .map(({ element, attribute, raw, url }) => [element, attribute, raw, url]));
    if (expectedFailures.has(each.id)) {
      assert.notDeepEqual(given, wanted, `${each.id} is listed as a failure, yet it agrees`);
    } else {
      assert.deepEqual(given, wanted, each.id);
      ++agreeing;
    }
  }
  assert.ok(agreeing > 100 && agreeing === cases.length - expectedFailures.size, `${agreeing} of ${cases.length}`);
});
