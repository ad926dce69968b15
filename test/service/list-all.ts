import type { Answer } from '../conformance/exchange.ts';
import type { Request } from '../conformance/case.ts';
import { json } from './start-service.ts';

/** An animal as the service sends it, with an id small enough for a number. */
export type Listed = { readonly id: number; readonly name: string };

/** Every animal, page by page. */
export async function listAll(send: (request: Request) => Promise<Answer>): Promise<readonly Listed[]> {
  const pets: Listed[] = [];
  for (let path: string | undefined = '/pets?limit=100'; path !== undefined;) {
    const answer: Answer = await send({ path });
    pets.push(...(json(answer) as Listed[]));
    path = /<\/v1([^>]+)>; rel="next"/.exec(answer.headers['link'] ?? '')?.[1];
  }

  return pets;
}
