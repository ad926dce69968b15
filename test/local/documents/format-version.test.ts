/** An older petstore that meets a form it does not know would drop a part of it: the version tells it to stop. */
import { readFileSync, writeFileSync } from 'node:fs';
import test from 'ava';
import * as z from 'zod/mini';
import { petFieldList } from '../../../source/domain/pet.js';
import { recordSchema } from '../../../source/domain/record.js';
import { formatVersion } from '../../../source/local/documents/format-version.js';

type Recorded = { readonly version: number; readonly form: unknown };

const file = new URL('../../fixtures/record-form.json', import.meta.url);

/** The fields of an animal are in the text that a record holds, so they are a part of its form. */
const form: unknown = JSON.parse(
  JSON.stringify({ pet: petFieldList, record: z.toJSONSchema(recordSchema, { unrepresentable: 'any', io: 'input' }) }),
);

test('what a record holds changes only together with the version that every record carries', (t) => {
  const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded;
  if (formatVersion > recorded.version && process.env['PETSTORE_RECORD_FORM'] === '1') {
    writeFileSync(file, `${JSON.stringify({ version: formatVersion, form }, undefined, 2)}\n`);
    t.pass();
    return;
  }

  t.deepEqual(
    form,
    recorded.form,
    recorded.version === formatVersion
      ? 'Raise formatVersion in source/local/documents/format-version.ts, with a sentence on what an older petstore would do; then run this with PETSTORE_RECORD_FORM=1.'
      : 'Run this with PETSTORE_RECORD_FORM=1.',
  );
  t.is(recorded.version, formatVersion, 'Run this with PETSTORE_RECORD_FORM=1.');
});
