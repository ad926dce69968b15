import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import test from 'ava';
import { parseCommandLine } from '../../source/cli/parse/parse.ts';
import { commandTable } from '../../source/cli/table/table.ts';
import { freePort } from '../helpers/free-port.ts';
import { startServiceProcess } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const file = readFileSync('data/Containerfile', 'utf8');
/** The words of the command that stands so in the file. */
const wordsOf = (place: RegExp): readonly string[] => JSON.parse(place.exec(file)?.[1] ?? '[]') as string[];

test('the container is not run as root, and starts the service', (t) => {
  t.deepEqual(file.match(/^USER .*$/gm), ['USER node']);
  const [program, ...words] = wordsOf(/^CMD (\[.+\])$/m);
  t.is(program, 'petstore');
  t.deepEqual(parseCommandLine(words, commandTable).command?.words, ['serve']);
});

test('its health check is that of the service, and fails if there is none', async (t) => {
  const [, ...check] = wordsOf(/^ +CMD (\[.+\])$/m);
  const { baseUrl } = await startServiceProcess(t, temporaryFolder(t));
  const look = (port: string) =>
    promisify(execFile)(process.execPath, [...check], {
      env: { ...process.env, PETSTORE_PORT: port },
      timeout: 60_000,
    });
  await t.notThrowsAsync(look(new URL(baseUrl).port));
  await t.throwsAsync(look(String(await freePort())), { code: 1 });
});
