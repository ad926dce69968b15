/**
 * The one key table. A binding carries its keys, where they work, what they do, and the words for it: the footer and
 * the help are made from the same rows that run, so they cannot lie.
 *
 * Nothing is bound to `[`, `]` or the capitals A to D: late ends of split arrow keys look like them.
 */
import { adoptTyped, disown, isRecognised } from '../review/review.js';
import { changeQueueTab, changeSort, changeTab, reverseSort, sortBy } from '../list/arrange.js';
import { changeTabOf, clearFilter, completeFilter, keepFilter, openFilter, recallFilter } from '../list/filter-line.js';
import { askToConfirm, decline } from '../actions/confirm.js';
import { copyAnimal } from '../actions/copy.js';
import { animalAtCursor, moveCursor } from '../actions/cursor.js';
import { choiceKeys } from '../form/form-fields.js';
import { chooseByKey, isAtEnd, isOnSuggestions, leaveForm, moveFocus, openSuggestions } from '../form/form-focus.js';
import { dropDraft, isDraft, isNewAnimal, openAddForm, openCloneForm, openEditForm } from '../form/open-form.js';
import { saveAndAddAnother, saveForm } from '../form/save-form.js';
import {
  goBack,
  goTo,
  needsVerdict,
  openHelp,
  openVerdict,
  openView,
  scrollBy,
  scrollPage,
} from '../actions/navigate.js';
import { allows, changeByKey, type KeyVerb, sayHoldMoved, wouldDo } from '../queue/change-queue.js';
import { listInQuestion } from '../queue/change-marked.js';
import { askForField, readField } from '../queue/edit-field.js';
import { redo, undo } from '../queue/undo.js';
import { changeBars, movePane, scrollPane } from '../pane/move-pane.js';
import { dropMarks, markAll, toggleMark, toggleRange } from '../marks/marks.js';
import { refresh, syncNow } from '../actions/refresh.js';
import { moveConnectFocus, submitConnect } from '../first-run/connect.js';
import { canChange, enterSetting, saveRefreshInterval } from '../settings/settings.js';
import { saveKey } from '../settings/enter-api-key.js';
import { endJump, openJump, repeatJump } from '../list/jump.js';
import { clearSearch, openSearch } from '../view/search-help.js';
import { askForViewName, keepView, openViewAt } from '../list/named-views.js';
import { saveLabel } from '../list/name-category.js';
import { isAboutAnimal, openLog, openLogAnimal } from '../log/open-log.js';
import { openLogSearch, repeatLogSearch, searchLog } from '../log/search-log.js';
import type { KeyTable } from '../../app/preferences/bind-keys.js';
import { verbs } from '../../domain/verbs.js';
import type { App } from '../app-context.js';
import type { LineEdit } from '../input/line.js';
import { completeCommand, moveChoice, openPalette, recallCommand, runPaletteCommand } from '../palette/choose-item.js';
import type { Mode } from '../state/ui-state.js';

/** A row of the key table. */
export type Binding = {
  /**
   * Its name in the configuration, by which other keys are bound to it; the same as that of others that do the same
   * elsewhere. Without one its keys stay.
   */
  readonly action?: string;
  /** Key names as `decode-keys.ts` gives them; `g g` is a pair. */
  readonly keys: readonly string[];
  readonly modes: readonly Mode[];
  /** For the help: "next animal". */
  readonly does: string;
  /** For the footer: "view". Only some are worth a place there; undefined: it would do nothing just now. */
  readonly hint?: string | ((app: App) => string | undefined);
  /** Hinted at only then. Pressed at another time, the action itself says why it cannot be. */
  readonly when?: (app: App) => boolean;
  /**
   * `place`: which of its keys it was, from 0. Missing: the widget that has the focus does it; the binding only tells.
   */
  readonly run?: (app: App, place: number) => void;
};

const lists = ['list', 'queue', 'settings', 'log'] as const;
const animals = ['list', 'view', 'queue'] as const;
const texts = ['view', 'found', 'mistakes', 'review', 'help'] as const;
const pages = ['found', 'mistakes', 'help'] as const;
const screens = ['list', 'view', 'found', 'mistakes', 'queue', 'review', 'settings', 'log', 'help'] as const;
const typing = [
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
const everywhere = [...screens, ...typing, 'opening', 'first-run', 'choices', 'confirm', 'too-small'] as const;

const edit = (op: Exclude<LineEdit, { text: string }>['op']) => (app: App) =>
  app.model.dispatch({ type: 'edited', edit: { op } });

/** What Enter does to the animal under the cursor. */
const openHint = (app: App): string | undefined =>
  needsVerdict(app) ? 'decide' : animalAtCursor(app) ? 'view' : undefined;

const endJumpAndMove = (app: App, rows: 1 | -1): void => {
  endJump(app);
  moveCursor(app, { rows });
};

/** A verb of the queue. Two verbs of one key share its action. */
const verb = (name: KeyVerb, key: string, does: string, modes: readonly Mode[] = animals): Binding => ({
  action: verbs[name].otherwise ?? name,
  keys: [key],
  modes,
  does,
  hint: name,
  when: (app) => wouldDo(app, name),
  run: (app) => changeByKey(app, name),
});

/** In the order in which help and footer show them; the first that fits a key counts. */
export const keymap: readonly Binding[] = [
  { action: 'open', keys: ['enter'], modes: ['list'], does: 'show every field', hint: openHint, run: openView },
  {
    action: 'open',
    keys: ['enter'],
    modes: ['queue'],
    does: 'show its history, or decide',
    hint: openHint,
    run: openView,
  },
  {
    action: 'change-setting',
    keys: ['enter'],
    modes: ['settings'],
    does: 'change',
    hint: 'change',
    when: canChange,
    run: enterSetting,
  },
  {
    action: 'change-setting',
    keys: ['enter'],
    modes: ['settings'],
    does: 'show it whole, where it cannot be changed',
    hint: 'show',
    when: (app) => !canChange(app),
    run: enterSetting,
  },
  {
    action: 'decide',
    keys: ['enter'],
    modes: ['view'],
    does: 'decide (review)',
    hint: 'decide',
    when: needsVerdict,
    run: openVerdict,
  },
  { keys: ['enter'], modes: ['review', 'first-run'], does: 'choose it', hint: 'choose' },
  {
    action: 'add',
    keys: ['a'],
    modes: ['list', 'queue', 'view'],
    does: 'add an animal',
    hint: 'add',
    run: openAddForm,
  },
  { action: 'clone', keys: ['c'], modes: animals, does: 'add another like this one', run: openCloneForm },
  {
    action: 'filter',
    keys: ['/'],
    modes: ['list', 'queue'],
    does: 'filter: luna cat:dogs is:sold id:500.. -word',
    hint: 'filter',
    run: openFilter,
  },
  {
    action: 'edit',
    keys: ['e'],
    modes: animals,
    does: 'edit (queued)',
    hint: 'edit',
    when: (app) => allows(app, 'edit'),
    run: openEditForm,
  },
  {
    action: 'edit-marked',
    keys: ['E'],
    modes: ['list', 'queue'],
    does: 'edit one field of all that is marked',
    run: askForField,
  },
  verb('retry', 'R', 'try again now (queued)'),
  verb('discard', 'd', 'discard (queued)', [...animals, 'review']),
  verb('restore', 'R', 'restore (discarded)'),
  verb('hold', 'z', 'hold: not sent until released (queued)'),
  verb('release', 'z', 'release (held)'),
  {
    action: 'not-mine',
    keys: ['m'],
    modes: animals,
    does: 'this is not my animal (recognised)',
    hint: 'not mine',
    when: isRecognised,
    run: disown,
  },
  {
    action: 'undo',
    keys: ['u'],
    modes: animals,
    does: 'undo: an add not yet sent, a discard, hold or edit',
    run: undo,
  },
  { action: 'redo', keys: ['U'], modes: animals, does: 'do again what was undone', run: redo },
  { action: 'mark', keys: [' '], modes: ['list', 'queue'], does: 'mark, and go down', run: toggleMark },
  {
    action: 'mark-range',
    keys: ['v'],
    modes: ['list', 'queue'],
    does: 'begin or end a range of marks',
    run: toggleRange,
  },
  { action: 'mark-all', keys: ['*'], modes: ['list', 'queue'], does: 'mark all that is shown', run: markAll },
  { action: 'mark-none', keys: ['-'], modes: ['list', 'queue'], does: 'take the marks away', run: dropMarks },
  { keys: ['h'], modes: ['list', 'queue'], does: 'nothing any more: hold has another key', run: sayHoldMoved },
  {
    action: 'next-tab',
    keys: ['tab'],
    modes: ['list'],
    does: 'next status',
    hint: 'status',
    run: (app) => changeTab(app, 1),
  },
  {
    action: 'previous-tab',
    keys: ['shift-tab'],
    modes: ['list'],
    does: 'previous status',
    run: (app) => changeTab(app, -1),
  },
  {
    action: 'next-tab',
    keys: ['tab'],
    modes: ['queue'],
    does: 'next tab',
    hint: 'tab',
    run: (app) => changeQueueTab(app, 1),
  },
  {
    action: 'previous-tab',
    keys: ['shift-tab'],
    modes: ['queue'],
    does: 'previous tab',
    run: (app) => changeQueueTab(app, -1),
  },
  { action: 'sort-next', keys: ['s'], modes: ['list'], does: 'sort by the next column', hint: 'sort', run: changeSort },
  { action: 'sort-reverse', keys: ['S'], modes: ['list'], does: 'reverse the sort', run: reverseSort },
  { action: 'sort-by-id', keys: ['o i'], modes: ['list'], does: 'sort by id', run: (app) => sortBy(app, 'id') },
  { action: 'sort-by-name', keys: ['o n'], modes: ['list'], does: 'sort by name', run: (app) => sortBy(app, 'name') },
  {
    action: 'sort-by-category',
    keys: ['o c'],
    modes: ['list'],
    does: 'sort by category',
    run: (app) => sortBy(app, 'category'),
  },
  {
    action: 'sort-by-status',
    keys: ['o s'],
    modes: ['list'],
    does: 'sort by status',
    run: (app) => sortBy(app, 'status'),
  },
  { keys: ['enter'], modes: ['log'], does: 'show that animal', hint: 'show', when: isAboutAnimal, run: openLogAnimal },
  { action: 'filter', keys: ['/'], modes: ['log'], does: 'search what happened', hint: 'search', run: openLogSearch },
  {
    action: 'jump-next',
    keys: ['n'],
    modes: ['log'],
    does: 'the next row that has the words',
    run: (app) => repeatLogSearch(app, 1),
  },
  {
    action: 'jump-previous',
    keys: ['N'],
    modes: ['log'],
    does: 'the previous such row',
    run: (app) => repeatLogSearch(app, -1),
  },
  {
    action: 'jump',
    keys: ['f'],
    modes: ['list', 'queue'],
    does: 'jump to the next name that begins so',
    run: openJump,
  },
  {
    action: 'jump-next',
    keys: ['n'],
    modes: ['list', 'queue'],
    does: 'the next such name',
    run: (app) => repeatJump(app, 1),
  },
  {
    action: 'jump-previous',
    keys: ['N'],
    modes: ['list', 'queue'],
    does: 'the previous such name',
    run: (app) => repeatJump(app, -1),
  },
  { action: 'filter', keys: ['/'], modes: ['help'], does: 'search these keys', hint: 'search', run: openSearch },
  {
    action: 'keep-view',
    keys: ['V'],
    modes: ['list'],
    does: 'keep tab, filter and sort as a view',
    run: askForViewName,
  },
  {
    action: 'open-view',
    keys: ['g 1', 'g 2', 'g 3', 'g 4', 'g 5', 'g 6', 'g 7', 'g 8', 'g 9'],
    modes: lists,
    does: 'open a view',
    run: openViewAt,
  },
  { action: 'refresh', keys: ['r'], modes: ['list', 'view'], does: 'refresh the list', hint: 'refresh', run: refresh },
  { action: 'sync', keys: ['r'], modes: ['queue'], does: 'check, send and refresh now', hint: 'sync', run: syncNow },
  {
    action: 'down',
    keys: ['j', 'down', 'ctrl-n'],
    modes: lists,
    does: 'down',
    run: (app) => moveCursor(app, { rows: 1 }),
  },
  { action: 'up', keys: ['k', 'up', 'ctrl-p'], modes: lists, does: 'up', run: (app) => moveCursor(app, { rows: -1 }) },
  {
    action: 'down',
    keys: ['j', 'down'],
    modes: ['view'],
    does: 'next animal',
    hint: 'next',
    run: (app) => moveCursor(app, { rows: 1 }),
  },
  {
    action: 'up',
    keys: ['k', 'up'],
    modes: ['view'],
    does: 'previous animal',
    hint: 'previous',
    run: (app) => moveCursor(app, { rows: -1 }),
  },
  {
    action: 'first',
    keys: ['g g', 'home'],
    modes: [...lists, 'view'],
    does: 'first',
    run: (app) => moveCursor(app, { to: 'first' }),
  },
  {
    action: 'last',
    keys: ['G', 'end'],
    modes: [...lists, 'view'],
    does: 'last',
    run: (app) => moveCursor(app, { to: 'last' }),
  },
  {
    action: 'half-page-down',
    keys: ['ctrl-d'],
    modes: lists,
    does: 'half a page down',
    run: (app) => moveCursor(app, { pages: 0.5 }),
  },
  {
    action: 'half-page-up',
    keys: ['ctrl-u'],
    modes: lists,
    does: 'half a page up',
    run: (app) => moveCursor(app, { pages: -0.5 }),
  },
  {
    action: 'page-down',
    keys: ['pagedown', 'ctrl-f'],
    modes: lists,
    does: 'a page down',
    run: (app) => moveCursor(app, { pages: 1 }),
  },
  {
    action: 'page-up',
    keys: ['pageup', 'ctrl-b'],
    modes: lists,
    does: 'a page up',
    run: (app) => moveCursor(app, { pages: -1 }),
  },
  {
    action: 'page-down',
    keys: ['ctrl-d', 'pagedown'],
    modes: texts,
    does: 'a page down',
    run: (app) => scrollPage(app, 1),
  },
  { action: 'page-up', keys: ['ctrl-u', 'pageup'], modes: texts, does: 'a page up', run: (app) => scrollPage(app, -1) },
  {
    action: 'down',
    keys: ['j', 'down'],
    modes: pages,
    does: 'scroll down',
    hint: 'down',
    run: (app) => scrollBy(app, 1),
  },
  { action: 'up', keys: ['k', 'up'], modes: pages, does: 'scroll up', hint: 'up', run: (app) => scrollBy(app, -1) },
  {
    action: 'first',
    keys: ['g g', 'home'],
    modes: pages,
    does: 'to the start',
    run: (app) => scrollBy(app, -Infinity),
  },
  { action: 'last', keys: ['G', 'end'], modes: pages, does: 'to the end', run: (app) => scrollBy(app, Infinity) },
  {
    action: 'pane-down',
    keys: ['J'],
    modes: [...lists, 'help'],
    does: 'scroll the pane down',
    run: (app) => scrollPane(app, 1),
  },
  {
    action: 'pane-up',
    keys: ['K'],
    modes: [...lists, 'help'],
    does: 'scroll the pane up',
    run: (app) => scrollPane(app, -1),
  },
  {
    action: 'move-pane',
    keys: ['p'],
    modes: [...lists, 'review', 'help'],
    does: 'the pane: beside, below, away',
    run: movePane,
  },
  {
    action: 'bars',
    keys: ['b'],
    modes: ['list', 'queue'],
    does: 'count in the pane by category, by status, or not',
    run: changeBars,
  },
  {
    action: 'copy-id',
    keys: ['y'],
    modes: [...animals, 'found'],
    does: 'copy the id',
    run: (app) => copyAnimal(app, 'id'),
  },
  {
    action: 'copy-json',
    keys: ['Y'],
    modes: [...animals, 'found'],
    does: 'copy as JSON',
    run: (app) => copyAnimal(app, 'json'),
  },

  { keys: ['enter'], modes: ['filter'], does: 'keep the filter', hint: 'keep', run: keepFilter },
  { keys: ['escape'], modes: ['filter'], does: 'clear the filter', hint: 'clear', run: clearFilter },
  {
    action: 'next-match',
    keys: ['down', 'ctrl-n'],
    modes: ['filter'],
    does: 'next match',
    run: (app) => moveCursor(app, { rows: 1 }),
  },
  { keys: ['up'], modes: ['filter'], does: 'previous match; in an empty line the filters before', run: recallFilter },
  {
    action: 'complete',
    keys: ['tab'],
    modes: ['filter'],
    does: 'complete cat: or is:, else the next status',
    hint: 'complete',
    run: completeFilter,
  },
  {
    action: 'complete-back',
    keys: ['shift-tab'],
    modes: ['filter'],
    does: 'previous status',
    run: (app) => changeTabOf(app, -1),
  },
  { keys: ['enter'], modes: ['command'], does: 'run', hint: 'run', run: runPaletteCommand },
  { action: 'complete', keys: ['tab'], modes: ['command'], does: 'complete', hint: 'complete', run: completeCommand },
  {
    action: 'next-match',
    keys: ['down', 'ctrl-n'],
    modes: ['command'],
    does: 'next choice',
    run: (app) => moveChoice(app, 1),
  },
  {
    keys: ['up'],
    modes: ['command'],
    does: 'previous choice; in an empty line the commands before',
    run: recallCommand,
  },
  {
    action: 'previous-match',
    keys: ['ctrl-p'],
    modes: ['command'],
    does: 'previous choice',
    run: (app) => moveChoice(app, -1),
  },
  {
    action: 'previous-match',
    keys: ['ctrl-p'],
    modes: ['filter'],
    does: 'previous match',
    run: (app) => moveCursor(app, { rows: -1 }),
  },
  { keys: ['enter', 'escape'], modes: ['jump'], does: 'stay here', hint: 'stay', run: endJump },
  {
    action: 'next-match',
    keys: ['down', 'ctrl-n'],
    modes: ['jump'],
    does: 'stay, and go down',
    run: (app) => endJumpAndMove(app, 1),
  },
  {
    action: 'previous-match',
    keys: ['up', 'ctrl-p'],
    modes: ['jump'],
    does: 'stay, and go up',
    run: (app) => endJumpAndMove(app, -1),
  },
  {
    keys: ['enter'],
    modes: ['search'],
    does: 'keep what is found',
    hint: 'keep',
    run: (app) => app.model.dispatch({ type: 'answered' }),
  },
  {
    keys: ['enter'],
    modes: ['log-search'],
    does: 'go to the first row that has the words',
    hint: 'go',
    run: searchLog,
  },
  { keys: ['escape'], modes: ['search'], does: 'show all keys', hint: 'show all', run: clearSearch },
  { keys: ['enter'], modes: ['api-key'], does: 'save the key', hint: 'save', run: saveKey },
  { keys: ['enter'], modes: ['label'], does: 'save the name', hint: 'save', run: saveLabel },
  { keys: ['enter'], modes: ['seconds'], does: 'save', hint: 'save', run: saveRefreshInterval },
  { keys: ['enter'], modes: ['field'], does: 'change it in all, after a question', hint: 'change', run: readField },
  { keys: ['enter'], modes: ['view-name'], does: 'keep the view', hint: 'keep', run: keepView },
  { keys: ['enter'], modes: ['pet-id'], does: 'it is this one', hint: 'adopt', run: adoptTyped },
  {
    keys: ['escape'],
    modes: ['command', 'api-key', 'label', 'pet-id', 'seconds', 'field', 'view-name', 'log-search'],
    does: 'cancel',
    hint: 'cancel',
    run: (app) => app.model.dispatch({ type: 'answered' }),
  },
  { keys: ['y'], modes: ['confirm'], does: 'yes', hint: 'yes', run: askToConfirm },
  { keys: ['l'], modes: ['confirm'], does: 'list the animals it is about', run: listInQuestion },
  { keys: ['n', 'escape', 'enter', 'q'], modes: ['confirm'], does: 'no', hint: 'no', run: decline },

  { action: 'save', keys: ['ctrl-s'], modes: ['form', 'choices'], does: 'save', hint: 'save', run: saveForm },
  {
    action: 'save-and-another',
    keys: ['ctrl-o'],
    modes: ['form', 'choices'],
    does: 'save, and another of its category and status',
    hint: 'another',
    when: isNewAnimal,
    run: saveAndAddAnother,
  },
  { keys: ['enter'], modes: ['form'], does: 'next field', run: (app) => moveFocus(app, 1) },
  {
    action: 'next-field',
    keys: ['tab'],
    modes: ['form', 'choices'],
    does: 'next field',
    hint: 'next',
    run: (app) => moveFocus(app, 1),
  },
  {
    action: 'previous-field',
    keys: ['shift-tab'],
    modes: ['form', 'choices'],
    does: 'previous field',
    run: (app) => moveFocus(app, -1),
  },
  { keys: ['down'], modes: ['form'], does: 'to the known categories', run: openSuggestions },
  { keys: ['up'], modes: ['form'], does: 'previous field', run: (app) => moveFocus(app, -1) },
  { keys: ['j', 'k', 'down', 'up'], modes: ['choices', 'review', 'first-run'], does: 'choose' },
  { keys: choiceKeys, modes: ['choices'], does: 'what begins so, or nothing', run: chooseByKey },
  { keys: ['enter'], modes: ['choices'], does: 'save (at the end)', hint: 'save', when: isAtEnd },
  { keys: ['enter'], modes: ['choices'], does: 'use this category', hint: 'use', when: isOnSuggestions },
  {
    action: 'drop-draft',
    keys: ['ctrl-x'],
    modes: ['form', 'choices'],
    does: 'throw away what you typed (a new animal)',
    hint: 'drop',
    when: isDraft,
    run: dropDraft,
  },
  {
    keys: ['escape'],
    modes: ['form', 'choices'],
    does: 'leave; what you typed is kept',
    hint: 'leave',
    run: leaveForm,
  },
  { keys: ['enter'], modes: ['connect'], does: 'go on', hint: 'go on', run: submitConnect },
  {
    action: 'next-field',
    keys: ['tab', 'down'],
    modes: ['connect'],
    does: 'next field',
    hint: 'next',
    run: (app) => moveConnectFocus(app, 1),
  },
  {
    action: 'previous-field',
    keys: ['shift-tab', 'up'],
    modes: ['connect'],
    does: 'previous field',
    run: (app) => moveConnectFocus(app, -1),
  },
  { keys: ['escape'], modes: ['connect'], does: 'back', hint: 'back', run: goBack },

  { action: 'cursor-left', keys: ['left', 'ctrl-b'], modes: typing, does: 'left', run: edit('left') },
  { action: 'cursor-right', keys: ['right', 'ctrl-f'], modes: typing, does: 'right', run: edit('right') },
  { action: 'line-start', keys: ['home', 'ctrl-a'], modes: typing, does: 'to the start', run: edit('home') },
  { action: 'line-end', keys: ['end', 'ctrl-e'], modes: typing, does: 'to the end', run: edit('end') },
  { action: 'delete-left', keys: ['backspace'], modes: typing, does: 'delete to the left', run: edit('backspace') },
  {
    action: 'delete-right',
    keys: ['delete', 'ctrl-d'],
    modes: typing,
    does: 'delete to the right',
    run: edit('delete'),
  },
  { action: 'delete-word', keys: ['ctrl-w'], modes: typing, does: 'delete the word before', run: edit('kill-word') },
  {
    action: 'delete-before',
    keys: ['ctrl-u'],
    modes: typing,
    does: 'delete everything before',
    run: edit('kill-before'),
  },
  { action: 'delete-after', keys: ['ctrl-k'], modes: typing, does: 'delete everything after', run: edit('kill-after') },

  { action: 'show-pets', keys: ['1'], modes: screens, does: 'pets', run: (app) => goTo(app, 'list') },
  { action: 'show-queue', keys: ['2'], modes: screens, does: 'queue', run: (app) => goTo(app, 'queue') },
  { action: 'show-settings', keys: ['3'], modes: screens, does: 'settings', run: (app) => goTo(app, 'settings') },
  {
    action: 'show-log',
    keys: ['!'],
    modes: screens.filter((mode) => mode !== 'log'),
    does: 'what happened, while you were away too',
    hint: 'log',
    run: openLog,
  },
  { action: 'palette', keys: [':'], modes: screens, does: 'go to an id, or run a command', run: openPalette },
  { keys: ['escape'], modes: ['list'], does: 'take the marks away, else clear the filter', run: clearFilter },
  { keys: ['escape'], modes: ['queue'], does: 'take marks away, else the filter, else back', run: clearFilter },
  { keys: ['escape'], modes: ['settings'], does: 'back to the list', run: goBack },
  {
    action: 'back',
    keys: ['escape', 'left', 'backspace'],
    modes: ['view', 'found', 'mistakes', 'review', 'log', 'help', 'opening'],
    does: 'back',
    hint: 'back',
    run: goBack,
  },
  {
    action: 'back',
    keys: ['h'],
    modes: ['view', 'found', 'mistakes', 'review', 'log', 'help'],
    does: 'back',
    run: goBack,
  },
  { action: 'open', keys: ['l'], modes: ['list', 'queue'], does: 'open', run: openView },
  {
    action: 'help',
    keys: ['?'],
    modes: [...screens.filter((mode) => mode !== 'help'), 'first-run'],
    does: 'these keys',
    hint: 'help',
    run: openHelp,
  },
  {
    action: 'redraw',
    keys: ['ctrl-l'],
    modes: everywhere,
    does: 'draw everything again',
    run: (app) => app.terminal.redraw(),
  },
  {
    action: 'suspend',
    keys: ['ctrl-z'],
    modes: everywhere,
    does: 'suspend; fg comes back',
    run: (app) => app.terminal.suspend(),
  },
  {
    action: 'quit',
    keys: ['q'],
    modes: [...screens, 'opening', 'first-run', 'too-small'],
    does: 'quit',
    hint: 'quit',
    run: (app) => app.terminal.quit(),
  },
  { keys: ['ctrl-c'], modes: everywhere, does: 'quit', run: (app) => app.terminal.quit() },
];

/** The table as keys of a person's own are bound in it. */
export const keyTable: KeyTable<Binding> = { rows: keymap, typing: new Set<string>(typing) };
