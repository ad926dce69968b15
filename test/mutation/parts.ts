/** What is changed, and the tests that must notice. Only tests that take a moment: they run once for each change. */
export const parts: Readonly<Record<string, { readonly files: readonly string[]; readonly tests: readonly string[] }>> =
  {
    pet: { files: ['source/domain/pet.ts', 'source/domain/pet/*.ts'], tests: ['test/domain/pet/*.test.ts'] },
    plan: { files: ['source/sync/outbox/plan.ts'], tests: ['test/sync/outbox/plan.test.ts'] },
    fold: { files: ['source/local/journal/fold-entry.ts'], tests: ['test/local/journal/fold-entry.test.ts'] },
    verdict: {
      files: ['source/sync/recover/verdict.ts', 'source/sync/recover/rising-ids.ts'],
      tests: ['test/sync/recover/verdict.test.ts', 'test/sync/recover/rising-ids.test.ts'],
    },
    ownership: { files: ['source/sync/recover/ownership.ts'], tests: ['test/sync/recover/ownership.test.ts'] },
    outcomes: { files: ['source/client/outcomes/classify-*.ts'], tests: ['test/client/outcomes/classify-*.test.ts'] },
  };
