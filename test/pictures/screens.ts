/**
 * The walk through all screens, of which each picture is taken once in every size: where it goes, in what order, and
 * how a test knows that it has arrived.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Int64 } from '../../source/domain/int64.ts';
import type { NewPet, Pet } from '../../source/domain/pet.ts';
import type { EntryRecord } from '../../source/domain/record.ts';
import { keys, type Expectation } from '../helpers/terminal.ts';
import { ago, type Stage } from './stage.ts';

/** What is done from the place where the step before ended. */
export type Step = {
  /** Absent: no picture is taken, it only leads on. */
  readonly picture?: string;
  /** What happens around the program before the keys are pressed. */
  readonly before?: (stage: Stage) => void | Promise<void>;
  readonly press?: readonly string[];
  /** What stands there once the keys have done what they do, in every size. */
  readonly shows: Expectation;
};

const animal = (name: string, categoryId: string): NewPet => ({
  name,
  categoryId: categoryId as Int64,
  status: 'available',
});
const attempt = (minutes: number): EntryRecord => ({
  kind: 'attempt',
  at: ago(minutes),
  uptime: 0,
  process: 'p',
  listAge: 0,
  listRows: 40,
  honoured: false,
  credential: 'c',
});
const lookalike = (id: string): Pet => ({ id: id as Int64, ...animal('Milo', '2') });

/** Before the first store is set up. */
export const firstSteps: readonly Step[] = [
  { picture: 'first-run', shows: 'Welcome' },
  { press: ['j', keys.enter], shows: 'Address' },
  { picture: 'connect', press: ['https://pets.example.org/v1', keys.enter, 'abcdefgh'], shows: '••••••••' },
];

/**
 * One that the store refused, one that a person must decide, one that is held: what waits while the store can be
 * reached.
 */
export async function fillQueue(stage: Stage): Promise<void> {
  stage.service.insert({ name: 'Milo', categoryId: 2, status: 'available' });
  stage.service.insert({ name: 'Milo', categoryId: 2, status: 'available' });
  await stage.enter(
    [
      animal('Shadow the Magnificent', '3'),
      125,
      attempt(124.9),
      {
        kind: 'outcome',
        at: ago(124.9),
        attempt: 1,
        result: {
          type: 'rejected',
          problem: {
            code: 'invalid',
            message: '127.0.0.1:8787 rejected the animal (400): the name must be shorter than twenty letters.',
            status: 400,
          },
        },
      },
    ],
    [
      animal('Milo', '2'),
      100,
      attempt(99.9),
      {
        kind: 'outcome',
        at: ago(99.4),
        attempt: 1,
        result: { type: 'unknown', problem: { code: 'timeout', message: 'No answer came within 30 s.' } },
      },
      {
        kind: 'review',
        at: ago(98.9),
        reason: 'The answer was lost, and several new animals have this name and category.',
        candidates: [lookalike('77'), lookalike('78')],
      },
    ],
    [animal('Coco', '7'), 50, { kind: 'held', at: ago(40) }],
    [animal('Kiki', '7'), 30, { kind: 'discarded', at: ago(20) }],
  );
  fillLog(stage);
}

/** Some days of a shelter: animals that others added and sold, an import, a connection that went and came back. */
function fillLog(stage: Stage): void {
  const day = 24 * 60;
  const pets = JSON.parse(readFileSync(resolve('data/demo-pets.json'), 'utf8')) as readonly { name: string }[];
  const nameOf = (id: number): string => pets[id - 1]?.name ?? 'Milo';
  const added = (id: number): object => ({ kind: 'new', id: String(id), name: nameOf(id) });
  const became = (id: number, from: string, to: string): object => ({
    kind: 'changed',
    field: 'status',
    id: String(id),
    name: nameOf(id),
    from,
    to,
  });
  stage.happen(
    ...[3, 2, 1].flatMap((days) => [
      [days * day - 20, added(60 + days)] as const,
      [days * day - 35, became(40 + days, 'available', 'pending')] as const,
      [days * day - 90, became(30 + days, 'pending', 'sold')] as const,
      [days * day - 130, { kind: 'connection', state: 'offline' }] as const,
      [days * day - 150, { kind: 'connection', state: 'online' }] as const,
      ...Array.from({ length: 12 }, (_, index) => {
        const localId = `Q-${days * 100 + index}`;
        const state = index % 5 === 4 ? 'rejected' : 'created';
        return [days * day - 200 - index / 2, { kind: 'settled', localId, name: 'Rex', state }] as const;
      }),
      [days * day - 300, became(20 + days, 'available', 'sold')] as const,
    ]),
    [118, became(72, 'pending', 'available')],
    // The look a minute after Milo was sent shows both.
    [98.9, added(77)],
    [98.9, added(78)],
    [80, { kind: 'connection', state: 'offline' }],
    [71, { kind: 'connection', state: 'online' }],
    [12, became(75, 'available', 'pending')],
  );
}

/** The headings of the list. */
const list = /\bID\b.*\bNAME\b/;

const isGone =
  (text: string) =>
  (lines: readonly string[]): boolean =>
    !lines.some((line) => line.includes(text));

/** From the list of a store that can be reached to one that refuses the key. */
export const steps: readonly Step[] = [
  { shows: /\bAll(?: 78)?\b/ },
  { picture: 'list', shows: ([header = '']) => header.includes('as of') },
  { picture: 'filter', press: ['/', 'cat:cats m'], shows: 'cat:cats m' },
  { press: [keys.escape], shows: isGone('cat:cats m') },
  { picture: 'marks', press: ['jjj', '   '], shows: '3 marked' },
  { press: ['-'], shows: isGone('3 marked') },
  { picture: 'question', press: ['gg', 'd'], shows: /Discard Q-/ },
  // A question is deaf to a key that came before it could be read.
  { before: (stage) => stage.pass(400), press: ['n'], shows: isGone('Discard Q-') },
  { picture: 'view', press: ['jjjj', keys.enter], shows: /(?:^|│) #77[^]*Esc back/m },
  { press: [keys.escape], shows: isGone('Esc back') },
  { picture: 'view-queued', press: ['gg', 'j', keys.enter], shows: /(?:^|│) Q-1 .*rejected[^]*Esc back/m },
  { press: [keys.escape], shows: isGone('Esc back') },
  { picture: 'add', press: ['a', 'Luna', keys.tab, 'ca'], shows: '= Cats' },
  { picture: 'add-double', press: [keys.tab], shows: 'There is a Luna' },
  { press: [keys.escape], shows: list },
  { press: ['gg', 'j', 'e'], shows: '> Name' },
  { picture: 'edit-error', press: [keys.ctrl('u'), keys.ctrl('s')], shows: 'A name is' },
  { press: [keys.escape], shows: 'is not saved' },
  { before: (stage) => stage.pass(400), press: ['y'], shows: list },
  { picture: 'palette', press: [':', 'o'], shows: /^ :o\s*$/m },
  { press: [keys.escape], shows: isGone(':o') },
  { picture: 'log', press: ['!'], shows: /^ Activity.*\n Today  7/m },
  { press: [keys.escape], shows: list },
  { picture: 'help', press: ['?'], shows: 'Keys: the list' },
  { press: [keys.escape], shows: list },
  { picture: 'mine-review', press: ['2', 'gg'], shows: /Discarded {2}1[^]*Enter answer/ },
  { picture: 'review', press: [keys.enter], shows: 'It is #77' },
  { press: [keys.escape], shows: 'Enter answer' },
  { press: ['1', ':', 'offline', keys.enter], shows: /~ offline/ },
  { press: ['a', 'Biscuit', keys.tab, '3', keys.ctrl('s')], shows: 'Q-5' },
  { picture: 'working-offline', press: ['a', 'Pepper', keys.tab, '2', keys.ctrl('s')], shows: 'Queued as Q-6' },
  { picture: 'mine', press: ['2'], shows: 'Discarded  1' },
  {
    before: (stage) => stage.service.stop(),
    press: ['1', ':', 'online', keys.enter],
    // The commands that are typed first have the word too.
    shows: (lines) => /offline(?! by)/.test(lines[0] ?? '') && lines.join('\n').includes('Working offline has ended'),
  },
  { picture: 'offline', press: ['j', 'k'], shows: isGone('Working offline has ended') },
  {
    picture: 'key-refused',
    before: async (stage) => {
      stage.service.configure({ apiKey: 'another' });
      await stage.service.start();
    },
    press: ['r'],
    shows: /refused your key/,
  },
];
