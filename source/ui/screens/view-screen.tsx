import { animalAtCursor } from '../actions/cursor.js';
import { useApp, useSnapshot, useUi } from '../app-context.js';
import { AnimalDetails } from '../components/animal-details.js';
import { Details } from '../components/details.js';
import { Line } from '../components/line.js';
import { bodyHeight } from '../layout.js';
import type { Screen } from '../state/ui-state.js';
import { foundDetails } from '../words/details.js';

/** Every field of the animal under the list's cursor. */
export function ViewScreen({ scroll }: { readonly scroll: number }) {
  const app = useApp();
  const state = useUi();
  useSnapshot();
  const row = animalAtCursor(app);
  return row ? <AnimalDetails row={row} width={state.size.columns} height={bodyHeight(state)} scroll={scroll} /> : <Line text="There is no animal here any more. Esc goes back." />;
}

/** A pet that is in no list. */
export function FoundScreen({ screen }: { readonly screen: Extract<Screen, { name: 'found' }> }) {
  const app = useApp();
  const state = useUi();
  const details = foundDetails(screen.pet, screen.source, screen.fetchedAt, { labels: state.settings.categoryLabels, now: app.now() });
  return <Details details={details} width={state.size.columns} height={bodyHeight(state)} scroll={screen.scroll} />;
}
