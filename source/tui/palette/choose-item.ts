import { type App, textOf } from '../app-context.js';
import type { Prompt } from '../state/ui-state.js';
import { say, setText } from '../actions/say.js';
import { commands } from './commands.js';
import { findItems, type PaletteItem } from './find-items.js';
import { openAnimal } from '../actions/navigate.js';
import { recall, remembered } from '../list/find-rows.js';

type PalettePrompt = Extract<Prompt, { kind: 'command' }>;

/** The prompt, if it is that of the palette. */
function promptOf(app: App): PalettePrompt | undefined {
  const { prompt } = app.model.get();
  return prompt?.kind === 'command' ? prompt : undefined;
}

/** Whether a person chose for this very text, by keys or a click. */
function isChosen(app: App): boolean {
  return promptOf(app)?.chosen?.text === textOf(app, 'command');
}

/** The offers, and the place of the chosen one: the first, as long as no key chose another one for this very text. */
export function paletteChoice(app: App): { readonly items: readonly PaletteItem[]; readonly at: number } {
  const items = findItems(app, textOf(app, 'command'));
  const chosen = isChosen(app) ? (promptOf(app)?.chosen?.at ?? 0) : 0;
  return { items, at: Math.min(chosen, Math.max(0, items.length - 1)) };
}

/** The next or the previous one. */
export function moveChoice(app: App, rows: 1 | -1): void {
  const isFirst = rows === 1 && textOf(app, 'command') === '' && !isChosen(app);
  chooseItem(app, isFirst ? 0 : paletteChoice(app).at + rows);
}

/** The one of that place, or the nearest there is. */
export function chooseItem(app: App, at: number): void {
  const { items } = paletteChoice(app);
  if (items.length > 0) {
    change(app, { chosen: { text: textOf(app, 'command'), at: Math.max(0, Math.min(items.length - 1, at)) } });
  }
}

function change(app: App, part: Partial<PalettePrompt>): void {
  const prompt = promptOf(app);
  if (prompt) {
    app.model.ask({ ...prompt, ...part });
  }
}

/** ↑: in an empty line the command before, and again the one before that; else the choice before. */
export function recallCommand(app: App): void {
  if (isChosen(app) || !recall(app, app.model.get().commands)) {
    moveChoice(app, -1);
  }
}

/** Tab: the chosen one, written out; if the line begins several commands, as far as their names agree. */
export function completeCommand(app: App): void {
  const typed = textOf(app, 'command');
  const names = commands.map(({ name }) => name).filter((name) => typed !== '' && name.startsWith(typed));
  const { items, at } = paletteChoice(app);
  const text = names.length > 1 ? sharedStart(names) : items[at]?.complete;
  if (text !== undefined) {
    setText(app, 'command', text);
  }
}

function sharedStart([first = '', ...others]: readonly string[]): string {
  const end = Array.from(first).findIndex((letter, place) => others.some((name) => name[place] !== letter));
  return end === -1 ? first : first.slice(0, end);
}

/** Enter: runs the chosen one, which an empty line has only by keys or a click. */
export function runPaletteCommand(app: App): void {
  const { commands: before } = app.model.get();
  const typed = textOf(app, 'command').trim();
  const { items, at } = paletteChoice(app);
  const isSure = isChosen(app);
  const doubt = isSure ? undefined : doubtOf(typed, items[at]);
  if (doubt !== undefined) {
    change(app, { chosen: { text: textOf(app, 'command'), at }, problem: `${doubt} Enter again runs the marked one.` });
    return;
  }

  app.model.answer();
  if (typed === '' && !isSure) {
    return;
  }

  if (typed !== '') {
    app.model.set({ commands: remembered(before, typed) });
  }

  const item = items[at];
  if (typed === 'q') {
    app.terminal.quit();
  } else if (item) {
    item.run(app);
  } else if (/\s/u.test(typed)) {
    say(app, `"${typed}" is neither an id nor a command; ? lists the keys.`, 'bad');
  } else {
    openAnimal(app, typed);
  }
}

/** Why the typed text may not mean the marked one: a slip must not take anybody offline. */
function doubtOf(typed: string, item: PaletteItem | undefined): string | undefined {
  const begun = commands.filter(({ name }) => typed !== '' && typed !== 'q' && name.startsWith(typed));
  if (begun.length > 1 && !begun.some(({ name }) => name === typed)) {
    return `":${typed}" may be ${begun.map(({ name }) => `:${name}`).join(' or ')}.`;
  }

  return item?.isLoose === true ? 'No command is called so.' : undefined;
}
