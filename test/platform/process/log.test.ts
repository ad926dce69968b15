import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { createLog } from '../../../source/platform/process/log.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('events are JSON lines, for their owner only, without what is to be concealed', (t) => {
  const folder = join(temporaryFolder(t), 'state');
  const log = createLog(folder, systemClock);
  log.conceal('pst_"secret\\');
  log.write('failed', { error: 'Bearer pst_"secret\\ was refused', causes: ['pst_"secret\\'] });
  const line = JSON.parse(readFileSync(log.path, 'utf8')) as Record<string, unknown>;
  t.like(line, { event: 'failed', error: 'Bearer [key] was refused', causes: ['[key]'] });
  t.is(statSync(log.path).mode & 0o777, 0o600);
});

test('there are never more than two files of one MiB', (t) => {
  const folder = temporaryFolder(t);
  const log = createLog(folder, systemClock);
  for (let index = 0; index < 50; index += 1) {
    log.write('event', { index, filler: 'x'.repeat(100_000) });
  }

  t.deepEqual(readdirSync(folder).sort(), ['petstore.log', 'petstore.log.1']);
  t.true(readdirSync(folder).every((name) => statSync(join(folder, name)).size <= 2 ** 20));
  t.true(readFileSync(log.path, 'utf8').includes('"index":49'));
});

test('the log goes on where its old file cannot be replaced, as while somebody reads it on Windows', (t) => {
  const folder = temporaryFolder(t);
  const log = createLog(folder, systemClock);
  mkdirSync(`${log.path}.1/held`, { recursive: true });
  for (const size of [2 ** 20, 2 ** 21]) {
    writeFileSync(log.path, '.'.repeat(size));
    log.write('kept');
    t.true(readFileSync(log.path, 'utf8').includes('"kept"'));
  }

  writeFileSync(log.path, '.'.repeat(2 ** 21 + 1));
  log.write('too much');
  t.is(statSync(log.path).size, 2 ** 21 + 1);
});

test('a log that cannot be written stops nobody', (t) => {
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  t.notThrows(() => createLog(join(file, 'state'), systemClock).write('event'));
});
