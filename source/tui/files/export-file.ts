/** Animals out to a file. */
import type { CategoryLabels } from '../../domain/category-labels.js';
import { petFieldNames } from '../../domain/pet.js';
import { toWireNewPet, toWirePet } from '../../platform/json/json.js';
import { isKeptByCsv, toCsvLine } from '../../platform/text/terminal-text.js';
import { countText } from '../../text/count-text.js';
import { askForText, type Done, isOpen, performOnStore, say } from '../actions/say.js';
import type { App } from '../app-context.js';
import { unquoted } from './read-path.js';
import { dateTimeText } from '../../text/time-text.js';
import { animalsMarked, shownAnimals } from '../marks/marks.js';
import { type PetOrEntry, idOf, isQueued } from '../../text/animal/pet-texts.js';

/** The endings of a file's name that say its format. A name without any is that of a CSV file. */
const endings = ['csv', 'json', 'ndjson', 'jsonl'] as const;

function endingOf(path: string): string {
  return /[^/\\]\.([^./\\]*)$/u.exec(path)?.[1]?.toLowerCase() ?? 'csv';
}

/**
 * `:export FILE`, whose name is asked for if it is missing: what is marked, or else all that is shown, in the format
 * that the file's name says.
 */
export function exportFile(app: App, typed: string): void {
  const path = unquoted(typed);
  if (path === '') {
    const { name = 'animals' } = app.model.get().session?.profile ?? {};
    const day = dateTimeText(new Date(app.now()).toISOString()).slice(0, 10);
    askForText(app, { kind: 'command' }, `export ${name.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')}-${day}.csv`);
  } else if (!endings.some((ending) => ending === endingOf(path))) {
    const problem = `A file is written as what its name says: ${endings.map((ending) => `.${ending}`).join(', ')}.`;
    askForText(app, { kind: 'command', problem }, `export ${path}`);
  } else {
    performOnStore(app, async (session) => {
      await session.engine.load();
      if (isOpen(app, session)) {
        return await writeAnimals(app, path, animalsMarked(app) ?? shownAnimals(app));
      }

      say(app, `Another store was opened meanwhile, so nothing was written to ${path}.`, 'bad');
      return undefined;
    });
  }
}

async function writeAnimals(app: App, path: string, animals: readonly PetOrEntry[]): Promise<Done> {
  const ending = endingOf(path);
  const written =
    animals.length === 0
      ? { problem: 'Nothing is shown that could be exported.' }
      : await app.workspace.writeExport(path, toText(animals, ending, app.model.get().settings.categoryLabels));
  if ('problem' in written) {
    return { text: written.problem, tone: 'bad' };
  }

  const changed = ending === 'csv' ? animals.filter(({ name }) => !isKeptByCsv(name)).length : 0;
  const note = ` Control characters in ${countText(changed, 'name')} are pictures there; a file.ndjson keeps them.`;
  return {
    text: `${countText(animals.length, 'animal is', 'animals are')} in ${written.path}.${changed === 0 ? '' : note}`,
  };
}

function toText(animals: readonly PetOrEntry[], ending: string, labels: CategoryLabels): string {
  const wires = animals.map((animal) =>
    isQueued(animal) ? { id: animal.localId, ...(toWireNewPet(animal) as object) } : toWirePet(animal),
  );
  if (ending === 'csv') {
    // The columns of `petstore list --format csv`, and the name that a person sees of the category.
    const rows = animals.map((animal) => [
      idOf(animal),
      ...petFieldNames.map((field) => animal[field] ?? ''),
      labels[animal.categoryId] ?? '',
    ]);
    return [['id', ...petFieldNames, 'category'], ...rows].map((cells) => `${toCsvLine(cells)}\n`).join('');
  }

  return ending === 'json'
    ? `${JSON.stringify(wires, undefined, 2)}\n`
    : wires.map((wire) => `${JSON.stringify(wire)}\n`).join('');
}
