/** What is explored of docs/internals/petstore.tla. */

/** The constants of the specification. */
export type Constants = typeof quiet;

/** One exploration. */
export type Case = {
  readonly name: string;
  readonly about: string;
  readonly constants: Partial<Constants>;
  /** Whether a promise is broken, as a clause is switched off or the guarantees exclude this store. */
  readonly breaks: boolean;
  /** Whether a person may be asked about one of them at most. */
  readonly asksOnce?: boolean;
};

/** The clauses of the protocol, as the specification names them. */
const clauses = [
  'list end',
  'from before',
  'our status',
  'known shown',
  'two looks',
  'two settle times',
  'ten until prompt',
  'taken back',
  'fresh list',
  'atOnce',
  'sharing out',
  'orphans',
  'same network',
] as const;
type Clause = (typeof clauses)[number];

/** One entry, one window, one lost answer, and a store that does nothing unusual. */
export const quiet = {
  Entries: [1] as readonly number[],
  Windows: [1] as readonly number[],
  Identical: false,
  Ours: 1,
  Like: 0,
  Late: 2,
  Ten: 3,
  Prompt: true,
  Lag: 0,
  Steady: true,
  Noticed: false,
  Cap: 0,
  Newest: false,
  Page: 100,
  Hides: false,
  Suspends: false,
  Restored: false,
  Keys: 'none' as 'none' | 'honoured' | 'echoed',
  Losses: 1,
  Crashes: 0,
  Strangers: 0,
  Removals: 0,
  Moves: 0,
  Twins: 0,
  Intrudes: 'never' as 'never' | 'listed' | 'open',
  Rules: clauses as readonly string[],
};

const two = { Entries: [1, 2], Windows: [1] };
const litter = { ...two, Identical: true, Losses: 2 };
const lagging = { ...two, Lag: 3, Ten: 6 };
const restored = { ...two, Identical: true, Restored: true, Losses: 0, Twins: 1, Intrudes: 'open' as const };
const cut = { ...two, Cap: 3, Page: 3, Strangers: 1 };
const newestOnly = { ...two, Ours: 0, Cap: 1, Newest: true };

const holds = (name: string, about: string, constants: Partial<Constants>, more: Partial<Case> = {}): Case => ({
  name,
  about,
  constants,
  breaks: false,
  ...more,
});
const excluded = (name: string, about: string, constants: Partial<Constants>): Case => ({
  name: `excluded: ${name}`,
  about,
  constants,
  breaks: true,
});
const without = (off: readonly Clause[], about: string, constants: Partial<Constants>, more = {}): Case => ({
  name: `without ${off.join(' and ')}`,
  about,
  constants: { ...constants, Rules: clauses.filter((clause) => !off.includes(clause)) },
  breaks: true,
  ...more,
});

/** Every exploration, in the order in which they are run. */
export const cases: readonly Case[] = [
  holds('ordinary', 'a lost answer', {}),
  holds('alone', 'and a window that stands still, or is killed, at any step', { Suspends: true, Crashes: 1 }),
  holds('windows', 'the same with two windows', { Windows: [1, 2], Suspends: true, Crashes: 1 }),
  holds('litter', 'two identical animals, two lost answers', litter),
  holds('litter-killed', 'and a kill', { ...litter, Crashes: 1 }),
  holds('litter-windows', 'and a second window', { ...litter, Losses: 1, Windows: [1, 2] }),
  holds('colleague', 'adds one like it while none is open', { Twins: 1, Suspends: true }),
  holds('common', 'others have the name, and add one more after the reading that follows the loss', {
    Like: 1,
    Twins: 1,
    Crashes: 1,
  }),
  holds('common-litter', 'the same with two identical animals', { ...litter, Losses: 1, Like: 1, Twins: 1 }),
  holds('common-litter-killed', 'and two lost answers, and a kill', { ...litter, Crashes: 1, Like: 1, Twins: 1 }),
  holds('three', 'animals, two lost answers', { ...litter, Entries: [1, 2, 3], Identical: false }),
  holds('lag', 'of two settle times, hidden; but no request comes late', { Late: 1, Lag: 2, Steady: false }),
  holds('lag-unproven', 'of three, before any list was prompt', { ...lagging, Prompt: false }),
  holds('lag-litter', 'of two, and no request comes late; two identical animals', {
    ...litter,
    Late: 1,
    Lag: 2,
    Steady: false,
    Prompt: false,
    Ten: 5,
  }),
  holds('lag-noticed', 'that began later, once it was noticed', { ...lagging, Noticed: true }),
  holds('cut-oldest', 'the list shows the oldest three, and claims to be whole', cut),
  holds('cut-newest', 'the newest three', { ...cut, Newest: true }),
  holds('first', 'nothing of ours was there before, and the list shows the newest one only', newestOnly),
  holds('hidden', 'no list shows its status', { ...two, Hides: true }),
  holds('removed', 'the shop removes an animal of ours', { Ours: 3, Removals: 1 }),
  holds('restored', 'a queue from a copy, and a colleague who added one like two identical animals', restored, {
    asksOnce: true,
  }),
  holds('keys', 'are honoured', { Keys: 'honoured', Losses: 2, Crashes: 1 }),
  holds('keys-moved', 'and a gateway on another network takes them out', { Keys: 'honoured', Moves: 1, Crashes: 1 }),
  without(['list end'], 'a list of the oldest counts as whole', { Cap: 2, Page: 2 }),
  without(['from before'], 'a list of the newest counts as whole', newestOnly),
  without(['our status'], 'a list that hides it proves it absent', { ...two, Hides: true }),
  without(['known shown'], 'a list that is cut proves it absent', { Cap: 1 }),
  without(['two looks', 'two settle times'], 'a late request is not waited for', {}),
  without(['ten until prompt'], 'a store that lags is believed at once', { ...lagging, Prompt: false }),
  without(['taken back'], 'a list that was prompt once, and now lacks one of ours, is believed', {
    ...lagging,
    Noticed: true,
  }),
  without(['fresh list'], "a colleague's animal that came after an old list is adopted", { Twins: 1, Suspends: true }),
  without(['atOnce'], "a colleague's animal of a common name is adopted", { Like: 1, Twins: 1 }),
  without(['sharing out'], 'a person is asked about each', restored, { asksOnce: true }),
  without(['orphans'], 'bytes that left late are not waited for', { Suspends: true, Crashes: 1 }),
  without(['same network'], 'they are looked for, and then repeated where keys are taken out', {
    Keys: 'honoured',
    Moves: 1,
  }),
  excluded('hidden-lag', 'a lag of more than two settle times that was not noticed', { Late: 1, Lag: 3 }),
  excluded('short-list', 'a list that ends early at no round number, and names no next page', { Cap: 2 }),
  excluded('late-and-lag', 'a request that comes late, at a list that lags unnoticed', { Lag: 2 }),
  excluded('intruding', 'a colleague adds the same animal while ours is open', { Twins: 1, Intrudes: 'open' }),
  excluded('just-before', 'or since the list before', { Twins: 1, Intrudes: 'listed' }),
  excluded('colleague-and-lag', 'or so long before as the list lags', { Twins: 1, Lag: 1, Late: 1 }),
  excluded('echoed', 'a store sends keys back, and does not honour them', { Keys: 'echoed' }),
];
