import { apiKey, baseUrl, exercise } from './exercise.ts';
import { createPet, getPet, listPets } from './made';
import { client } from './made/client.gen';

client.setConfig({ baseUrl, auth: apiKey });

await exercise({
  async add(name, idempotencyKey) {
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { data, response } = await createPet({ headers, body: { name, categoryId: 3 } });
    return { ...data, status: response?.status ?? 0 };
  },
  async list(limit, status) {
    const { data = [], response } = await listPets({ query: { limit, status } });
    return data.map(({ id }) => ({ id, status: response?.status ?? 0 }));
  },
  async get(petId) {
    const { data, response } = await getPet({ path: { petId } });
    return { ...data, status: response?.status ?? 0 };
  },
});
