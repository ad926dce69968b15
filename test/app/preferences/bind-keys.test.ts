import test from 'ava';
import { bindKeys, readOwnKeys } from '../../../source/app/preferences/bind-keys.ts';
import { keyTable } from '../../../source/tui/keys/keymap.ts';

function read(wanted: unknown): { readonly bound: Readonly<Record<string, readonly string[]>>; readonly why: string } {
  const { keys, problem = '' } = readOwnKeys(keyTable, wanted);
  const why = problem
    .replace('"keys" in config.json is ignored: ', '')
    .replace('. Correct it; until then the usual keys count.', '');
  return { bound: Object.fromEntries(keys), why };
}

test('keys are read in the forms that people write', (t) => {
  const wanted = {
    hold: ['x'],
    down: ['j', 'ctrl-n', 'Ctrl-Down', 'alt-j'],
    mark: 'space',
    'sort-next': ['w', 'ctrl-s'],
    undo: ['Delete'],
    discard: ['é'],
  };
  t.deepEqual(read(wanted), {
    bound: {
      hold: ['x'],
      down: ['j', 'ctrl-n', 'ctrl-down', 'alt-j'],
      mark: [' '],
      'sort-next': ['w', 'ctrl-s'],
      undo: ['delete'],
      discard: ['é'],
    },
    why: '',
  });
});

test('what a terminal cannot send, what always does the same and what is no key is refused in words', (t) => {
  const wrong = [
    ...['ctrl-1', 'shift-a', 'cmd-x', 'ctrl-shift-x', 'ctrl-é', 'f1', 'ctrl-enter', 'ctrl-i', 'ctrl-m', 'ctrl-h'],
    ...['enter', 'Escape', 'up', 'ctrl-c', '[', 'A', 'g g', ''],
  ];
  for (const key of wrong) {
    const { bound, why } = read({ hold: key });
    t.deepEqual(bound, {}, key);
    t.true(why.startsWith(`${JSON.stringify(key)} is no key that can be bound: write a character such as "z"`), why);
  }

  for (const value of [7, null, {}, [], [['x']], [null], true]) {
    t.deepEqual(read({ hold: value }).bound, {}, JSON.stringify(value));
  }
});

test('with a clash, or a mistake in one of them, none counts, and a swap is no clash', (t) => {
  t.deepEqual(read({ hold: ['u'] }), { bound: {}, why: '"u" would be both "hold" and "undo"' });
  t.deepEqual(read({ hold: ['u'], undo: ['z'] }), { bound: { hold: ['u'], undo: ['z'] }, why: '' });
  t.deepEqual(read({ nonsense: ['x'], hold: ['x'] }), {
    bound: {},
    why: 'there is no action "nonsense"; the reference names them',
  });
  t.deepEqual(read(['x']), { bound: {}, why: 'it must be an object' });
});

test('where letters are typed none is bound, and arrows, Enter and Esc stay', (t) => {
  t.regex(read({ complete: ['w'] }).why, /"w" is typed/);
  const rows = bindKeys(
    keyTable,
    new Map([
      ['redraw', ['x']],
      ['down', ['n']],
    ]),
  );
  const keysOf = (action: string, mode: string) =>
    rows.filter((row) => row.action === action && row.modes.some((each) => each === mode)).flatMap(({ keys }) => keys);
  t.deepEqual(keysOf('redraw', 'list'), ['x']);
  t.deepEqual(keysOf('redraw', 'form'), ['ctrl-l']);
  t.deepEqual(keysOf('down', 'list'), ['n', 'down']);
});
