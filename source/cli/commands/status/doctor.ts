import { checkDamaged, checkup, completeCheck } from '../../../app/doctor/doctor.js';
import type { DoctorCheck } from '../../../app/workspace.js';
import type { Run } from '../../parse/command.js';
import type { Format } from '../../run/output.js';
import { exitCode, troubleOf } from '../../run/failure.js';
import { countText } from '../../../text/count-text.js';
import { readIgnored, terminalFactsOf } from '../../run/context.js';

/** `petstore doctor`: the exit code is that of the gravest problem. */
export const runDoctor: Run = async (_input, context) => {
  const home = await context.openHome({ evenIfDamaged: true });
  const terminal = terminalFactsOf(context);
  const { hints } = context.output;
  const session = home.damage ?? (await context.openSession({ loaded: true, onlyLooks: true }));
  const found =
    'engine' in session
      ? await checkup(home, session, terminal, context.signal, await readIgnored(home))
      : checkDamaged(home.configFile.path, session.problem, terminal);
  const checks = found.map((check) => completeCheck(check, hints));
  await context.output.print({
    json: { checks },
    items: checks,
    screen: {
      lines: checks.flatMap(({ name, ok, detail, remedy }) => [
        `${ok ? 'ok     ' : 'PROBLEM'}  ${name.padEnd(8)}  ${detail}`,
        ...(remedy === undefined ? [] : [`${' '.repeat(19)}${remedy}`]),
      ]),
    },
    rows: {
      titles: ['name', 'ok', 'detail', 'remedy'],
      rows: checks.map(({ name, ok, detail, remedy }) => [name, ok ? 'ok' : 'problem', detail, remedy ?? '']),
    },
  });
  const problems = checks.filter(({ ok }) => !ok);
  context.output.say(
    problems.length === 0
      ? 'Everything is as it should be.'
      : `${countText(problems.length, 'problem')}; ${remedyPlace(context.output.format)} says what to do.`,
  );
  return toExit(problems, 'engine' in session ? troubleOf(session.engine.snapshot()).exit : exitCode.done);
};

function remedyPlace(format: Format): string {
  if (format === 'table') {
    return 'the line below each one';
  }

  return format === 'tsv' || format === 'csv' ? 'the last column of each' : 'the remedy of each';
}

/** What each check means for the commands that would meet the same problem; the first that applies. */
const exits: readonly (readonly [name: string, exit: number])[] = [
  ['config', exitCode.wrongUse],
  ['files', exitCode.storage],
  ['key', exitCode.unauthorized],
  ['address', exitCode.unreachable],
];

/** `queueExit`: `exitCode.storage` if a part of the queue cannot be read. */
function toExit(problems: readonly DoctorCheck[], queueExit: number): number {
  const exit = [...exits, ['queue', queueExit || exitCode.waiting] as const].find(([name]) =>
    problems.some((problem) => problem.name === name),
  )?.[1];
  return exit ?? (problems.length > 0 ? exitCode.unexpected : exitCode.done);
}
