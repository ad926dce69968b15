/**
 * The one key table. A binding carries its keys, where they work, what they do, and the words for it: the footer and the help
 * are made from the same rows that run, so they cannot lie.
 *
 * Nothing is bound to `[`, `]` or the capitals A to D: late ends of split arrow keys look like them.
 */
import { adoptTyped, disown, isRecognised } from '../review/review.js';
import { changeQueueTab, changeSort, changeTab, reverseSort, sortBy } from '../list/arrange.js';
import { changeTabOf, clearFilter, completeFilter, keepFilter, openFilter, recallFilter } from '../list/filter-line.js';
import { askToDiscard, askToConfirm, decline } from '../actions/confirm.js';
import { copyAnimal } from '../actions/copy.js';
import { moveCursor } from '../actions/cursor.js';
import { isOnSuggestions, leaveForm, moveFocus, openSuggestions } from '../form/form-focus.js';
import { dropDraft, isDraft, isNewAnimal, openAddForm, openCloneForm, openEditForm } from '../form/open-form.js';
import { saveAndAddAnother, saveForm } from '../form/save-form.js';
import { goBack, goTo, needsVerdict, openHelp, openVerdict, openView, scrollBy, scrollPage } from '../actions/navigate.js';
import { allows, retry, sayHoldMoved, toggleHold } from '../queue/change-queue.js';
import { listInQuestion } from '../queue/change-marked.js';
import { askForField, readField } from '../queue/edit-field.js';
import { redo, undo } from '../queue/undo.js';
import { dropMarks, markAll, toggleMark, toggleRange } from '../marks/marks.js';
import { refresh, syncNow } from '../actions/refresh.js';
import { moveConnectFocus, submitConnect } from '../first-run/connect.js';
import { canChange, enterSetting, saveRefreshInterval } from '../settings/settings.js';
import { saveKey } from '../settings/enter-api-key.js';
import { saveLabel } from '../list/name-category.js';
import type { App } from '../app-context.js';
import type { LineEdit } from '../input/line.js';
import { completeCommand, openPalette, runPaletteCommand } from '../palette.js';
import type { Mode } from '../state/ui-state.js';

/** A row of the key table. */
export type Binding = {
  /** Key names as `decode-keys.ts` gives them; `g g` is a pair. */
  readonly keys: readonly string[];
  readonly modes: readonly Mode[];
  /** For the help: "next animal". */
  readonly does: string;
  /** For the footer: "view". Only some are worth a place there. */
  readonly hint?: string;
  /** Hinted at only then. Pressed at another time, the action itself says why it cannot be. */
  readonly when?: (app: App) => boolean;
  /** Missing: the widget that has the focus does it; the binding only tells. */
  readonly run?: (app: App) => void;
};

const lists = ['list', 'queue', 'settings'] as const;
const animals = ['list', 'view', 'queue'] as const;
const texts = ['view', 'found', 'review', 'help'] as const;
const pages = ['found', 'help'] as const;
const screens = ['list', 'view', 'found', 'queue', 'review', 'settings', 'help'] as const;
const typing = ['filter', 'command', 'api-key', 'label', 'pet-id', 'seconds', 'field', 'form', 'connect'] as const;
const everywhere = [...screens, ...typing, 'opening', 'first-run', 'choices', 'confirm', 'too-small'] as const;

const edit = (op: Exclude<LineEdit, { text: string }>['op']) => (app: App) => app.model.dispatch({ type: 'edited', edit: { op } });

/** In the order in which help and footer show them; the first that fits a key counts. */
export const keymap: readonly Binding[] = [
  { keys: ['enter'], modes: ['list'], does: 'show every field', hint: 'view', run: openView },
  { keys: ['enter'], modes: ['queue'], does: 'show its history, or decide', hint: 'view', run: openView },
  { keys: ['enter'], modes: ['settings'], does: 'change', hint: 'change', when: canChange, run: enterSetting },
  { keys: ['enter'], modes: ['settings'], does: 'show it whole, where it cannot be changed', hint: 'show', when: (app) => !canChange(app), run: enterSetting },
  { keys: ['enter'], modes: ['view'], does: 'decide (review)', hint: 'decide', when: needsVerdict, run: openVerdict },
  { keys: ['enter'], modes: ['review', 'first-run'], does: 'choose it', hint: 'choose' },
  { keys: ['a'], modes: ['list', 'queue', 'view'], does: 'add an animal', hint: 'add', run: openAddForm },
  { keys: ['c'], modes: animals, does: 'add another like this one', run: openCloneForm },
  { keys: ['/'], modes: ['list', 'queue'], does: 'filter: luna cat:dogs is:sold id:500.. -word', hint: 'filter', run: openFilter },
  { keys: ['e'], modes: animals, does: 'edit (queued)', hint: 'edit', when: (app) => allows(app, 'edit'), run: openEditForm },
  { keys: ['E'], modes: ['list', 'queue'], does: 'edit one field of all that is marked', run: askForField },
  { keys: ['R'], modes: animals, does: 'try again now (queued)', hint: 'retry', when: (app) => allows(app, 'retry'), run: retry },
  { keys: ['d'], modes: [...animals, 'review'], does: 'discard (queued)', hint: 'discard', when: (app) => allows(app, 'discard'), run: askToDiscard },
  { keys: ['R'], modes: animals, does: 'restore (discarded)', hint: 'restore', when: (app) => allows(app, 'restore'), run: retry },
  { keys: ['z'], modes: animals, does: 'hold: not sent until released (queued)', hint: 'hold', when: (app) => allows(app, 'hold'), run: toggleHold },
  { keys: ['z'], modes: animals, does: 'release (held)', hint: 'release', when: (app) => allows(app, 'release'), run: toggleHold },
  { keys: ['m'], modes: animals, does: 'this is not my animal (recognised)', hint: 'not mine', when: isRecognised, run: disown },
  { keys: ['u'], modes: animals, does: 'undo: an add not yet sent, a discard, hold or edit', run: undo },
  { keys: ['U'], modes: animals, does: 'do again what was undone', run: redo },
  { keys: [' '], modes: ['list', 'queue'], does: 'mark, and go down', run: toggleMark },
  { keys: ['v'], modes: ['list', 'queue'], does: 'begin or end a range of marks', run: toggleRange },
  { keys: ['*'], modes: ['list', 'queue'], does: 'mark all that is shown', run: markAll },
  { keys: ['-'], modes: ['list', 'queue'], does: 'take the marks away', run: dropMarks },
  { keys: ['h'], modes: ['list', 'queue'], does: 'nothing any more: hold is z now', run: sayHoldMoved },
  { keys: ['tab'], modes: ['list'], does: 'next status', hint: 'status', run: (app) => changeTab(app, 1) },
  { keys: ['shift-tab'], modes: ['list'], does: 'previous status', run: (app) => changeTab(app, -1) },
  { keys: ['tab'], modes: ['queue'], does: 'next tab', hint: 'tab', run: (app) => changeQueueTab(app, 1) },
  { keys: ['shift-tab'], modes: ['queue'], does: 'previous tab', run: (app) => changeQueueTab(app, -1) },
  { keys: ['s'], modes: ['list'], does: 'sort by the next column', hint: 'sort', run: changeSort },
  { keys: ['S'], modes: ['list'], does: 'reverse the sort', run: reverseSort },
  { keys: ['o i'], modes: ['list'], does: 'sort by id', run: (app) => sortBy(app, 'id') },
  { keys: ['o n'], modes: ['list'], does: 'sort by name', run: (app) => sortBy(app, 'name') },
  { keys: ['o c'], modes: ['list'], does: 'sort by category', run: (app) => sortBy(app, 'category') },
  { keys: ['o s'], modes: ['list'], does: 'sort by status', run: (app) => sortBy(app, 'status') },
  { keys: ['r'], modes: ['list', 'view'], does: 'refresh the list', hint: 'refresh', run: refresh },
  { keys: ['r'], modes: ['queue'], does: 'check, send and refresh now', hint: 'sync', run: syncNow },
  { keys: ['j', 'down', 'ctrl-n'], modes: lists, does: 'down', run: (app) => moveCursor(app, { rows: 1 }) },
  { keys: ['k', 'up', 'ctrl-p'], modes: lists, does: 'up', run: (app) => moveCursor(app, { rows: -1 }) },
  { keys: ['j', 'down'], modes: ['view'], does: 'next animal', hint: 'next', run: (app) => moveCursor(app, { rows: 1 }) },
  { keys: ['k', 'up'], modes: ['view'], does: 'previous animal', hint: 'previous', run: (app) => moveCursor(app, { rows: -1 }) },
  { keys: ['g g', 'home'], modes: [...lists, 'view'], does: 'first', run: (app) => moveCursor(app, { to: 'first' }) },
  { keys: ['G', 'end'], modes: [...lists, 'view'], does: 'last', run: (app) => moveCursor(app, { to: 'last' }) },
  { keys: ['ctrl-d'], modes: lists, does: 'half a page down', run: (app) => moveCursor(app, { pages: 0.5 }) },
  { keys: ['ctrl-u'], modes: lists, does: 'half a page up', run: (app) => moveCursor(app, { pages: -0.5 }) },
  { keys: ['pagedown', 'ctrl-f'], modes: lists, does: 'a page down', run: (app) => moveCursor(app, { pages: 1 }) },
  { keys: ['pageup', 'ctrl-b'], modes: lists, does: 'a page up', run: (app) => moveCursor(app, { pages: -1 }) },
  { keys: ['ctrl-d', 'pagedown'], modes: texts, does: 'a page down', run: (app) => scrollPage(app, 1) },
  { keys: ['ctrl-u', 'pageup'], modes: texts, does: 'a page up', run: (app) => scrollPage(app, -1) },
  { keys: ['j', 'down'], modes: pages, does: 'scroll down', hint: 'down', run: (app) => scrollBy(app, 1) },
  { keys: ['k', 'up'], modes: pages, does: 'scroll up', hint: 'up', run: (app) => scrollBy(app, -1) },
  { keys: ['g g', 'home'], modes: pages, does: 'to the start', run: (app) => scrollBy(app, -Infinity) },
  { keys: ['G', 'end'], modes: pages, does: 'to the end', run: (app) => scrollBy(app, Infinity) },
  { keys: ['y'], modes: [...animals, 'found'], does: 'copy the id', run: (app) => copyAnimal(app, 'id') },
  { keys: ['Y'], modes: [...animals, 'found'], does: 'copy as JSON', run: (app) => copyAnimal(app, 'json') },

  { keys: ['enter'], modes: ['filter'], does: 'keep the filter', hint: 'keep', run: keepFilter },
  { keys: ['escape'], modes: ['filter'], does: 'clear the filter', hint: 'clear', run: clearFilter },
  { keys: ['down', 'ctrl-n'], modes: ['filter'], does: 'next match', run: (app) => moveCursor(app, { rows: 1 }) },
  { keys: ['up'], modes: ['filter'], does: 'previous match; in an empty line the filters before', run: recallFilter },
  { keys: ['tab'], modes: ['filter'], does: 'complete cat: or is:, else the next status', hint: 'complete', run: completeFilter },
  { keys: ['shift-tab'], modes: ['filter'], does: 'previous status', run: (app) => changeTabOf(app, -1) },
  { keys: ['enter'], modes: ['command'], does: 'run', hint: 'run', run: runPaletteCommand },
  { keys: ['tab'], modes: ['command'], does: 'complete', hint: 'complete', run: completeCommand },
  { keys: ['enter'], modes: ['api-key'], does: 'save the key', hint: 'save', run: saveKey },
  { keys: ['enter'], modes: ['label'], does: 'save the name', hint: 'save', run: saveLabel },
  { keys: ['enter'], modes: ['seconds'], does: 'save', hint: 'save', run: saveRefreshInterval },
  { keys: ['enter'], modes: ['field'], does: 'change it in all, after a question', hint: 'change', run: readField },
  { keys: ['enter'], modes: ['pet-id'], does: 'it is this one', hint: 'adopt', run: adoptTyped },
  { keys: ['escape'], modes: ['command', 'api-key', 'label', 'pet-id', 'seconds', 'field'], does: 'cancel', hint: 'cancel', run: (app) => app.model.dispatch({ type: 'answered' }) },
  { keys: ['y'], modes: ['confirm'], does: 'yes', hint: 'yes', run: askToConfirm },
  { keys: ['l'], modes: ['confirm'], does: 'list the animals it is about', run: listInQuestion },
  { keys: ['n', 'escape', 'enter', 'q'], modes: ['confirm'], does: 'no', hint: 'no', run: decline },

  { keys: ['ctrl-s'], modes: ['form', 'choices'], does: 'save', hint: 'save', run: saveForm },
  { keys: ['ctrl-o'], modes: ['form', 'choices'], does: 'save, and add another of its category and status', hint: 'another', when: isNewAnimal, run: saveAndAddAnother },
  { keys: ['enter'], modes: ['form'], does: 'next field', run: (app) => moveFocus(app, 1) },
  { keys: ['tab'], modes: ['form', 'choices'], does: 'next field', hint: 'next', run: (app) => moveFocus(app, 1) },
  { keys: ['shift-tab'], modes: ['form', 'choices'], does: 'previous field', run: (app) => moveFocus(app, -1) },
  { keys: ['down'], modes: ['form'], does: 'to the known categories', run: openSuggestions },
  { keys: ['up'], modes: ['form'], does: 'previous field', run: (app) => moveFocus(app, -1) },
  { keys: ['j', 'k', 'down', 'up'], modes: ['choices', 'review', 'first-run'], does: 'choose' },
  { keys: ['enter'], modes: ['choices'], does: 'save (below the category)', hint: 'save', when: (app) => !isOnSuggestions(app) },
  { keys: ['enter'], modes: ['choices'], does: 'use this category', hint: 'use', when: isOnSuggestions },
  { keys: ['ctrl-x'], modes: ['form', 'choices'], does: 'throw away what you typed (a new animal)', hint: 'drop', when: isDraft, run: dropDraft },
  { keys: ['escape'], modes: ['form', 'choices'], does: 'leave; what you typed is kept', hint: 'leave', run: leaveForm },
  { keys: ['enter'], modes: ['connect'], does: 'go on', hint: 'go on', run: submitConnect },
  { keys: ['tab', 'down'], modes: ['connect'], does: 'next field', hint: 'next', run: (app) => moveConnectFocus(app, 1) },
  { keys: ['shift-tab', 'up'], modes: ['connect'], does: 'previous field', run: (app) => moveConnectFocus(app, -1) },
  { keys: ['escape'], modes: ['connect'], does: 'back', hint: 'back', run: goBack },

  { keys: ['left', 'ctrl-b'], modes: typing, does: 'left', run: edit('left') },
  { keys: ['right', 'ctrl-f'], modes: typing, does: 'right', run: edit('right') },
  { keys: ['home', 'ctrl-a'], modes: typing, does: 'to the start', run: edit('home') },
  { keys: ['end', 'ctrl-e'], modes: typing, does: 'to the end', run: edit('end') },
  { keys: ['backspace'], modes: typing, does: 'delete to the left', run: edit('backspace') },
  { keys: ['delete', 'ctrl-d'], modes: typing, does: 'delete to the right', run: edit('delete') },
  { keys: ['ctrl-w'], modes: typing, does: 'delete the word before', run: edit('kill-word') },
  { keys: ['ctrl-u'], modes: typing, does: 'delete everything before', run: edit('kill-before') },
  { keys: ['ctrl-k'], modes: typing, does: 'delete everything after', run: edit('kill-after') },

  { keys: ['1'], modes: screens, does: 'pets', run: (app) => goTo(app, 'list') },
  { keys: ['2'], modes: screens, does: 'queue', run: (app) => goTo(app, 'queue') },
  { keys: ['3'], modes: screens, does: 'settings', run: (app) => goTo(app, 'settings') },
  { keys: [':'], modes: screens, does: 'go to an id, or run a command', run: openPalette },
  { keys: ['escape'], modes: ['list'], does: 'take the marks away, else clear the filter', run: clearFilter },
  { keys: ['escape'], modes: ['queue'], does: 'take the marks away, else clear the filter, else back to the list', run: clearFilter },
  { keys: ['escape'], modes: ['settings'], does: 'back to the list', run: goBack },
  { keys: ['escape', 'left', 'backspace'], modes: ['view', 'found', 'review', 'help', 'opening'], does: 'back', hint: 'back', run: goBack },
  { keys: ['h'], modes: ['view', 'found', 'help'], does: 'back', run: goBack },
  { keys: ['l'], modes: ['list', 'queue'], does: 'open', run: openView },
  { keys: ['?'], modes: [...screens.filter((mode) => mode !== 'help'), 'first-run'], does: 'these keys', hint: 'help', run: openHelp },
  { keys: ['ctrl-l'], modes: everywhere, does: 'draw everything again', run: (app) => app.terminal.redraw() },
  { keys: ['ctrl-z'], modes: everywhere, does: 'suspend; fg comes back', run: (app) => app.terminal.suspend() },
  { keys: ['q'], modes: [...screens, 'opening', 'first-run', 'too-small'], does: 'quit', hint: 'quit', run: (app) => app.terminal.quit() },
  { keys: ['ctrl-c'], modes: everywhere, does: 'quit', run: (app) => app.terminal.quit() },
];
