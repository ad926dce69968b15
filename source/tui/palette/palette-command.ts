import type { App } from '../app-context.ts';

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
