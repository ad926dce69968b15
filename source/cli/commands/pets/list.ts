import type { CategoryLabels } from '../../../domain/category-labels.ts';
import { type Entry, isWaiting } from '../../../domain/entry.ts';
import { sortFields, sortPets } from '../../../domain/order-pets.ts';
import { type Pet, petStatuses } from '../../../domain/pet.ts';
import { findWaits } from '../../../domain/waits.ts';
import { createMatcher, toSearchText } from '../../../domain/search/match-query.ts';
import { asksForNew, asksWhenSeen, mostTerms, parseQuery } from '../../../domain/search/query.ts';
import { firstSeen, type SeenAnimals } from '../../../domain/first-seen.ts';
import { lastVisit } from '../../../app/ui-persistence.ts';
import { isoNow } from '../../../platform/time/clock.ts';
import { labelsOf } from '../../../app/profiles/profiles.ts';
import type { Session } from '../../../app/session/compose-session.ts';
import { toWirePet } from '../../../platform/json/json.ts';
import { idOf, isQueued, type PetOrEntry } from '../../../text/animal/pet-texts.ts';
import { toAnimalRows, toAnimalTable, toWireEntry } from '../../print/animals.ts';
import { animalColumnNames, type AnimalColumn } from '../../table/flags.ts';
import type { Answer } from '../../run/output.ts';
import { type Run, createInput, type Input } from '../../parse/command.ts';
import type { Context } from '../../run/context.ts';
import { exitCode, wrongUse, toConnectionFailure, troubleOf } from '../../run/failure.ts';
import {
  connectionSentence,
  incompleteText,
  savedListText,
  savedTroubleText,
  unreadableRowsText,
} from '../../../text/connection-sentence.ts';
import { asTyped } from '../../../text/hints.ts';
import { findValueMistake, nothingFoundText } from '../../../text/animal/read-category-text.ts';
import type { Engine, Snapshot } from '../../../sync/api.ts';

/** `petstore list`. */
export const listAnimals: Run<ListFlag> = async (input, context) =>
  listSession(await context.openSession(), input, context);

type ListFlag = 'status' | 'query' | 'sort' | 'reverse' | 'limit' | 'columns' | 'offline';

/** The whole list, for callers in which no flag of `list` can be given. */
export async function listAll(session: Session, context: Context): Promise<number> {
  return await listSession(session, createInput([], new Map()), context);
}

async function listSession({ engine, profile }: Session, input: Input<ListFlag>, context: Context): Promise<number> {
  const { output } = context;
  const home = await context.openHome();
  const labels = labelsOf(home.config, profile.name);
  const wish = readWish(input, labels, context);
  const { status, limit, isOffline } = wish;
  const isFresh = !isOffline && (await refresh(engine, wish, context));
  const snapshot = engine.snapshot();
  const { pets, entries, connection } = snapshot;
  const list = snapshot.lists[status ?? 'all'];
  const trouble = troubleOf(snapshot);
  const isEmptyHanded = !isFresh && list.fetchedAt === undefined && pets.length === 0;
  const failure = toConnectionFailure(connection, `There is no saved copy to show. ${connectionSentence(connection)}`);
  const isAnyQueued = entries.some(({ state }) => isWaiting(state));
  if (isEmptyHanded && !isAnyQueued && !isOffline && trouble.exit === exitCode.done) {
    throw failure;
  }

  const visit = lastVisit(home.folders, profile);
  const isWanted = wish.choose(asksWhenSeen(wish.query) ? await readSeen(engine, visit, context) : undefined);
  if (visit === undefined && asksForNew(wish.query)) {
    output.say('is:new counts from when the app was left, and on this store it never was; since:2d finds others.');
  }

  const queued = entries.filter((entry) => isWaiting(entry.state) && isWanted(entry));
  const chosen = sortPets(pets.filter(isWanted), wish.sort, wish.isReversed);
  const animals = (first: readonly Entry[]): readonly PetOrEntry[] => [...first, ...chosen].slice(0, limit);
  // If no order is asked for, the table is as the app's list, and scripts have had them in the order of entering.
  const sorted = sortPets(queued, wish.sort, wish.isReversed);
  const shown = animals(sorted);
  const printed = animals(wish.isOrdered ? sorted : queued);
  const waitOf = findWaits(entries, context.clock.now());
  await output.print(toAnswer(printed, shown, wish, snapshot, isFresh, waitOf));
  output.warn(...trouble.texts);
  if (snapshot.readOnly?.code === 'newer_version' && snapshot.queueTrouble === undefined) {
    output.warn(snapshot.readOnly.message);
  }

  if (!isFresh) {
    tellAge(list, snapshot.savedTrouble, isOffline ? undefined : connectionSentence(connection), context);
  }

  tellWhatLacks(snapshot, list, context);
  // Nobody knows what is in rows that cannot be read.
  const isKnown = !isEmptyHanded && snapshot.unreadableRows === undefined;
  if (shown.length === 0 && (wish.nothingFound !== '' || isKnown)) {
    const isChosen = status !== undefined || wish.query.terms.length > 0;
    output.say(wish.nothingFound || (isChosen ? 'No animal matches.' : 'The list is empty.'));
  }

  // What waits here is no list of the store.
  const asked = connection.state === 'changed' ? exitCode.waiting : failure.exit;
  const exit = isOffline ? exitCode.unreachable : asked;
  return trouble.exit === exitCode.done && isEmptyHanded ? exit : trouble.exit;
}

type Wish = ReturnType<typeof readWish>;

function readWish(input: Input<ListFlag>, labels: CategoryLabels, context: Context) {
  const columns = readColumns(input.text('columns'));
  const { format } = context.output;
  if (columns && (format === 'json' || format === 'ndjson')) {
    throw wrongUse(
      `--columns is for the table, TSV and CSV. ${format.toUpperCase()} has every field of an animal; leave it out.`,
    );
  }

  const query = parseQuery(input.text('query') ?? '', context.clock.now());
  if (query.isCut) {
    throw wrongUse(`--query takes at most ${mostTerms} words.`);
  }

  const mistake = findValueMistake(query);
  if (mistake !== undefined) {
    throw wrongUse(mistake);
  }

  const status = input.choice('status', petStatuses);
  const sort = input.choice('sort', sortFields) ?? 'id';
  const isReversed = input.has('reverse');
  return {
    status,
    limit: input.count('limit'),
    sort,
    isReversed,
    isOrdered: input.has('sort') || isReversed,
    isOffline: input.has('offline'),
    columns,
    labels,
    /** A sentence on a field, state or category in the words that does not exist; empty: they are right. */
    nothingFound: nothingFoundText(query, labels),
    query,
    /** `seen`: since when each is known, if the query asks. */
    choose(seen: SeenAnimals | undefined): (animal: PetOrEntry) => boolean {
      const matches = createMatcher(query, labels, seen);
      return (animal) =>
        (status === undefined || animal.status === status) &&
        (query.terms.length === 0 || matches(animal, toSearchText(idOf(animal), animal, labels)));
    },
  };
}

function readColumns(typed: string | undefined): readonly AnimalColumn[] | undefined {
  const words = typed?.split(',').map((each) => each.trim());
  const columns = words?.flatMap((word) => animalColumnNames.filter((name) => name === word));
  if (words && new Set(columns).size < words.length) {
    throw wrongUse(
      `--columns must name some of ${animalColumnNames.join(', ')}, each once, with commas between them; ` +
        `"${asTyped(typed ?? '')}" does not.`,
    );
  }

  return columns;
}

/** Since when each animal is known, what was just noticed included. */
async function readSeen(engine: Engine, visit: string | undefined, context: Context): Promise<SeenAnimals> {
  await engine.loadActivities(visit ?? isoNow(context.clock), { all: true });
  const { recorded, activities, entries } = engine.snapshot();
  return visit ? firstSeen(recorded, activities, entries) : firstSeen([...recorded, ...activities], [], entries);
}

async function refresh(engine: Engine, wish: Wish, { output, signal }: Context): Promise<boolean> {
  const tellProgress = (): void => {
    const { progress } = engine.snapshot();
    output.progress(progress ? `${progress.what} ${progress.done}` : 'Reading the list');
  };
  tellProgress();
  const stopProgress = engine.subscribe(tellProgress);
  try {
    return await engine.refresh(wish.status ?? 'all', 'whole', signal);
  } finally {
    stopProgress();
    output.progress(undefined);
  }
}

/** `shown`: those of the table. With getters, because each of these walks the whole list and only one is printed. */
function toAnswer(
  animals: readonly PetOrEntry[],
  shown: readonly PetOrEntry[],
  { status, isOffline, columns: chosenColumns, labels }: Wish,
  snapshot: Snapshot,
  isFresh: boolean,
  waitOf: ReturnType<typeof findWaits>,
): Answer {
  const { lists, connection, oddPages } = snapshot;
  const { fetchedAt, heardAt, complete } = lists[status ?? 'all'];
  return {
    get json() {
      return {
        pets: animals.filter((animal): animal is Pet => !isQueued(animal)).map(toWirePet),
        queued: animals.filter(isQueued).map((entry) => toWireEntry(entry, waitOf(entry))),
        source: isFresh ? 'service' : 'cache',
        fetchedAt: fetchedAt ?? null,
        newestAt: heardAt,
        complete,
        connection: isOffline ? 'working-offline' : connection.state,
        error: oddPages,
        ...troubleOf(snapshot).json,
      };
    },
    get items() {
      return animals.map((animal) => (isQueued(animal) ? toWireEntry(animal, waitOf(animal)) : toWirePet(animal)));
    },
    get screen() {
      return toAnimalTable(shown, labels, chosenColumns);
    },
    get csv() {
      return toAnimalRows(animals, labels, chosenColumns);
    },
  };
}

function tellAge(
  { fetchedAt, heardAt }: Pick<Snapshot['lists']['all'], 'fetchedAt' | 'heardAt'>,
  trouble: string | undefined,
  why: string | undefined,
  { output, clock }: Context,
): void {
  const shown =
    fetchedAt === undefined
      ? `only animals that you entered or looked up here, as ${
          trouble === undefined ? 'there is no saved copy yet' : savedTroubleText(trouble)
        }`
      : savedListText({ fetchedAt, heardAt }, clock.now());
  output.warn(why === undefined ? `Offline: ${shown}.` : `${shown.charAt(0).toUpperCase()}${shown.slice(1)}. ${why}`);
}

function tellWhatLacks(
  { unreadableRows, oddPages }: Snapshot,
  { fetchedAt, complete }: Snapshot['lists']['all'],
  { output }: Context,
): void {
  if (unreadableRows) {
    output.warn(unreadableRowsText(unreadableRows));
  } else if (oddPages) {
    output.warn(oddPages.message);
  } else if (!complete && fetchedAt !== undefined) {
    output.say(incompleteText);
  }
}
