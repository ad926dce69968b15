import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { runProgram, startServiceProcess } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { testCertificate, testKey } from '../client/certificates.ts';

test('the built program speaks TLS, and trusts nobody it should not', async (t) => {
  const folder = temporaryFolder(t);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert, testCertificate);
  writeFileSync(key, testKey);
  const service = await startServiceProcess(t, temporaryFolder(t), [
    '--seed',
    'data/demo-pets.json',
    '--tls-cert',
    cert,
    '--tls-key',
    key,
  ]);
  const env = { PETSTORE_BASE_URL: `https://localhost:${service.port}/v1`, PETSTORE_API_KEY: service.apiKey };
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: cert };

  t.is((await runProgram(temporaryFolder(t), ['get', '42'], { env: trusting })).code, 0);
  const added = await runProgram(temporaryFolder(t), ['add', '--name', 'Coco', '--category', '7'], { env: trusting });
  t.is(added.code, 0, added.stderr);
  t.regex(added.stderr, /Added|created/i);
  const refused = await runProgram(temporaryFolder(t), ['get', '42'], { env });
  t.is(refused.code, 5);
  t.regex(refused.stderr, /certificate/);
});
