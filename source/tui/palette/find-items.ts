/**
 * The offers of the palette for a typed text: commands, ids, the actions of the screen with their keys, views, profiles
 * and settings. The likeliest first: by the whole name, its beginning, a part of it, and then by its letters in order.
 */
import { categoryText } from '../../domain/category-labels.js';
import { isWaiting } from '../../domain/entry.js';
import { foldText } from '../../domain/search/fold-text.js';
import type { NewPet } from '../../domain/pet.js';
import { shortName } from '../../text/hints.js';
import { type App, snapshotOf } from '../app-context.js';
import { openNamedView } from '../list/arrange.js';
import { takeRows } from '../models/position.js';
import { commands, type PaletteCommand, synonyms } from './commands.js';
import { enterSetting, type SettingsRow, settingsRows } from '../settings/settings.js';
import { goTo, openAnimal } from '../actions/navigate.js';
import { moveCursorTo } from '../actions/cursor.js';
import { screenActions } from '../actions/hints.js';
import { openProfile } from '../actions/session.js';

/**
 * Something that can be chosen. `left`: how it is typed or pressed; `complete`: what Tab makes of the line; `isLoose`:
 * it only has the letters that were typed, so one Enter is not enough for it.
 */
export type PaletteItem = {
  readonly left: string;
  readonly does: string;
  /** Why it has no effect now. */
  readonly off?: string | undefined;
  readonly complete: string;
  readonly isLoose?: boolean;
  /** What else people call it. */
  readonly also?: string | undefined;
  run(app: App): void;
};

/** All of them if the line is empty. */
export function findItems(app: App, typed: string): readonly PaletteItem[] {
  const text = foldText(typed.trim());
  const all = itemsOf(app);
  if (text === '') {
    return all;
  }

  const [word = '', ...rest] = typed.trim().split(/\s+/u);
  const command = commands.find(({ name, argument }) => name === word && argument !== undefined);
  if (command && /\s/u.test(typed.trimStart())) {
    const [begun = '', ...more] = rest;
    const words = more.length > 0 ? [] : (command.words?.(app) ?? []).filter(([each]) => each.includes(begun));
    const offers = words.map(([each, does]) => ({ ...toItem(command, each), does, complete: `${word} ${each} ` }));
    return offers.length > 0 ? offers : [toItem(command, rest.join(' '))];
  }

  const ranked = all
    .map((item, place) => ({ item, place, rank: rankOf(item, text) }))
    .filter(({ rank }) => rank !== -1);
  const isId = /^(?:#?-?\d+|q-?\d+)$/u.test(text);
  const ids = isId ? [toAnimalItem(typed.trim(), 'show that animal')] : [];
  const told = ranked
    .sort((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ item, rank }) => (rank === loose ? { ...item, isLoose: true } : item));
  const animals = animalItems(app, text);
  const sure = told.filter(({ isLoose }) => isLoose !== true);
  return [...ids, ...sure, ...animals, ...(animals.length === 0 ? told.slice(sure.length) : [])];
}

const loose = 5;
/** Letters that lie further apart than this, to each of them, are there by chance. */
const mostSpread = 3;

/** The first way in which an item is what was typed; -1: in none. */
function rankOf({ complete, does, also = '' }: PaletteItem, text: string): number {
  const [name, meaning, others] = [foldText(complete.trim()), foldText(does), also.split(' ')];
  const words = text.split(/\s+/u);
  return [
    name === text,
    name.startsWith(text),
    others.includes(text) || words.every((word) => name.includes(word)),
    words.every((word) => `${name} ${meaning}`.includes(word)),
    words.every((word) => others.some((other) => other.startsWith(word))),
    spreads(name, text.replace(/\s/gu, '')),
  ].indexOf(true);
}

function spreads(text: string, letters: string): boolean {
  const first = text.indexOf(letters.charAt(0));
  let place = first;
  for (const letter of letters) {
    place = text.indexOf(letter, place) + 1;
    if (place === 0) {
      return false;
    }
  }

  return place - first <= mostSpread * letters.length;
}

function itemsOf(app: App): readonly PaletteItem[] {
  const { settings, session } = app.model.get();
  const views = settings.views.map((view): PaletteItem => ({
    left: 'view',
    does: shortName(view.name),
    complete: `view ${view.name}`,
    run: (each) => openNamedView(each, view),
  }));
  const profiles = app.workspace.listProfiles().filter(({ name }) => name !== session?.profile.name);
  const settingItems = takeRows(settingsRows(app)).flatMap(settingItemsOf);
  return [
    ...commands.map((command) => toItem(command, '')),
    ...screenActions(app).map(({ keys, does, off, action, run }): PaletteItem => ({
      left: keys,
      does,
      off,
      complete: does,
      also: synonyms[action ?? ''],
      run,
    })),
    ...views,
    ...profiles.map(({ name, baseUrl }): PaletteItem => ({
      left: 'profile',
      does: `${name}  ${baseUrl}`,
      complete: `profile ${name}`,
      run: (each) => openProfile(each, name),
    })),
    ...settingItems,
  ];
}

function toItem(command: PaletteCommand, argument: string): PaletteItem {
  const { name, does } = command;
  const typed = argument === '' ? command.argument : argument;
  return {
    left: `:${name}${typed === undefined ? '' : ` ${typed}`}`,
    does,
    complete: command.argument === undefined ? name : `${name} `,
    also: synonyms[name],
    run: (app) => command.run(app, argument),
  };
}

/** The sections of the settings that are offered; the others are commands too. */
const offered = /^(?:Display|Categories) /u;

/** A setting, and each of its choices that is not chosen. */
function settingItemsOf({ key, label, value, setting }: SettingsRow): readonly PaletteItem[] {
  const [left, also] = ['setting', synonyms[setting?.name ?? '']];
  if (!setting?.choices) {
    const run = (app: App): void => openSetting(app, key);
    return offered.test(key) ? [{ left, does: `${label}: ${value}`, complete: `setting ${label}`, also, run }] : [];
  }

  return setting.choices
    .filter(({ text }) => text !== value)
    .map(({ text, choose }) => ({
      left,
      does: `${label}: ${text}, now ${value}`,
      complete: `setting ${label}: ${text}`,
      also,
      run: choose,
    }));
}

/** Animals whose name begins so or has such a word, and how each stands. */
function animalItems(app: App, text: string): readonly PaletteItem[] {
  if (text.length < leastLetters) {
    return [];
  }

  const { pets, entries } = snapshotOf(app);
  const { categoryLabels } = app.model.get().settings;
  const begins = ({ name }: NewPet): boolean => ` ${foldText(name)}`.includes(` ${text}`);
  const queued = newest(entries, (entry) => isWaiting(entry.state) && begins(entry));
  return [
    ...queued.map((entry) => [entry.localId, entry] as const),
    ...newest(pets, begins).map((pet) => [`#${pet.id}`, pet] as const),
  ]
    .slice(0, mostAnimals)
    .map(([id, { name, categoryId, status }]) =>
      toAnimalItem(id, `${shortName(name)}  ${categoryText(categoryId, categoryLabels)}  ${status ?? 'not set'}`),
    );
}

function toAnimalItem(id: string, does: string): PaletteItem {
  return { left: id, does, complete: id, run: (app) => openAnimal(app, id.replace('#', '')) };
}

const leastLetters = 2;
const mostAnimals = 6;

function newest<Each>(all: readonly Each[], isWanted: (each: Each) => boolean): readonly Each[] {
  return all.toReversed().values().filter(isWanted).take(mostAnimals).toArray();
}

/** Shows a setting, and asks for it as Enter there does; one Enter must not turn a switch. */
function openSetting(app: App, key: string): void {
  goTo(app, 'settings');
  moveCursorTo(app, 'settings', key);
  if (settingsRows(app).at(settingsRows(app).indexOf(key))?.setting === undefined) {
    enterSetting(app);
  }
}
