import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failsWith, hrefkit, typeError } from './support.mjs';

const { base, effects, relativize, resolve } = hrefkit;
const url = 'https://docs.example/d/page.html';

test('base says which base URLs a page has, and why', () => {
  const [page, frame, ...rest] = base('<base href="a/"><base href="b/"><p xml:base="z/"><iframe srcdoc="<a href=x>"></iframe>', url);
  assert.deepEqual(rest, []);
  assert.deepEqual(page, {
    context: '', address: url, base: 'https://docs.example/d/a/', baseSource: 'base', fallback: url, fallbackSource: 'document',
    elements: [{ href: 'a/', fate: 'used', line: 1, column: 1, offset: 0 }, { href: 'b/', fate: 'second', line: 1, column: 17, offset: 16 }],
    scopes: [{ element: 'p', value: 'z/', base: 'https://docs.example/d/a/z/', line: 1, column: 33, offset: 32 }],
  });
  assert.deepEqual([frame.context, frame.address, frame.baseSource], ['0', 'about:srcdoc', 'container']);
  assert.ok([page, page.elements, page.elements[0], page.scopes[0]].every(Object.isFrozen));
  assert.equal(base('<base>', url)[0].elements[0].href, null);
  assert.throws(() => base('', 'x'), failsWith('HREFKIT_URL'));
  assert.throws(() => base(5, url), typeError);
  assert.throws(() => base('', url, { nothing: 1 }), typeError);
});

test('effects in frames have their context', () => {
  const page = '<a href=p></a><iframe srcdoc="<a href=q></a><iframe srcdoc=\'<a href=r>\'></iframe>"></iframe>';
  const found = effects(page, url, { setBase: '/q/' }).map(({ context, raw, effect, stale }) => [context, raw, effect, stale]);
  assert.deepEqual(found, [[undefined, 'p', 'hyperlink', false], ['0', 'q', 'none', true], ['0.0', 'r', 'none', true]]);
});

test('effects says what a change of base would do', () => {
  const page = '<base href="a/"><a href="x"></a><p xml:base="z/"><a href="#f"></a>';
  const [, link] = effects(page, url, { setBase: '/q/' });
  assert.deepEqual([link.element, link.before, link.after, link.changed, link.effect], ['a', 'https://docs.example/d/a/x', 'https://docs.example/q/x', true, 'hyperlink']);
  assert.ok(Object.isFrozen(link) && Array.isArray(link.hazards));
  const after = (change) => effects(page, url, change).map((effect) => effect.after);
  assert.ok(after({ removeBase: true }).includes('https://docs.example/d/x'));
  assert.equal(effects('<a href=x>', url, { newUrl: 'https://docs.example/n/' })[0].after, 'https://docs.example/n/x');
  assert.ok(after({ setXmlBase: { p: '/n/' } }).includes('https://docs.example/n/#f'));
  assert.ok(after({ removeXmlBase: ['p'] }).includes('https://docs.example/d/a/#f'));
  assert.throws(() => effects(page, url, { setXmlBase: { '[': 'x' } }), failsWith('HREFKIT_SELECTOR'));
  assert.throws(() => effects(page, url, { removeXmlBase: ['em'] }), failsWith('HREFKIT_SELECTOR'));
  for (const change of [undefined, null, 5, { nothing: 1 }, { setBase: 5 }, { removeXmlBase: 'p' }, { setBase: 'a', removeBase: true }]) {
    assert.throws(() => effects(page, url, change), typeError);
  }
});

test('resolve gives the absolute URL of a reference', () => {
  assert.equal(resolve('../x?q=é', url), 'https://docs.example/x?q=%C3%A9');
  assert.equal(resolve('?é', new URL(url), { encoding: 'windows-1252' }), 'https://docs.example/d/page.html?%E9');
  assert.equal(resolve('x', url, { standard: 'html5' }), 'https://docs.example/d/x');
  assert.throws(() => resolve('http://[', url), (error) => failsWith('HREFKIT_URL')(error) && error.reason === 'invalid-ipv6');
  assert.throws(() => resolve('x', 'y'), failsWith('HREFKIT_URL'));
  assert.throws(() => resolve('x', url, { encoding: 'utf-99' }), failsWith('HREFKIT_ENCODING'));
  for (const bad of [undefined, null, 5, {}]) {
    assert.throws(() => resolve(bad, url), typeError);
    assert.throws(() => resolve('x', bad), typeError);
  }
});

test('relativize gives the shortest reference, which leads back', () => {
  for (const target of ['https://docs.example/d/other.html', 'https://docs.example/', `${url}#f`, 'https://weather.example/x', url]) {
    const reference = relativize(url, target);
    assert.ok(reference.length <= target.length);
    assert.equal(resolve(reference, url), target);
  }
  assert.equal(relativize(new URL(url), new URL('https://docs.example/d/x')), 'x');
  assert.throws(() => relativize('x', url), failsWith('HREFKIT_URL'));
  assert.throws(() => relativize(url, 5), typeError);
});
