import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addonFile, command, hrefkit, packageFolder, repository, require, temporaryFolder, writeFiles } from './support.mjs';

/** A folder in which `import 'hrefkit'` finds the package. */
function project(t) {
  const folder = temporaryFolder(t);
  fs.mkdirSync(path.join(folder, 'node_modules'));
  fs.symlinkSync(packageFolder, path.join(folder, 'node_modules/hrefkit'));
  return folder;
}

test('the version is that of the project, and of the library', () => {
  const { version, bin, exports, scripts, dependencies } = require('./package.json');
  const [, wanted] = /project\(hrefkit VERSION (\S+)/.exec(fs.readFileSync(path.join(repository, 'CMakeLists.txt'), 'utf8'));
  assert.equal(version, wanted);
  assert.equal(hrefkit.version, wanted);
  assert.deepEqual(exports, { '.': { types: './index.d.ts', import: './index.mjs', require: './index.cjs' }, './package.json': './package.json' });
  assert.deepEqual([scripts, dependencies, Object.keys(bin)], [undefined, undefined, ['hrefkit']]);
});

test('import and require give the same', async (t) => {
  const folder = project(t);
  writeFiles(folder, {
    'a.mjs': "import * as all from 'hrefkit'; import { links, version } from 'hrefkit'; console.log(Object.keys(all).sort().join(), version, links('<a href=x>', 'https://a.example/').urls()[0]);",
    'a.cjs': "const all = require('hrefkit'); console.log(Object.keys(all).sort().join(), all.version, all.links('<a href=x>', 'https://a.example/').urls()[0]);",
    'both.mjs': "import { createRequire } from 'node:module'; import { HrefkitError } from 'hrefkit'; console.log(createRequire(import.meta.url)('hrefkit').HrefkitError === HrefkitError);",
  });
  const run = (name) => execFileSync(process.execPath, [name], { cwd: folder, encoding: 'utf8' });
  assert.equal(run('a.mjs'), run('a.cjs'));
  assert.match(run('a.mjs'), /HrefkitError,Links,Rewriter,archive,base,baseAsync,check,effects,effectsAsync,links,linksAsync,relativize,resolve,rewrite,rewriteAsync,version .* https:\/\/a\.example\/x\n$/);
  assert.equal(run('both.mjs'), 'true\n');
});

test('the types name what the module exports', () => {
  const types = fs.readFileSync(path.join(packageFolder, 'index.d.ts'), 'utf8');
  const named = new Set([...types.matchAll(/^export (?:function|class|const) (\w+)/gm)].map(([, name]) => name));
  assert.deepEqual([...named].sort(), Object.keys(hrefkit).sort());
});

test('tsc --strict takes the types', (t) => {
  const compiler = process.env.TSC ?? 'tsc';
  if (spawnSync(compiler, ['--version']).status !== 0) {
    console.log('skipped: there is no tsc');
    t.skip('there is no tsc');
    return;
  }
  const folder = project(t);
  fs.copyFileSync(path.join(repository, 'tests/node/types.ts'), path.join(folder, 'types.ts'));
  // Without the types of Node, which not every machine has.
  writeFiles(folder, {
    'node.d.ts': 'interface Buffer extends Uint8Array { toString(encoding?: string): string; }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { noEmit: true, strict: true, target: 'es2020', module: 'commonjs', lib: ['es2020', 'dom'], types: [] },
      files: ['node.d.ts', 'types.ts'],
    }),
  });
  const run = spawnSync(compiler, [], { cwd: folder, encoding: 'utf8' });
  assert.equal(run.stdout + run.stderr, '');
});

test('the addon exports its entry points alone', (t) => {
  const run = spawnSync('nm', ['-D', '--defined-only', addonFile], { encoding: 'utf8' });
  if (run.error) {
    console.log('skipped: there is no nm');
    t.skip('there is no nm');
    return;
  }
  const names = run.stdout.split('\n').filter(Boolean).map((line) => line.split(' ')[2]).sort();
  assert.deepEqual(names, ['napi_register_module_v1', 'node_api_module_get_api_version_v1']);
});

test('the command runs with its arguments, its streams and its exit code', (t) => {
  const launcher = path.join(packageFolder, 'hrefkit.cjs');
  const run = (args, input = '') => spawnSync(process.execPath, [launcher, ...args], { input, encoding: 'utf8' });
  assert.equal(run(['--version']).stdout, execFileSync(command, ['--version'], { encoding: 'utf8' }));
  const found = run(['resolve', '-q', '--url', 'https://a.example/', '--format', 'jsonl', '-'], '<a href="x y">');
  assert.equal(JSON.parse(found.stdout).url, 'https://a.example/x%20y');
  assert.equal(found.status, 0);
  const folder = temporaryFolder(t);
  writeFiles(folder, { 'index.html': '<a href=gone.html>' });
  assert.equal(run(['check', folder]).status, 1);
  assert.equal(run(['--no-such-option']).status, 2);
});

test('a signal ends the command, and the launcher as the command', async () => {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [path.join(packageFolder, 'hrefkit.cjs'), 'resolve', '--batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write('{"url":"https://a.example/","html":"<a href=x>"}\n');
  await new Promise((resolve) => { child.stdout.once('data', resolve); child.once('exit', resolve); });
  child.kill('SIGTERM');
  const [code, signal] = await new Promise((resolve) => { child.once('exit', (...end) => resolve(end)); });
  assert.deepEqual([code, signal], [null, 'SIGTERM']);
});

test('without files for the platform the error says which are missing', (t) => {
  const folder = temporaryFolder(t);
  for (const name of ['index.cjs', 'load.cjs', 'rows.cjs', 'hrefkit.cjs', 'package.json']) fs.copyFileSync(path.join(packageFolder, name), path.join(folder, name));
  const run = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(folder)})`], { encoding: 'utf8' });
  assert.match(run.stderr, /hrefkit has no hrefkit\.node for \S+: neither .* nor the package @hrefkit\/\S+ is there/);
  const launched = spawnSync(process.execPath, [path.join(folder, 'hrefkit.cjs'), '--version'], { encoding: 'utf8' });
  assert.equal(launched.status, 2);
  assert.match(launched.stderr, /^hrefkit: hrefkit has no hrefkit for /);
});
