import test from 'ava';
import type { Entry } from '../../../../source/domain/entry.js';
import { type Sending, sentText } from '../../../../source/cli/commands/sync/send-saved.js';

const online = {
  connection: { state: 'online' },
  otherSender: false,
  entries: [],
  delay: undefined,
} as unknown as Sending;

test('of an animal that a person has to decide about, the question is told, not what the network said before it', (t) => {
  const lost = {
    code: 'unknown',
    message: 'The connection broke. petstore looks for it before anything is sent again.',
  };
  const entry = {
    localId: 'Q-1',
    name: 'Luna',
    categoryId: '7',
    state: 'review',
    lastError: lost,
    review: { reason: 'Nobody can tell from here whether the animal arrived.', candidates: [] },
  } as unknown as Entry;
  t.is(
    sentText(entry, online, false, 0),
    'petstore cannot tell whether Q-1 arrived. Nobody can tell from here whether the animal arrived. See `petstore queue show Q-1`.',
  );
});

test('an animal that waits for a long list is sent by a sync or the app, as the next add sends none but its own', (t) => {
  const entry = { localId: 'Q-1', name: 'Luna', categoryId: '7', state: 'queued' } as unknown as Entry;
  const delay = { code: 'list_slow', message: "The store's list is long." };
  t.is(
    sentText(entry, { ...online, sending: { type: 'yes' }, delay }, false, 0),
    "Queued as Q-1. The store's list is long. `petstore sync` or the app sends Q-1.",
  );
});

test('an animal queued while the store asked to wait, without saying how long, is sent after a minute', (t) => {
  const problem = { code: 'slow-down', message: 'shop.example asked to wait (429).' };
  const entry = { localId: 'Q-1', name: 'Luna', categoryId: '7', state: 'queued' } as unknown as Entry;
  const paused = { ...online, connection: { state: 'error', problem }, sending: {} } as unknown as Sending;
  t.is(
    sentText(entry, paused, false, 0),
    'Queued as Q-1. shop.example asked to wait (429). Run `petstore sync` in a minute.',
  );
});
