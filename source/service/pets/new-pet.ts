import type { IncomingHttpHeaders } from 'node:http';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { type NewPet, petFieldNames, petFields } from '../../domain/pet.ts';
import { checkPet, serviceMistakeText } from '../../domain/pet/check-pet.ts';
import { parseJson } from '../../platform/json/json.ts';
import { ApiError } from '../http/answers.ts';

/** The animal of parsed JSON, or its mistake in one phrase. Unknown fields, and an `id`, are dropped. */
export function checkNewPet(value: unknown): NewPet | { readonly problem: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: notObject };
  }

  const checked = checkPet(value, 'body');
  return 'pet' in checked ? checked.pet : { problem: serviceMistakeText(checked.mistakes[0]) };
}

const notObject = 'the body must be a JSON object';

/**
 * What the schema has passed. By hand: the category, because 64 bits need the text of the number, and characters that
 * no database keeps. Throws 400.
 */
export function toNewPet(body: unknown): NewPet {
  const pet = checkNewPet(body);
  if ('problem' in pet) {
    throw invalidBody(pet.problem);
  }

  return pet;
}

const invalidBody = (problem: string): ApiError => new ApiError(400, 'invalid_body', `${problem}.`);

/** In the words of the same mistake elsewhere. */
export function toBodyError([error]: readonly FastifySchemaValidationError[]): ApiError {
  const { keyword, instancePath, params } = error as FastifySchemaValidationError;
  const field = petFieldNames.find((each) => each === (params['missingProperty'] ?? instancePath.slice(1)));
  if (field === undefined) {
    return invalidBody(notObject);
  }

  const tooLong = keyword === 'maxLength' ? 'too-long' : undefined;
  return invalidBody(serviceMistakeText({ field, mistake: tooLong ?? petFields[field].kind.otherwise }));
}

/** Of a member that comes twice the last one counts, as in every common JSON parser. Throws 400. */
export function readJson(bytes: Buffer | undefined): unknown {
  if (bytes === undefined || bytes.length === 0) {
    throw new ApiError(400, 'invalid_json', 'The body is missing: send a JSON object with name and categoryId.');
  }

  try {
    return decodeJson(bytes);
  } catch (error) {
    // The parser's own message quotes the body, which may hold anything.
    throw new ApiError(400, 'invalid_json', `The body is not ${error instanceof TypeError ? 'UTF-8' : 'JSON'}.`);
  }
}

/** A TypeError if the bytes are not UTF-8, and a SyntaxError if they are not JSON. */
export function decodeJson(bytes: Buffer): unknown {
  return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

const plainJson = /^application\/json *(?:; *charset *= *"?utf-8"? *)?;?$/i;

/** 415 unless plain JSON in UTF-8, before the body is read. One without a body gets the 400 for that. */
export function checkMediaType(headers: IncomingHttpHeaders): ApiError | undefined {
  const type = headers['content-type'];
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (type === undefined ? hasBody : !plainJson.test(type.trim())) {
    return new ApiError(415, 'unsupported_media_type', 'The body must be application/json in UTF-8.', {
      accept: 'application/json',
    });
  }

  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    return new ApiError(415, 'unsupported_media_type', 'The body must not be compressed.', {
      'accept-encoding': 'identity',
    });
  }

  return undefined;
}
