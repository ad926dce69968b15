/** The parts of the key table's rows: groups of modes, and a row from its cells. */
import { describeState, standingOf } from '../../domain/entry.js';
import { animalAtCursor } from '../actions/cursor.js';
import type { App, Binding } from '../app-context.js';
import { hasMarks } from '../marks/marks.js';
import { isQueued } from '../models/position.js';
import { listNames, type Mode, typedPrompts } from '../state/ui-state.js';

/** The modes with an animal under the cursor. */
export const animals = ['list', 'view', 'queue'] as const;
/** Texts that are read a page at a time. */
export const texts = ['view', 'found', 'mistakes', 'review', 'help', 'form-help'] as const;
/** Texts that are scrolled by a row. */
export const pages = ['found', 'mistakes', 'help', 'form-help'] as const;
/** Every screen on which no text is typed. */
export const screens = [...listNames, ...texts] as const;
/** Where letters are typed. */
export const typing = ['filter', ...typedPrompts, 'form', 'connect'] as const;
/** Every mode there is. */
export const everywhere = [...screens, ...typing, 'opening', 'first-run', 'choices', 'confirm', 'too-small'] as const;

type OneOrMore<Each> = Each | readonly Each[];

/** A row whose keys are those of the program. `when`: whether it is on; `why` it is off, else how the animal stands. */
export function fixed(
  keys: OneOrMore<string>,
  modes: OneOrMore<Mode>,
  does: string,
  run?: Binding['run'],
  hint?: Binding['hint'],
  when?: (app: App) => boolean,
  why?: string,
): Binding {
  const off = when && ((app: App): string | undefined => (when(app) ? undefined : (why ?? standing(app))));
  return { keys: [keys].flat(), modes: [modes].flat(), does, run, hint, off };
}

function standing(app: App): string {
  const animal = animalAtCursor(app);
  if (!animal || hasMarks(app)) {
    return animal ? 'the marked ones are in other states' : 'the list is empty';
  }

  return isQueued(animal) ? `it is ${describeState(standingOf(animal))}` : 'it is on the store';
}

/** A row whose keys a person can replace, by the name of its action. */
export function bind(action: string, ...cells: Parameters<typeof fixed>): Binding {
  return { action, ...fixed(...cells) };
}
