import test from 'ava';
import { commandTable } from '../../source/cli/table/table.ts';
import { safeText, withoutMarks } from '../../source/platform/text/terminal-text.ts';
import { asTyped, completeHints, shortName, type StoreInUse, suggest } from '../../source/text/hints.ts';

const away: StoreInUse = { profile: 'shelter', current: 'main' };
const here: StoreInUse = { profile: 'main', current: 'main' };

test('the address that is to be corrected is that of the profile, the one of the environment too', (t) => {
  const hint = 'use `petstore profile move NAME --base-url URL`.';
  t.is(completeHints(hint, here), 'use `petstore profile move main --base-url URL`.');
  t.is(completeHints(hint, { profile: 'env', current: 'main' }), 'use `petstore profile move env --base-url URL`.');
  t.is(
    completeHints('`petstore profile move lab --base-url URL`', { profile: 'env' }),
    '`petstore profile move lab --base-url URL`',
  );
});

test('a command in the words of a person stays as it was typed, beside a hint that is completed', (t) => {
  for (const name of [
    '`petstore sync`',
    '`petstore`',
    'a `petstore sync` and `petstore add`',
    '`petstore sync',
    'x ` y',
  ]) {
    const short = shortName(name);
    t.is(
      completeHints(`${short}: see \`petstore queue\`.`, away),
      `${withoutMarks(short)}: see \`petstore queue --profile shelter\`.`,
    );
    t.is(withoutMarks(asTyped(name)), name);
    t.is(safeText(asTyped(name)), name);
  }
});

test('a name with a line break begins no line of its own in a sentence', (t) => {
  t.is(asTyped('Al\nQ-1 is on the store'), 'Al␊Q-1 is on the store');
});

test('a name that a shell would take apart is quoted', (t) => {
  const quoted = (profile: string) => completeHints('`petstore sync`', { profile, current: 'main' });
  t.is(quoted('my store'), "`petstore sync --profile 'my store'`");
  t.is(quoted("Ada's"), "`petstore sync --profile 'Ada'\\''s'`");
  t.is(quoted('-x'), '`petstore sync --profile=-x`');
  t.is(quoted('Läden.2'), '`petstore sync --profile Läden.2`');
});

test('every command of the table is known to act on a profile or not', (t) => {
  const storeless = ['completion', 'config', 'demo', 'help', 'keys', 'profile', 'serve', 'service', 'version'];
  for (const { words } of commandTable) {
    const command = `petstore ${words.join(' ')}`;
    const isNamed = completeHints(`\`${command}\``, away) !== `\`${command}\``;
    t.is(isNamed, !storeless.includes(words[0] ?? ''), command);
  }
});

test('the nearest word is suggested, and none where all are far', (t) => {
  const words = ['list', 'get', 'add', 'import', 'queue', 'status'];
  t.is(suggest('lsit', words), 'list');
  t.is(suggest('statsu', words), 'status');
  t.is(suggest('imp', words), 'import');
  t.is(suggest('qeueu', words), 'queue');
  t.is(suggest('remove', words), undefined);
  t.is(suggest('x', words), undefined);
});
