'use strict';
// Where the files for this platform are: in prebuilds/ of this package, or in the package of the platform.
const fs = require('node:fs');
const path = require('node:path');

function platform() {
  const { platform, arch } = process;
  if (platform !== 'linux') return `${platform}-${arch}`;
  const isGnu = process.report?.getReport().header.glibcVersionRuntime !== undefined;
  return `${platform}-${arch}-${isGnu ? 'gnu' : 'musl'}`;
}

/** The path of a file for this platform. */
function find(file) {
  const name = platform();
  const beside = path.join(__dirname, 'prebuilds', name, file);
  if (fs.existsSync(beside)) return beside;
  try {
    return require.resolve(`@hrefkit/${name}/${file}`);
  } catch {
    const error = new Error(`hrefkit has no ${file} for ${name}: neither ${beside} nor the package @hrefkit/${name} is there`);
    error.code = 'MODULE_NOT_FOUND';
    throw error;
  }
}

module.exports = { find, addon: () => require(find('hrefkit.node')) };
