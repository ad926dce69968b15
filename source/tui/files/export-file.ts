import type { Entry } from '../../domain/entry.js';
import { type Pet, petFieldNames } from '../../domain/pet.js';
import { toWireNewPet, toWirePet } from '../../platform/json/wire-json.js';
import { isKeptByCsv, toCsvLine } from '../../platform/text/write-cells.js';
import { countText } from '../../text/count-text.js';
import { activeList, listRows, queueRows } from '../actions/cursor.js';
import { type Done, isOpen, performOnStore, say } from '../actions/say.js';
import { snapshotOf, type App } from '../app-context.js';
import { hasMarks, markedAnimals } from '../marks/marks.js';
import type { Row } from '../models/list-rows.js';
import { takeRows } from '../models/position.js';
import { typedPath } from './typed-path.js';

/**
 * `:export FILE`: what is marked, or else all that is shown, as CSV, or as JSON or NDJSON where the file is called so.
 */
export function exportFile(app: App, typed: string): void {
  const path = typedPath(typed);
  if (path === '') {
    say(app, 'Say which file: :export animals.csv', 'bad');
    return;
  }

  performOnStore(app, async (session) => {
    // Of a long list that was just opened only the newest are shown so far.
    await session.engine.load();
    if (!isOpen(app, session)) {
      say(app, `Another store was opened meanwhile, so nothing was written to ${path}.`, 'bad');
      return undefined;
    }

    return await writeAnimals(app, path, chosenAnimals(app));
  });
}

async function writeAnimals(app: App, path: string, animals: readonly Animal[]): Promise<Done> {
  const ending = /\.(json|ndjson|jsonl)$/iu.exec(path)?.[1]?.toLowerCase();
  const toJson = (): string =>
    ending === 'json'
      ? `${JSON.stringify(animals.map(toWire), undefined, 2)}\n`
      : animals.map((animal) => `${JSON.stringify(toWire(animal))}\n`).join('');
  const text = ending === undefined ? toCsv(animals) : toJson();
  const changed = ending === undefined ? animals.filter(({ name }) => !isKeptByCsv(name)).length : 0;
  const problem =
    animals.length === 0 ? 'Nothing is shown that could be exported.' : await app.workspace.writeExport(path, text);
  if (problem !== undefined) {
    return { text: problem, tone: 'bad' };
  }

  const note =
    changed === 0
      ? ''
      : ` Control characters in ${countText(changed, 'name')} are pictures there; a file.ndjson keeps them.`;
  return { text: `${countText(animals.length, 'animal is', 'animals are')} in ${path}.${note}` };
}

type Animal = Pet | Entry;

function chosenAnimals(app: App): readonly Animal[] {
  const { pets } = snapshotOf(app);
  if (hasMarks(app)) {
    const { entries, petIds } = markedAnimals(app);
    const marked = new Set<string>(petIds);
    return [...entries, ...pets.filter(({ id }) => marked.has(id))];
  }

  const rows = activeList(app) === 'queue' ? queueRows(app) : listRows(app);
  return takeRows<Row>(rows).map((row) => ('pet' in row ? row.pet : row.entry));
}

function shownId(animal: Animal): string {
  return 'localId' in animal ? animal.localId : animal.id;
}

/** The columns of `petstore list --format csv`. */
function toCsv(animals: readonly Animal[]): string {
  return [
    ['id', ...petFieldNames],
    ...animals.map((animal) => [shownId(animal), ...petFieldNames.map((field) => animal[field] ?? '')]),
  ]
    .map((cells) => `${toCsvLine(cells)}\n`)
    .join('');
}

function toWire(animal: Animal): object {
  return 'localId' in animal
    ? { id: animal.localId, ...(toWireNewPet(animal) as object) }
    : (toWirePet(animal) as object);
}
