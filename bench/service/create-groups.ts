/**
 * How many creates a second go through the one row that gives ids on PostgreSQL, by the largest group and by how long a
 * commit takes: `npx tsx bench/service/create-groups.ts [--seconds 3]`. Without HTTP, from one process, with fsync; a
 * commit that takes longer is one behind which this process waits, as it would for a standby.
 */
import { parseArgs } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { createService } from '../../source/service/server.js';
import { groupWrites } from '../../source/service/storage/group-commits.js';
import { createRows } from '../../source/service/storage/postgres/postgres-statements.js';
import { openPostgresPools } from '../../source/service/storage/postgres/postgres-pools.js';
import type { NewRow } from '../../source/service/storage/database.js';
import { findPostgres, startPostgres } from '../../test/service/start-postgres.js';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '3' } } });
const programs = await findPostgres();
if (programs === undefined) {
  console.log('PostgreSQL is not installed.');
  process.exit(0);
}

const postgres = await startPostgres(programs, { fsync: true });
try {
  const database = await postgres.createDatabase('groups');
  await (await createService({ database })).close();
  const pools = openPostgresPools(database, () => undefined);
  const row: NewRow = { name: 'Luna', category_id: '2', status: 'available' };
  const rows = [];
  for (const wait of [0, 6, 30]) {
    for (const most of [1, 100, 1000]) {
      let groups = 0;
      const create = groupWrites(
        async (group: readonly NewRow[]) => {
          const made = await createRows(pools.writes.ask, group);
          await delay(wait);
          groups += 1;
          return made;
        },
        { most },
      );
      const end = performance.now() + 1000 * Number(values.seconds);
      let created = 0;
      const client = async (): Promise<void> => {
        while (performance.now() < end) {
          await create(row);
          created += 1;
        }
      };
      await Promise.all(Array.from({ length: 2000 }, client));
      const took = (performance.now() - end) / 1000 + Number(values.seconds);
      rows.push({
        'longer commit, ms': wait,
        'largest group': most,
        'creates a second': Math.round(created / took),
        'a group, ms': Number(((1000 * took) / groups).toFixed(1)),
      });
    }
  }

  console.table(rows);
  await pools.writes.close();
  await pools.reads.close();
} finally {
  await postgres.remove();
}
