/**
 * The rule for a lost answer. The first test holds it against the table of docs/internals/protocol.md, *Checking*, row by
 * row; the others go into each.
 */
import { readFileSync } from 'node:fs';
import test from 'ava';
import type { Entry, Undecided } from '../../../source/domain/entry.ts';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Pet } from '../../../source/domain/pet.ts';
import type { Ours } from '../../../source/local/queue/queue-document.ts';
import { type Look, lookDueIn, reconcile, type Surroundings } from '../../../source/sync/reconcile/reconcile.ts';

const minute = 60_000;
const boot = 'b';
const pet = (id: number, more: Partial<Pet> = {}): Pet => ({
  id: String(id) as Int64,
  name: 'Rex',
  categoryId: '3' as Int64,
  status: 'available',
  ...more,
});
/** There before, and ours. */
const first: Ours = { ...pet(1, { name: 'First' }), boot, uptime: -60 * minute, isListed: true };
/** There before, and somebody's. */
const old = pet(2, { name: 'Old' });

type Search = Undecided['searches'][number];
const looked = (uptime: number, more: Partial<Search> = {}): Search => ({
  uptime,
  boot,
  complete: true,
  candidates: [],
  couldSettle: false,
  ...more,
});
/** Looks after which a fourth one that could have settled it follows. */
const threeInVain = [2, 3, 4].map((at) => looked(at * minute, { couldSettle: true }));

/** Its answer was lost when the machine had run for no time at all. It was looked for once, and not there. */
function lost(undecided: Partial<Undecided> = {}, more: Partial<Entry> = {}): Entry {
  return {
    localId: 'Q-1',
    number: 1,
    name: 'Rex',
    categoryId: '3' as Int64,
    status: 'available',
    state: 'checking',
    createdAt: '',
    attempts: 1,
    body: '',
    key: '',
    history: [],
    undecided: {
      firstAttempt: 1,
      lastAttempt: 1,
      alike: [],
      nearBefore: [],
      known: [first.id],
      listAge: 1000,
      listRows: 2,
      highest: '2' as Int64,
      atOnce: undefined,
      firstSentAt: new Date(0).toISOString(),
      firstUptime: 0,
      sentUptime: 0,
      sentBoot: boot,
      honoured: false,
      credential: 'c',
      applied: false,
      searches: [looked(minute)],
      failedSearches: 0,
      ...undecided,
    },
    ...more,
  };
}

function withoutStatus({ status: _, ...entry }: Entry): Entry {
  return entry;
}

const store: Surroundings = {
  ours: [first],
  gone: new Set(),
  isRising: false,
  isPrompt: true,
  isQuick: false,
  settleMs: minute,
  isOwned: ({ id }) => id === first.id,
  isGivenTwice: () => false,
  open: [],
};
const at = (uptime: number, pets: readonly Pet[] = [], more: Partial<Look> = {}): Look => ({
  began: { boot, uptime, since: 0 },
  isToTheEnd: true,
  pets: [first, old, ...pets],
  ...more,
});
function tell(look: Look, entry: Entry = lost(), around: Partial<Surroundings> = {}): string {
  const { decision } = reconcile(entry, look, { ...store, ...around });
  return decision.type === 'ask'
    ? `ask: ${decision.reason}`
    : decision.type === 'adopt'
      ? `adopt #${decision.pet.id}`
      : decision.type;
}

const second = at(2 * minute);

/**
 * What looks with the same list decide, and at which of them: up to three went before, each of which found the same.
 * Written as in the table. `from`: the first that is made.
 */
function tellInTime(
  look: Look,
  undecided: Partial<Undecided> = {},
  { from = 1, ...around }: Partial<Surroundings> & { readonly from?: number } = {},
): string {
  const { searches: [earlier = looked(minute)] = [] } = undecided;
  for (const place of [1, 2, 3, 4].slice(from - 1)) {
    const told = tell(look, lost({ ...undecided, searches: Array.from({ length: place - 1 }, () => earlier) }), around);
    if (told !== 'wait') {
      const decision = told.replace(/^adopt .*/u, 'adopted').replace(/^ask: (.*)/u, '`review`: `$1`');
      return `from look ${place}: ${decision}`;
    }
  }

  return 'never';
}

type Reason = Extract<ReturnType<typeof reconcile>['decision'], { type: 'ask' }>['reason'];
/** One that is not here does not compile. A list that could not be read is no look, and odd rows go with several rows. */
const everyReason: Readonly<Record<Exclude<Reason, 'list-not-read' | 'odd-rows'>, true>> = {
  'several-alike': true,
  'was-there-before': true,
  'came-later': true,
  'came-after-a-look': true,
  near: true,
  'first-animal': true,
  'no-end': true,
  'accepted-not-listed': true,
  'status-not-shown': true,
  'not-proven': true,
};

test('each row of the table in docs/internals/protocol.md is so, and no reason is missing there', (t) => {
  const document = readFileSync('docs/internals/protocol.md', 'utf8');
  const rows = Array.from(
    document.matchAll(/^\| \d+ \| .+ \| (\d) \| (.+?)(?:: queued.*)? \|$/gmu),
    ([, place, decision = '']) => `from look ${place}: ${decision}`,
  );
  const found = at(2 * minute, [pet(3)]);
  const near = pet(4, { name: 'Réx' });
  const noEnd = { isToTheEnd: false };
  const hadNoEnd = { searches: [looked(minute, { complete: false })], listRows: 7 };
  t.deepEqual(rows, [
    tellInTime(at(2 * minute, [pet(3), pet(4)])),
    tellInTime(found, { listAge: 60_001 }),
    tellInTime({ ...found, ...noEnd }, hadNoEnd),
    tellInTime(found, { alike: [old.id], atOnce: [] }),
    tellInTime(found, { searches: [looked(2 * minute)] }, { from: 2 }),
    tellInTime(at(2 * minute, [pet(3), near])),
    tellInTime(found, { searches: [looked(minute, { candidates: [pet(5)] })] }, { from: 2 }),
    tellInTime(found),
    tellInTime(at(2 * minute, [near])),
    tellInTime(second, { applied: true }),
    tellInTime({ ...second, ...noEnd }, hadNoEnd),
    tellInTime(second, { known: [] }, { ours: [] }),
    tellInTime(second),
    tellInTime(
      at(2 * minute, [], {
        pets: [
          { ...first, status: 'sold' },
          { ...old, status: 'sold' },
        ],
      }),
      {
        searches: [looked(2 * minute, { couldSettle: true })],
      },
    ),
    tellInTime({ ...second, pets: [old] }, { searches: [looked(2 * minute, { couldSettle: true })] }),
  ]);
  for (const reason of Object.keys(everyReason)) {
    t.true(
      rows.some((row) => row.endsWith(`\`${reason}\``)),
      reason,
    );
  }
});

test('a list that shows what was known, twice, two settle times after it was sent, proves that it is not there', (t) => {
  t.is(tell(second), 'absent');
  t.is(tell(second, lost({ searches: [] })), 'wait', 'one look');
  t.is(tell(at(2 * minute - 1)), 'wait', 'too early');
  t.is(tell(second, lost({ searches: [looked(minute, { complete: false })] })), 'wait', 'the one before had no end');
  t.is(tell({ ...second, pets: [old] }), 'wait', 'it lacks one of ours');
  t.is(
    tell({ ...second, pets: [{ ...first, name: 'X', categoryId: '9' as Int64 }, old] }),
    'wait',
    'its id is another',
  );
  t.is(tell({ ...second, pets: [{ ...first, name: 'Renamed' }, old] }), 'absent', 'one detail may be corrected');
});

test('the last five of ours are asked for, and those that were the last before the attempt', (t) => {
  const later = (id: number, uptime: number): Ours => ({ ...pet(id, { name: `Later ${id}` }), boot, uptime });
  const ours = [first, ...[10, 11, 12, 13, 14].map((id) => later(id, 1000))];
  const isOwned = ({ id }: Pet): boolean => ours.some((each) => each.id === id);
  t.is(tell(at(2 * minute, ours.slice(1)), lost(), { ours, isOwned }), 'absent');
  t.is(tell(at(2 * minute, ours.slice(2)), lost(), { ours, isOwned }), 'wait', 'one that was sent later is not shown');
  const lacksFirst = { ...second, pets: [old, ...ours.slice(1)] };
  t.is(tell(lacksFirst, lost(), { ours, isOwned }), 'wait', 'one that was sent before is not shown');
  t.is(tell(lacksFirst, lost(), { ours, isOwned, gone: new Set([first.id]) }), 'absent', 'it was removed there');
  t.is(tell(second, lost(), { ours: [first, later(10, 115_000)] }), 'wait', 'it was sent before the list was read');
  t.is(tell(second, lost(), { ours: [first, later(10, 115_001)] }), 'absent', 'it was sent as the list was read');
});

test('a list that was never prompt, or no longer is, is believed after ten settle times', (t) => {
  t.is(tell(at(10 * minute - 1), lost(), { isPrompt: false }), 'wait');
  t.is(tell(at(10 * minute), lost(), { isPrompt: false }), 'absent');
});

test('a list must reach back to before the attempt, unless the store was empty', (t) => {
  const later: Ours = { ...pet(9, { name: 'Later' }), boot, uptime: 1000 };
  const around = { ours: [later], isOwned: ({ id }: Pet) => id === later.id };
  const onlyLater = { ...second, pets: [later] };
  t.is(tell(onlyLater, lost({ known: [] }), around), 'wait');
  t.is(
    tell({ ...second, pets: [old, later] }, lost({ known: [] }), around),
    'absent',
    'it shows the highest of before',
  );
  t.is(tell(onlyLater, lost({ known: [], highest: undefined, listRows: 0 }), around), 'absent', 'nothing was there');
});

test('a list that hides its status proves nothing', (t) => {
  t.is(tell(second, lost({}, { status: 'sold' })), 'wait');
  t.is(tell(at(2 * minute, [pet(3, { name: 'Other', status: 'sold' })]), lost({}, { status: 'sold' })), 'absent');
  const unset = withoutStatus(lost());
  t.is(tell(second, unset), 'wait', 'the store may give it a status that is hidden');
  t.is(tell(second, unset, { ours: [{ ...first, isStatusGiven: true }] }), 'absent', 'that is known from another one');
});

test('one new animal is adopted, where the list before was whole and young', (t) => {
  const found = at(minute, [pet(3)]);
  t.is(tell(found, lost({ searches: [] })), 'adopt #3');
  t.is(tell(at(minute, [pet(3, { name: ' Rex ' })]), lost()), 'adopt #3', 'spaces say nothing');
  t.is(tell(found, lost({ listAge: 60_001 })), 'ask: was-there-before');
  t.is(tell(found, lost({ listAge: undefined })), 'ask: was-there-before', 'no list was read');
  t.is(tell(found, lost({ listRows: undefined })), 'ask: was-there-before', 'it was not whole');
  t.is(tell(found, lost({ alike: ['3' as Int64] })), 'wait', 'it was there before');
  t.is(tell(found, lost(), { isOwned: () => true }), 'wait', 'it is another entry’s');
  t.is(tell(at(minute, [pet(3), pet(4)])), 'ask: several-alike');
  t.is(tell(found, lost(), { isGivenTwice: () => true }), 'ask: was-there-before', 'its id was another one’s');
  const many = [3, 4, 5, 6, 7, 8].map((id) => pet(id, { name: `New ${id}` }));
  t.is(
    tell(at(minute, [pet(9), ...many]), lost({ listRows: 1 })),
    'ask: was-there-before',
    'the list before was blank',
  );
});

test('where ids rise they tell what came since, also in a list without an end', (t) => {
  const cut = at(minute, [pet(3)], { isToTheEnd: false });
  t.is(tell(cut, lost({ listRows: undefined }), { isRising: true }), 'adopt #3');
  t.is(tell(cut, lost({ listRows: undefined })), 'ask: was-there-before');
  const oneMore = { ...cut, pets: [first, old, pet(3)] };
  t.is(tell(oneMore, lost({ searches: [] })), 'adopt #3', 'the list before was whole, and lacked this one alone');
  t.is(tell({ ...oneMore, pets: [first, old, pet(3), pet(4, { name: 'Ida' })] }, lost({ searches: [] })), 'wait');
  t.is(tell(cut, lost({ listRows: 7 })), 'wait', 'one odd page says nothing of the next look');
  t.is(tell(cut, lost({ listRows: 7, searches: [looked(minute, { complete: false })] })), 'ask: was-there-before');
  t.is(tell(at(minute, [pet(3)]), lost({ highest: '5' as Int64 }), { isRising: true }), 'ask: was-there-before');
  const newestFirst = { ...at(2 * minute), isToTheEnd: false, pets: [old, first] };
  t.is(tell(newestFirst, lost(), { isRising: true }), 'absent', 'it runs back to before the attempt');
  t.is(tell(newestFirst, lost({ searches: [looked(minute, { complete: false })] })), 'ask: no-end');
});

test('of a common name only the one is adopted that was there right after the loss', (t) => {
  const found = at(minute, [pet(3)]);
  const common = { alike: ['2' as Int64], searches: [] };
  t.is(tell(found, lost({ ...common, atOnce: ['3' as Int64] })), 'adopt #3');
  t.is(tell(found, lost({ ...common, atOnce: [] })), 'ask: came-later');
  t.is(tell(found, lost({ ...common, atOnce: undefined })), 'ask: came-later', 'the store could not be asked then');
  const two = at(minute, [pet(3), pet(4)]);
  t.is(tell(two, lost({ ...common, atOnce: ['3' as Int64] })), 'adopt #3', 'the other one came later');
  t.is(tell(two, lost({ ...common, atOnce: undefined })), 'ask: several-alike', 'no look tells which came later');
  t.is(tell(two, lost({ ...common, atOnce: [] })), 'ask: several-alike', 'it showed none that is new');
  const near = at(2 * minute, [pet(4, { name: 'Réx' })]);
  t.is(tell(near, lost({ alike: ['2' as Int64], atOnce: [] })), 'absent', 'what is near came later too');
  t.is(tell(near, lost({ alike: ['2' as Int64], atOnce: ['4' as Int64] })), 'ask: near');
});

test('what a look right after the loss did not show of a rare name may have come late', (t) => {
  const rare = { searches: [], atOnce: [] };
  t.is(tell(at(minute, [pet(3)]), lost(rare)), 'adopt #3');
  t.is(tell(at(2 * minute, [pet(3, { name: 'Réx' })]), lost({ atOnce: [] })), 'ask: near');
});

test('a newcomer that it may have become is a question, at the second look', (t) => {
  for (const became of [
    { name: 'Réx' },
    { name: 'R&eacute;x'.replace('&eacute;', 'é') },
    { status: 'sold' as const },
    { name: 'Re?' },
  ]) {
    const near = at(minute, [pet(3, became)]);
    t.is(tell(near, lost({ searches: [] })), 'wait', JSON.stringify(became));
    t.is(tell({ ...near, began: second.began }), 'ask: near', JSON.stringify(became));
  }

  const another = pet(4, { status: 'sold' });
  t.is(tell(at(2 * minute, [pet(3), another])), 'ask: several-alike', 'that with our status has our name too');
  t.is(tell(at(2 * minute, [pet(3), another, pet(5, { name: 'Réx' })])), 'ask: near');
  t.is(tell(at(2 * minute, [pet(3, { name: 'Max' })])), 'absent', 'a stranger is no question');
  const corrected = at(2 * minute, [pet(3, { categoryId: '4' as Int64 })]);
  t.is(tell(corrected), 'ask: near', 'somebody may have corrected its category');
  t.is(
    tell(corrected, lost({ alike: ['2' as Int64] })),
    'absent',
    'of a common name others are given in each category',
  );
  t.is(
    tell(corrected, lost({ alike: ['2' as Int64] }), { isGivenTwice: ({ id }) => id === '2' }),
    'ask: near',
    'one of one’s own litter does not make the name common',
  );
  t.is(
    tell(at(2 * minute, [pet(3), pet(4, { categoryId: '4' as Int64 })])),
    'adopt #3',
    'where a new one has its category too, nobody corrected that',
  );
  t.is(tell(at(2 * minute, [pet(3, { name: 'Réx' })]), lost({ nearBefore: ['3' as Int64] })), 'absent', 'it was there');
});

test('identical ones are one another’s equals: a colleague’s animal puts one of them in doubt, and not all', (t) => {
  const litter = [1, 2, 3].map((number) => lost({}, { localId: `Q-${number}`, number }));
  const tellEach = (look: Look): readonly string[] =>
    litter.map((each) => tell(look, each, { open: litter.filter((other) => other !== each) }));
  t.deepEqual(tellEach(at(minute, [pet(3), pet(4)])), ['adopt #3', 'adopt #4', 'wait']);
  t.deepEqual(
    tellEach(
      at(
        minute,
        [3, 4, 5, 6].map((id) => pet(id)),
      ),
    ),
    ['adopt #3', 'adopt #4', 'ask: several-alike'],
  );
});

test('of identical ones the later has its own animal, where the earlier one waits for a person', (t) => {
  for (const [early, late] of [
    ['3', '4'],
    ['4', '3'],
  ] as const) {
    const [own, other] = [pet(Number(late)), pet(Number(early))];
    const asked = lost({}, { state: 'review' });
    const later = lost({ alike: [other.id] }, { localId: 'Q-2', number: 2 });
    const look = at(2 * minute, [own, other]);
    t.is(tell(look, later, { open: [asked] }), 'ask: came-later', `#${late} is there: it is not sent again`);
    t.is(tell(at(2 * minute, [other]), later, { open: [asked] }), 'absent', 'the earlier one has the other');
  }
});

test('of identical ones those that sent a status take from theirs first', (t) => {
  const unset = withoutStatus(lost());
  const sold = lost({}, { localId: 'Q-2', number: 2, status: 'sold' });
  const both = at(minute, [pet(3, { status: 'sold' }), pet(4)]);
  t.is(tell(both, unset, { open: [sold] }), 'adopt #4');
  t.is(tell(both, sold, { open: [unset] }), 'adopt #3');
});

test('what an earlier look showed, and this one does not, is not proven absent', (t) => {
  t.is(tell(second, lost({ searches: [looked(minute, { candidates: [pet(3)] })] })), 'wait');
});

test('the first animal at a store is asked about after the second look, and not after a day', (t) => {
  const unknown = { ours: [] };
  t.is(tell(at(minute), lost({ known: [], searches: [] }), unknown), 'wait');
  t.is(tell(second, lost({ known: [] }), unknown), 'ask: first-animal');
  t.is(tell(at(minute, [pet(3)]), lost({ known: [], searches: [] }), unknown), 'adopt #3');
  const stranger = pet(9, { name: 'Stranger', categoryId: '8' as Int64 });
  t.is(
    tell(at(20 * minute, [stranger]), lost({ known: [] }), unknown),
    'ask: first-animal',
    'what others add shows that the list goes on, and not that it shows what a newcomer to the store adds',
  );
});

test('one that comes after a whole look of two settle times lacked it is asked about, unless the store said that it would come', (t) => {
  const third = at(20 * minute, [pet(3)]);
  const lookedAt = (ms: number, more?: Partial<Search>) => lost({ searches: [looked(minute), looked(ms, more)] });
  t.is(tell(third, lookedAt(2 * minute)), 'ask: came-after-a-look');
  t.is(tell(third, lookedAt(2 * minute - 1)), 'adopt #3', 'a late request was still expected');
  t.is(tell(third, lookedAt(2 * minute, { complete: false })), 'adopt #3', 'that list had no end');
  t.is(tell(third, lookedAt(2 * minute, { candidates: [pet(3)] })), 'adopt #3', 'it was there');
  const promised = lost({ applied: true, searches: [looked(minute), looked(2 * minute)] });
  t.is(tell(third, promised), 'adopt #3');
});

test('one whose sending nobody knows of, as its record is damaged, is never absent', (t) => {
  t.is(tell(second, lost({ sentUptime: undefined })), 'wait');
  t.is(tell(second, lost({ sentUptime: undefined, searches: threeInVain })), 'ask: not-proven');
});

test('looks are counted, not timed: after a night the next one is the second', (t) => {
  const night = 9 * 60 * minute;
  t.true(lookDueIn(lost(), store, { boot, uptime: night, since: 0 }) <= 0);
  t.is(tell(at(night), lost({ searches: [] })), 'wait');
  t.is(tell(at(night)), 'absent');
});

test('what no look can tell is a question after as many minutes as docs/guarantees.md says', (t) => {
  const minutesUntilAsked = (isPrompt: boolean): number => {
    const around = { ...store, isPrompt };
    const searches: Search[] = [];
    for (let now = 0; ;) {
      const entry = lost({ searches, atOnce: [] });
      now += Math.max(0, lookDueIn(entry, around, { boot, uptime: now, since: 0 }));
      const { decision, couldSettle } = reconcile(entry, { ...at(now), pets: [old] }, around);
      if (decision.type !== 'wait') {
        t.is(decision.type, 'ask');
        return now / minute;
      }

      searches.push(looked(now, { couldSettle }));
    }
  };
  const [, atFirst, whereNew] =
    /^\| (\d+) minutes \| petstore asks you, if no look could tell; (\d+) minutes at a store that is new/mu.exec(
      readFileSync('docs/guarantees.md', 'utf8'),
    ) ?? [];
  t.is(minutesUntilAsked(true), Number(atFirst));
  t.is(minutesUntilAsked(false), Number(whereNew));
});

test('what came too late for one of a litter is that of another one, for which it did not', (t) => {
  const late = lost({ searches: [looked(minute), looked(3 * minute)] }, { localId: 'Q-1', number: 1 });
  const inTime = lost({ sentUptime: 4 * minute, searches: [] }, { localId: 'Q-2', number: 2 });
  const look = at(5 * minute, [pet(3)]);
  t.is(tell(look, inTime, { open: [late] }), 'adopt #3');
  t.is(tell(look, late, { open: [inTime] }), 'absent');
  t.is(tell(look, late), 'ask: came-after-a-look', 'where there is no other one, somebody may have added it');
});

test('rows that cannot be read are why nothing is known, and not what the others lack', (t) => {
  const odd = { hasOddRows: true, isToTheEnd: false };
  const hadNoEnd = lost({ searches: [looked(minute, { complete: false })] });
  t.is(tell({ ...second, ...odd }, hadNoEnd), 'ask: odd-rows');
  t.is(tell({ ...at(2 * minute, [pet(3), pet(4)]), ...odd }, hadNoEnd), 'ask: several-alike', 'that is shown');
});

test('a newcomer that it may have become is kept with the look', (t) => {
  t.deepEqual(
    reconcile(lost(), at(2 * minute, [pet(3, { name: 'Réx' })]), store).near.map(({ id }) => id),
    ['3'],
  );
});
