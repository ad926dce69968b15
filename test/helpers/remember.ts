/** A process that keeps drafts as the open app does: `remember.ts HOME PROFILE COUNT`, one after the other, and looks at each. */
import { openDrafts } from '../../source/app/remembered.js';
import { locateFolders } from '../../source/platform/paths.js';

const [home = '', profile = '', count = '0'] = process.argv.slice(2);
const drafts = openDrafts(locateFolders(home));
let lost = 0;
for (let edit = 1; edit <= Number(count); edit += 1) {
  drafts.save(profile, { name: `${profile} ${edit}`, category: '1', status: '' });
  lost += drafts.load(profile)?.name === `${profile} ${edit}` ? 0 : 1;
}

process.stdout.write(String(lost));
