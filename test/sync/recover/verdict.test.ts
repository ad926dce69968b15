import test from 'ava';
import type { Entry, Undecided } from '../../../source/domain/entry.js';
import type { Int64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import { type Ground, type Grounds, reconcile, type View, viewOf } from '../../../source/sync/recover/verdict.js';
import { alteringQuirks, exactQuirks, noQuirks } from '../../helpers/quirks.js';

const plain = exactQuirks;
const pet = (id: string, more: Partial<Pet> = {}): Pet => ({
  id: id as Int64,
  name: 'Rex',
  categoryId: '3' as Int64,
  status: 'available',
  ...more,
});
const undecided: Undecided = {
  firstAttempt: 1,
  lastAttempt: 1,
  baseline: 'f',
  lookalikes: [],
  freshAbove: undefined,
  highest: undefined,
  cutAt: undefined,
  glance: undefined,
  firstSentAt: '',
  firstUptime: 0,
  sentUptime: 0,
  honoured: false,
  credential: 'c',
  applied: false,
  searches: [],
  failedSearches: 0,
};
const strong: Grounds = {
  hasStrongBaseline: true,
  baselineSize: 1,
  risenTo: undefined,
  isMaybeCut: false,
  quirks: plain,
  sinceSentMs: 60_000,
  secondOpinion: undefined,
};
const second: Grounds = { ...strong, secondOpinion: 'whole' };
const weak: Grounds = { ...strong, hasStrongBaseline: false };
const ids = (...each: string[]): ReadonlySet<Int64> => new Set(each as Int64[]);
const nobody = (): boolean => false;

function entry(looks: readonly boolean[], more: Partial<Undecided> = {}): Entry {
  const base = {
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
    notMine: [],
    history: [],
  } as const;
  return {
    ...base,
    undecided: {
      ...undecided,
      searches: looks.map((complete) => ({ uptime: 0, complete, candidates: [], isSecondOpinion: false })),
      ...more,
    },
  };
}

const see = (of: Entry, ...seen: readonly Pet[]): View => viewOf(of, seen, { before: ids('1'), isOwned: nobody });

test('candidates have the same name and category, are new, unowned and not denied', (t) => {
  const seen = [
    pet('1'),
    pet('2'),
    pet('3'),
    pet('4'),
    pet('5', { name: 'Max' }),
    pet('6', { categoryId: '4' as Int64 }),
    pet('7', { name: '  Rex ' }),
  ];
  const { candidates } = viewOf({ ...entry([]), notMine: ['3' as Int64] }, seen, {
    before: ids('1'),
    isOwned: ({ id }) => id === '2',
  });
  t.deepEqual(
    candidates.map(({ id }) => id),
    ['4', '7'],
  );
});

test('names are compared as people read them', (t) => {
  t.is(see({ ...entry([]), name: 'Cafe\u0301' }, pet('2', { name: 'Café' })).candidates.length, 1);
});

test('a strong baseline, a complete view and one newcomer: it is ours', (t) => {
  const lost = entry([true]);
  t.like(reconcile(lost, see(lost, pet('9')), strong), { type: 'adopt', pet: { id: '9' } });
});

test('absence takes two complete looks, the last with a second opinion that the list is all there is', (t) => {
  const [once, twice] = [entry([true]), entry([true, true])];
  t.is(reconcile(once, see(once), strong).type, 'search-again');
  t.is(reconcile(twice, see(twice), strong).type, 'search-again');
  t.is(reconcile(twice, see(twice), second).type, 'absent');
  t.is(reconcile(twice, see(twice), { ...second, secondOpinion: 'not-surely' }).type, 'review');
  t.is(reconcile(twice, see(twice), { ...second, secondOpinion: 'unanswered' }).type, 'search-again');
  t.is(reconcile(twice, see(twice), { ...second, secondOpinion: 'shows-others' }).type, 'search-again');
  t.is(reconcile(twice, see(twice), { ...second, secondOpinion: 'has-others' }).type, 'search-again');
});

test('a list that does not show everything, as it did before, is read again twice, and adopts nothing meanwhile', (t) => {
  for (const looks of [[false], [false, false], [true, true, false]]) {
    const lost = entry(looks);
    t.is(reconcile(lost, see(lost, pet('9')), second).type, 'search-again', looks.join());
  }

  const [first, third] = [entry([false]), entry([false, false, false])];
  t.is(reconcile(first, see(first, pet('9')), weak).type, 'review', 'it is not known what was there before');
  t.is(reconcile(third, see(third, pet('9')), second).type, 'review');
});

test('what cannot be decided goes to a person', (t) => {
  const [once, twice, part] = [entry([true]), entry([true, true]), entry([false, true, false, false])];
  t.is(reconcile(once, see(once, pet('9')), weak).type, 'review', 'weak baseline');
  t.is(reconcile(twice, see(twice), weak).type, 'review', 'weak baseline, nothing seen');
  t.is(reconcile(part, see(part, pet('9')), strong).type, 'review', 'incomplete views, three of them');
  t.is(reconcile(once, see(once, pet('9'), pet('10')), strong).type, 'review', 'two candidates');
  t.is(reconcile(once, see(once, pet('9', { status: 'sold' })), strong).type, 'review', 'another status');
  t.is(
    reconcile(twice, see(twice), { ...second, quirks: alteringQuirks }).type,
    'review',
    'a service that rewrites names',
  );
});

test('an animal that an earlier search found, and that is not in the list now, is waited for and then decided by a person', (t) => {
  const found = pet('9');
  const after = (...more: readonly boolean[]): Entry => {
    const twice = entry([true, ...more]);
    const [first, ...others] = twice.undecided?.searches ?? [];
    return { ...twice, undecided: { ...undecided, searches: [{ ...first!, candidates: [found] }, ...others] } };
  };

  const [once, often] = [after(true), after(true, true, true, true)];
  t.is(reconcile(once, see(once), second).type, 'search-again');
  t.like(reconcile(once, see(once, found), second), { type: 'adopt', pet: found }, 'it is back');
  t.like(reconcile(often, see(often), second), { type: 'review', candidates: [found] });
  t.like(
    reconcile(once, see(once, pet('10')), second),
    { type: 'review', candidates: [pet('10'), found] },
    'and another one is there',
  );
  t.is(
    reconcile(once, see({ ...once, notMine: [found.id] }), second).type,
    'absent',
    'a person said that it is not theirs',
  );
  const owned = viewOf(once, [], { before: ids('1'), isOwned: ({ id }) => id === found.id });
  t.is(reconcile(once, owned, second).type, 'absent', "it is another one's");
});

test('what the service said it took in is looked for longer, and never called absent', (t) => {
  const [twice, often] = [
    entry([true, true], { applied: true }),
    entry([true, true, true, true, true], { applied: true }),
  ];
  t.is(reconcile(twice, see(twice), second).type, 'search-again');
  t.is(reconcile(often, see(often), second).type, 'review');
});

test("an animal that was there before and looks like it only now makes every verdict a person's", (t) => {
  const [before, twin, other] = [pet('1'), pet('2'), pet('3', { name: 'Max' })];
  const lost = entry([true, true], { lookalikes: ['2' as Int64] });
  const view = viewOf(lost, [before, twin, other], { before: ids('1', '2', '3'), isOwned: nobody });
  t.deepEqual(view.changed, [before]);
  t.like(reconcile(lost, view, second), { type: 'review', candidates: [before] });
  t.like(reconcile(lost, { ...view, candidates: [pet('9')] }, strong), {
    type: 'review',
    candidates: [pet('9'), before],
  });
});

test('an animal like it that belongs to another entry, and was not there when it was sent, is no absence', (t) => {
  const lost = entry([true, true]);
  const view = viewOf(lost, [pet('8')], { before: ids('1'), isOwned: () => true });
  t.like(reconcile(lost, view, second), { type: 'review', candidates: [pet('8')] });
  const known = entry([true, true], { lookalikes: ['8' as Int64] });
  t.is(reconcile(known, viewOf(known, [pet('8')], { before: ids('1'), isOwned: () => true }), second).type, 'absent');
});

test('before anything is known of how a store treats names, a newcomer of any name makes absence wait', (t) => {
  const twice = entry([true, true]);
  const unknown = { ...second, quirks: noQuirks };
  const newcomer = see(twice, pet('9', { name: 'Bella', categoryId: '7' as Int64 }));
  t.is(reconcile(twice, newcomer, unknown).type, 'search-again');
  t.is(reconcile(entry([true, true, true, true, true]), newcomer, unknown).type, 'review');
  t.is(reconcile(twice, newcomer, second).type, 'absent');
  t.is(reconcile(twice, see(twice), unknown).type, 'absent');
});

test('a newcomer of nearly the same name is a review: the store may have changed it', (t) => {
  const lost = { ...entry([true, true]), name: 'Žofka Superstar' };
  for (const name of ['žofka superstar', 'ZOFKA  SUPERSTAR', 'Žofka S', 'Žof']) {
    t.like(reconcile(lost, see(lost, pet('9', { name })), second), { type: 'review', candidates: [{ name }] }, name);
  }

  const elsewhere = { categoryId: '4' as Int64 };
  t.is(reconcile(lost, see(lost, pet('9', { name: 'ZOFKA SUPERSTAR', ...elsewhere })), second).type, 'review');
  for (const other of [pet('9', { name: 'Žo' }), pet('9', { name: 'Žofka', ...elsewhere })]) {
    t.is(reconcile(lost, see(lost, other), second).type, 'absent', other.name);
  }
});

test('what was not there right after the answer was lost is not adopted where others have the name too', (t) => {
  const seen = entry([true], { glance: ['9' as Int64] });
  t.is(reconcile(seen, see(seen, pet('9')), strong).type, 'adopt');
  const unseen = entry([true], { glance: [] });
  t.is(reconcile(unseen, see(unseen, pet('9')), strong).type, 'review');
});

test('below what was read anew before it was sent nothing is adopted', (t) => {
  const lost = entry([true], { freshAbove: '9' as Int64 });
  t.is(reconcile(lost, see(lost, pet('9')), strong).type, 'review');
  t.is(reconcile(lost, see(lost, pet('10')), strong).type, 'adopt');
});

test('where ids rise, what has no higher one than the highest of before was there before', (t) => {
  const lost = entry([true]);
  const risen: Grounds = { ...strong, risenTo: '10' as Int64 };
  t.like(reconcile(lost, see(lost, pet('9')), risen), { type: 'review', candidates: [pet('9')] });
  t.is(reconcile(lost, see(lost, pet('10')), risen).type, 'review');
  t.is(reconcile(lost, see(lost, pet('11')), risen).type, 'adopt');
});

test('what a list that may have been cut off did not show may have been there', (t) => {
  const lost = entry([true]);
  t.is(reconcile(lost, see(lost, pet('9')), { ...strong, isMaybeCut: true }).type, 'review');
  t.is(
    reconcile(entry([true, true]), see(lost), { ...second, isMaybeCut: true }).type,
    'absent',
    'that is for the second opinion to say',
  );
});

test('a status that nothing had before, and several newcomers have, was hidden', (t) => {
  const lost = entry([true]);
  const before = pet('1', { name: 'Old', status: 'sold' });
  const [theirs, sold] = [pet('5', { name: 'Max' }), pet('6', { name: 'Tom', status: 'sold' })];
  const revealed = (seen: readonly Pet[], more: Partial<Ground> = {}): readonly Pet[] =>
    viewOf(lost, seen, { before: ids('1', '2'), isOwned: nobody, ...more }).revealed;
  t.deepEqual(revealed([before, pet('9'), theirs, sold]), [theirs]);
  t.is(reconcile(lost, see(lost, before, pet('9'), theirs, sold), strong).type, 'review');
  t.deepEqual(revealed([before, pet('9'), sold]), [], 'only the one that is looked for has it');
  t.is(reconcile(lost, see(lost, before, pet('9'), sold), strong).type, 'adopt');
  t.deepEqual(revealed([before, pet('2', { name: 'Older' }), pet('9'), theirs]), [], 'one with it was shown before');
  t.deepEqual(revealed([pet('9'), theirs]), [], 'nothing of before is shown, which says nothing of a status');
  t.deepEqual(revealed([before, pet('9'), theirs], { isOwned: ({ id }) => id === '5' }), [], 'it belongs to somebody');
  t.deepEqual(
    revealed([before, pet('9'), theirs], { isAwaited: ({ name }) => name === 'Max' }),
    [],
    'somebody waits for it',
  );
  t.deepEqual(revealed([before, pet('9'), pet('10'), theirs]), [], 'two candidates are a review anyway');
  const { status: _, ...bare } = pet('9');
  t.deepEqual(
    revealed([before, bare, { ...bare, id: '5' as Int64, name: 'Max' }]),
    [],
    'no status can be hidden by it',
  );
});

test('what was known to be hidden and is shown now says that its status was', (t) => {
  const lost = entry([true]);
  const [old, ours, other] = [
    pet('1', { name: 'Old' }),
    pet('5', { name: 'Max' }),
    pet('6', { name: 'Tom', status: 'sold' }),
  ];
  const wasHidden = ({ id }: Pet): boolean => id === '5' || id === '6';
  const view = viewOf(lost, [old, ours, other, pet('9')], {
    before: ids('1', '5', '6'),
    isOwned: ({ id }) => id === '5',
    wasHidden,
  });
  t.deepEqual(view.revealed, [ours]);
  t.is(reconcile(lost, view, strong).type, 'review');
  const theirs = pet('7', { name: 'Tim' });
  const only = viewOf(lost, [ours, other, theirs, pet('9')], {
    before: ids('5', '6'),
    isOwned: nobody,
    wasHidden: ({ id }) => id === '5',
  });
  t.deepEqual(only.revealed, [ours, theirs], 'one that was hidden was not shown before');
});

test('a status the service is known to give by itself is expected', (t) => {
  const { status: _, ...bare } = entry([true]);
  t.is(reconcile(bare, see(bare, pet('9')), strong).type, 'review');
  t.is(
    reconcile(bare, see(bare, pet('9')), { ...strong, quirks: { ...plain, defaultStatus: 'available' } }).type,
    'adopt',
  );
});

test('what was not there before a list that showed almost nothing is not ours for that', (t) => {
  const lost = entry([true]);
  const others = ['20', '21', '22'].map((id) => pet(id, { name: `Old ${id}` }));
  t.is(reconcile(lost, see(lost, pet('9'), ...others), { ...strong, baselineSize: 0 }).type, 'review');
  t.is(reconcile(lost, see(lost, pet('9'), ...others), { ...strong, baselineSize: 3 }).type, 'adopt');
  t.is(
    reconcile(lost, see(lost, pet('9')), { ...strong, baselineSize: 0 }).type,
    'adopt',
    'a store that truly was empty',
  );
});

test('what a view shows without a strong baseline is only what looks like it', (t) => {
  const lost = entry([true], { lookalikes: ['2' as Int64] });
  const seen = [pet('2'), pet('3'), pet('4'), pet('5', { name: 'Max' })];
  const weakView = viewOf(lost, seen, { before: undefined, isOwned: ({ id }) => id === '4' });
  t.deepEqual(weakView, {
    candidates: [pet('3')],
    changed: [],
    ownedByOthers: [],
    lookalikes: [],
    newcomers: 0,
    vanished: [],
    revealed: [],
  });
});

test('newcomers are what nobody owns, was not there before, and nobody else waits for', (t) => {
  const seen = [
    pet('1'),
    pet('2', { name: 'Max' }),
    pet('3', { name: 'Bella' }),
    pet('4', { name: 'Luna' }),
    pet('5', { name: 'Tom' }),
    pet('9'),
  ];
  const count = (isAwaited?: (of: Pet) => boolean): number =>
    viewOf(entry([]), seen, {
      before: ids('1', '4'),
      isOwned: ({ id }) => id === '2',
      ...(isAwaited ? { isAwaited } : {}),
    }).newcomers;
  t.is(count(), 3);
  t.is(
    count(() => true),
    1,
    'its own kind counts although another waits for it too',
  );
});

test('the doubt about a single newcomer goes by what it was sent as', (t) => {
  const lost = entry([true]);
  const both = [pet('9'), pet('10', { name: 'REX' })];
  t.is(reconcile(lost, see(lost, ...both), { ...strong, quirks: noQuirks }).type, 'review');
  t.is(reconcile(lost, see(lost, ...both), strong).type, 'adopt');
  t.is(reconcile(lost, see(lost, pet('9')), { ...strong, quirks: noQuirks }).type, 'adopt');
});

test('absence counts complete searches only, and two of them whatever the second opinion says', (t) => {
  const [once, half] = [entry([true]), entry([false, true])];
  t.is(reconcile(once, see(once), second).type, 'search-again');
  t.is(reconcile(half, see(half), second).type, 'search-again');
});

test('a review says why, and shows what it may be', (t) => {
  const lost = entry([true]);
  const five = (more: Partial<Undecided> = {}): Entry => entry([true, true, true, true, true], more);
  const reason = (of: Entry, view: View, grounds: Grounds): string | undefined => {
    const verdict = reconcile(of, view, grounds);
    return verdict.type === 'review' ? verdict.reason : undefined;
  };
  const [max, rex] = [pet('8', { name: 'Max' }), pet('9')];
  const unknown: Grounds = { ...second, quirks: noQuirks };
  const gone = { ...see(five()), vanished: [rex] };
  t.is(
    reason(entry([false, false, false]), see(lost, rex), strong),
    'The answer was lost, and the store does not show its whole list, so nobody can tell from here whether the animal arrived.',
  );
  t.is(
    reason(lost, see(lost, rex), weak),
    'The answer was lost, and it is not known what the store held before, so nobody can tell from here whether the animal arrived.',
  );
  t.is(
    reason(lost, { ...see(lost), changed: [rex] }, strong),
    'The answer was lost, and an animal that the store had before under another name or category looks like this one now.',
  );
  t.is(
    reason(lost, { ...see(lost), ownedByOthers: [rex] }, strong),
    'The answer was lost, and what looks like this animal belongs to another one entered here, but was not there when this one was sent.',
  );
  t.is(
    reason(lost, see(lost, rex, pet('10')), strong),
    'The answer was lost, and several new animals have this name and category.',
  );
  t.is(
    reason(lost, { ...see(lost, rex), vanished: [pet('10')] }, strong),
    'The answer was lost, and another new animal with this name and category was there at an earlier search and is not in the list now.',
  );
  t.is(
    reason(lost, { ...see(lost, rex), newcomers: 3 }, strong),
    'The answer was lost, and the list that was read before it was sent showed almost nothing of what is there now, as from a replica that warms up.',
  );
  t.is(reason(lost, { ...see(lost, rex), newcomers: 2 }, strong), undefined);
  t.is(
    reason(lost, see(lost, pet('9', { status: 'sold' })), strong),
    'The answer was lost, and the one new animal with this name and category has another status than was sent.',
  );
  t.is(
    reason(entry([true], { freshAbove: '9' as Int64 }), see(lost, rex), strong),
    'The answer was lost, and the one new animal with this name and category may have been there before: the list was too long to be read anew before it was sent.',
  );
  t.is(
    reason(lost, see(lost, rex), { ...strong, risenTo: '9' as Int64 }),
    'The answer was lost, and the one new animal with this name and category has a lower id than #9, which was there before: it may have been there too, and not been shown.',
  );
  t.is(
    reason(lost, { ...see(lost, rex), revealed: [max] }, strong),
    'The answer was lost, and the store shows other animals of its status now that it did not show before, so this one may have been hidden then too.',
  );
  t.is(
    reason(lost, see(lost, rex), { ...strong, isMaybeCut: true }),
    'The answer was lost, and the list that was read before it was sent may have been cut off, so the one new animal with this name and category may have been there.',
  );
  t.is(
    reason(entry([true], { glance: [] }), see(lost, rex), strong),
    "The answer was lost, and an animal with this name and category, which others have too, was not there right after that, but later. It may be somebody else's.",
  );
  t.is(
    reason(lost, see(lost, rex, pet('10', { name: 'REX' })), unknown),
    'The answer was lost, and several new animals have nearly this name.',
  );
  t.is(
    reason(lost, see(lost, pet('9', { name: 'REX' })), strong),
    'The answer was lost, and a new animal of the same category has almost this name: the store may have changed it.',
  );
  t.is(
    reason(lost, see(lost), { ...strong, quirks: alteringQuirks }),
    'The answer was lost, and the store changes what it is sent, so the animal may be there under another name or category.',
  );
  t.is(
    reason(five(), gone, second),
    'The answer was lost, and an animal like this one was there at an earlier search and is not in the list now.',
  );
  t.is(
    reason(five({ applied: true }), see(five()), second),
    'The answer was lost, though the store said that it took the animal in, and it does not list it.',
  );
  t.is(
    reason(five(), see(five(), max), unknown),
    'The answer was lost, and nothing is known yet of how this store treats names; one of its new animals may be this one.',
  );
  t.is(reason(five(), see(five()), strong), 'The answer was lost, and the store never showed its list twice.');
  t.is(
    reason(five(), see(five()), { ...second, secondOpinion: 'unanswered' }),
    'The answer was lost, and the store did not answer all that was asked to find out whether its list is all it has.',
  );
  t.is(
    reason(five(), see(five()), { ...second, secondOpinion: 'shows-others' }),
    'The answer was lost, and the store shows animals in the list of a status that its whole list lacks, so this one may be hidden too.',
  );
  t.is(
    reason(five(), see(five()), { ...second, secondOpinion: 'has-others' }),
    'The answer was lost, and the store has new animals that none of its lists shows, so this one may be hidden too.',
  );
  t.is(
    reason(five(), see(five()), { ...second, secondOpinion: 'not-surely' }),
    'The answer was lost, and the store does not say whether its list is all it has, so nobody can tell from here whether the animal arrived.',
  );
  t.like(reconcile(lost, see(lost, rex), strong), {
    evidence: '#9 is the only new animal with this name and category, and was not there before it was sent.',
  });
});

test('a newcomer that is not explained stops absence once somebody may have corrected it', (t) => {
  const lost = entry([true, true]);
  const max = pet('9', { name: 'Max' });
  const minute = 60_000;
  t.is(reconcile(lost, see(lost, max), { ...second, sinceSentMs: 3 * minute }).type, 'absent');
  t.is(reconcile(lost, see(lost, max), { ...second, sinceSentMs: 5 * minute }).type, 'search-again');
  t.is(reconcile(lost, see(lost), { ...second, sinceSentMs: 5 * minute }).type, 'absent');
});

test('an animal that others share a name with is not adopted unless the store could be asked right after', (t) => {
  const lost = entry([true], { lookalikes: ['4' as Int64] });
  t.is(reconcile(lost, see(lost, pet('9')), strong).type, 'review');
  const glanced = entry([true], { lookalikes: ['4' as Int64], glance: ['9' as Int64] });
  t.is(reconcile(glanced, see(glanced, pet('9')), strong).type, 'adopt');
});
