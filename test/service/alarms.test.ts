/** The alarms and the dashboard that an operator loads, in a real Prometheus that scrapes a running service. */
import { execFile, spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import anyTest, { type ExecutionContext } from 'ava';
import { runUpkeep } from '../../source/service/commands/database-commands.ts';
import { exchange } from '../conformance/exchange.ts';
import { readDocument } from '../docs/document.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { startProcess } from './start-process.ts';

const run = promisify(execFile);
const has = await Promise.all(['prometheus', 'promtool'].map((program) => run(program, ['--version']))).then(
  () => true,
  () => false,
);
const test = has ? anyTest : (anyTest.skip as typeof anyTest);
const needs = has ? '' : ' (skipped: needs the package prometheus)';

type Dashboard = {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { expr: string }[] }[];
};

test(`each alarm rings when it must, and is quiet otherwise${needs}`, async (t) => {
  await t.notThrowsAsync(run('promtool', ['check', 'rules', 'data/prometheus-rules.yml']));
  await t.notThrowsAsync(run('promtool', ['test', 'rules', 'test/service/prometheus-rules.test.yml']));
});

/** On a machine that is busy or full these ring within a second, and rightly; when, the rules' own test tells. */
const ofMachine = /Down|Slow|Lags|DiskFills/;

test(`in Prometheus, set up as the document says, each panel has data, and a store that cannot save rings without traffic${needs}`, async (t) => {
  const folder = temporaryFolder(t);
  const database = path.join(folder, 'pets.sqlite');
  const { metricsUrl = '', baseUrl, apiKey = '' } = await startProcess(t, { database, metricsPort: 0 });
  const ask = await startPrometheus(t, folder, new URL(metricsUrl).port);
  const use = async (): Promise<void> => {
    await exchange({ baseUrl, apiKey }, { method: 'POST', body: { name: 'Luna', categoryId: 1 } });
    await exchange({ baseUrl, apiKey }, { path: '/pets' });
  };

  const { panels } = JSON.parse(readFileSync('data/grafana-dashboard.json', 'utf8')) as Dashboard;
  t.true(panels.length >= 18);
  // Only a service with TLS of its own tells the end of a certificate.
  for (const { title, targets } of panels.filter((panel) => panel.title !== 'The certificate holds for')) {
    for (const { expr } of targets) {
      const query = encodeURIComponent(expr.replaceAll('$instance', '.*'));
      await until(`${title} has data (${expr})`, async () => {
        await use();
        const { result } = (await ask(`query?query=${query}`)) as {
          result: readonly { value: readonly [number, string] }[];
        };
        return result.some(({ value }) => Number.isFinite(Number(value[1])));
      });
    }
  }

  const alerts = async (): Promise<readonly string[]> => {
    const { alerts: all } = (await ask('alerts')) as {
      alerts: readonly { readonly state: string; readonly labels: { readonly alertname: string } }[];
    };
    return all
      .filter(({ state, labels }) => state === 'firing' && !ofMachine.test(labels.alertname))
      .map(({ labels }) => labels.alertname);
  };
  await until('the missing backup rings', async () => (await alerts()).includes('PetstoreBackupOld'));
  t.deepEqual(await alerts(), ['PetstoreBackupOld'], 'and nothing else does');
  await runUpkeep('backup', { database, file: folder });
  await until('it is quiet', async () => (await alerts()).length === 0);
  renameSync(database, `${database}.away`);
  await until('it rings', async () => (await alerts()).includes('PetstoreNotReady'));
});

/** With the block of docs/service.md, but at the pace of a test; answers how to ask its API. */
async function startPrometheus(
  t: ExecutionContext,
  folder: string,
  metricsPort: string,
): Promise<(path: string) => Promise<unknown>> {
  const rules = path.join(folder, 'rules.yml');
  writeFileSync(rules, readFileSync('data/prometheus-rules.yml', 'utf8').replaceAll(/for: \d+[mh]/g, 'for: 1s'));
  const block = readDocument('docs/service.md').blocks.find(({ language }) => language === 'yaml')?.text ?? '';
  const settings = block.replace(/rule_files: .*/, `rule_files: [${rules}]`).replace(':9187', `:${metricsPort}`);
  t.true(settings.includes(rules) && settings.includes(metricsPort), block);
  const file = path.join(folder, 'prometheus.yml');
  writeFileSync(file, `global: { scrape_interval: 1s, evaluation_interval: 1s }\n${settings}`);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=${address}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until('Prometheus is ready', async () => {
    t.is(child.exitCode, null, said);
    return fetch(`http://${address}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return async (asked) => {
    const answer = (await (await fetch(`http://${address}/api/v1/${asked}`)).json()) as { readonly data: unknown };
    return answer.data;
  };
}
