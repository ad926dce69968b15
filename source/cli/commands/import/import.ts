import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { chosenProfileName } from '../../../app/home.js';
import type { NewPet } from '../../../domain/pet.js';
import { isSamePet } from '../../../domain/pet/compare-pets.js';
import { serialiseNewPet } from '../../../platform/json/wire-json.js';
import { mostWaiting } from '../../../local/journal/journal.js';
import type { Snapshot } from '../../../sync/api.js';
import type { RowMistake, NamedAnimal } from './check-row.js';
import type { Run } from '../../parse/command.js';
import type { Context } from '../../run/context.js';
import { exitCode } from '../../run/exit-code.js';
import { wrongUse } from '../../run/failure.js';
import { readAll, TooLarge } from './read-all.js';
import { readAnimals } from './read-animals.js';
import { connectionSentence } from '../../../text/connection-sentence.js';

/** `petstore import`: everything is checked before anything is queued, and then all of it or nothing. */
export const importAnimals: Run<'dry-run' | 'again'> = async (input, context) => {
  const { output } = context;
  const file = input.arguments[0] ?? '-';
  const { pets, named, mistakes, ignored } = readAnimals(await readText(file, context), mostWaiting);
  if (mistakes.length > 0) {
    throw wrongUse(describeMistakes(mistakes));
  }

  if (ignored.length > 0) {
    output.say(`Not used: ${ignored.map((title) => (title === '' ? 'a column without a title' : `"${title}"`)).join(', ')}.`);
  }

  if (pets.length === 0) {
    throw wrongUse('The file holds no animals. Nothing was queued.');
  }

  // Without a profile there is no list to compare with, and a mere check needs none.
  const isCompared = named.length > 0 && !input.has('again') && (!input.has('dry-run') || chosenProfileName(await context.openHome()) !== undefined);
  if (isCompared) {
    refuseKnown(findKnown(named, (await context.openSession()).engine.snapshot()));
  }

  if (input.has('dry-run')) {
    await printQueued([], pets.length, context);
    output.say(`${count(pets.length)} can be imported. Nothing was queued.`);
    return exitCode.done;
  }

  const { engine } = await context.openSession({ loaded: 'queue' });
  context.signal.addEventListener('abort', () => output.warn('Interrupted: all of the animals are queued or none; `petstore queue` tells which.'));
  const contentHash = hashContent(pets);
  const report = await engine.importPets(pets, { contentHash, again: input.has('again'), signal: context.signal, onProgress: (done, total) => output.progress(`${done}/${total}`) });
  output.progress(undefined);
  if (report.type === 'imported-before') {
    throw wrongUse(`The same ${report.rows === 1 ? 'animal was' : `${report.rows} animals were`} already imported at ${report.at}. Nothing was queued. To queue ${report.rows === 1 ? 'it' : 'them'} once more, use --again.`);
  }

  await printQueued(report.localIds, pets.length, context);
  const { connection } = engine.snapshot();
  const next = connection.state === 'working-offline' ? connectionSentence(connection) : `Send ${pets.length === 1 ? 'it' : 'them'} with \`petstore sync\`; an open app does so by itself.`;
  output.say(`${count(pets.length)} ${pets.length === 1 ? 'is' : 'are'} queued. ${next}`);
  return exitCode.done;
};

/** The ids of those that are what the file says they are already: on the store by the saved list, or in the queue. */
function findKnown(named: readonly NamedAnimal[], { pets, entries }: Pick<Snapshot, 'pets' | 'entries'>): readonly string[] {
  const animals: readonly (readonly [string, NewPet])[] = [...pets.map((pet) => [pet.id, pet] as const), ...entries.filter(({ state }) => state !== 'discarded').map((entry) => [entry.localId, entry] as const)];
  const known = new Map(animals);
  return named.flatMap(({ id, pet }) => {
    const animal = known.get(id);
    return animal && isSamePet(animal, pet) ? [id] : [];
  });
}

/** More ids than these only fill the line. */
const mostIds = 5;

function refuseKnown(ids: readonly string[]): void {
  if (ids.length === 0) {
    return;
  }

  const isQueued = (id: string): boolean => id.startsWith('Q-');
  const where = ids.every(isQueued) ? 'in the queue' : ids.some(isQueued) ? 'on the store or in the queue' : 'on the store';
  const shown = ids.slice(0, mostIds).map((id) => (isQueued(id) ? id : `#${id}`));
  const one = ids.length === 1;
  throw wrongUse(`${ids.length} of these ${one ? 'is' : 'are'} ${where} already, by the saved list: ${shown.join(', ')}${ids.length > mostIds ? ` and ${ids.length - mostIds} more` : ''}. Nothing was queued. To add ${one ? 'it' : 'them'} once more, use --again.`);
}

function count(animals: number): string {
  return `${animals} ${animals === 1 ? 'animal' : 'animals'}`;
}

/** Ten thousand animals with names of a page each; a device that never ends is noticed in time. */
const mostMiB = 64;

async function readText(file: string, { stdin, signal }: Context): Promise<string> {
  try {
    return await readAll(file === '-' ? addAbortSignal(signal, stdin) : createReadStream(file, { signal }), mostMiB * 2 ** 20);
  } catch (error) {
    throw wrongUse(`${file === '-' ? 'Standard input' : file} cannot be read: ${explain(error)}. Nothing was queued.`);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'there is no permission to read it',
};

function explain(error: unknown): string {
  if (error instanceof TooLarge) {
    return `it holds more than ${mostMiB} MiB; import it in parts`;
  }

  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  return error instanceof TypeError ? 'it is not UTF-8 text; save it as UTF-8' : (reasons[code] ?? code);
}

/** More than these only fill the screen. */
const mostMistakes = 50;

function describeMistakes(mistakes: readonly RowMistake[]): string {
  const lines = mistakes.slice(0, mostMistakes).map(({ line, field, message }) => `line ${line}${field === undefined ? '' : `, ${field}`}: ${message}`);
  const more = mistakes.length - lines.length;
  return [`Nothing was queued, because the file has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
}

/** The same animals in another format or with other line ends are the same content. */
function hashContent(pets: readonly NewPet[]): string {
  const hash = createHash('sha256');
  for (const pet of pets) {
    hash.update(`${serialiseNewPet(pet)}\n`);
  }

  return hash.digest('hex');
}

async function printQueued(localIds: readonly string[], rows: number, { output }: Context): Promise<void> {
  await output.print({
    json: { queued: localIds, rows },
    screen: { lines: [] },
    rows: { titles: ['localId'], rows: localIds.map((localId) => [localId]) },
  });
}
