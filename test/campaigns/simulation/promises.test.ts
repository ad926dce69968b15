/** What is asked for and what is not, where a folder is put back between an edit and the end. */
import test from 'ava';
import { type Planted, tellStory } from '../shrinking/story.js';

const aDay = 86_400_000;

test('what an edit made of an animal was asked for, although the backup that is put back is older than the edit', async (t) => {
  t.deepEqual(await editAndPutBack(), []);
});

test('an animal that was sent as it was, and edited only after the queue was put back, was asked for as it was', async (t) => {
  const story = tellStory();
  await story.network({ is: 'down' });
  await story.add({ by: 0, name: 'Rex' });
  await story.pass({ ms: 1000 });
  await story.backUp({});
  await story.network({ is: 'up' });
  await story.sync({ by: 0, passMs: aDay });
  await story.putBack({});
  await story.edit({ by: 0, entry: 1, name: 'Tom' });
  await story.pass({ ms: 1000 });
  t.deepEqual(await story.end(), []);
});

test('one that is sent again, as it was before the edit, by a queue that does not notice that it was put back is a finding', async (t) => {
  const findings = await editAndPutBack({ isUnmarked: true });
  t.is(findings.length, 1);
  t.regex(findings[0]!, /"Tom".*1 on the service that nobody asked for/);
});

/** Rex is entered; after the backup it is edited to Tom and sent. Then the backup is put back. */
async function editAndPutBack(planted: Planted = {}): Promise<readonly string[]> {
  const story = tellStory({ planted });
  await story.network({ is: 'down' });
  await story.add({ by: 0, name: 'Rex' });
  await story.pass({ ms: 1000 });
  await story.backUp({});
  await story.edit({ by: 0, entry: 1, name: 'Tom' });
  await story.pass({ ms: 1000 });
  await story.network({ is: 'up' });
  await story.sync({ by: 0, passMs: aDay });
  await story.putBack({});
  return await story.end();
}
