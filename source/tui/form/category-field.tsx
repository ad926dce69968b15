import { Box } from 'ink';
import { categoryText } from '../../domain/category-labels.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { newCategoryText } from '../../text/animal/double-text.js';
import { type App, glyphsIn, useApp, useUi } from '../app-context.js';
import { ChoiceList } from '../components/choice-list.js';
import { fieldWidth } from '../components/text-field.js';
import { ToneLine } from '../components/line.js';
import { hueOf } from '../../text/tone.js';
import type { Int64 } from '../../domain/int64.js';
import { layOutBody } from '../layout.js';
import { lineText } from '../input/line.js';
import { chooseCategory } from './form-focus.js';
import { readCategory, suggestCategories, suggestionTexts } from '../models/known-categories.js';
import { isNewCategory, knownCategories } from './read-form.js';
import { isStale } from '../state/ui-model.js';

/** The meaning of a category that is being typed, if it differs from the typed text, and whether it is a new one. */
export function categoryNote(
  app: App,
  localId: string | undefined,
): { readonly text: string; readonly isNew: boolean } {
  const { fields, settings } = app.model.get();
  const labels = settings.categoryLabels;
  const typed = lineText(fields.category);
  if (typed.trim() === '') {
    return { text: 'a whole number, or a known name (↓ lists them)', isNew: false };
  }

  const id = readCategory(knownCategories(app), labels, typed);
  if (id !== undefined && isNewCategory(app, id, localId)) {
    return { text: `! ${newCategoryText(id, false)}`, isNew: true };
  }

  const means = id === undefined ? typed : categoryText(id, labels);
  return { text: means === typed ? '' : `= ${means}`, isNew: false };
}

/** More of them are looked at in the list itself. */
const mostShown = 6;

/**
 * The categories that the typed text may mean: shown while one types, and a list to choose from once the cursor is in
 * it.
 */
export function Suggestions({ focused, height }: { readonly focused: boolean; readonly height: number }) {
  const app = useApp();
  const state = useUi();
  const { fields } = state;
  const { hue } = glyphsIn(state);
  const width = fieldWidth(layOutBody(state).main.columns);
  // If typing would replace it, any other one may be meant.
  const typed = isStale(state, 'category') ? '' : lineText(fields.category);
  const suggestions = suggestCategories(knownCategories(app), typed);
  if (focused) {
    const texts = suggestionTexts(suggestions, width - 2);
    const choices = suggestions.map(({ id }, index) => ({
      key: id,
      label: texts[index] ?? id,
      value: id,
      ...(hue === '' ? {} : { sign: { text: hue, tone: hueOf(id) } }),
    }));
    return choices.length === 0 ? null : (
      <ChoiceList
        choices={choices}
        width={width}
        focused
        height={Math.max(1, height)}
        onSelect={(id) => chooseCategory(app, id)}
      />
    );
  }

  const shown = suggestions.slice(0, Math.min(height, mostShown));
  return (
    <Box flexDirection="column">
      {suggestionTexts(shown, width - 2).map((text, index) => (
        <ToneLine
          key={shown[index]?.id}
          pieces={[
            { text: '  ' },
            ...(hue === '' ? [] : [{ text: hue, tone: hueOf(shown[index]?.id ?? ('0' as Int64)) }]),
            { text: truncateCells(text, width - 3) },
          ]}
        />
      ))}
    </Box>
  );
}
