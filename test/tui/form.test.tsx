import { setImmediate } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { StorageError } from '../../source/local/documents/storage-error.ts';
import { sayFarewell } from '../../source/tui/run/endings.ts';
import type { EntryRecord } from '../../source/domain/record.ts';
import { entered } from '../helpers/fake-engine.ts';
import { keys } from '../helpers/terminal.ts';
import { renderApp, type RenderedApp } from '../helpers/render-app.tsx';
import { until } from '../helpers/until.ts';
import { at, attempt, created, lost, outcome, refused } from './fixture/scene.ts';
import { type SlowDisk, slowDisk, untilLeft } from './fixture/slow-disk.ts';

test('a whole animal typed in one go is saved as it was typed', async (t) => {
  const app = await renderApp(t);
  app.press(`aRex\t3\tj\u0013\u0013\u0013`);
  await app.waitFor('Queued as Q-5: Rex');
  t.deepEqual(
    app.asked('add'),
    ['add {"name":"Rex","categoryId":3,"status":"available"}'],
    'once, however often saving was pressed',
  );
  t.is((await app.waitFor('Q-5'))[7]?.slice(0, 14), '> ~   Q-5  Rex');
});

for (const [became, result, says] of [
  ['added', created('123', 'Luna'), 'Added as #123: Luna'],
  [
    'refused',
    outcome({ type: 'rejected', problem: { code: 'invalid', message: 'No Lunas, please.' } }),
    'Q-5 Luna was rejected: No Lunas, please.',
  ],
  ['unknown', lost(), 'The answer was lost; petstore is finding out'],
] as const) {
  test(`saving says queued first, and what became of it as soon as that is known: ${became}`, async (t) => {
    const app = await renderApp(t);
    app.press('aLuna\t2', keys.ctrl('s'));
    await app.waitFor('Queued as Q-5: Luna');
    app.engine.record('Q-5', attempt(0), result);
    await app.waitFor(says);
    // The engine's own count says less than the name did.
    app.engine.show({ summary: { sent: 1, refused: 0, undecided: 0, at } });
    app.resize(81, 24);
    const lines = await app.waitFor((shown) => shown.length === 24 && shown.some((line) => line.includes(says)));
    t.false(lines.some((line) => line.includes('Queued as')));
  });
}

test('a name of 5 000 characters takes one line of a message', async (t) => {
  const app = await renderApp(t);
  app.press('a', keys.paste('x'.repeat(5000)), '\t2', keys.ctrl('s'));
  const lines = await app.waitFor(`Queued as Q-5: ${'x'.repeat(23)}…`);
  t.true(lines[22]?.startsWith(' Queued as'));
  t.true(app.engine.asked.at(-1)?.includes('x'.repeat(5000)), 'and is kept whole');
  app.press('d');
  t.true((await app.waitFor('u brings'))[22]?.startsWith(` Q-5 ${'x'.repeat(23)}… is discarded; u brings it back.`));
});

test('what is wrong is said beside the field, before anything is saved', async (t) => {
  const app = await renderApp(t);
  app.press('a', keys.ctrl('s'));
  t.deepEqual((await app.waitFor('! A name is needed.')).slice(2, 6), [
    '> Name',
    '            ! A name is needed.',
    '  Category',
    '            ! Choose a category: ↓ lists them, or type a name or number.',
  ]);
  app.press('Rex', keys.tab, '9223372036854775808', keys.ctrl('s'));
  await app.waitFor('! "9223372036854775808" is neither a');
  t.deepEqual(app.asked('add'), []);
});

test('Enter says what it does: it takes a category, goes on from every field, and saves at the end', async (t) => {
  const app = await renderApp(t);
  const footer = (text: string): Promise<readonly string[]> =>
    app.waitFor((lines) => lines.at(-1)?.includes(text) === true);
  app.press('a', 'Rex', keys.enter, keys.down);
  await footer('Enter use');
  app.press('j', keys.enter);
  await app.waitFor(/^> Status .*\[· not set\]/m);
  app.press('j');
  await footer('Enter save');
  t.deepEqual(app.asked('add'), []);
  app.resize(40, 15);
  await footer('Enter save');
  app.press(keys.enter);
  await app.waitFor('Queued as Q-5: Rex');
  t.is(app.engine.asked.at(-1), 'add {"name":"Rex","categoryId":2,"status":"available"}');
});

test('↓ goes on from a category that nothing is like, and Enter there saves nothing', async (t) => {
  const app = await renderApp(t);
  app.press('aMax\txyz', keys.down);
  await app.waitFor('> Status');
  await app.waitFor('! "xyz" is neither');
  app.press(keys.up, keys.backspace.repeat(3), keys.down);
  await app.waitFor('Enter use');
  // What is listed may be gone when it is taken.
  app.engine.show({ pets: [] });
  app.app.model.changeSettings({ categoryLabels: {} });
  await app.waitFor((lines) => !lines.some((line) => line.includes('Dogs')));
  app.press(keys.enter, keys.escape, 'z');
  await app.waitFor('> Category  z');
  t.deepEqual(app.asked('add'), []);
});

test('a paste becomes one line, and keys in it do nothing', async (t) => {
  const app = await renderApp(t);
  app.press('a', keys.paste('Rex\r\nthe\tdog\u001B[2J\u0003'));
  await app.waitFor('2 pasted lines are joined to one.');
  t.is((await app.waitFor('Rex the dog'))[2], '> Name      Rex the dog[2J');
  t.is(app.quits(), 0);
});

test('what was wrong with a field is told as it is left, and taken back as soon as it is another text', async (t) => {
  const app = await renderApp(t);
  app.press('a', keys.tab, 'Tiger', keys.tab);
  await app.waitFor('! "Tiger" is neither a category\'s number');
  app.press(keys.shiftTab, keys.backspace);
  await app.waitFor((lines) => lines[4] === '> Category  Tige' && !lines.slice(1).some((line) => line.includes('!')));
  app.press(keys.ctrl('s'));
  await app.waitFor('! A name is needed.');
  await app.waitFor('! "Tige" is neither a');
  app.press('R');
  await app.waitFor(
    (lines) => lines[2] === '> Name      R' && !lines.some((line) => line.includes('A name is needed')),
  );
  t.true(
    app.lines().some((line) => line.includes('! "Tige"')),
    'the other field is as wrong as before',
  );
});

test('in the smallest window each field of the form has its row, whatever stands below', async (t) => {
  const app = await renderApp(t, { size: [40, 10] });
  const fieldsIn = (lines: readonly string[]): string =>
    lines.flatMap((line) => /^(?:>| ) (?:Name|Category|Status)\b.*/u.exec(line)?.[0].trimEnd() ?? []).join('\n');
  const status = 'Status     ● ◐ ○[· not set]';
  for (const [typed, expected] of [
    ['aRex', `> Name      Rex\n  Category\n  ${status}`],
    ['\t3', `  Name      Rex\n> Category  3\n  ${status}`],
    ['\t', `  Name      Rex\n  Category  3\n> ${status}`],
  ] as const) {
    app.press(typed);
    await app.waitFor((lines) => fieldsIn(lines) === expected);
  }

  app.press(keys.enter);
  await app.waitFor('Queued as Q-5: Rex');
  t.pass();
});

test('a paste where no text is typed says what takes it', async (t) => {
  const app = await renderApp(t);
  const says = 'No text is typed here: :import FILE adds the animals of a file, a adds one.';
  for (const screen of ['1', '2']) {
    app.press(screen, keys.paste('Rex,3\nLuna,2\n'));
    await app.waitFor(says);
  }

  app.press('j');
  t.false((await app.waitFor(/ 2 of/)).some((line) => line.includes(says)));
});

test('typing goes on after a paste, at its end and within the line', async (t) => {
  const app = await renderApp(t);
  app.press('a', keys.paste('Rex'), '!');
  await app.waitFor((lines) => lines[2] === '> Name      Rex!');
  app.press(keys.left, keys.left, keys.paste('--'), 'o');
  await app.waitFor((lines) => lines[2] === '> Name      Re--ox!');
  app.press(keys.ctrl('e'), keys.paste('y'.repeat(100_000)), 'END');
  t.true((await app.waitFor('yEND'))[2]?.startsWith('> Name      yyyy'));
});

test('a line is edited as in a shell, by characters as people see them', async (t) => {
  const app = await renderApp(t);
  app.press('a', 'one two 👨‍👩‍👧é');
  const name = (expected: string): Promise<readonly string[]> =>
    app.waitFor((lines) => lines[2] === `> Name      ${expected}`.trimEnd());
  app.press(keys.backspace, keys.backspace);
  await name('one two');
  app.press(keys.ctrl('w'), keys.left, keys.left, 'X');
  await name('onXe');
  app.press(keys.home, 'Y', keys.end, 'Z', keys.ctrl('a'), keys.delete);
  await name('onXe Z');
  app.press(keys.end, keys.left, keys.ctrl('u'));
  await name('Z');
  app.press(keys.home, keys.ctrl('k'));
  await name('');
  t.pass();
});

for (const [size, says] of [
  [[80, 24], 'Typed before: → keeps it, typing replaces it, Backspace empties it'],
  [[40, 10], 'Typed before: → keeps it, typing repla…'],
] as const) {
  test(`a draft is gone on with by an arrow: typing comes after it, and the line above says so (${size.join('x')})`, async (t) => {
    const app = await renderApp(t, { size });
    app.workspace.drafts.set('main', { name: 'Offline Fido', category: '3', status: '' });
    app.press('a');
    const lines = await app.waitFor('> Name      Offline Fido');
    t.is(lines[1]?.trim(), says);
    app.press(keys.right, 's', keys.tab, keys.right, '2');
    await app.waitFor((shown) => shown.some((line) => line.trimEnd() === '> Category  32'));
    t.is(app.lines()[1]?.trim(), 'Add an animal', 'once there is nothing that typing replaces');
    app.press(keys.escape);
    await app.waitFor('What you typed is kept');
    t.like(app.workspace.drafts.get('main'), { name: 'Offline Fidos', category: '32' });
  });
}

test('the form of another one like an animal that is corrected names it as it is called by then', async (t) => {
  const app = await renderApp(t);
  app.press('a', 'Felxi', keys.tab, '3', keys.ctrl('o'));
  await app.waitFor('Add another like Felxi');
  await app.waitFor('Entered now  1');
  app.press(keys.up);
  await app.waitFor('Edit Q-5');
  app.press(keys.ctrl('u'), 'Felix', keys.ctrl('s'));
  await app.waitFor('Add another like Felix');
  t.pass();
});

for (const [how, erase] of [
  ['the name is deleted letter by letter', keys.right + keys.backspace.repeat('Precious'.length)],
  ['another name is typed', 'N'],
  ['the name is emptied at once', keys.backspace],
] as const) {
  test(`another animal gets nothing of a draft, and Ctrl-Z brings that back, where ${how}`, async (t) => {
    const app = await renderApp(t);
    app.press('aPrecious', keys.tab, '5', keys.escape);
    await app.waitFor('What you typed is kept: a goes on with it.');
    app.press('a', erase);
    await app.waitFor('Add an animal  Ctrl-Z brings back what stood here.');
    app.press(keys.ctrl('u'), 'New');
    const lines = await app.waitFor('> Name      New');
    t.true(
      lines.some((line) => line.trimEnd() === '  Category'),
      'the category is for the other one',
    );
    app.press(keys.escape);
    await app.waitFor('What you typed is kept: a goes on with it.');
    t.like(app.workspace.drafts.get('main'), { name: 'New', category: '' });

    app.press('a', keys.right, keys.ctrl('z'));
    await app.waitFor('> Name      Precious');
    await app.waitFor('  Category  5');
    app.press(keys.ctrl('z'));
    await app.waitFor('> Name      New');
    app.press(keys.ctrl('z'), keys.ctrl('s'));
    await app.waitFor('Queued as Q-5: Precious');
    t.is(app.workspace.drafts.get('main'), undefined);
    app.press('a', keys.ctrl('z'));
    await app.waitFor('Nothing was replaced in this form.');
    t.is(app.lines()[2]?.trimEnd(), '> Name');
  });
}

test('what was typed and not saved is told in the list as the app starts', async (t) => {
  const app = await renderApp(t, { drafts: { main: { name: 'Half a na', category: '', status: '' } } });
  await app.waitFor('Typed and not saved yet: Half a na; a goes on with it.');
  t.pass();
});

test('what waits for a store that no profile leads to is told in the list as the app starts', async (t) => {
  const app = await renderApp(t, { stranded: ['2 animals wait for https://old.example/v1'] });
  await app.waitFor('2 animals wait for https://old.example/v1; :doctor says what to do.');
  app.press('j', 'a', keys.escape);
  await app.waitFor((lines) => !lines.some((line) => line.includes('old.example')));
  t.pass();
});

test('of several likely doubles the one that waits is named', async (t) => {
  const app = await renderApp(t);
  app.press(`aLuna\t1${keys.ctrl('s')}`);
  await app.waitFor('Queued as Q-5: Luna. There is a Luna in category 1 already: #1.');
  app.press('aLuna\t1');
  await app.waitFor('There is a Luna in category 1 already: Q-5');
  t.pass();
});

test('a letter is enough for the one category that begins with it, whatever others contain it', async (t) => {
  const labels = { '1': 'Dogs', '2': 'Birds', '3': 'Rodents', '4': 'Ravens' } as Record<string, string>;
  const app = await renderApp(t, { size: [120, 40], settings: { categoryLabels: labels } });
  app.press('aLuna\td');
  await app.waitFor('= Dogs (1)');
  app.press(keys.ctrl('u'));
  await app.waitFor('a name or a number');
  app.press('r');
  await app.waitFor((lines) => !lines.some((line) => line.includes('= ')));
  app.press('a');
  await app.waitFor('= Ravens (4)');
  t.pass();
});

test('a likely double is pointed out while it is typed, and said as it is saved by the first key', async (t) => {
  const app = await renderApp(t);
  app.press('a', '  Luna ', keys.tab, '1');
  await app.waitFor('There is a Luna in category 1 already: #1. You can still save.');
  app.press('2');
  await app.waitFor((lines) => !lines.some((line) => line.includes('already')));
  app.press(keys.backspace, keys.ctrl('s'));
  const told = 'Queued as Q-5: Luna. There is a Luna in category 1 already: #1.';
  await app.waitFor((lines) => lines.join(' ').replace(/\s+/g, ' ').includes(told));
  t.is(app.app.model.get().message?.tone, 'plain', 'what is to be thought about stays longer than good news');
  app.press('u');
  await app.waitFor('Q-5 Luna is taken back and not sent.');
  t.pass();
});

test('an animal that was sent before its saving was told is not called queued, and no key takes it back', async (t) => {
  const app = await renderApp(t, {
    engine: { onAdd: (engine, { localId }) => engine.record(localId, created('123', 'Luna', '1')) },
  });
  app.press('aLuna\t1', keys.ctrl('s'));
  const lines = await app.waitFor('Added as #123: Luna');
  t.false(lines.some((line) => /takes it back|Queued as/.test(line)));
});

for (const size of [
  [80, 24],
  [40, 10],
] as const) {
  test(`no letter of the next animal gets into the name of a likely double, and no key is lost (${size.join('x')})`, async (t) => {
    const app = await renderApp(t, { size });
    // As somebody types who has the category from the animal before, all in one chunk.
    app.press(`aFirst\t1${keys.ctrl('o')}Luna${keys.ctrl('o')}Kater${keys.ctrl('o')}`);
    const added = (): readonly string[] => app.asked('add');
    await until('all are saved', () => added().length === 3);
    t.deepEqual(added(), [
      'add {"name":"First","categoryId":1}',
      'add {"name":"Luna","categoryId":1}',
      'add {"name":"Kater","categoryId":1}',
    ]);
    const shown = (lines: readonly string[]): string => lines.join(' ').replace(/[│\s]+/g, ' ');
    await app.waitFor('Queued as Q-7: Kater');
    app.press('Luna', keys.ctrl('o'));
    const says = 'Queued as Q-8: Luna. There is a Luna in category 1 already: Q-6.';
    await app.waitFor((lines) => shown(lines).includes(says));
    app.press('x');
    await app.waitFor((lines) => /> Name x .*There is a Luna/u.test(shown(lines)));
    app.press(keys.ctrl('o'));
    await app.waitFor((lines) => /> Name .*Queued as Q-9: x/u.test(shown(lines)) && !shown(lines).includes('There is'));
    app.press(keys.escape, 'u');
    await app.waitFor((lines) => shown(lines).includes('Q-9 x is taken back'));
    t.pass();
  });
}

/** An app that adds animals to a slow disk, and whose form was left while its first one is being written. */
async function leaveWriting(t: ExecutionContext): Promise<{ readonly app: RenderedApp; readonly disk: SlowDisk }> {
  const app = await renderApp(t);
  const disk = slowDisk(app);
  app.press(`aFirst\t3${keys.ctrl('s')}`, keys.escape);
  await untilLeft(app, disk);
  return { app, disk };
}

/** Time for the app to take what was pressed, and to draw it. */
async function turns(): Promise<void> {
  for (let left = 20; left > 0; left -= 1) {
    await setImmediate();
  }
}

for (const [key, next] of [
  ['s', 'aSecond\t2'],
  ['o', 'Second\t2'],
] as const) {
  test(`an animal that is begun while the one before is being written loses no letter: Ctrl-${key}`, async (t) => {
    const app = await renderApp(t);
    const disk = slowDisk(app);
    app.press(`aFirst\t3${keys.ctrl(key)}`);
    await app.waitFor((lines) => lines[2]?.includes('First') === true);
    app.press(next);
    await turns();
    disk.resolve(undefined);
    const lines = await app.waitFor('Category  2');
    t.is(lines[2]?.trimEnd(), '  Name      Second');
    app.press(keys.ctrl('s'));
    await app.waitFor('Queued as Q-6: Second');
  });
}

test('Ctrl-C and Escape wait for no disk', async (t) => {
  const { app, disk } = await leaveWriting(t);
  app.press(`aSecond\t3${keys.ctrl('s')}`, '2q', keys.ctrl('c'));
  await until('it ends', () => app.quits() === 1);
  disk.resolve(undefined);
  await app.waitFor('Queued as Q-6: Second');
  t.regex(app.lines()[0] ?? '', /\[1 All\]/);
});

test('an animal that is saved after its form was left takes no draft away that was kept since', async (t) => {
  const { app, disk } = await leaveWriting(t);
  app.press('aSecond', keys.escape);
  await app.waitFor('What you typed is kept');
  disk.resolve(undefined);
  await app.waitFor('Queued as Q-5: First');
  app.press('a');
  const lines = await app.waitFor('Typed before');
  t.is(lines[2]?.trimEnd(), '> Name      Second');
});

test('an animal that could not be saved after its form was left is what the form begins with', async (t) => {
  const { app, disk } = await leaveWriting(t);
  disk.reject(new Error('the disk is full'));
  await app.waitFor('the disk is full');
  app.press('a');
  const lines = await app.waitFor('Typed before');
  t.is(lines[2]?.trimEnd(), '> Name      First');
});

for (const [key, next] of [
  ['s', 'aSecond'],
  ['o', 'Second'],
] as const) {
  test(`keys that were typed while an animal could not be saved do not get into it: Ctrl-${key}`, async (t) => {
    const app = await renderApp(t);
    const disk = slowDisk(app);
    app.press(`aFirst\t3${keys.ctrl(key)}`, next);
    await turns();
    disk.reject(new Error('the disk is full'));
    await app.waitFor('the disk is full');
    await turns();
    const lines = app.lines();
    t.is(lines[2]?.trimEnd(), '  Name      First');
    t.is(lines.find((line) => line.includes('Category'))?.trimEnd(), '> Category  3');
  });
}

test('a key with Ctrl or Alt that has no action types no letter, in a form, a filter and the palette', async (t) => {
  const app = await renderApp(t);
  for (const way of ['a', '/', ':']) {
    app.press(way, 'Zyx');
    await app.waitFor('Zyx');
    app.press(
      ...['g', 'q', 't', 'v', 'y'].map((letter) => keys.ctrl(letter)),
      '\u001Bb',
      '\u001BX',
      '\u001B[1;3D',
      '!',
    );
    await app.waitFor('Zyx!');
    t.false(app.lines().some((line) => /Zyx[^!]/u.test(line)));
    app.press(keys.escape);
    await app.waitFor('ID ▼');
  }
});

test('what could not be saved stays in the form', async (t) => {
  const app = await renderApp(t);
  app.engine.add = () =>
    Promise.reject(
      Object.assign(new Error('full'), { problem: { code: 'full', message: 'The disk is full; nothing was saved.' } }),
    );
  app.press('aRex\t3\u0013');
  const lines = await app.waitFor('The disk is full; nothing was saved.');
  t.is(lines[2], '  Name      Rex');
  app.press(keys.ctrl('s'));
  await app.waitFor('The disk is full; nothing was saved.');
  t.is(app.app.model.get().screens.at(-1)?.name, 'form');
  // Good news of others do not take the alarm away.
  app.engine.show({ summary: { sent: 2, refused: 0, undecided: 0, at } });
  t.is(app.app.model.get().message?.text, 'The disk is full; nothing was saved.');
});

test('Ctrl-O saves and stays for another animal of the same category and status, however fast it is typed', async (t) => {
  const app = await renderApp(t);
  app.press('aFirst\t3\tj', keys.ctrl('o'), 'Second', keys.ctrl('o'));
  await app.waitFor('Queued as Q-6: Second');
  t.deepEqual(app.asked('add'), [
    'add {"name":"First","categoryId":3,"status":"available"}',
    'add {"name":"Second","categoryId":3,"status":"available"}',
  ]);
  const lines = await app.waitFor('Add another like Second');
  t.is(lines[2]?.trimEnd(), '> Name');
  t.true(
    lines.some((line) => line.startsWith('  Category  3')) &&
      lines.some((line) => /^ {2}Status +\[● available\]/.test(line)),
  );
  // What the one before left there is no draft.
  app.press(keys.escape);
  await app.waitFor(/\[All 1\d\+\]/);
  t.is(app.workspace.drafts.size, 0);
  app.press('u');
  await app.waitFor('Q-6 Second is taken back');
});

test('a form that is left where nothing can be written says how long it is kept', async (t) => {
  const app = await renderApp(t);
  app.workspace.saveDraft = () => false;
  app.press('aHalf');
  await app.waitFor('> Name      Half');
  app.press(keys.escape);
  const lines = await app.waitFor('until you quit');
  t.is(
    lines.find((line) => line.includes('until you quit'))?.trim(),
    'What you typed cannot be saved; it is kept until you quit: a goes on with it.',
  );
});

test('what was entered just now stands below the form, and arrows go into it, correct it, and come back', async (t) => {
  const app = await renderApp(t);
  app.press('a');
  t.false((await app.waitFor('Add an animal')).some((line) => line.includes('Entered now')));
  app.press('Rolo', keys.tab, 'dogs', keys.ctrl('o'), 'Hera', keys.ctrl('o'));
  await app.waitFor('Queued as Q-6: Hera');
  const lines = await app.waitFor(/Entered now {2}2 .*↑ corrects/);
  const rowOf = (name: string): number => lines.findIndex((line) => line.includes(name) && line.includes('queued'));
  t.true(rowOf('Q-6  Hera') > 0 && rowOf('Q-6  Hera') < rowOf('Q-5  Rolo'), lines.join('\n'));
  app.press(keys.up);
  await app.waitFor(/^> Name {6}Hera/m);
  app.press(keys.up);
  await app.waitFor(/Edit Q-5/);
  app.press('Rollo', keys.ctrl('s'), 'Kira', keys.ctrl('s'));
  await app.waitFor('Queued as Q-7: Kira');
  t.deepEqual(
    app.engine
      .snapshot()
      .entries.slice(-3)
      .map(({ localId, name, categoryId }) => `${localId} ${name} ${categoryId}`),
    ['Q-5 Rollo 3', 'Q-6 Hera 3', 'Q-7 Kira 3'],
  );
  app.press('a', keys.up);
  await app.waitFor(/Edit Q-7/);
  app.press(keys.escape);
  await app.waitFor('Add an animal');
  for (const [at, name] of ['Rollo', 'Hera', 'Kira'].entries()) {
    app.engine.record(`Q-${5 + at}`, created(`${105 + at}`, name, '3'));
  }

  const sent = (await app.waitFor(/Kira +created #107/)).join('\n');
  t.regex(sent, /Entered now {2}3/);
  t.notRegex(sent, /corrects/, 'what is on the store cannot be');
});

test('c begins another animal like the one under the cursor, whose name typing replaces', async (t) => {
  const app = await renderApp(t);
  app.press('G');
  await app.waitFor('16 of 16');
  app.press('c');
  const lines = await app.waitFor(/Add another like #\d+/);
  t.regex(lines[2] ?? '', /^> Name {6}\S/);
  app.press(keys.escape);
  await app.waitFor(/\[All 1\d\+\]/);
  t.is(app.workspace.drafts.size, 0);
  app.press('cOther', keys.ctrl('s'));
  await app.waitFor('Queued as Q-5: Other');
  t.regex(app.engine.asked.at(-1) ?? '', /^add \{"name":"Other","categoryId":\d/);

  // What was typed before is not thrown away for it.
  app.press('aHalf', keys.escape);
  await app.waitFor('What you typed is kept');
  app.press('c');
  await app.waitFor('Nothing was cloned, as your draft is still kept');
  app.press('a');
  await app.waitFor('Half');
});

for (const [how, name] of [
  ['typed over', 'Neu'],
  ['pasted over', keys.paste('Neu')],
  ['emptied', `${keys.backspace}Neu`],
] as const) {
  test(`what was chosen since a draft came up stays where the name is ${how}, and Ctrl-Z brings that back`, async (t) => {
    const app = await renderApp(t);
    app.workspace.drafts.set('main', { name: 'Old', category: '5', status: 'sold' });
    app.press('a', keys.tab, '2', keys.shiftTab);
    const lines = await app.waitFor(/^> Name +Old/mu);
    t.is(lines[1]?.trim(), 'Add an animal  Typing replaces it, → keeps it.');
    app.press(name);
    await app.waitFor(/^> Name +Neu *$/mu);
    t.regex(app.lines().join('\n'), /^ {2}Category +2 *$/mu);
    t.regex(app.lines().join('\n'), /\[. not set\]/u, 'which nobody chose since');
    app.press(keys.tab, keys.tab, 'a', keys.ctrl('z'));
    await app.waitFor(/^> Name +Old *$/mu);
    app.press(keys.ctrl('z'), keys.ctrl('s'));
    await app.waitFor('Queued as Q-5: Neu');
    t.true(app.asked('add')[0]?.includes('"name":"Neu","categoryId":2,"status":"available"'));
  });
}

test('a kept or cloned category is selected: typing replaces it, an arrow or End keeps it', async (t) => {
  const app = await renderApp(t);
  const category = (text: string): Promise<readonly string[]> =>
    app.waitFor((lines) => lines.some((line) => line.trimEnd() === `> Category  ${text}`));
  app.press('aFirst\t2', keys.ctrl('o'));
  await app.waitFor('Queued as Q-5: First');
  app.press('Second', keys.tab);
  // Any other one may be meant.
  await app.waitFor(/Dogs \(3\) +\d animals/);
  app.press('3');
  await category('3');
  app.press(keys.ctrl('o'), 'Third', keys.tab, keys.end, '1');
  await category('31');
  app.press(keys.backspace, keys.ctrl('o'), 'Fourth', keys.tab, keys.backspace, '1');
  await category('1');
  app.press(keys.ctrl('o'), 'Fifth', keys.tab, keys.paste('cats'), keys.tab);
  await app.waitFor('  Category  2');
  app.press(keys.escape, 'a', keys.tab, '4');
  await category('4');
  app.press(keys.right, '2');
  await category('42');
  app.press(keys.escape, 'a', keys.backspace, keys.escape);
  await app.waitFor('[All 19+]');
  app.press('Gc', keys.tab, '5');
  await category('5');
  app.press(keys.escape);
  t.deepEqual(
    app.asked('add').map((what) => /"name":"(\w+)","categoryId":(\d+)/.exec(what)?.slice(1).join(' ')),
    ['First 2', 'Second 3', 'Third 3', 'Fourth 1'],
  );
});

test('a kept status is replaced by the first letter of another one, and a word that is typed whole chooses it', async (t) => {
  const app = await renderApp(t);
  const status = (text: string): Promise<readonly string[]> =>
    app.waitFor((lines) => lines.some((line) => line.startsWith('> Status') && line.includes(` ${text}]`)));
  app.press('aFirst\t2\tavailable');
  await status('available');
  app.press('sold');
  await status('sold');
  t.false(app.lines().some((line) => line.includes('does nothing here')));
  app.press(keys.ctrl('o'), 'Second\t\t');
  await status('sold');
  app.press('a');
  await status('available');
  app.press(`pending${keys.ctrl('o')}Third\t\tjjjj${keys.ctrl('o')}Fourth\t\ts`, keys.backspace, keys.ctrl('s'));
  await app.waitFor('Queued as Q-8: Fourth');
  t.deepEqual(
    app.asked('add').map((what) => /"name".*/.exec(what)?.[0]),
    [
      '"name":"First","categoryId":2,"status":"sold"}',
      '"name":"Second","categoryId":2,"status":"pending"}',
      '"name":"Third","categoryId":2,"status":"pending"}',
      '"name":"Fourth","categoryId":2}',
    ],
  );
});

/** Esc, and a yes that does not come too soon to have been meant. */
async function leaveOut(app: RenderedApp): Promise<void> {
  app.press(keys.escape);
  await app.waitFor('is not saved. Leave it out?');
  app.clock.now += 400;
  app.press('y');
}

test('the form of an animal that is corrected says that typing replaces a field, until an arrow or End was pressed there', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'Ge');
  await app.waitFor('Typing replaces it, → keeps it.');
  app.press(keys.end);
  await app.waitFor((lines) => !lines.some((line) => line.includes('replaces')));
  app.press(keys.tab, '9');
  await app.waitFor(/> Category {2}9$/);
  t.pass();
});

for (const name of ['  padded  ', 'multi\nline']) {
  test(`a name that nobody touched stays as it is, letter by letter (${JSON.stringify(name)})`, async (t) => {
    const app = await renderApp(t, { engine: { entries: [[entered('Q-1', { name, categoryId: '7' as Int64 }, at)]] } });
    app.press('2', 'e');
    await app.waitFor('> Name      ');
    app.press(keys.escape, 'e', keys.tab, keys.tab, 's', keys.ctrl('s'));
    await app.waitFor('Q-1 is changed and queued again.');
    t.like(await app.engine.findEntry('Q-1'), { name, status: 'sold' });
    app.press('e', keys.end, '!', keys.ctrl('s'));
    await app.waitFor(/Q-1 +\S.*!/);
    t.like(await app.engine.findEntry('Q-1'), { name: `${name.replace('\n', ' ').trimStart()}!`, status: 'sold' });
  });
}

/** The form of Q-1, a Rex, to whose name an exclamation mark was added. */
async function changeRex(t: ExecutionContext): Promise<RenderedApp> {
  const records = [entered('Q-1', { name: 'Rex', categoryId: '3' as Int64 }, at)] as const;
  const app = await renderApp(t, { engine: { entries: [records] } });
  app.press('2', 'e', keys.end, '!');
  await app.waitFor('> Name      Rex!');
  return app;
}

/** What another window makes of Q-1. */
const changed = (name: string): EntryRecord => ({
  kind: 'edited',
  at,
  key: name,
  body: `{"name":"${name}","categoryId":3,"status":"sold"}`,
});

test('the log is told why something failed, and no name of an animal', async (t) => {
  const app = await changeRex(t);
  const logged: unknown[] = [];
  Object.assign(app.workspace, { log: (...line: readonly unknown[]) => void logged.push(line) });
  app.engine.record('Q-1', changed('Rexona'));
  app.press(keys.ctrl('s'));
  await app.waitFor('Q-1 was changed elsewhere meanwhile (name).');
  const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC', path: '/home/queue/Q-1.json' });
  const full = new StorageError({ code: 'disk_full', message: 'The change of Rexona was not saved.' }, cause);
  Object.assign(app.engine, { edit: () => Promise.reject(full) });
  app.press(keys.ctrl('s'));
  await app.waitFor('The change of Rexona was not saved.');
  t.deepEqual(logged, [
    ['action failed', { error: 'ActionError: changed_meanwhile', cause: undefined, path: undefined }],
    ['action failed', { error: 'StorageError: disk_full', cause: 'ENOSPC', path: '/home/queue/Q-1.json' }],
  ]);
});

test('a name that another window changed is not overwritten, and the form keeps what was typed', async (t) => {
  const app = await changeRex(t);
  app.engine.record('Q-1', changed('Rexona'));
  app.press(keys.ctrl('s'));
  const lines = await app.waitFor('begins with what it is now');
  t.regex(lines.join(' '), /Q-1 was changed elsewhere meanwhile \(name\)\. Nothing was changed\. Esc, then e,/);
  t.is(lines[2], '> Name      Rex!');
  t.like(await app.engine.findEntry('Q-1'), { name: 'Rexona' });

  await leaveOut(app);
  app.press('e');
  await app.waitFor('> Name      Rexona');
  app.press(keys.end, '!', keys.ctrl('s'));
  await app.waitFor('Q-1 is changed and queued again.');
  t.like(await app.engine.findEntry('Q-1'), { name: 'Rexona!', status: 'sold' });
});

test('what another window changed is kept and told, where the form left it as it was', async (t) => {
  const app = await changeRex(t);
  app.engine.record('Q-1', changed('Rex'));
  app.press(keys.ctrl('s'));
  await app.waitFor('Q-1 is changed and queued again. Changed elsewhere meanwhile, and kept: status');
  t.like(await app.engine.findEntry('Q-1'), { name: 'Rex!', status: 'sold' });
});

test('a category that no animal and no name has is pointed out until it is saved', async (t) => {
  const app = await renderApp(t);
  app.press('aRex\t32');
  await app.waitFor('! new: no animal has category 32');
  app.press(keys.ctrl('o'));
  await app.waitFor('Queued as Q-5: Rex');
  const lines = await app.waitFor('Add another like Rex');
  t.false(lines.some((line) => line.includes('! new')));
  app.press(keys.escape, 'aRex\t3');
  await app.waitFor('= Dogs (3)');
  app.press(keys.ctrl('s'));
  await app.waitFor((shown) => shown.some((line) => /^ Queued as Q-6: Rex(?! *\.)/.test(line)));
});

test('nothing is said of a category where not all animals have been seen', async (t) => {
  const list = { fetchedAt: at, complete: false };
  const app = await renderApp(t, {
    engine: { snapshot: { lists: { all: list, available: list, pending: list, sold: list } } },
  });
  app.press('aRex\t32', keys.ctrl('s'));
  t.false((await app.waitFor('Queued as Q-5: Rex')).some((line) => line.includes('has category 32')));
});

const badName = 'pets.example.org rejected the animal (400): name: no animals with "bad" in their names.';
const tooMany = 'pets.example.org rejected the animal (400): no room for more of them.';
const joined = (lines: readonly string[]): string => lines.join(' ').replace(/[│\s]+/g, ' ');

for (const size of [
  [80, 24],
  [40, 10],
] as const) {
  test(`why an animal was refused stands in the form that corrects it, as long as that is open (${size.join('x')})`, async (t) => {
    const app = await renderApp(t, { size, engine: { entries: [refused('Q-1', 'Bad Kitty', badName)] } });
    const says = '! rejected: 400 name: no animals with "bad" in their names';
    app.press('2', 'e');
    const lines = await app.waitFor((shown) => joined(shown).includes(says));
    const place = lines.findIndex((line) => line.includes('! rejected'));
    t.true(lines[place - 1]?.startsWith('> Name      Bad Kitty'), 'it stands below the field that it names');

    app.press(keys.ctrl('u'), 'Good Kitty');
    t.true(joined(await app.waitFor('> Name      Good Kitty')).includes(says));
    app.press(keys.tab);
    t.true(joined(await app.waitFor('> Category  2')).includes(says));
    app.press(keys.tab, keys.enter);
    await app.waitFor(/Q-1 is changed and/);
    app.press('[', '2', 'e');
    t.false(joined(await app.waitFor('> Name      Good Kitty')).includes('rejected:'), 'it was said of the one before');
  });
}

/** Opens the form of Q-1, a Kitty that the store refused. */
async function changeKitty(t: ExecutionContext, size?: readonly [number, number]): Promise<RenderedApp> {
  const app = await renderApp(t, { ...(size && { size }), engine: { entries: [refused('Q-1', 'Kitty', tooMany)] } });
  app.press('2', 'e');
  await app.waitFor('> Name      Kitty');
  return app;
}

test('an animal that is sent while its form is open says so there at once', async (t) => {
  const app = await changeKitty(t, [40, 10]);
  app.engine.record('Q-1', { kind: 'retried', at }, attempt(0));
  await app.waitFor((lines) => joined(lines).includes('Q-1 is being sent and cannot be edited now.'));
  app.engine.record('Q-1', { ...created('31', 'Kitty'), attempt: 2 });
  await app.waitFor((lines) => joined(lines).includes('Q-1 is created and cannot be edited now.'));
  t.true(
    app.lines().some((line) => line.includes('Kitty')),
    'the text that was typed still stands',
  );
});

test('a change of a queued animal is left out by a yes only, and an untouched one at once', async (t) => {
  const app = await changeKitty(t);
  app.press(keys.end, 's', keys.escape);
  await app.waitFor('Your change of Q-1 is not saved. Leave it out?');
  app.clock.now += 400;
  app.press(keys.escape, '!', keys.escape);
  await app.waitFor('> Name      Kittys!');
  await app.waitFor('Your change of Q-1 is not saved. Leave it out?');
  app.press('y');
  await app.waitFor('> Name      Kittys!');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('Needs you  1');
  app.press('e');
  await app.waitFor('> Name      Kitty');
  app.press(keys.escape);
  await app.waitFor('Needs you  1');
  t.deepEqual(app.asked('edit'), []);
});

test('a change that was typed and not saved is kept, and goes on after the program was killed', async (t) => {
  const killed = await changeKitty(t);
  killed.press(keys.end, 's');
  await until('it is kept', () => killed.workspace.changes.get('main')?.name === 'Kittys');
  const left = killed.workspace.changes.get('main')!;

  for (const typed of [['a'], ['2', 'e']]) {
    const app = await renderApp(t, {
      engine: { entries: [refused('Q-1', 'Kitty', tooMany)] },
      changes: { main: left },
    });
    await app.waitFor('Typed and not saved yet: your change of Q-1; a goes on with it.');
    // Another program has changed another field meanwhile.
    app.engine.record('Q-1', changed('Kitty'));
    app.press(...typed);
    await app.waitFor('> Name      Kittys');
    const lines = await app.waitFor('Q-1 has your change of before here, which is not saved yet.');
    t.regex(lines[1] ?? '', /Edit Q-1/);
    t.is(app.workspace.drafts.size, 0);
    t.is(app.workspace.changes.get('main')?.name, 'Kittys', 'until it is saved');
    app.press(keys.ctrl('s'));
    await app.waitFor('Changed elsewhere meanwhile, and kept:');
    await until('it is over', () => app.workspace.changes.size === 0);
  }
});

test('a change that comes too late after a restart stands whole in its form, until its person leaves it out', async (t) => {
  const from = { name: 'Kitty', category: '2', status: '' };
  const name = 'Bartholomew the third of Winterbourne';
  const left = { ...from, name, category: '', editing: { localId: 'Q-1', from } };
  const app = await renderApp(t, {
    engine: { entries: [refused('Q-1', 'Kitty', tooMany)] },
    changes: { main: left },
  });
  app.engine.record('Q-1', { kind: 'retried', at }, attempt(0));
  app.press('a');
  const lines = await app.waitFor(`> Name      ${name}`);
  t.regex(lines[1] ?? '', /Edit Q-1/);
  t.true(joined(lines).includes('! Q-1 is being sent and cannot be edited now.'));
  t.true(
    lines.some((line) => line.trimEnd() === '  Category'),
    'it was emptied',
  );
  await until('it is kept until it is left out', () => app.workspace.changes.get('main')?.name === name);
  t.is(app.workspace.drafts.size, 0);
  await leaveOut(app);
  await app.waitFor('[All');
  await until('it is over', () => app.workspace.changes.size === 0);
  app.press('a');
  t.is((await app.waitFor('> Name'))[1]?.trim(), 'Add an animal');
});

test('e finds the change of its animal behind another draft, which stays', async (t) => {
  const from = { name: 'Kitty', category: '2', status: '' };
  const left = { ...from, name: 'Kitten', editing: { localId: 'Q-1', from } };
  const draft = { name: 'Half', category: '', status: '' };
  const engine = { entries: [refused('Q-1', 'Kitty', tooMany)] };
  const app = await renderApp(t, { engine, drafts: { main: draft }, changes: { main: left } });
  app.press('2', 'e');
  await app.waitFor('> Name      Kitten');
  await app.waitFor('Q-1 has your change of before here');
  app.press(keys.ctrl('s'));
  await app.waitFor('Q-1 is changed and queued again.');
  await until('it is over', () => app.workspace.changes.size === 0);
  app.press('a');
  t.regex((await app.waitFor('> Name      Half'))[1] ?? '', /Typed before/);
});

test('a reason that names no field stands above all of them', async (t) => {
  const lines = (await changeKitty(t)).lines();
  t.is(lines[2]?.trimEnd(), '  ! rejected: 400 no room for more of them.');
  t.is(lines[3]?.trimEnd(), '> Name      Kitty');
});

test('whoever quits is told of what waits and of what was typed, also where that could not be written', async (t) => {
  const app = await renderApp(t);
  app.workspace.loadDraft = () => ({ name: 'Half', category: '', status: '' });
  const farewell = (): string => {
    let said = '';
    const stdout = { columns: 500, write: (text: string) => (said += text) } as unknown as NodeJS.WriteStream;
    sayFarewell(app.app, { type: 'quit' }, stdout);
    return said;
  };
  app.engine.show({ otherSender: true });
  t.regex(
    farewell(),
    /queued: another petstore is sending it .*Typed and not saved yet: Half; `petstore` goes on with it\.\n$/,
  );
  app.workspace.saveDraft = () => false;
  t.regex(farewell(), /Typed and not saved yet: Half; it could not be written, and is lost\.\n$/);
});
