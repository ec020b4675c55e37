import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addonFile, command, compile, compiler, hrefkit, packageFolder, repository, require, temporaryFolder, writeFiles } from './support.mjs';

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

/** The folder @types of the types of Node, where they are installed; Debian does not have them. */
const nodeTypes = [process.env.HREFKIT_NODE_TYPES, '/usr/share/nodejs/@types', '/usr/lib/node_modules/@types', '/usr/local/lib/node_modules/@types']
  .find((folder) => folder && fs.existsSync(path.join(folder, 'node')));

for (const withTypes of [false, true]) {
  test(`tsc --strict takes the types, ${withTypes ? 'with' : 'without'} those of Node`, (t) => {
    const missing = spawnSync(compiler, ['--version']).status !== 0 ? 'there is no tsc' : withTypes && !nodeTypes ? 'the types of Node are not installed' : null;
    if (missing) {
      console.log(`skipped: ${missing}`);
      t.skip(missing);
      return;
    }
    const folder = project(t);
    fs.copyFileSync(path.join(repository, 'tests/node/types.ts'), path.join(folder, 'types.ts'));
    writeFiles(folder, { 'bytes.ts': withTypes ? bytesAreBuffers : bytesAreArrays });
    if (withTypes) fs.symlinkSync(nodeTypes, path.join(folder, 'node_modules/@types'));
    const files = ['types.ts', 'bytes.ts'];
    assert.equal(compile(folder, { files, types: withTypes ? ['node'] : [], lib: withTypes ? ['es2022'] : ['es2022', 'dom'], skipLibCheck: withTypes }), '');
  });
}

const bytesAreArrays = `import { archive, rewrite } from 'hrefkit';
const bytes: Uint8Array = rewrite(new Uint8Array(1), 'https://a.example/').data;
export const run = async (): Promise<Uint8Array | null> => (await archive('x').next()).value?.body ?? bytes;`;
const bytesAreBuffers = `import { rewrite, rewriteAsync, Rewriter } from 'hrefkit';
const bytes: Buffer = rewrite(Buffer.from('x'), new URL('https://a.example/')).data;
export const all: Promise<Buffer>[] = [rewriteAsync(bytes, 'https://a.example/').then(({ data }) => data)];
export const again: Buffer = new Rewriter().rewrite(bytes, 'https://a.example/').data;`;

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

/** A copy of the package for this platform, with files in prebuilds/, or with packages for platforms. */
function copyOfPackage(folder, optionalDependencies) {
  for (const name of ['index.cjs', 'index.mjs', 'load.cjs', 'rows.cjs', 'hrefkit.cjs', 'package.json']) fs.copyFileSync(path.join(packageFolder, name), path.join(folder, name));
  if (optionalDependencies) {
    writeFiles(folder, { 'package.json': JSON.stringify({ ...require('./package.json'), optionalDependencies }) });
  } else {
    fs.symlinkSync(path.join(packageFolder, 'prebuilds'), path.join(folder, 'prebuilds'));
  }
}

const here = path.basename(path.dirname(addonFile));
const build = /to build it, type "cmake [^"]*hrefkit_node" in a clone of hrefkit, and then "npm install CLONE\/build\/release\/node"/;
for (const [name, simulate] of Object.entries({
  'darwin-arm64': "Object.defineProperty(process, 'platform', { value: 'darwin' }); Object.defineProperty(process, 'arch', { value: 'arm64' });",
  'win32-x64': "Object.defineProperty(process, 'platform', { value: 'win32' }); Object.defineProperty(process, 'arch', { value: 'x64' });",
  'linux-x64-musl': "process.report.getReport = () => ({ header: {} }); Object.defineProperty(process, 'arch', { value: 'x64' });",
  'linux-riscv64-gnu': "Object.defineProperty(process, 'arch', { value: 'riscv64' });",
})) {
  for (const optionalDependencies of [undefined, { [`@hrefkit/${here}`]: '0.2.0' }]) {
    test(`where nothing fits, one sentence says what does: ${name}, ${optionalDependencies ? 'packages' : 'prebuilds'}`, (t) => {
      const folder = temporaryFolder(t);
      copyOfPackage(folder, optionalDependencies);
      writeFiles(folder, {
        'platform.cjs': simulate,
        'a.mjs': `await import(${JSON.stringify(path.join(folder, 'index.mjs'))}).catch(({ message, code }) => console.log(code, message));`,
        'a.cjs': `try { require(${JSON.stringify(folder)}); } catch ({ message, code }) { console.log(code, message); }`,
      });
      const start = ['-r', path.join(folder, 'platform.cjs')];
      for (const file of ['a.mjs', 'a.cjs']) {
        const run = spawnSync(process.execPath, [...start, path.join(folder, file)], { encoding: 'utf8' });
        assert.ok(run.stdout.startsWith(`MODULE_NOT_FOUND hrefkit has no file hrefkit.node for ${name}; it has them for ${here} (gnu: glibc 2.34 or later): `), run.stdout);
        assert.match(run.stdout, build);
        assert.equal(run.stdout.split('\n').length, 2);
      }
      const launched = spawnSync(process.execPath, [...start, path.join(folder, 'hrefkit.cjs'), '--version'], { encoding: 'utf8' });
      assert.equal(launched.status, 2);
      assert.match(launched.stderr, new RegExp(`^hrefkit: hrefkit has no file hrefkit for ${name};`));
    });
  }
}

test('a package of the platform that is left out is named', (t) => {
  const folder = temporaryFolder(t);
  copyOfPackage(folder, { [`@hrefkit/${here}`]: '0.2.0' });
  const run = spawnSync(process.execPath, ['-e', `try { require(${JSON.stringify(folder)}); } catch ({ message }) { console.log(message); }`], { encoding: 'utf8' });
  assert.equal(run.stdout, `hrefkit has no file hrefkit.node for ${here}; the package @hrefkit/${here} is not installed: type "npm install @hrefkit/${here}@${hrefkit.version}"\n`);
});

test('an addon that cannot be loaded says what it needs', (t) => {
  const folder = temporaryFolder(t);
  copyOfPackage(folder, { [`@hrefkit/${here}`]: '0.2.0' });
  writeFiles(folder, { [`prebuilds/${here}/hrefkit.node`]: 'no addon' });
  const run = spawnSync(process.execPath, ['-e', `try { require(${JSON.stringify(folder)}); } catch ({ message, code }) { console.log(code, message); }`], { encoding: 'utf8' });
  assert.match(run.stdout, /^ERR_DLOPEN_FAILED hrefkit cannot load its addon, which needs glibc 2\.34 or later \(/);
  assert.match(run.stdout, build);
});
