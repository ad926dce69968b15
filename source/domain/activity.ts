/** What happened with a store: told in the activity log, kept in the change log (`local/change-log.ts`). */
import * as z from 'zod/mini';
import { compareText, type Int64 } from './int64.ts';
import { connectionStates } from './connection.ts';
import type { Entry } from './entry.ts';
import type { EntryRecord } from './record.ts';
import { type PetWord, petFieldList } from './pet.ts';

const idSchema = z.custom<Int64>((value) => typeof value === 'string');
const wordSchema = z.custom<PetWord>((value) => petFieldList.some(({ word }) => word === value));
/** ISO 8601 UTC. `at`: when it was seen; `since`: when it was not so yet, if that is known. */
const times = { at: z.string(), since: z.optional(z.string()) };

/** One thing that happened, as it is written down. */
export const activitySchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ ...times, kind: z.literal('new'), id: idSchema, name: z.string() }),
    z.object({ ...times, kind: z.literal('gone'), id: idSchema, name: z.string() }),
    // `from` and `to` are left out if the field was not set.
    z.object({
      ...times,
      kind: z.literal('changed'),
      id: idSchema,
      name: z.string(),
      field: wordSchema,
      from: z.optional(z.string()),
      to: z.optional(z.string()),
    }),
    // More at once than anybody takes in one by one.
    z.object({ ...times, kind: z.literal('many'), added: z.number(), changed: z.number(), gone: z.number() }),
    z.object({
      ...times,
      kind: z.literal('settled'),
      localId: z.string(),
      name: z.string(),
      state: z.enum(['created', 'rejected', 'review']),
      id: z.optional(idSchema),
    }),
    z.object({ ...times, kind: z.literal('connection'), state: z.enum(connectionStates) }),
  ]),
);

/** One thing that happened with a store. */
export type Activity = z.infer<typeof activitySchema>;

/** The subject of an activity; two neighbours with the same subject and text are one that two programs saw. */
function subjectOf(activity: Activity): string {
  switch (activity.kind) {
    case 'new':
    case 'gone':
      return `#${activity.id}`;
    case 'changed':
      return `#${activity.id} ${activity.field}`;
    case 'many':
      return 'many';
    case 'settled':
      return activity.localId;
    case 'connection':
      return 'connection';
  }
}

/** A refusal has the time of its record, whoever tells of it; another one is told too. */
function contentOf({ at, since: _since, ...content }: Activity): string {
  const isRepeatable = content.kind === 'settled' && content.state !== 'created';
  return JSON.stringify(isRepeatable ? { ...content, at } : content);
}

/** In the order in which it was seen, each once, whoever saw it. */
export function mergeActivities(...sources: readonly (readonly Activity[])[]): readonly Activity[] {
  const last = new Map<string, string>();
  return sources
    .flat()
    .sort((a, b) => compareText(a.at, b.at))
    .filter((activity) => {
      const subject = subjectOf(activity);
      const content = contentOf(activity);
      const isKnown = last.get(subject) === content;
      last.set(subject, content);
      return !isKnown;
    });
}

/** The kinds of records after which an animal has its id, or needs a person. */
const settling: readonly EntryRecord['kind'][] = ['outcome', 'absent', 'adopted', 'reopened', 'review'];

/** That an animal of a person's own has its id, or needs them; since the record that says so first. */
export function toSettled({ localId, name, state, petId, history, createdAt }: Entry): Activity | undefined {
  const isAsked = (record: EntryRecord): boolean =>
    state === 'review' && record.kind === 'gone' && record.is === 'asked';
  const last = history.findLast((record) => settling.includes(record.kind) || isAsked(record));
  // An outcome may be told twice.
  const first = history.find(
    (record) => record.kind === 'outcome' && last?.kind === 'outcome' && record.attempt === last.attempt,
  );
  const at = (first ?? last)?.at ?? createdAt;
  return state === 'created' || state === 'rejected' || state === 'review'
    ? { at, kind: 'settled', localId, name, state, ...(petId === undefined ? {} : { id: petId }) }
    : undefined;
}

/**
 * The activities after `from` (ISO 8601): those that were noted, and those that the entries tell themselves. A program
 * that saw an animal of a person's own before it knew whose that is may have noted it as a new one.
 */
export function withSettled(
  activities: readonly Activity[],
  entries: readonly Entry[],
  from: string,
): readonly Activity[] {
  const merged = mergeActivities(
    activities,
    entries.flatMap((entry) => toSettled(entry) ?? []).filter(({ at }) => at > from),
  );
  const present = new Set(entries.map(({ localId }) => localId));
  const own = new Set([
    ...entries.flatMap(({ petId, elsewhere }) => (elsewhere === undefined ? (petId ?? []) : [])),
    // Of one that was archived since. What an entry was before is another answer, which was taken back.
    ...merged.flatMap((activity) =>
      activity.kind === 'settled' && !present.has(activity.localId) ? (activity.id ?? []) : [],
    ),
  ]);
  return merged.filter((activity) => activity.kind !== 'new' || !own.has(activity.id));
}
