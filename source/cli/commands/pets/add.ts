import type { PetWord } from '../../../domain/pet.js';
import { toWirePet } from '../../../platform/json/wire-json.js';
import { toAnimalRows } from '../../print/animal-rows.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { readPetFlags } from './read-pet-flags.js';
import { exitOfProblem, patienceMs, sendSaved, toSendOutcome, withProblem } from '../sync/send-saved.js';

/** `petstore add`: saved durably first, then sent; after 10 s without an outcome it goes on without. */
export const addAnimal: Run<PetWord | 'no-wait'> = async (input, context) => {
  const pet = readPetFlags(input);
  const { engine } = await context.openSession({ loaded: 'queue' });
  const entered = await engine.add(pet);
  const isNotSent = input.has('no-wait');
  if (!isNotSent) {
    context.output.progress(`${entered.localId} is saved. Sending`);
  }

  const { entry, problem } = isNotSent ? { entry: entered, problem: undefined } : await sendSaved(engine, entered, { signal: context.patience(patienceMs), clock: context.clock, environment: context.environment });
  const outcome = withProblem(toSendOutcome(entry, engine.snapshot(), isNotSent, context.clock.now()), problem);
  await context.output.print({
    json: { outcome: outcome.word, localId: entry.localId, ...(entry.pet ? { pet: toWirePet(entry.pet) } : {}), ...(outcome.reason ? { reason: outcome.reason } : {}), ...(outcome.error ? { error: outcome.error } : {}) },
    screen: { lines: [] },
    rows: toAnimalRows([entry.pet ?? entry]),
  });
  if (outcome.exit === exitCode.done && !problem) {
    context.output.say(outcome.words);
  } else {
    context.output.warn(outcome.words);
  }

  return exitOfProblem(problem) ?? outcome.exit;
};
