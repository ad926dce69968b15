import test from 'ava';
import type { Action } from '../../../source/tui/state/action.js';
import { reduce } from '../../../source/tui/state/reduce.js';
import { createUiModel } from '../../../source/tui/state/store.js';
import { initialState } from '../../../source/tui/state/ui-state.js';
import { plainSettings } from '../../helpers/fake-workspace.js';

const before = initialState(plainSettings, { name: 'list' });
const draft = { name: 'Luna', category: '3', status: '' };

/** What a person does with a form, a prompt, a list: each action on what the one before left. */
const story: readonly Action[] = [
  { type: 'open-form', texts: draft, form: { kept: draft, stale: ['name', 'category'] } },
  { type: 'edit', edit: { op: 'insert', text: 'Z' } },
  { type: 'change', screen: { name: 'form', errors: { name: 'A name is needed.' } } },
  { type: 'edit', edit: { op: 'backspace' } },
  { type: 'bring-back', present: { ...draft, name: 'Zoe' } },
  { type: 'close' },
  { type: 'ask', prompt: { kind: 'command' }, text: 'quit' },
  { type: 'refuse', problem: 'There is no such command.' },
  { type: 'remember', as: 'commands', text: 'quit' },
  { type: 'answer' },
  { type: 'mark', keys: ['Q-1'] },
  { type: 'note-change', change: { says: 'added', back: [{ action: 'discard', localId: 'Q-1' }] } },
  { type: 'keep-changes', count: 0 },
  { type: 'say', message: { text: 'Taken back.', tone: 'good' } },
];

/** A value that throws where somebody changes it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }

  return value;
}

test('an action makes another state, and leaves the one before as it was', (t) => {
  const states = story.reduce(
    (all, action) => [...all, frozen(reduce(all.at(-1) ?? before, action))],
    [frozen(before)],
  );
  t.is(new Set(states).size, story.length + 1, 'each of them did something');
  t.deepEqual(
    story.map((action, at) => reduce(states[at] ?? before, action)),
    states.slice(1),
    'of the same state and action the same comes again',
  );
});

test('nothing but actions changes the state of the screens, and who listens hears of changes alone', (t) => {
  const model = createUiModel(before);
  t.deepEqual(Object.keys(model).sort(), ['dispatch', 'get', 'subscribe']);
  let heard = 0;
  model.subscribe(() => (heard += 1));
  model.dispatch({ type: 'close' });
  t.is(heard, 0, 'the list is never closed');
  model.dispatch({ type: 'pass-time' });
  t.is(heard, 1);
});
