/** Animals out to a file and in from one. */
import { mistakeLines, mistakesTitle } from '../../app/import/check-row.js';
import type { ImportFile } from '../../app/import/files.js';
import { correctionTexts, type ImportMode, importedBeforeTexts, planImport } from '../../app/import/plan-import.js';
import type { Session } from '../../app/workspace.js';
import type { CategoryLabels } from '../../domain/category-labels.js';
import { petFieldNames } from '../../domain/pet.js';
import { toWireNewPet, toWirePet } from '../../platform/json/json.js';
import { isKeptByCsv, toCsvLine } from '../../platform/text/terminal-text.js';
import { countText } from '../../text/count-text.js';
import { askForText, askWhether, type Done, isOpen, performOnStore, say, tellProgress } from '../actions/say.js';
import { type App, screenOf, undoText } from '../app-context.js';
import { animalsMarked, shownAnimals } from '../marks/marks.js';
import { type PetOrEntry, idOf, isQueued } from '../../text/animal/pet-texts.js';
import { importRestMs, queuedTogether } from '../queue/rest.js';
import { noteChange } from '../queue/undo.js';

/** A path as it was typed, without quotes that a shell would take off; asks for it where it is missing. */
function readPath(app: App, command: 'export' | 'import', typed: string): string {
  const path = typed.trim().replace(/^(["'])(.+)\1$/u, '$2');
  if (path === '') {
    askForText(app, { kind: 'command', problem: `Say which file: ${command} animals.csv` }, `${command} `);
  }

  return path;
}

/** The endings of a file's name that say its format. A name without any is that of a CSV file. */
const endings = ['csv', 'json', 'ndjson', 'jsonl'] as const;

function endingOf(path: string): string {
  return /[^/\\]\.([^./\\]*)$/u.exec(path)?.[1]?.toLowerCase() ?? 'csv';
}

/** `:export FILE`: what is marked, or else all that is shown, in the format that the file's name says. */
export function exportFile(app: App, typed: string): void {
  const path = readPath(app, 'export', typed);
  if (path !== '' && !endings.some((ending) => ending === endingOf(path))) {
    const problem = `A file is written as what its name says: ${endings.map((ending) => `.${ending}`).join(', ')}.`;
    askForText(app, { kind: 'command', problem }, `export ${path}`);
  } else if (path !== '') {
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
    return bad(written.problem);
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

/** `:import FILE [--new|--again]`: shows all mistakes; only a file without any is queued. One `u` takes it back. */
export function importFile(app: App, typed: string): void {
  const [, before = typed, mode] = /^(.*?)\s+--(new|again)\s*$/su.exec(typed) ?? [];
  const path = readPath(app, 'import', before);
  if (path !== '' && app.importing.current !== undefined) {
    say(app, `${app.importing.current} is still being imported; one file at a time.`, 'bad');
  } else if (path !== '') {
    performOnStore(app, (session) => {
      app.importing.current = path;
      if (screenOf(app, 'report')) {
        // They are of another file, or of what this one was.
        app.model.close();
      }

      say(app, `Reading ${path}`);
      return readAndQueue(app, session, path, mode as ImportMode).finally(() => (app.importing.current = undefined));
    });
  }
}

async function readAndQueue(
  app: App,
  session: Session,
  path: string,
  mode: ImportMode,
): Promise<string | Done | undefined> {
  const file = await app.workspace.openImport(path, app.model.get().settings.categoryLabels);
  // Which of them are on the store already is known once the saved list is read.
  await session.engine.load();
  if (!isOpen(app, session)) {
    // Animals meant for one store are never sent to another.
    say(app, `Another store was opened meanwhile, so ${path} was not imported.`, 'bad');
    return undefined;
  }

  return 'problem' in file ? bad(file.problem) : await check(app, session, path, file, mode);
}

const bad = (text: string): Done => ({ text, tone: 'bad' });

async function check(
  app: App,
  session: Session,
  path: string,
  file: ImportFile,
  mode: ImportMode,
): Promise<string | Done | undefined> {
  const { pets, mistakes } = file;
  if (mistakes.length > 0) {
    app.model.open({ name: 'report', title: `Mistakes in ${path}`, lines: mistakeLines(mistakes), scroll: 0 });
    return bad(mistakesTitle(mistakes).replace(/:$/, '.'));
  }

  if (pets.length === 0) {
    return bad(`${path} holds no animals. Nothing was queued.`);
  }

  const plan = await planImport(session.engine, file, mode);
  if (plan.type === 'refused') {
    return bad(refusedText(plan.texts));
  }

  if (plan.doubles.length === 0) {
    return await queue(app, session, path, plan.file, mode);
  }

  askWhether(app, `${plan.doubles.join(' ')} Queue ${countText(plan.fresh, 'animal')}?`, () =>
    performOnStore(app, (present) => {
      if (present !== session) {
        // Animals meant for one store are never sent to another.
        return Promise.resolve(bad(`Another store was opened meanwhile, so ${path} was not imported.`));
      }

      app.importing.current = path;
      return queue(app, session, path, plan.file, mode).finally(() => (app.importing.current = undefined));
    }),
  );
  return undefined;
}

/** The ways on first: a narrow window shows no more. */
const refusedText = ([first = '', ...others]: readonly string[]): string =>
  [`Nothing was queued. ${first.replace(/\.$/u, '')}, typed after the file.`, ...others].join(' ');

async function queue(
  app: App,
  session: Session,
  path: string,
  file: ImportFile,
  mode: ImportMode,
): Promise<string | Done> {
  const report = await session.engine.importPets(file.pets, {
    again: mode === 'again',
    onlyNew: mode === 'new',
    restMs: importRestMs(app),
    onProgress: tellProgress(app, session, 'Importing'),
  });
  const { comparison } = report;
  if (report.type !== 'queued') {
    return bad(refusedText(importedBeforeTexts(file, comparison)));
  }

  const { queued, rests, change } = queuedTogether(app, report.localIds, 'imported');
  if (!isOpen(app, session)) {
    say(app, `${queued} in ${session.profile.name}, where it was imported to.`, 'good');
  }

  noteChange(app, session, change);
  const text = rests === '' ? `${queued}.${undoText(app, 'takes back the unsent ones')}` : `${queued}${rests}.`;
  const corrections = correctionTexts(file, comparison);
  return corrections.length === 0 ? text : { text: `${text} ${corrections.join(' ')}`, tone: 'plain' };
}
