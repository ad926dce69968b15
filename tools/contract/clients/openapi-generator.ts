import { apiKey, baseUrl, exercise, type Answer } from './exercise.ts';
import { Configuration, type Pet, PetsApi, PetStatus } from './made';

const api = new PetsApi(new Configuration({ basePath: baseUrl, accessToken: apiKey, fetchApi: fetch }));

/** It throws the answer if that is no success. */
async function answerOf(asked: Promise<{ readonly raw: Response; value(): Promise<Pet> }>): Promise<Answer> {
  const answer = await asked.catch((error: unknown) => {
    if (error instanceof Response) {
      return error;
    }

    throw error;
  });
  if (answer instanceof Response) {
    return { status: answer.status };
  }

  const { id, name } = await answer.value();
  return { id, name, status: answer.raw.status };
}

await exercise({
  add: (name, idempotencyKey) => answerOf(api.createPetRaw({ newPet: { name, categoryId: 3 }, idempotencyKey })),
  list: async (limit) =>
    (await api.listPets({ limit, status: PetStatus.Available })).map(({ id }) => ({ id, status: 200 })),
  get: (petId) => answerOf(api.getPetRaw({ petId })),
});
