import test from 'ava';
import { type Connection, connectionStates } from '../../source/domain/connection.ts';
import { testConnection } from '../../source/tui/actions/ask-store.ts';
import { questionIn, renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { until } from '../helpers/until.ts';
import { sceneTime } from './fixture/scene.ts';

const since = new Date(sceneTime).toISOString();
const nextTryAt = new Date(sceneTime + 60_000).toISOString();

/** The words in the header, long and short, and the message line of every state. */
const expected: Readonly<
  Record<
    Connection['state'],
    {
      readonly more?: Partial<Connection>;
      readonly header: readonly [long: string, short: string];
      readonly message: string;
    }
  >
> = {
  connecting: { header: ['~ connecting, as of 09:05', '~ connecting'], message: '' },
  online: { header: ['● as of 09:05', '● as of 09:05'], message: '' },
  offline: {
    more: { nextTryAt },
    header: ['○ offline since 11:05, as of 09:05', '○ offline, as of 09:05'],
    message: 'Not reachable. New animals are kept and sent later. Next try 11:06:00.',
  },
  intercepted: {
    header: ['! a login page?, as of 09:05', '! login?, as of 09:05'],
    message: 'A login page, or something like it, answered. Queued animals are kept.',
  },
  error: {
    more: { problem: { code: 'unavailable', message: 'Down for repairs.', status: 503 }, nextTryAt },
    header: ['! store in trouble (503), as of 09:05', '! trouble, as of 09:05'],
    message: 'The store has trouble (503). New animals are kept. Next try 11:06:00.',
  },
  unauthorized: {
    header: ['! key refused, as of 09:05', '! key refused'],
    message: 'The store refused your key; :key enters another. Animals are kept.',
  },
  misconfigured: {
    header: ['! no pet store, as of 09:05', '! no pet store'],
    message: 'No pet store is here; :address shows where. Animals are kept.',
  },
  changed: {
    header: ['! store changed, as of 09:05', '! changed, as of 09:05'],
    message: 'Wrong store? :address; right? :resume. It looks reset; nothing is sent.',
  },
  'working-offline': {
    header: ['~ offline by choice, as of 09:05', '~ offline, as of 09:05'],
    message: 'Offline by choice (:online ends it) since 11:05. New animals are kept.',
  },
};

for (const state of connectionStates) {
  test(`${state} has its own header and says what it means and what ends it`, async (t) => {
    const { more, header, message } = expected[state];
    const app = await renderApp(t, { engine: { entries: [] } });
    app.engine.show({ connection: { state, since, ...more } });
    const wide = await app.waitFor(message === '' ? header[0] : message);
    t.is(wide[22]?.replace(/ +\d+ of \d+.*$/, '').trim(), message);
    app.resize(200, 24);
    await app.waitFor((lines) => lines[0]?.endsWith(` ${header[0]}`) ?? false);
    app.resize(40, 15);
    const small = await app.waitFor((lines) => lines.length === 15);
    t.true(small[0]?.endsWith(` ${header[1]}`), small[0]);
    t.is(small[13]?.trim() === '1 of 12', message === '', 'what a state means is told in a narrow window too');
    const [way = ''] = / :\w+/u.exec(message) ?? [];
    t.true(small[13]?.includes(way), 'and what ends it');
  });
}

test('a store that asked to wait is not said to be in trouble', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  const problem = { code: 'slow-down', message: 'shop.example asked to wait (429).', status: 429 };
  app.engine.show({ connection: { state: 'error', since, problem, nextTryAt } });
  const lines = await app.waitFor((shown) => shown[0]?.includes('! store asked to wait, as of') ?? false);
  t.true(lines.some((line) => line.includes('The store asked to wait. New animals are kept. Next try 11:06:00.')));
});

test('where no secure connection can be made, no web page is said to answer', async (t) => {
  const problem = { code: 'certificate', message: 'A secure connection to pets.example.org could not be set up.' };
  const connection = { state: 'intercepted', since, problem } as const;
  const app = await renderApp(t, { engine: { entries: [] } });
  app.engine.show({ connection });
  await app.waitFor('No secure connection; :doctor tells why. Animals are kept.');
  await app.waitFor((lines) => lines[0]?.endsWith('! no secure connection, as of 09:05') ?? false);
  const first = await renderApp(t, { engine: { pets: [], entries: [], snapshot: { ...unread, connection } } });
  const lines = await first.waitFor('No secure connection; :address corrects it if https://pets.example.org/v1 is');
  t.notRegex(lines.join(' '), /web page|login/u);
});

test('a profile that has moved is said to have moved, not to have no store', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  const problem = { code: 'moved', message: 'Moved.' };
  app.engine.show({ connection: { state: 'misconfigured', since, problem } });
  await app.waitFor((lines) => lines[0]?.endsWith('! profile moved, as of 09:05') ?? false);
  t.pass();
});

test('a store that redirects, as to its login, is not said to be none', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  const problem = { code: 'redirected', message: 'It redirects petstore.' };
  app.engine.show({ connection: { state: 'misconfigured', since, problem } });
  const lines = await app.waitFor('The store redirects: :address or :key wrong? Animals are kept.');
  t.true(lines[0]?.endsWith('! store redirects, as of 09:05'));
  app.resize(40, 15);
  await app.waitFor(/^ The store redirects: :address or :key/m);
});

test('whose animals these are stands in the header of the narrowest window, whatever the store does', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  for (const state of connectionStates) {
    app.engine.show({ connection: { state, since } });
    const briefly: Partial<Record<typeof state, string>> = {
      error: 'trouble',
      intercepted: 'login',
      misconfigured: 'store',
      changed: 'changed',
      online: '●',
    };
    const words = briefly[state] ?? expected[state].header[1].slice(2, 9);
    const [header = ''] = await app.waitFor((lines) => lines[0]?.includes(words) ?? false);
    t.regex(header, /^ (main|m[ai]*…) /);
  }

  app.engine.show({ connection: { state: 'online', since } });
  for (const key of ['a', `${keys.escape}2`, '3', '?']) {
    app.press(key);
    await new Promise(setImmediate);
    t.regex(app.lines()[0] ?? '', /^ main /, key);
  }
});

test('a long name of a profile is cut, and keeps its beginning and the screens', async (t) => {
  const app = await renderApp(t, { profile: 'the-shelter-in-the-north-of-the-town', size: [40, 15] });
  t.regex(app.lines()[0] ?? '', /^ the-.*… \[1\S* .*2\S* /);
  app.resize(80, 24);
  t.regex((await app.waitFor((lines) => lines.length === 24))[0] ?? '', /^ the-shelter-in-the-nort… +\[1/);
});

test('a list that the store keeps live has no age, and gets one again when it does not', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  app.engine.show({ isLive: true });
  const [header = ''] = await app.waitFor((lines) => lines[0]?.endsWith('● live') ?? false);
  t.notRegex(header, /online|as of|now|2 h|next/);
  app.engine.show({ isLive: false });
  await app.waitFor((lines) => lines[0]?.endsWith('● as of 09:05') ?? false);
  app.engine.show({ isLive: true, connection: { state: 'offline', since } });
  await app.waitFor((lines) => /offline/.test(lines[0] ?? ''));
});

test('beside a live list the pane tells no age of it either', async (t) => {
  const app = await renderApp(t, { size: [120, 30], engine: { entries: [] } });
  await app.waitFor('From the list as of 09:05');
  app.engine.show({ isLive: true });
  await app.waitFor((lines) => !lines.some((line) => line.includes('From the list')));
  t.pass();
});

test('Mine in the header has a sign as long as something in it needs a person', async (t) => {
  const app = await renderApp(t);
  await app.waitFor('2 Mine 4!');
  await app.engine.discard('Q-1');
  await app.engine.discard('Q-2');
  await app.waitFor('2 Mine 2  ');
  t.pass();
});

test('a key that the keychain does not give is not called missing or refused', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  app.engine.show({
    connection: { state: 'unauthorized', since, problem: { code: 'key_unreadable', message: 'It is locked.' } },
  });
  await app.waitFor('Keychain locked? :doctor tells more. Animals are kept.');
  app.resize(40, 15);
  await app.waitFor('Keychain locked? :doctor');
  t.pass();
});

test(':offline and :online switch, and say so', async (t) => {
  const app = await renderApp(t);
  app.press(':offline\r');
  await app.waitFor('~ offline by choice');
  await app.waitFor('Working offline. New animals are kept');
  app.press(':onl\t\r');
  await app.waitFor((lines) => /● as of/.test(lines[0] ?? ''));
  t.pass();
});

test('a store that looks reset is sent to again only after a question and its answer', async (t) => {
  const app = await renderApp(t);
  app.press(':resume\r');
  await app.waitFor('Nothing is paused: the store does not look reset.');
  app.engine.show({ connection: { state: 'changed', since } });
  app.press(':resume\r');
  await app.waitFor('y yes  n no');
  app.press('y');
  t.false(app.engine.asked.includes('resume'), 'keys of the first 300 ms were meant for something else');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('Sending goes on.');
  t.true(app.engine.asked.includes('resume'));
});

test('before sending goes on the question names what is in doubt, and is asked in every window', async (t) => {
  const problem = {
    code: 'queue_copied',
    message:
      'This queue was put back from a backup: it lacks what was sent from here as Q-4, Q-5. Nothing is sent until you confirm, and what waits is kept.',
  };
  const app = await renderApp(t);
  app.engine.show({ connection: { state: 'changed', since, problem } });
  const ask = async (): Promise<string> => {
    app.press(':resume\r');
    const shown = questionIn(await app.waitFor((lines) => questionIn(lines).includes('May sending go on')));
    app.clock.now += 400;
    app.press('n');
    await app.waitFor((lines) => !questionIn(lines).includes('May sending go on'));
    return shown;
  };
  const wide = await ask();
  t.true(wide.includes(problem.message));
  t.true(wide.includes('May sending go on from here? The store is checked for each queued animal before it is sent.'));
  app.resize(40, 15);
  t.regex(await ask(), /as Q-4, Q-5\..*May sending go on/);
  app.resize(40, 10);
  t.regex(await ask(), /May sending go on from here\?.* it is sent\./, 'where there is no room for all, the end asks');
});

test('a list that is not whole says so with its counts', async (t) => {
  const app = await renderApp(t);
  const part = { fetchedAt: since, complete: false };
  app.engine.show({ lists: { all: part, available: { fetchedAt: since, complete: true }, pending: part, sold: part } });
  t.is(
    (await app.waitFor('pending 3+'))[1]?.trimEnd().split('  newest')[0]?.trimEnd(),
    '[All 15+] Mine 4  ● available 6+  ◐ pending 3+  ○ sold 3+  · not set 3+',
  );
  app.press('\t', '\t', '\t');
  t.deepEqual(app.asked('refresh'), ['refresh available whole', 'refresh pending whole']);
});

test('a tab is as old as its own list, and an animal of no list as the answer on it', async (t) => {
  const app = await renderApp(t, { size: [140, 40] });
  const at = (time: string) => ({ fetchedAt: new Date(`2026-11-21T${time}:00`).toISOString(), complete: false });
  const all = at('08:33');
  const pets = app.engine.snapshot().pets.filter(({ status }) => status === 'sold');
  app.engine.show({ pets, lists: { all, available: all, pending: all, sold: at('08:23') } });
  await app.waitFor('as of 21 Nov 08:33');
  app.press('\u001b[Z');
  await app.waitFor('as of 21 Nov 08:23');
  app.press('G');
  await app.waitFor('From the list as of 21 Nov 08:23');
  app.engine.show({ lookedUp: pets.map(({ id }) => ({ id, at: at('08:24').fetchedAt })) });
  const shown = (await app.waitFor("The store's own answer, as of 21 Nov")).join('\n');
  t.notRegex(shown, /From the list as of/);
});

const never = { fetchedAt: undefined, complete: false };
const unread = { lists: { all: never, available: never, pending: never, sold: never } };

test('a list that is read for the first time is not called empty, and counts what was read of it', async (t) => {
  const app = await renderApp(t, { engine: { pets: [], entries: [], snapshot: unread } });
  const lines = await app.waitFor('Reading the list of the store for the first time');
  t.regex(lines[0] ?? '', /● no data yet$/);
  t.true(lines[1]?.startsWith('[All …] Mine  ● available …  ◐ pending …  ○ sold …'));
  t.false(lines.some((line) => line.includes('0 of 0') || line.includes('No animals')));
  app.engine.show({ progress: { what: 'Reading the list', done: 17_100, total: undefined } });
  t.true((await app.waitFor('Reading the list 17100'))[1]?.startsWith('[All 17100+]'));
});

for (const [state, says, brief] of [
  ['offline', 'No answer; :address corrects it if https://pets.example.org/v1 is wrong.', 'No answer; :address'],
  ['intercepted', 'answers; :address corrects it if https://pets.example.org/v1 is', 'A web page answers; :address'],
  [
    'misconfigured',
    'answers; :address corrects it if https://pets.example.org/v1 is',
    'No pet store answers; :address',
  ],
] as const) {
  test(`${state} at an address where no pet store was ever seen: the address itself is in doubt`, async (t) => {
    const app = await renderApp(t, {
      engine: { pets: [], entries: [], snapshot: { ...unread, connection: { state, since } } },
    });
    const said = (await app.waitFor(says)).slice(2, 21).map((line) => line.trim());
    t.true(said.join(' ').includes(':address'));
    t.regex(app.lines()[22] ?? '', /:address/);
    app.resize(40, 15);
    await app.waitFor((lines) => lines.length === 15 && lines[13]?.startsWith(` ${brief}`) === true);
  });
}

test('no key, a refused key and a key that allows too little are told apart', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  app.engine.show({ connection: { state: 'unauthorized', since, problem: { code: 'unauthorized', message: '' } } });
  await app.waitFor('The store refused your key; :key enters another.');
  app.engine.show({ connection: { state: 'unauthorized', since, problem: { code: 'forbidden', message: '' } } });
  await app.waitFor('The store does not allow this; :key enters another key.');
  await app.workspace.addProfile({ name: 'keyless', baseUrl: 'https://pets.example.org/v1' });
  app.press(':profile keyless\r');
  app.engine.show({ connection: { state: 'unauthorized', since, problem: { code: 'unauthorized', message: '' } } });
  await app.waitFor('There is no API key yet; :key enters one.');
  await app.waitFor((lines) => lines[0]?.includes('no key yet') === true && !lines[0].includes('refused'));
  app.resize(40, 15);
  await app.waitFor(/^ There is no API key yet; :key enters/);
  t.pass();
});

test('in Mine no message says which key shows that', async (t) => {
  const app = await renderApp(t);
  app.press('2');
  app.engine.show({ summary: { sent: 39, refused: 12, undecided: 0, at: since } });
  await app.waitFor((lines) =>
    lines.some((line) => line.startsWith(' 39 sent, 12 rejected. ') && !/shows/u.test(line)),
  );
  app.press('\r', keys.escape, '1');
  app.engine.show({ summary: { sent: 3, refused: 0, undecided: 1, at: new Date(sceneTime + 1).toISOString() } });
  await app.waitFor('3 sent, 1 in review. 2 shows it.');
  t.pass();
});

test('a message that does not fit one line takes more, and gives them back', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  const message = 'The folder of the queue cannot be written: read-only filesystem.';
  app.engine.show({ readOnly: { code: 'newer_version', message } });
  app.press('a');
  const lines = await app.waitFor('The folder of the queue');
  t.deepEqual(
    lines.slice(12, 14).map((line) => line.trimEnd()),
    [' The folder of the queue cannot be', ' written: read-only filesystem.  3 of 16'],
  );
  t.is(lines.length, 15);
  app.press('j');
  t.is((await app.waitFor('4 of 16')).length, 15);
});

test('a good message leaves after a few seconds, a plain one later, and a bad one stays', async (t) => {
  const app = await renderApp(t);
  const isShown = (text: string): boolean => app.app.model.get().message?.text === text;
  app.press('2', 'j', 'S');
  await app.waitFor(/Q-1 .* is queued\. It is sent when its turn comes\./);
  app.pass(3900);
  t.true(isShown('Q-1 Shadow is queued. It is sent when its turn comes.'));
  app.pass(200);
  await app.waitFor((lines) => !lines.some((line) => line.includes('is queued. It')));
  app.press('1', 'y');
  await app.waitFor('Copied');
  app.pass(9900);
  t.true(app.app.model.get().message !== undefined);
  app.pass(200);
  t.is(app.app.model.get().message, undefined);
  app.press(':nonsense\r');
  await app.waitFor('is neither an id nor a command');
  app.pass(3_600_000);
  t.true(app.lines().some((line) => line.includes('is neither an id nor a command')));
});

test('what is said while something is asked waits until it can be seen', async (t) => {
  const app = await renderApp(t);
  app.press(':');
  app.engine.show({ summary: { sent: 2, refused: 0, undecided: 0, at: since } });
  app.pass(60_000);
  app.press(keys.escape);
  await app.waitFor('2 sent.');
  app.pass(4100);
  await app.waitFor((lines) => !lines.some((line) => line.includes('2 sent.')));
  t.pass();
});

test('what is said of the connection ends with that state: no alarm stands below a calm header', async (t) => {
  const app = await renderApp(t);
  const refused: Connection = { state: 'unauthorized', since };
  app.engine.show({ connection: refused });
  app.press('r');
  await app.waitFor((lines) => lines.slice(-4).join(' ').includes('The store refused your key'));
  await until('it is said', () => app.app.model.get().message?.text.includes('refused your key') === true);
  app.engine.show({ connection: { state: 'online', since } });
  await app.waitFor((lines) => !lines.some((line) => line.includes('refused your key')));
  app.press('2');
  app.engine.show({ connection: refused });
  Object.assign(app.engine, {
    sync: () =>
      Promise.resolve({
        connection: refused,
        created: [],
        adopted: [],
        rejected: [],
        review: [],
        waiting: 4,
        refreshed: false,
      }),
  });
  app.press('r');
  await app.waitFor('Nothing sent; 1 queued, 1 rejected, 1 review, 1 held.');
  app.engine.show({ connection: { state: 'online', since } });
  await app.waitFor((lines) => !lines.some((line) => line.includes('refused your key')));
  t.pass();
});

test('an answer is not told over a state that came after it', async (t) => {
  const app = await renderApp(t);
  Object.assign(app.engine, { probe: () => Promise.resolve({ state: 'online', since }) });
  testConnection(app.app);
  await app.waitFor('The store answers, and the key is right.');
  app.engine.show({ connection: { state: 'error', since, problem: { code: 'slow-down', message: 'Less.' } } });
  await app.waitFor((lines) => !lines.some((line) => line.includes('the key is right')));
  testConnection(app.app);
  await app.waitFor((lines) => !lines.some((line) => line.includes('Asking the store')));
  t.false(app.lines().some((line) => line.includes('the key is right')));
});

test('what keeps everything from being saved is named on the line, not only where to look', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  const message =
    'The local store cannot be written: the disk is full (/home/ada/.local/share/petstore/data/stores/1).';
  app.engine.show({ readOnly: { code: 'disk_full', message } });
  await app.waitFor('The local store cannot be written: the disk is full');
  app.resize(40, 15);
  await app.waitFor('See :doctor. The local store cannot be');
  app.engine.show({ readOnly: { code: 'no_locks', message: `Nothing can be sent: ${'no locks '.repeat(9)}` } });
  await app.waitFor('See :doctor. Nothing can be sent:');
  t.pass();
});

test('rows of a list that is still being read are told to be a part of it, in every count and for each animal', async (t) => {
  const app = await renderApp(t, { size: [120, 30], engine: { entries: [], snapshot: unread } });
  const { length } = app.engine.snapshot().pets;
  t.regex(app.lines()[0] ?? '', /● not all read yet$/);
  app.engine.show({ progress: { what: 'Reading the list', done: 300, total: undefined } });
  const screen = await app.waitFor('Reading the list 300');
  t.true(screen[1]?.startsWith(`[All ${length}+]`), 'as many as the rows and the other tabs');
  t.true(screen.some((line) => line.includes(`1 of ${length}+`)));
  t.true(screen.some((line) => line.includes('From a part of the list')));
  app.press('/zzzz\r');
  await app.waitFor('No animal that is known here matches "zzzz".');
});
