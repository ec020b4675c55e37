#!/usr/bin/env node
'use strict';
// `npx hrefkit ARGUMENTS` is the command for this platform, with its exit code.
const { spawn } = require('node:child_process');
const os = require('node:os');
const { find } = require('./load.cjs');

function fail(error) {
  process.stderr.write(`hrefkit: ${error.message}\n`);
  process.exit(2);
}

let command;
try {
  command = find('hrefkit');
} catch (error) {
  fail(error);
}
const child = spawn(command, process.argv.slice(2), { stdio: 'inherit' });
child.on('error', fail);
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
for (const signal of signals) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code);
  // End as the command did.
  for (const each of signals) process.removeAllListeners(each);
  process.exitCode = 128 + os.constants.signals[signal];
  process.kill(process.pid, signal);
});
