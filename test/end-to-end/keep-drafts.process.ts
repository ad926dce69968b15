/**
 * Keeps a form's draft fifty times, as the open app does, and prints how often what it had just saved was gone: `HOME
 * PROFILE`.
 */
import { openDrafts } from '../../source/app/ui-persistence.js';
import { foldersBelow } from '../../source/platform/files/paths.js';
import { createRunIdentity } from '../../source/platform/process/run-identity.js';
import { systemClock } from '../../source/platform/time/clock.js';

const [home = '', profile = ''] = process.argv.slice(2);
const drafts = openDrafts(foldersBelow(home), createRunIdentity(systemClock));
let lost = 0;
for (let edit = 1; edit <= 50; edit += 1) {
  const name = `${profile} ${edit}`;
  drafts.save(profile, { name, category: '1', status: '' });
  lost += drafts.load(profile)?.name === name ? 0 : 1;
}

process.stdout.write(String(lost));
