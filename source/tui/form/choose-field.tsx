/** The fields of a form that are chosen: from choices side by side, and the category from a list. */
import { Box, type DOMElement, useInput } from 'ink';
import { useRef } from 'react';
import { petStatuses, type PetWord } from '../../domain/pet.js';
import { type Glyphs, hueOf, type ToneText } from '../../text/glyphs.js';
import type { PaneLine } from '../../text/pane-lines.js';
import type { Int64 } from '../../domain/int64.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { setText } from '../actions/say.js';
import { glyphsIn, useDrawing } from '../app-context.js';
import { BoxCursor, ChoiceList } from '../components/fields.js';
import { firstThatFits, ToneLine, ToneLines } from '../components/line.js';
import { lineText } from '../input/line.js';
import { nextOf } from '../list/arrange.js';
import { suggestCategories, suggestionTexts } from '../models/known-categories.js';
import { choicesOf } from '../state/mode.js';
import { isStale } from '../state/ui-model.js';
import { chooseCategory, moveFocus } from './form-keys.js';
import { knownCategories } from './form-state.js';

/** More of them are looked at in the list itself. */
const mostShown = 6;

type ListProps = { readonly focused: boolean; readonly width: number; readonly height: number };

/**
 * The categories that the typed text may mean: shown while one types, and a list to choose from once the cursor is in
 * it.
 */
export function Suggestions({ focused, width, height }: ListProps) {
  const { app, state } = useDrawing();
  const { hue } = glyphsIn(state);
  // If typing would replace it, any other one may be meant.
  const typed = isStale(state, 'category') ? '' : lineText(state.fields.category);
  const found = suggestCategories(knownCategories(app), typed);
  const shown = focused ? found : found.slice(0, Math.min(height, mostShown));
  const texts = suggestionTexts(shown, width - 2);
  const signOf = (id: Int64): ToneText | undefined => (hue === '' ? undefined : { text: hue, tone: hueOf(id) });
  if (!focused) {
    // Lines alone, which take no keys: what is mounted must be there before the next key is.
    return (
      <Box flexDirection="column">
        <ToneLines
          lines={shown.map(({ id }, index) => [
            { text: '  ' },
            signOf(id) ?? { text: '' },
            { text: truncateCells(texts[index] ?? id, width - 3) },
          ])}
        />
      </Box>
    );
  }

  return (
    <ChoiceList
      choices={shown.map(({ id }, index) => ({ key: id, label: texts[index] ?? id, value: id, sign: signOf(id) }))}
      width={width}
      height={height}
      onSelect={(id) => chooseCategory(app, id)}
    />
  );
}

type Props = { readonly field: PetWord; readonly focused: boolean; readonly width: number };

const notSet = 'not set';

/** A field that is chosen: its choices stand side by side, and the arrows go from one to the next. */
export function ChoiceField({ field, focused, width }: Props) {
  const { app, state } = useDrawing();
  const box = useRef<DOMElement>(null);
  const chosen = lineText(state.fields[field]);
  const choices = [...(choicesOf(field) ?? []), ''];
  const choose = (step: 1 | -1): void => setText(app, field, nextOf(choices, chosen, step));
  useInput(
    (input, key) => {
      if (key.return || key.downArrow) {
        moveFocus(app, 1);
      } else if (key.upArrow) {
        moveFocus(app, -1);
      } else if (key.rightArrow || input === 'j') {
        choose(1);
      } else if (key.leftArrow || input === 'k') {
        choose(-1);
      }
    },
    { isActive: focused },
  );
  const forms = state.spoken
    ? [[{ text: chosen === '' ? notSet : chosen }]]
    : choiceForms(choices, chosen, focused, glyphsIn(state));
  return (
    <>
      <Box ref={box}>
        <ToneLine pieces={firstThatFits(forms, width)} />
      </Box>
      {focused && !state.spoken && <BoxCursor box={box} />}
    </>
  );
}

/** All of them, their signs beside the one that is chosen, and that one alone. */
function choiceForms(
  choices: readonly string[],
  chosen: string,
  focused: boolean,
  glyphs: Glyphs,
): readonly PaneLine[] {
  const sign = (choice: string): PaneLine => {
    const status = petStatuses.find((each) => each === choice);
    return status === undefined ? [{ text: glyphs.dot, tone: 'quiet' }] : [{ text: glyphs[status], tone: status }];
  };
  const word = (choice: string): PaneLine => {
    const text = ` ${choice === '' ? notSet : choice}`;
    return choice === chosen
      ? [{ text: '[' }, ...sign(choice), { text, ...(focused ? { tone: 'strong' } : {}) }, { text: ']' }]
      : [{ text: ' ' }, ...sign(choice), { text, tone: 'quiet' }, { text: ' ' }];
  };
  return [
    choices.flatMap(word),
    choices.flatMap((choice) => (choice === chosen ? word(choice) : [{ text: ' ' }, ...sign(choice)])),
    choices.filter((choice) => choice === chosen).flatMap(word),
  ];
}
