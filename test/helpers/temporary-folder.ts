import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTrails } from './trail/read-trails.js';

export type FolderOptions = {
  /** The test writes records of its own that no engine would, so they are not held against the protocol. */
  readonly hasMadeUpRecords?: boolean;
};

/**
 * A fresh folder that goes away with the test. Whatever histories a store leaves in it are held against the protocol
 * first.
 */
export function temporaryFolder(
  t: { teardown(end: () => void): void },
  { hasMadeUpRecords = false }: FolderOptions = {},
): string {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-test-'));
  t.teardown(() => {
    const violations = hasMadeUpRecords ? [] : checkTrails(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    if (violations.length > 0) {
      throw new Error(`A history is against the protocol (test/helpers/trail/protocol.ts):\n${violations.join('\n')}`);
    }
  });
  return folder;
}
