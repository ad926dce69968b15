/** The commands that change queued animals, by the rows of `domain/verbs.ts`. */
import { chosenLabels } from '../../../app/home.ts';
import { type Entry, describeState, entryStates, matchingKey, decidedState, wantedOf } from '../../../domain/entry.ts';
import { parseInt64 } from '../../../domain/int64.ts';
import type { PetWord } from '../../../domain/pet.ts';
import {
  isAllowed,
  listStates,
  type QueueStep,
  type QueueVerb,
  type ShellVerb,
  verbs,
  verbWord,
} from '../../../domain/verbs.ts';
import { safeText } from '../../../platform/text/terminal-text.ts';
import { ActionError, type Engine } from '../../../sync/api.ts';
import { countText } from '../../../text/count-text.ts';
import { asTyped, shortName } from '../../../text/hints.ts';
import { pairQuestion } from '../../../text/queue/pair-question.ts';
import { changedText } from '../../../text/queue/changed-text.ts';
import { manyCheckedText } from '../../../text/queue/wait-text.ts';
import type { Run, Input } from '../../parse/command.ts';
import { type NotChanged, toEntryAnswer, findQueued } from '../../print/entry-answer.ts';
import { confirm, type Context } from '../../run/context.ts';
import { exitCode, Failure, keepFailure, wrongUse } from '../../run/failure.ts';
import { readCorrection } from '../pets/add.ts';
import { sendNow } from '../sync/send-saved.ts';

type VerbFlag = PetWord | 'state' | 'yes';
type Step = QueueStep<Exclude<QueueVerb, 'adopt'>>;
type ManyShellVerb = Exclude<ShellVerb, 'adopt'>;

/** `petstore queue VERB`. */
export function queueVerb(action: ShellVerb): Run<VerbFlag> {
  if (action === 'edit') {
    return edit;
  }

  return action === 'adopt'
    ? adopt
    : (input, context) =>
        change(action, input, context, (entry) => ({
          // One that is surely not on the store is tried again without a question.
          action: action === 'sendAgain' && !isAllowed(action, entry) ? 'retry' : action,
          localId: entry.localId,
        }));
}

const edit: Run<VerbFlag> = async (input, context) => {
  const correct = readCorrection(input, chosenLabels(await context.openHome()));
  return await change('edit', input, context, (entry) => ({
    action: 'edit',
    localId: entry.localId,
    pet: correct(wantedOf(entry)),
    from: wantedOf(entry),
  }));
};

/** `petstore queue adopt`: asks where a mistyped id would settle the animal as quite another one. */
const adopt: Run<VerbFlag> = async (input, context) => {
  const [text = '', id = ''] = input.arguments;
  const petId = parseInt64(id.replace(/^#/u, ''));
  if (petId === undefined) {
    throw wrongUse(`"${id}" is no pet id.`);
  }

  const { engine } = await context.openSession();
  const entry = await findQueued(engine, text, context);
  const { localId, review } = entry;
  const isCandidate = review?.candidates.some((pet) => pet.id === petId) === true;
  const found =
    isCandidate || input.has('yes') || !isAllowed('adopt', entry)
      ? undefined
      : await engine.find({ petId }, { offline: false, signal: context.signal });
  const pet = found?.type === 'pet' && found.source === 'service' ? found.pet : undefined;
  const labels = chosenLabels(await context.openHome());
  const question = pet && matchingKey(pet) !== matchingKey(entry) ? pairQuestion(entry, pet, labels) : undefined;
  if (question !== undefined) {
    await confirm(safeText(question), input.has('yes'), context);
  }

  const adopted = [await engine.adopt(localId, petId)];
  await print(context, engine, adopted);
  tellEach(context, adopted, 'adopt');
};

/** More animals than these are told as a number. */
const mostNames = 12;

/** Uses a verb on all that is named, or in a state, as one change. The first refusal decides the exit code. */
async function change(
  action: ManyShellVerb,
  input: Input<VerbFlag>,
  context: Context,
  toStep: (entry: Entry) => Step,
): Promise<number> {
  const { question, isSentNow } = verbs[action];
  const isNamed = isByName(input);
  const { engine } = await context.openSession();
  const { output } = context;
  const chosen: readonly (Entry | NotChanged)[] = await (isNamed
    ? findNamed(engine, input.arguments, context)
    : findInState(engine, action === 'sendAgain' ? 'retry' : action, input));
  const entries = chosen.filter((each): each is Entry => !('failure' in each));
  const [first] = entries;
  const asked = entries.filter((entry) => isAllowed(action, entry));
  if (question && first && asked.length > 0) {
    const { length } = asked;
    const count = `${countText(length, 'animal')}, all that ${length === 1 ? 'is' : 'are'}`;
    const all = `${count} ${describeState(decidedState(first))}`;
    const nameOf = (entry: Entry): string => (action === 'sendAgain' ? wantedOf(entry) : entry).name;
    const named = asked.map((entry) => `${entry.localId} ${shortName(nameOf(entry))}`).join(', ');
    await confirm(
      safeText(question(isNamed ? named : all + (length > mostNames ? '' : ` (${named})`))),
      input.has('yes'),
      context,
    );
  }

  // Without an animal there may be no folder to write into.
  const { changed, skipped } = first
    ? await engine.changeMany(
        entries.map(toStep),
        isNamed ? {} : { onProgress: (done, total) => output.progress(`Changing ${done} of ${total}`) },
      )
    : { changed: [], skipped: [] };
  output.progress(undefined);
  const refused = new Map(
    skipped.map(({ localId, problem }) => [localId, { localId, failure: keepFailure(new ActionError(problem)) }]),
  );
  const missed = chosen.flatMap((each) => ('failure' in each ? each : (refused.get(each.localId) ?? [])));
  const notChanged = changed.length > 0 ? missed.map(asOneOfMany) : missed;
  const failure = notChanged[0]?.failure;
  if (isNamed && failure && notChanged.length === 1 && changed.length === 0) {
    throw failure;
  }

  if (isSentNow === true) {
    if (!first) {
      output.say(nothingIn(input));
    }

    return await sendNow(engine, changed, notChanged, context);
  }

  await print(context, engine, changed, notChanged);
  if (isNamed) {
    tellEach(context, changed, action);
  } else {
    output.say(
      first
        ? `${countText(changed.length, 'animal is', 'animals are')} ` +
            `${action === 'edit' ? 'corrected' : verbs[action].past}.${manyCheckedText(changed)}`
        : nothingIn(input),
    );
  }

  output.warn(...notChanged.map((each) => `petstore: ${each.failure.problem.message}`));
  return failure?.exit ?? exitCode.done;
}

/** The same beside animals that were changed: exit code 2 would deny those. */
function asOneOfMany({ localId, failure: { exit, problem } }: NotChanged): NotChanged {
  const message = problem.message.replace('Nothing was changed.', 'It was left as it is.');
  const code = exit === exitCode.wrongUse ? exitCode.waiting : exit;
  return { localId, failure: new Failure(code, { ...problem, message }) };
}

function isByName(input: Input<'state'>): boolean {
  const isNamed = input.arguments.length > 0;
  if (isNamed === input.has('state')) {
    throw wrongUse(
      isNamed
        ? 'Name the animals, or give --state, not both. Nothing was changed.'
        : 'Q-ID is missing: name queued animals, such as Q-3, or give --state ' +
            'STATE for all that are in it. Nothing was changed.',
    );
  }

  return isNamed;
}

async function findNamed(
  engine: Engine,
  texts: readonly string[],
  context: Context,
): Promise<readonly (Entry | NotChanged)[]> {
  const found = new Map<string, Entry | NotChanged>();
  for (const text of texts) {
    const entry = await findQueued(engine, text, context).catch((error: unknown) => ({
      localId: text,
      failure: keepFailure(error),
    }));
    found.set(entry.localId, entry);
  }

  return [...found.values()];
}

/** Where animals are not named. */
function stateOf(input: Input<'state'>): Entry['state'] {
  return input.choice('state', entryStates) ?? 'queued';
}

function nothingIn(input: Input<'state'>): string {
  return `No animal of yours is ${describeState(stateOf(input))}.`;
}

/** All in the state that `--state` names; a review is never answered for all at once. Throws if that does not allow the verb: it is no use with any of them. */
function findInState(engine: Engine, action: QueueVerb, input: Input<'state'>): readonly Entry[] {
  const found = engine.snapshot().entries.filter((entry) => decidedState(entry) === stateOf(input));
  const isPossible = found[0] ? isAllowed(action, found[0]) : verbs[action].states.includes(stateOf(input));
  if (!isPossible) {
    throw wrongUse(
      `Animals that are ${describeState(stateOf(input))} cannot be ${verbs[action].past}; --state may ` +
        `be ${listStates(action, String)} here. Nothing was changed.`,
    );
  }

  return found;
}

async function print(
  context: Context,
  engine: Engine,
  changed: readonly Entry[],
  notChanged?: readonly NotChanged[],
): Promise<void> {
  const answer = await toEntryAnswer(changed, engine, context, notChanged);
  await context.output.print({ ...answer, screen: { lines: [] } });
}

function tellEach({ output }: Context, changed: readonly Entry[], verb: QueueVerb): void {
  for (const entry of changed) {
    const { localId, name } = entry;
    const wayTo = (next: QueueVerb | 'show', does: string): string =>
      `; \`petstore queue ${next === 'show' ? next : verbWord(next)} ${localId}\` ${does}`;
    output.say(`${localId} (${asTyped(name)}) ${changedText(verb, entry, wayTo)}.`);
  }
}
