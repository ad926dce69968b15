/**
 * The checks of `npm test`, beside each other, as each uses one core: format, types, rules and import arrows, dead code.
 * Each prints its findings in one piece, and one that fails is enough.
 *
 *     node tools/check.ts [WORD ...]     only these, such as `oxlint`
 */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

const checks = {
  oxfmt: ['--check'],
  oxlint: [],
  knip: [],
};

async function isPassed(name: keyof typeof checks): Promise<boolean> {
  const child = spawn(resolve('node_modules/.bin', name), checks[name], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    // npm puts a command file there on Windows.
    shell: process.platform === 'win32',
  });
  const code = new Promise((done) => child.once('close', done));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.stdout.write(out);
  process.stderr.write(errors);
  return (await code) === 0;
}

const all = Object.keys(checks) as (keyof typeof checks)[];
const asked = process.argv.slice(2);
if (asked.every((word) => Object.hasOwn(checks, word))) {
  const passed = await Promise.all(all.filter((name) => asked.length === 0 || asked.includes(name)).map(isPassed));
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} else {
  process.stderr.write(`The checks are ${all.join(', ')}.\n`);
  process.exitCode = 2;
}
