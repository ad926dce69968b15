import { runUpkeep, type UpkeepAction } from '../../../service/commands/upkeep-command.js';
import type { Run } from '../../parse/command.js';
import type { Input } from '../../parse/input.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/failures/failure.js';
import { runService } from '../../run/run-service.js';
import { resolve } from 'node:path';
import { readDatabase } from './serve.js';

/** Does it, and prints its result: each fact as a line, a column or a member. */
async function act(
  action: UpkeepAction,
  input: Input<'database'>,
  context: Context,
  toLine: (said: Said) => string,
): Promise<number> {
  const [file] = input.arguments;
  const settings = { database: readDatabase(input, context), file: file === undefined ? '' : resolve(file) };
  const said = (await runService(context, () => runUpkeep(action, settings))) as Said;
  await context.output.print({
    json: said,
    screen: { lines: [toLine(said)] },
    rows: { titles: Object.keys(said), rows: [Object.values(said).map((value) => String(value ?? ''))] },
  });
  return exitCode.done;
}

type Said = Readonly<Record<string, string | number | null>>;

/** `petstore service backup`. */
export const serviceBackup: Run<'database'> = (input, context) =>
  act(
    'backup',
    input,
    context,
    ({ backup, animals, bytes }) => `${backup} holds ${animals} animals in ${bytes} bytes.`,
  );

/** `petstore service restore`. */
export const serviceRestore: Run<'database'> = (input, context) =>
  act(
    'restore',
    input,
    context,
    ({ restored, animals, kept }) =>
      `${restored} holds ${animals} animals.${kept === null ? '' : ` The former database is ${kept}.`}`,
  );

/** `petstore service check`. */
export const serviceCheck: Run<'database'> = (input, context) =>
  act(
    'check',
    input,
    context,
    ({ database, animals, keys, schema }) =>
      `${database} is whole: ${animals} animals, ${keys} keys in use, schema version ${schema}.`,
  );
