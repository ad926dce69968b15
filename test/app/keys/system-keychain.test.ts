import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createSystemKeychain } from '../../../source/app/keys/keychain.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';

const secret = 'pst_0123456789_SECRET';
const request = { action: 'save', account: 'a', key: secret } as const;

/** A child that does this instead of what `petstore __keychain` does. */
const childThat = (script: string) => ({ command: process.execPath, arguments: ['-e', script] });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a keychain that never answers is given up, and its process is gone', async (t) => {
  const file = join(temporaryFolder(t), 'pid');
  writeFileSync(file, '');
  const self = childThat(`require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); for (;;);`);
  // On a machine with a lot to do a child can be given up before it ran at all: then the next one gets longer.
  for (let limitMs = 2500; readFileSync(file, 'utf8') === ''; limitMs *= 2) {
    let slow = 0;
    const answer = await createSystemKeychain({ self, onSlow: () => (slow += 1), limitMs }).ask(request);
    t.deepEqual(answer, {
      why: `it did not answer within ${limitMs / 1000} seconds; it may be locked`,
    });
    t.is(slow, 1);
  }

  const pid = Number(readFileSync(file, 'utf8'));
  await until('the child has ended', () => !isAlive(pid));
  t.false(isAlive(pid));
});

test('a keychain is asked in a process of its own, and its answer told', async (t) => {
  const self = childThat(
    `process.stdin.once('data', (data) => console.log(JSON.stringify({ done: true, key: JSON.parse(data).key })))`,
  );
  const keychain = createSystemKeychain({ self, onSlow: () => undefined });
  t.deepEqual(await keychain.ask(request), { done: true, key: secret });
});

for (const [what, script] of [
  ['crashes', 'process.kill(process.pid, "SIGSEGV")'],
  ['ends without a word', ''],
  ['says something else', 'console.log("{}")'],
] as const) {
  test(`a keychain that ${what} leaves it open whether it was done`, async (t) => {
    t.deepEqual(await createSystemKeychain({ self: childThat(script), onSlow: () => undefined }).ask(request), {
      why: 'it ended without an answer',
    });
  });
}

test('a program that cannot be started says why', async (t) => {
  const answer = await createSystemKeychain({
    self: { command: '/nowhere/node', arguments: [] },
    onSlow: () => undefined,
  }).ask(request);
  t.true('why' in answer && answer.why.includes('ENOENT'));
});

(process.platform === 'linux' ? test : test.skip)('no list of processes shows the key on its way', async (t) => {
  const file = join(temporaryFolder(t), 'seen');
  const script = `process.stdin.once('data', () => {
    const { readdirSync, readFileSync, writeFileSync } = require('fs');
    const read = (pid, name) => { try { return readFileSync('/proc/' + pid + '/' + name, 'utf8'); } catch { return ''; } };
    const seen = readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid)).map((pid) => read(pid, 'cmdline') + read(pid, 'environ'));
    writeFileSync(${JSON.stringify(file)}, seen.join('\\n'));
    console.log('{"done":true}');
  })`;
  t.deepEqual(await createSystemKeychain({ self: childThat(script), onSlow: () => undefined }).ask(request), {
    done: true,
  });
  const seen = readFileSync(file, 'utf8');
  t.true(seen.includes('__keychain'));
  t.false(seen.includes(secret));
});
