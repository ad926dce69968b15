import type { DoctorCheck } from '../../app/workspace.js';
import { needOf, whyUnwritable } from '../../app/doctor/check-machine.js';
import { entryStates } from '../../domain/entry.js';
import type { Snapshot } from '../../sync/api.js';
import { findStranded, otherStoresTexts } from '../../app/profiles/waiting-stores.js';
import { safeText } from '../../platform/text/terminal-text.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { countText } from '../../text/count-text.js';
import { goneSentence } from '../../text/queue/gone-text.js';
import { queueText } from '../../text/queue/outcome-text.js';
import type { Run } from '../parse/command.js';
import { describeKey } from '../../app/keys/keychain.js';
import { exitOfConnection, exitCode, toFailure, troubleOf, unreadableTexts } from '../run/failure.js';
import { connectionSentence, pageTexts, savedListText, savedTroubleText } from '../../text/connection-sentence.js';
import { checkDamaged, checkup, checkupText, completeCheck } from '../../app/doctor/doctor.js';
import { wrapSentence } from '../../text/wrap-cells.js';
import { type Format, labelled } from '../run/output.js';
import { readIgnored, terminalFactsOf } from '../run/context.js';

/** `petstore status`: asks the store once. With `--check` the exit code tells its findings. */
export const showStatus: Run<'check'> = async (input, context) => {
  const { output, clock } = context;
  const { profile, engine, key, paths } = await context.openSession({ loaded: true, onlyLooks: true });
  const home = await context.openHome();
  const connection = await engine.probeForSending(context.signal);
  const snapshot = engine.snapshot();
  const { lists, entries, unreadable, queueTrouble, readOnly, honoursKeys, savedTrouble } = snapshot;
  const learnt = honoursKeys ? 'honoured' : 'unknown';
  const idempotency = profile.idempotency === 'auto' ? learnt : profile.idempotency;
  const states = entryStates.filter((state) => state !== 'created' && state !== 'discarded');
  const queue = Object.fromEntries(
    states.map((state) => [state, entries.filter((entry) => entry.state === state).length]),
  );
  const storage = readOnly ?? (await whyUnwritable(home, { makesFolders: false }));
  const { json: trouble, exit } = troubleOf(snapshot);
  const need = needOf(entries);
  const { fetchedAt, heardAt, complete } = lists.all;
  const count = snapshot.pets.length;
  const size = sizeOf(home.fileSystem, paths['cache'] ?? '');
  const lacking = unreadable.length > 0 || queueTrouble ? ['not all of it can be read'] : [];
  // The store says so each time it is asked.
  const untold = idempotency === 'unknown' && connection.state !== 'online' ? ', as the store did not say' : '';
  const facts: readonly (readonly [string, string])[] = [
    ['Profile', `${profile.name} (${profile.baseUrl})`],
    ['Connection', output.hints(`${connection.state}: ${connectionSentence(connection)}`)],
    ['Key', key ? describeKey(key) : output.hints('missing; enter one with `petstore auth login`')],
    ['Queue', [queueText(entries), ...lacking].filter(Boolean).join(', ') || 'empty'],
    [
      'Saved copy',
      `${countText(count, 'animal')}, ${size === undefined ? 'size not known' : formatBytes(size)}, ` +
        (fetchedAt === undefined && count > 0
          ? 'the whole list has not been read yet'
          : savedListText({ fetchedAt, heardAt }, clock.now()).replace(/^saved copy /, '')) +
        (fetchedAt !== undefined && !complete ? ', not complete' : '') +
        (savedTrouble === undefined ? '' : `: ${savedTroubleText(savedTrouble)}`),
    ],
    ['Idempotency', idempotency + untold],
  ];
  await output.print({
    json: {
      profile: profile.name,
      baseUrl: profile.baseUrl,
      connection: connection.state,
      queue,
      cache: { pets: count, fetchedAt: fetchedAt ?? null, newestAt: heardAt, complete },
      idempotency,
      key: key ? { last4: key.last4 === '' ? null : key.last4, source: key.source } : null,
      paths,
      error: storage,
      ...trouble,
    },
    screen: { lines: facts.flatMap(([name, value]) => labelled(name, value, 13, context.terminal.columns)) },
    rows: { titles: ['name', 'value'], rows: facts },
  });
  output.warn(...unreadableTexts(snapshot), ...pageTexts(snapshot));
  // A file of a newer version is why nothing can be read, and why nothing is written.
  const isTold = storage?.code === 'newer_version' && queueTrouble?.code === storage.code;
  if (storage && storage.message !== queueTrouble?.message && !isTold) {
    output.warn(storage.message);
  }

  if (need) {
    output.warn(`${need.detail.charAt(0).toUpperCase()}${need.detail.slice(1)}. ${need.remedy}`);
  }

  const gone = goneSentence(snapshot.entries);
  output.warn(...(gone === undefined ? [] : [gone]));
  const stranded = await findStranded(home);
  output.warn(...stranded.map(({ detail, remedy }) => `${detail}. ${remedy}`));
  output.warn(...(await otherStoresTexts(home, profile, stranded)));

  const found = storage ? exitCode.storage : exit;
  if (found !== exitCode.done || !input.has('check')) {
    // If the queue cannot be used no animal is sent, whatever the store answers.
    return found;
  }

  const reached = exitOfConnection[connection.state];
  return reached === exitCode.done && (need || stranded.length > 0) ? exitCode.waiting : reached;
};

function sizeOf(fileSystem: Pick<FileSystem, 'sizeOf'>, path: string): number | undefined {
  try {
    return fileSystem.sizeOf(path);
  } catch {
    return undefined;
  }
}

/** `0 B`, `12 KiB`, `3.4 MiB`. */
function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step] ?? ''}`;
}

/** `petstore doctor`: the exit code is that of the gravest problem. */
export const runDoctor: Run = async (_input, context) => {
  const home = await context.openHome({ evenIfDamaged: true });
  const terminal = terminalFactsOf(context);
  const { hints } = context.output;
  const { columns } = context.terminal;
  const session = home.damage ?? (await context.openSession({ loaded: true, onlyLooks: true }));
  const found =
    'engine' in session
      ? await checkup(home, session, terminal, context.signal, await readIgnored(home))
      : checkDamaged(home.configFile.path, session.problem, terminal);
  const checks = found.map((check) => completeCheck(check, hints));
  const wordOf = ({ ok, checked }: DoctorCheck): string => {
    const found = ok ? 'ok' : 'problem';
    return checked === false ? 'skipped' : found;
  };
  await context.output.print({
    json: { checks },
    screen: {
      lines: checks.flatMap((check) => [
        ...labelled(
          `${(check.ok ? wordOf(check) : 'PROBLEM').padEnd(9)}${check.name.padEnd(8)}  `,
          check.detail,
          19,
          columns,
        ),
        ...wrapSentence(safeText(check.remedy ?? ''), columns, 19),
      ]),
    },
    rows: {
      titles: ['name', 'ok', 'detail', 'remedy'],
      rows: checks.map((check) => [check.name, wordOf(check), check.detail, check.remedy ?? '']),
    },
  });
  const problems = checks.filter(({ ok }) => !ok);
  context.output.say(
    checkupText(
      checks,
      `${countText(problems.length, 'problem')}; ${remedyPlace(context.output.format)} says what to do.`,
    ),
  );
  return 'engine' in session
    ? toExit(problems, session.engine.snapshot())
    : (toFailure(session)?.exit ?? exitCode.wrongUse);
};

function remedyPlace(format: Format): string {
  if (format === 'table') {
    return 'the line below each one';
  }

  return format === 'tsv' ? 'the last column of each' : 'the remedy of each';
}

/** What each check means for the commands that would meet the same problem, as `status --check` has it. */
function toExit(problems: readonly DoctorCheck[], snapshot: Snapshot): number {
  const { exit: queueExit } = troubleOf(snapshot);
  if (queueExit !== exitCode.done) {
    // As `status` does, whatever the store answers.
    return queueExit;
  }

  const exits: readonly (readonly [name: string, exit: number])[] = [
    ['files', exitCode.storage],
    ['key', exitCode.unauthorized],
    ['address', exitOfConnection[snapshot.connection.state]],
  ];
  const exit = exits.find(([name]) => problems.some((problem) => problem.name === name))?.[1];
  return exit ?? (problems.length > 0 ? exitCode.waiting : exitCode.done);
}
