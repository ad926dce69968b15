/** Words of a store with line feeds and control characters: none of them reaches the shell, wherever they are printed. */
import test, { type ExecutionContext } from 'ava';
import { serve } from '../client/servers.ts';
import { runHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const evil = 'no\nAdded as #5.\r\n\u001b[2JEverything was sent\u0085done\u2028end';

/** A store whose every text is evil. */
async function openEvilStore(t: ExecutionContext) {
  const answers = { post: 400, get: 200 };
  const origin = await serve(t, (request, response) => {
    const isPost = request.method === 'POST';
    const status = isPost ? answers.post : answers.get;
    const one = { id: 7, name: `Rex ${evil}`, categoryId: 3, status: 'sold' };
    const pet = request.url?.startsWith('/v1/pets?') === true || request.url === '/v1/pets' ? [one] : one;
    const error = { code: evil, message: evil, status };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status < 300 ? (isPost ? { ...one, id: 8 } : pet) : error));
  });
  const home = temporaryFolder(t);
  const env = {
    PETSTORE_BASE_URL: `${origin}/v1`,
    PETSTORE_API_KEY: 'pst_test',
    PETSTORE_SETTLE: '50ms',
  };
  return { answers, run: async (line: string) => await runHere(home, line.split(' '), { env }) };
}

test('no word of a store begins a line, acts on the terminal or passes for one of ours', async (t) => {
  const { answers, run } = await openEvilStore(t);
  const check = async (line: string): Promise<void> => {
    const { stdout, stderr } = await run(line);
    // In CSV a line break within quotes is part of a cell (RFC 4180): a name is read back as it is.
    const data = line.includes('csv') ? stdout.replaceAll(/"(?:[^"]|"")*"/gu, '"…"') : stdout;
    for (const [stream, text] of Object.entries({ stdout: data, stderr })) {
      for (const printed of text.split('\n')) {
        t.notRegex(printed, /^(?:Added as #5|Everything was sent|done|end)/, `${line} ${stream}`);
        t.notRegex(printed, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/, `${line} ${stream}`);
      }
    }
  };

  for (const format of ['', ' --json', ' --verbose']) {
    for (const [post, get] of [
      [400, 200],
      [401, 401],
      [429, 429],
      [500, 500],
      [201, 200],
    ] as const) {
      Object.assign(answers, { post, get });
      await check(`add Luna 3${format}`);
      await check(`sync --timeout 1s${format}`);
      await check(`get 7${format}`);
      await check(`list${format}`);
    }

    for (const line of ['status', 'doctor', 'queue list --all', 'queue show Q-1', 'log']) {
      await check(`${line}${format}`);
    }
  }

  for (const format of ['table', 'csv', 'ndjson']) {
    for (const line of ['get 7', 'list', 'queue list --all', 'log']) {
      await check(`${line} --format ${format}`);
    }
  }

  t.regex((await run('queue show Q-1')).stdout, /no␊Added as #5\.␍␊␛\[2JEverything/u);
});
