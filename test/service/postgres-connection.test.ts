import test from 'ava';
import type { PoolClient } from 'pg';
import {
  hidePassword,
  readPostgresAddress,
  takePassword,
} from '../../source/service/storage/postgres/postgres-engine.ts';
import { guardConnection } from '../../source/service/storage/postgres/postgres-connection.ts';
import { OutcomeUnknown } from '../../source/service/storage/storage-error.ts';
import { toApiError } from '../../source/service/http/answers.ts';

/** A server that answers everything but one statement, and what became of the connection. */
function guarded(
  failing: string,
  failure: { readonly code?: string; readonly message?: string } | { readonly silent: true },
  begin?: string,
) {
  const asked: string[] = [];
  const names: (string | undefined)[] = [];
  const broken: boolean[] = [];
  const told = { readOnly: 0 };
  const query = ({ text: sql, name }: { readonly text: string; readonly name?: string }) => {
    names.push(name);
    asked.push(sql);
    if (sql === failing && 'silent' in failure) {
      return new Promise(() => undefined);
    }

    return sql === failing
      ? Promise.reject(
          Object.assign(
            new Error(('message' in failure && failure.message) || 'refused'),
            'code' in failure ? { code: failure.code } : {},
          ),
        )
      : Promise.resolve({ command: 'SELECT', rowCount: 0, rows: [] });
  };
  const connection = guardConnection({ query } as unknown as PoolClient, {
    begin,
    keepsStatements: begin === undefined,
    writes: true,
    patience: 50,
    onQuery: undefined,
    onReadOnly: () => (told.readOnly += 1),
    release: (isBroken) => broken.push(isBroken),
  });
  return { asked, names, broken, told, connection };
}

for (const failure of [
  { code: '08007' },
  { code: '40003' },
  { code: '57P01' },
  { code: 'ECONNRESET' },
  { message: 'in any words and without a code' },
  { silent: true },
] as const) {
  test(`where a commit ends with ${JSON.stringify(failure)}, the outcome is unknown and the connection given up`, async (t) => {
    const { connection, broken, asked } = guarded('commit', failure);
    const work = connection.transact((ask) => ask('insert'));
    const error = await t.throwsAsync(work, { instanceOf: OutcomeUnknown });
    connection.release();
    t.deepEqual(broken, [true]);
    t.deepEqual(asked, ['begin', 'insert', 'commit'], 'nothing is asked of it any more');
    const answer = toApiError(error, { id: 'r', headers: {} });
    t.like(answer, { status: 503, code: 'unavailable', headers: {} });
    t.regex(answer.message, /may have been added.*Look for it/);
    const keyed = toApiError(error, { id: 'r', headers: { 'idempotency-key': 'k' } });
    t.like(keyed, { status: 503, code: 'unavailable', headers: { 'retry-after': '2' } });
    t.regex(keyed.message, /may have been added.*Send it again with the same Idempotency-Key/);
  });

  test(`where a statement before the commit ends with ${JSON.stringify(failure)}, nothing happened`, async (t) => {
    const { connection } = guarded('insert', failure);
    const error = await t.throwsAsync(connection.transact((ask) => ask('insert')));
    t.false(error instanceof OutcomeUnknown);
    t.like(toApiError(error, { id: 'r', headers: {} }), { status: 503, headers: { 'retry-after': '2' } });
  });
}

test('a statement outside a transaction is its own commit, unless it only reads', async (t) => {
  const lost = { code: '57P01' };
  await t.throwsAsync(guarded('insert', lost).connection.ask('insert'), { instanceOf: OutcomeUnknown });
  const error = await t.throwsAsync(guarded('select 1', lost).connection.ask('select 1'));
  t.false(error instanceof OutcomeUnknown);
});

test('a refusal that says for certain that nothing was done is none of this', async (t) => {
  for (const code of ['53100', '55P03', '40001', '57014', '23505']) {
    const { connection, broken } = guarded('insert', { code });
    const error = await t.throwsAsync(connection.ask('insert'));
    t.false(error instanceof OutcomeUnknown, code);
    connection.release();
    t.deepEqual(broken, [false]);
  }

  const { connection, broken, told } = guarded('insert', { code: '25006' });
  await t.throwsAsync(connection.ask('insert'));
  connection.release();
  t.deepEqual([broken, told.readOnly], [[true], 1]);
});

test('behind a pooler every statement comes with its time limits, in a transaction of its own', async (t) => {
  const limits = 'begin; set local lock_timeout = 1';
  const { connection, asked } = guarded('', {}, limits);
  await connection.ask('insert');
  await connection.transact((ask) => ask('select 1'));
  t.deepEqual(asked, [limits, 'insert', 'commit', limits, 'select 1', 'commit']);

  const failing = guarded('insert', { code: '55P03' }, limits);
  await t.throwsAsync(failing.connection.ask('insert'), { message: 'refused' });
  t.deepEqual(failing.asked, [limits, 'insert', 'rollback']);
});

test('an address may name several servers, as for every program of PostgreSQL', (t) => {
  for (const [address, servers, target] of [
    ['postgres://pets@db/pets', ['postgres://pets@db/pets'], 'any'],
    [
      'postgresql://pets:a%40b@a:1,b,[::1]:3/pets?sslmode=verify-full&target_session_attrs=read-write',
      ['a:1', 'b', '[::1]:3'].map((host) => `postgresql://pets:a%40b@${host}/pets?sslmode=verify-full`),
      'read-write',
    ],
    [
      'postgres://pets@a,b/pets?port=6000',
      ['postgres://pets@a/pets?port=6000', 'postgres://pets@b/pets?port=6000'],
      'any',
    ],
    [
      'postgres:///pets?host=/run/postgresql&target_session_attrs=primary',
      ['postgres:///pets?host=%2Frun%2Fpostgresql'],
      'primary',
    ],
  ] as const) {
    t.deepEqual(readPostgresAddress(address), { servers: [...servers], target }, address);
  }

  t.true('problem' in readPostgresAddress('postgres://a,b/pets?target_session_attrs=prefer-standby'));
});

test('of an address a person is told all but the password, whatever is in that', (t) => {
  for (const [address, bare, written] of [
    ['postgres://pets@db/pets', 'postgres://pets@db/pets', undefined],
    ['postgres://a:1,b:2/pets?port=3', 'postgres://a:1,b:2/pets?port=3', undefined],
    ['postgres://pets:hush@db.internal:5433/pets', 'postgres://pets@db.internal:5433/pets', 'hush'],
    ['postgres://pets:hu/s@h@db/pets', 'postgres://pets@db/pets', 'hu/s@h'],
    ['postgres://pets:hu#sh@db/pets', 'postgres://pets@db/pets', 'hu#sh'],
    ['postgres://pets:hu?sh@db/pets', 'postgres://pets@db/pets', 'hu?sh'],
    ['postgres:///pets?host=/run/pg&password=hush', 'postgres:///pets?host=/run/pg', 'hush'],
    ['postgres://db/pets?user=pets&password=hu@sh&port=1', 'postgres://db/pets?user=pets&port=1', 'hu@sh'],
    ['postgres://db/pets?password=hush&password=again', 'postgres://db/pets', 'hush'],
  ] as const) {
    t.deepEqual(takePassword(address), { bare, written }, address);
    t.is(hidePassword(address), bare);
  }
});

test('what is asked with parameters is kept by the server under a name, but not behind a pooler', async (t) => {
  const direct = guarded('', {});
  for (const sql of ['select $1', 'select $1, $2', 'select $1', `select ${'$1, '.repeat(1000)}`]) {
    await direct.connection.ask(sql, [1]);
  }

  await direct.connection.ask('select 1');
  t.regex(direct.names[0]!, /^petstore-\d+$/);
  t.deepEqual([direct.names[2], ...direct.names.slice(3)], [direct.names[0], undefined, undefined]);
  t.not(direct.names[1], direct.names[0]);
  const pooled = guarded('', {}, 'begin');
  await pooled.connection.ask('select $1', [1]);
  t.deepEqual(pooled.names, [undefined, undefined, undefined]);
});
