/**
 * Mutation testing of the parts that decide: `npm run mutate [PART...]`. Stryker changes one thing after another in
 * each of them and runs the part's own tests; a change that no test notices survives. What survives and why is in
 * docs/internals/testing.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parts } from './parts.ts';

type Report = { readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>> };
type Mutant = {
  readonly status: string;
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: { readonly line: number; readonly column: number } };
};

const stryker = resolve(import.meta.dirname, 'node_modules/.bin/stryker');
const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'petstore-mutants-'));
let failed = false;
try {
  for (const [part, { files, tests }] of Object.entries(parts).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  )) {
    const report = join(folder, `${part}.json`);
    const { status } = spawnSync(stryker, ['run', 'test/mutation/stryker.config.mjs', '--logLevel', 'warn'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, MUTATE_FILES: files.join(' '), MUTATE_TESTS: tests.join(' '), MUTATE_REPORT: report },
    });
    if (status !== 0) {
      throw new Error(`${part}: Stryker ended with ${String(status)}.`);
    }

    failed = !tell(part, JSON.parse(readFileSync(report, 'utf8')) as Report) || failed;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.exitCode = failed ? 1 : 0;

/** Prints how many were noticed, and each that was not; whether that is enough. */
function tell(part: string, { files }: Report): boolean {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const tried = all.filter(({ status }) => status !== 'Ignored' && status !== 'CompileError');
  const survived = tried.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  const percent = 100 * (1 - survived.length / tried.length);
  console.log(`| ${part} | ${tried.length} | ${survived.length} | ${percent.toFixed(1)} % |`);
  for (const { file, location, mutatorName, replacement } of survived) {
    console.log(
      `  ${file}:${location.start.line}:${location.start.column} ${mutatorName}: ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 100)}`,
    );
  }

  return percent >= 90;
}
