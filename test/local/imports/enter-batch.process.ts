/** Enters a batch, keeps its mark and waits to be killed: `FOLDER BATCH TIME`. */
import type { Int64 } from '../../../source/domain/int64.js';
import { openStore } from '../../helpers/open-store.js';

const [folder = '', batch = '', at = ''] = process.argv.slice(2);
const store = await openStore(folder);
const mark = await store.imports.begin(batch);
await store.journal.enterBatch(
  ['a', 'b', 'c'].map((name) => ({ name, categoryId: '1' as Int64 })),
  at,
  { batch },
);
console.log('entered');
setInterval(() => mark, 1000);
