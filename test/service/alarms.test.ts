/** The alarms and the dashboard that an operator loads, held against what a running service tells. */
import { readFileSync } from 'node:fs';
import test from 'ava';
import { parse } from 'yaml';
import { exchange } from '../conformance/exchange.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { startProcess } from './start-process.js';

type Rules = { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] };
type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };

const rules = parse(readFileSync('data/prometheus-rules.yml', 'utf8')) as Rules;
const dashboard = JSON.parse(readFileSync('data/grafana-dashboard.json', 'utf8')) as Dashboard;
const expressions = [
  ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** The names of metrics in an expression, each with the labels it is asked for. */
function seriesOf(expression: string): readonly { readonly name: string; readonly labels: readonly string[] }[] {
  return [...expression.matchAll(/\b((?:petstore|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name,
      labels: [...labels.matchAll(/(\w+)[=!]/g)].map(([, label = '']) => label),
    }),
  );
}

test('every alarm and panel asks for metrics and labels that the service tells', async (t) => {
  const {
    metricsUrl,
    baseUrl,
    apiKey = '',
  } = await startProcess(t, {
    database: `${temporaryFolder(t)}/pets.sqlite`,
    metricsPort: 0,
  });
  await exchange({ baseUrl, apiKey }, { method: 'POST', body: { name: 'Luna', categoryId: 1 } });
  await exchange({ baseUrl, apiKey }, { path: '/readyz', outside: true, authorization: null });
  const lines = (await (await fetch(metricsUrl!)).text()).split('\n');

  t.true(expressions.length >= 20);
  for (const expression of expressions) {
    const series = seriesOf(expression);
    t.true(series.length > 0 || expression.startsWith('up{'), expression);
    for (const { name, labels } of series) {
      const told = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      t.true(told.length > 0, `${name}, of ${expression}`);
      // What Prometheus itself adds.
      for (const label of labels.filter((each) => each !== 'job')) {
        t.true(
          told.some((line) => line.includes(`${label}="`)),
          `${label} of ${name}`,
        );
      }
    }
  }
  t.true(
    lines.some((line) => line.includes('route="/readyz"')),
    'the route that an alarm names',
  );
});
