import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import https from 'node:https';
import path from 'node:path';
import test from 'ava';
import { startProcess } from './start-process.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const openssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

(openssl ? test : test.skip)('with a certificate it speaks TLS, and then also beyond loopback (needs openssl)', async (t) => {
  const folder = temporaryFolder(t);
  const [tlsCert, tlsKey] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', tlsKey, '-out', tlsCert], { stdio: 'ignore' });
  const { baseUrl, apiKey, child, ended } = await startProcess(t, { database: path.join(folder, 'pets.sqlite'), tlsCert, tlsKey, host: '0.0.0.0' });
  t.regex(baseUrl, /^https:\/\/0\.0\.0\.0:\d+\/v1$/);

  const { port } = new URL(baseUrl);
  const ca = await readFile(tlsCert);
  const status = await new Promise((resolve, reject) => {
    https.get({ host: 'localhost', port, path: '/v1/pets', ca, family: 4, agent: false, headers: { authorization: `Bearer ${apiKey!}` } }, (response) => resolve(response.resume().statusCode)).on('error', reject);
  });
  t.is(status, 200);
  child.kill('SIGTERM');
  t.is(await ended, 0);
});
