import test from 'ava';
import { keys } from '../helpers/terminal.ts';
import { renderApp } from '../helpers/render-app.tsx';

test('a key is entered without being shown, saved, and used at once', async (t) => {
  const app = await renderApp(t);
  app.press(':key', keys.enter, 'new-key-9876');
  const lines = await app.waitFor(/> API key +••••••••••••/u);
  t.false(lines.join().includes('9876'));
  app.press(keys.enter);
  await app.waitFor('The key is saved.');
  t.deepEqual(app.workspace.saved, ['key main new-key-9876']);
  app.press(':');
  await app.waitFor('enter the API key: ••••9876, key file');
});

test('a category gets a name, shown everywhere at once', async (t) => {
  const app = await renderApp(t);
  app.press(':name ');
  await app.waitFor(/:name 2 +\d animals {2}Cats/);
  // The blank after the number may be left out.
  app.press('7Parrots', keys.enter);
  await app.waitFor('Category 7 is Parrots.');
  await app.waitFor(/Kiki .*Parrots\b/);
  t.deepEqual(app.workspace.saved, ['label 7 Parrots']);
});

test('doctor lists what is wrong with its remedy', async (t) => {
  const app = await renderApp(t);
  app.press(':doctor\r');
  const lines = await app.waitFor('1 problem: clock. The remedies are in the list.');
  t.true(lines[1]?.startsWith(' Doctor'));
  t.true(lines.some((line) => /ok address +answers/.test(line)));
  t.true(lines.some((line) => /!! clock +is an hour late\. Set it right\./.test(line)));
  app.press(keys.escape);
  await app.waitFor('[1 All]');
});

test('a setting is changed by its name, with what it may be and what it is now', async (t) => {
  const app = await renderApp(t);
  app.press(':theme ');
  await app.waitFor(/:theme none +as it is now/);
  app.press('16', keys.enter);
  await app.waitFor('theme is 16.');
  app.press(':mouse off', keys.enter);
  await app.waitFor('mouse is off.');
  app.press(':refresh-every 30s', keys.enter);
  await app.waitFor('refresh-every is 30s from the next start on.');
  app.press(':screen-reader on', keys.enter);
  await app.waitFor('screen-reader is on from the next start on.');
  t.deepEqual(app.workspace.saved, ['theme 16', 'mouse false', 'refreshMs 30000', 'screenReader true']);
  t.false(app.app.model.get().settings.screenReader, 'this start goes on as it is');
});

test('what a prompt does not take is told above it, until it is another text', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  const above = async (problem: string, prompt: string): Promise<void> => {
    const from = (shown: readonly string[]): readonly string[] =>
      shown
        .slice(
          shown.findIndex((line) => line.startsWith(' ! ')),
          -2,
        )
        .map((line) => line.trim());
    const lines = await app.waitFor(
      (shown) => shown.at(-2)?.startsWith(` ${prompt}`) === true && from(shown).join(' ') === `! ${problem}`,
    );
    t.is(lines.length, 15);
  };
  app.press(':name 3=Dog', keys.enter);
  await above('First the category, a whole number, then a space and its name, as in "name 3 Dogs".', ':name 3=Dog');
  app.press(keys.backspace);
  await app.waitFor(
    (lines) => lines.at(-2)?.startsWith(' :name 3=Do') === true && !lines.some((line) => line.startsWith(' ! ')),
  );
  app.press(keys.ctrl('u'), 'name 3', keys.enter);
  await above('The name is missing: type it after the number, as in "name 3 Dogs"; - takes it away.', ':name 3');
  t.deepEqual(app.workspace.saved, []);
});

test('a key that is missing or refused is told below its field, and none of it stays there', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  app.press(':key', keys.enter, keys.enter);
  await app.waitFor('Type or paste the key first; Esc');
  app.workspace.saveKey = () =>
    Promise.resolve({ code: 'bad_key', message: 'The key cannot be used: it has a space in it.' });
  app.press('ab cd', keys.enter);
  const lines = await app.waitFor('The key cannot be used: it has a');
  t.true(lines.some((line) => line.trimEnd() === '> API key'));
  t.deepEqual(app.workspace.saved, []);
});

test('of a store whose address is set elsewhere only the key is asked for', async (t) => {
  const app = await renderApp(t);
  app.press(':profile demo', keys.enter);
  await app.waitFor('  demo  ');
  app.press(':key', keys.enter);
  const lines = await app.waitFor('How to reach demo');
  t.true(lines.some((line) => line.startsWith('> API key')));
  t.false(lines.some((line) => line.includes('Address')));
});

test('the first run opens the built-in store', async (t) => {
  const app = await renderApp(t, { firstRun: true });
  await app.waitFor('Welcome');
  app.press(keys.enter);
  await app.waitFor('[1 All]');
  t.is(app.app.model.get().session?.profile.name, 'demo');
});

const never = { fetchedAt: undefined, complete: false };
const unread = { lists: { all: never, available: never, pending: never, sold: never } };
const since = new Date(0).toISOString();

test('the first run connects a store under a name of its own, its address checked, its key left out', async (t) => {
  const app = await renderApp(t, { firstRun: true });
  await app.waitFor('Welcome');
  app.press('j', keys.enter);
  await app.waitFor('Connect to a store');
  app.press(keys.enter);
  await app.waitFor('The address of the store is needed');
  app.press('not-a-url', keys.enter);
  await app.waitFor('it must look like https://pets.example.org/v1');
  app.press(keys.ctrl('u'), 'http://pets.example.org/v1', keys.enter);
  const lines = await app.waitFor('it starts with http:');
  t.true(
    lines.some((line) => line.startsWith('> Address')),
    'no key is asked for before that',
  );
  app.press(keys.ctrl('u'), 'https://pets.example.org/v1', keys.enter, keys.enter, 'hotel', keys.enter);
  await app.waitFor('The store answers, and the key is right.');
  t.like(app.app.model.get().session?.profile, { name: 'hotel', baseUrl: 'https://pets.example.org/v1' });
});

test('the built-in service needs neither scheme nor version, and its address is shown', async (t) => {
  const app = await renderApp(t, { firstRun: true });
  await app.waitFor('Welcome');
  app.press('j', keys.enter);
  await app.waitFor('> Address');
  app.press('pets.example.org', keys.enter);
  await app.waitFor('it must look like https://pets.example.org/v1');
  app.press(keys.ctrl('u'), 'localhost:8812', keys.enter);
  await app.waitFor('Taken as http://localhost:8812/v1.');
  const lines = await app.waitFor('> API key');
  t.true(lines.some((line) => line.includes('Address') && line.includes('http://localhost:8812/v1')));
  app.press(keys.enter, keys.enter);
  await app.waitFor('The store answers, and the key is right.');
  t.is(app.app.model.get().session?.profile.baseUrl, 'http://localhost:8812/v1');
});

test('a key that is typed as an address is never shown, and is refused as a key', async (t) => {
  const app = await renderApp(t, { firstRun: true });
  await app.waitFor('Welcome');
  app.press('j', keys.enter);
  await app.waitFor('> Address');
  app.press('pst_secret');
  const masked = await app.waitFor('••••••••••');
  t.false(masked.some((line) => /pst_|secret/.test(line)));
  app.press(keys.enter);
  const lines = await app.waitFor('That looks like an API key, not an address');
  t.is(lines.find((line) => line.includes('Address'))?.trimEnd(), '> Address');
  app.press('localhost:8791 pst', keys.enter);
  await app.waitFor('An address has no blanks');
});

test('a store that is given no name is called main, and a name that is taken is refused beside its field', async (t) => {
  const app = await renderApp(t);
  app.press(':connect', keys.enter);
  await app.waitFor('empty: main-2');
  app.press('https://b.example.org/v1', keys.enter, keys.enter, 'main', keys.enter);
  await app.waitFor('There is a profile "main" already.');
  app.press(keys.ctrl('u'), keys.enter);
  await app.waitFor('The store answers, and the key is right.');
  t.is(app.app.model.get().session?.profile.name, 'main-2');
});

test('an address at which no pet store was ever seen is told, with how to correct it', async (t) => {
  const app = await renderApp(t, {
    firstRun: true,
    size: [40, 15],
    engine: { pets: [], entries: [], snapshot: { ...unread, connection: { state: 'misconfigured', since } } },
  });
  await app.waitFor('Welcome');
  app.press('j', keys.enter);
  await app.waitFor('Connect to a store');
  app.press('https://pets.example.org/v1', keys.enter, keys.enter, keys.enter);
  const told = (await app.waitFor(':address')).join(' ').replace(/\s+/g, ' ');
  t.true(told.includes('No pet store answers; :address corrects it'), told);
  // No question opens by itself: what is typed meanwhile is what it was meant to be.
  app.press(':address', keys.enter);
  await app.waitFor('How to reach main');
  app.press(keys.ctrl('u'), 'https://pets.example.com/v1', keys.enter, 'abc', keys.enter);
  await app.waitFor(':address');
  t.deepEqual(app.workspace.saved, ['address main https://pets.example.com/v1', 'key main abc']);
  t.is(app.app.model.get().session?.profile.baseUrl, 'https://pets.example.com/v1');
});

test('the address of a store that has answered changes only if it is the same store', async (t) => {
  const app = await renderApp(t);
  app.press(':address', keys.enter);
  await app.waitFor('the same store, elsewhere');
  app.press(keys.ctrl('u'), 'https://new.example.org/v1', keys.enter, keys.enter);
  await app.waitFor('Is https://new.example.org/v1 the same store as before, at a new address?');
  t.deepEqual(app.workspace.saved, []);
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('The key stayed with the former address. :key enters the one for this address.');
  t.deepEqual(app.workspace.saved, ['address main https://new.example.org/v1 moved']);
});

test('another profile is opened with its own place, and the one before is closed', async (t) => {
  const app = await renderApp(t);
  app.press('s', 'o', '/luna\r', ':demo', keys.escape);
  await app.workspace.addProfile({ name: 'staging', baseUrl: 'https://staging.example.org/v1' });
  app.press(':profile staging\r');
  await app.waitFor((lines) => lines.some((line) => line.includes('ID ▼')));
  t.is(app.app.model.get().session?.profile.name, 'staging');
  t.deepEqual(app.engine.asked, ['start', 'stop', 'start']);
});
