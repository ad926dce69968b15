/** The last row: the keys that do something now. */
import { cellWidth } from '../../platform/text/terminal-text.ts';
import { type App, bindingsIn, glyphsIn, keyLabel } from '../app-context.ts';
import { inset, narrowBelow } from '../layout.ts';
import { countMarks } from '../marks/marks.ts';
import { markVerbs } from '../queue/change-queue.ts';
import type { ToneText } from '../../text/glyphs.ts';
import { modeOf } from '../state/ui-model.ts';

/** Actions that no footer leaves out, and in a narrow window names by their keys alone; and the ways out. */
const kept = ['mark', 'undo', 'palette', 'help'];
const wayOut = ['quit', 'back', 'save', 'leave', 'yes', 'no'];

type Hint = {
  readonly key: string;
  readonly hint: string;
  readonly action: string;
  readonly isFirst: boolean;
};

/**
 * The footer. Keys for the animal under the cursor come first; if some are marked, those for the marks behind their
 * number. Where not all have room the first of them has it, what no footer leaves out, and then the others from the left.
 */
export function footerOf(app: App, columns: number): readonly ToneText[] {
  const mode = modeOf(app.model.get());
  const isOfAnimal = mode === 'list' || mode === 'view';
  const marked = isOfAnimal ? countMarks(app) : 0;
  const ofMarks: readonly Omit<Hint, 'isFirst'>[] =
    marked === 0 ? [] : [...markVerbs(app), { key: keyLabel('-'), hint: 'none', action: 'mark-none' }];
  const ofRow = bindingsIn(app).flatMap((row): readonly Hint[] => {
    const { off, keys, action = '', hint: word } = row;
    const present = typeof word === 'function' ? word(app) : word;
    const hint = off?.(app) === undefined ? present : undefined;
    // The state of the animal under the cursor decides on it: of others the footer tells in their order.
    const isOfState = typeof word === 'string' && off !== undefined;
    const isFirst = isOfAnimal && marked === 0 && (isOfState || hint === 'answer');
    return hint === undefined || ofMarks.some((each) => each.action === action)
      ? []
      : [{ key: keyLabel(keys[0] ?? ''), hint, action, isFirst }];
  });
  const hints = [...ofMarks.map((each): Hint => ({ ...each, isFirst: true })), ...ofRow]
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
    // Two keys that do the same need not both be told.
    .filter(({ hint }, at, all) => all.findIndex((each) => each.hint === hint) === at);
  const enter = isOfAnimal ? undefined : hints.find(({ key }) => key === keyLabel('enter'));
  const main = enter ?? hints.find(({ hint }) => hint === 'save') ?? hints[0];
  // Where a person is asked something the answers come before all but the way back.
  const isAsked = mode === 'review' || mode === 'import';
  // Of the answers of an import there are so many that the way out has no room for its word.
  const briefly = mode === 'import' ? [...kept, 'back'] : kept;
  const isKept = ({ action, hint }: Hint): boolean =>
    isAsked ? action === 'back' : kept.includes(action) || wayOut.includes(hint);
  const isOfMarks = ({ isFirst }: Hint): boolean => marked > 0 && isFirst;
  const ranks = [(each: Hint) => each === main, isKept, () => true];
  const textOf = ({ key, hint, action }: Hint): string =>
    columns < narrowBelow && briefly.includes(action) ? key : `${key} ${hint}`;
  const label = marked === 0 ? '' : `${marked} marked: `;
  const end = `${glyphsIn(app.model.get()).dot}  `;
  const shown = new Set<Hint>();
  let left = columns - inset - cellWidth(label === '' ? '' : label + end);
  for (const each of ranks.flatMap((rank) => hints.filter(rank))) {
    const cells = cellWidth(textOf(each)) + (shown.size === 0 ? 0 : 2);
    if (!shown.has(each) && cells <= left) {
      shown.add(each);
      left -= cells;
    }
  }

  const row = hints.filter((each) => shown.has(each));
  const pieces = row.flatMap((each, at): readonly ToneText[] => [
    { text: each.key, tone: 'accent' },
    { text: `${textOf(each).slice(each.key.length)}${at === row.length - 1 ? '' : '  '}` },
    ...(isOfMarks(each) && row[at + 1]?.isFirst === false ? [{ text: end, tone: 'quiet' } as const] : []),
  ]);
  return [{ text: ' '.repeat(inset) }, ...(label === '' ? [] : [{ text: label, tone: 'strong' } as const]), ...pieces];
}
