import test from 'ava';
import { usualManners } from '../../../source/app/preferences/preferences.js';
import {
  createTerminalManners,
  skillsOf,
  type TerminalNames,
  type WindowFacts,
} from '../../../source/tui/terminal/terminal-manners.js';

const unnamed: TerminalNames = {
  term: 'xterm-256color',
  program: '',
  isWindowsTerminal: false,
  isKitty: false,
  isVte: false,
  isXterm: false,
  isAlacritty: false,
  isMultiplexer: false,
};
const facts: WindowFacts = { profile: 'main', needy: 0, percent: undefined };
const manners = (names: Partial<TerminalNames>, on = usualManners) =>
  createTerminalManners(skillsOf({ ...unnamed, ...names }), on);

test('the title, the bar of the tab and a notice, and all of it is undone', (t) => {
  const ghostty = manners({ program: 'ghostty' });
  t.is(ghostty.begin(facts), '\u001B[?1007s\u001B[?1007h\u001B[?1004h\u001B[22;2t\u001B]2;petstore main\u0007');
  t.is(ghostty.update(facts), '', 'nothing is written while nothing changes');
  t.is(
    ghostty.update({ ...facts, needy: 2 }),
    '\u001B]2;petstore main (2!)\u0007',
    'whoever looks at it needs no notice',
  );
  ghostty.setFocus(false);
  t.is(
    ghostty.update({ ...facts, needy: 3, percent: 60 }),
    '\u001B]2;petstore main (3!)\u0007\u001B]9;4;1;60\u0007\u001B]777;notify;petstore;petstore main: 3 animals need you\u0007',
  );
  t.is(ghostty.update({ ...facts, needy: 2, percent: 60 }), '\u001B]2;petstore main (2!)\u0007', 'fewer are no news');
  t.is(ghostty.end(), '\u001B]9;4;0;0\u0007\u001B[23;2t\u001B[?1004l\u001B[?1007l\u001B[?1007r');
  t.is(ghostty.end(), '');
  t.is(ghostty.update({ ...facts, needy: 9 }), '', 'nothing after the end');
  t.true(ghostty.begin(facts).includes('petstore main'), 'after fg it has its title again');
});

for (const [what, names, says] of [
  [
    'tmux',
    { term: 'tmux-256color', isMultiplexer: true, program: 'WezTerm' },
    '\u001B[?1007s\u001B[?1007h\u001B[?1004h',
  ],
  ['screen', { term: 'screen', isMultiplexer: true }, '\u001B[?1007s\u001B[?1007h\u001B[?1004h'],
  ['the Linux console', { term: 'linux' }, ''],
  ['a vt220', { term: 'vt220' }, ''],
  ['a terminal that nobody knows', {}, '\u001B[?1007s\u001B[?1007h\u001B[?1004h'],
  [
    'Alacritty, whose wheel scrolls by itself',
    { isAlacritty: true },
    '\u001B[?1004h\u001B[22;2t\u001B]2;petstore main\u0007',
  ],
] as const) {
  test(`${what} gets what it understands, and no notice or bar`, (t) => {
    const one = manners(names);
    t.is(one.begin(facts), says);
    one.setFocus(false);
    t.false(one.update({ ...facts, needy: 5, percent: 10 }).includes('\u001B]9'));
    t.false(one.update({ ...facts, needy: 6 }).includes('777'));
  });
}

test('kitty gets notices and no bar, which an old one takes for a notice', (t) => {
  const kitty = manners({ isKitty: true });
  kitty.begin(facts);
  kitty.setFocus(false);
  t.is(
    kitty.update({ ...facts, needy: 1, percent: 50 }),
    '\u001B]2;petstore main (1!)\u0007\u001B]9;petstore main: 1 animal needs you\u0007',
  );
});

test('each can be switched off', (t) => {
  const off = { wheel: false, title: false, progress: false, notices: false, focus: false, isolates: false };
  const silent = manners({ program: 'ghostty' }, off);
  t.is(silent.begin(facts) + silent.update({ ...facts, needy: 3, percent: 10 }) + silent.end(), '');
  t.is(manners({ program: 'ghostty' }, { ...off, wheel: true }).begin(facts), '\u001B[?1007s\u001B[?1007h');
  t.is(
    manners({ program: 'ghostty' }, { ...off, title: true }).begin(facts),
    '\u001B[22;2t\u001B]2;petstore main\u0007',
  );
  t.is(manners({ program: 'ghostty' }, { ...off, notices: true }).begin(facts), '\u001B[?1004h');
});

test('the name of a profile cannot end the sequence it stands in', (t) => {
  t.is(
    manners({ program: 'ghostty' }, { ...usualManners, wheel: false, focus: false, notices: false })
      .begin({ ...facts, profile: 'a\u0007\u001B]0;b' })
      .split('\u0007').length,
    2,
  );
});
