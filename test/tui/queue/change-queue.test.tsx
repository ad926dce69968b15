import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import { keys } from '../../helpers/terminal.ts';
import { serialiseNewPet } from '../../../source/platform/json/json.ts';
import { questionIn, renderApp } from '../../helpers/render-app.tsx';
import { at, attempt, created, lost, outcome, sceneTime } from '../fixture/scene.ts';

test('d discards at once, u brings back', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'j', 'd');
  await app.waitFor('Q-1 Shadow is discarded; u brings it back.');
  t.true(
    (await app.waitFor('Discarded  1')).some((line) => /^> +Q-1/.test(line)),
    'the cursor goes with its animal',
  );
  await app.waitFor('Discarded; R brings it back.');
  app.press('u');
  await app.waitFor('Q-1 Shadow is restored: rejected.');
  t.deepEqual(app.engine.asked.slice(1), ['discard Q-1', 'restore Q-1']);
});

test('after u the cursor is on the animal that was taken back, wherever it stood before', async (t) => {
  const app = await renderApp(t);
  const isOn = (row: RegExp) => (lines: readonly string[]) => lines.some((line) => row.test(line));
  app.press('2', 'j', 'd');
  await app.waitFor(isOn(/^> +Q-1/));
  app.press('gg');
  await app.waitFor(isOn(/^> ! +Q-2/));
  app.press('u');
  await app.waitFor('Q-1 Shadow is restored: rejected.');
  await app.waitFor(isOn(/^> ! +Q-1/));
  app.press('1', 'G');
  await app.waitFor(isOn(/^> +1 /));
  app.press('c', 'Luna', keys.ctrl('s'));
  await app.waitFor('Queued as Q-5');
  app.press('e', keys.ctrl('u'), 'Lola', keys.ctrl('s'));
  await app.waitFor('Q-5 is changed');
  app.press('G');
  await app.waitFor(isOn(/^> +1 /));
  app.press('u');
  await app.waitFor(isOn(/^> ~ +Q-5 +Luna/));
  t.pass();
});

test('whether to give up what may be on the store is answered with no by Enter, n and q, and by nothing too soon', async (t) => {
  const app = await renderApp(t);
  app.press('gg');
  for (const no of [keys.enter, 'n', 'q']) {
    app.press('d', 'y');
    await app.waitFor('Discard Q-2 Milo?');
    app.clock.now += 400;
    app.press(no);
    await app.waitFor('1 of 16');
  }

  t.is(app.quits(), 0);
  t.deepEqual(app.engine.asked, ['start']);
});

test('an animal that is found on the store while a question stands there is not discarded by yes, which says so', async (t) => {
  const app = await renderApp(t);
  app.press('gg', 'd');
  await app.waitFor('Discard Q-2 Milo?');
  const pet = { id: '77' as Int64, name: 'Milo', categoryId: '2' as Int64 };
  app.engine.record('Q-2', { kind: 'adopted', at, pet, by: 'engine', evidence: 'It is the only new one.' });
  app.clock.now += 400;
  app.press('y');
  await app.waitFor(/^ Q-2 is created\./u);
  t.is(app.engine.snapshot().entries.find(({ localId }) => localId === 'Q-2')?.state, 'created');
});

test('an animal that is looked for is held, discarded and changed for the case that it is not there', async (t) => {
  const app = await renderApp(t);
  app.engine.record('Q-1', { kind: 'retried', at }, attempt(0));
  const sent = app.engine.snapshot().entries.find(({ localId }) => localId === 'Q-1')!;
  app.engine.record('Q-1', lost(sent.history.length - 1));
  app.press('2', 'j', 'z');
  await app.waitFor('Q-1 Shadow is being checked. It is held, not sent, if it is not on the store; Z');
  app.press('Z');
  await app.waitFor('Q-1 Shadow is being checked. It is sent again if it is not on the store.');
  app.press('d');
  await app.waitFor('Discard Q-1 Shadow?');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('is being checked. It is discarded, not sent, if it is not on the');
  await app.waitFor(/^ discarded, not sent, if it is not on the store\. The/);
  app.press('u');
  await app.waitFor('Q-1 Shadow is being checked. It is sent again if it is not on the store.');
  app.press('z');
  await app.waitFor('It is held, not sent, if it is not on the store');
  app.engine.record('Q-1', {
    kind: 'adopted',
    at,
    pet: { id: '77' as Int64, name: 'Shadow', categoryId: '3' as Int64 },
    by: 'engine',
    evidence: 'It is the only new one.',
  });
  app.engine.show({ summary: { sent: 1, refused: 0, undecided: 0, at } });
  await app.waitFor(/It is there: #77 Shadow\. It was on the store before it was held, so it stays/);
  app.pass(5000);
  await app.waitFor(/It is there: #77 Shadow\. It was on the store before it was held, so it stays/);
  t.deepEqual(app.engine.asked.slice(1, 6), ['hold Q-1', 'release Q-1', 'discard Q-1', 'restore Q-1', 'hold Q-1']);
});

test('an animal that is looked for is shown, and found, under the new name too', async (t) => {
  const app = await renderApp(t, { size: [140, 40] });
  app.engine.record('Q-3', attempt(0));
  const { length } = app.engine.snapshot().entries.find(({ localId }) => localId === 'Q-3')!.history;
  const body = serialiseNewPet({ name: 'GoodName', categoryId: '7' as Int64 });
  app.engine.record('Q-3', lost(length - 1), { kind: 'edited', at, body, key: 'new' });
  await app.waitFor(/Q-3 +Coco → GoodName .*checking/);
  app.press('2');
  await app.waitFor((lines) => lines.join().includes('[2 Mine') && lines.join().includes('Coco → GoodName'));
  app.press('/goodname', keys.enter);
  await app.waitFor((lines) => lines.some((line) => line.includes('1 of 1')) && lines.join().includes('Coco → Good'));
  t.pass();
});

test('S while the store is out of reach tells that the animal waits for it', async (t) => {
  const app = await renderApp(t);
  const since = new Date(sceneTime).toISOString();
  const connection = { state: 'offline', since } as const;
  app.engine.show({ connection, sending: { type: 'no', why: 'unreachable', connection } });
  app.press('2', 'j', 'S');
  await app.waitFor('Q-1 Shadow is queued. It is sent when the store can be reached.');
  t.pass();
});

test('S sends now, z holds, Z lets go, and a refusal says why', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'j', 'S');
  await app.waitFor(/Q-1 .* is queued\. It is sent when its turn comes\./);
  app.press('z');
  await app.waitFor(/Q-1 .* is held; Z releases it\./);
  app.press('z');
  await app.waitFor('Q-1 is held and cannot be held now.');
  app.press('Z');
  await app.waitFor(/Q-1 .* is released and queued\./);
  app.press('gg', 'S');
  await app.waitFor('Q-2 is in review and cannot be sent again now.');
  app.press('1', 'G', 'd');
  await app.waitFor('Only queued animals can be discarded; this one is on the store.');
  app.press('/zzznone', keys.enter, 'e');
  await app.waitFor('Only queued animals can be edited; no animal is here.');
  t.deepEqual(app.engine.asked.slice(1), ['retry Q-1', 'hold Q-1', 'release Q-1']);
});

test('e edits a queued animal in the same form', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'j', 'e');
  t.is((await app.waitFor('Edit Q-1'))[2], '> Name      Shadow');
  app.press(keys.ctrl('w'), 'Sam', keys.ctrl('s'));
  await app.waitFor('Q-1 is changed and queued again.');
  const lines = await app.waitFor('It is sent when its turn comes.');
  const row = lines.find((line) => line.includes('Sam') && line.includes('queued')) ?? '';
  t.true(row.startsWith('> ~'), 'the next key is about it');
  t.false(row.includes('The name must'), 'what was wrong with the old name is no reason any more');
  await app.waitFor('It is sent when its turn comes.');
});

test('the review card adopts a candidate', async (t) => {
  const app = await renderApp(t);
  app.press('2', keys.enter);
  await app.waitFor('Did Milo arrive?');
  app.press('1');
  app.clock.now += 100;
  app.press(keys.enter);
  t.deepEqual(app.engine.asked, ['start'], 'a key that came too soon was meant for something else');
  app.clock.now += 300;
  app.press('21');
  await app.waitFor(/^ > 1 /m);
  t.deepEqual(app.engine.asked, ['start'], 'a number settles nothing');
  app.press(keys.enter);
  await app.waitFor('Q-2 is #4711 Milo. u asks again.');
  t.is(app.engine.asked.at(-1), 'adopt Q-2');
});

test('u asks again what a person answered, with all that was offered, and takes no earlier change back', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'jj', 'z');
  await app.waitFor(/Q-3 .* is held; Z releases it\./);
  app.press('gg', keys.enter);
  await app.waitFor('Did Milo arrive?');
  app.clock.now += 400;
  app.press(keys.enter);
  await app.waitFor('Q-2 is #4711 Milo.');
  app.press('u');
  await app.waitFor('Q-2 is in review again.');
  app.press('gg', keys.enter);
  await app.waitFor('> 1  It is #4711');
  app.clock.now += 400;
  app.press('3', keys.enter);
  await app.waitFor('It may make a second animal');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('Q-2 Milo is sent again.');
  app.press('u');
  await app.waitFor('Q-2 is in review again.');
  app.press('u');
  await app.waitFor('Q-3 Coco is released and queued');
  t.deepEqual(app.engine.asked.slice(1), [
    'hold Q-3',
    'adopt Q-2',
    'reopen Q-2',
    'sendAgain Q-2',
    'reopen Q-2',
    'release Q-3',
  ]);
});

test('in a narrow window everything on the review card can be read, however long the answer', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  const answer = `${Array.from({ length: 30 }, (_, word) => `word${word}`).join(' ')} END`;
  app.engine.record('Q-2', { kind: 'sent-again', at }, attempt(0));
  const number = app.engine.snapshot().entries.find(({ localId }) => localId === 'Q-2')!.history.length - 1;
  app.engine.record('Q-2', outcome({ type: 'unknown', problem: { code: 'timeout', message: answer } }, number));
  app.engine.record('Q-2', {
    kind: 'review',
    at,
    reason: 'Nobody knows.',
    candidates: [{ id: '4711' as Int64, name: 'Bartholomew the Third of Winterbourne', categoryId: '2' as Int64 }],
  });
  app.press('2', keys.enter);
  const lines = await app.waitFor('I do not know yet');
  const text = (of: readonly string[]): string => of.map((line) => line.trim()).join(' ');
  t.true(text(lines).includes('It did not arrive: sends it again; u only until it is sent'));
  t.true(lines.some((line) => line.startsWith(' > 1  It is #4711')));
  t.true(lines.some((line) => /Ctrl-D \d+ more/.test(line)));
  const seen = new Set<string>(lines);
  while (!text([...seen]).includes('END')) {
    const before = app.lines().join('\n');
    app.press(keys.pageDown);
    (await app.waitFor((shown) => shown.join('\n') !== before)).forEach((line) => seen.add(line));
  }

  t.true(Array.from({ length: 30 }, (_, word) => `word${word}`).every((word) => text([...seen]).includes(word)));
  app.clock.now += 400;
  t.false(app.lines().some((line) => line.includes('> 1')));
  app.press(keys.enter);
  await app.waitFor(' > 1  It is #4711');
  t.deepEqual(app.engine.asked, ['start'], 'an answer that is not in sight is not taken');
  app.press('3', keys.enter);
  await app.waitFor('y yes  n no');
});

/** In the review of Milo, where the id of an animal that is no candidate is asked for. */
async function typeOtherId(app: Awaited<ReturnType<typeof renderApp>>): Promise<void> {
  app.press('2', keys.enter);
  await app.waitFor('Did Milo arrive?');
  app.clock.now += 400;
  app.press('j', keys.enter);
  await app.waitFor('It is #');
}

test('an animal under review is adopted by its typed id only after both were shown and, where they differ, a yes', async (t) => {
  const app = await renderApp(t, { size: [80, 24] });
  app.engine.hidden.push({ id: '42' as Int64, name: 'Zoë', categoryId: '3' as Int64, status: 'available' });
  await typeOtherId(app);
  app.press('x', keys.enter);
  await app.waitFor('! An id is a whole number, such as');
  app.press(keys.backspace, '99', keys.enter);
  await app.waitFor('! The store has no animal #99.');
  app.press(keys.ctrl('u'), '42', keys.enter);
  await app.waitFor('y yes  n no');
  t.true(
    questionIn(app.lines()).includes(
      'You entered Milo, Cats, available. #42 is Zoë, Dogs, available: another name, another category. Is Q-2 #42?',
    ),
  );
  app.clock.now += 400;
  app.press('n');
  await app.waitFor('Did Milo arrive?');
  t.deepEqual(app.asked('adopt'), []);
  app.press(keys.enter);
  await app.waitFor('It is #');
  app.press('42', keys.enter);
  await app.waitFor('y yes  n no');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('Q-2 is #42 Zoë.');
  t.is(app.engine.asked.at(-1), 'adopt Q-2');
});

test('a typed id of a new animal that looks the same needs no question, and one that is another entry is refused', async (t) => {
  const app = await renderApp(t);
  app.engine.hidden.push({ id: '4711' as Int64, name: 'Milo', categoryId: '2' as Int64, status: 'available' });
  app.engine.record('Q-3', attempt(0), created('77', 'Coco', '7'));
  app.press('2', keys.enter);
  await app.waitFor('Did Milo arrive?');
  app.clock.now += 400;
  app.press('2', keys.enter);
  await app.waitFor('It is #');
  app.press('77', keys.enter);
  await app.waitFor('! #77 is Q-3 Coco already.');
  app.press(keys.ctrl('u'), '4711', keys.enter);
  await app.waitFor('Q-2 is #4711 Milo.');
  t.pass();
});

test('a decision says a reason once, and names no key that does nothing once it is made', async (t) => {
  const app = await renderApp(t, { size: [80, 24] });
  const reason =
    'The store answered with #61, which was there before, as Q-1. This one is not sent again until you decide.';
  app.engine.record('Q-2', outcome({ type: 'unknown', problem: { code: 'id_conflict', message: reason } }));
  app.engine.record('Q-2', { kind: 'review', at, reason, candidates: [] });
  app.press('2', keys.enter);
  const lines = await app.waitFor('Enter take it');
  const [facts = ''] = lines.join('\n').split('── History');
  t.is(facts.match(/was there before/gu)?.length, 1, facts);
  t.true(lines.some((line) => /1 +It is on the store +you type its id/.test(line)));
  t.false(lines.at(-1)?.includes('n next'), 'no other one waits for a decision');
  app.engine.record('Q-2', { kind: 'discarded', at });
  t.notRegex((await app.waitFor('Q-2 is discarded')).at(-1) ?? '', /Enter take it|n next/u);
});

test('of an animal that the store no longer lists it is asked what became of it, and its number leads to its row', async (t) => {
  const app = await renderApp(t, { size: [120, 30] });
  const pet = { id: '53' as Int64, name: 'Coco', categoryId: '7' as Int64 };
  app.engine.record('Q-3', attempt(9), created('53', 'Coco', '7'), { kind: 'gone', at, pet, is: 'asked' });
  app.press(':Q-3', keys.enter);
  const asked = questionIn(await app.waitFor('What became of Coco?'));
  t.notRegex(asked, /arrive/u);
  t.regex(asked, /It was removed there +gives Q-3 up; u takes that back.*It is to be there again +sends it again/u);
  app.clock.now += 400;
  app.press('2', keys.enter);
  await app.waitFor('Q-3 Coco is discarded; u brings it back.');
  app.press('u');
  await app.waitFor('Q-3 Coco is restored: review.');
  t.deepEqual(app.engine.asked.slice(1), ['discard Q-3', 'restore Q-3']);
});

test('u gives up no animal that may be on the store: the key that does so asks', async (t) => {
  const app = await renderApp(t, { size: [120, 30] });
  app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await app.waitFor('Queued as Q-5: Rollo');
  app.engine.record('Q-5', attempt(0), lost(), { kind: 'review', at, reason: 'Two are like it.', candidates: [] });
  await app.waitFor('petstore cannot tell whether Q-5 Rollo arrived.');
  t.notRegex(app.lines().join('\n'), /shows it|u undo/u, 'its row is under the cursor');
  app.press('u');
  await app.waitFor('Q-5 may be on the store; d discards it.');
  t.deepEqual(app.asked('discard'), []);
});

test('the cursor stays with a queued animal that becomes a pet', async (t) => {
  const app = await renderApp(t);
  await app.waitFor('> ~   Q-3');
  const pet = { id: '13' as Int64, name: 'Coco', categoryId: '7' as Int64, status: 'available' as const };
  app.engine.record('Q-3', { kind: 'adopted', at, by: 'engine', evidence: 'It is the only new one.', pet });
  app.engine.show({ pets: [...app.engine.snapshot().pets, pet] });
  await app.waitFor('>      13  Coco');
  app.press(keys.enter);
  await app.waitFor(/Recognised: It is the only new one\.(?!\.)/u);
  app.clock.now += 500;
  app.press('m');
  await app.waitFor(/Q-3 is in review again\.(?! 2)/u);
  t.is(app.engine.asked.at(-1), 'reopen Q-3');
  const card = app.lines().slice(0, -1).join('\n');
  t.is(card.match(/Enter answers\b/gu)?.length, 1, card);
  app.press('u');
  await app.waitFor('You said that Q-3 is not #13. To take that back');
  app.press('u');
  await app.waitFor('Nothing that was done in this window is left to take back.');
});

test('what is held is not sent: S names the key that releases it', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'G');
  await app.waitFor(/^> = +Q-4/m);
  t.false(app.lines().at(-1)?.includes('S send'));
  app.press('S');
  await app.waitFor('Q-4 is held, so it is not sent; Z releases it.');
  t.deepEqual(app.engine.asked, ['start']);
});

test('what an animal waits for is named: the store itself, or a person', async (t) => {
  const app = await renderApp(t, { size: [99, 24] });
  const until = new Date(sceneTime + 600_000).toISOString();
  app.press('2', 'jj');
  await app.waitFor('It is sent when its turn comes.');
  // The one in review was sent long ago, and keeps back no other that looks the same.
  app.press('a', 'Milo', keys.tab, '2', keys.ctrl('s'));
  await app.waitFor('Queued as Q-5: Milo. There is a Milo in Cats already: Q-2.');
  app.press('gg', 'jj');
  await app.waitFor(/^> ~ +Q-5/m);
  await app.waitFor('It is sent when its turn comes.');
  app.press('j');
  app.engine.record(
    'Q-5',
    attempt(0),
    outcome({ type: 'deferred', nextTryAt: until, problem: { code: 'slow-down', message: 'Too many.' } }),
  );
  await app.waitFor(/^> ~ +Q-3/m);
  app.press(keys.enter);
  await app.waitFor('The store asked for a pause: this animal is sent after 11:15:00.');
  for (const [state, says, code] of [
    ['changed', 'Not sent until you say whether this is the right store (:resume or :address).', 'store_changed'],
    ['working-offline', 'Not sent until you go back online (:online).'],
    ['unauthorized', 'Not sent until the store takes the key (:key).'],
    ['misconfigured', 'Not sent until the address is right (:address).'],
    ['misconfigured', 'Not sent until the store answers itself (:address or :key).', 'redirected'],
    ['misconfigured', 'Not sent until you open petstore again, as this profile has moved.', 'moved'],
  ] as const) {
    app.engine.show({
      connection: {
        state,
        since: at,
        ...(code === undefined ? {} : { problem: { code, message: 'Something changed.' } }),
      },
    });
    const lines = await app.waitFor(says);
    t.false(lines.some((line) => line.includes('when the store can be reached')));
  }
});

test('the view of an animal in review leads to the decision', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'j', keys.enter, 'k');
  t.true((await app.waitFor('Q-2  Milo  review')).at(-1)?.startsWith(' Enter answer'));
  app.press(keys.enter);
  await app.waitFor('Did Milo arrive?');
  app.resize(40, 15);
  t.true(
    (await app.waitFor((lines) => lines.length === 15)).at(-1)?.includes('Enter take it'),
    'the main key is the last to go',
  );
});

test('u says of each animal that it is on the store, and then that nothing is left', async (t) => {
  const app = await renderApp(t, { size: [120, 30], engine: { entries: [] } });
  app.press('aLuna\t2', keys.ctrl('s'), 'aRex\t2', keys.ctrl('s'));
  t.true((await app.waitFor('Queued as Q-2: Rex')).at(-1)?.includes('u undo'));
  for (const [localId, id, name] of [
    ['Q-1', '123', 'Luna'],
    ['Q-2', '124', 'Rex'],
  ] as const) {
    app.engine.record(localId, attempt(0), created(id, name));
  }

  t.false((await app.waitFor('Added as #124: Rex')).at(-1)?.includes('undo'), 'nothing is offered that cannot be');
  app.press('u');
  await app.waitFor('#124 Rex is on the store already and cannot be taken back from here.');
  app.press('u');
  await app.waitFor('#123 Luna is on the store already');
  app.press('u');
  await app.waitFor('Nothing that was done in this window is left to take back.');
  t.deepEqual(app.asked('discard'), []);
});

test('u right after a change takes back that change and none before it, however slow the disk is', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'G');
  await app.waitFor(/^> = +Q-4/m);
  const discard = app.engine.discard.bind(app.engine);
  const halt = Promise.withResolvers<undefined>();
  app.press('Z');
  await app.waitFor(/Q-4 .* is released and queued\./);
  app.engine.discard = async (localId) => {
    await halt.promise;
    return discard(localId);
  };
  app.press('gg', 'jjj', 'd');
  app.press('u');
  await app.waitFor('This waits until what was begun before is done');
  halt.resolve(undefined);
  await app.waitFor('Q-3 Coco is restored: queued.');
  t.deepEqual(app.engine.asked.slice(1), ['release Q-4', 'discard Q-3', 'restore Q-3']);
});

test('what was sent today stands apart from what was sent before', async (t) => {
  const app = await renderApp(t);
  const sent = (localId: string, id: string, time: number): void => {
    const when = { at: new Date(time).toISOString() };
    app.engine.record(localId, { ...attempt(0), ...when }, { ...created(id, 'Coco', '7'), ...when });
  };
  app.engine.record('Q-4', { kind: 'released', at: new Date(sceneTime - 3 * 24 * 60 * 60_000).toISOString() });
  sent('Q-4', '70', sceneTime - 2 * 24 * 60 * 60_000);
  sent('Q-3', '71', sceneTime);
  app.engine.show({ summary: { sent: 2, refused: 0, undecided: 0, at: new Date(sceneTime).toISOString() } });
  await app.waitFor('2 sent.');
  app.press('2');
  const lines = await app.waitFor('Created before  1');
  t.regex(lines.find((line) => line.includes('Q-3')) ?? '', /created +#71/);
  t.regex(lines.find((line) => line.includes('Q-4')) ?? '', /created +#70/);
});
