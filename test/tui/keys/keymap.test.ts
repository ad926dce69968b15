import test from 'ava';
import { choiceKeys } from '../../../source/tui/state/ui-model.ts';
import { isFixedKey } from '../../../source/app/preferences/bind-keys.ts';
import { keymap } from '../../../source/tui/keys/keymap.ts';

test('nothing is bound to what late ends of arrow keys look like', (t) => {
  const bound = new Set(keymap.flatMap(({ keys }) => keys));
  for (const key of ['[', ']', 'A', 'B', 'C', 'D', 'O']) {
    t.false(bound.has(key), key);
  }
});

test('every binding says what it does, and is somewhere', (t) => {
  for (const { keys, modes, does } of keymap) {
    t.not(does, '', keys.join());
    t.true(modes.length > 0 && keys.length > 0, does);
  }
});

test('a key does one thing in a mode', (t) => {
  const seen = new Map<string, unknown>();
  for (const { action, keys, modes, run } of keymap) {
    for (const place of modes.flatMap((mode) => keys.map((key) => `${mode} ${key}`))) {
      t.true(!seen.has(place) || seen.get(place) === (action ?? run), place);
      seen.set(place, action ?? run);
    }
  }
});

test('every key but those that always do the same, spell what they choose, or answer a question, has a name to be bound by', (t) => {
  for (const { action, keys, modes, does, run } of keymap) {
    const isOpen =
      run !== undefined &&
      !modes.includes('confirm') &&
      keys.join() !== choiceKeys.join() &&
      !/answer|in the line/.test(does) &&
      keys.some((key) => !isFixedKey(key));
    t.true(action !== undefined || !isOpen, does);
  }
});
