/**
 * Keys typed while the first frame stands there and the program is not done with it: on a slow machine that is a while.
 */
import test, { type ExecutionContext } from 'ava';
import { createFaultService } from '../helpers/fault-service/fault-service.ts';
import { programEnvironment, programPath, runProgram } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.ts';

/** Stands still for as long as a key press takes, right after the rows were written. */
const standStill = `
  const write = process.stdout.write;
  process.stdout.write = function (text, ...rest) {
    const result = write.call(this, text, ...rest);
    if (String(text).includes('of 161')) {
      process.stdout.write = write;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
    }
    return result;
  };`;

/** The built program with 161 saved pets, at the moment at which its rows are on the screen. */
async function openAtFirstFrame(t: ExecutionContext): Promise<TerminalSession> {
  const service = await createFaultService();
  t.teardown(() => service.stop());
  for (let number = 1; number <= 161; number += 1) {
    service.insert({ name: `Pet ${number}`, categoryId: 3, status: 'available' });
  }

  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: service.baseUrl, PETSTORE_API_KEY: service.apiKey };
  t.is((await runProgram(home, ['sync'], { env })).code, 0);
  await service.stop();
  const terminal = openTerminal({
    command: process.execPath,
    args: ['--import', `data:text/javascript,${encodeURIComponent(standStill)}`, programPath],
    env: { ...programEnvironment(home), ...env },
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor('1 of 161');
  return terminal;
}

test.serial('keys typed right after the first frame all count, and none is echoed', async (t) => {
  const terminal = await openAtFirstFrame(t);
  terminal.mark();
  terminal.press('j', 'jj', '/');
  await terminal.waitFor((lines) => lines.some((line) => line.includes('Filter:')) && terminal.cursor().visible);
  terminal.press('pet 99');
  await terminal.waitFor('1 of 1');
  terminal.press(keys.escape);
  await terminal.waitFor('4 of 161');
  t.false(terminal.written().includes('jj'));
});
