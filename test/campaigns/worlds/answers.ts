/** Answers to a `POST` that are no plain 201, from the service or from somebody on the way. */
import { accepted, bareAnswer, bareRefusal, errorAnswer, loginPage, refusals } from '../simulation/post-faults.js';
import { settleMs, type Scene, type World } from './world.js';

/** Somebody on the way refuses everything for a while, reads too, without asking the store. */
function refuseAll(status: number): World['happenings'] {
  const run = (scene: Scene): void => {
    const { weather, clock, pick } = scene;
    const before = weather.rate;
    Object.assign(weather, { intercept: () => bareAnswer(status), rate: 1 });
    void clock
      .waitElsewhere(pick([20_000, 120_000, 600_000]))
      .then(() => Object.assign(weather, { intercept: undefined, rate: before > 0.5 ? 0 : before }));
  };
  return [{ perHour: 3, run }];
}

const later = { withinMs: 10 * settleMs } as const;

/** The third animal that is entered, for what its name holds. */
const isThird = (status: number) => (body: string) =>
  body.includes(' 43"') ? ({ inserts: 'never', answer: () => errorAnswer(status) } as const) : undefined;

export const answerWorlds: readonly World[] = [
  { name: '202 {} applied at once', faults: [accepted(202, '{}')] },
  { name: '202 {} applied up to 10 settle times later', faults: [accepted(202, '{}', later)] },
  { name: '202 with the pet, applied at once or later', faults: [accepted(202, 'pet'), accepted(202, 'pet', later)] },
  { name: '204, applied at once or later', faults: [accepted(204, 'empty'), accepted(204, 'empty', later)] },
  { name: 'every answer is a 202 {}', rate: 1, faults: [accepted(202, '{}')] },
  { name: 'bare 403 after the insert', faults: [bareRefusal(403, 'at-once')] },
  { name: 'any bare refusal after the insert', faults: refusals.map((status) => bareRefusal(status, 'at-once')) },
  { name: 'any bare refusal, nothing inserted', faults: refusals.map((status) => bareRefusal(status, 'never')) },
  {
    name: 'any bare refusal, before or after the insert',
    faults: refusals.flatMap((status) => [bareRefusal(status, 'never'), bareRefusal(status, 'at-once')]),
  },
  // The third that is entered, for what its name holds.
  {
    name: 'a box refuses one animal every time, bare 403',
    rate: 0,
    fateOf: (body) => (body.includes(' 43"') ? bareRefusal(403, 'never') : undefined),
  },
  {
    name: 'bare 403 to everything for a while',
    rate: 0,
    faults: [bareRefusal(403, 'never')],
    happenings: refuseAll(403) ?? [],
  },
  {
    name: 'bare 429 to everything for a while',
    rate: 0,
    faults: [bareRefusal(429, 'never')],
    happenings: refuseAll(429) ?? [],
  },
  { name: 'login page with status 200, nothing inserted', faults: [loginPage(200)] },
  { name: 'login page with status 201, nothing inserted', faults: [loginPage(201)] },
  { name: 'bare 429, no complete list', known: 130, manners: { link: false }, faults: [bareRefusal(429, 'never')] },
  { name: 'keys said to be honoured, and taken out by a gateway', manners: { idempotency: 'stripped' } },
  { name: 'an animal that is answered 500 each time', rate: 0, fateOf: isThird(500) },
  { name: 'an animal that is answered 409 each time', rate: 0, fateOf: isThird(409) },
  {
    name: 'maintenance: 503 to every POST for some minutes',
    atOnce: true,
    rate: 0,
    happenings: [
      {
        perHour: 2,
        run: ({ weather, clock, pick }) => {
          Object.assign(weather, { fateOf: () => ({ inserts: 'never', answer: () => errorAnswer(503) }) });
          void clock.waitElsewhere(pick([120_000, 600_000])).then(() => Object.assign(weather, { fateOf: undefined }));
        },
      },
    ],
  },
];
