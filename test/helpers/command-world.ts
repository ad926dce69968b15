/** A fresh account, a store that can be told to misbehave, and the program between them. */
import type { ExecutionContext } from 'ava';
import { createFaultService, type FaultService, type FaultServiceOptions } from './fault-service/fault-service.ts';
import { type ProgramOptions, type ProgramResult, runProgram, withJson } from './program.ts';
import { runHere } from './run-here.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type CommandWorld = {
  readonly home: string;
  readonly service: FaultService;
  /** The environment that chooses the store. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: (args: readonly string[], options?: ProgramOptions) => Promise<ProgramResult>;
  readonly json: (
    args: readonly string[],
    options?: ProgramOptions,
  ) => Promise<ProgramResult & { readonly json: Record<string, unknown> }>;
};

/** Each command is a process of the built program. */
export const openCommandWorld = async (t: ExecutionContext, options?: FaultServiceOptions): Promise<CommandWorld> =>
  openWorld(t, options, runProgram);

/** Each command is run in this process, for tests to which a process is no matter. */
export const openWorldHere = async (t: ExecutionContext, options?: FaultServiceOptions): Promise<CommandWorld> =>
  openWorld(t, options, runHere);

async function openWorld(
  t: ExecutionContext,
  options: FaultServiceOptions = {},
  runIn: typeof runProgram,
): Promise<CommandWorld> {
  const home = temporaryFolder(t);
  const service = await createFaultService(options);
  t.teardown(() => service.stop());
  const env = {
    PETSTORE_BASE_URL: service.baseUrl,
    PETSTORE_API_KEY: service.apiKey,
    PETSTORE_SETTLE: '100ms',
    TZ: 'UTC',
  };
  const run: CommandWorld['run'] = async (args, more = {}) =>
    runIn(home, args, { ...more, env: { ...env, ...more.env } });
  const json: CommandWorld['json'] = (args, more) =>
    withJson((_home, words, options) => run(words, options))(home, args, more);
  return { home, service, env, run, json };
}
