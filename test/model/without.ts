/** What each rule is for: switched off alone, in a small configuration, it breaks a promise. docs/model/ keeps how. */
import type { Constant, rules } from './configurations.js';
import type { Promised } from './check.js';

/** A rule, what it says, and where its absence does harm. */
export type Without = {
  readonly rule: (typeof rules)[number];
  readonly says: string;
  /** Where in the code it is, for a reader. */
  readonly promise: Promised;
  readonly constants: Readonly<Record<string, Constant>>;
};

const both = { Entries: [1, 2], Programs: [1, 2] };

/** In the order of an animal's way. */
export const without: readonly Without[] = [
  {
    rule: 'AttemptFirst',
    says: 'The record of an attempt is on disk before its first byte is sent.',
    promise: 'InvNotDoubled',
    constants: { Kills: 1 },
  },
  {
    rule: 'Orphans',
    says: 'An attempt without an outcome may have been applied, and is searched for.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, Kills: 1 },
  },
  {
    rule: 'CompareAndSwap',
    says: 'A record is published only on the history that was decided on.',
    promise: 'InvObeyed',
    constants: { Programs: [1, 2], Losses: 1, Acts: 2 },
  },
  {
    rule: 'UndecidedStays',
    says: 'Nothing that happens to a later attempt settles an earlier one.',
    promise: 'InvNotDoubled',
    constants: { Keys: 'honoured', Losses: 2, NotSents: 1, Acts: 1 },
  },
  {
    rule: 'OneOfAKind',
    says: 'While an animal is undecided, no other with its name and category is sent.',
    promise: 'InvNotPretended',
    constants: { Entries: [1, 2], Alike: true, Losses: 2 },
  },
  {
    rule: 'SettleTime',
    says: 'Searches come a settle time after the sending, and a settle time apart.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1 },
  },
  {
    rule: 'Baseline',
    says: 'What was on the service before the attempt is not ours.',
    promise: 'InvNotPretended',
    constants: { Losses: 1, Kills: 1, Twin: true },
  },
  {
    rule: 'StrongBaseline',
    says: 'Without a whole list from before the attempt nothing is adopted, and nothing is absent.',
    promise: 'InvNotPretended',
    constants: { Losses: 1, Replicas: 1, Twin: true },
  },
  {
    rule: 'Account',
    says: 'A list that lacks what is known proves nothing until it is known why.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, Replicas: 2 },
  },
  {
    rule: 'TwoSearches',
    says: 'Absence needs two searches.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, LagsLong: 1 },
  },
  {
    rule: 'Remember',
    says: 'What an earlier search found is not absent because a later one does not show it.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, LagsLong: 1, Kills: 1 },
  },
  {
    rule: 'SecondOpinion',
    says: 'Absence needs the lists of each status as well.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, Hides: 'status' },
  },
  {
    rule: 'SurelyWhole',
    says: 'Absence needs a list that is surely all there is.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, Caps: true },
  },
  {
    rule: 'Glance',
    says: 'A name that others have too is searched for at once after a lost answer; what comes later may be theirs.',
    promise: 'InvNotPretended',
    constants: { Losses: 1, Colleagues: 1, Twin: true },
  },
  {
    rule: 'Rewrites',
    says: 'Until an answer was exact, a newcomer of any name makes absence wait.',
    promise: 'InvNotDoubled',
    constants: { Losses: 1, Rewrites: true },
  },
  {
    rule: 'Signed',
    says: "A refusal counts only in the service's own words.",
    promise: 'InvNotDoubled',
    constants: { BareRefusals: 1, Acts: 1 },
  },
  {
    rule: 'Applied',
    says: 'A 2xx without an id means that it is there: it is never sent again by itself.',
    promise: 'InvNotDoubled',
    constants: { Accepts: 1, Hides: 'everywhere' },
  },
  {
    rule: 'Echo',
    says: 'A key that is merely sent back is not honoured.',
    promise: 'InvNotDoubled',
    constants: { Keys: 'echoed', Losses: 1 },
  },
  {
    rule: 'KeyLife',
    says: 'A key is relied on for less than a day.',
    promise: 'InvNotDoubled',
    constants: { Keys: 'honoured', Forgets: true, Losses: 1 },
  },
  {
    rule: 'SendBy',
    says: 'An attempt that was suspended before its first byte is given up, and not sent late.',
    promise: 'InvNotDoubled',
    constants: { Programs: [1, 2], Suspends: 1 },
  },
  {
    rule: 'Claims',
    says: 'Of two entries that claim one animal, one is taken back.',
    promise: 'InvOneEntryEach',
    constants: { Entries: [1, 2], Alike: true, Losses: 1, Acts: 2, Mistakes: true },
  },
  {
    rule: 'Mark',
    says: 'A queue that is behind its mark was put back, and asks.',
    promise: 'InvNotDoubled',
    constants: { PutBacks: 1, Marks: true },
  },
  {
    rule: 'Tenant',
    says: 'Under another key the youngest known animals must be there, or a person says so.',
    promise: 'InvNotCrossed',
    constants: { KeyChanges: 1, OtherKey: 'foreign' },
  },
  {
    rule: 'Address',
    says: 'An entry is sent to the store it was entered for.',
    promise: 'InvNotCrossed',
    constants: { ...both, Entries: [1], KeyChanges: 1, OtherKey: 'address' },
  },
];

/** Rules whose absence broke no promise of the model wherever it was tried, and why they are kept. */
export const redundant: Readonly<Record<string, string>> = {
  Owners:
    'While RuleOneOfAKind holds, no list shows a newcomer that belongs to another entry but through a mistake of a person, and of two claims one is taken back (RuleClaims).',
  DropBaselines:
    'An animal that got an old id is caught as changed, and goes to a person. Without the rule the queue asks again and again.',
  Doubt:
    'Without it sending goes on, to a service that lost what it had; no entry is doubled by that, but nobody is told.',
};
