import { chosenLabels, chosenProfileName } from '../../../app/home.ts';
import { mistakeLines, mistakesTitle } from '../../../app/import/check-row.ts';
import { columnFields, readColumns } from '../../../app/import/columns.ts';
import { type ImportPlan, petsOf, withFate } from '../../../app/import/fate.ts';
import { type ImportFile, openImport, writeNewFile } from '../../../app/import/files.ts';
import { rememberSaid } from '../../../app/import/memory.ts';
import { type ImportMode, planImport } from '../../../app/import/plan-import.ts';
import {
  alikeTexts,
  countRows,
  leftOutText,
  otherImportText,
  readingTexts,
  reasonTexts,
  summaryText,
} from '../../../app/import/report.ts';
import { firstOf } from '../../../app/import/rows.ts';
import type { Engine } from '../../../sync/api.ts';
import { connectionSentence } from '../../../text/connection-sentence.ts';
import { countText } from '../../../text/count-text.ts';
import { shellWord } from '../../../text/hints.ts';
import type { Run, Input } from '../../parse/command.ts';
import type { Context } from '../../run/context.ts';
import { exitCode, type Failure, wrongUse } from '../../run/failure.ts';
import { statSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import { hasCode } from '../../../platform/files/errno.ts';
import { diskFileSystem } from '../../../platform/files/file-system.ts';
import { petFieldNames } from '../../../domain/pet.ts';
import { toCsvLine } from '../../../platform/text/terminal-text.ts';

type ImportFlag = 'dry-run' | 'new' | 'again' | 'skip-bad' | 'example' | 'column' | 'encoding';

/** `petstore import`: all rows are checked first, and then queued as a whole or not at all. */
export const importAnimals: Run<ImportFlag> = async (input, context) => {
  const { output } = context;
  const [file] = input.arguments;
  if (input.has('example')) {
    await output.printText(exampleFile(), { example: exampleFile() });
    return exitCode.done;
  }

  if (file === undefined) {
    throw wrongUse(
      '`import` needs FILE: the file, or - for standard input. ' +
        'See `petstore import --help`; --example prints a file to begin with.',
    );
  }

  const mode = modeOf(input);
  const read = await readFile(file, input, context);
  // Without a profile there is no list to compare with, and a mere check needs no list.
  const isCompared = !input.has('dry-run') || chosenProfileName(await context.openHome()) !== undefined;
  const session = isCompared ? await context.openSession() : undefined;
  const plan = await planImport(session?.engine, read.animals, mode);
  if ('refused' in plan) {
    throw refusal(plan.refused);
  }

  // Before anything is queued: an open app sends it in the same second.
  output.warn(...alikeTexts(plan), ...reasonTexts(plan));
  if (input.has('dry-run') || session === undefined) {
    await printQueued([], plan, {}, context);
    output.warn(...firstOf(mistakeLines(read.mistakes), mostMistakes));
    output.say(`${summaryText(read, plan)} This was only a check.`);
    return exitCode.done;
  }

  const badRows = read.badRows === undefined ? undefined : await writeBadRows(file, read.badRows);
  try {
    await queueAll(session.engine, plan, mode, { read, badRows: badRows?.path }, context);
    return exitCode.done;
  } catch (error) {
    // They are in the file that was given, all of which is still to be imported.
    await badRows?.remove();
    throw error;
  }
};

function modeOf(input: Input<ImportFlag>): ImportMode {
  if (input.has('new') && input.has('again')) {
    throw wrongUse(
      '--new leaves out rows that were imported before, and --again queues them once more: give one of them.',
    );
  }

  const again = input.has('again') ? 'again' : undefined;
  return input.has('new') ? 'new' : again;
}

const refusal = ([first = '', ...others]: readonly string[]): Failure =>
  wrongUse(`${first} No animal was queued.`, ...others);

/** The answer for a script, with what was left out. */
async function printQueued(queued: readonly string[], plan: ImportPlan, more: object, { output }: Context) {
  const byId = withFate(plan, 'there').length + withFate(plan, 'same-id').length;
  const before = withFate(plan, 'before').length;
  const corrections = withFate(plan, 'corrects').map(({ place, fate }) => ({ ...place, field: fate.field }));
  await output.print({
    json: {
      queued,
      rows: plan.animals.length,
      ...(byId > 0 ? { leftOut: byId } : {}),
      ...(before + corrections.length > 0 ? { before, corrections } : {}),
      ...more,
    },
    tsv: queued.map((localId) => [localId]),
  });
}

async function queueAll(
  engine: Engine,
  plan: ImportPlan,
  mode: ImportMode,
  { read, badRows }: { readonly read: ImportFile; readonly badRows: string | undefined },
  context: Context,
): Promise<void> {
  const { output, signal } = context;
  signal.addEventListener('abort', () =>
    output.warn('Interrupted: the file is queued as a whole or not at all. See `petstore queue`.'),
  );
  // Progress still on the screen at an interruption is withdrawn: a number that went on would stand below that
  // sentence, and stay there.
  const onProgress = (done: number, total: number): void =>
    signal.aborted ? undefined : output.progress(`${done}/${total}`);
  const report = await engine.importPets(petsOf(plan), {
    again: mode === 'again',
    onlyNew: mode === 'new',
    signal,
    onProgress,
  });
  output.progress(undefined);
  if (report.type === 'imported-before') {
    throw refusal([otherImportText]);
  }

  context.program.onSaved?.();
  const { localIds } = report;
  const skipped = badRows === undefined ? undefined : { rows: countRows(read), file: badRows };
  await printQueued(localIds, plan, { skipped }, context);
  const { connection } = engine.snapshot();
  const next =
    connection.state === 'working-offline'
      ? connectionSentence(connection)
      : `Send ${localIds.length === 1 ? 'it' : 'them'} with \`petstore sync\`; an open app does so by itself.`;
  const left = leftOutText(plan.animals.length - localIds.length);
  output.say(`${countText(localIds.length, 'animal is', 'animals are')} queued${left}. ${next}`);
  if (skipped) {
    const { rows, file: path } = skipped;
    const told = `${countText(rows, 'row was', 'rows were')} not queued, and ${rows === 1 ? 'is' : 'are'}`;
    output.warn(
      ...firstOf(mistakeLines(read.mistakes), mostMistakes),
      `${told} in ${shellWord(path)}: correct and import that.`,
    );
  }
}

/** The animals of a file to queue; throws if there are no good rows, or a bad one that is not to be skipped. */
async function readFile(file: string, input: Input<ImportFlag>, context: Context): Promise<ImportFile> {
  const home = await context.openHome();
  const columns = readColumns(input.all('column'));
  if ('problem' in columns) {
    throw wrongUse(`${columns.problem} No animal was queued.`);
  }

  const read = await openImport(file === '-' ? context.program.stdin : file, {
    labels: chosenLabels(home),
    encoding: input.text('encoding'),
    columns,
    memories: home.config.imports ?? [],
    signal: context.signal,
  });
  if ('problem' in read) {
    throw wrongUse(read.problem);
  }

  const { animals, mistakes, badRows, header } = read;
  if (!header && mistakes.length === 0 && Object.keys(columns).length > 0) {
    throw wrongUse('--column is for tables with a header. This file is JSON, whose fields are name, category, status.');
  }

  if (mistakes.length > 0 && (!input.has('skip-bad') || badRows === undefined || animals.length === 0)) {
    throw wrongUse(mistakesTitle(mistakes), ...firstOf(mistakeLines(mistakes), mostMistakes));
  }

  const said = columnFields.filter((field) => field in columns);
  // A mere check leaves nothing behind, nor does a column that turned out to be another one.
  const forgotten = input.has('dry-run') ? undefined : await rememberSaid(home.configFile, read, said);
  context.output.warn(...(forgotten === undefined ? [] : [forgotten]));
  readingTexts(read).forEach((line) => context.output.say(line));

  if (animals.length === 0) {
    throw wrongUse('The file holds no animals. No animal was queued.');
  }

  return read;
}

const mostMistakes = 50;

type BadRowsFile = { readonly path: string; remove(): Promise<void> };

/** Writes the rows that cannot be queued beside their file (`animals.bad.csv`), to be corrected; replaces no file. */
async function writeBadRows(file: string, text: string): Promise<BadRowsFile> {
  // A device or a pipe has no folder that belongs to a person.
  const { dir, name, ext } =
    file === '-' || !statSync(file).isFile()
      ? { dir: '', name: 'import', ext: { '[': '.json', '{': '.ndjson' }[text.slice(0, 1)] ?? '.csv' }
      : parse(file);
  for (let number = 1; ; number += 1) {
    const path = resolve(dir, `${name}.bad${number === 1 ? '' : `-${number}`}${ext}`);
    try {
      await writeNewFile(path, text);
      return { path, remove: () => diskFileSystem.remove(path).catch(() => undefined) };
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) {
        throw wrongUse(
          `The bad rows cannot be written to ${path} ` +
            `(${(error as NodeJS.ErrnoException).code ?? String(error)}). No animal was queued.`,
        );
      }
    }
  }
}

const rows: readonly (readonly string[])[] = [
  ['Rex', '3', 'available'],
  ['Luna, the cat', '2', 'sold'],
  ['Coco', '1', ''],
];

const exampleFile = (): string => [petFieldNames, ...rows].map(toCsvLine).join('\n');
