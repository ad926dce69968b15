import type { NewPet } from '../../domain/pet.js';
import { checkPet, serviceMistakeText } from '../../domain/pet/check-pet.js';
import { parseJson } from '../../platform/json/json.js';
import { ApiError } from '../http/answers/api-error.js';

/**
 * Reads an animal out of parsed JSON (`parseJson`), or names its mistake in one phrase. Unknown fields, and an `id`,
 * are dropped.
 */
export function checkNewPet(value: unknown): NewPet | { readonly problem: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'the body must be a JSON object' };
  }

  const checked = checkPet(value, 'body');
  return 'pet' in checked ? checked.pet : { problem: serviceMistakeText(checked.mistakes[0]) };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the body of `POST /pets`. Of a member that comes twice the last one counts, as in every common JSON parser (RFC
 * 8259, section 4, leaves it open).
 *
 * @throws {ApiError} 400: `invalid_json` if it is not JSON in UTF-8, `invalid_body` if it is not a NewPet
 */
export function readNewPet(bytes: Buffer | undefined): NewPet {
  const pet = checkNewPet(readJson(bytes));
  if ('problem' in pet) {
    throw new ApiError(400, 'invalid_body', `${pet.problem}.`);
  }

  return pet;
}

function readJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) {
    throw new ApiError(400, 'invalid_json', 'The body is missing: send a JSON object with name and categoryId.');
  }

  let text;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError(400, 'invalid_json', 'The body is not UTF-8.');
  }

  try {
    return parseJson(text);
  } catch {
    // The parser's own message quotes the body, which may hold anything.
    throw new ApiError(400, 'invalid_json', 'The body is not JSON.');
  }
}
