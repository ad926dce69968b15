import { findStranded, strandedText } from '../../../app/profiles/waiting-stores.ts';
import { chosenLabels } from '../../../app/home.ts';
import type { CategoryLabels } from '../../../domain/category-labels.ts';
import { type Entry, isWaiting, describeState, type EntryState, entryStates } from '../../../domain/entry.ts';
import { findBlocked, findWaits, type Wait } from '../../../domain/waits.ts';
import { describePet } from '../../../text/animal/pet-texts.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import { stateWithIdText } from '../../../text/queue/found-text.ts';
import { goneText } from '../../../text/queue/queue-text.ts';
import { entryHistory, wireHistory } from '../../../text/queue/history-lines.ts';
import { proofText, storeOf, toWireProof } from '../../../text/queue/proof-lines.ts';
import { blockedText, ifAbsentText, reasonText, tooLateText, waitTexts } from '../../../text/queue/wait-text.ts';
import { exactDateTimeText } from '../../../text/time-text.ts';
import type { Run, Input } from '../../parse/command.ts';
import { petFacts, toWireEntry } from '../../print/animals.ts';
import { toEntryAnswer, findQueued } from '../../print/entry-answer.ts';
import { exitCode, troubleOf } from '../../run/failure.ts';
import { type Fact, type Format, type Line, toFactLines } from '../../run/output.ts';

/** `petstore queue list`: the chosen entries, and the files that cannot be read. */
export const queueList: Run<ChoosingFlag> = async (input, context) => {
  const { states, hasArchive, nothing, hidesCreated = false } = chooseEntries(input, context.output.format);
  const { engine } = await context.openSession();
  const archived = hasArchive ? await engine.archived() : [];
  const snapshot = engine.snapshot();
  const { unreadable } = snapshot;
  const entries =
    archived.length > 0 ? [...archived, ...snapshot.entries].sort((a, b) => a.number - b.number) : snapshot.entries;
  const trouble = troubleOf(snapshot);
  const chosen = entries.filter(({ state }) => states.includes(state));
  const answer = await toEntryAnswer(chosen, engine, context);
  await context.output.print({ ...answer, json: { ...answer.json, ...trouble.json } });
  context.output.warn(...trouble.texts);
  context.output.warn(...(await findStranded(await context.openHome())).map(strandedText));
  if (snapshot.connection.state === 'working-offline') {
    context.output.say(connectionSentence(snapshot.connection));
  }

  if (chosen.length === 0 && unreadable.length === 0 && trouble.exit === exitCode.done) {
    const hasCreated = hidesCreated && entries.some(({ state }) => state === 'created');
    context.output.say(hasCreated ? `${nothing} \`petstore queue --sent\` lists the created animals.` : nothing);
  }

  return trouble.exit;
};

/** `petstore queue show`: archived ones too. */
export const queueShow: Run<'proof'> = async (input, context) => {
  const { engine, profile } = await context.openSession();
  const entries = await Promise.all(input.arguments.map((text) => findQueued(engine, text, context)));
  const labels = chosenLabels(await context.openHome());
  const { entries: all } = engine.snapshot();
  const { hints } = context.output;
  const now = context.clock.now();
  const waitOf = findWaits(all, now);
  if (input.has('proof')) {
    const { baseUrl } = profile;
    const pages = entries.map((entry) => proofText(entry, { labels, baseUrl, now }));
    const wires = entries.map((entry) => ({
      ...toWireEntry(entry, waitOf(entry)),
      baseUrl: storeOf(entry, baseUrl),
      proof: toWireProof(entry),
    }));
    await context.output.printText(pages.join('\n\n'), { entries: wires });
    return;
  }

  const shown = entries.map((entry) => ({ entry, wait: waitOf(entry), blocked: findBlocked(all, entry) }));
  // In a pipe too: the history is the purpose here, and a row has no place for it.
  await context.output.print({
    json: {
      // JSON leaves an undefined member out.
      entries: shown.map(({ entry, wait, blocked }) => ({
        ...toWireEntry(entry, wait),
        settledBy:
          entry.state === 'review'
            ? settlingCommands(entry).map(([command]) => hints(command).replaceAll('`', ''))
            : undefined,
        waitedForBy: blocked.length > 0 ? blocked.map(({ localId }) => localId) : undefined,
        history: wireHistory(entry),
      })),
    },
    screen: { lines: shown.flatMap((each) => entryLines(each, { now, hints, labels })) },
  });
};

type ShownEntry = {
  readonly entry: Entry;
  readonly wait: Wait | undefined;
  /** Those that wait for it. */
  readonly blocked: readonly Entry[];
};

/** `hints` completes the commands of a text. */
type Tools = {
  readonly now: number;
  readonly hints: (text: string) => string;
  readonly labels: CategoryLabels;
};

/** Everything about one, with its history. */
export function entryLines({ entry, wait, blocked }: ShownEntry, { now, hints, labels }: Tools): readonly Line[] {
  const { localId, name, state, attempts, nextTryAt, lastError, review, instead } = entry;
  const isReview = review !== undefined && state === 'review';
  const told = state === 'rejected' ? lastError?.message : undefined;
  const next = nextTryAt !== undefined && Date.parse(nextTryAt) > now ? `at ${exactDateTimeText(nextTryAt)}` : 'now';
  const wanted = state === 'created' ? tooLateText(entry) : ifAbsentText(entry);
  const facts: readonly (Fact | undefined)[] = [
    // Its name stands above.
    ...petFacts(entry, labels).slice(1),
    ['State', stateWithIdText(entry)],
    ['Tries', `${attempts}${nextTryAt === undefined || state === 'created' ? '' : `, next ${next}`}`],
    // A review says it by itself.
    entry.gone === undefined || review ? undefined : ['Gone', goneText(entry, entry.gone, now)],
    wanted === '' ? undefined : ['Wanted', wanted],
    instead && state !== 'created' ? ['Change', describePet(instead, labels)] : undefined,
    wait && ['Why', waitTexts(wait, now).reason],
    lastError && state !== 'created' ? ['Reason', reasonText(entry)] : undefined,
    review && ['Review', review.reason],
    ...(review?.candidates ?? []).map((pet): Fact => ['', `may be #${pet.id}: ${describePet(pet, labels)}`]),
    blocked.length > 0 ? ['Blocks', blockedText(blocked)] : undefined,
  ];
  const history = entryHistory(entry, { withProcess: true, told }).map(({ at, first, text }): Fact => {
    const since = first === undefined ? '' : `  since ${exactDateTimeText(first)}`;
    return [exactDateTimeText(at), text + since];
  });
  const answers = settlingCommands(entry).map(([command, meaning]): Fact => [hints(command), meaning]);
  return [
    `${localId}  ${name}`,
    ...toFactLines(
      facts.filter((fact) => fact !== undefined),
      '  ',
    ),
    '  History',
    ...toFactLines(history, '    '),
    ...(isReview ? ['  Answer', ...toFactLines(answers, '    ')] : []),
    '',
  ];
}

/** The commands that settle a review, in backticks, each with its meaning. */
function settlingCommands({ localId, review }: Entry): readonly (readonly [command: string, meaning: string])[] {
  const candidates = review?.candidates ?? [];
  return [
    ...candidates.map(({ id }) => [`\`petstore queue adopt ${localId} ${id}\``, `it is #${id}`] as const),
    ...(candidates.length > 0
      ? []
      : [[`\`petstore queue adopt ${localId} ID\``, 'it is on the store, under this id'] as const]),
    [
      `\`petstore queue send-again ${localId}\``,
      'it is not there: send it again (may make a second one, which cannot be deleted here)',
    ],
    [`\`petstore queue discard ${localId}\``, 'give it up'],
  ];
}

type ChoosingFlag = 'state' | 'sent' | 'discarded' | 'all';

/** `nothing`: the sentence for an empty result; `hidesCreated`: created ones are left out unasked. */
type QueueChoice = {
  readonly states: readonly EntryState[];
  readonly hasArchive: boolean;
  readonly nothing: string;
  readonly hidesCreated?: true;
};

/** A person at a table sees the animals that are not done with; programs get all but the discarded, as promised. */
function chooseEntries(input: Input<ChoosingFlag>, format: Format): QueueChoice {
  const flags = [
    input.choice('state', entryStates),
    input.has('sent') ? 'created' : undefined,
    input.has('discarded') ? 'discarded' : undefined,
  ];
  const asked = entryStates.filter((state) => flags.includes(state));
  const hasArchive = input.has('all') || asked.some((state) => !isWaiting(state));
  if (asked.length > 0) {
    return { states: asked, hasArchive, nothing: `No animal of yours is ${asked.map(describeState).join(' or ')}.` };
  }

  const nothing = 'The queue is empty.';
  return format === 'table' && !hasArchive
    ? { states: entryStates.filter(isWaiting), hasArchive, nothing, hidesCreated: true }
    : { states: entryStates.filter((each) => hasArchive || each !== 'discarded'), hasArchive, nothing };
}
