/** The text of a pane about an animal, the important first: its name, its state, its history from the newest. */
import { type CategoryLabels, categoryWords } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { NewPet, PetStatus } from '../../domain/pet.ts';
import { cellWidth, spellOut } from '../../platform/text/terminal-text.ts';
import type { Snapshot } from '../../sync/api.ts';
import { entryAdvice } from './entry-text.ts';
import { describePet } from '../../text/animal/pet-texts.ts';
import { type Glyphs, statusText, hueOf } from '../../text/glyphs.ts';
import { entryHistory } from '../../text/queue/history-lines.ts';
import { flowPieces, labelledLines, type PaneLine, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { agoText, exactTimeText } from '../../text/time-text.ts';
import type { WaitContext } from '../../text/queue/wait-text.ts';

/** The tools to make the lines. */
export type PaneContext = {
  readonly width: number;
  readonly labels: CategoryLabels;
  readonly glyphs: Glyphs;
  readonly now: number;
  readonly snapshot: Snapshot;
  readonly waiting: WaitContext;
};

/** A status with its sign in its own look; `unset` without one. */
export function statusPieces(status: PetStatus | undefined, glyphs: Glyphs): PaneLine {
  return status === undefined
    ? [{ text: `${glyphs.none} not set`, tone: 'quiet' }]
    : [{ text: glyphs[status], tone: status }, { text: statusText(status, glyphs).slice(1) }];
}

/** A category with its hue before it. */
export function categoryPieces(categoryId: Int64, labels: CategoryLabels, { hue }: Glyphs): PaneLine {
  // A number alone would have no meaning here without a heading.
  const text = { text: categoryWords(categoryId, labels) };
  return hue === '' ? [text] : [{ text: hue, tone: hueOf(categoryId) }, text];
}

/** Category and status of an animal. */
export function commonFacts({ categoryId, status }: NewPet, { labels, glyphs }: PaneContext): readonly PaneLine[] {
  return [categoryPieces(categoryId, labels, glyphs), statusPieces(status, glyphs)];
}

/** How a name is really spelt, where its line cannot show that. */
export function spelling(name: string, width: number): readonly PaneLine[] {
  return spellOut(name) === name ? [] : wrapPane(`Spelt ${spellOut(name)}`, width);
}

/** A queued animal. `settled`: the text without possible actions. */
export function entryPane(entry: Entry, context: PaneContext, settled?: string) {
  const { width, now, labels, waiting } = context;
  return [
    ...titleLines(`${entry.localId}  ${entry.name}`, entry.state, width),
    ...flowPieces([...commonFacts(entry, context), [{ text: `entered ${agoText(entry.createdAt, now)}` }]], width),
    ...spelling(entry.name, width),
    ...(entry.instead && entry.state !== 'created'
      ? wrapPane(`Changed to ${describePet(entry.instead, labels)}`, width)
      : []),
    [],
    ...wrapPane(settled === undefined ? entryAdvice(entry, now, waiting) : `${settled}.`, width),
    [],
    ...pastLines(entry, context, toldAbove(entry)),
  ];
}

/** The reason that stands above the history already. */
function toldAbove({ state, lastError, review }: Entry): string | undefined {
  return state === 'rejected' ? lastError?.message : review?.reason;
}

/** Its history, the newest first; repeated events are told once. `told`: a reason that stands above already. */
export function pastLines(entry: Entry, { width, now }: Pick<PaneContext, 'width' | 'now'>, told = '') {
  const time = (at: string): string => exactTimeText(at, now);
  const events = entryHistory(entry, { told }).map(({ at, first, text }) => ({
    at: time(at),
    text: first === undefined ? text : `${text}, since ${time(first)}`,
  }));
  const cells = Math.max(...events.map(({ at }) => cellWidth(at))) + 2;
  return labelledLines(
    events.map(({ at, text }) => ({ label: at, text, tone: 'quiet' })),
    width,
    cells,
  );
}
