/** A machine that sleeps between the record of an attempt and its first byte. */
import { basename } from 'node:path';
import test from 'ava';
import { diskFileSystem, type FileSystem } from '../../../source/platform/files/file-system.ts';
import { createMovableClock, rex, setScene } from '../../helpers/open-engine.ts';

for (const [seconds, results] of [
  [20, ['created']],
  [40, ['not-sent', 'created']],
  [70, ['not-sent', 'created']],
] as const) {
  test(`${seconds} s of sleep before the first byte: ${results.length > 1 ? 'given up as not sent, and sent by a new attempt' : 'a slow disk, and sent'}`, async (t) => {
    const { clock, pass } = createMovableClock();
    let asleepMs = 0;
    const fileSystem: FileSystem = {
      ...diskFileSystem,
      async rename(from, to) {
        await diskFileSystem.rename(from, to);
        if (basename(to) === 'queue.json') {
          pass(asleepMs);
          asleepMs = 0;
        }
      },
    };
    const scene = await setScene(t, {}, { clock, fileSystem });
    await scene.engine.add(rex);
    asleepMs = seconds * 1000;
    t.like(await scene.sync(), { waiting: 0 });
    const { state, history } = await scene.entry('Q-1');
    t.is(state, 'created');
    t.deepEqual(
      history.flatMap((record) => (record.kind === 'outcome' ? [record.result.type] : [])),
      [...results],
    );
    t.is(scene.service.inserted().length, 1);
  });
}
