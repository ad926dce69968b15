import { useApp, useSnapshot, useUi } from '../app-context.js';
import type { Row } from '../list/list-rows.js';
import { entryDetails, petDetails } from '../words/details.js';
import { Details } from './details.js';

/** Every field of an animal: on its own screen, or beside the list. */
export function AnimalDetails({ row, ...layout }: { readonly row: Row; readonly width: number; readonly height: number; readonly scroll?: number }) {
  const app = useApp();
  const snapshot = useSnapshot();
  const labels = useUi().settings.categoryLabels;
  const context = { labels, snapshot, now: app.now() };
  return <Details {...layout} details={'pet' in row ? petDetails(row.pet, context) : entryDetails(row.entry, context)} />;
}
