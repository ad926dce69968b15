import type { CategoryLabels } from '../../domain/category-labels.js';
import { type NewPet, petStatuses } from '../../domain/pet.js';
import { countText } from '../../text/count-text.js';
import { stateWord } from '../../text/queue/entry-text.js';
import { type PaneLine, titleLines } from '../../text/pane-lines.js';
import { factLines, type PaneContext, statusPieces } from '../../text/animal/animal-pane.js';
import { type App, keyOf, snapshotOf } from '../app-context.js';
import { markVerbs } from '../queue/change-queue.js';
import { animalsMarked, markedAnimals, rangeOf } from '../marks/marks.js';
import { remember } from '../models/remember.js';
import { tally } from '../models/known-categories.js';

/** More categories than these are told as a number: the bars tell all there are. */
const mostCategories = 6;

/** Worked out anew where something else is marked, not with every cursor move: all of 100 000 animals may be. */
const summarise = remember(
  (
    app: App,
    labels: CategoryLabels,
    ..._of: readonly [marks: ReadonlySet<string>, from?: number, to?: number, ...animals: readonly unknown[]]
  ) => {
    const { entries, petIds } = markedAnimals(app);
    const animals: readonly NewPet[] = animalsMarked(app) ?? [];
    const statuses = [...petStatuses, undefined].map(
      (status) => [status, animals.filter((animal) => animal.status === status).length] as const,
    );
    return {
      entries,
      stored: petIds.length,
      count: entries.length + petIds.length,
      statuses: statuses.filter(([, count]) => count > 0),
      categories: tally(animals, 'category', labels),
    };
  },
);

/** What is marked, in numbers: how it stands, its statuses and categories, and of how many of it each verb would be. */
export function marksPane(app: App, context: PaneContext): readonly PaneLine[] {
  const range = rangeOf(app);
  const { pets, entries: queued } = snapshotOf(app);
  const summary = summarise(app, context.labels, app.model.get().marks, range?.from, range?.to, pets, queued);
  const { entries, stored, count: marked, statuses, categories } = summary;
  const states = [
    ...Array.from(
      Map.groupBy(entries, ({ state }) => stateWord(state)),
      ([state, { length }]) => `${length} ${state}`,
    ),
    ...(stored === 0 ? [] : [`${stored} on the store`]),
  ];
  const more = categories.length - mostCategories;
  const { glyphs } = context;
  const facts = (texts: readonly string[]): readonly PaneLine[] =>
    factLines(
      texts.map((text) => [{ text }]),
      context,
    );
  return [
    ...titleLines(`${marked} marked`, `${keyOf(app, 'mark-none')} none`, context.width),
    ...facts(states),
    ...factLines(
      statuses.map(([status, count]) => [{ text: `${count} ` }, ...statusPieces(status, glyphs, 'not set')]),
      context,
    ),
    ...facts([
      ...categories
        .slice(0, mostCategories)
        .map(([name, count]) => `${count} ${/^-?\d+$/u.test(name) ? 'in category ' : ''}${name}`),
      ...(more > 0 ? [countText(more, 'category more', 'categories more')] : []),
    ]),
    [],
    ...markVerbs(app).map(({ key, hint, count }): PaneLine => [
      { text: key, tone: 'strong' },
      { text: ` ${hint} ${count === marked ? 'all of them' : `${count} of them`}` },
    ]),
    [{ text: glyphs.rule.repeat(context.width), tone: 'quiet' }],
  ];
}
