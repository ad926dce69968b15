import createClient from 'openapi-fetch';
import { apiKey, baseUrl, exercise } from './exercise.ts';
import type { paths } from './made/types.d.ts';

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });

await exercise({
  async add(name, idempotencyKey) {
    const header = { 'Idempotency-Key': idempotencyKey };
    const { data, response } = await client.POST('/pets', { params: { header }, body: { name, categoryId: 3 } });
    return { ...data, status: response.status };
  },
  async list(limit, status) {
    const { data = [], response } = await client.GET('/pets', { params: { query: { limit, status } } });
    return data.map(({ id }) => ({ id, status: response.status }));
  },
  async get(petId) {
    const { data, response } = await client.GET('/pets/{petId}', { params: { path: { petId } } });
    return { ...data, status: response.status };
  },
});
