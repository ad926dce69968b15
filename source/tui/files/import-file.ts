/**
 * Animals in from a file: where its titles do not say which column is what, a person does, once for each header; then
 * stands there what would be queued, and nothing is before a key says so.
 */
import { mistakeLines, mistakesTitle } from '../../app/import/check-row.ts';
import { beginNaming, choicesOf, columnFields, nameColumn } from '../../app/import/columns.ts';
import { isFresh, petsOf, withFate } from '../../app/import/fate.ts';
import type { ImportFile } from '../../app/import/files.ts';
import { planImport } from '../../app/import/plan-import.ts';
import { countRows, otherImportText } from '../../app/import/report.ts';
import type { Session } from '../../app/session/compose-session.ts';
import { countText } from '../../text/count-text.ts';
import { scrollBy } from '../actions/navigate.ts';
import { type Done, guardMs, isOpen, performOnStore, say, tellProgress } from '../actions/say.ts';
import { readConfig } from '../actions/session.ts';
import { type App, keyOf, screenOf, undoText } from '../app-context.ts';
import { narrowBelow } from '../layout.ts';
import { importRestMs, queuedTogether } from '../queue/rest.ts';
import { noteChange } from '../queue/undo.ts';
import type { ScreenOf } from '../state/ui-state.ts';

type ImportScreen = ScreenOf<'import'>;
/** A file to import. `mode`: as it was typed; `named`: the columns that a person has just named. */
type Wanted = Pick<ImportScreen, 'path' | 'mode' | 'file' | 'named'>;

/** What may stand beside a file: that of earlier imports is queued once more, and how a file is read that is not UTF-8. */
const option = /--(?:again|encoding[\s=]+["']?[^\s"']+["']?)/u.source;
const asTyped = new RegExp(`^((?:${option}(?:\\s+|$))*)(.*?)((?:\\s+${option})*)$`, 'u');

/** `:import FILE [--again] [--encoding NAME]`: rows that were imported before are left out, unless wanted again. */
export function importFile(app: App, typed: string): void {
  const [, before = '', name = '', after = ''] = asTyped.exec(typed.trim()) ?? [];
  const said = `${before} ${after}`;
  const encoding = /--encoding[\s=]+["']?([^\s"']+)/u.exec(said)?.[1];
  const mode = said.includes('--again') ? 'again' : 'new';
  // Without quotes that a shell would take off.
  const path = name.replace(/^(["'])(.+)\1$/u, '$2');
  if (path === '') {
    app.model.ask({ kind: 'command', problem: 'Say which file: import animals.csv' }, 'import ');
    return;
  }

  if (screenOf(app, 'report') ?? screenOf(app, 'import')) {
    // It is of another file, or of what this one was.
    app.model.close();
  }

  performImport(app, path, async (session) => {
    say(app, `Reading ${path}`);
    const { screens } = app.model.get();
    await readConfig(app);
    const file = await app.workspace.openImport(path, app.model.get().settings.categoryLabels, encoding);
    // Which of them are on the store already is known once the saved list is read.
    await session.engine.load();
    if (!isOpen(app, session)) {
      // Animals meant for one store are never sent to another.
      say(app, `Another store was opened meanwhile, so ${path} was not imported.`, 'bad');
      return undefined;
    }

    if ('problem' in file) {
      return bad(file.problem);
    }

    // A person who went on meanwhile may be typing.
    return app.model.get().screens !== screens || app.model.get().prompt
      ? { text: `${path} is read, and nothing is queued. :import ${typed.trim()} shows what would be.`, tone: 'plain' }
      : await show(app, session, { path, mode, file });
  });
}

/** One file at a time. */
function performImport(app: App, path: string, work: (session: Session) => Promise<Done | undefined>): void {
  if (app.importing.current === undefined) {
    performOnStore(app, async (session) => {
      app.importing.current = path;
      return await work(session).finally(() => (app.importing.current = undefined));
    });
  } else {
    say(app, `${app.importing.current} is still being imported; one file at a time.`, 'bad');
  }
}

const bad = (text: string): Done => ({ text, tone: 'bad' });

/** Asks which column is what, or shows what would be queued; of a file without any such, why. */
async function show(app: App, session: Session, wanted: Wanted): Promise<Done | undefined> {
  const { path, mode, file, named } = wanted;
  const { animals, mistakes, unknown } = file;
  const screen = { name: 'import', path, mode, file, named, scroll: 0, at: app.now() } as const;
  if (unknown) {
    app.model.say(undefined);
    app.model.open({ ...screen, step: beginNaming(unknown) });
    return undefined;
  }

  if (animals.length === 0 && mistakes.length > 0) {
    const report = { name: 'report', title: `Mistakes in ${path}`, lines: mistakeLines(mistakes), scroll: 0 } as const;
    app.model.open(report);
    return bad(mistakesTitle(mistakes).replace(/:$/, '.'));
  }

  if (animals.length === 0) {
    return bad(`${path} holds no animals. Nothing was queued.`);
  }

  const plan = await planImport(session.engine, animals, mode);
  if ('refused' in plan) {
    return bad([refusedText(plan.refused), ...leftTexts(file)].join(' '));
  }

  app.model.open({ ...screen, at: app.now(), step: { type: 'preview', plan } });
  return { text: 'Nothing is queued yet.', tone: 'plain' };
}

/** To another column of an import, or in a text by so many lines. */
export function goInText(app: App, by: number): void {
  const screen = screenOf(app, 'import');
  if (screen?.step.type === 'columns') {
    const { step } = screen;
    const choice = Math.max(0, Math.min(choicesOf(step).length - 1, step.choice + by));
    app.model.change({ name: 'import', step: { ...step, choice } });
  } else {
    scrollBy(app, by);
  }
}

/** Enter: takes the column under the cursor, or queues all that is shown. */
export function takeImport(app: App): void {
  const screen = screenOf(app, 'import');
  if (screen?.step.type !== 'columns') {
    queueImport(app, 'all');
    return;
  }

  const step = isTooSoon(app, screen) ? screen.step : nameColumn(screen.step);
  if (step.left.length > 0) {
    app.model.change({ name: 'import', step });
    return;
  }

  const { path, mode } = screen;
  performImport(app, path, async (session) => {
    const file = screen.file.withColumns(step.named);
    app.model.close();
    const named = columnFields.filter((field) => step.named[field] !== undefined);
    return await show(app, session, { path, mode, file, named });
  });
}

/** Keys that were pressed before anybody can have seen the screen were meant for another one. */
const isTooSoon = (app: App, { at }: ImportScreen): boolean => app.now() - at < guardMs;

/** What of a file is queued: all that is shown, that without what is like another, or all of it as held. */
export type ImportShare = 'all' | 'unlike' | 'held';

/** Whether `s` would leave some out, and some in. */
export function hasUnlike(app: App): boolean {
  const step = screenOf(app, 'import')?.step;
  const alike = step?.type === 'preview' ? withFate(step.plan, 'alike').length : 0;
  return step?.type === 'preview' && alike > 0 && alike < step.plan.animals.filter(isFresh).length;
}

/** What `s` does, in few words. */
export function unlikeHint(app: App): string {
  return app.model.get().size.columns < narrowBelow ? 'unlike' : 'without the alike';
}

/** Why `s` is off. */
export const noneUnlike = 'none is like another, or all are';

/** Whether it is shown what would be queued. */
export function isPreview(app: App): boolean {
  return screenOf(app, 'import')?.step.type === 'preview';
}

/** Enter, `s` and `h` where it is shown what would be queued. */
export function queueImport(app: App, share: ImportShare): void {
  const screen = screenOf(app, 'import');
  if (screen?.step.type !== 'preview' || isTooSoon(app, screen)) {
    return;
  }

  if (share === 'unlike' && !hasUnlike(app)) {
    say(app, `Nothing was queued: ${noneUnlike}.`);
    return;
  }

  const { path, mode, file, named = [], step } = screen;
  const { plan } = step;
  const unlike = plan.animals.filter(({ fate }) => fate.type !== 'alike');
  const wanted = share === 'unlike' ? { animals: unlike } : plan;
  const isHeld = share === 'held';
  performImport(app, path, async (session) => {
    app.model.close();
    const report = await session.engine.importPets(petsOf(wanted), {
      again: mode === 'again',
      onlyNew: mode !== 'again',
      held: isHeld,
      restMs: isHeld ? 0 : await importRestMs(app),
      onProgress: tellProgress(app, session, 'Importing'),
    });
    if (report.type !== 'queued') {
      return bad(`Nothing was queued. ${otherImportText}`);
    }

    // Whoever saw the rows and wanted them has named the right columns.
    const forgotten = await app.workspace.rememberColumns(file, named);
    const { queued, rests, change } = queuedTogether(app, report.localIds, 'imported', isHeld ? 'held' : 'queued');
    if (!isOpen(app, session)) {
      say(app, `${queued} in ${session.profile.name}, where it was imported to.`, 'good');
    }

    noteChange(app, session, change);
    const release = isHeld ? ` ${keyOf(app, 'release')} releases each.` : '';
    const text =
      rests === '' ? `${queued}.${release}${undoText(app, 'takes back the unsent ones')}` : `${queued}${rests}.`;
    const remarks = [...leftTexts(file), ...(forgotten ? [forgotten] : [])];
    return { text: [text, ...remarks].join(' '), tone: remarks.length === 0 ? 'good' : 'plain' };
  });
}

/** The bad rows of a file, the first of them by its place and mistake. */
function leftTexts(file: ImportFile): readonly string[] {
  const [first] = mistakeLines(file.mistakes);
  const count = countRows(file);
  const them = count === 1 ? 'it' : 'them';
  return first === undefined
    ? []
    : [`${countText(count, 'row')} cannot be imported (${first}): correct ${them} in the file, and import it again.`];
}

/** The ways on first: a narrow window shows no more. */
const refusedText = ([first = '', ...others]: readonly string[]): string =>
  [`Nothing was queued. ${first.replace(/\.$/u, '')}, typed after the file.`, ...others].join(' ');
