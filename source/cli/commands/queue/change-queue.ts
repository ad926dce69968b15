/** The commands that change queued animals: what each state allows is in `actionStates`. */
import { chosenLabels } from '../../../app/home.js';
import type { Entry } from '../../../domain/entry.js';
import { parseInt64 } from '../../../domain/int64.js';
import type { PetWord } from '../../../domain/pet.js';
import type { Engine } from '../../../sync/api.js';
import type { Run } from '../../parse/command.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import { confirm } from '../../run/confirm.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/exit-code.js';
import { Failure, toFailure, wrongUse } from '../../run/failure.js';
import { toEntryFacts } from './entry-facts.js';
import { readCorrection } from '../pets/read-pet-flags.js';
import { sendNow } from '../sync/send-saved.js';

/** `petstore queue edit`: what is not given stays as it was. */
export const queueEdit: Run<PetWord> = async (input, context) => {
  const correct = readCorrection(input, chosenLabels(await context.openHome()));
  return await changeEntries(
    input.arguments,
    context,
    async (engine, localId) => {
      const entry = await engine.findEntry(localId);
      if (!entry) {
        throw new Failure(exitCode.notFound, { code: 'not_found', message: `There is no queued animal ${localId}. \`petstore queue list --all\` shows those there are.` });
      }

      return await engine.edit(localId, correct(entry));
    },
    (entry) => (entry.state === 'held' ? `is corrected and still held: it is not sent until \`petstore queue release ${entry.localId}\` releases it` : 'is corrected and waits to be sent'),
  );
};

/** `petstore queue hold`. */
export const queueHold: Run = (input, context) => changeEntries(input.arguments, context, (engine, localId) => engine.hold(localId), ({ localId }) => `is held: it is not sent, not even after it is edited, until \`petstore queue release ${localId}\` releases it`);

/** `petstore queue release`: each is what it was before it was held. */
export const queueRelease: Run = (input, context) =>
  changeEntries(input.arguments, context, (engine, localId) => engine.release(localId), ({ localId, state }) =>
    state === 'rejected' ? `is rejected, as it was before it was held. Correct it with \`petstore queue edit ${localId}\`, or discard it` : 'waits to be sent again',
  );

/** `petstore queue discard`: asks, unless --yes was given. */
export const queueDiscard: Run<'yes'> = async (input, context) => {
  await confirm(`Discard ${input.arguments.join(', ')}?`, input, context);
  return await changeEntries(input.arguments, context, (engine, localId) => engine.discard(localId), ({ localId }) => `is discarded; \`petstore queue restore ${localId}\` brings it back`);
};

/** `petstore queue restore`: with `--hold` nobody sends it, not even an app that is open, before it was looked at. */
export const queueRestore: Run<'hold'> = (input, context) =>
  changeEntries(input.arguments, context, (engine, localId) => engine.restore(localId, { held: input.has('hold') }), ({ localId, state }) =>
    state === 'held' ? `is restored and held: it is not sent until \`petstore queue release ${localId}\` releases it` : `is restored: ${state}`,
  );

/** `petstore queue adopt`: the pet is read from the store first. */
export const queueAdopt: Run = async (input, context) => {
  const [localId = '', id = ''] = input.arguments;
  const petId = parseInt64(id);
  if (petId === undefined) {
    throw wrongUse(`"${id}" is no pet id.`);
  }

  return await changeEntries([localId], context, (engine, each) => engine.adopt(each, petId), `is #${petId}`);
};

/** `petstore queue disown`. */
export const queueDisown: Run = (input, context) => changeEntries(input.arguments, context, (engine, localId) => engine.disown(localId), 'is not that animal; see `petstore queue` and decide');

/** `petstore queue retry`. */
export const queueRetry: Run = (input, context) => sendNow(input.arguments, context, (engine, localId) => engine.retry(localId));

/** `petstore queue send-again`: asks, unless --yes was given, as it may make a second animal. */
export const queueSendAgain: Run<'yes'> = async (input, context) => {
  await confirm(`Send ${input.arguments.join(', ')} again? This may make a second one, and it cannot be deleted here.`, input, context);
  return await sendNow(input.arguments, context, (engine, localId) => engine.sendAgain(localId));
};

/**
 * Does something to each of the named queued animals and prints those it changed. Where it is not possible for some, the
 * others are changed all the same and the first reason decides the exit code.
 */
async function changeEntries(localIds: readonly string[], context: Context, change: (engine: Engine, localId: string) => Promise<Entry>, past: string | ((entry: Entry) => string)): Promise<number> {
  const { engine } = await context.openSession({ loaded: 'queue' });
  const changed: Entry[] = [];
  const failures: Failure[] = [];
  for (const localId of new Set(localIds.map((each) => each.toUpperCase()))) {
    try {
      changed.push(await change(engine, localId));
    } catch (error) {
      const failure = toFailure(error);
      if (!failure) {
        throw error;
      }

      failures.push(failure);
    }
  }

  const [first] = failures;
  if (first && changed.length === 0) {
    throw first;
  }

  await context.output.print({ ...toEntryAnswer(changed, await toEntryFacts(context, engine)), screen: { lines: [] } });
  for (const entry of changed) {
    context.output.say(`${entry.localId} (${entry.name}) ${typeof past === 'string' ? past : past(entry)}.`);
  }

  for (const { problem } of failures) {
    context.output.warn(`petstore: ${problem.message}`);
  }

  return first?.exit ?? 0;
}
