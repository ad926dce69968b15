/** The categories at the left of the list in a very wide window, each with its count; a click filters by one. */
import { Box } from 'ink';
import { categoryFilter } from '../../domain/search/query.ts';
import { fitCells } from '../../platform/text/terminal-text.ts';
import { hueOf } from '../../text/glyphs.ts';
import { barLines, type PaneLine } from '../../text/pane-lines.ts';
import { type App, snapshotOf, textOf, useDrawing } from '../app-context.ts';
import { Line, ToneLine } from '../components/line.tsx';
import { layOutBody } from '../layout.ts';
import { categoriesOf } from '../models/known-categories.ts';
import { filterBy } from './find-rows.ts';

/** The most used first, as many as there is room for, each with the filter that finds it. */
function facetsOf(app: App) {
  const state = app.model.get();
  const { categoryLabels } = state.settings;
  const room = Math.max(0, (layOutBody(state).facets?.rows ?? 0) - 1);
  return categoriesOf(snapshotOf(app).pets, categoryLabels)
    .slice(0, room)
    .map(({ id, animals }) => ({
      id,
      name: categoryLabels[id] ?? id,
      animals,
      filter: categoryFilter(id, categoryLabels),
    }));
}

/** Filters by the category of a line, as `/cat:` does; the first one is the heading. */
export function clickFacet(app: App, line: number): void {
  const facet = facetsOf(app)[line - 1];
  if (facet) {
    filterBy(app, facet.filter);
  }
}

/** As wide as the layout says. */
export function Facets() {
  const { app, state, glyphs, theme } = useDrawing();
  const width = layOutBody(state).facets?.columns ?? 0;
  const facets = facetsOf(app);
  const bars = barLines(
    facets.map(({ id, name, animals }) => [name, animals, hueOf(id)] as const),
    { width: width - 1, glyphs },
  );
  const filter = textOf(app, 'filter').trim();
  const shown = (line: PaneLine, at: number): PaneLine =>
    line.map((piece, place) => (place === 0 && facets[at]?.filter === filter ? { ...piece, tone: 'current' } : piece));
  return (
    <Box flexDirection="column" width={width} flexShrink={0}>
      <Line text={fitCells(' CATEGORY', width)} style={theme.quiet} />
      {bars.map((line, at) => (
        <ToneLine key={at} pieces={[{ text: ' ' }, ...shown(line, at)]} />
      ))}
    </Box>
  );
}
