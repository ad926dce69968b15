/** The settings as commands: each with what it may be, and what it is at present. */
import { countText } from '../../text/count-text.ts';
import { findLabelMistake } from '../../domain/category-labels.ts';
import { parseInt64 } from '../../domain/int64.ts';
import {
  checkSetting,
  type Definition,
  nextStartSettings,
  screenSettings,
  type Settings,
  settingText,
} from '../../app/settings/setting-definitions.ts';
import { parseDuration } from '../../domain/duration.ts';
import { perform, reasonOf } from '../actions/say.ts';
import { type App, snapshotOf } from '../app-context.ts';
import { categoriesOf } from '../models/known-categories.ts';

/** A command that can be typed after `:`. */
export type PaletteCommand = {
  readonly name: string;
  readonly argument?: string;
  readonly does: string;
  /** What it is at present, of what it changes. */
  readonly now?: (app: App) => string | undefined;
  /** The first words that an argument may have, and what each is about. */
  readonly words?: (app: App) => readonly (readonly [word: string, about: string])[];
  run(app: App, argument: string): void;
};

type Kept = keyof Settings['onScreen'];

/** `:theme dark`: changes a setting at once, and for good; without a value it is asked for. */
export const settingCommands = (Object.entries(screenSettings) as readonly (readonly [Kept, Definition])[]).map(
  ([field, definition]): PaletteCommand => {
    const { kind, choices = ['on', 'off'], summary } = definition;
    const argument = kind === 'switch' ? 'on|off' : 'NAME';
    // The list is read again by a command of that name.
    const name = field === 'refreshMs' ? 'refresh-every' : definition.name;
    const now = ({ model }: App): string => settingText(model.get().settings[field]);
    return {
      name,
      argument: kind === 'duration' ? (definition.fallback ?? '') : argument,
      does: summary.replace(/: .*$/u, ''),
      now,
      words: (app) =>
        kind === 'duration' ? [] : choices.map((each) => [each, each === now(app) ? 'as it is now' : summary] as const),
      run: (app, typed) => change(app, { name, definition, field }, typed.trim()),
    };
  },
);

type Wanted = { readonly name: string; readonly definition: Definition; readonly field: Kept };

function change(app: App, { name, definition, field }: Wanted, typed: string): void {
  const ask = (problem: string): void => app.model.ask({ kind: 'command', problem }, `${name} `);
  if (typed === '') {
    const { kind, choices = ['on', 'off'] } = definition;
    ask(kind === 'duration' ? 'Say how long, such as 10s.' : `Say which: ${choices.join(', ')}.`);
    return;
  }

  try {
    const checked = checkSetting(definition, typed, name);
    const value = definition.kind === 'switch' ? checked === 'on' : checked;
    const kept = definition.kind === 'duration' ? (parseDuration(checked) ?? 0) : value;
    const isLater = nextStartSettings.includes(field);
    if (!isLater) {
      app.model.changeSettings({ [field]: kept });
    }

    perform(app, async () => {
      await app.workspace.saveSetting(field, kept as Settings['onScreen'][Kept]);
      return `${name} is ${checked}${isLater ? ' from the next start on' : ''}.`;
    });
  } catch (error) {
    ask(reasonOf(error));
  }
}

/** The numbers of the categories in use, each with how many animals it has, and its name. */
export function usedCategories(app: App): readonly (readonly [number: string, about: string])[] {
  const { categoryLabels } = app.model.get().settings;
  return categoriesOf(snapshotOf(app).pets, categoryLabels).map(({ id, animals }) => [
    id,
    `${countText(animals, 'animal')}  ${categoryLabels[id] ?? ''}`.trimEnd(),
  ]);
}

/** `:name 3 Dogs` names a category, `:name 3 -` takes its name away. */
export function giveName(app: App, typed: string): void {
  const { settings, session } = app.model.get();
  const [, number = '', name = ''] = /^(\d+(?=\p{L})|\S*)\s*(.*)$/u.exec(typed.trim()) ?? [];
  const category = parseInt64(number);
  const ask = (problem: string): void => app.model.ask({ kind: 'command', problem }, `name ${typed}`);
  if (category === undefined) {
    ask('First the category, a whole number, then a space and its name, as in "name 3 Dogs".');
    return;
  }

  if (name === '') {
    ask(`The name is missing: type it after the number, as in "name ${category} Dogs"; - takes it away.`);
    return;
  }

  const label = name === '-' ? undefined : name;
  const mistake = label === undefined ? undefined : findLabelMistake(category, label, settings.categoryLabels);
  if (mistake !== undefined) {
    ask(mistake);
    return;
  }

  perform(app, async () => {
    const labels = await app.workspace.nameCategory(session?.profile.name, category, label);
    app.model.changeSettings({ categoryLabels: labels });
    const now = labels[category];
    return now === undefined ? `Category ${category} has no name any more.` : `Category ${category} is ${now}.`;
  });
}
