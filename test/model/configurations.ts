/**
 * What the model is explored with. Each configuration switches on a few behaviours of the service and its surroundings,
 * because all of them at once would never end; what is not named here has its value from `quiet`.
 */

/** A constant of `spec/petstore.tla`: a number is a budget, how often something may happen. */
export type Constant = number | boolean | string | readonly number[];

/** A set of constants, and what it is for. */
export type Configuration = {
  readonly name: string;
  /** What may happen in it, for a reader. */
  readonly about: string;
  readonly constants: Readonly<Record<string, Constant>>;
  /** What is assumed not to happen elsewhere happens here: the promises it breaks. docs/internals/model.md says so. */
  readonly breaks?: readonly string[];
};

/** Every rule of the client; spec/rules.md shows what each is for. */
export const rules = [
  'AttemptFirst',
  'Orphans',
  'CompareAndSwap',
  'UndecidedStays',
  'OneOfAKind',
  'SettleTime',
  'Baseline',
  'Witness',
  'Reach',
  'Listed',
  'Newcomer',
  'Glance',
  'Claims',
  'Signed',
  'Applied',
  'Echo',
  'KeyLife',
  'SendBy',
  'Mark',
  'Tenant',
  'Address',
] as const;

/** One program, one entry, a service that does as it should, and every rule. */
export const quiet: Readonly<Record<string, Constant>> = {
  Entries: [1],
  Programs: [1],
  Alike: false,
  Seeds: 1,
  Twin: false,
  MostRounds: 3,
  Keys: 'none',
  Hides: 'nothing',
  Caps: 'nothing',
  Rewrites: 'nothing',
  Lag: 0,
  Stale: false,
  PerRow: false,
  Neighbours: 0,
  Lags: 0,
  LagsLong: 0,
  Replicas: 0,
  Rollbacks: 0,
  Removals: 0,
  Corrections: 0,
  Forgets: false,
  Refuses: 0,
  BareRefusals: 0,
  Accepts: 0,
  Losses: 0,
  NotSents: 0,
  Kills: 0,
  Suspends: 0,
  FullDisks: 0,
  Colleagues: 0,
  Intrudes: false,
  LateArrival: false,
  PutBacks: 0,
  Marks: 'none',
  KeyChanges: 0,
  OtherKey: 'rotated',
  Acts: 0,
  Mistakes: false,
  ...Object.fromEntries(rules.map((rule) => [`Rule${rule}`, true])),
};

const two = { Entries: [1, 2] };
const both = { Entries: [1, 2], Programs: [1, 2] };

/** Where the rules hold: each is explored to its end, and no promise is broken. The first one is the largest. */
export const configurations: readonly Configuration[] = [
  {
    name: 'together',
    about: 'two entries, two programs, a lost answer, a kill, and a person who acts',
    constants: { ...both, Losses: 1, Kills: 1, Acts: 1 },
  },
  {
    name: 'together-honoured',
    about: 'two entries and two programs without a person, where keys are honoured for a day',
    constants: { ...both, Keys: 'honoured', Forgets: true, Losses: 2, Kills: 1 },
  },
  {
    name: 'together-refused',
    about: 'and where the service refuses, with and without an Error body',
    constants: { ...both, Refuses: 1, BareRefusals: 1, Losses: 1, Kills: 1 },
  },
  {
    name: 'together-full-disk',
    about: 'and where outcomes are saved late',
    constants: { ...both, FullDisks: 1, Refuses: 1, Losses: 1, Kills: 1 },
  },
  {
    name: 'together-suspended',
    about: 'and where a program is suspended',
    constants: { ...both, Suspends: 1, NotSents: 1, Losses: 1, Kills: 1 },
  },
  {
    name: 'together-put-back',
    about: 'and where the folder is put back, for one entry',
    constants: { Programs: [1, 2], PutBacks: 1, Marks: 'outside', Losses: 1, Kills: 1 },
  },
  { name: 'together-lagging', about: 'and where lists lag', constants: { ...both, Lags: 2, Losses: 2, Kills: 1 } },
  {
    name: 'together-keys',
    about: 'and where the key is changed',
    constants: { ...both, KeyChanges: 1, OtherKey: 'foreign', Losses: 1, Kills: 1 },
  },
  {
    name: 'alone',
    about: 'one entry, one program, three lost answers, two kills, no connection',
    constants: { Losses: 3, Kills: 2, NotSents: 2 },
  },
  {
    name: 'two-programs',
    about: 'two programs compete for the lease; each may be killed at any step',
    constants: { ...both, Losses: 1, Kills: 2 },
  },
  {
    name: 'alike',
    about: 'two entries with the same name and category',
    constants: { ...both, Alike: true, Losses: 2, Kills: 1 },
  },
  {
    name: 'honoured',
    about: 'a service that honours keys, for a day; answers are lost, doubled and refused',
    constants: { ...two, Keys: 'honoured', Forgets: true, Losses: 2, Kills: 1, NotSents: 1 },
  },
  {
    name: 'honoured-refused',
    about: 'the same, with refusals after an answer was lost',
    constants: { Keys: 'honoured', Losses: 2, Kills: 1, Refuses: 1, BareRefusals: 1, NotSents: 1 },
  },
  {
    name: 'honoured-together',
    about: 'the same with two programs, and a full disk',
    constants: { ...both, Keys: 'honoured', Losses: 1, Kills: 1, FullDisks: 1 },
  },
  {
    name: 'echoed',
    about: 'a service, or a proxy, that sends the key back and does not honour it',
    constants: { ...two, Keys: 'echoed', Losses: 2, Kills: 1 },
  },
  {
    name: 'claimed',
    about: 'a service that says that it honours keys, behind a gateway that takes them out',
    constants: { ...two, Keys: 'claimed', Losses: 2, Kills: 1 },
  },
  {
    name: 'refusing',
    about: 'refusals with and without an Error body, and 202',
    constants: { Refuses: 2, BareRefusals: 3, Accepts: 1, Losses: 1, Kills: 1, Acts: 1 },
  },
  {
    name: 'refusing-two',
    about: 'the same for two entries, with less of each',
    constants: { ...two, Refuses: 1, BareRefusals: 1, Accepts: 1, Acts: 1 },
  },
  {
    name: 'person',
    about: 'a person edits, holds, discards, restores, adopts, disowns and sends again, beside two programs',
    constants: { Programs: [1, 2], Losses: 2, Kills: 1, Acts: 4 },
  },
  {
    name: 'person-honoured',
    about: 'the same with less of each, where keys are honoured for a day',
    constants: { Programs: [1, 2], Keys: 'honoured', Forgets: true, Losses: 2, Kills: 1, Acts: 3 },
  },
  {
    name: 'mistaken',
    about: 'a person may take any animal of that name for theirs',
    constants: { ...two, Alike: true, Losses: 1, Acts: 2, Mistakes: true },
  },
  {
    name: 'hiding',
    about: 'animals of a status that no list shows, beside others',
    constants: { ...two, Hides: 'some', Losses: 2, Accepts: 1 },
  },
  {
    name: 'hiding-all',
    about: 'and where no list shows any of ours',
    constants: { ...two, Hides: 'all', Losses: 2, Kills: 1 },
  },
  {
    name: 'capped-oldest',
    about: 'a list that shows the oldest animal and claims to be whole',
    constants: { ...two, Caps: 'oldest', Losses: 2, Kills: 1 },
  },
  {
    name: 'capped-newest',
    about: 'one that shows the newest animal, in a store that was empty',
    constants: { ...two, Caps: 'newest', Seeds: 0, Losses: 2, Kills: 1 },
  },
  {
    name: 'rewriting',
    about: 'a service that changes names of one kind',
    constants: { ...two, Rewrites: 'some', Losses: 2, Kills: 1 },
  },
  {
    name: 'rewriting-all',
    about: 'and one that changes all names',
    constants: { ...two, Rewrites: 'all', Losses: 2 },
  },
  {
    name: 'correcting',
    about: 'a desk that corrects a name minutes after it came',
    constants: { ...two, Corrections: 1, Neighbours: 1, Losses: 1 },
  },
  {
    name: 'stale',
    about:
      'each reading may be of any earlier moment: lag, cache, warm-up, a replica that stands still or follows slowly',
    constants: { ...two, Stale: true, Losses: 1, Kills: 1 },
  },
  {
    name: 'stale-together',
    about: 'the same with two programs',
    constants: { ...both, Stale: true, Losses: 1 },
  },
  {
    name: 'behind',
    about: 'every list is three settle times behind',
    constants: { ...two, Lag: 3, Losses: 2 },
  },
  {
    name: 'lagging',
    about: 'lists that lack what is younger than a settle time, and then what is older, and nothing of ours',
    constants: { ...two, Lags: 2, LagsLong: 2, Losses: 1 },
  },
  {
    name: 'replicas',
    about: 'readings from a replica that is empty',
    constants: { ...two, Replicas: 3, Losses: 1, Kills: 1 },
  },
  {
    name: 'rolling-back',
    about: 'a service that loses its youngest animals and gives their ids anew',
    constants: { ...two, Rollbacks: 1, Losses: 1, Kills: 1 },
  },
  {
    name: 'rolling-back-late',
    about: 'the same, with an outcome that is saved late',
    constants: { ...both, Rollbacks: 1, FullDisks: 1 },
  },
  { name: 'removing', about: 'an operator who removes animals', constants: { ...two, Removals: 1, Losses: 2 } },
  {
    name: 'colleagues',
    about: 'somebody else adds the same animals, before a request and after its glance, which may fail',
    constants: { ...two, Twin: true, Colleagues: 2, Losses: 2 },
  },
  {
    name: 'full-disk',
    about: 'outcomes that are saved late, after another program went on',
    constants: { ...both, FullDisks: 1, Losses: 1, Refuses: 1 },
  },
  {
    name: 'full-disk-person',
    about: 'the same, while a person acts',
    constants: { Programs: [1, 2], FullDisks: 1, Losses: 2, Refuses: 1, Kills: 1, Acts: 2 },
  },
  {
    name: 'suspended',
    about: 'Ctrl-Z between the record and the first byte',
    constants: { ...both, Suspends: 1, Losses: 1 },
  },
  {
    name: 'put-back',
    about: 'the folder put back from a backup, with a mark outside it',
    constants: { ...two, PutBacks: 1, Marks: 'outside', Losses: 1 },
  },
  {
    name: 'put-back-killed',
    about: 'the same, with a kill and a person',
    constants: { PutBacks: 1, Marks: 'outside', Losses: 1, Kills: 1, Acts: 1 },
  },
  {
    name: 'restored',
    about: 'a home put back from a backup with the mark in it',
    constants: { ...two, PutBacks: 1, Marks: 'inside', Losses: 1 },
  },
  {
    name: 'put-back-unmarked',
    about: 'the same without a mark, as in a container',
    constants: { ...two, PutBacks: 1, NotSents: 1 },
  },
  {
    name: 'put-back-unmarked-person',
    about: 'the same, while a person acts',
    constants: { PutBacks: 1, NotSents: 1, Refuses: 1, Acts: 2 },
  },
  {
    name: 'rotated',
    about: 'another key of the same tenant',
    constants: { ...two, KeyChanges: 2, OtherKey: 'rotated', Losses: 1, Kills: 1 },
  },
  {
    name: 'foreign',
    about: 'the key of another tenant',
    constants: { ...two, KeyChanges: 2, OtherKey: 'foreign', Losses: 1 },
  },
  {
    name: 'address',
    about: 'the folder opened under the address of another store',
    constants: { ...two, KeyChanges: 2, OtherKey: 'address', Losses: 1, Kills: 1 },
  },
];

/**
 * What cannot be decided without a key, and is assumed not to happen above: each breaks a promise, and docs/internals/model.md
 * says so.
 */
export const excluded: readonly Configuration[] = [
  {
    name: 'late',
    about: 'a request that arrives after more than a settle time',
    constants: { ...two, LateArrival: true, Losses: 1 },
    breaks: ['InvNotDoubled'],
  },
  {
    name: 'intruding',
    about:
      'a colleague adds the same animal after the lost request and before the search, under a name that nobody had',
    constants: { ...two, Intrudes: true, Colleagues: 1, Losses: 1 },
    breaks: ['InvNotLost', 'InvNotPretended'],
  },
  {
    name: 'twin-rolled-back',
    about: 'a service that loses an animal that looks the same, and gives its id to the one that is searched for',
    constants: { ...two, Rollbacks: 1, Losses: 1, Twin: true },
    breaks: ['InvNotDoubled'],
  },
  {
    name: 'twinned',
    about: 'another tenant whose youngest animals look the same',
    constants: { KeyChanges: 1, OtherKey: 'twinned' },
    breaks: ['InvNotCrossed'],
  },
  {
    name: 'per-row',
    about: 'an index that is consistent per row only: it shows what came later, and not what came before',
    constants: { ...two, PerRow: true, Losses: 1 },
    breaks: ['InvNotDoubled'],
  },
  {
    name: 'first-contact',
    about:
      'a list at the first contact, from before an animal that looks like ours was there: no animal of ours tells its age',
    constants: { Replicas: 1, Losses: 1, Twin: true },
    breaks: ['InvNotLost', 'InvNotPretended'],
  },
];
