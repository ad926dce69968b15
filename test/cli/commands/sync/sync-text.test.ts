import test from 'ava';
import { connectionSentence, incompleteText } from '../../../../source/text/connection-sentence.ts';
import { reasonText } from '../../../../source/text/queue/wait-text.ts';
import { storeChangedText } from '../../../../source/text/queue/changed-text.ts';
import { syncText } from '../../../../source/cli/commands/sync/sync-text.ts';
import type { Entry } from '../../../../source/domain/entry.ts';
import { type Sending, sentText } from '../../../../source/cli/commands/sync/send-saved.ts';

/** Of a sync that had nothing to send. */
const nothing = {
  connection: { state: 'online', since: '' },
  created: [],
  adopted: [],
  rejected: [],
  review: [],
  waiting: 0,
  refreshed: true,
} as const;

test('a sync that read a list of which the store may hold more does not call it up to date', (t) => {
  const told = (complete: boolean): string =>
    syncText(nothing, { otherSender: false, unreadable: [], entries: [], lists: { all: { complete } } } as never, {
      now: 0,
    });
  t.is(told(true), 'No animal was sent. The queue is empty. The lists are up to date.');
  t.is(told(false), `No animal was sent. The queue is empty. ${incompleteText}`);
  const unreadableRows = { rows: 1, why: 'id is the text "1"' };
  t.is(
    syncText(
      nothing,
      { otherSender: false, unreadable: [], entries: [], lists: { all: { complete: false } }, unreadableRows } as never,
      { now: 0 },
    ),
    `No animal was sent. The queue is empty. 1 row of the store's list cannot be read, so it is not shown; in it, id is the text "1".`,
  );
});

test('a sync tells of an animal that was sent and whose answer left it to a person', (t) => {
  const report = { ...nothing, review: [{ localId: 'Q-1' }, { localId: 'Q-2' }], waiting: 2, refreshed: false };
  const entries = [
    { localId: 'Q-1', state: 'review', attempts: 1, history: [] },
    { localId: 'Q-2', state: 'review', attempts: 0, history: [] },
  ];
  t.is(
    syncText(report, { otherSender: false, unreadable: [], entries, lists: { all: { complete: true } } } as never, {
      now: 0,
    }),
    '2 are in review (`petstore queue`). ' + 'The lists could not be refreshed.',
  );
});

test('a sync names the change that came too late', (t) => {
  const report = { ...nothing, adopted: [{ localId: 'Q-1', id: '7' }] };
  const entry = { localId: 'Q-1', name: 'Rex', categoryId: '3', body: 'sent', state: 'created', history: [] };
  const entries = [{ ...entry, instead: { ...entry, name: 'Rexy', status: 'sold', body: 'wanted' } }];
  t.is(
    syncText(
      report as never,
      { otherSender: false, unreadable: [], entries, lists: { all: { complete: true } } } as never,
      { now: 0 },
    ),
    '1 animal is on the store. Q-1: It was on the store before your change, which was not made: name Rexy, status ' +
      'sold. The queue is empty. The lists are up to date.',
  );
});

test('a connection says when a sync is of use, with the date where that is another day', (t) => {
  const [since, nextTryAt] = [
    new Date(2026, 10, 22, 23, 50).toISOString(),
    new Date(2026, 10, 23, 0, 50).toISOString(),
  ];
  const connection = {
    state: 'error',
    since,
    problem: { code: 'slow-down', message: 'shop.example asked to wait (429). The store says: Busy.' },
  } as const;
  t.is(
    connectionSentence({ ...connection, nextTryAt }),
    'shop.example asked to wait (429). The store says: Busy. Run `petstore sync` after 2026-11-23 00:50:00.',
  );
  t.is(
    connectionSentence({ ...connection, nextTryAt: since }),
    'shop.example asked to wait (429). The store says: Busy. Run `petstore sync` after 23:50:00.',
  );
  t.is(
    connectionSentence(connection),
    'shop.example asked to wait (429). The store says: Busy. Run `petstore sync` in a minute.',
  );
});

test('of an animal that nobody looks for any more, it is not said that petstore looks for it', (t) => {
  const promise = 'The animal may have arrived: it is kept, and petstore looks for it before anything is sent again.';
  const lastError = { code: 'x', message: `shop.example failed (503). ${promise}` };
  t.is(reasonText({ state: 'review', history: [], lastError }), 'shop.example failed (503).');
  t.is(reasonText({ state: 'checking', history: [], lastError }), lastError.message);
});

test('a status that the store chose, as none was entered, is not told as a change', (t) => {
  t.is(storeChangedText(['default status']), 'The store chose its status.');
  t.is(storeChangedText(['name', 'category']), 'The store changed its name and category.');
  t.is(storeChangedText(['name', 'default status']), 'The store changed its name, and chose its status.');
  t.is(storeChangedText([]), '');
});

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

test('an animal that was not sent in time at a store that can be reached says so', (t) => {
  const entry = { localId: 'Q-1', name: 'Luna', categoryId: '7', state: 'queued' } as unknown as Entry;
  t.is(
    sentText(entry, { ...online, sending: { type: 'yes' } }, false, 0),
    'Queued as Q-1. There was no time left to send it. `petstore sync` or the app sends Q-1 later.',
  );
});

test('an animal that is not to be sent now is told what stops it, if only a person can end that', (t) => {
  const entry = { localId: 'Q-1', name: 'Luna', categoryId: '7', state: 'queued' } as unknown as Entry;
  const stopped = (state: string): string => {
    const sending = { type: 'no', connection: { state, since: '2026-03-14T10:00:00.000Z' } };
    return sentText(entry, { ...online, sending } as unknown as Sending, true, 0);
  };
  t.regex(stopped('changed'), /No animal is sent until you confirm/u);
  t.is(stopped('offline'), 'Queued as Q-1. `petstore sync` or the app sends it.');
});

test('a sync beside another petstore that sends does not say that the store did not answer', (t) => {
  const waiting = { localId: 'Q-1', name: 'Luna', categoryId: '7', state: 'queued', history: [] };
  const snapshot = { otherSender: true, unreadable: [], entries: [waiting], lists: { all: {} } };
  t.is(
    syncText({ ...nothing, waiting: 1, connection: { state: 'connecting', since: '' } }, snapshot as never, { now: 0 }),
    'No animal was sent. 1 is still queued, and kept. Another petstore is sending just now; one that hangs is named by ' +
      '`petstore doctor`.',
  );
});

test('an animal queued while the store asked to wait is told when to sync, and not what sends it later, too', (t) => {
  const problem = { code: 'slow-down', message: 'shop.example asked to wait (429).' };
  const entry = { localId: 'Q-1', name: 'Luna', categoryId: '7', state: 'queued' } as unknown as Entry;
  const paused = { ...online, sending: { type: 'no', connection: { state: 'error', problem } } } as unknown as Sending;
  t.is(
    sentText(entry, paused, false, 0),
    'Queued as Q-1. shop.example asked to wait (429). Run `petstore sync` in a minute.',
  );
});
