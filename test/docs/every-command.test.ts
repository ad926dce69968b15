/**
 * Every command of the reference, and every one that a sentence there or in README names, typed once in the story of
 * one account. The blocks of the documents are run by `commands.test.ts`.
 */
import { join } from 'node:path';
import test from 'ava';
import { commandTable } from '../../source/cli/table/table.js';
import { createFaultService } from '../helpers/fault-service/fault-service.js';
import { runProgram, startServiceProcess } from '../helpers/program.js';
import { runHere } from '../helpers/run-here.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { readDocument } from './document.js';

type Step = {
  /** As it is typed, without `petstore`. */
  readonly line: string;
  readonly prints: RegExp;
  /** 0 where it is not said. */
  readonly code?: number;
  readonly input?: string;
  readonly settle?: string;
  readonly before?: () => unknown;
};

test('every command of README and the reference does what it says', async (t) => {
  t.timeout(300_000);
  const store = await createFaultService();
  t.teardown(() => store.stop());
  const home = temporaryFolder(t);
  const server = temporaryFolder(t);
  const database = join(server, 'data/service/pets.sqlite');
  const loseAnswer = (): void => {
    store.next('insert-then-drop');
  };
  const addTwin = () => store.insert({ name: 'Coco', categoryId: 7 });

  const steps: readonly Step[] = [
    { line: 'help', prints: /^Usage: petstore [^]*^Animals$/m },
    { line: 'help formatting', prints: /ndjson/ },
    ...['bash', 'zsh', 'fish'].map((shell) => ({ line: `completion ${shell}`, prints: /__complete/ })),
    { line: `profile add main --base-url ${store.baseUrl} --idempotency off`, prints: /main/ },
    { line: 'profile add other --base-url http://127.0.0.1:1/v1 --idempotency honoured', prints: /other/ },
    { line: 'profile list', prints: /main[^]*other/ },
    { line: 'profile use other', prints: /other/ },
    { line: 'profile use main', prints: /main/ },
    { line: 'config set key-store file', prints: /file/ },
    { line: 'auth login', prints: /saved in/, input: `${store.apiKey}\n` },
    { line: 'status', prints: /online/ },
    { line: 'status --check', prints: /online/ },
    { line: 'doctor', prints: /ok/ },
    { line: 'add --name Luna --category 2', prints: /Added as #1/ },
    { line: 'get 1', prints: /Luna/ },
    { line: 'list', prints: /^1\tLuna\t2/ },
    { line: 'list --columns name,id', prints: /^Luna\t1$/m },
    { line: 'add --name Rex --category 3 --no-wait', prints: /Q-2/ },
    { line: 'queue', prints: /^Q-2\tRex/m },
    { line: 'queue list', prints: /^Q-2\tRex/m },
    { line: 'queue show Q-2', prints: /Rex[^]*History/ },
    { line: 'queue edit Q-2 --category 4', prints: /Q-2/ },
    { line: 'queue hold Q-2', prints: /held/ },
    { line: 'queue release Q-2', prints: /queued/ },
    { line: 'queue discard Q-2 --yes', prints: /discarded/ },
    { line: 'queue restore Q-2 --hold', prints: /held/ },
    { line: 'queue release Q-2', prints: /queued/ },
    { line: 'offline', prints: /offline/ },
    { line: 'sync', prints: /offline/, code: 8 },
    { line: 'online', prints: /online/ },
    { line: 'sync', prints: /Q-2\tcreated\t2/ },
    { line: 'sync --resume', prints: /up to date/ },
    { line: 'add --name Tiny --category 5 --no-wait', prints: /Q-3/ },
    { line: 'queue hold --state queued', prints: /held/ },
    { line: 'queue release Q-3', prints: /queued/ },
    { line: 'queue send-again Q-3', prints: /created/ },
    { line: 'queue --sent', prints: /^Q-3\tTiny/m },
    { line: 'import -', prints: /Q-4/, input: 'name,categoryId,status\nMilo,1,sold\n' },
    { line: 'sync', prints: /Q-4\tcreated/ },
    { line: 'add --name Coco --category 7', prints: /Q-5/, code: 8, before: loseAnswer, settle: '1m' },
    { line: 'sync --timeout 20s', prints: /review/, code: 8, before: addTwin },
    { line: 'queue adopt Q-5 5', prints: /created/ },
    { line: 'queue reopen Q-5', prints: /review/ },
    { line: 'queue send-again Q-5 --yes', prints: /created/ },
    { line: 'list --offline', prints: /Milo/ },
    { line: 'log --since yesterday', prints: /Q-5 Coco is #/ },
    { line: 'config list', prints: /key-store\tfile/ },
    { line: 'config set theme none', prints: /none/ },
    { line: 'config set glyphs ascii', prints: /ascii/ },
    { line: 'config category 7 Birds', prints: /Birds/ },
    { line: '', prints: /Luna[^]*There is no terminal to show the app on/ },
    { line: '--screen-reader', prints: /Luna[^]*There is no terminal to show the app on/ },
    { line: 'demo', prints: /^76\tClyde/ },
    { line: `profile move other --base-url http://127.0.0.1:2/v1`, prints: /127\.0\.0\.1:2/ },
    { line: 'profile remove other', prints: /other/ },
    { line: 'auth logout', prints: /./ },
  ];
  const upkeep: readonly Step[] = [
    { line: 'keys list', prints: /1/ },
    { line: 'keys create --label website', prints: /./ },
    { line: 'keys rotate website --overlap 0s', prints: /./ },
    { line: 'keys revoke 1', prints: /./ },
    { line: 'keys log', prints: /2\trevoked/ },
    { line: `service backup ${join(server, 'copy.sqlite')}`, prints: /./ },
    { line: `service trial ${join(server, 'copy.sqlite')}`, prints: /./ },
    { line: 'service check', prints: /./ },
    { line: 'service export', prints: /1\t/ },
    { line: 'service correct 1 --name Corrected', prints: /1\tCorrected/ },
    { line: 'service remove 1 --yes', prints: /1\tCorrected/ },
    { line: 'service log', prints: /removed/ },
  ];

  const typed: string[] = [];
  const type = async (
    where: string,
    { line, prints, code = 0, input = '', settle = '100ms', before }: Step,
  ): Promise<void> => {
    before?.();
    const words = line === '' ? [] : line.split(' ');
    // The built-in store is the program once more.
    const result = await (line === 'demo' ? runProgram : runHere)(where, words, {
      input,
      env: { PETSTORE_SETTLE: settle, PETSTORE_MARKS: 'off' },
    });
    const said = result.stdout + result.stderr;
    t.is(result.code, code, `${line}: ${said}`);
    t.regex(said, prints, line);
    typed.push(`petstore ${line}`.trim());
  };

  for (const step of steps) {
    await type(home, step);
  }

  const service = await startServiceProcess(t, server, ['--database', database, '--seed', 'data/demo-pets.json']);
  typed.push('petstore serve');
  for (const step of upkeep) {
    await type(server, step);
  }

  await service.stop();
  await type(server, { line: `service restore ${join(server, 'copy.sqlite')}`, prints: /./ });

  const isTyped = (words: readonly string[]): boolean =>
    typed.some((line) => words.every((word) => line.split(' ').includes(word)));
  for (const { words } of commandTable.filter(({ hidden }) => hidden !== true)) {
    t.true(isTyped(words), `petstore ${words.join(' ')} is run by nothing`);
    const help = await runHere(home, [...words, '--help']);
    t.is(help.code, 0);
    t.regex(help.stdout, new RegExp(`petstore ${words.join(' ')}`));
  }

  for (const path of ['README.md', 'docs/tutorial.md', 'docs/how-to.md', 'docs/guarantees.md', 'docs/reference.md']) {
    for (const span of readDocument(path).spans.filter((each) => /^petstore(?: |$)/.test(each))) {
      // What is in capitals is for the reader to fill in, and so is the number of an animal.
      t.true(
        isTyped(span.split(' ').filter((word) => !/^[A-Z]+(?:-[A-Z]+)*$|^Q-\d+$|^--help$/.test(word))),
        `${path}: \`${span}\` is run by nothing`,
      );
    }
  }
});
