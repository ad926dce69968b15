/** Answers to a `POST` that are no plain 201, from the service or from somebody on the way. */
import {
  type Fault,
  type FaultName,
  faults,
  openRefusals,
  refusals,
  toAnswer,
} from '../../helpers/fault-service/faults.ts';
import { settleMs, type Scene, type World } from './world.ts';

/** Somebody on the way refuses everything for a while, reads too, without asking the store. */
function refuseAll(status: 403 | 429): World['happenings'] {
  const run = (scene: Scene): void => {
    const { weather, clock, pick } = scene;
    const before = weather.rate;
    Object.assign(weather, { intercept: () => toAnswer(faults[`bare-${status}`].answers), rate: 1 });
    void clock
      .waitElsewhere(pick([20_000, 120_000, 600_000]))
      .then(() => Object.assign(weather, { intercept: undefined, rate: before > 0.5 ? 0 : before }));
  };
  return [{ perHour: 3, run }];
}

/** One request a second gets through, also of reads; a box refuses the others. */
const limited: World['happenings'] = [
  {
    perHour: 60,
    run: ({ weather, clock }) => {
      let last = -Infinity;
      const isLimited = (): boolean => {
        const isOver = clock.elsewhere() - last < 1000;
        last = isOver ? last : clock.elsewhere();
        return isOver;
      };
      Object.assign(weather, {
        fateOf: () => (isLimited() ? 'bare-429' : undefined),
        intercept: () => (isLimited() ? toAnswer(faults['bare-429'].answers) : undefined),
      });
    },
  },
];

const later = (name: FaultName): Fault => ({ ...faults[name], withinMs: 10 * settleMs });

/** The third animal that is entered, for what its name holds. */
const isThird = (fault: FaultName) => (body: string) => (body.includes(' 43"') ? fault : undefined);

export const answerWorlds: readonly World[] = [
  { name: '202 {} applied at once', faults: ['insert-then-202'] },
  { name: '202 {} applied up to 10 settle times later', faults: [later('202-then-insert')] },
  { name: '202 with the pet, applied at once or later', faults: ['insert-then-202-pet', later('202-pet-then-insert')] },
  { name: '204, applied at once or later', faults: ['insert-then-204', later('204-then-insert')] },
  { name: 'every answer is a 202 {}', rate: 1, faults: ['insert-then-202'] },
  { name: 'bare 403 after the insert', faults: ['insert-then-bare-403'] },
  {
    name: 'any bare refusal after the insert',
    faults: openRefusals.map((status) => `insert-then-bare-${status}` as const),
  },
  { name: 'any bare refusal, nothing inserted', faults: refusals.map((status) => `bare-${status}` as const) },
  {
    name: 'any bare refusal, before or after the insert',
    faults: openRefusals.flatMap((status) => [`bare-${status}` as const, `insert-then-bare-${status}` as const]),
  },
  { name: 'a box refuses one animal every time, bare 403', rate: 0, fateOf: isThird('bare-403') },
  {
    name: 'bare 403 to everything for a while',
    rate: 0,
    faults: ['bare-403'],
    happenings: refuseAll(403) ?? [],
  },
  {
    name: 'bare 429 to everything for a while',
    rate: 0,
    faults: ['bare-429'],
    happenings: refuseAll(429) ?? [],
  },
  { name: 'one request a second, reads too', happenings: limited },
  { name: 'login page with status 200, nothing inserted', faults: ['html-200'] },
  { name: 'login page with status 201, nothing inserted', faults: ['html-201'] },
  { name: 'bare 429, no complete list', known: 130, manners: { link: false }, faults: ['bare-429'] },
  { name: 'keys that a proxy sends back, and the store does not honour', manners: { idempotency: 'echoed' } },
  { name: 'an animal that is answered 500 each time', rate: 0, fateOf: isThird('500') },
  { name: 'an animal that is answered 409 each time', rate: 0, fateOf: isThird('409') },
  {
    name: 'maintenance: 503 to every POST for some minutes',
    atOnce: true,
    rate: 0,
    happenings: [
      {
        perHour: 2,
        run: ({ weather, clock, pick }) => {
          Object.assign(weather, { fateOf: () => '503' });
          void clock.waitElsewhere(pick([120_000, 600_000])).then(() => Object.assign(weather, { fateOf: undefined }));
        },
      },
    ],
  },
];
