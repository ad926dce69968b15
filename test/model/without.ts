/** What each rule is for: switched off alone, in a small configuration, it breaks a promise. spec/rules.md keeps how. */
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

const two = { Entries: [1, 2] };
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
    constants: { ...two, Keys: 'honoured', Losses: 1, NotSents: 1, Acts: 1 },
  },
  {
    rule: 'OneOfAKind',
    says: 'While an animal is undecided, no other with its name and category is sent.',
    promise: 'InvNotPretended',
    constants: { Entries: [1, 2, 3], Alike: true, Losses: 2 },
  },
  {
    rule: 'SettleTime',
    says: 'It is looked for, and whatever bears witness is sent, a settle time after the lost one.',
    promise: 'InvNotDoubled',
    constants: { ...two, Losses: 1 },
  },
  {
    rule: 'Baseline',
    says: 'What was there before the attempt is not ours, by a list that shows the youngest animal of ours.',
    promise: 'InvNotPretended',
    constants: { ...two, Losses: 1, Twin: true },
  },
  {
    rule: 'Witness',
    says: 'Absence needs one of ours that the store confirmed and that was sent a settle time later, in the same list.',
    promise: 'InvNotDoubled',
    constants: { ...two, Losses: 1, Stale: true },
  },
  {
    rule: 'Reach',
    says: 'That list shows something from before the attempt as well, so it is not cut off between the two.',
    promise: 'InvNotDoubled',
    constants: { ...two, Losses: 1, Caps: 'newest' },
  },
  {
    rule: 'Listed',
    says: 'And one of ours of the same status.',
    promise: 'InvNotDoubled',
    constants: { ...two, Losses: 1, Hides: 'some' },
  },
  {
    rule: 'Newcomer',
    says: 'A newcomer that nobody explains may be ours, where no name of that kind ever came back unchanged, or minutes have passed in which somebody may have corrected it.',
    promise: 'InvNotDoubled',
    constants: { ...two, Losses: 1, Rewrites: 'some' },
  },
  {
    rule: 'Glance',
    says: 'A name that others have too is looked for at once after a lost answer; what that look did not show may be theirs.',
    promise: 'InvNotPretended',
    constants: { ...two, Losses: 1, Colleagues: 1, Twin: true },
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
    constants: { ...two, Accepts: 1 },
  },
  {
    rule: 'Echo',
    says: 'Keys are honoured where the service says so and sent one back; either alone proves nothing.',
    promise: 'InvNotDoubled',
    constants: { ...two, Keys: 'claimed', Losses: 1 },
  },
  {
    rule: 'KeyLife',
    says: 'A key is relied on for less than a day.',
    promise: 'InvNotDoubled',
    constants: { ...two, Keys: 'honoured', Forgets: true, Losses: 1 },
  },
  {
    rule: 'SendBy',
    says: 'An attempt that was suspended before its first byte is given up, and not sent late.',
    promise: 'InvNotDoubled',
    constants: { ...both, Suspends: 1 },
  },
  {
    rule: 'Claims',
    says: 'Of two entries that claim one animal, one is taken back.',
    promise: 'InvOneEntryEach',
    constants: { ...two, Alike: true, Losses: 1, Acts: 3, Mistakes: true },
  },
  {
    rule: 'Mark',
    says: 'A queue that is behind its mark was put back, and asks; so does a mark that was put back with it.',
    promise: 'InvNotDoubled',
    constants: { PutBacks: 1, Marks: 'inside' },
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
