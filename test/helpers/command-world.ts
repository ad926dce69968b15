/** A fresh account, a store that can be told to misbehave, and the built program between them. */
import type { ExecutionContext } from 'ava';
import { createFaultService, type FaultService, type FaultServiceOptions } from './fault-service/fault-service.js';
import { type ProgramOptions, type ProgramResult, runJson, runProgram } from './program.js';
import { temporaryFolder } from './temporary-folder.js';

export type CommandWorld = {
  readonly home: string;
  readonly service: FaultService;
  /** The environment that chooses the store. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly run: (args: readonly string[], options?: ProgramOptions) => Promise<ProgramResult>;
  readonly json: (args: readonly string[], options?: ProgramOptions) => Promise<ProgramResult & { readonly json: Record<string, unknown> }>;
};

export async function openCommandWorld(t: ExecutionContext, options: FaultServiceOptions = {}): Promise<CommandWorld> {
  const home = temporaryFolder(t);
  const service = await createFaultService(options);
  t.teardown(() => service.stop());
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey, PETSTORE_SETTLE: '100ms', TZ: 'UTC' };
  const withStore = (more: ProgramOptions = {}): ProgramOptions => ({ ...more, env: { ...env, ...more.env } });
  return { home, service, env, run: (args, more) => runProgram(home, args, withStore(more)), json: (args, more) => runJson(home, args, withStore(more)) };
}
