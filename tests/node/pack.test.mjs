// What src/node/pack makes of a build: that users get all files, and nothing that runs at installation.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { packageFolder, repository, require, temporaryFolder } from './support.mjs';

const { version } = require('./package.json');
const [platform] = fs.readdirSync(path.join(packageFolder, 'prebuilds'));
const build = path.dirname(packageFolder);

function pack(...args) {
  execFileSync(path.join(repository, 'src/node/pack'), args, { cwd: '/', env: { ...process.env, HREFKIT_BUILD: build, SOURCE_DATE_EPOCH: '1700000000' } });
}

/** Unpacks it as a package manager does. */
function install(file, folder) {
  fs.mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
}

function runs(folder) {
  const code = "const h = require('hrefkit'); console.log(h.version, h.links('<a href=x>', 'https://a.example/').urls()[0]);";
  assert.equal(execFileSync(process.execPath, ['-e', code], { cwd: folder, encoding: 'utf8' }), `${version} https://a.example/x\n`);
  const launched = spawnSync(process.execPath, ['node_modules/hrefkit/hrefkit.cjs', '--version'], { cwd: folder, encoding: 'utf8' });
  assert.ok(launched.stdout.includes(version), launched.stderr);
}

test('one file has all, and is the same each time', (t) => {
  const folder = temporaryFolder(t);
  pack(path.join(folder, 'out'));
  const name = `hrefkit-${version}.tgz`;
  assert.deepEqual(fs.readdirSync(path.join(folder, 'out')), [name]);
  const file = path.join(folder, 'out', name);
  assert.ok(fs.statSync(file).size <= 16 * 1024 * 1024);
  const umask = process.umask(0o077);
  pack(path.join(folder, 'again'));
  process.umask(umask);
  assert.equal(Buffer.compare(fs.readFileSync(file), fs.readFileSync(path.join(folder, 'again', name))), 0);
  install(file, path.join(folder, 'node_modules/hrefkit'));
  runs(folder);
  const files = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).split('\n').filter((each) => each && !each.endsWith('/'));
  assert.deepEqual(files.filter((each) => each !== 'package/THIRD-PARTY').sort(), ['LICENSE', 'README.md', 'hrefkit.cjs', 'index.cjs', 'index.d.ts', 'index.mjs', 'load.cjs', 'package.json',
    `prebuilds/${platform}/hrefkit`, `prebuilds/${platform}/hrefkit.node`, 'rows.cjs'].map((each) => `package/${each}`));
});

test('two packages are published, one for each platform', (t) => {
  const folder = temporaryFolder(t);
  pack('--split', path.join(folder, 'out'));
  assert.deepEqual(fs.readdirSync(path.join(folder, 'out')).sort(), [`hrefkit-${version}.tgz`, `hrefkit-${platform}-${version}.tgz`]);
  install(path.join(folder, 'out', `hrefkit-${version}.tgz`), path.join(folder, 'node_modules/hrefkit'));
  const main = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules/hrefkit/package.json'), 'utf8'));
  assert.deepEqual([main.optionalDependencies, main.scripts], [{ [`@hrefkit/${platform}`]: version }, undefined]);
  install(path.join(folder, 'out', `hrefkit-${platform}-${version}.tgz`), path.join(folder, 'node_modules/@hrefkit', platform));
  const part = JSON.parse(fs.readFileSync(path.join(folder, 'node_modules/@hrefkit', platform, 'package.json'), 'utf8'));
  assert.deepEqual([part.name, part.version, part.os, part.scripts], [`@hrefkit/${platform}`, version, [process.platform], undefined]);
  runs(folder);
});

test('a usage error ends with 2', () => {
  for (const args of [[], ['a', 'b'], ['--split']]) {
    assert.equal(spawnSync(path.join(repository, 'src/node/pack'), args, { encoding: 'utf8' }).status, 2);
  }
});
