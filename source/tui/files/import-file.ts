import { findKnown } from '../../app/import/find-known.js';
import { importedBeforeText, knownText, mistakeLine, mistakesTitle } from '../../app/import/import-texts.js';
import type { Session } from '../../app/workspace.js';
import type { ImportFile } from '../../app/import/open-import.js';
import { countText } from '../../text/count-text.js';
import { type Done, isOpen, performOnStore, say } from '../actions/say.js';
import { snapshotOf, type App, undoText } from '../app-context.js';
import { noteChange } from '../queue/perform-change.js';
import { typedPath } from './typed-path.js';

/**
 * `:import FILE`: checks the whole file first and shows all its mistakes; only a file without mistakes is queued. One
 * `u` takes it back.
 */
export function importFile(app: App, typed: string): void {
  const path = typedPath(typed);
  if (path === '') {
    say(app, 'Say which file: :import animals.csv', 'bad');
    return;
  }

  if (app.importing.current !== undefined) {
    say(app, `${app.importing.current} is still being imported; one file at a time.`, 'bad');
    return;
  }

  performOnStore(app, (session) => {
    app.importing.current = path;
    say(app, `Reading ${path}`);
    return readAndQueue(app, session, path).finally(() => (app.importing.current = undefined));
  });
}

async function readAndQueue(app: App, session: Session, path: string): Promise<string | Done | undefined> {
  const file = await app.workspace.openImport(path, app.model.get().settings.categoryLabels);
  // Which of them are on the store already is known only once all of a long list is read.
  await session.engine.load();
  if (!isOpen(app, session)) {
    // Animals meant for one store are never sent to another.
    say(app, `Another store was opened meanwhile, so ${path} was not imported.`, 'bad');
    return undefined;
  }

  return 'problem' in file ? { text: file.problem, tone: 'bad' } : await queue(app, session, path, file);
}

async function queue(
  app: App,
  session: Session,
  path: string,
  { pets, named, mistakes, contentHash }: ImportFile,
): Promise<string | Done> {
  if (mistakes.length > 0) {
    app.model.dispatch({
      type: 'opened',
      screen: { name: 'mistakes', title: `Mistakes in ${path}`, lines: mistakes.map(mistakeLine), scroll: 0 },
    });
    return { text: mistakesTitle(mistakes).replace(/:$/, '.'), tone: 'bad' };
  }

  const known = findKnown(named, snapshotOf(app));
  if (pets.length === 0 || known.length > 0) {
    return {
      text: pets.length === 0 ? `${path} holds no animals. Nothing was queued.` : `${knownText(known)} ${addAgain}`,
      tone: 'bad',
    };
  }

  const report = await session.engine.importPets(pets, {
    contentHash,
    again: false,
    onProgress: (done, total) => tellProgress(app, session, done, total),
  });
  if (report.type !== 'queued') {
    return { text: `${importedBeforeText(report.rows, report.at)} ${addAgain}`, tone: 'bad' };
  }

  const { localIds } = report;
  const queued = `${countText(localIds.length, 'animal is', 'animals are')} queued`;
  if (!isOpen(app, session)) {
    say(app, `${queued} in ${session.profile.name}, where it was imported to.`, 'good');
  }

  noteChange(app, session, {
    says: 'imported',
    back: localIds.map((localId) => ({ action: 'discard', localId })),
    forth: localIds.map((localId) => ({ action: 'restore', localId })),
  });
  return `${queued}.${undoText(app, 'takes back the unsent ones')}`;
}

const addAgain = 'Nothing was queued; in a shell, `petstore import FILE --again` adds them once more.';

/** So many are queued between two times that it is told. */
const toldEvery = 100;

function tellProgress(app: App, session: Session, done: number, total: number): void {
  if (isOpen(app, session) && done % toldEvery === 0 && done < total) {
    say(app, `Importing: ${done} of ${total}`);
  }
}
