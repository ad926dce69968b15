import { checkFiles } from '../../app/doctor/check-machine.ts';
import { checkStore, idempotencyOf } from '../../app/doctor/check-store.ts';
import { checkDamaged, checkup, checkupText, checkWithoutProfile, completeCheck } from '../../app/doctor/doctor.ts';
import { NoProfileError } from '../../app/profiles/choose-profile.ts';
import type { Check } from '../../app/workspace.ts';
import { entryStates } from '../../domain/entry.ts';
import type { Snapshot } from '../../sync/api.ts';
import { countText } from '../../text/count-text.ts';
import type { Run } from '../parse/command.ts';
import { failIfStranded } from './sync/sync.ts';
import { type Context, readKeyProblem, terminalFactsOf } from '../run/context.ts';
import { exitCode, exitOfConnection, keepFailure, troubleOf } from '../run/failure.ts';
import { type Fact, toFactLines } from '../run/output.ts';

/** `petstore status`: asks the store once. With `--check` the exit code tells its findings. */
export const showStatus: Run<'check'> = async (input, context) => {
  const { output } = context;
  const opening = context.openSession({ onlyLooks: true });
  const session = await (input.has('check') ? opening.catch(failIfStranded) : opening);
  const home = await context.openHome();
  const { profile, engine, key, paths } = session;
  const connection = await engine.probe(context.signal);
  const snapshot = engine.snapshot();
  const { entries, queueTrouble } = snapshot;
  const { facts, news } = await checkStore(home, session, connection);
  const files = await checkFiles(home, session, { makesFolders: false });
  // A file of a newer version is why nothing can be read, and why nothing is written: it is told once.
  const isTold = files.problem?.message === queueTrouble?.message || files.problem?.code === queueTrouble?.code;
  const checks = [...facts, ...news, ...(files.problem && !isTold ? [files.check] : [])].map((check) =>
    completeCheck(check, output.hints),
  );
  const isNews = (name: string): boolean => news.some((each) => each.name === name);
  const states = entryStates.filter((state) => state !== 'created' && state !== 'discarded');
  const { fetchedAt, heardAt, complete } = snapshot.lists.all;
  const { json: trouble, exit, texts: unreadable } = troubleOf(snapshot);
  await output.print({
    json: {
      profile: profile.name,
      baseUrl: profile.baseUrl,
      connection: connection.state,
      queue: Object.fromEntries(
        states.map((state) => [state, entries.filter((entry) => entry.state === state).length]),
      ),
      cache: { pets: snapshot.pets.length, fetchedAt: fetchedAt ?? null, newestAt: heardAt, complete },
      idempotency: idempotencyOf(session),
      key: key ? { last4: key.last4 === '' ? null : key.last4, source: key.source } : null,
      paths,
      error: files.problem,
      ...trouble,
    },
    screen: { lines: toFactLines(checks.flatMap((check) => factsOf(nameOf(check), check))) },
    tsv: checks.map((check) => [nameOf(check), check.detail]),
  });
  if (output.format !== 'table') {
    // A script reads values; what a person has to do is told beside them, of each file of the queue in its own words.
    const problems = checks.filter(({ ok }) => !ok);
    output.warn(
      ...unreadable,
      ...problems.filter(({ name }) => name !== 'queue' || unreadable.length === 0).map(sentenceOf),
    );
    // Other forms than JSON have it among the facts.
    const remarks = output.format === 'json' ? checks.filter(({ ok, name }) => ok && isNews(name)) : [];
    remarks.forEach((check) => output.say(sentenceOf(check)));
  }

  const storage = files.problem ? exitCode.storage : exit;
  if (storage !== exitCode.done || !input.has('check')) {
    // If the queue cannot be used no animal is sent, whatever the store answers.
    return storage;
  }

  return exitOfProblems(checks, snapshot) ?? exitOfConnection[connection.state];
};

const nameOf = ({ name }: Check): string => name.charAt(0).toUpperCase() + name.slice(1);

function sentenceOf(check: Check): string {
  const { detail, remedy = '' } = check;
  return `${nameOf(check)}: ${detail.replace(/\.$/u, '')}. ${remedy}`.trimEnd();
}

/** A check behind its label, and below it the remedy. */
const factsOf = (label: string, { detail, remedy }: Check): readonly Fact[] => [
  [label, detail],
  ...(remedy === undefined ? [] : [['', remedy] as const]),
];

/** `petstore doctor`: the exit code is that of the gravest problem. */
export const runDoctor: Run = async (_input, context) => {
  const { found, exit } = await lookEverywhere(context);
  const checks = found.map((check) => completeCheck(check, context.output.hints));
  await context.output.print({
    json: { checks },
    screen: {
      lines: toFactLines(
        checks.flatMap((check) => factsOf(`${(check.ok ? wordOf(check) : 'PROBLEM').padEnd(9)}${check.name}`, check)),
      ),
    },
    tsv: checks.map((check) => [check.name, wordOf(check), check.detail, check.remedy ?? '']),
  });
  const problems = checks.filter(({ ok }) => !ok);
  const which = problems.length === 1 ? 'it' : 'each';
  context.output.say(checkupText(checks, `${countText(problems.length, 'problem')}: what to do stands with ${which}.`));
  return exit;
};

async function lookEverywhere(context: Context): Promise<{ readonly found: readonly Check[]; readonly exit: number }> {
  const home = await context.openHome({ evenIfDamaged: true });
  const terminal = terminalFactsOf(context);
  if (home.damage) {
    return { found: checkDamaged(home.damage.problem, terminal), exit: keepFailure(home.damage).exit };
  }

  try {
    const session = await context.openSession({ onlyLooks: true });
    const found = await checkup(home, session, terminal, context.signal, await readKeyProblem(home));
    return { found, exit: exitOfProblems(found, session.engine.snapshot()) ?? exitCode.done };
  } catch (error) {
    if (error instanceof NoProfileError) {
      return { found: checkWithoutProfile(error, terminal), exit: exitCode.wrongUse };
    }

    throw error;
  }
}

function wordOf({ ok, checked }: Check): string {
  const found = ok ? 'ok' : 'problem';
  return checked === false ? 'skipped' : found;
}

/** What the gravest problem means for the commands that would meet it; undefined: there is none. */
function exitOfProblems(checks: readonly Check[], snapshot: Snapshot): number | undefined {
  const { exit: queueExit } = troubleOf(snapshot);
  if (queueExit !== exitCode.done) {
    return queueExit;
  }

  const problems = checks.filter(({ ok }) => !ok);
  const exits: readonly (readonly [name: string, exit: number])[] = [
    ['files', exitCode.storage],
    // Whether a store that does not answer wants a key is not known.
    ['connection', exitOfConnection[snapshot.connection.state]],
    ['key', exitCode.unauthorized],
  ];
  const exit = exits.find(([name]) => problems.some((problem) => problem.name === name))?.[1];
  return exit ?? (problems.length > 0 ? exitCode.waiting : undefined);
}
