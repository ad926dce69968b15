/** What each generated client is to do: what the document offers, with the statuses it names. */

export type Answer = { readonly status: number; readonly id?: number | undefined; readonly name?: string | undefined };

export type Client = {
  readonly add: (name: string, idempotencyKey: string) => Promise<Answer>;
  readonly list: (limit: number, status: 'available') => Promise<readonly Answer[]>;
  readonly get: (id: number) => Promise<Answer>;
};

export const { PETSTORE_BASE_URL: baseUrl = '', PETSTORE_API_KEY: apiKey = '' } = process.env;

export async function exercise({ add, list, get }: Client): Promise<void> {
  const first = await add('Rex', '"typed"');
  const again = await add('Rex', '"typed"');
  const other = await add('Bella', '"typed"');
  const listed = await list(5, 'available');
  const [found, missing] = [await get(first.id ?? 0), await get(4711)];
  const isGood =
    first.status === 201 &&
    first.id !== undefined &&
    first.id === again.id &&
    other.status === 422 &&
    listed.length === 0 &&
    found.name === 'Rex' &&
    missing.status === 404;
  if (!isGood) {
    throw new Error(JSON.stringify({ first, again, other, listed, found, missing }));
  }

  console.log('compiles; one animal for an Idempotency-Key sent twice, 422 for another animal, 404 for none');
}
