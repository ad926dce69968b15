import type { ExecutionContext } from 'ava';
import { programPath, type ServiceProcess, startServing } from '../helpers/program.ts';
import { scriptArguments } from '../helpers/script.ts';
import type { ServeSettings } from '../../source/service/commands/serve-settings.ts';

type Teardown = Pick<ExecutionContext, 'teardown'>;

/** Starts the service in a process and waits for its readiness line. */
export const startProcess = (t: Teardown, settings: Partial<ServeSettings>): Promise<ServiceProcess> =>
  startServing(t, [...scriptArguments('test/service/serve.process.ts'), JSON.stringify(settings)]);

/** Starts `petstore serve` as it is built (`npm run build`), on a database. */
export const startBuilt = (t: Teardown, database: string): Promise<ServiceProcess> =>
  startProgram(t, ['serve', '--port', '0', '--json', '--database', database]);

/** Starts the built program with arguments that make it a service which says where it is. */
export const startProgram = (t: Teardown, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<ServiceProcess> =>
  startServing(t, [programPath, ...args], env);
