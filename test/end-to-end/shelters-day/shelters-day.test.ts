/**
 * A shelter's day with the built program: three homes in the field with bad lines, a desk with two windows that sees an
 * old list, a colleague who adds directly, a folder put back at noon, a store that is restarted and killed, a laptop
 * that sleeps. Counted by the store's own record.
 */
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { freePort } from '../../helpers/free-port.js';
import { startServiceProcess, type ServiceProcess } from '../../helpers/program.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { keys, openProgram, type TerminalSession } from '../../helpers/terminal.js';
import { howMany, isLong, row, seed } from '../../helpers/tier.js';
import { openLine } from './bad-line.js';
import { type Entry, type Home, openHome, type Stock } from './home.js';

/** Of all animals, each field home has this share; the desk and the colleague have the rest. */
const fieldShare = 0.22;

test(`a shelter's day of ${howMany(16, 300)} animals: each is in the store once, under the id that its home shows`, async (t) => {
  t.timeout(isLong ? 3_600_000 : 600_000);
  const animals = howMany(16, 300);
  const port = await freePort();
  const serviceHome = temporaryFolder(t);
  let service: ServiceProcess = await startServiceProcess(t, serviceHome, ['--port', String(port)]);
  const apiKey = service.apiKey!;
  const lines = [
    await openLine(port, { bad: 0.25, seed }),
    await openLine(port, { bad: 0.25, isPlain: true, seed: seed + 1 }),
    await openLine(port, { bad: 0.15, isPlain: true, seed: seed + 2 }),
    await openLine(port, { lagMs: 700, seed: seed + 3 }),
  ];
  t.teardown(() => lines.forEach((line) => line.close()));
  const field = lines.slice(0, 3).map((line, index) => openHome(t, `field ${index + 1}`, line, apiKey));
  const desk = openHome(t, 'desk', lines[3]!, apiKey);
  const colleague = new Set<string>();

  const stock = async (): Promise<readonly Stock[]> => {
    const pets: Stock[] = [];
    for (let url: string | undefined = `${service.baseUrl}/pets?limit=100`; url !== undefined;) {
      const answer: Response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
      pets.push(...((await answer.json()) as readonly Stock[]));
      const next: string | undefined = /<([^>]+)>; *rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      url = next && new URL(next, url).href;
    }

    return pets;
  };
  const addDirectly = async (name: string): Promise<void> => {
    // A person at a keyboard: once more where the store is away, under the same key.
    for (let status = 0; status !== 201;) {
      t.true(status === 0 || status >= 500, `a colleague was answered ${status}`);
      status = await fetch(`${service.baseUrl}/pets`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': name.replace(' ', '-'),
        },
        body: JSON.stringify({ name, categoryId: 3 }),
      }).then(
        (answer) => answer.status,
        () => pause(100, 503),
      );
    }

    colleague.add(name);
  };
  const open = async (): Promise<TerminalSession> => {
    const window = openProgram(t, desk.folder, { env: desk.env });
    // The line offers no events, so that the list has an age; the state before that may pass unseen.
    await window.waitFor(/● (?:as of \d|live)/);
    return window;
  };
  const addInWindow = async (window: TerminalSession, name: string): Promise<void> => {
    window.press(`a${name}\t3`, keys.ctrl('s'));
    await window.waitFor((shown) => shown.some((line) => new RegExp(`(Q-\\d+|\\d) +${name} `).test(line)));
    desk.promised.add(name);
  };

  const each = Math.floor(animals * fieldShare);
  const half = Math.floor(each / 2);
  const atDesk = Math.floor((animals - 3 * each) * 0.6);
  const byColleague = animals - 3 * each - atDesk;

  const windows = [await open(), await open()];
  const enter = async (home: Home, index: number, from: number, to: number): Promise<void> => {
    const singly = Math.min(3, to - from);
    for (let number = from; number < from + singly; number += 1) {
      await home.add(`Field ${index} ${number}`);
    }

    if (to > from + singly) {
      await home.importAll(
        Array.from({ length: to - from - singly }, (_, number) => `Field ${index} ${from + singly + number}`),
      );
    }
  };
  const deskWork = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1) {
      await addInWindow(windows[number % 2]!, `Desk ${number}`);
    }
  };
  const colleagueWork = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1) {
      await addDirectly(`Colleague ${number}`);
    }
  };

  // The morning. The first home is backed up while half of its animals wait.
  await Promise.all([
    ...field.map((home, index) => enter(home, index + 1, 0, half)),
    deskWork(0, Math.floor(atDesk / 2)),
    colleagueWork(0, Math.floor(byColleague / 2)),
  ]);
  const putBack = field[0]!.backUp();
  await Promise.all(field.map((home) => home.sync('6s')));

  // Noon: it is put back as it was, the store is restarted, and the third laptop sleeps in the middle of its work.
  putBack();
  await Promise.all(field.slice(1).map((home, index) => enter(home, index + 2, half, each)));
  const wake = await field[2]!.sleepWhileSending();
  await service.stop();
  const away = deskWork(Math.floor(atDesk / 2), atDesk);
  service = await startServiceProcess(t, serviceHome, ['--port', String(port)]);
  await Promise.all([away, colleagueWork(Math.floor(byColleague / 2), byColleague), field[1]!.sync('6s')]);
  service.child.kill('SIGKILL');
  await enter(field[0]!, 1, half, each);
  service = await startServiceProcess(t, serviceHome, ['--port', String(port)]);
  await wake();

  // The evening: the lines are good again, and whoever has to decides.
  lines.forEach((line) => line.mend());
  for (const window of windows) {
    window.press('q');
    t.is((await window.exit).code, 0);
  }

  const ends: (readonly Entry[])[] = [];
  for (const home of [...field, desk]) {
    ends.push(await home.finish(stock));
  }

  const there = await stock();
  const promised = [...field, desk].flatMap((home) => [...home.promised]).concat([...colleague]);
  const times = (name: string): number => there.filter((pet) => pet.name === name).length;
  const lost = promised.filter((name) => times(name) === 0);
  const doubled = [...new Set(there.map(({ name }) => name))].filter((name) => times(name) > 1);
  const unasked = there.filter(({ name }) => !promised.includes(name));
  const falsely = ends
    .flat()
    .filter(({ petId, name }) => petId !== undefined && there.find(({ id }) => id === petId)?.name !== name);
  const open_ = ends.flat().filter(({ state }) => state !== 'created' && state !== 'discarded');
  const decided = [...field, desk].flatMap((home) => home.decided);
  t.log(
    row(
      `a shelter's day (seed ${seed})`,
      `${animals} animals`,
      `${lines.reduce((sum, line) => sum + line.cut(), 0)} requests cut off`,
      `${lost.length} lost, ${doubled.length} doubled, ${falsely.length} pretended`,
      `${decided.length} decided by a person`,
    ),
  );
  decided.forEach((line) => t.log(line));
  t.deepEqual(
    { lost, doubled, unasked, falsely, open: open_ },
    { lost: [], doubled: [], unasked: [], falsely: [], open: [] },
  );
  t.is(there.length, promised.length);
  t.is(promised.filter((name) => !name.endsWith(' late')).length, animals);
});
