import { exchange, type Answer, type Target } from '../conformance/exchange.ts';
import { isLong } from '../helpers/tier.ts';
import { onPostgres } from './on-postgres.ts';
import { json, startService } from './start-service.ts';
import { loadOn } from './under-load.ts';

const { test, needs, postgres } = await onPostgres();
/** How often everybody gets on; PostgreSQL's connections are ended at every fifth. */
const turns = 6;
const longMs = 60_000;

type Reader = { readonly ids: readonly number[]; readonly finish: () => Promise<void> };

/** Reads on from where it is, again and again: by the change link, or from the highest id it has. */
function follow(target: Target, by: 'changes' | 'after'): Reader {
  const ids: number[] = [];
  const end = new AbortController();
  let at = '/pets?limit=100';
  const next = (answer: Answer): string =>
    by === 'after'
      ? `/pets?limit=100&after=${ids.at(-1) ?? 0}`
      : (/<\/v1([^>]+)>; rel="[^"]*\/rels\/changes"/.exec(answer.headers['link'] ?? '')?.[1] ?? at);
  const read = async (): Promise<number> => {
    const answer = await exchange(target, { path: at });
    if (answer.status !== 200) {
      return 1;
    }

    const page = (json(answer) as { id: number }[]).map(({ id }) => id);
    ids.push(...page);
    at = next(answer);
    return page.length;
  };
  const reading = (async () => {
    while (!end.signal.aborted) {
      await read();
    }

    while ((await read()) > 0);
  })();
  return {
    ids,
    async finish() {
      end.abort();
      await reading;
    },
  };
}

test(`whoever reads on misses nothing of what 16 writers add on two services, also while connections are ended${needs}`, async (t) => {
  t.timeout(300_000);
  const database = await postgres.createDatabase('tail');
  const services = await Promise.all([startService(t, { database }), startService(t, { database })]);
  const targets = services.map(({ baseUrl }) => ({ baseUrl, apiKey: services[0].apiKey }));
  const load = loadOn(targets, { writers: 16, readers: 0 });
  const readers = [follow(targets[0]!, 'changes'), follow(targets[1]!, 'after')];
  const end = Date.now() + longMs;
  for (let turn = 0; isLong ? Date.now() < end : turn < turns; turn += 1) {
    await load.everybody(2);
    if (isLong && turn % 20 === 19) {
      await postgres.restart('immediate');
    } else if (turn % 5 === 4) {
      await postgres.sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'tail'");
    }
  }

  await load.stop();
  await Promise.all(readers.map(({ finish }) => finish()));
  const all: number[] = [];
  for (let page: readonly number[] = [0]; page.length > 0;) {
    page = (json(await services[0].send({ path: `/pets?limit=100&after=${all.at(-1) ?? 0}` })) as { id: number }[]).map(
      ({ id }) => id,
    );
    all.push(...page);
  }

  t.true(all.length >= load.acknowledged.size && load.acknowledged.size > 30);
  t.deepEqual(readers[0]!.ids, all, 'by the change link: all of them, each once, in their order');
  t.deepEqual(readers[1]!.ids, all, 'from the highest id: the same');
  t.log(`${all.length} animals`);
});
