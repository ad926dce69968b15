import type { Entry } from '../domain/entry.js';
import { type Int64, parseInt64 } from '../domain/int64.js';
import type { Pet } from '../domain/pet.js';
import type { Problem } from '../domain/problem.js';
import type { Session } from '../app/workspace.js';
import { toWirePet } from '../platform/wire-json.js';
import { type Animal, shownCategory, shownId, toAnimalRows } from './animal-rows.js';
import type { Answer } from './answer.js';
import type { Run } from './command.js';
import type { Context } from './context.js';
import { exitCode } from './exit-code.js';
import { Failure, toFailure } from './failure.js';
import { describeAge, toConnectionFailure } from './say-connection.js';
import { localIdForm } from './value-kind.js';
import { toWireEntry } from './wire-entry.js';

type Found = { readonly pet: Pet; readonly source: 'service' | 'cache'; readonly fetchedAt: string } | { readonly queued: Entry };

/** Several ids: the exit code is that of the gravest failure. */
const gravity = [exitCode.unauthorized, exitCode.unreachable, exitCode.notFound] as const;

export const run: Run = async (input, context) => {
  const session = await context.openSession();
  const isOffline = input.has('offline');
  const look = (id: string) => find(session, id, isOffline, context.signal);
  if (input.arguments.length === 1) {
    const found = await look(input.arguments[0] ?? '');
    await context.output.print(await toAnswer(found, context));
    sayAge([found], context);
    return exitCode.done;
  }

  const results: (Found | Failure)[] = [];
  for (const id of input.arguments) {
    results.push(await look(id).catch(keepFailure));
  }

  return await printAll(results, context);
};

function keepFailure(error: unknown): Failure {
  const failure = toFailure(error);
  if (!failure) {
    throw error;
  }

  return failure;
}

async function find(session: Session, id: string, isOffline: boolean, signal: AbortSignal): Promise<Found> {
  const petId = parseInt64(id);
  return petId === undefined ? await findQueued(session, id.toUpperCase(), isOffline, signal) : await findPet(session, petId, isOffline, signal);
}

async function findQueued(session: Session, localId: string, isOffline: boolean, signal: AbortSignal): Promise<Found> {
  const entry = localIdForm.test(localId) ? await session.engine.findEntry(localId) : undefined;
  if (!entry) {
    throw new Failure(exitCode.notFound, { code: 'not_found', message: `There is no queued animal ${localId}. \`petstore queue list --all\` shows those there are.` });
  }

  if (entry.petId === undefined) {
    return { queued: entry };
  }

  try {
    return await findPet(session, entry.petId, isOffline, signal);
  } catch (error) {
    // What the store answered when it was created is a saved copy too.
    if (entry.pet && error instanceof Failure && error.exit !== exitCode.notFound) {
      return { pet: entry.pet, source: 'cache', fetchedAt: entry.history.at(-1)?.at ?? entry.createdAt };
    }

    throw error;
  }
}

async function findPet({ engine }: Session, id: Int64, isOffline: boolean, signal: AbortSignal): Promise<Found> {
  const lookUp = await engine.lookUp(id, { offline: isOffline, signal });
  switch (lookUp.type) {
    case 'found':
      return lookUp;
    case 'not-found':
      throw new Failure(exitCode.notFound, { code: 'not_found', message: isOffline ? `The saved list is complete and has no animal ${id}.` : `The store has no animal ${id}.` });
    case 'unknown': {
      const { connection } = lookUp;
      const isAsked = !isOffline && connection.state !== 'online';
      throw isAsked
        ? toConnectionFailure(connection, `Animal ${id} is not saved on this machine either.`)
        : new Failure(exitCode.unreachable, { code: 'unknown', message: `Animal ${id} is not in the lists ${isOffline ? 'saved here' : 'of the store'}, but they are not complete, so it may exist.` });
    }
  }
}

async function toAnswer(found: Found, context: Context): Promise<Answer> {
  const animal: Animal = 'queued' in found ? found.queued : found.pet;
  const { config } = await context.openHome();
  const { rows } = toAnimalRows([animal]);
  return {
    json: toWireFound(found),
    items: ['queued' in found ? toWireEntry(found.queued) : (toWirePet(found.pet) as object)],
    screen: {
      lines: [
        `ID        ${shownId(animal)}`,
        `Name      ${animal.name}`,
        `Category  ${shownCategory(animal, config.categoryLabels ?? {})}`,
        `Status    ${animal.status ?? 'not set'}`,
        ...('queued' in found ? [`State     ${found.queued.state}`] : []),
      ],
    },
    rows: { titles: toAnimalRows([]).titles, rows },
  };
}

function toWireFound(found: Found): object {
  return 'queued' in found ? { queued: toWireEntry(found.queued) } : { pet: toWirePet(found.pet), source: found.source, fetchedAt: found.fetchedAt };
}

async function printAll(results: readonly (Found | Failure)[], context: Context): Promise<number> {
  const { output } = context;
  const found = results.filter((result): result is Found => !(result instanceof Failure));
  const failures = results.filter((result): result is Failure => result instanceof Failure);
  const animals = found.map((result): Animal => ('queued' in result ? result.queued : result.pet));
  const rows = toAnimalRows(animals);
  const toProblem = (problem: Problem) => ({ error: problem });
  await output.print({
    json: { results: results.map((result) => (result instanceof Failure ? toProblem(result.problem) : toWireFound(result))) },
    items: results.map((result) => (result instanceof Failure ? toProblem(result.problem) : 'queued' in result ? toWireEntry(result.queued) : (toWirePet(result.pet) as object))),
    screen: { titles: ['ID', 'NAME', 'CATEGORY', 'STATUS'], rows: rows.rows, flexible: 1 },
    rows,
  });
  sayAge(found, context);
  for (const { problem } of failures) {
    output.warn(`petstore: ${problem.message}`);
  }

  return gravity.find((exit) => failures.some((failure) => failure.exit === exit)) ?? exitCode.done;
}

function sayAge(found: readonly Found[], { output, clock }: Context): void {
  for (const result of found) {
    if ('pet' in result && result.source === 'cache') {
      output.warn(`Animal ${result.pet.id}: ${describeAge(result.fetchedAt, clock)}.`);
    }
  }
}
