/** Tests that need a PostgreSQL server, one for each test file. Without Debian's package they are skipped by name. */
import anyTest, { type TestFn } from 'ava';
import { isLong } from '../helpers/tier.ts';
import { findPostgres, startPostgres, type Postgres } from './start-postgres.ts';

/** What a test file on PostgreSQL is made of. */
export type OnPostgres = {
  /** Declares a test that needs the server. */
  readonly test: TestFn['serial'];
  /** Declares one that the long tier alone runs. */
  readonly testLong: TestFn['serial'];
  /** To stand at the end of such a test's title: why it is skipped, if it is. */
  readonly needs: string;
  readonly needsLong: string;
  /** The server, as soon as the tests run. */
  readonly postgres: Postgres;
  /** The folder of its programs; undefined: they are not installed. */
  readonly programs: string | undefined;
};

/** Starts a server before the tests of this file and removes it after them. */
export async function onPostgres(): Promise<OnPostgres> {
  const programs = await findPostgres();
  const postgres = {} as Postgres;
  if (programs !== undefined) {
    anyTest.before(async () => {
      Object.assign(postgres, await startPostgres(programs));
    });
    anyTest.after.always(() => postgres.remove());
  }

  const declare = (isRun: boolean): TestFn['serial'] =>
    isRun ? anyTest.serial : (anyTest.serial.skip as TestFn['serial']);
  const needs = programs === undefined ? ' (skipped: needs the package postgresql)' : '';
  return {
    test: declare(programs !== undefined),
    testLong: declare(programs !== undefined && isLong),
    needs,
    needsLong: needs || (isLong ? '' : ' (skipped: PETSTORE_LONG=1 runs it)'),
    postgres,
    programs,
  };
}
