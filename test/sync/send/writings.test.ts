/** How often the queue is written while it is sent: the outcome of one animal and the attempt of the next are one change. */
import test from 'ava';
import { createFaultFileSystem } from '../../helpers/fault-file-system.js';
import { rex, setScene } from '../../helpers/open-engine.js';

const animals = 12;

test('twelve animals are sent in fifteen writings of the queue, in their order', async (t) => {
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { fileSystem });
  await scene.engine.add({ ...rex, name: 'First' });
  await scene.sync();
  for (let nth = 1; nth <= animals; nth += 1) {
    await scene.engine.add({ ...rex, name: `Pet ${nth}` });
  }

  fileSystem.operations.length = 0;
  t.is((await scene.sync()).waiting, 0);
  const writings = fileSystem.operations.filter((each) => /^rename .*queue\.json$/u.test(each)).length;
  t.true(writings <= animals + 3, `${writings}:\n${fileSystem.operations.join('\n')}`);
  t.deepEqual(
    scene.service.inserted().map(({ pet }) => pet.name),
    ['First', ...Array.from({ length: animals }, (_, index) => `Pet ${index + 1}`)],
  );
});

test('where the disk fails with an outcome nothing more is sent, and it is known to the engine that sent it', async (t) => {
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { fileSystem });
  await scene.engine.add({ ...rex, name: 'One' });
  await scene.engine.add({ ...rex, name: 'Two' });
  await scene.engine.add({ ...rex, name: 'Three' });
  fileSystem.failAll('ENOSPC', (operation) => operation === 'write' && scene.service.inserted().length > 0);
  await t.throwsAsync(scene.sync());
  t.is(scene.service.inserted().length, 1);
  fileSystem.heal();
  t.is((await scene.sync()).waiting, 0);
  t.deepEqual(
    scene.service.inserted().map(({ pet }) => pet.name),
    ['One', 'Two', 'Three'],
  );
});
