import { useApp, useSnapshot, useUi, waitContext } from '../app-context.js';
import type { Row } from '../list/list-rows.js';
import { detailLines, entryDetails, petDetails } from '../../text/details.js';
import { TextLines } from '../components/text-lines.js';

/** The fields of an animal beside the list, as many as fit. */
export function AnimalDetails({ row, width, height }: { readonly row: Row; readonly width: number; readonly height: number }) {
  const app = useApp();
  const snapshot = useSnapshot();
  const context = { labels: useUi().settings.categoryLabels, snapshot, waiting: waitContext(app), now: app.now() };
  const details = 'pet' in row ? petDetails(row.pet, context) : entryDetails(row.entry, context);
  return <TextLines lines={detailLines(details, width).slice(0, height)} />;
}
