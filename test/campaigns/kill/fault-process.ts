import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { parseJson } from '../../../source/platform/json/json.ts';
import { scriptArguments } from '../../helpers/script.ts';
import type { FaultService, FaultServiceOptions } from '../../helpers/fault-service/fault-service.ts';

type Command = Exclude<keyof FaultService, 'start' | 'stop' | 'baseUrl' | 'apiKey'>;

export type FaultProcess = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly pid: number;
  /** Calls a method of the service there, over `POST /control`. */
  call<C extends Command>(command: C, ...args: Parameters<FaultService[C]>): Promise<ReturnType<FaultService[C]>>;
  kill(signal?: NodeJS.Signals): Promise<void>;
};

/** Starts the fault service in a process of its own; the caller kills it. */
export async function startFaultProcess(options: FaultServiceOptions = {}): Promise<FaultProcess> {
  const child = spawn(
    process.execPath,
    [...scriptArguments('test/campaigns/kill/serve-faults.process.ts'), JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };

  return {
    baseUrl,
    apiKey,
    pid: child.pid ?? 0,
    async call(command, ...args) {
      const response = await fetch(new URL('/control', baseUrl), {
        method: 'POST',
        body: JSON.stringify({ call: command, args }),
      });
      const answer = parseJson(await response.text()) as { result?: unknown; message?: string };
      if (!response.ok) {
        throw new Error(answer.message);
      }
      return answer.result as never;
    },
    async kill(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, 'exit');
      }
    },
  };
}
