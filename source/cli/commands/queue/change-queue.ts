/** The commands that change queued animals: what each state allows is in `actionStates`. */
import { chosenLabels } from '../../../app/home.js';
import { describeState, type Entry, entryStates, standingOf, wantedOf } from '../../../domain/entry.js';
import { parseInt64 } from '../../../domain/int64.js';
import { petFieldNames, type PetWord } from '../../../domain/pet.js';
import { findDifferences } from '../../../domain/pet/compare-pets.js';
import { ActionError, actionStates, isAllowed, type Engine, type QueueStep } from '../../../sync/api.js';
import { countText } from '../../../text/count-text.js';
import { ifAbsentText } from '../../../text/queue/if-absent-text.js';
import type { Run } from '../../parse/command.js';
import type { Input } from '../../parse/input.js';
import { toEntryAnswer } from '../../print/entry-answer.js';
import { confirm } from '../../run/confirm.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/failures/exit-code.js';
import { toFailure, wrongUse } from '../../run/failures/failure.js';
import { changeEach } from './change-each.js';
import { toEntryFacts } from './entry-facts.js';
import { readCorrection } from '../pets/read-pet-flags.js';
import { sendNow } from '../sync/send-saved.js';

/** `petstore queue edit`: what is not given stays as it was. */
export const queueEdit: Run<PetWord | 'state'> = async (input, context) => {
  const correct = readCorrection(input, chosenLabels(await context.openHome()));
  if (isByState(input)) {
    return await changeState(
      input,
      context,
      (entry) => ({ action: 'edit', localId: entry.localId, pet: correct(wantedOf(entry)) }),
      'corrected',
    );
  }

  return await changeEntries(
    input.arguments,
    context,
    (engine, localId, entry) => engine.edit(localId, correct(wantedOf(entry))),
    (entry) =>
      whileLookedFor(entry) ??
      (entry.state === 'held'
        ? `is corrected and still held: it is not sent until \`petstore queue release ${entry.localId}\` releases it`
        : 'is corrected and waits to be sent'),
  );
};

/** `petstore queue hold`. */
export const queueHold: Run<'state'> = (input, context) =>
  isByState(input)
    ? changeState(input, context, ({ localId }) => ({ action: 'hold', localId }), 'held')
    : changeEntries(
        input.arguments,
        context,
        (engine, localId) => engine.hold(localId),
        (entry) =>
          whileLookedFor(entry, 'release') ??
          `is held: it is not sent, not even after it is edited, until \`petstore queue release ${entry.localId}\` releases it`,
      );

/** `petstore queue release`: each is what it was before it was held. */
export const queueRelease: Run<'state'> = (input, context) =>
  isByState(input)
    ? changeState(input, context, ({ localId }) => ({ action: 'release', localId }), 'released')
    : changeEntries(
        input.arguments,
        context,
        (engine, localId) => engine.release(localId),
        (entry) =>
          whileLookedFor(entry) ??
          (entry.state === 'rejected'
            ? `is rejected, as it was before it was held. Correct it with \`petstore queue edit ${entry.localId}\`, or discard it`
            : 'waits to be sent again'),
      );

/** `petstore queue discard`: asks, unless --yes was given. */
export const queueDiscard: Run<'yes' | 'state'> = async (input, context) => {
  if (isByState(input)) {
    return await changeState(
      input,
      context,
      ({ localId }) => ({ action: 'discard', localId }),
      'discarded',
      (count, state) =>
        confirm(
          `Discard ${countText(count, 'animal')}, all that ${count === 1 ? 'is' : 'are'} ${state}?`,
          input,
          context,
        ),
    );
  }

  await confirm(`Discard ${input.arguments.join(', ')}?`, input, context);
  return await changeEntries(
    input.arguments,
    context,
    (engine, localId) => engine.discard(localId),
    (entry) =>
      whileLookedFor(entry, 'restore') ?? `is discarded; \`petstore queue restore ${entry.localId}\` brings it back`,
  );
};

/** `petstore queue restore`: with `--hold` nobody sends it, not even an app that is open, before it was looked at. */
export const queueRestore: Run<'hold' | 'state'> = (input, context) =>
  isByState(input)
    ? changeState(
        input,
        context,
        ({ localId }) => ({ action: 'restore', localId, held: input.has('hold') }),
        'restored',
      )
    : changeEntries(
        input.arguments,
        context,
        (engine, localId) => engine.restore(localId, { held: input.has('hold') }),
        (entry) =>
          whileLookedFor(entry, 'release') ??
          (entry.state === 'held'
            ? `is restored and held: it is not sent until \`petstore queue release ${entry.localId}\` releases it`
            : `is restored: ${entry.state}`),
      );

/**
 * What was done to an animal that is looked for; undefined: it is not. `back`: the command that takes a hold or a
 * discard back.
 */
function whileLookedFor(entry: Entry, back?: 'release' | 'restore'): string | undefined {
  const { state, ifAbsent, localId } = entry;
  if (state !== 'checking') {
    return undefined;
  }

  const wanted = ifAbsentText(entry) || 'It is sent again if it is not on the store.';
  const taken =
    back === undefined || ifAbsent === undefined ? '' : `; \`petstore queue ${back} ${localId}\` takes that back`;
  return `was sent, and is being looked for. ${wanted.slice(0, -1)}${taken}`;
}

/** `petstore queue adopt`: the pet is read from the store first. */
export const queueAdopt: Run = async (input, context) => {
  const [localId = '', id = ''] = input.arguments;
  const petId = parseInt64(id);
  if (petId === undefined) {
    throw wrongUse(`"${id}" is no pet id.`);
  }

  return await changeEntries([localId], context, (engine, each) => engine.adopt(each, petId), adoptedText);
};

/**
 * Says of a pet that is another animal than what was entered, what it is: a mistyped id would settle an animal that is
 * nowhere.
 */
function adoptedText(entry: Entry): string {
  const pet = entry.history.findLast((record) => record?.kind === 'adopted')?.pet;
  const differences = pet ? findDifferences(entry, pet).filter((word) => !word.startsWith('default ')) : [];
  if (!pet || differences.length === 0) {
    return `is #${pet?.id ?? entry.petId ?? ''}`;
  }

  return `is #${pet.id}, which the store has with another ${differences.join(' and ')} (${petFieldNames.flatMap((field) => pet[field] ?? []).join(', ')}). If that is another animal, \`petstore queue disown ${entry.localId}\` takes it back`;
}

/** `petstore queue disown`. */
export const queueDisown: Run = (input, context) =>
  changeEntries(
    input.arguments,
    context,
    (engine, localId) => engine.disown(localId),
    'is not that animal; see `petstore queue` and decide',
  );

/** `petstore queue retry`. */
export const queueRetry: Run<'state'> = async (input, context) => {
  if (!isByState(input)) {
    return await sendNow(input.arguments, context, (engine, localId) => engine.retry(localId));
  }

  const { engine } = await context.openSession({ loaded: 'queue' });
  const state = input.choice('state', entryStates) ?? 'queued';
  const found = engine.snapshot().entries.filter((entry) => entry.state === state);
  refuseWhole('retry', found);
  if (found.length === 0) {
    context.output.say(`No queued animal is ${describeState(state)}.`);
  }

  return await sendNow(
    found.map(({ localId }) => localId),
    context,
    (each, localId) => each.retry(localId),
  );
};

/** `petstore queue send-again`: asks, unless --yes was given, as it may make a second animal. */
export const queueSendAgain: Run<'yes'> = async (input, context) => {
  await confirm(
    `Send ${input.arguments.join(', ')} again? This may make a second one, and it cannot be deleted here.`,
    input,
    context,
  );
  return await sendNow(input.arguments, context, (engine, localId) => engine.sendAgain(localId));
};

/**
 * Whether `--state` says which animals are meant. Throws for wrong use where they are named too, or nothing says it.
 */
function isByState(input: Input<'state'>): boolean {
  const isNamed = input.arguments.length > 0;
  if (isNamed === input.has('state')) {
    throw wrongUse(
      isNamed
        ? 'Name the animals, or give --state, not both. Nothing was changed.'
        : 'Q-ID is missing: name queued animals, such as Q-3, or give --state STATE for all that are in it. Nothing was changed.',
    );
  }

  return !isNamed;
}

/** Throws where a state does not allow an action: then it is no use with any of the animals. */
function refuseWhole(action: QueueStep['action'], [first]: readonly Entry[]): void {
  if (first && !isAllowed(action, first)) {
    throw wrongUse(
      `What is ${describeState(standingOf(first))} cannot be changed so; --state may be ${actionStates[action].join(', ').replace(/, ([^,]+)$/, ' or $1')} here. Nothing was changed.`,
    );
  }
}

/**
 * Takes the same step for all animals in the state that `--state` names. What cannot be changed after all (it was sent
 * meanwhile) stays as it is, and the first reason decides the exit code.
 */
async function changeState(
  input: Input<'state'>,
  context: Context,
  toStep: (entry: Entry) => QueueStep,
  past: string,
  ask: (count: number, state: string) => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const { engine } = await context.openSession({ loaded: 'queue' });
  const { output } = context;
  const state = input.choice('state', entryStates) ?? 'queued';
  const found = engine.snapshot().entries.filter((entry) => standingOf(entry) === state);
  const steps = found.map(toStep);
  refuseWhole(steps[0]?.action ?? 'hold', found);
  if (found.length > 0) {
    await ask(found.length, state);
  }

  const { changed, skipped } = await engine.changeMany(steps, {
    onProgress: (done, total) => output.progress(`Changing ${done} of ${total}`),
  });
  output.progress(undefined);
  await output.print({ ...toEntryAnswer(changed, await toEntryFacts(context, engine)), screen: { lines: [] } });
  output.say(
    found.length === 0
      ? `No queued animal is ${describeState(state)}.`
      : `${countText(changed.length, 'animal is', 'animals are')} ${past}.`,
  );
  for (const { problem } of skipped) {
    output.warn(`petstore: ${problem.message}`);
  }

  const [first] = skipped;
  return first === undefined ? exitCode.done : (toFailure(new ActionError(first.problem))?.exit ?? exitCode.wrongUse);
}

/**
 * Does something to each of the named queued animals and prints those it changed. The first reason why some are not
 * decides the exit code.
 */
async function changeEntries(
  localIds: readonly string[],
  context: Context,
  change: (engine: Engine, localId: string, entry: Entry) => Promise<Entry>,
  past: string | ((entry: Entry) => string),
): Promise<number> {
  const { engine } = await context.openSession({ loaded: 'queue' });
  const { changed, failures } = await changeEach(engine, localIds, change);
  await context.output.print({ ...toEntryAnswer(changed, await toEntryFacts(context, engine)), screen: { lines: [] } });
  for (const entry of changed) {
    context.output.say(`${entry.localId} (${entry.name}) ${typeof past === 'string' ? past : past(entry)}.`);
  }

  for (const { problem } of failures) {
    context.output.warn(`petstore: ${problem.message}`);
  }

  return failures[0]?.exit ?? exitCode.done;
}
