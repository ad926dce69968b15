import { Box, type DOMElement, useInput } from 'ink';
import { useRef } from 'react';
import { petStatuses, type PetWord } from '../../domain/pet.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import type { Glyphs } from '../../text/glyphs.js';
import type { PaneLine } from '../../text/pane-lines.js';
import { setText } from '../actions/say.js';
import { glyphsIn, useApp, useUi } from '../app-context.js';
import { BoxCursor } from '../components/measured.js';
import { ToneLine } from '../components/line.js';
import { lineText } from '../input/line.js';
import { nextOf } from '../list/arrange.js';
import { choicesOf } from '../state/mode.js';
import { moveFocus } from './form-focus.js';

type Props = { readonly field: PetWord; readonly focused: boolean; readonly width: number };

const notSet = 'not set';

/** A field that is chosen: what there is stands side by side, and the arrows go from one to the next. */
export function ChoiceField({ field, focused, width }: Props) {
  const app = useApp();
  const state = useUi();
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
  const pieces = forms.find((form) => cellWidth(form.map(({ text }) => text).join('')) <= width) ?? forms.at(-1) ?? [];
  return (
    <>
      <Box ref={box}>
        <ToneLine pieces={pieces} />
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
    const isChosen = choice === chosen;
    const text = ` ${choice === '' ? notSet : choice}`;
    return isChosen
      ? [{ text: '[' }, ...sign(choice), { text, ...(focused ? { tone: 'strong' } : {}) }, { text: ']' }]
      : [{ text: ' ' }, ...sign(choice), { text, tone: 'quiet' }, { text: ' ' }];
  };
  const present = choices.filter((choice) => choice === chosen);
  return [
    choices.flatMap(word),
    choices.flatMap((choice) => (choice === chosen ? word(choice) : [{ text: ' ' }, ...sign(choice)])),
    present.flatMap(word),
  ];
}
