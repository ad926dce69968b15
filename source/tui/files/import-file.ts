import { findKnown } from '../../app/import/find-known.js';
import { importedBeforeText, knownText, mistakeLine, mistakesTitle } from '../../app/import/import-texts.js';
import type { ImportFile } from '../../app/import/open-import.js';
import { countText } from '../../text/count-text.js';
import { perform, say } from '../actions/say.js';
import { snapshotOf, type App } from '../app-context.js';
import { noteChange } from '../queue/undo.js';
import { typedPath } from './typed-path.js';

/** `:import FILE`: everything is checked first, and what is wrong is shown whole; then all of it is queued, or nothing. One `u` takes it back. */
export function importFile(app: App, typed: string): void {
  const path = typedPath(typed);
  const { session } = app.model.get();
  if (path === '' || !session) {
    say(app, path === '' ? 'Say which file: :import animals.csv' : 'No store is open.', 'bad');
    return;
  }

  if (app.importing.current !== undefined) {
    say(app, `${app.importing.current} is still being imported; one file at a time.`, 'bad');
    return;
  }

  app.importing.current = path;
  say(app, `Reading ${path}`);
  perform(app, () => readAndQueue(app, path).finally(() => (app.importing.current = undefined)));
}

async function readAndQueue(app: App, path: string): Promise<string | undefined> {
  const { session, settings } = app.model.get();
  const file = await app.workspace.openImport(path, settings.categoryLabels);
  // Which of them are on the store already is known only once all of a long list is read.
  await session?.engine.load();
  if (app.model.get().session !== session) {
    // What was meant for one store is never sent to another.
    return tell(app, `Another store was opened meanwhile, so ${path} was not imported.`);
  }

  return 'problem' in file ? tell(app, file.problem) : await queue(app, path, file);
}

async function queue(app: App, path: string, { pets, named, mistakes, contentHash }: ImportFile): Promise<string | undefined> {
  if (mistakes.length > 0) {
    say(app, mistakesTitle(mistakes).replace(/:$/, '.'), 'bad');
    app.model.dispatch({ type: 'opened', screen: { name: 'mistakes', title: `What is wrong in ${path}`, lines: mistakes.map(mistakeLine), scroll: 0 } });
    return undefined;
  }

  const known = findKnown(named, snapshotOf(app));
  if (pets.length === 0 || known.length > 0) {
    return tell(app, pets.length === 0 ? `${path} holds no animals. Nothing was queued.` : `${knownText(known)} Nothing was queued; in a shell, petstore import --again adds them once more.`);
  }

  const report = await app.model.get().session?.engine.importPets(pets, { contentHash, again: false, onProgress: (done, total) => tellProgress(app, done, total) });
  if (report?.type !== 'queued') {
    return report && tell(app, `${importedBeforeText(report.rows, report.at)} Nothing was queued; in a shell, petstore import --again adds them once more.`);
  }

  const { localIds } = report;
  noteChange(app, { says: 'imported', back: localIds.map((localId) => ({ action: 'discard', localId })), forth: localIds.map((localId) => ({ action: 'restore', localId })) });
  return `${countText(localIds.length, 'animal is', 'animals are')} queued. u takes back what is not sent yet.`;
}

/** So many are queued between two times that it is told. */
const toldEvery = 100;

function tellProgress(app: App, done: number, total: number): void {
  if (done % toldEvery === 0 && done < total) {
    say(app, `Importing: ${done} of ${total}`);
  }
}

function tell(app: App, words: string): string | undefined {
  say(app, words, 'bad');
  return undefined;
}
