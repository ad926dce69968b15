import { strandedTexts } from '../../../app/profiles/waiting-stores.ts';
import { chosenLabels } from '../../../app/home.ts';
import { type Entry, isWaiting, describeState, type EntryState, entryStates } from '../../../domain/entry.ts';
import { findBlocked, findWaits } from '../../../domain/waits.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import { entryLines, settlingCommands } from '../../print/entry-lines.ts';
import { wireHistory } from '../../../text/queue/history-lines.ts';
import { proofText, storeOf, toWireProof } from '../../../text/queue/proof-lines.ts';
import { waitTexts } from '../../../text/queue/wait-text.ts';
import type { Run, Input } from '../../parse/command.ts';
import { toWireEntry } from '../../print/animals.ts';
import { toEntryAnswer, findQueued } from '../../print/entry-answer.ts';
import { exitCode, troubleOf, unreadableTexts } from '../../run/failure.ts';
import type { Format } from '../../run/output.ts';

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
  context.output.warn(...unreadableTexts(snapshot));
  context.output.warn(...(await strandedTexts(await context.openHome())));
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

  const lines = entries.flatMap((entry) => {
    const wait = waitOf(entry);
    return entryLines(entry, {
      wait: wait && waitTexts(wait, now).reason,
      blocked: findBlocked(all, entry),
      now,
      hints,
      labels,
    });
  });
  const wires = entries.map((entry) => ({
    ...toWireEntry(entry, waitOf(entry)),
    ...toWireDetails(entry, all, hints),
  }));
  // In a pipe too: the history is the purpose here, and a row has no place for it.
  await context.output.print({ json: { entries: wires }, screen: { lines } });
};

function toWireDetails(entry: Entry, all: readonly Entry[], hints: (text: string) => string): object {
  const blocked = findBlocked(all, entry);
  const commands = settlingCommands(entry);
  // JSON leaves an undefined member out.
  return {
    settledBy: entry.state === 'review' ? commands.map(([command]) => hints(command).replaceAll('`', '')) : undefined,
    waitedForBy: blocked.length > 0 ? blocked.map(({ localId }) => localId) : undefined,
    history: wireHistory(entry),
  };
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
