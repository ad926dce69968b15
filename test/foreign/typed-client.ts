/** A client whose types are made of data/openapi.yaml: sends what the document offers. Compiled, then run. */
import createClient from 'openapi-fetch';
import type { paths } from './node_modules/petstore-types.d.ts';

const { PETSTORE_BASE_URL: baseUrl = '', PETSTORE_API_KEY: apiKey = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
const add = (name: string) =>
  client.POST('/pets', { params: { header: { 'Idempotency-Key': '"typed"' } }, body: { name, categoryId: 3 } });

const [first, again, other] = [await add('Rex'), await add('Rex'), await add('Bella')];
const listed = await client.GET('/pets', { params: { query: { limit: 5, after: 0, status: 'available' } } });
const one = await client.GET('/pets/{petId}', { params: { path: { petId: first.data?.id ?? 0 } } });
const good =
  first.data?.id !== undefined &&
  first.data.id === again.data?.id &&
  other.response.status === 422 &&
  other.error?.code === 'idempotency_key_reused' &&
  listed.data?.length === 0 &&
  one.data?.name === 'Rex';
if (!good) {
  throw new Error(JSON.stringify({ first, again, other, listed, one }));
}

console.log('compiles; one animal for an Idempotency-Key sent twice, 422 for another animal');
