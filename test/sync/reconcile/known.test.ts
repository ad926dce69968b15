import test from 'ava';
import type { PetClient } from '../../../source/client/pet-client.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { StoreKnowledge, Ours } from '../../../source/local/queue/queue-document.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import {
  haveIdsRisen,
  keepKnowledge,
  learnFromCut,
  learnFromList,
  learnEcho,
  learnIds,
} from '../../../source/sync/reconcile/known.ts';
import { EngineState } from '../../../source/sync/state.ts';
import { openStore } from '../../helpers/open-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const settleMs = 60_000;
const boot = 'b';
const ours = (id: number, uptime: number): Ours => ({
  id: String(id) as Int64,
  name: `Pet ${id}`,
  categoryId: '3' as Int64,
  boot,
  uptime,
});
const learn = (credit: StoreKnowledge, shown: readonly Pet[], uptime: number): StoreKnowledge =>
  learnFromList(
    credit,
    [],
    { listed: new Map(shown.map((pet) => [pet.id, pet])), began: { boot, uptime, since: 0 } },
    settleMs,
  );

test('a list is prompt once it has shown one of ours that was younger than two settle times', (t) => {
  const one = ours(1, 0);
  t.false(learn({ ours: [one] }, [one], 2 * settleMs).isPrompt);
  t.true(learn({ ours: [one] }, [one], 2 * settleMs - 1).isPrompt);
});

test('a list that lacks one of ours is prompt no longer, until it shows a young one again', (t) => {
  const [one, two] = [ours(1, 0), ours(2, 600_000)];
  const prompt: StoreKnowledge = { ours: [one, two], isPrompt: true };
  t.false(learn(prompt, [one], 605_000).isPrompt);
  t.true(learn(prompt, [one], 604_999).isPrompt, 'it was sent as the list was read');
  t.false(learn(learn(prompt, [one], 605_000), [one, two], 730_000).isPrompt, 'it is listed, and no longer young');
  t.true(learn(learn(prompt, [one], 605_000), [one, two], 660_000).isPrompt);
  t.true(learn({ ...prompt, gone: ['1' as Int64] }, [two], 700_000).isPrompt, 'that one was removed');
});

test('a cut list tells it too, where ids rise and the newest come first', (t) => {
  const [old, young] = [ours(5, 0), ours(9, 600_000)];
  const stored: StoreKnowledge = { ours: [old, young], ids: { above: 3 } };
  const isPrompt = (pets: readonly Pet[], known: StoreKnowledge = stored, uptime = 660_000): boolean | undefined =>
    learnFromCut(known, [], { pets, began: { boot, uptime, since: 0 } }, settleMs).isPrompt;
  t.true(isPrompt([young, ours(8, 0)]), 'the older one is cut off');
  t.not(isPrompt([young, ours(8, 0)], stored, 720_000), true, 'it is no longer young');
  t.not(isPrompt([ours(8, 0), young]), true, 'the newest would be cut off');
  t.not(isPrompt([young, ours(8, 0)], { ...stored, ids: { above: 2 } }), true, 'ids need not rise');
  const prompt = { ...stored, isPrompt: true };
  t.true(isPrompt([young, ours(8, 0)], prompt, 720_000));
  t.false(isPrompt([ours(8, 0), old], prompt), 'it lacks the young one');
  t.false(isPrompt([young, ours(4, 0)], prompt), 'and here the old one');
  t.true(isPrompt([young, ours(4, 0)], { ...prompt, gone: ['5' as Int64] }), 'which was removed');
  t.true(isPrompt([], prompt), 'an empty one is not cut');
});

test('one of ours was removed if two lists, no shorter the second time, lack it between an older and a younger one', (t) => {
  const [one, two, three] = [ours(1, 0), ours(2, 1000), ours(3, 2000)];
  const other = { ...ours(9, 0), name: 'Other' };
  const once = learn({ ours: [one, two, three] }, [one, three], 600_000);
  t.deepEqual(once.gone ?? [], []);
  t.deepEqual(learn(once, [one, three], 660_000).gone, ['2']);
  t.deepEqual(learn(once, [one, three], 659_999).gone ?? [], [], 'within a settle time');
  t.deepEqual(learn(once, [one, three, other], 660_000).gone, ['2']);
  const cut = learn({ ours: [one, two, three] }, [one, three, other], 600_000);
  t.deepEqual(learn(cut, [one, three], 660_000).gone ?? [], [], 'the list became shorter: it may be cut');
  const last = learn({ ours: [one, two] }, [one], 600_000);
  t.deepEqual(learn(last, [one], 660_000).gone ?? [], [], 'nothing younger is shown: the list may be an old one');
  const gone = learn(once, [one, three], 660_000);
  t.deepEqual(learn(gone, [one, two, three], 720_000).gone, [], 'it is back');
});

test('ids rise once three answers in a row were above all that was known, and after one that was not, twenty', (t) => {
  const ids = (count: number, seen?: StoreKnowledge['ids']): StoreKnowledge['ids'] =>
    Array.from({ length: count }).reduce<StoreKnowledge['ids']>(
      (each) => learnIds(each, '9' as Int64, '8' as Int64),
      seen,
    );
  t.false(haveIdsRisen(ids(2)));
  t.true(haveIdsRisen(ids(3)));
  const fell = learnIds(ids(3), '7' as Int64, '8' as Int64);
  t.false(haveIdsRisen(ids(19, fell)));
  t.true(haveIdsRisen(ids(20, fell)));
  t.false(haveIdsRisen(learnIds(ids(3), '8' as Int64, '8' as Int64)), 'an id that was there is not above');
  t.is(learnIds(undefined, '9' as Int64, undefined), undefined, 'nothing was known: it is no evidence');
});

test('what was learnt before another process forgot the store is not written after that', async (t) => {
  const folder = temporaryFolder(t);
  const here = await openStore(folder);
  const state = new EngineState({
    local: here,
    client: {} as PetClient,
    clock: systemClock,
    random: () => 0,
    credential: 'c',
    idempotency: 'off',
    process: 'p',
    settleMs,
    refreshMs: settleMs,
  });
  state.learn({ ours: [ours(1, 0)], apiKeys: ['c'] });
  const elsewhere = await openStore(folder);
  await elsewhere.archive.archive([], { former: { ours: [], apiKeys: ['other'] } });
  await keepKnowledge(state);
  await elsewhere.queue.refresh();
  t.deepEqual(elsewhere.knowledge.present(), { ours: [], apiKeys: ['other'] });
});

test('keys count as honoured from the first answer that has its key; after one without, from the twenty-first in a row', (t) => {
  const after = (...echoes: readonly boolean[]): boolean =>
    (echoes.reduce<number | undefined>(learnEcho, undefined) ?? 0) > 0;
  t.false(after());
  t.true(after(true));
  t.false(after(true, false));
  t.false(after(false, ...Array<boolean>(20).fill(true)));
  t.true(after(false, ...Array<boolean>(21).fill(true)));
  t.false(after(false, ...Array<boolean>(21).fill(true), false));
});
