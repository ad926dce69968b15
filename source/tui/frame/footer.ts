/** The last row: the keys that do something now. */
import { cellWidth } from '../../platform/text/terminal-text.ts';
import { hintOf, isOfState } from '../actions/hints.ts';
import { type App, bindingsIn, glyphsIn, keyLabel } from '../app-context.ts';
import { inset } from '../layout.ts';
import { countMarks } from '../marks/marks.ts';
import { markVerbs } from '../queue/change-queue.ts';
import type { ToneText } from '../../text/glyphs.ts';
import { modeOf } from '../state/ui-model.ts';
import type { Mode } from '../state/ui-state.ts';

/** Actions that no footer leaves out, and the ways out, which go before them. */
const always = ['mark', 'undo', 'palette', 'help'];
const wayOut = ['quit', 'back', 'save', 'leave', 'yes', 'no'];

/** Where a person is asked something, the answers stay. */
const answersKept: { readonly [In in Mode]?: readonly string[] } = {
  review: ['discard', 'back'],
  import: ['import-unlike', 'import-held', 'import-columns', 'back'],
};

type Hint = {
  readonly key: string;
  readonly hint: string;
  readonly action: string;
  readonly isFirst: boolean;
};

/**
 * The footer. Keys for the animal under the cursor come first; if some are marked, those for the marks behind their
 * number. In a narrow window the others go, from the last on, then the words of those that always stand there.
 */
export function footerOf(app: App, columns: number): readonly ToneText[] {
  const margin = { text: ' '.repeat(inset) };
  const mode = modeOf(app.model.get());
  const isOfAnimal = mode === 'list' || mode === 'view';
  const verbHints = [...markVerbs(app), { key: keyLabel('-'), hint: 'none', action: 'mark-none' }];
  const ofMarks = (isOfAnimal && countMarks(app) > 0 ? verbHints : []).map((each): Hint => ({
    ...each,
    isFirst: true,
  }));
  const ofRow = bindingsIn(app).flatMap((row): readonly Hint[] => {
    const { off, keys, action = '' } = row;
    const hint = off?.(app) === undefined ? hintOf(app, row) : undefined;
    const isFirst = isOfAnimal && ofMarks.length === 0 && (isOfState(row) || hint === 'answer');
    return hint === undefined || ofMarks.some((each) => each.action === action)
      ? []
      : [{ key: keyLabel(keys[0] ?? ''), hint, action, isFirst }];
  });
  const hints = [...ofMarks, ...ofRow].sort((a, b) => Number(b.isFirst) - Number(a.isFirst));
  const label = ofMarks.length === 0 ? '' : `${countMarks(app)} marked: `;
  const enter = isOfAnimal ? undefined : hints.find(({ key }) => key === keyLabel('enter'));
  const main = enter ?? hints.find(({ hint }) => hint === 'save') ?? hints[0];
  // If the animal allows no action, the hint for adding the next one helps more than these.
  const usual = hints[0]?.isFirst === true ? always : [...always, 'add'];
  const kept = [...(answersKept[mode] ?? []), ...(mode in answersKept ? always : usual)];
  const widthNow = (): number =>
    cellWidth(label + hints.map(({ key, hint }) => `${key} ${hint}`.trimEnd()).join('  ')) + (label === '' ? 0 : 3);
  const shorten = (become: (each: Hint) => readonly Hint[]): void => {
    for (let at = hints.length - 1; at >= 0 && widthNow() > columns - inset; at -= 1) {
      hints.splice(at, 1, ...hints.slice(at, at + 1).flatMap(become));
    }
  };
  const isOfMarks = ({ isFirst }: Hint): boolean => isFirst && label !== '';
  const isKept = (each: Hint): boolean => each === main || kept.includes(each.action) || isOfMarks(each);
  const withoutWord = (of: readonly string[]) => (each: Hint) => [
    of.includes(each.action) ? { ...each, hint: '' } : each,
  ];
  shorten((each) => (isKept(each) || wayOut.includes(each.hint) ? [each] : []));
  shorten((each) => (isKept(each) ? [each] : []));
  shorten(withoutWord(always));
  shorten(withoutWord(kept));
  shorten((each) => (isOfMarks(each) && each !== main ? [] : [each]));
  const isEnd = (at: number): boolean =>
    label !== '' && hints[at]?.isFirst === true && hints[at + 1]?.isFirst === false;
  const pieces = hints.flatMap(({ key, hint }, at): readonly ToneText[] => [
    { text: key, tone: 'accent' },
    { text: `${hint === '' ? '' : ` ${hint}`}${at === hints.length - 1 ? '' : '  '}` },
    ...(isEnd(at) ? [{ text: `${glyphsIn(app.model.get()).dot}  `, tone: 'quiet' } as const] : []),
  ]);
  return [margin, ...(label === '' ? [] : [{ text: label, tone: 'strong' } as const]), ...pieces];
}
