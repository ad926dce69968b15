import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { serveWords } from '../measure/start-service.js';
import { startNode, type Side } from './side.ts';

const newPet = JSON.stringify({ name: 'Luna', categoryId: 2, status: 'available' });
const json = { 'content-type': 'application/json' };
const script = (name: string): string => fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url));

/** The service as it is installed. Its log goes where the operator of a busy store sends it: to a file. */
export type Service = Side & { readonly apiKey: string; readonly create: Side };

/** Starts the built service on a database that holds a key already, unless it is to make one. */
export async function startPetstore(
  program: string,
  database: string,
  known: string | undefined,
  name = 'petstore',
  more: readonly string[] = [],
  log = `${database}.log`,
): Promise<Service> {
  const { line, ...process } = await startNode(
    // With the memory that the unit and the container give it: docs/scaling.md, "Rates".
    ['--max-semi-space-size=4', program, ...serveWords, '--database', database, ...more],
    log,
  );
  const { baseUrl, apiKey = known ?? '' } = JSON.parse(line) as { baseUrl: string; apiKey?: string };
  const url = `${baseUrl}/pets`;
  const headers = { authorization: `Bearer ${apiKey}` };
  const side = { name, ...process, load: { url, headers } };
  return {
    ...side,
    apiKey,
    create: { ...side, load: { url, method: 'POST', headers: { ...headers, ...json }, body: newPet } },
  };
}

/** The same side, asked for something below its address. */
export function at(side: Side, below: string): Side {
  return { ...side, load: { ...side.load, url: side.load.url + below } };
}

/** A bare server that sends the very bytes the service sends for this load: same headers, same body. */
export async function startBareAnswer(folder: string, { load }: Side): Promise<Side> {
  const answer = await fetch(load.url, { headers: load.headers ?? {} });
  const { date: _made, connection: _kept, 'keep-alive': _time, ...headers } = Object.fromEntries(answer.headers);
  const file = path.join(folder, 'page.json');
  await writeFile(file, JSON.stringify({ headers, body: await answer.text() }));
  const { line, ...process } = await startNode([script('bare-answer'), file]);
  return {
    name: 'bare node:http',
    ...process,
    load: { url: `http://127.0.0.1:${line}/v1/pets`, ...(load.headers ? { headers: load.headers } : {}) },
  };
}

/** A bare server that appends a line and syncs it for each request. */
export async function startBareAppend(folder: string, { load }: Side): Promise<Side> {
  const { line, ...process } = await startNode([script('bare-append'), path.join(folder, 'lines')]);
  return { name: 'bare append + fsync', ...process, load: { ...load, url: `http://127.0.0.1:${line}/v1/pets` } };
}

/** json-server on as many animals, listing as many and adding the same. */
export async function startJsonServer(
  folder: string,
  animals: number,
): Promise<{ readonly list: Side; readonly create: Side }> {
  const file = path.join(folder, 'db.json');
  const pets = Array.from({ length: animals }, (_, index) => ({
    id: index + 1,
    name: `Pet ${index + 1}`,
    categoryId: (index % 8) + 1,
    status: 'available',
  }));
  await writeFile(file, JSON.stringify({ pets }));
  const { line, ...process } = await startNode([script('json-server'), file]);
  const url = `http://127.0.0.1:${line}/pets`;
  const side = { name: 'json-server 0.17.4', ...process };
  return {
    list: { ...side, load: { url } },
    create: { ...side, load: { url, method: 'POST', headers: json, body: newPet } },
  };
}
