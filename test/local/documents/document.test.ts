import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as z from 'zod/mini';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import {
  createVersionGate,
  type DocumentKind,
  NewerDocument,
  StoredDocument,
} from '../../../source/local/documents/document.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

type New = { readonly names: readonly string[] };
const schema = z.object({ names: z.array(z.string()) });
const newKind: DocumentKind<New> = { version: 1, parse: (data) => schema.parse(data) };

test('one newer document closes the store: nothing else is written', async (t) => {
  const folder = temporaryFolder(t);
  const gate = createVersionGate();
  const documentAt = (name: string) => new StoredDocument(diskFileSystem, join(folder, name), newKind, gate);
  await documentAt('a.json').replace({ names: [] });
  writeFileSync(join(folder, 'b.json'), '{"version":2,"checksum":"00000000","data":whatever it may be}');
  await t.throwsAsync(documentAt('b.json').read(), { instanceOf: NewerDocument });
  const before = readFileSync(join(folder, 'a.json'), 'utf8');
  await t.throwsAsync(documentAt('a.json').replace({ names: ['x'] }), { instanceOf: NewerDocument });
  await t.throwsAsync(documentAt('c.json').replace({ names: ['x'] }), { instanceOf: NewerDocument });
  t.is(readFileSync(join(folder, 'a.json'), 'utf8'), before);
  t.false(existsSync(join(folder, 'c.json')));
});
