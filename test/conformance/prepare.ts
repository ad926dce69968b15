import { exchange, type Target } from './exchange.ts';

/**
 * Adds the animals the cases look for: more than one default page, of every status and of none.
 *
 * @returns the id of one of them
 */
export async function prepare(target: Target): Promise<string> {
  let pet = '';
  for (let index = 0; index < 24; index += 1) {
    const status = ['available', 'pending', 'sold', undefined][index % 4];
    const { status: answered, body } = await exchange(target, {
      method: 'POST',
      body: { name: `Conformance ${index + 1}`, categoryId: (index % 8) + 1, status },
    });
    if (answered !== 201) {
      throw new Error(`Cannot add an animal at ${target.baseUrl}: ${answered} ${body.toString()}`);
    }

    pet = /"id":(\d+)/.exec(body.toString())?.[1] ?? '';
  }

  return pet;
}
