import { categoryText } from '../../domain/category-labels.ts';
import { type Entry, parseAnimalId } from '../../domain/entry.ts';
import { findWaits, type Wait } from '../../domain/waits.ts';
import { truncateCells } from '../../platform/text/terminal-text.ts';
import { elsewhereText, type Missing, missingText, isMissing } from '../../text/queue/found-text.ts';
import { nameText } from '../../text/animal/pet-texts.ts';
import { ifAbsentText, reasonText, shortReason, waitTexts } from '../../text/queue/wait-text.ts';
import { lengthText } from '../../text/time-text.ts';
import { nextTryOf, toAnimalRows, toWireEntry } from './animals.ts';
import type { Answer } from '../run/output.ts';
import { chosenLabels } from '../../app/home.ts';
import type { Engine } from '../../sync/api.ts';
import type { Context } from '../run/context.ts';
import { connectionSentence } from '../../text/connection-sentence.ts';
import { exitCode, Failure, toConnectionFailure } from '../run/failure.ts';

/** Names give way first, so that the reasons have room; `queue show` has everything, the number of tries too. */
const nameWidth = 20;

/** An animal that a verb did not change, by its local id or the text in the place of one, and why. */
export type NotChanged = { readonly localId: string; readonly failure: Failure };

/** Queued animals in every form, as everything is now: one may wait for another that is not chosen. */
export async function toEntryAnswer(
  chosen: readonly Entry[],
  engine: Pick<Engine, 'snapshot'>,
  context: Context,
  notChanged: readonly NotChanged[] = [],
): Promise<Answer> {
  const now = context.clock.now();
  const waitOf = findWaits(engine.snapshot().entries, now);
  const labels = chosenLabels(await context.openHome());
  const lines = chosen.map((entry) => {
    const wait = waitOf(entry);
    return { entry, wait, nextTryAt: nextTryOf(entry, wait), reason: entryReason(entry, wait, now) };
  });
  const { titles, rows } = toAnimalRows(chosen, labels);
  const items = lines.map(({ entry, wait }) => toWireEntry(entry, wait));
  const missed = notChanged.map(({ localId, failure }) => ({ localId, error: failure.problem }));
  return {
    json: { entries: items, ...(missed[0] ? { error: missed[0].error, notChanged: missed } : {}) },
    items,
    screen: {
      titles: ['ID', 'NAME', 'CATEGORY', 'STATE', 'AGE', 'REASON'],
      rows: lines.map(({ entry, nextTryAt, reason }) => [
        entry.localId,
        truncateCells(nameText(entry), nameWidth),
        categoryText(entry.categoryId, labels),
        entry.state,
        // In lines that may be read later, a length of time is told and not the time of day.
        lengthText(now - Date.parse(entry.createdAt)),
        [shortReason(reason), ...nextTryTexts(entry, nextTryAt, now)].filter(Boolean).join('; '),
      ]),
      flexible: 5,
    },
    csv: {
      titles: [...titles, 'state', 'createdAt', 'attempts', 'nextTryAt', 'reason'],
      rows: lines.map(({ entry, nextTryAt = '', reason }, index) => {
        const { state, createdAt, attempts } = entry;
        return [...(rows[index] ?? []), state, createdAt, String(attempts), nextTryAt, reason];
      }),
    },
  };
}

/** The reason for its state, in a cell: its wait, its need of a person, or its last failure. */
function entryReason(entry: Entry, wait: Wait | undefined, now: number): string {
  const { state, petId, review } = entry;
  if (state === 'created') {
    return `is #${petId ?? ''}${entry.gone === undefined ? elsewhereText(entry) : ', gone from the store'}`;
  }

  const wanted = state === 'checking' ? ifAbsentText(entry) : '';
  return wait ? waitTexts(wait, now).reason : (review?.reason ?? (wanted === '' ? reasonText(entry) : wanted));
}

function nextTryTexts({ state }: Entry, nextTryAt: string | undefined, now: number): readonly string[] {
  const ms = Date.parse(nextTryAt ?? '') - now;
  return state === 'created' || !(ms > 0) ? [] : [`next try in ${lengthText(ms)}`];
}

/** Why a given id shows no animal, with the exit code that tells it. */
export function missingFailure(
  found: Missing,
  { isOffline, now }: { readonly isOffline: boolean; readonly now: number },
): Failure {
  const asOf = 'savedAt' in found && found.savedAt !== undefined ? { asOf: found.savedAt } : {};
  const message = missingText(found, {
    now,
    list: '`petstore queue list --all`',
    connection: (connection) => (isOffline ? undefined : connectionSentence(connection)),
  });
  switch (found.type) {
    case 'unreadable':
      return new Failure(exitCode.storage, found.problem);
    case 'no-entry':
    case 'no-pet':
      return new Failure(exitCode.notFound, { code: 'not_found', message, ...asOf });
    case 'unknown-pet': {
      if (isOffline || found.connection.state === 'online') {
        return new Failure(exitCode.unreachable, { code: 'unknown', message, ...asOf });
      }

      const { exit, problem } = toConnectionFailure(found.connection, message);
      return new Failure(exit, { ...problem, ...asOf });
    }
  }
}

/** The entry with a local id as a person typed it, settled or not. Throws the `Failure` that says why not. */
export async function findQueued(engine: Pick<Engine, 'find'>, text: string, { clock }: Context): Promise<Entry> {
  const found = await engine.find(parseAnimalId(text) ?? { localId: text });
  if (isMissing(found) || found.type === 'pet') {
    throw missingFailure(found.type === 'pet' ? { type: 'no-entry', localId: text } : found, {
      isOffline: true,
      now: clock.now(),
    });
  }

  return found.entry;
}
