// The programs of src/node/README.md and the examples of index.d.ts can be pasted: they run, and print what is shown. The
// manual links to each program of samples/node.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { compile, compiler, packageFolder, repository, temporaryFolder, writeFiles } from './support.mjs';

const samples = path.join(repository, 'samples/node');
const programs = fs.readdirSync(samples).filter((name) => name.endsWith('.mjs'));
const page = fs.readFileSync(path.join(repository, 'src/node/README.md'), 'utf8');

/** A folder with the programs, in which `import 'hrefkit'` finds the package. */
function project(t) {
  const folder = temporaryFolder(t);
  for (const name of programs) fs.copyFileSync(path.join(samples, name), path.join(folder, name));
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(packageFolder, path.join(folder, 'node_modules/hrefkit'));
  return folder;
}

test('there are at least ten, each linked once, and run by a command or by a test', () => {
  const linked = [...page.matchAll(/\]\(\.\.\/\.\.\/samples\/node\/(\S+)\)/g)].map(([, name]) => name);
  assert.deepEqual(linked.sort(), [...programs].sort());
  assert.ok(linked.length >= 10);
  const run = [...page.matchAll(/^\$ node samples\/node\/(\S+) /gm)].map(([, name]) => name);
  assert.deepEqual([...new Set([...run, 'check_page.mjs', 'eleventy_plugin.mjs'])].sort(), [...programs].sort());
});

test('the commands print what is shown', (t) => {
  const folder = project(t);
  const [, firstLines] = /```js\n([^]*?)```\n/.exec(page);
  fs.writeFileSync(path.join(folder, 'first.mjs'), firstLines);
  const commands = [...page.matchAll(/```text\n\$ (node .*)\n([^]*?)```\n/g)];
  assert.ok(commands.length >= 9);
  assert.equal(commands[0][1], 'node first.mjs');
  for (const [, command, wanted] of commands) {
    if (command.includes('sqlite3') && spawnSync('sqlite3', ['--version']).error) {
      console.log('skipped: there is no sqlite3');
      continue;
    }
    const script = command.replace(/^node (samples\/node\/)?/, `'${process.execPath}' '${folder}'/`);
    const run = spawnSync('sh', ['-c', script], { cwd: repository, encoding: 'utf8' });
    assert.equal(run.stderr, '', command);
    assert.equal(run.stdout + (run.status === 0 ? '' : `(exit code ${run.status})\n`), wanted, command);
  }
});

/** Runs a program in the project. A child that is waited for: the tests of a server are in this process. */
function run(folder, name, code) {
  fs.writeFileSync(path.join(folder, name), code);
  const child = spawnSync(process.execPath, [path.join(folder, name)], { cwd: repository, encoding: 'utf8' });
  assert.equal(child.stderr, '', code);
  return child.stdout;
}

test('the programs of the manual print what is shown below them', (t) => {
  const folder = project(t);
  const programs = [...page.matchAll(/```js\n([^]*?)```\n(?:\n```text\n([^]*?)```\n)?/g)];
  assert.ok(programs.length >= 2);
  for (const [, code, output] of programs) {
    assert.ok(output, code);
    assert.equal(run(folder, 'program.mjs', code), output.replace(/^\$ .*\n/, ''));
  }
});

/** The examples of the types, with what each prints. */
const examples = [...fs.readFileSync(path.join(repository, 'src/node/index.d.ts'), 'utf8').matchAll(/^ \* @example\n((?: \*(?: .*)?\n)+?) \*\//gm)]
  .map(([, text]) => text.replace(/^ \* ?/gm, ''));

for (const code of examples) {
  test(`an example of the types prints what is shown: ${/import \{.*\} from 'hrefkit'/.exec(code)}`, (t) => {
    const wanted = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, line]) => `${line}\n`).join('');
    assert.equal(run(project(t), 'example.mjs', code), wanted);
  });
}

test('each function and class has an example', () => {
  const types = fs.readFileSync(path.join(repository, 'src/node/index.d.ts'), 'utf8');
  const names = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name);
  const shown = examples.join('\n');
  const without = [...new Set(names)].filter((name) => !new RegExp(`\\b${name}\\(|\\b${name}\\.`).test(shown));
  assert.deepEqual(without, ['baseAsync', 'effectsAsync', 'HrefkitError']);  // as linksAsync
});

test('tsc --strict takes the examples', (t) => {
  if (spawnSync(compiler, ['--version']).status !== 0) return t.skip('there is no tsc');
  const folder = project(t);
  examples.forEach((code, i) => fs.writeFileSync(path.join(folder, `example${i}.ts`), code));
  fs.writeFileSync(path.join(folder, 'fs.d.ts'), `declare module 'node:fs' {
    export function mkdtempSync(prefix: string): string;
    export function writeFileSync(path: string, text: string): void;
    export function createReadStream(path: string): AsyncIterable<Uint8Array>;
  }`);
  assert.equal(compile(folder, { files: ['fs.d.ts', ...examples.map((_, i) => `example${i}.ts`)] }), '');
});

test('many_pages.mjs counts the same with threads', (t) => {
  const folder = project(t), pages = path.join(folder, 'pages');
  writeFiles(pages, Object.fromEntries(Array.from({ length: 2050 }, (_, i) => [`${i % 7}/${i}.html`, `<a href="https://h${i % 3}.example/">`])));
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'many_pages.mjs'), pages], { encoding: 'utf8' });
  assert.deepEqual([stdout, stderr], ['h0.example 684\nh1.example 683\nh2.example 683\n', '']);
});

test('check_page.mjs asks each link once', async (t) => {
  const asked = [];
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.statusCode = request.url === '/gone' ? 404 : 200;
    response.end('<a href="/fine">a</a><a href="/gone">b</a>\n<a href="/gone#x">c</a><a href="mailto:a@b.example">m</a><a href="http://[">q</a>');
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  t.after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}`;
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(project(t), 'check_page.mjs'), `${url}/`]);
  assert.equal(stdout, `1: ${url}/gone: 404\n2: ${url}/gone#x: 404\n2: http://[: invalid-ipv6\n`);
  assert.deepEqual(asked.sort(), ['GET /', 'HEAD /fine', 'HEAD /gone']);
});

test('the plug-in for Eleventy has under 40 lines, moves links below the prefix, and fails a build with broken links', async (t) => {
  const folder = project(t);
  assert.ok(fs.readFileSync(path.join(folder, 'eleventy_plugin.mjs'), 'utf8').split('\n').length < 40);
  const { default: plugin } = await import(pathToFileURL(path.join(folder, 'eleventy_plugin.mjs')));
  const transforms = {}, events = {};
  plugin({ addTransform: (name, run) => { transforms[name] = run; }, on: (name, run) => { events[name] = run; } }, { siteUrl: 'https://docs.example/guide/' });
  const transform = (content, outputPath, url) => transforms.hrefkit.call({ page: { outputPath, url } }, content);
  assert.equal(transform('<a href="/b/">b</a><a href="c/">é</a><img srcset="/i.png 2x"><a href="//x.example/">x</a>', 'out/a/index.html', '/a/'),
    '<a href="/guide/b/">b</a><a href="c/">é</a><img srcset="/guide/i.png 2x"><a href="//x.example/">x</a>');
  assert.equal(transform('a{}', 'out/a.css', '/a.css'), 'a{}');
  assert.equal(transform('x', false, false), 'x');
  const out = path.join(folder, 'out');
  writeFiles(out, { 'index.html': '<!DOCTYPE html><meta charset=utf-8><title>t</title><a href=a.html>', 'a.html': '<!DOCTYPE html><meta charset=utf-8><title>t</title>' });
  await events['eleventy.after']({ dir: { output: out } });
  fs.rmSync(path.join(out, 'a.html'));
  await assert.rejects(events['eleventy.after']({ directories: { output: out } }), /hrefkit: 1 broken links/);
});
