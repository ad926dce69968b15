/** The sentence on an animal whose answer was just lost. */
export const promiseToLook =
  'The animal may have arrived: it is kept, and petstore looks for it before anything is sent again.';

/** The same in records of before 0.1.0. */
const earlierPromise = 'The animal may have arrived: it is kept, and looked for before anything is sent again.';

/**
 * The reason of an attempt whose answer was lost, for the time after the animal was looked for, when the result is
 * known.
 */
export function withoutPromise(reason: string): string {
  return reason.replace(` ${promiseToLook}`, '').replace(` ${earlierPromise}`, '');
}
