// The package that is tested, and what several tests need.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const packageFolder = process.env.HREFKIT_PACKAGE ?? path.join(repository, 'build/release/node');
export const sharedData = process.env.HREFKIT_SHARED_DATA ?? path.join(repository, '../shared');
export const require = createRequire(path.join(packageFolder, 'index.cjs'));
export const hrefkit = require(packageFolder);
/** The command of the package, and the file of its addon. */
export const command = require('./load.cjs').find('hrefkit');
export const addonFile = require('./load.cjs').find('hrefkit.node');

/** An error of ours with this code. */
export const failsWith = (code) => (error) => {
  assert.ok(error instanceof hrefkit.HrefkitError, `${error}`);
  assert.ok(error instanceof Error);
  assert.equal(error.name, 'HrefkitError');
  assert.equal(error.code, code);
  assert.ok(error.message.length > 0);
  return true;
};

/** The error of an argument that is wrong. */
export const typeError = { name: 'TypeError', code: /^ERR_INVALID_ARG_/ };

/** A folder that ends with the test. */
export function temporaryFolder(test) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hrefkit-node-'));
  test.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files, by their paths below the folder. */
export function writeFiles(folder, files) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
}

export const compiler = process.env.TSC ?? 'tsc';

/** What tsc --strict says about files of a folder. */
export function compile(folder, { files, types = [], ...options }) {
  const compilerOptions = {
    noEmit: true, strict: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022', 'dom'], skipLibCheck: false, types, ...options,
  };
  writeFiles(folder, { 'tsconfig.json': JSON.stringify({ compilerOptions, files }), 'package.json': '{ "type": "module" }' });
  const run = spawnSync(compiler, [], { cwd: folder, encoding: 'utf8' });
  return run.stdout + run.stderr;
}
