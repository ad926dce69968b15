import { readFileSync } from 'node:fs';
import type { NewPet } from '../../domain/pet.js';
import { checkNewPet, decodeJson } from '../pets/new-pet.js';
import { CommandError, exitCodes } from './serve-settings.js';

/**
 * Reads a JSON array of NewPet, checking all of it first.
 *
 * @throws {CommandError} exit 2, naming the first animal that is wrong by its place (the first is 1)
 */
export function readSeedFile(file: string): readonly NewPet[] {
  const value = parse(file);
  if (!Array.isArray(value)) {
    throw wrong(file, 'it is not a JSON array of animals');
  }

  return value.map((item, index) => {
    const pet = checkNewPet(item);
    if ('problem' in pet) {
      throw wrong(file, `animal ${index + 1}: ${pet.problem}`);
    }

    return pet;
  });
}

function parse(file: string): unknown {
  try {
    return decodeJson(readFileSync(file));
  } catch (error) {
    const { message } = error as Error;
    const why = error instanceof SyntaxError ? `it is not JSON (${message})` : message;
    throw wrong(file, error instanceof TypeError ? 'it is not UTF-8' : why);
  }
}

function wrong(file: string, why: string): CommandError {
  return new CommandError(exitCodes.wrongUse, `The seed file ${file} cannot be used: ${why}. Nothing was loaded.`);
}
