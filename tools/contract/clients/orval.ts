import { apiKey, baseUrl, exercise } from './exercise.ts';
import { createPet, getPet, listPets } from './made/client';

// Its addresses are the paths of the document alone.
const { fetch } = globalThis;
globalThis.fetch = (url, init) => fetch(baseUrl + String(url), init);
const headers = { authorization: `Bearer ${apiKey}` };

await exercise({
  async add(name, idempotencyKey) {
    const own = { ...headers, 'Idempotency-Key': idempotencyKey };
    const answer = await createPet({ name, categoryId: 3 }, { headers: own });
    return answer.status === 201 ? { ...answer.data, status: 201 } : { status: answer.status };
  },
  async list(limit, status) {
    const answer = await listPets({ limit, status }, { headers });
    return answer.status === 200 ? answer.data.map(({ id }) => ({ id, status: 200 })) : [{ status: answer.status }];
  },
  async get(petId) {
    const answer = await getPet(petId, { headers });
    return answer.status === 200 ? { ...answer.data, status: 200 } : { status: answer.status };
  },
});
