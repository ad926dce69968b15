/**
 * `npm test`'s checks beside each other, as each uses one core: types and lint. Each prints its findings in one piece,
 * and one that fails is enough.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

async function isPassed(script: string): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  });
  const code = new Promise((resolve) => child.once('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  process.stdout.write(out);
  process.stderr.write(errors);
  return (await code) === 0;
}

const passed = await Promise.all(['check:format', 'check:types', 'check:structure'].map(isPassed));
process.exitCode = passed.every(Boolean) ? 0 : 1;
