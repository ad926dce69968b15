/**
 * Keeps a form's draft fifty times, as the open app does, and prints how often what it had just saved was gone: `HOME
 * PROFILE`.
 */
import { openDrafts } from '../../source/app/ui-persistence.ts';
import { foldersBelow } from '../../source/platform/files/paths.ts';
import { createRunIdentity } from '../../source/platform/process/self.ts';
import { hasCode } from '../../source/platform/files/errno.ts';
import { systemClock } from '../../source/platform/time/clock.ts';

const [home = '', profile = ''] = process.argv.slice(2);
const drafts = openDrafts(foldersBelow(home), createRunIdentity(systemClock));

/** The app keeps what another one does not let it write within two seconds, and writes it with its next edit. */
function save(name: string): void {
  for (let isWritten = false; !isWritten;) {
    try {
      drafts.save(profile, { name, category: '1', status: '' });
      isWritten = true;
    } catch (error) {
      if (!hasCode(error, 'EDEADLK')) {
        throw error;
      }
    }
  }
}

let lost = 0;
for (let edit = 1; edit <= 50; edit += 1) {
  const name = `${profile} ${edit}`;
  save(name);
  lost += drafts.load(profile)?.name === name ? 0 : 1;
}

process.stdout.write(String(lost));
