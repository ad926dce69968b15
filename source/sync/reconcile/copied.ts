/**
 * A queue that was copied, or put back from a backup: its animals may have been sent since. Its origin
 * (`local/origin.ts`) tells it, a person is asked once, and what is unsent is looked for before it is sent.
 */
import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { EntryRecord } from '../../domain/record.ts';
import type { OriginFindings } from '../../local/origin.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { EngineState, Part } from '../state.ts';
import { knowledgeOf, mostKnown } from './known.ts';
import { refreshQueue } from './queue-view.ts';

/** Asks before anything is sent from a copied queue; whether it does. `onlyLooks`: for anybody but the sender. */
export async function askIfCopied(engine: Part<'local' | 'questions'>, { onlyLooks = false } = {}): Promise<boolean> {
  const found = await engine.local.origin.check({ onlyLooks });
  engine.questions.isOriginKnown = true;
  if (found.type === 'as-left') {
    // A person may have confirmed it in another process.
    engine.questions.settle('copy');
    return false;
  }

  ask(engine, found);
  return true;
}

/** Tells of such a folder before the first sending. */
export async function tellIfCopied(engine: EngineState): Promise<void> {
  await refreshQueue(engine);
  if (!engine.local.newer()) {
    await askIfCopied(engine, { onlyLooks: true });
  }
}

/**
 * A person says that sending goes on from here. Whatever is unsent may have been sent from another copy: it is looked
 * for before it is sent, also what is held or rejected, as soon as a person lets it go.
 */
export async function confirmQueue(engine: EngineState): Promise<void> {
  const { local } = engine;
  await refreshQueue(engine);
  const found = await local.origin.check({ onlyLooks: true });
  if (found.type !== 'as-left') {
    // The saved list was copied with the queue. Beside a queue that was put back it may be younger, and show them.
    const toCopied = copiedFrom(engine, found.why === 'elsewhere');
    await local.origin.confirm((entry) => (mayBeSent.has(entry.state) ? toCopied(entry) : undefined));
  }

  engine.questions.settle('copy');
  engine.showEntries();
}

const mayBeSent: ReadonlySet<Entry['state']> = new Set([
  'queued',
  'sending',
  'checking',
  'held',
  'rejected',
  'discarded',
]);

/**
 * Takes in what a synchronised folder put beside the queue when it was changed on two machines: whatever is unsent of
 * it is held and, as the other machine may have sent it since, looked for before it is sent. It is told by this process.
 */
export async function joinConflicted(engine: EngineState): Promise<void> {
  const { local, clock } = engine;
  if (!engine.snapshot().unreadable.some(({ problem }) => problem.code === 'not_a_record')) {
    return;
  }

  const archived = new Set((await local.archive.all()).map(nameOf));
  const joined = await local.queue.joinConflicted({
    at: isoNow(clock),
    isArchived: (entry) => archived.has(nameOf(entry)),
    toCopied: copiedFrom(engine, false),
  });
  for (const { path, held } of joined.filter((each) => each.held.length > 0)) {
    const message =
      `The queue was changed on two machines, and a synchronised folder kept both (${path}). What the other one had ` +
      `more is here now, and held: ${held.join(', ')}. Release each that is still to be sent. ` +
      "Keep petstore's folders out of synchronisation.";
    engine.joined = [...engine.joined, { path, problem: { code: 'queue_joined', message } }];
  }

  await refreshQueue(engine);
}

/** What an animal has for itself, whatever number it was given. */
function nameOf({ createdAt, name, categoryId }: Entry): string {
  return `${createdAt} ${categoryId} ${name}`;
}

/** Makes the event of an entry. `isListOfThen`: what the saved list shows was there before any of them was sent. */
function copiedFrom(
  engine: Part<'clock' | 'knowledge' | 'local' | 'saved' | 'settleMs'>,
  isListOfThen: boolean,
): (entry: Entry) => EntryRecord {
  const { clock, saved } = engine;
  const pets = isListOfThen ? saved.pets : [];
  const byKey = Map.groupBy(pets, matchingKey);
  const known = knowledgeOf(engine)
    .ours.slice(-mostKnown)
    .map(({ id }) => id);
  const event = { kind: 'copied', at: isoNow(clock), uptime: clock.uptime(), boot: clock.boot(), known } as const;
  const highest = pets.at(-1)?.id;
  return (entry) => ({
    ...event,
    alike: (byKey.get(matchingKey(entry)) ?? []).map(({ id }) => id),
    ...(highest === undefined ? {} : { highest }),
  });
}

function ask(engine: Part<'local' | 'questions'>, { why }: Extract<OriginFindings, { type: 'copied' }>): void {
  const { behind } = engine.local.queue.data();
  engine.questions.ask('copy', {
    code: 'queue_copied',
    message: [
      behind === undefined
        ? `This queue was copied or restored: ${reasons[why]}.`
        : `This queue was damaged: ${behind}.`,
      'Nothing is sent until you confirm, and the list is not read.',
      'Then the store is checked for each queued animal before it is sent.',
      'If you know that one was sent since, discard it first; hold any you are unsure of.',
      ...(why === 'elsewhere' ? ['Confirm once the original is no longer used.'] : []),
    ].join(' '),
  });
}

const reasons = {
  elsewhere: 'it is not in the place where it was left',
  behind: 'animals were sent from here that it knows nothing of',
  notes: 'what petstore noted beside it is from a backup',
} as const;

/** Pauses sending if the store was given another address since this engine was opened: the queue goes there. */
export async function pauseIfMoved(engine: Part<'options' | 'questions'>): Promise<boolean> {
  const isMoved = (await engine.options.isStillThere?.()) === false;
  if (isMoved) {
    const message =
      'This profile was moved to another address. Nothing is sent from here any more; open ' +
      'petstore again to go on there.';
    engine.questions.ask('refusal', { code: 'moved', message }, 'misconfigured');
  }

  return isMoved;
}
