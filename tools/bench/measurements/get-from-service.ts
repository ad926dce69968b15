import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { interleave, type Contender } from '../measure/interleave.ts';
import { peer } from '../measure/peer.ts';
import { ratio, type Row } from '../measure/row.ts';
import { runCommand, runNode } from '../measure/run-command.ts';
import { startService } from '../measure/start-service.ts';
import type { World } from '../measure/world.ts';

/** One animal from a service on this machine. */
export async function measureGetFromService(world: World): Promise<readonly Row[]> {
  const service = await startService(world);
  const { baseUrl, apiKey } = service;
  const env = { PETSTORE_HOME: join(world.folder, 'online'), PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: apiKey };
  const url = `${baseUrl}/pets/42`;
  const hasHttpie = spawnSync('http', ['--version']).status === 0;
  const httpie: Contender = () => [
    hasHttpie ? runCommand('http', ['--ignore-stdin', 'GET', url, `Authorization:Bearer ${apiKey}`]).ms : Number.NaN,
  ];

  try {
    const measured = await interleave(
      {
        get: () => [runNode([world.program, 'get', '42'], { env }).ms],
        fetched: () => [runNode([peer('fetch-pet.js'), url, apiKey]).ms],
        httpie,
      },
      world.runs,
    );
    const { get, fetched } = measured;
    return [
      ratio('get 42 from a service here', 'a ten-line fetch script', get[0], fetched[0], 1.1),
      ...(hasHttpie ? [ratio('get 42 from a service here', 'HTTPie', get[0], measured.httpie[0], 0.45)] : []),
    ];
  } finally {
    await service.stop();
  }
}
