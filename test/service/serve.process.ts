/** `petstore serve` as a process of its own: settings as JSON in the one argument, laid over defaults. */
import { onCrash } from '../../source/platform/process/self.ts';
import { runServe } from '../../source/service/commands/serve-command.ts';
import { outcomeOf } from './outcome-of.ts';
import type { ServeSettings } from '../../source/service/commands/serve-settings.ts';

const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
const settings = {
  host: '127.0.0.1',
  port: 0,
  json: true,
  behindTlsProxy: false,
  removeGetPet: false,
  ...(JSON.parse(process.argv[2] ?? '{}') as { database: string }),
} satisfies ServeSettings;
const { exit, stderr } = await outcomeOf(() =>
  runServe(settings, {
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    signal: stop.signal,
    onCrash,
    onSignal: (name, work) => process.on(name, work),
    stdin: process.stdin,
  }),
);
process.stderr.write(stderr);
process.exitCode = exit;
