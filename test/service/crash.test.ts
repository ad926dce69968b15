import test from 'ava';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { startProgram } from './start-process.ts';

test("an error that nobody foresaw is a line of the service's own log, and ends it with 1", async (t) => {
  const home = temporaryFolder(t);
  const trap = "process.on('SIGUSR2', () => { throw new Error('outer', { cause: new Error('the reason') }); });";
  const environment = {
    ...programEnvironment(home),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(trap)}`,
  };
  t.truthy(programPath);
  const { child, ended, stderr } = await startProgram(t, ['serve', '--port', '0', '--json'], environment);
  child.kill('SIGUSR2');
  t.is(await ended, 1);
  const lines = stderr()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  t.like(lines.at(-1), { level: 'error', event: 'crashed' });
  t.regex(String(lines.at(-1)!['error']), /^Error: outer\n[^]*caused by: Error: the reason/);
});
