'use strict';
// Where the files for this platform are: in prebuilds/ of this package, or in the package of the platform.
const fs = require('node:fs');
const path = require('node:path');
const own = require('./package.json');

const needsGlibc = '2.34';
const howToBuild = 'to build it, type "cmake --preset release && cmake --build --preset release --target hrefkit_node" in a clone of hrefkit, and then "npm install CLONE/build/release/node"';

function platform() {
  const { platform, arch } = process;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const isGnu = process.report?.getReport().header.glibcVersionRuntime !== undefined;
  return `${platform}-${arch}-${isGnu ? 'gnu' : 'musl'}`;
}

/** The platforms that there are files for: those in prebuilds/, and those with a package. */
function platforms() {
  const folder = path.join(__dirname, 'prebuilds');
  const packages = Object.keys(own.optionalDependencies ?? {}).map((name) => name.replace('@hrefkit/', ''));
  return [...new Set([...(fs.existsSync(folder) ? fs.readdirSync(folder) : []), ...packages])].sort();
}

function missing(file, name) {
  const all = platforms();
  const why = all.includes(name) ? `the package @hrefkit/${name} is not installed: type "npm install @hrefkit/${name}@${own.version}"`
    : `it has them for ${all.join(', ') || 'none'} (gnu: glibc ${needsGlibc} or later): ${howToBuild}`;
  return Object.assign(new Error(`hrefkit has no file ${file} for ${name}; ${why}`), { code: 'MODULE_NOT_FOUND' });
}

/** The path of a file for this platform. */
function find(file) {
  const name = platform();
  const beside = path.join(__dirname, 'prebuilds', name, file);
  if (fs.existsSync(beside)) return beside;
  try {
    return require.resolve(`@hrefkit/${name}/${file}`);
  } catch {
    throw missing(file, name);
  }
}

function addon() {
  const file = find('hrefkit.node');
  try {
    return require(file);
  } catch (error) {
    if (error.code === 'ERR_DLOPEN_FAILED') error.message = `hrefkit cannot load its addon, which needs glibc ${needsGlibc} or later (${error.message}); ${howToBuild}`;
    throw error;
  }
}

module.exports = { find, addon };
