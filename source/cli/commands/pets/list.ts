import { isWaiting } from '../../../domain/entry.js';
import { sortFields, sortPets } from '../../../domain/order-pets.js';
import { type Pet, petFieldNames, petFields, petStatuses } from '../../../domain/pet.js';
import { canBeFuzzy, createMatcher, toSearchText } from '../../../domain/search/match-query.js';
import { mostTerms, parseQuery } from '../../../domain/search/query.js';
import { animalColumns, type AnimalFacts, type AnimalLine } from '../../../text/animal/animal-columns.js';
import { type Column, tableOf } from '../../../text/columns.js';
import { readNamedViews } from '../../../app/preferences/preferences.js';
import { labelsOf } from '../../../app/settings/labels.js';
import type { NamedView, Session } from '../../../app/workspace.js';
import { toWirePet } from '../../../platform/json/wire-json.js';
import {
  type Animal,
  type AnimalColumn,
  animalColumnNames,
  isEntry,
  shownId,
  shownState,
  toAnimalRows,
} from '../../print/animal-rows.js';
import type { Answer } from '../../print/answer.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import { exitCode, wrongUse } from '../../run/failures/failure.js';
import { createInput, type Input } from '../../parse/input.js';
import {
  connectionSentence,
  incompleteText,
  savedListText,
  unreadableRowsText,
} from '../../../text/connection-sentence.js';
import { toConnectionFailure } from '../../run/failures/connection-failure.js';
import { troubleOf, warnOfUnreadable } from '../../run/failures/warn-of-unreadable.js';
import { toWireEntry } from '../../print/wire-entry.js';
import { mendedPages } from '../../../sync/lists/odd-pages.js';

/** `petstore list`. */
export const listAnimals: Run<ListFlag> = async (input, context) =>
  listSession(await context.openSession({ loaded: input.has('offline') ? 'queue' : true }), input, context);

type ListFlag = 'view' | 'status' | 'query' | 'fuzzy' | 'sort' | 'reverse' | 'limit' | 'columns' | 'offline';

/** The whole list, for where no flag of `list` can be given. */
export async function listAll(session: Session, context: Context): Promise<number> {
  return await listSession(session, createInput([], new Map()), context);
}

/** Lists a session's animals: also what the app does if there is no terminal. */
async function listSession({ engine, profile }: Session, input: Input<ListFlag>, context: Context): Promise<number> {
  const { output, clock } = context;
  const chosenColumns = input.several('columns', animalColumnNames);
  if (chosenColumns && (output.format === 'json' || output.format === 'ndjson')) {
    throw wrongUse(
      `--columns is for the table, TSV and CSV. ${output.format === 'json' ? 'JSON' : 'NDJSON'} ` +
        'has every field of an animal; leave it out.',
    );
  }

  const view = await findView(input.text('view'), context);
  const status = input.choice('status', petStatuses) ?? petStatuses.find((each) => each === view?.tab);
  const isOffline = input.has('offline');
  const query = parseQuery(input.text('query') ?? view?.filter ?? '');
  if (query.isCut) {
    throw wrongUse(`--query takes at most ${mostTerms} words.`);
  }

  const labels = labelsOf((await context.openHome()).config, profile.name);
  const finder = (fuzzy: boolean): ((animal: Animal) => boolean) => {
    const matches = createMatcher(query, labels, { fuzzy });
    return (animal) => query.terms.length === 0 || matches(animal, toSearchText(shownId(animal), animal, labels));
  };
  const exactly = finder(false);
  const isWithout = view?.tab === 'none' && !input.has('status');
  const wanted =
    (isFound: (animal: Animal) => boolean) =>
    (animal: Animal): boolean =>
      (isWithout ? animal.status === undefined : status === undefined || animal.status === status) && isFound(animal);
  const limit = input.count('limit');
  const sort = input.choice('sort', sortFields) ?? view?.sort ?? 'id';
  const isReversed = input.has('reverse') || (view?.reverse ?? false);
  // A view shows what it shows in the app: what has the letters, if nothing contains them. That is known of all or
  // of none.
  const mayLoosen = view !== undefined && !input.has('query') && canBeFuzzy(query);
  if (isOffline) {
    const isWanted = wanted(input.has('fuzzy') ? finder(true) : exactly);
    const most =
      (limit ?? Infinity) -
      engine.snapshot().entries.filter((entry) => isWaiting(entry.state) && isWanted(entry)).length;
    const isCut = limit !== undefined && sort === 'id' && !mayLoosen;
    await engine.load(
      isCut
        ? { end: isReversed ? 'oldest' : 'newest', isEnough: (pets) => pets.filter(isWanted).length >= most }
        : 'all',
    );
  }

  const stopProgress = engine.subscribe(() => {
    const { progress } = engine.snapshot();
    output.progress(progress && `${progress.what} ${progress.done}`);
  });
  // One end is enough for as many of the list as are shown, if nothing but the tab chooses among them.
  const isEndEnough = limit !== undefined && sort === 'id' && query.terms.length === 0 && !isWithout;
  const scope = isEndEnough ? ({ end: isReversed ? 'oldest' : 'newest', rows: limit } as const) : 'whole';
  const isFresh = !isOffline && (await engine.refresh(status ?? 'all', scope, context.signal));
  stopProgress();
  output.progress(undefined);

  const snapshot = engine.snapshot();
  const { pets, entries, lists, connection, oddPages } = snapshot;
  const trouble = troubleOf(snapshot);
  const { fetchedAt, heardAt, complete, end } = lists[status ?? 'all'];
  const isEmptyView =
    mayLoosen && !pets.some(exactly) && !entries.some((entry) => isWaiting(entry.state) && exactly(entry));
  const isWanted = wanted(input.has('fuzzy') || isEmptyView ? finder(true) : exactly);
  const queued = entries.filter((entry) => isWaiting(entry.state) && isWanted(entry));
  const chosen = sortPets(pets.filter(isWanted), sort, isReversed);
  const isEmptyHanded =
    !isFresh && fetchedAt === undefined && pets.length === 0 && !entries.some((entry) => isWaiting(entry.state));
  if (isEmptyHanded && !isOffline && trouble.exit === exitCode.done) {
    throw toConnectionFailure(
      connection,
      `${connectionSentence(connection)} Nothing is saved on this machine yet to answer with.`,
    );
  }

  const animals = [...queued, ...chosen].slice(0, limit);
  // Getters, because each of these walks the whole list and only one is printed.
  const answer: Answer = {
    get json() {
      return {
        pets: animals.filter((animal): animal is Pet => !isEntry(animal)).map(toWirePet),
        queued: animals.filter(isEntry).map((entry) => toWireEntry(entry)),
        source: isFresh ? 'service' : 'cache',
        fetchedAt: fetchedAt ?? null,
        ...(heardAt === undefined ? {} : { newestAt: heardAt }),
        complete,
        connection: isOffline ? 'working-offline' : connection.state,
        ...(oddPages === undefined || oddPages.code === mendedPages ? {} : { error: oddPages }),
        ...trouble.json,
      };
    },
    get items() {
      return animals.map((animal) => (isEntry(animal) ? toWireEntry(animal) : (toWirePet(animal) as object)));
    },
    get screen() {
      // If nothing is queued there is no state to tell.
      const columns =
        chosenColumns?.map(columnNamed) ??
        (queued.length > 0 ? animalColumns : animalColumns.filter(({ title }) => title !== 'STATE'));
      const lines = animals.map((animal) => ({ id: shownId(animal), pet: animal, state: shownState(animal) }));
      return {
        ...tableOf(columns, lines, { labels, longestId: 0, glyphs: undefined, isNarrow: false }),
        flexible: findFlexible(columns),
      };
    },
    get rows() {
      return toAnimalRows(animals, chosenColumns);
    },
  };
  await output.print(answer);

  warnOfUnreadable(snapshot, output);
  if (snapshot.readOnly?.code === 'newer_version' && snapshot.queueTrouble === undefined) {
    output.warn(snapshot.readOnly.message);
  }

  if (!isFresh) {
    const age = savedListText({ fetchedAt, heardAt }, clock.now());
    const shown =
      fetchedAt === undefined ? 'only animals that you entered or looked up here, as no list is saved yet' : age;
    output.warn(
      isOffline
        ? `Offline: ${shown}.`
        : `${shown.charAt(0).toUpperCase()}${shown.slice(1)}. ${connectionSentence(connection)}`,
    );
  }

  if (snapshot.unreadableRows) {
    output.warn(unreadableRowsText(snapshot.unreadableRows));
  } else if (oddPages) {
    if (oddPages.code === mendedPages) {
      output.detail(oddPages.message);
    } else {
      output.warn(oddPages.message);
    }
  } else if (end !== undefined) {
    output.say(`No more of the store's list was read than its ${end} animals.`);
  } else if (!complete && fetchedAt !== undefined) {
    output.say(incompleteText);
  }

  return trouble.exit === exitCode.done && isEmptyHanded ? exitCode.unreachable : trouble.exit;
}

/** The table's column of a name. A field that has none there is printed as it is. */
function columnNamed(name: AnimalColumn): Column<AnimalLine, AnimalFacts> {
  const title = name.toUpperCase();
  const field = petFieldNames.find((each) => petFields[each].word === name);
  return (
    animalColumns.find((column) => column.title === title) ?? {
      title,
      width: 0,
      cell: ({ pet }) => (field && pet[field]) ?? '',
    }
  );
}

/** The column that gives way on a narrow terminal: of those that are there, the one with the longest texts. */
function findFlexible(columns: readonly Column<AnimalLine, AnimalFacts>[]): number {
  const places = ['NAME', 'CATEGORY'].map((wanted) => columns.findIndex(({ title }) => title === wanted));
  return places.find((place) => place >= 0) ?? 0;
}

/** The view of a name. Throws a `Failure` that names those there are. */
async function findView(name: string | undefined, context: Context): Promise<NamedView | undefined> {
  if (name === undefined) {
    return undefined;
  }

  const views = await readNamedViews(await context.openHome());
  const view = views.find((each) => each.name === name);
  if (!view) {
    const names = views.map((each) => each.name).join(', ');
    throw wrongUse(
      `There is no view "${name}". ` +
        (views.length === 0 ? 'V in the list of the app keeps one.' : `There are: ${names}.`),
    );
  }

  return view;
}
