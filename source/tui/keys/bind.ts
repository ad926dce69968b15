/** The parts of the key table's rows: groups of modes, and a row from its cells. */
import type { Binding } from '../app-context.js';
import type { Mode } from '../state/ui-state.js';

/** Screens with a cursor. */
export const lists = ['list', 'queue', 'settings', 'activity'] as const;
/** The modes with an animal under the cursor. */
export const animals = ['list', 'view', 'queue'] as const;
/** Texts that are read a page at a time. */
export const texts = ['view', 'found', 'mistakes', 'review', 'help'] as const;
/** Texts that are scrolled by a row. */
export const pages = ['found', 'mistakes', 'help'] as const;
/** Every screen on which no text is typed. */
export const screens = [
  'list',
  'view',
  'found',
  'mistakes',
  'queue',
  'review',
  'settings',
  'activity',
  'help',
] as const;
/** Where letters are typed. */
export const typing = [
  'filter',
  'command',
  'api-key',
  'label',
  'pet-id',
  'seconds',
  'field',
  'view-name',
  'jump',
  'search',
  'log-search',
  'form',
  'connect',
] as const;
/** Every mode there is. */
export const everywhere = [...screens, ...typing, 'opening', 'first-run', 'choices', 'confirm', 'too-small'] as const;

type OneOrMore<Each> = Each | readonly Each[];
type Rest = Pick<Binding, 'hint' | 'when' | 'run'>;

/** A row whose keys are those of the program. */
export function fixed(keys: OneOrMore<string>, modes: OneOrMore<Mode>, does: string, rest: Rest): Binding {
  return {
    keys: typeof keys === 'string' ? [keys] : keys,
    modes: typeof modes === 'string' ? [modes] : modes,
    does,
    ...rest,
  };
}

/** A row whose keys a person can replace, by the name of its action. */
export function bind(action: string, ...cells: Parameters<typeof fixed>): Binding {
  return { action, ...fixed(...cells) };
}
