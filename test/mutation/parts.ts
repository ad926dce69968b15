/** What is changed, and the tests that must notice. Only tests that take a moment: they run once for each change. */
export const parts: Readonly<Record<string, { readonly files: readonly string[]; readonly tests: readonly string[] }>> =
  {
    pet: { files: ['source/domain/pet.ts', 'source/domain/pet/*.ts'], tests: ['test/domain/pet/*.test.ts'] },
    plan: { files: ['source/sync/outbox/plan.ts'], tests: ['test/sync/outbox/plan.test.ts'] },
    fold: { files: ['source/local/journal/fold-entry.ts'], tests: ['test/local/journal/fold-entry.test.ts'] },
    decide: {
      files: ['source/sync/evidence/{decide,see,footprint}.ts'],
      tests: ['test/sync/evidence/{decide,footprint,rising-ids}.test.ts'],
    },
    waits: { files: ['source/domain/waits.ts'], tests: ['test/domain/waits.test.ts', 'test/sync/outbox/plan.test.ts'] },
    ownership: { files: ['source/sync/evidence/ownership.ts'], tests: ['test/sync/evidence/ownership.test.ts'] },
    outcomes: { files: ['source/client/outcomes/classify-*.ts'], tests: ['test/client/outcomes/classify-*.test.ts'] },
  };
