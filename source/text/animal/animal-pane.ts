/** The text of a pane about an animal, the important first: its name, its state, its history from the newest. */
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { NewPet, Pet, PetStatus } from '../../domain/pet.js';
import { cellWidth, fitCells, safeText, spellOut } from '../../platform/text/terminal-text.js';
import type { Snapshot } from '../../sync/api.js';
import { countText } from '../count-text.js';
import { entryAdvice } from '../queue/entry-text.js';
import { type Glyphs, statusText } from '../glyphs.js';
import { historyLines } from '../queue/history-lines.js';
import { isKeptLive } from '../connection-text.js';
import { agoText, exactTimeText, timeText } from '../time-text.js';
import { hueOf, type Tone, type ToneText } from '../tone.js';
import type { WaitContext } from '../queue/wait-text.js';
import { wrapCells } from '../wrap-cells.js';

/** One line of a pane. */
export type PaneLine = readonly ToneText[];

/** The tools to make the lines. */
export type PaneContext = {
  readonly width: number;
  readonly labels: CategoryLabels;
  readonly glyphs: Glyphs;
  readonly now: number;
  readonly snapshot: Snapshot;
  readonly waiting: WaitContext;
};

/** A text in lines of the width, all of one look. */
export function wrapPane(text: string, width: number, tone?: ToneText['tone']): readonly PaneLine[] {
  return wrapCells(text, width).map((line) => [{ text: line, ...(tone === undefined ? {} : { tone }) }]);
}

/** A heading, and a word at the other end of its line if that fits beside it; the heading is never cut. */
export function titleLines(title: string, beside: string, width: number): readonly PaneLine[] {
  const lines = wrapPane(title, width, 'strong');
  const last = lines.at(-1)?.[0]?.text ?? '';
  const gap = width - cellWidth(last) - cellWidth(beside);
  return gap < 2
    ? [...lines, ...(beside === '' ? [] : wrapPane(beside, width))]
    : [...lines.slice(0, -1), [{ text: last, tone: 'strong' }, { text: ' '.repeat(gap) + beside }]];
}

/** `Cats (2) · ● available · 1 try · 5 min old`: facts after each other, broken between them. */
export function factLines(facts: readonly PaneLine[], { width, glyphs }: PaneContext): readonly PaneLine[] {
  const lines: ToneText[][] = [];
  let used = 0;
  for (const fact of facts) {
    const cells = cellWidth(fact.map(({ text }) => text).join(''));
    const line = lines.at(-1);
    if (line === undefined || used + 3 + cells > width) {
      lines.push(
        ...(cells > width
          ? wrapPane(fact.map(({ text }) => text).join(''), width).map((each) => [...each])
          : [[...fact]]),
      );
      used = Math.min(cells, width);
    } else {
      line.push({ text: ` ${glyphs.dot} ` }, ...fact);
      used += 3 + cells;
    }
  }

  return lines;
}

/** A status with its sign in its own look; `unset` without one. */
export function statusPieces(status: PetStatus | undefined, glyphs: Glyphs, unset = 'status not set'): PaneLine {
  return status === undefined
    ? [{ text: unset }]
    : [{ text: glyphs[status], tone: status }, { text: statusText(status, glyphs).slice(1) }];
}

/** A category with its hue before it. */
export function categoryPieces(categoryId: Int64, labels: CategoryLabels, { hue }: Glyphs): PaneLine {
  const text = { text: categoryText(categoryId, labels) };
  return hue === '' ? [text] : [{ text: hue, tone: hueOf(categoryId) }, text];
}

function commonFacts({ categoryId, status }: NewPet, { labels, glyphs }: PaneContext): readonly PaneLine[] {
  return [categoryPieces(categoryId, labels, glyphs), statusPieces(status, glyphs)];
}

/** How a name is really spelt, where its line cannot show that. */
function spelling(name: string, width: number): readonly PaneLine[] {
  return spellOut(name) === name ? [] : wrapPane(`Spelt ${spellOut(name)}`, width);
}

/** An animal of the store. */
export function petPane(pet: Pet, context: PaneContext): readonly PaneLine[] {
  const { width, snapshot, now } = context;
  const { fetchedAt, complete } = snapshot.lists.all;
  const entry = snapshot.entries.find(({ petId }) => petId === pet.id);
  const from =
    fetchedAt === undefined
      ? entry
        ? 'This app added it.'
        : 'From a part of the list; the rest was not read yet.'
      : isKeptLive(snapshot) && complete
        ? undefined
        : `From the list of ${timeText(fetchedAt, now)} (${agoText(fetchedAt, now)})` +
          (complete ? '.' : ', which may not be whole.');
  return [
    ...titleLines(`#${pet.id}  ${pet.name}`, snapshot.newcomers.has(pet.id) ? 'new' : '', width),
    ...factLines(commonFacts(pet, context), context),
    ...spelling(pet.name, width),
    ...(from === undefined ? [] : wrapPane(from, width)),
    ...(entry?.differences?.length
      ? wrapPane(`The store changed what was sent: ${entry.differences.join(', ')}.`, width)
      : []),
    ...(entry?.adopted ? wrapPane(`Recognised: ${entry.adopted.evidence}. m: not mine.`, width) : []),
    ...(entry
      ? [[], ...wrapPane(`Added here as ${entry.localId}`, width, 'strong'), ...pastLines(entry, context)]
      : []),
  ];
}

/** A queued animal. `keys`: its possible actions. */
export function entryPane(entry: Entry, keys: readonly PaneLine[], context: PaneContext): readonly PaneLine[] {
  const { width, now, waiting } = context;
  const facts: readonly PaneLine[] = [
    ...commonFacts(entry, context),
    [{ text: countText(entry.attempts, 'try', 'tries') }],
    [{ text: `entered ${agoText(entry.createdAt, now)}` }],
  ];
  return [
    ...titleLines(`${entry.localId}  ${entry.name}`, entry.state, width),
    ...factLines(facts, context),
    ...spelling(entry.name, width),
    [],
    ...wrapPane(entryAdvice(entry, now, waiting), width),
    ...candidateLines(entry, context),
    ...keys,
    [],
    ...pastLines(entry, context, entry.state === 'rejected' ? entry.lastError?.message : undefined),
  ];
}

/** The animals on the store that it may be. */
function candidateLines({ state, review }: Entry, { width, labels, glyphs }: PaneContext): readonly PaneLine[] {
  return state !== 'review'
    ? []
    : (review?.candidates ?? []).flatMap((pet) =>
        wrapPane(
          `#${pet.id} ${pet.name}  ${categoryText(pet.categoryId, labels)}  ${statusText(pet.status, glyphs)}`,
          width - 2,
        ).map((line): PaneLine => [{ text: '  ' }, ...line]),
      );
}

/** Its history, the newest first; repeated events are told once. `told`: a reason that stands above already. */
function pastLines(entry: Entry, { width, now }: PaneContext, told = ''): readonly PaneLine[] {
  const time = (at: string | undefined): string => (at === undefined ? '?' : exactTimeText(at, now));
  const events = historyLines(entry.history, { told }).map(({ at, first, text }) => ({
    at: time(at),
    text: first === undefined ? text : `${text}, since ${time(first)}`,
  }));
  const cells = Math.max(...events.map(({ at }) => cellWidth(at))) + 2;
  return events.flatMap(({ at, text }) =>
    wrapCells(text, Math.max(12, width - cells)).map((line, row): PaneLine => [
      { text: fitCells(row === 0 ? at : '', cells) },
      { text: line },
    ]),
  );
}

/** Cells that bars have, however long the names before them. */
const leastBar = 6;

/** How many there are of something, as bars: as long as their share in the largest, with their number behind. */
export function barLines(
  counts: readonly (readonly [name: string, count: number, tone?: Tone])[],
  { width, glyphs }: PaneContext,
): readonly PaneLine[] {
  const largest = Math.max(1, ...counts.map(([, count]) => count));
  const digits = String(largest).length;
  // A name is cut only if there would be no room for any bar.
  const names = Math.min(
    Math.max(1, width - digits - 2 - leastBar),
    Math.max(0, ...counts.map(([name]) => cellWidth(safeText(name)))),
  );
  const room = Math.max(1, width - names - digits - 2);
  return counts.map(([name, count, tone = 'quiet']) => [
    { text: `${fitCells(name, names)} ` },
    { text: glyphs.bar.repeat(count === 0 ? 0 : Math.max(1, Math.round((room * count) / largest))), tone },
    { text: ` ${count}` },
  ]);
}
