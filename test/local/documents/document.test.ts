import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as z from 'zod/mini';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import {
  createVersionGate,
  type DocumentKind,
  NewerDocument,
  PublishAdapter,
  readDocument,
  ReplaceAdapter,
  writeDocument,
} from '../../../source/local/documents/document.js';
import { createFaultFileSystem } from '../../helpers/fault-file-system.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

type Old = { readonly name: string };
type New = { readonly names: readonly string[] };
const schema = z.object({ names: z.array(z.string()) });
const oldKind: DocumentKind<Old> = { version: 0, parse: (data) => data as Old };
const newKind: DocumentKind<New> = {
  version: 1,
  parse: (data) => schema.parse(data),
  migrate: (data, version) => (version === 0 ? { names: [(data as Old).name] } : data),
};

test('a document of an older version is read as one of this version, and kept beside it when that is written', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'x.json');
  await writeDocument(new ReplaceAdapter(diskFileSystem, path, oldKind), { name: 'Rex' });
  const before = readFileSync(path, 'utf8');

  const adapter = new ReplaceAdapter(diskFileSystem, path, newKind);
  t.deepEqual(await readDocument(adapter), { names: ['Rex'] });
  t.deepEqual(readdirSync(folder), ['x.json'], 'reading changes nothing');
  await writeDocument(adapter, { names: ['Rex', 'Coco'] });
  await writeDocument(adapter, { names: ['Rex', 'Coco', 'Luna'] });
  t.is(readFileSync(`${path}.version-0`, 'utf8'), before);
  t.deepEqual(await readDocument(new ReplaceAdapter(diskFileSystem, path, newKind)), {
    names: ['Rex', 'Coco', 'Luna'],
  });
  t.deepEqual(readdirSync(folder).sort(), ['x.json', 'x.json.version-0']);
});

test('a migration that fails half-way leaves the old document, and goes through the next time', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'x.json');
  await writeDocument(new ReplaceAdapter(diskFileSystem, path, oldKind), { name: 'Rex' });
  const before = readFileSync(path, 'utf8');
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('ENOSPC', (operation, to) => operation === 'rename' && to === path);
  const adapter = new ReplaceAdapter(fileSystem, path, newKind);
  await readDocument(adapter);
  await t.throwsAsync(writeDocument(adapter, { names: ['Coco'] }), { code: 'ENOSPC' });
  t.is(readFileSync(path, 'utf8'), before);
  fileSystem.heal();
  await writeDocument(adapter, { names: ['Coco'] });
  t.is(readFileSync(`${path}.version-0`, 'utf8'), before);
});

test('one newer document closes the store: nothing else is written', async (t) => {
  const folder = temporaryFolder(t);
  const gate = createVersionGate();
  await writeDocument(new ReplaceAdapter(diskFileSystem, join(folder, 'a.json'), newKind, gate), { names: [] });
  writeFileSync(join(folder, 'b.json'), '{"version":2,"checksum":"00000000","data":whatever it may be}');
  await t.throwsAsync(readDocument(new ReplaceAdapter(diskFileSystem, join(folder, 'b.json'), newKind, gate)), {
    instanceOf: NewerDocument,
  });
  const before = readFileSync(join(folder, 'a.json'), 'utf8');
  await t.throwsAsync(
    writeDocument(new ReplaceAdapter(diskFileSystem, join(folder, 'a.json'), newKind, gate), { names: ['x'] }),
    { instanceOf: NewerDocument },
  );
  await t.throwsAsync(
    writeDocument(new PublishAdapter(diskFileSystem, join(folder, 'c.json'), newKind, { gate }), { names: ['x'] }),
    { instanceOf: NewerDocument },
  );
  t.is(readFileSync(join(folder, 'a.json'), 'utf8'), before);
  t.false(existsSync(join(folder, 'c.json')));
});
